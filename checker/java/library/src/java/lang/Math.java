package java.lang;

import reductio.Model;

/** Mathematics. `random` gives some numbers only, and says that there are others. */
public final class Math {
    public static final double E = 2.718281828459045;
    public static final double PI = 3.141592653589793;

    private Math() {}

    public static native double sqrt(double value);
    public static native double sin(double value);
    public static native double cos(double value);
    public static native double exp(double value);
    public static native double log(double value);
    public static native double floor(double value);
    public static native double ceil(double value);

    /** The power where it is exact: of an integer or a power of two, to a small integer. */
    public static double pow(double base, double exponent) {
        if (exponent == 0) {
            return 1;
        }
        int times = (int) exponent;
        if (times != exponent || times > 1100 || times < -1100) {
            Model.unsupported("Math.pow whose result is not exact");
        }
        double result = 1;
        for (int i = 0; i < times || i < -times; i++) {
            result *= base;
        }
        boolean two = result != 0 && (Double.doubleToRawLongBits(result) & 0xfffffffffffffL) == 0;
        boolean whole = times > 0 && floor(result) == result && result <= 9007199254740992.0 && result >= -9007199254740992.0;
        if (base != base || base == 0 || base - base != 0 || !(two || whole) || result - result != 0
                || times > 0 && floor(base) != base && !two) {
            Model.unsupported("Math.pow whose result is not exact");
        }
        return times < 0 ? 1 / result : result;
    }

    public static double random() {
        return Model.chooseSome(0, 3, "other random numbers") / 4.0;
    }

    public static double tan(double value) {
        Model.unsupported("Math.tan");
        return 0;
    }

    public static double asin(double value) {
        Model.unsupported("Math.asin");
        return 0;
    }

    public static double acos(double value) {
        Model.unsupported("Math.acos");
        return 0;
    }

    public static double atan(double value) {
        Model.unsupported("Math.atan");
        return 0;
    }

    public static double sinh(double value) {
        Model.unsupported("Math.sinh");
        return 0;
    }

    public static double cosh(double value) {
        Model.unsupported("Math.cosh");
        return 0;
    }

    public static double tanh(double value) {
        Model.unsupported("Math.tanh");
        return 0;
    }

    public static double log10(double value) {
        Model.unsupported("Math.log10");
        return 0;
    }

    public static double log1p(double value) {
        Model.unsupported("Math.log1p");
        return 0;
    }

    public static double expm1(double value) {
        Model.unsupported("Math.expm1");
        return 0;
    }

    public static double cbrt(double value) {
        Model.unsupported("Math.cbrt");
        return 0;
    }

    public static double atan2(double left, double right) {
        Model.unsupported("Math.atan2");
        return 0;
    }

    public static double hypot(double left, double right) {
        Model.unsupported("Math.hypot");
        return 0;
    }

    public static double toRadians(double degrees) {
        return degrees * (PI / 180);
    }

    public static double toDegrees(double radians) {
        return radians * (180 / PI);
    }

    public static double rint(double value) {
        if (value != value || value >= 4503599627370496.0 || value <= -4503599627370496.0 || value == 0) {
            return value;
        }
        double down = floor(value);
        double rest = value - down;
        double result = rest < 0.5 ? down : rest > 0.5 ? down + 1 : down % 2 == 0 ? down : down + 1;
        return result == 0 && value < 0 ? -0.0 : result;
    }

    public static int round(float value) {
        return value != value ? 0 : (int) floor((double) value + 0.5);
    }

    public static long round(double value) {
        if (value != value) {
            return 0;
        }
        double down = floor(value);
        return (long) (value - down >= 0.5 ? down + 1 : down);
    }

    public static double signum(double value) {
        return value > 0 ? 1.0 : value < 0 ? -1.0 : value;
    }

    public static float signum(float value) {
        return value > 0 ? 1.0f : value < 0 ? -1.0f : value;
    }

    public static int abs(int value) {
        return value < 0 ? -value : value;
    }

    public static int max(int left, int right) {
        return left >= right ? left : right;
    }

    public static int min(int left, int right) {
        return left <= right ? left : right;
    }

