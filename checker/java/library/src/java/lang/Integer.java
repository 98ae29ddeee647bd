package java.lang;

import reductio.Model;

/** A boxed `int`. Reading of unsigned texts and of system properties is absent. */
public final class Integer extends Number implements Comparable<Integer> {
    public static final int MIN_VALUE = 0x80000000;
    public static final int MAX_VALUE = 0x7fffffff;
    public static final int SIZE = 32;
    public static final int BYTES = 4;

    private Integer() {}

    public static native Integer valueOf(int value);

    @Override
    public native int intValue();

    @Override
    public byte byteValue() {
        return (byte) intValue();
    }

    @Override
    public short shortValue() {
        return (short) intValue();
    }

    @Override
    public long longValue() {
        return (long) intValue();
    }

    @Override
    public float floatValue() {
        return (float) intValue();
    }

    @Override
    public double doubleValue() {
        return (double) intValue();
    }

    public static Integer valueOf(String text) {
        return valueOf(parseInt(text, 10));
    }

    public static Integer valueOf(String text, int radix) {
        return valueOf(parseInt(text, radix));
    }

    public static int parseInt(String text) {
        return parseInt(text, 10);
    }

    public static int parseInt(String text, int radix) {
        if (text == null) {
            throw new NumberFormatException("Cannot parse null string");
        }
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX) {
            Model.unsupported("Integer.parseInt with such a radix");
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
        int limit = negative ? MIN_VALUE : -MAX_VALUE;
        int result = 0;
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

    public static Integer decode(String text) {
        Model.unsupported("Integer.decode");
        return null;
    }

    public static Integer getInteger(String name) {
        Model.unsupported("Integer.getInteger");
        return null;
    }

    @Override
    public int hashCode() {
        return hashCode(intValue());
    }

    public static int hashCode(int value) {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Integer && ((Integer) other).intValue() == intValue();
    }

    @Override
    public String toString() {
        return Model.text(intValue());
    }

    public static String toString(int value) {
        return Model.text(value);
    }

    public static String toString(int value, int radix) {
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX || radix == 10) {
            return Model.text(value);
        }
        String result = "";
        int rest = value < 0 ? value : -value;
        while (rest <= -radix) {
            result = Model.concat(Model.text(Character.forDigit((int) -(rest % radix), radix)), result);
            rest = rest / radix;
        }
        result = Model.concat(Model.text(Character.forDigit((int) -rest, radix)), result);
        return value < 0 ? Model.concat("-", result) : result;
    }

    private static String unsigned(int value, int shift) {
        String result = "";
        do {
            result = Model.concat(Model.text(Character.forDigit((int) (value & ((1 << shift) - 1)), 16)), result);
            value >>>= shift;
        } while (value != 0);
        return result;
    }

    public static String toHexString(int value) {
        return unsigned(value, 4);
    }

    public static String toOctalString(int value) {
        return unsigned(value, 3);
    }

    public static String toBinaryString(int value) {
        return unsigned(value, 1);
    }

    @Override
    public int compareTo(Integer other) {
        return compare(intValue(), other.intValue());
    }

    public static int compare(int left, int right) {
        return left < right ? -1 : left == right ? 0 : 1;
    }

    public static int compareUnsigned(int left, int right) {
        return compare(left + MIN_VALUE, right + MIN_VALUE);
    }

    public static int signum(int value) {
        return value < 0 ? -1 : value == 0 ? 0 : 1;
    }

    public static int sum(int left, int right) {
        return left + right;
    }

    public static int max(int left, int right) {
        return left >= right ? left : right;
    }

    public static int min(int left, int right) {
        return left <= right ? left : right;
    }

    public static int bitCount(int value) {
        int count = 0;
        while (value != 0) {
            value &= value - 1;
            count++;
        }
        return count;
    }

    public static int numberOfLeadingZeros(int value) {
        int count = SIZE;
        while (value != 0) {
            value >>>= 1;
            count--;
        }
        return count;
    }

    public static int numberOfTrailingZeros(int value) {
        return value == 0 ? SIZE : bitCount((value & -value) - 1);
    }

    public static int highestOneBit(int value) {
        return value == 0 ? 0 : 1 << (SIZE - 1 - numberOfLeadingZeros(value));
    }

    public static int lowestOneBit(int value) {
        return value & -value;
    }

    public static int rotateLeft(int value, int distance) {
        return (value << distance) | (value >>> -distance);
    }

    public static int rotateRight(int value, int distance) {
        return (value >>> distance) | (value << -distance);
    }

    public static int reverse(int value) {
        int result = 0;
        for (int i = 0; i < SIZE; i++) {
            result = (result << 1) | (value & 1);
            value >>>= 1;
        }
        return result;
    }

    public static int reverseBytes(int value) {
        int result = 0;
        for (int i = 0; i < BYTES; i++) {
            result = (result << 8) | (value & 0xff);
            value >>>= 8;
        }
        return result;
    }

    public static long toUnsignedLong(int value) {
        return value & 0xffffffffL;
    }

    public static String toUnsignedString(int value) {
        return Model.text(toUnsignedLong(value));
    }

    public static int divideUnsigned(int left, int right) {
        return (int) (toUnsignedLong(left) / toUnsignedLong(right));
    }

    public static int remainderUnsigned(int left, int right) {
        return (int) (toUnsignedLong(left) % toUnsignedLong(right));
    }
}
