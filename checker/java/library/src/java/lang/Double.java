package java.lang;

import reductio.Model;

/** A boxed `double`. Texts are read where the number is exact by simple means: some 15 digits, small exponents. */
public final class Double extends Number implements Comparable<Double> {
    public static final double POSITIVE_INFINITY = 1.0 / 0.0;
    public static final double NEGATIVE_INFINITY = -1.0 / 0.0;
    public static final double NaN = 0.0 / 0.0;
    public static final double MAX_VALUE = 1.7976931348623157E308;
    public static final double MIN_NORMAL = 2.2250738585072014E-308;
    public static final double MIN_VALUE = 4.9E-324;
    public static final int MAX_EXPONENT = 1023;
    public static final int MIN_EXPONENT = -1022;
    public static final int SIZE = 64;
    public static final int BYTES = 8;

    private Double() {}

    public static native Double valueOf(double value);

    @Override
    public native double doubleValue();

    public static native long doubleToRawLongBits(double value);
    public static native double longBitsToDouble(long bits);

    public static long doubleToLongBits(double value) {
        return doubleToRawLongBits(value != value ? NaN : value);
    }

    @Override
    public byte byteValue() {
        return (byte) doubleValue();
    }

    @Override
    public short shortValue() {
        return (short) doubleValue();
    }

    @Override
    public int intValue() {
        return (int) doubleValue();
    }

    @Override
    public long longValue() {
        return (long) doubleValue();
    }

    @Override
    public float floatValue() {
        return (float) doubleValue();
    }

    public static Double valueOf(String text) {
        return valueOf(parseDouble(text));
    }

    public static double parseDouble(String text) {
        return read(text);
    }

    public boolean isNaN() {
        return isNaN(doubleValue());
    }

    public static boolean isNaN(double value) {
        return value != value;
    }

    public boolean isInfinite() {
        return isInfinite(doubleValue());
    }

    public static boolean isInfinite(double value) {
        return value == POSITIVE_INFINITY || value == NEGATIVE_INFINITY;
    }

    public static boolean isFinite(double value) {
        return value - value == 0;
    }

    @Override
    public int hashCode() {
        return hashCode(doubleValue());
    }

    public static int hashCode(double value) {
        return Long.hashCode(doubleToLongBits(value));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Double && compare(((Double) other).doubleValue(), doubleValue()) == 0;
    }

    @Override
    public String toString() {
        return Model.text(doubleValue());
    }

    public static String toString(double value) {
        return Model.text(value);
    }

    @Override
    public int compareTo(Double other) {
        return compare(doubleValue(), other.doubleValue());
    }

    public static int compare(double left, double right) {
        if (left < right) {
            return -1;
        }
        if (left > right) {
            return 1;
        }
        long a = doubleToLongBits(left);
        long b = doubleToLongBits(right);
        return a == b ? 0 : a < b ? -1 : 1;
    }

    public static double sum(double left, double right) {
        return left + right;
    }

    public static double max(double left, double right) {
        return Math.max(left, right);
    }

    public static double min(double left, double right) {
        return Math.min(left, right);
    }

    private static NumberFormatException wrong(String text) {
        return new NumberFormatException(text.isEmpty() ? "empty String" : "For input string: \"" + text + "\"");
    }

    /** Reads a number whose digits and power of ten are both exact; then one multiplication or division rounds rightly. */
    private static double read(String whole) {
        String text = whole.trim();
        int at = 0;
        int length = text.length();
        boolean negative = false;
        if (length > 0 && (text.charAt(0) == '-' || text.charAt(0) == '+')) {
            negative = text.charAt(0) == '-';
            at = 1;
        }
        String rest = text.substring(at);
        if (rest.equals("NaN") || rest.equals("Infinity")) {
            return rest.equals("NaN") ? NaN : negative ? NEGATIVE_INFINITY : POSITIVE_INFINITY;
        }
        long digits = 0;
        int seen = 0;
        int places = 0;
        boolean point = false;
        while (at < length && (text.charAt(at) == '.' || text.charAt(at) >= '0' && text.charAt(at) <= '9')) {
            char unit = text.charAt(at++);
            if (unit == '.') {
                if (point) {
                    throw wrong(text);
                }
                point = true;
            } else {
                if (digits > 900000000000000L) {
                    Model.unsupported("Double.parseDouble with many digits");
                }
                digits = digits * 10 + unit - '0';
                seen++;
                places += point ? 1 : 0;
            }
        }
        if (seen == 0) {
            throw wrong(text);
        }
        if (at < length && (text.charAt(at) == 'x' || text.charAt(at) == 'X')) {
            Model.unsupported("Double.parseDouble in hexadecimal");
        }
        int power = -places;
        if (at < length && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            int sign = 1;
            at++;
            if (at < length && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
                sign = text.charAt(at++) == '-' ? -1 : 1;
            }
            int exponent = 0;
            int from = at;
            while (at < length && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
                if (exponent > 1000) {
                    Model.unsupported("Double.parseDouble with a great exponent");
                }
                exponent = exponent * 10 + text.charAt(at++) - '0';
            }
            if (at == from) {
                throw wrong(text);
            }
            power += sign * exponent;
        }
        if (at < length && "dDfF".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        if (at < length) {
            throw wrong(text);
        }
        if (digits != 0 && (power > 22 || power < -22)) {
            Model.unsupported("Double.parseDouble with a great exponent");
        }
        double ten = 1;
        for (int i = 0; digits != 0 && i < (power < 0 ? -power : power); i++) {
            ten *= 10;
        }
        double result = power < 0 ? digits / ten : digits * ten;
        return negative ? -result : result;
    }
}