    public static int floorDiv(int left, int right) {
        int quotient = left / right;
        return (left ^ right) < 0 && quotient * right != left ? quotient - 1 : quotient;
    }

    public static int floorMod(int left, int right) {
        int rest = left % right;
        return rest != 0 && (rest ^ right) < 0 ? rest + right : rest;
    }

    public static int addExact(int left, int right) {
        int result = left + right;
        if (((left ^ result) & (right ^ result)) < 0) {
            throw new ArithmeticException("integer overflow");
        }
        return result;
    }

    public static int subtractExact(int left, int right) {
        int result = left - right;
        if (((left ^ right) & (left ^ result)) < 0) {
            throw new ArithmeticException("integer overflow");
        }
        return result;
    }

    public static int incrementExact(int value) {
        return addExact(value, 1);
    }

    public static int decrementExact(int value) {
        return subtractExact(value, 1);
    }

    public static int negateExact(int value) {
        return subtractExact(0, value);
    }

    public static long abs(long value) {
        return value < 0 ? -value : value;
    }

    public static long max(long left, long right) {
        return left >= right ? left : right;
    }

    public static long min(long left, long right) {
        return left <= right ? left : right;
    }

    public static long floorDiv(long left, long right) {
        long quotient = left / right;
        return (left ^ right) < 0 && quotient * right != left ? quotient - 1 : quotient;
    }

    public static long floorMod(long left, long right) {
        long rest = left % right;
        return rest != 0 && (rest ^ right) < 0 ? rest + right : rest;
    }

    public static long addExact(long left, long right) {
        long result = left + right;
        if (((left ^ result) & (right ^ result)) < 0) {
            throw new ArithmeticException("long overflow");
        }
        return result;
    }

    public static long subtractExact(long left, long right) {
        long result = left - right;
        if (((left ^ right) & (left ^ result)) < 0) {
            throw new ArithmeticException("long overflow");
        }
        return result;
    }

    public static long incrementExact(long value) {
        return addExact(value, 1);
    }

    public static long decrementExact(long value) {
        return subtractExact(value, 1);
    }

    public static long negateExact(long value) {
        return subtractExact(0, value);
    }

    public static float abs(float value) {
        return value <= 0 ? 0 - value : value;
    }

    public static float max(float left, float right) {
        if (left != left) {
            return left;
        }
        if (left == 0 && right == 0) {
            return Float.floatToRawIntBits(left) == 0 ? left : right;
        }
        return left >= right ? left : right;
    }

    public static float min(float left, float right) {
        if (left != left) {
            return left;
        }
        if (left == 0 && right == 0) {
            return Float.floatToRawIntBits(left) != 0 ? left : right;
        }
        return left <= right ? left : right;
    }

    public static double abs(double value) {
        return value <= 0 ? 0 - value : value;
    }

    public static double max(double left, double right) {
        if (left != left) {
            return left;
        }
        if (left == 0 && right == 0) {
            return Double.doubleToRawLongBits(left) == 0 ? left : right;
        }
        return left >= right ? left : right;
    }

    public static double min(double left, double right) {
        if (left != left) {
            return left;
        }
        if (left == 0 && right == 0) {
            return Double.doubleToRawLongBits(left) != 0 ? left : right;
        }
        return left <= right ? left : right;
    }

    public static int multiplyExact(int left, int right) {
        long result = (long) left * right;
        if ((int) result != result) {
            throw new ArithmeticException("integer overflow");
        }
        return (int) result;
    }

    public static long multiplyExact(long left, int right) {
        return multiplyExact(left, (long) right);
    }

    public static long multiplyExact(long left, long right) {
        long result = left * right;
        if (left != 0 && (result / left != right || left == -1 && right == Long.MIN_VALUE)) {
            throw new ArithmeticException("long overflow");
        }
        return result;
    }

    public static int toIntExact(long value) {
        if ((int) value != value) {
            throw new ArithmeticException("integer overflow");
        }
        return (int) value;
    }

    public static int floorMod(long left, int right) {
        return (int) floorMod(left, (long) right);
    }

    public static long floorDiv(long left, int right) {
        return floorDiv(left, (long) right);
    }
}
