/** Arithmetic of int and long: wrap-around, shifts, signs of quotients and remainders, the least numbers. */
public class Integers {
    static int[] ints = {0, 1, -1, 2, -2, 3, 7, -7, 31, 32, 33, 255, 256, 65535, 65536, -65536, 12345678, -12345678,
        Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE - 1, Integer.MIN_VALUE + 1};
    static long[] longs = {0, 1, -1, 2, -3, 7, 63, 64, 4294967295L, 4294967296L, -4294967297L, 123456789012345L,
        Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1};

    public static void main(String[] args) {
        for (int a : ints) {
            StringBuilder line = new StringBuilder();
            line.append(a).append(": ").append(-a).append(' ').append(~a).append(' ').append(a + 1).append(' ').append(a - 1);
            for (int b : new int[] {1, -1, 3, -3, 7, 31, 32, 33, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
                line.append(' ').append(a + b).append(' ').append(a - b).append(' ').append(a * b);
                line.append(' ').append(a / b).append(' ').append(a % b);
                line.append(' ').append(a & b).append(' ').append(a | b).append(' ').append(a ^ b);
                line.append(' ').append(a << b).append(' ').append(a >> b).append(' ').append(a >>> b);
                line.append(a < b ? " <" : a == b ? " =" : " >");
            }
            System.out.println(line);
        }
        for (long a : longs) {
            StringBuilder line = new StringBuilder();
            line.append(a).append(": ").append(-a).append(' ').append(~a);
            for (long b : new long[] {1, -1, 3, -7, 63, 65, Long.MAX_VALUE, Long.MIN_VALUE}) {
                line.append(' ').append(a + b).append(' ').append(a - b).append(' ').append(a * b);
                line.append(' ').append(a / b).append(' ').append(a % b);
                line.append(' ').append(a & b).append(' ').append(a | b).append(' ').append(a ^ b);
                line.append(' ').append(a << b).append(' ').append(a >> b).append(' ').append(a >>> b);
                line.append(a < b ? " <" : a == b ? " =" : " >");
            }
            System.out.println(line);
        }
        compound();
        byZero();
    }

    static void compound() {
        byte b = 127;
        b++;
        System.out.println(b);
        b += 200;
        System.out.println(b);
        b *= 3;
        b >>>= 1;
        System.out.println(b);
        short s = -32768;
        s--;
        System.out.println(s);
        s <<= 3;
        System.out.println(s);
        char c = 0;
        c--;
        System.out.println((int) c);
        c += 1.7;
        System.out.println((int) c);
        int i = 5;
        i = i++ + ++i;
        System.out.println(i);
        i += 3.99;
        System.out.println(i);
        i -= 'a';
        System.out.println(i);
        long l = 1;
        l <<= 40;
        l |= i;
        System.out.println(l);
        int j = 1;
        j <<= 33L;
        System.out.println(j);
        i = 10;
        i = i-- - --i;
        System.out.println(i);
        int[] a = {0, 0, 0};
        int k = 0;
        a[k++] = a[k] + k++;
        a[k] += k = 7;
        System.out.println(a[0] + " " + a[1] + " " + a[2] + " " + k);
        final int big = 1 << 31;
        System.out.println(big + " " + (big >>> 31) + " " + (big >> 31) + " " + Math.abs(big));
    }

    static void byZero() {
        int zero = 0;
        long wide = 0;
        try {
            System.out.println(5 / zero);
        } catch (ArithmeticException e) {
            System.out.println("int /");
        }
        try {
            System.out.println(5 % zero);
        } catch (ArithmeticException e) {
            System.out.println("int %");
        }
        try {
            System.out.println(5L / wide);
        } catch (ArithmeticException e) {
            System.out.println("long /");
        }
        try {
            wide %= 0L;
        } catch (ArithmeticException e) {
            System.out.println("long % " + wide);
        }
        System.out.println(5.0 / zero);
    }
}
