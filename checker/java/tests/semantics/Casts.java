/** Conversions between all primitive types. */
public class Casts {
    public static void main(String[] args) {
        long[] values = {0, 1, -1, 127, 128, 255, 256, -129, 32767, 32768, 65535, 65536, -32769, 2147483647L, 2147483648L,
            -2147483649L, 4294967295L, 1L << 53, (1L << 53) + 1, Long.MAX_VALUE, Long.MIN_VALUE};
        for (long v : values) {
            System.out.println(v + ": " + (byte) v + " " + (short) v + " " + (int) (char) v + " " + (int) v + " "
                + (long) (float) v + " " + (long) (double) v + " " + (int) (float) v + " " + (byte) (double) v);
        }
        double[] doubles = {0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 127.9, 128.0, -129.5, 65535.9, 65536.5, 2147483647.0, 2147483648.0,
            -2147483649.0, 9.0E18, 1.0E19, -1.0E19, 1.0E300, -1.0E300, Double.NaN, Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY, Double.MIN_VALUE};
        for (double d : doubles) {
            System.out.println((int) d + " " + (long) d + " " + (byte) d + " " + (short) d + " " + (int) (char) d + " "
                + (int) (float) d + " " + (long) (float) d);
        }
        float[] floats = {0f, 0.1f, 16777216f, 16777217f, 3.0e9f, 1.0e20f, -1.0e20f, Float.NaN, Float.MAX_VALUE};
        for (float f : floats) {
            System.out.println((int) f + " " + (long) f + " " + (short) f + " " + (f == (double) f) + " " + (double) (f * 2 / 2 - f));
        }
        System.out.println((float) 1.0e40 + " " + (float) -1.0e-50 + " " + (float) 0.25);
        System.out.println((int) 'A' + " " + (char) 66 + " " + (char) ('A' + 2) + " " + (byte) 'é' + " " + (short) '\uffff');
        char c = 'x';
        int i = c + 1;
        char d = (char) i;
        System.out.println(d + " " + (c + d) + " " + c + d + " " + (char) (c + 1) + " " + (c > 119) + " " + (c == 120));
        byte b = (byte) 0xf0;
        System.out.println(b + " " + (b & 0xff) + " " + (b >> 2) + " " + (b >>> 2) + " " + ((b & 0xff) >>> 2));
        System.out.println((Object) (byte) 3 instanceof Byte);
        System.out.println(true ? 1 : 'a');
        System.out.println(false ? i : 'a');
        System.out.println((Object) (true ? 1 : 2.0));
        long l = Integer.MAX_VALUE + 1;
        long m = Integer.MAX_VALUE + 1L;
        System.out.println(l + " " + m);
        System.out.println(1 / 2 * 2.0 + " " + 1 / 2.0 * 2 + " " + (1 + 2 + "3" + 4 + 5));
    }
}
