public class Arithmetic {
    static byte b; static char c; static short s; static int i; static long l; static float f; static double d; static boolean z;
    byte fb; char fc; short fs;
    static void show(String what, Object o) { System.out.println(what + "=" + o); }
    static long mix(long a, int b, double c, long d) { return a * b + (long) c - d; }
    public static void main(String[] args) {
        i = Integer.MAX_VALUE; i++; System.out.println(i);
        l = Long.MIN_VALUE; l--; System.out.println(l);
        System.out.println(-7 / 2 + " " + -7 % 2 + " " + 7 / -2 + " " + 7 % -2);
        System.out.println((-7L) / 2 + " " + (-7L) % 2 + " " + Long.MIN_VALUE / -1L);
        int mone = -1; System.out.println(Integer.MIN_VALUE / mone);
        System.out.println((1 << 33) + " " + (1L << 33) + " " + (-1 >>> 28) + " " + (-1L >>> 60) + " " + (-16 >> 2));
        int sh = 35; System.out.println((1 << sh) + " " + (5L << sh) + " " + (-5 >>> sh) + " " + (-5 >> sh));
        b = (byte) 200; c = (char) 65601; s = (short) 70000; System.out.println(b + " " + (int) c + " " + s);
        f = 1.1f * 3; d = 1.1 * 3; System.out.println(f + " " + d);
        System.out.println((int) 3.99e20 + " " + (long) -1e30 + " " + (int) Double.NaN + " " + (int) -2.7f);
        System.out.println(0.0 / 0.0 + " " + 1 / 0.0 + " " + -1 / 0.0f + " " + -0.0);
        double nan = Double.NaN; System.out.println((nan < 1) + " " + (nan > 1) + " " + (nan == nan) + " " + !(nan >= 0));
        float fn = Float.NaN; System.out.println((fn < 1) + " " + (fn > 1) + " " + (fn != fn));
        System.out.println(5.5 % 2 + " " + -5.5 % 2 + " " + 5.5f % -2);
        System.out.println(mix(3, 4, 5.9, 2));
        System.out.println((5 & 6) + " " + (5 | 6) + " " + (5 ^ 6) + " " + ~5 + " " + (5L & 6) + " " + ~5L);
        int k = 5; int r = k++ + ++k * k-- - --k; System.out.println(k + " " + r);
        int[] a = {1, 2, 3}; int ix = 0; a[ix++] = a[ix] + ix++; System.out.println(a[0] + " " + ix);
        a[1] += 5; a[2] <<= 3; a[0]--; System.out.println(a[0] + " " + a[1] + " " + a[2]);
        long[] la = new long[2]; la[1] = 7; la[1] *= la[1]++; System.out.println(la[1]);
        double[] da = {1.5}; da[0] += 2; System.out.println(da[0]++ + " " + da[0]);
        byte bb = 127; bb++; System.out.println(bb); bb += 200; System.out.println(bb);
        char cc = 'z'; cc++; System.out.println(cc); cc -= 300; System.out.println((int) cc);
        short ss = (short) 40000; System.out.println(ss);
        System.out.println(1e10f + " " + 1e-5 + " " + 123456789.0 + " " + 0.001 + " " + 1e7 + " " + 100f);
        System.out.println((float) 1e40 + " " + (double) 1.1f + " " + (float) 0.1);
        System.out.println(Long.compare(3, 4) + " " + (3L > 4L) + " " + (3L < 4L) + " " + (1.5 > 1.5) + " " + (2f <= 2f));
        System.out.println('a' + 'b' + " " + 'a' + 'b' + (char) ('a' + 1));
        Arithmetic o = new Arithmetic(); o.fb = (byte) 130; o.fc = (char) -1; o.fs = (short) 65535; System.out.println(o.fb + " " + (int) o.fc + " " + o.fs);
        z = 3 > 2 ^ 2 > 3; System.out.println(z & true | false);
        System.out.println(Integer.toString(42) + Long.toString(-9L) + Boolean.toString(true));
        boolean[] zs = new boolean[2]; zs[1] = true; System.out.println(zs[0] + " " + zs[1]);
        System.out.println((i > 0 ? 1 : 2.0) + " " + (z ? 'x' : 0));
        long t = 0; for (int q = 0; q < 10; q++) t += q % 3 == 0 ? q : -q; System.out.println(t);
        outer: for (int x = 0; x < 5; x++) for (int y = 0; y < 5; y++) { if (y == 3) continue outer; if (x == 3) break outer; t += x * y; }
        System.out.println(t);
        switch (k) { case 1: case 2: System.out.println("few"); case 5: System.out.println("five"); break; default: System.out.println("other " + k); }
        for (int q : new int[] {-5, 0, 3, 1000, 7, 8, 9, 10, 11, 12}) { switch (q) { case -5: System.out.print("a"); break; case 0: System.out.print("b"); break; case 3: System.out.print("c"); break; case 7: System.out.print("d"); break; case 1000: System.out.print("e"); break; case 10: System.out.print("f"); break; default: System.out.print("?"); } }
        System.out.println();
    }
}
