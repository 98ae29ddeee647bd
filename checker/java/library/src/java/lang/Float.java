package java.lang;

import reductio.Model;

/** A boxed `float`. Texts are read where the number is exact by simple means: some 15 digits, small exponents. */
public final class Float extends Number implements Comparable<Float> {
    public static final float POSITIVE_INFINITY = 1.0f / 0.0f;
    public static final float NEGATIVE_INFINITY = -1.0f / 0.0f;
    public static final float NaN = 0.0f / 0.0f;
    public static final float MAX_VALUE = 3.4028235E38f;
    public static final float MIN_NORMAL = 1.17549435E-38f;
    public static final float MIN_VALUE = 1.4E-45f;
    public static final int MAX_EXPONENT = 127;
    public static final int MIN_EXPONENT = -126;
    public static final int SIZE = 32;
    public static final int BYTES = 4;

    private Float() {}

    public static native Float valueOf(float value);

    @Override
    public native float floatValue();

    public static native int floatToRawIntBits(float value);
    public static native float intBitsToFloat(int bits);

    public static int floatToIntBits(float value) {
        return floatToRawIntBits(value != value ? NaN : value);
    }

    @Override
    public byte byteValue() {
        return (byte) floatValue();
    }

    @Override
    public short shortValue() {
        return (short) floatValue();
    }

    @Override
    public int intValue() {
        return (int) floatValue();
    }

    @Override
    public long longValue() {
        return (long) floatValue();
    }

    @Override
    public double doubleValue() {
        return (double) floatValue();
    }

    public static Float valueOf(String text) {
        return valueOf(parseFloat(text));
    }

    public static float parseFloat(String text) {
        return read(text);
    }

    public boolean isNaN() {
        return isNaN(floatValue());
    }

    public static boolean isNaN(float value) {
        return value != value;
    }

    public boolean isInfinite() {
        return isInfinite(floatValue());
    }

    public static boolean isInfinite(float value) {
        return value == POSITIVE_INFINITY || value == NEGATIVE_INFINITY;
    }

    public static boolean isFinite(float value) {
        return value - value == 0;
    }

    @Override
    public int hashCode() {
        return hashCode(floatValue());
    }

    public static int hashCode(float value) {
        return floatToIntBits(value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Float && compare(((Float) other).floatValue(), floatValue()) == 0;
    }

    @Override
    public String toString() {
        return Model.text(floatValue());
    }

    public static String toString(float value) {
        return Model.text(value);
    }

    @Override
    public int compareTo(Float other) {
        return compare(floatValue(), other.floatValue());
    }

    public static int compare(float left, float right) {
        if (left < right) {
            return -1;
        }
        if (left > right) {
            return 1;
        }
        int a = floatToIntBits(left);
        int b = floatToIntBits(right);
        return a == b ? 0 : a < b ? -1 : 1;
    }

    public static float sum(float left, float right) {
        return left + right;
    }

    public static float max(float left, float right) {
        return Math.max(left, right);
    }

    public static float min(float left, float right) {
        return Math.min(left, right);
    }

    /** Reads by way of a double, which is exact enough if the result is not close to the middle of two floats. */
    private static float read(String text) {
        double wide = Double.parseDouble(text);
        float narrow = (float) wide;
        double below = wide * (1 - 1e-12);
        double above = wide * (1 + 1e-12);
        if (wide == wide && ((float) below != narrow || (float) above != narrow)) {
            Model.unsupported("Float.parseFloat of a number between two floats");
        }
        return narrow;
    }
}
