package reductio;

/** Comparisons of values that ask for no identity that Java leaves open (texts and boxes that were computed). */
public final class Values {
    private Values() {}

    /** Whether a value is a text or a box, which has no identity of its own here. */
    public static boolean isValue(Object value) {
        return value instanceof String || value instanceof Integer || value instanceof Long || value instanceof Boolean
            || value instanceof Character || value instanceof Double || value instanceof Float || value instanceof Short
            || value instanceof Byte;
    }

    /** Whether two values are the same object, or the same text or box. */
    public static boolean isSame(Object left, Object right) {
        return isValue(left) ? left.equals(right) : !isValue(right) && left == right;
    }

    /** Whether two values are the same object, or equal by `equals`. */
    public static boolean equal(Object left, Object right) {
        if (left == null || right == null) {
            return left == null && right == null;
        }
        if (isValue(left)) {
            return left.equals(right);
        }
        return left == right || left.equals(right);
    }

    /** The hash code of an object, whatever it is. */
    public static int hashCode(Object object) {
        return object.hashCode();
    }

    /** Throws what was caught, whether it is checked or not. */
    @SuppressWarnings("unchecked")
    public static <T extends Throwable> void rethrow(Throwable thrown) throws T {
        throw (T) thrown;
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
