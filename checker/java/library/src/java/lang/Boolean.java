package java.lang;

import reductio.Model;

/** A boxed truth value. */
public final class Boolean implements java.io.Serializable, Comparable<Boolean> {
    public static final Boolean TRUE = valueOf(true);
    public static final Boolean FALSE = valueOf(false);

    private Boolean() {}

    public static native Boolean valueOf(boolean value);
    public native boolean booleanValue();

    public static Boolean valueOf(String text) {
        return valueOf(parseBoolean(text));
    }

    public static boolean parseBoolean(String text) {
        return "true".equalsIgnoreCase(text);
    }

    @Override
    public int hashCode() {
        return hashCode(booleanValue());
    }

    public static int hashCode(boolean value) {
        return value ? 1231 : 1237;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Boolean && ((Boolean) other).booleanValue() == booleanValue();
    }

    @Override
    public String toString() {
        return Model.text(booleanValue());
    }

    public static String toString(boolean value) {
        return Model.text(value);
    }

    @Override
    public int compareTo(Boolean other) {
        return compare(booleanValue(), other.booleanValue());
    }

    public static int compare(boolean left, boolean right) {
        return left == right ? 0 : left ? 1 : -1;
    }

    public static boolean logicalAnd(boolean left, boolean right) {
        return left & right;
    }

    public static boolean logicalOr(boolean left, boolean right) {
        return left | right;
    }

    public static boolean logicalXor(boolean left, boolean right) {
        return left ^ right;
    }

    public static boolean getBoolean(String name) {
        Model.unsupported("Boolean.getBoolean");
        return false;
    }
}
