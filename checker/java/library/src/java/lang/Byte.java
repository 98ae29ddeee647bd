package java.lang;

import reductio.Model;

/** A boxed `byte`. */
public final class Byte extends Number implements Comparable<Byte> {
    public static final byte MIN_VALUE = -128;
    public static final byte MAX_VALUE = 127;
    public static final int SIZE = 8;
    public static final int BYTES = 1;

    private Byte() {}

    public static native Byte valueOf(byte value);

    @Override
    public native byte byteValue();

    @Override
    public short shortValue() {
        return (short) byteValue();
    }

    @Override
    public int intValue() {
        return (int) byteValue();
    }

    @Override
    public long longValue() {
        return (long) byteValue();
    }

    @Override
    public float floatValue() {
        return (float) byteValue();
    }

    @Override
    public double doubleValue() {
        return (double) byteValue();
    }

    public static Byte valueOf(String text) {
        return valueOf(parseByte(text, 10));
    }

    public static Byte valueOf(String text, int radix) {
        return valueOf(parseByte(text, radix));
    }

    public static byte parseByte(String text) {
        return parseByte(text, 10);
    }

    public static byte parseByte(String text, int radix) {
        int value = Integer.parseInt(text, radix);
        if (value < MIN_VALUE || value > MAX_VALUE) {
            throw new NumberFormatException("Value out of range. Value:\"" + text + "\" Radix:" + radix);
        }
        return (byte) value;
    }

    @Override
    public int hashCode() {
        return byteValue();
    }

    public static int hashCode(byte value) {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Byte && ((Byte) other).byteValue() == byteValue();
    }

    @Override
    public String toString() {
        return Model.text((int) byteValue());
    }

    public static String toString(byte value) {
        return Model.text((int) value);
    }

    @Override
    public int compareTo(Byte other) {
        return byteValue() - other.byteValue();
    }

    public static int compare(byte left, byte right) {
        return left - right;
    }

    public static int toUnsignedInt(byte value) {
        return value & 0xff;
    }

    public static long toUnsignedLong(byte value) {
        return value & 0xff;
    }
}
