package reductio;

/** The hash codes by which hash tables find keys. */
public final class Hash {
    private Hash() {}

    /**
     * The hash code of a key; 0 for null, for texts and boxes, whose hash codes nobody can see to be computed, and for objects with an
     * identity hash code. The front end knows this call.
     */
    public static int of(Object key) {
        return key == null ? 0 : key.hashCode();
    }

    /** What `of` has in the place of the hash codes of objects that have none of their own. */
    static int none(Object key) {
        return 0;
    }

    /** Whether a hash table takes two keys for the same that have the same hash code by `of`: they are the same object, or equal. */
    public static boolean isSame(Object left, int hash, Object right) {
        if (hash != 0) {
            return left == right || left.equals(right);
        }
        if (left == null || right == null) {
            return left == null && right == null;
        }
        if (Values.isValue(left)) {
            return left.equals(right);
        }
        // An identity hash code differs from those of all other objects, or may not do so, and that is said.
        return left == right || left.equals(right) && Values.hashCode(left) == 0;
    }
}
