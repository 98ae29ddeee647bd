/** Expressions whose values wait on the stack while variables change. */
public class Stacks {
    int f = 1; long l = 2; double d = 3; static int sf = 4; static long sl = 5; String s = "s"; Stacks next; int[] arr = {1, 2, 3}; byte b = 120; char c = 'y';
    static int calls; static int call(String what, int v) { calls = calls * 31 + what.length() + v; System.out.print(what + v + " "); return v; }
    static long lcall(String what, long v) { call(what, (int) v); return v; }
    static Stacks obj(String what, Stacks o) { call(what, o.f); return o; }
    static int three(int a, long b, int c) { return (int) (a * 100 + b * 10 + c); }
    static String mix(Object... os) { String r = ""; for (Object o : os) r += o + ";"; return r; }
    static int boom(int x) { if (x > 2) throw new IllegalStateException("boom" + x); return x; }
    static int fin(int x) { int y = x; try { return y++ + boom(y); } catch (IllegalStateException e) { return y += 50; } finally { y += 1000; sf += y; } }
    public static void main(String[] args) {
        int i = 0, j = 2, k = 5; int[] a = {10, 20, 30, 40}; long[] la = {1, 2, 3}; long[] lb = {4, 5, 6}; double[] da = {1, 2};
        a[i++] += a[j--] * (k = k + 1) - i; System.out.println(a[0] + " " + i + j + k);
        i = i++ + i++; System.out.println(i); i = ++i + i++ - --i; System.out.println(i);
        j = (i = 3) + i * (i = 4) + i; System.out.println(i + " " + j);
        int x, y, z; x = y = z = a[a[0] > 0 ? 1 : 2]; System.out.println(x + y + z);
        la[1] = lb[2] = la[0]++ + ++lb[0]; System.out.println(la[0] + " " + la[1] + " " + lb[0] + " " + lb[2]);
        da[0] = da[1] += 2.5; System.out.println(da[0] + da[1]--); System.out.println(da[1]);
        Stacks o = new Stacks(); o.next = new Stacks(); o.next.f = 7;
        System.out.println(o.f++ + o.f + ++o.f + (o.f += 5) + " " + o.l++ + (o.l *= 3) + o.l-- + " " + (o.d /= 2) + o.d++);
        System.out.println(sf++ + ++sf + (sf <<= 2) + " " + sl++ + (sl -= 2) + sl);
        o.s += o.f + o.s + (o.s = "t"); System.out.println(o.s);
        obj("a", o).next.f = call("b", 2) + obj("c", o.next).f * call("d", 3); System.out.println(o.next.f);
        o.arr[call("e", 1)] += call("f", 4) + o.arr[call("g", 2)]; System.out.println(o.arr[1]);
        System.out.println(three(i > 2 ? call("h", 1) : call("i", 2), j < 0 ? lcall("j", 3) : i == 4 ? lcall("k", 4) : 9L, (k & 1) == 0 ? k++ : --k) + " " + k);
        System.out.println(mix(1, 2L, 'c', i++ > 3 ? "yes" + i : null, new int[] {i, i++, i}[1], i, 1.5f, o.b += 10, o.c++, (short) 7));
        boolean p = i > 3 && (j++ > 5 || k-- < 0) && !(i == j) ^ (k > 0 | i++ < 100); System.out.println(p + " " + i + j + k);
        System.out.println(fin(0) + " " + fin(1) + " " + fin(2) + " " + fin(5) + " " + sf);
        int q = 0; for (int m = 0, n = 10; m < n; m += 2, n--) q += m * n + (m > 4 ? (m % 3 == 0 ? 1 : 2) : 3); System.out.println(q);
        int w = 10; w -= w++ - --w; System.out.println(w); w = w++ * 2 + w; System.out.println(w);
        long big = 1; for (int t = 0; t < 70; t++) big = big * 3 + (t % 2 == 0 ? t : -t) ^ (big >>> 7); System.out.println(big);
        int h = 17; for (int t = 0; t < 40; t++) h = (h << 5) - h + (h >>> 3) ^ t * h; System.out.println(h);
        double acc = 0; float facc = 0; for (int t = 1; t < 30; t++) { acc += 1.0 / t * (t % 2 == 0 ? -1 : 1); facc += 1f / t; } System.out.println(acc + " " + facc);
        String str = null; str = (str == null ? "n" : str) + (str = "later") + str; System.out.println(str);
        int[][] g = {{1, 2}, {3, 4}}; int r = 0; g[r][r++] = g[r--][r] + r++; System.out.println(g[0][0] + " " + g[0][1] + " " + r);
        try { a[call("idx", 9)] = call("val", 3); } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { int[] no = null; no[call("idx", 1)] = call("val", 3); } catch (NullPointerException e) { System.out.println("npe"); }
        try { int u = call("left", 1) / call("zero", 0) + call("never", 1); } catch (ArithmeticException e) { System.out.println("ae"); }
        try { three(call("one", 1), lcall("two", 2), boom(call("three", 3))); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        Stacks n = null; try { n.f = call("rhs", 1); } catch (NullPointerException e) { System.out.println("npe2"); }
        Integer bx = 5; bx += bx++ + ++bx; System.out.println(bx); Long lx = 3L; lx = lx-- * 2; System.out.println(lx);
        char ch = 'a'; ch += 1; ch++; System.out.println(ch + "" + (ch > 'b' ? ch : "no") + (char) (ch + 1)); byte by = 10; by >>= 1; by *= 30; System.out.println(by);
        switch (i++ + (j > 3 ? 1 : 0)) { case 0: i = 100; default: i += 7; case 9: i *= 2; break; case 5: i = -1; } System.out.println(i);
        do { i -= i > 50 ? 20 : 3; if (i % 7 == 0) continue; if (i < 5) break; } while (i > 0 && call("w", i) > 0); System.out.println(i);
        System.out.println(calls);
    }
}
