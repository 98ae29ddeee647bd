/** Arithmetic of float and double, comparisons with NaN, the two zeros, rounding. */
public class Floats {
    static double nan() {
        return 0.0 / 0.0;
    }

    static String compare(double a, double b) {
        return (a < b) + "," + (a <= b) + "," + (a > b) + "," + (a >= b) + "," + (a == b) + "," + (a != b)
            + "," + !(a < b) + "," + Double.compare(a, b);
    }

    static String compare(float a, float b) {
        return (a < b) + "," + (a <= b) + "," + (a > b) + "," + (a >= b) + "," + (a == b) + "," + (a != b)
            + "," + !(a >= b) + "," + Float.compare(a, b);
    }

    public static void main(String[] args) {
        double[] values = {0.0, -0.0, 1.0, -1.0, 0.5, 2.5, -2.5, 100.25, nan(), Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        for (double a : values) {
            for (double b : values) {
                System.out.println(a + " " + b + ": " + (a + b) + " " + (a - b) + " " + a * b + " " + compare(a, b)
                    + " " + Math.max(a, b) + " " + Math.min(a, b));
                System.out.println(compare((float) a, (float) b) + " " + ((float) a + (float) b) + " " + (float) a * (float) b);
            }
        }
        System.out.println(7.0 / 2 + " " + 7.5 % 2 + " " + -7.5 % 2 + " " + 7.5 % -2 + " " + 5.0 % 0.0 + " " + 1 / 0.0 + " " + 1 / -0.0);
        System.out.println(7.0f / 2 + " " + 7.5f % 2 + " " + -7.5f % 2 + " " + 5.0f % 0.0f + " " + 1 / 0.0f + " " + 1 / -0.0f);
        System.out.println((0.0 == -0.0) + " " + Double.valueOf(0.0).equals(-0.0) + " " + Double.valueOf(nan()).equals(nan()));
        System.out.println((0.1 + 0.2 == 0.3) + " " + (0.1f + 0.2f == 0.3f) + " " + (0.5 + 0.25 == 0.75) + " " + (float) 0.1 + " " + (0.1f == 0.1));
        System.out.println(1.0 + " " + 1.5f + " " + 100.0 + " " + 1234567.0 + " " + 0.001 + " " + 12345678.0 + " " + 1.0E7
            + " " + 1.0E-4 + " " + 123.0E10 + " " + 0.5f + " " + 1.0e10f + " " + 3.25e-5);
        System.out.println(Double.MAX_VALUE + " " + Float.MAX_VALUE + " " + Double.MAX_VALUE * 2 + " " + -Float.MAX_VALUE * 10);
        System.out.println(Math.sqrt(2.25) + " " + Math.sqrt(-1) + " " + Math.floor(-1.5) + " " + Math.ceil(-1.5) + " "
            + Math.floor(1.5) + " " + Math.ceil(1.5) + " " + Math.pow(2, 10) + " " + Math.pow(2, -2) + " " + Math.abs(-3.5)
            + " " + Math.ceil(-0.5) + " " + Math.signum(-2.0) + " " + Math.rint(2.5) + " " + Math.rint(3.5));
        System.out.println(Math.round(2.5) + " " + Math.round(-2.5) + " " + Math.round(2.4f) + " " + Math.round(-0.5) + " "
            + Math.round(nan()) + " " + Math.round(1e300) + " " + Math.round(0.49999999999999994));
        System.out.println(Double.doubleToLongBits(1.5) + " " + Double.doubleToLongBits(-0.0) + " " + Float.floatToIntBits(-2.5f)
            + " " + Double.longBitsToDouble(4611686018427387904L) + " " + Float.intBitsToFloat(0x3fc00000)
            + " " + Double.doubleToLongBits(nan()) + " " + Float.floatToIntBits(0f / 0f));
        double sum = 0;
        for (int i = 0; i < 10; i++) {
            sum += 0.125 * i;
        }
        float f = 1;
        f += 0.25;
        f *= 3;
        f++;
        double d = 5;
        d /= 4;
        d--;
        d %= 1;
        System.out.println(sum + " " + f + " " + d + " " + -f + " " + -(0.0));
        System.out.println(Double.parseDouble("12.5") + " " + Double.parseDouble("-1e3") + " " + Double.valueOf(" 7 ") + " "
            + Float.parseFloat("0.75") + " " + Double.parseDouble("NaN") + " " + Double.isNaN(nan()) + " "
            + Double.isInfinite(1 / 0.0) + " " + Double.toString(2.0) + " " + Float.toString(-1f));
        System.out.println(Double.hashCode(1.5) + " " + Float.hashCode(1.5f) + " " + Double.MIN_VALUE / 2 + " " + (int) 1e20f);
    }
}
