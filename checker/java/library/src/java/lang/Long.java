package java.lang;

import reductio.Model;

/** A boxed `long`. Reading of unsigned texts and of system properties is absent. */
public final class Long extends Number implements Comparable<Long> {
    public static final long MIN_VALUE = 0x8000000000000000L;
    public static final long MAX_VALUE = 0x7fffffffffffffffL;
    public static final int SIZE = 64;
    public static final int BYTES = 8;

    private Long() {}

    public static native Long valueOf(long value);

    @Override
    public native long longValue();

    @Override
    public byte byteValue() {
        return (byte) longValue();
    }

    @Override
    public short shortValue() {
        return (short) longValue();
    }

    @Override
    public int intValue() {
        return (int) longValue();
    }

    @Override
    public float floatValue() {
        return (float) longValue();
    }

    @Override
    public double doubleValue() {
        return (double) longValue();
    }

    public static Long valueOf(String text) {
        return valueOf(parseLong(text, 10));
    }

    public static Long valueOf(String text, int radix) {
        return valueOf(parseLong(text, radix));
    }

    public static long parseLong(String text) {
        return parseLong(text, 10);
    }

    public static long parseLong(String text, int radix) {
        if (text == null) {
            throw new NumberFormatException("Cannot parse null string");
        }
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX) {
            Model.unsupported("Long.parseLong with such a radix");
        }
        int length = text.length();
        int at = 0;
        boolean negative = false;
        if (length > 1 && (text.charAt(0) == '-' || text.charAt(0) == '+')) {
            negative = text.charAt(0) == '-';
            at = 1;
        }
        if (at >= length) {
            throw wrong(text, radix);
        }
        long limit = negative ? MIN_VALUE : -MAX_VALUE;
        long result = 0;
        while (at < length) {
            int digit = Character.digit(text.charAt(at++), radix);
            if (digit < 0 || result < limit / radix || result * radix < limit + digit) {
                throw wrong(text, radix);
            }
            result = result * radix - digit;
        }
        return negative ? result : -result;
    }

    private static NumberFormatException wrong(String text, int radix) {
        return new NumberFormatException("For input string: \"" + text + "\"" + (radix == 10 ? "" : " under radix " + radix));
    }

    public static Long decode(String text) {
        Model.unsupported("Long.decode");
        return null;
    }

    public static Long getLong(String name) {
        Model.unsupported("Long.getLong");
        return null;
    }

    @Override
    public int hashCode() {
        return hashCode(longValue());
    }

    public static int hashCode(long value) {
        return (int) (value ^ (value >>> 32));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Long && ((Long) other).longValue() == longValue();
    }

    @Override
    public String toString() {
        return Model.text(longValue());
    }

    public static String toString(long value) {
        return Model.text(value);
    }

    public static String toString(long value, int radix) {
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX || radix == 10) {
            return Model.text(value);
        }
        String result = "";
        long rest = value < 0 ? value : -value;
        while (rest <= -radix) {
            result = Model.concat(Model.text(Character.forDigit((int) -(rest % radix), radix)), result);
            rest = rest / radix;
        }
        result = Model.concat(Model.text(Character.forDigit((int) -rest, radix)), result);
        return value < 0 ? Model.concat("-", result) : result;
    }

    private static String unsigned(long value, int shift) {
        String result = "";
        do {
            result = Model.concat(Model.text(Character.forDigit((int) (value & ((1 << shift) - 1)), 16)), result);
            value >>>= shift;
        } while (value != 0);
        return result;
    }

    public static String toHexString(long value) {
        return unsigned(value, 4);
    }

    public static String toOctalString(long value) {
        return unsigned(value, 3);
    }

    public static String toBinaryString(long value) {
        return unsigned(value, 1);
    }

    @Override
    public int compareTo(Long other) {
        return compare(longValue(), other.longValue());
    }

    public static int compare(long left, long right) {
        return left < right ? -1 : left == right ? 0 : 1;
    }

    public static int compareUnsigned(long left, long right) {
        return compare(left + MIN_VALUE, right + MIN_VALUE);
    }

    public static int signum(long value) {
        return value < 0 ? -1 : value == 0 ? 0 : 1;
    }

    public static long sum(long left, long right) {
        return left + right;
    }

    public static long max(long left, long right) {
        return left >= right ? left : right;
    }

    public static long min(long left, long right) {
        return left <= right ? left : right;
    }

    public static int bitCount(long value) {
        int count = 0;
        while (value != 0) {
            value &= value - 1;
            count++;
        }
        return count;
    }

    public static int numberOfLeadingZeros(long value) {
        int count = SIZE;
        while (value != 0) {
            value >>>= 1;
            count--;
        }
        return count;
    }

    public static int numberOfTrailingZeros(long value) {
        return value == 0 ? SIZE : bitCount((value & -value) - 1);
    }

    public static long highestOneBit(long value) {
        return value == 0 ? 0 : 1L << (SIZE - 1 - numberOfLeadingZeros(value));
    }

    public static long lowestOneBit(long value) {
        return value & -value;
    }

    public static long rotateLeft(long value, int distance) {
        return (value << distance) | (value >>> -distance);
    }

    public static long rotateRight(long value, int distance) {
        return (value >>> distance) | (value << -distance);
    }

    public static long reverse(long value) {
        long result = 0;
        for (int i = 0; i < SIZE; i++) {
            result = (result << 1) | (value & 1);
            value >>>= 1;
        }
        return result;
    }

    public static long reverseBytes(long value) {
        long result = 0;
        for (int i = 0; i < BYTES; i++) {
            result = (result << 8) | (value & 0xff);
            value >>>= 8;
        }
        return result;
    }
}
