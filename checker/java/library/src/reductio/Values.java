package reductio;

/** Comparisons of values that ask for no identity that Java leaves open (texts and boxes that were computed). */
public final class Values {
    private Values() {}

    /** Whether two values are the same object, or equal by `equals`. */
    public static boolean equal(Object left, Object right) {
        if (left == null || right == null) {
            return left == null && right == null;
        }
        if (left instanceof String || left instanceof Number || left instanceof Boolean || left instanceof Character) {
            return left.equals(right);
        }
        return left == right || left.equals(right);
    }

    /** Whether hash tables take two keys for the same: they are the same object, or equal with equal hash codes. */
    public static boolean sameKey(Object left, Object right) {
        if (left == null || right == null) {
            return left == null && right == null;
        }
        if (left instanceof String || left instanceof Number || left instanceof Boolean || left instanceof Character) {
            return left.equals(right);
        }
        return left == right || left.equals(right) && left.hashCode() == right.hashCode();
    }

    /** Goes wrong as Java does where an index is outside of a length. */
    public static int checkIndex(int index, int length) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException("Index " + index + " out of bounds for length " + length);
        }
        return index;
    }

    /** Compares two values by a comparator, or by their own order if it is null. */
    @SuppressWarnings("unchecked")
    public static int compare(java.util.Comparator<?> order, Object left, Object right) {
        if (order == null) {
            return ((Comparable<Object>) left).compareTo(right);
        }
        return ((java.util.Comparator<Object>) order).compare(left, right);
    }
}
