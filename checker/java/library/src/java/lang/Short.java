package java.lang;

import reductio.Model;

/** A boxed `short`. */
public final class Short extends Number implements Comparable<Short> {
    public static final short MIN_VALUE = -32768;
    public static final short MAX_VALUE = 32767;
    public static final int SIZE = 16;
    public static final int BYTES = 2;

    private Short() {}

    public static native Short valueOf(short value);

    @Override
    public native short shortValue();

    @Override
    public byte byteValue() {
        return (byte) shortValue();
    }

    @Override
    public int intValue() {
        return (int) shortValue();
    }

    @Override
    public long longValue() {
        return (long) shortValue();
    }

    @Override
    public float floatValue() {
        return (float) shortValue();
    }

    @Override
    public double doubleValue() {
        return (double) shortValue();
    }

    public static Short valueOf(String text) {
        return valueOf(parseShort(text, 10));
    }

    public static Short valueOf(String text, int radix) {
        return valueOf(parseShort(text, radix));
    }

    public static short parseShort(String text) {
        return parseShort(text, 10);
    }

    public static short parseShort(String text, int radix) {
        int value = Integer.parseInt(text, radix);
        if (value < MIN_VALUE || value > MAX_VALUE) {
            throw new NumberFormatException("Value out of range. Value:\"" + text + "\" Radix:" + radix);
        }
        return (short) value;
    }

    @Override
    public int hashCode() {
        return shortValue();
    }

    public static int hashCode(short value) {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Short && ((Short) other).shortValue() == shortValue();
    }

    @Override
    public String toString() {
        return Model.text((int) shortValue());
    }

    public static String toString(short value) {
        return Model.text((int) value);
    }

    @Override
    public int compareTo(Short other) {
        return shortValue() - other.shortValue();
    }

    public static int compare(short left, short right) {
        return left - right;
    }

    public static int toUnsignedInt(short value) {
        return value & 0xffff;
    }

    public static long toUnsignedLong(short value) {
        return value & 0xffff;
    }
}
