import java.util.*;
import java.util.function.*;
public class Corners {
    static class Pt implements Cloneable { int x; int[] a = {1}; Pt(int x) { this.x = x; } @Override public boolean equals(Object o) { return o instanceof Pt && ((Pt) o).x == x; } @Override public int hashCode() { return x; } @Override public Pt clone() { try { return (Pt) super.clone(); } catch (CloneNotSupportedException e) { throw new AssertionError(e); } } }
    static abstract class Animal { abstract Animal make(); } static class Dog extends Animal { @Override Dog make() { return new Dog(); } public String toString() { return "dog"; } }
    static class Range implements Iterable<Integer> { final int n; Range(int n) { this.n = n; } public Iterator<Integer> iterator() { return new Iterator<>() { int i; public boolean hasNext() { return i < n; } public Integer next() { return i++; } }; } }
    private int secret = 9; class In { int peek() { return secret++; } class In2 { int both() { return secret + In.this.peek(); } } } Supplier<In> maker() { return In::new; }
    interface A { default String n() { return "A"; } } interface B extends A { default String n() { return "B" + A.super.n(); } } static class AB implements A, B { }
    static int ini = 0; int v = ++ini; Corners() { if (ini > 100) throw new RuntimeException(); }
    static String sw(String s) { switch (s) { case "Aa": return "first"; case "BB": return "second"; case "C#": return "third"; default: return "none"; } }
    static String chr(char c) { switch (c) { case 'a': case 'e': return "vowel"; case '\uffff': return "max"; default: return "" + c; } }
    static int count(Object... os) { return os == null ? -1 : os.length; }
    static <T extends Comparable<? super T>> T max(Collection<? extends T> c) { Iterator<? extends T> i = c.iterator(); T best = i.next(); while (i.hasNext()) { T n = i.next(); if (n.compareTo(best) > 0) best = n; } return best; }
    static long gcd(long a, long b) { return b == 0 ? a : gcd(b, a % b); }
    enum Lvl { LOW(1), HIGH(10) { int w() { return super.w() * 2; } }; final int k; Lvl(int k) { this.k = k; } int w() { return k; } static Lvl of(int i) { for (Lvl l : values()) if (l.k >= i) return l; throw new NoSuchElementException("" + i); } }
    static int sw2(Lvl l) { return switch (l) { case LOW -> 1; case HIGH -> { int t = l.w(); yield t + 1; } }; }
    static class Res implements AutoCloseable { public void close() { System.out.println("closed"); } }
    static int tryReturn() { int i = 1; try { return i; } finally { i = 2; } }
    static String nest() { StringBuilder sb = new StringBuilder(); for (int i = 0; i < 3; i++) { try { if (i == 1) continue; sb.append(i); try { if (i == 2) throw new Exception("e" + i); } finally { sb.append("f"); } } catch (Exception e) { sb.append(e.getMessage()); } finally { sb.append(";"); } } return sb.toString(); }
    public static void main(String[] args) throws Exception {
        Pt p = new Pt(1), q = p.clone(); q.x = 2; q.a[0] = 5; System.out.println(p.x + " " + p.a[0] + p.equals(new Pt(1)) + p.equals(q));
        Map<Pt, String> m = new HashMap<>(); m.put(p, "one"); System.out.println(m.get(new Pt(1)) + m.get(q));
        Animal an = new Dog(); System.out.println(an.make());
        int sum = 0; for (int i : new Range(5)) sum += i; System.out.println(sum);
        Corners o = new Corners(); In in = o.maker().get(); In.In2 in2 = in.new In2(); System.out.println(in.peek() + in2.both() + o.secret + o.v);
        System.out.println(new AB().n() + sw("Aa") + sw("BB") + sw("C") + chr('e') + chr('\uffff') + chr('z'));
        System.out.println(count() + count((Object[]) null) + count((Object) null) + count(1, "2") + " " + count(new Object[] {1, 2, 3}) + count(new int[] {1, 2}));
        System.out.println(max(Arrays.asList(3, 9, 2)) + max(List.of("b", "a")) + gcd(84, 36));
        System.out.println(Lvl.of(5).w() + sw2(Lvl.LOW) + sw2(Lvl.HIGH) + Lvl.HIGH.getClass().getName() + Lvl.HIGH.compareTo(Lvl.LOW));
        EnumMap<Lvl, Integer> em = null; int[][] g = {{1, 2}, {3}}; int[][] h = g.clone(); h[0][0] = 7; h[1] = new int[] {8, 9}; System.out.println(g[0][0] + g[1].length + h[1].length);
        try (Res r = null; Res s = new Res()) { System.out.println("in"); }
        System.out.println(tryReturn() + nest());
        record Loc(int a, String b) { static int made; Loc { made++; } Loc(int a) { this(a, "d"); } } System.out.println(new Loc(1) + "" + new Loc(2, "x").equals(new Loc(2, "x")) + Loc.made);
        int cap = 4; class Local { int get() { return cap * 2; } } System.out.println(new Local().get());
        Runnable r = () -> { class Deep { void run() { System.out.println("deep " + cap); } } new Deep().run(); }; r.run();
        Integer nul = null; try { int z = true ? nul : 0; } catch (NullPointerException e) { System.out.println("unboxed"); }
        Object[] objs = {1, 'c', "s", 2L, 1.5, null, new int[0]}; for (Object x : objs) { String d = x instanceof Integer i ? "I" + (i + 1) : x instanceof String s && !s.isEmpty() ? "S" + s : x instanceof Number n ? "N" + n.intValue() : x == null ? "null" : "?"; System.out.print(d + " "); } System.out.println();
        BinaryOperator<UnaryOperator<Integer>> comp = (f, gg) -> x -> gg.apply(f.apply(x)); System.out.println(comp.apply(x -> x + 1, x -> x * 10).apply(4));
        long bits = 0; for (int i = 0; i < 64; i += 9) bits |= 1L << i; System.out.println(Long.bitCount(bits) + " " + Long.toHexString(bits) + " " + Integer.toBinaryString(10) + Integer.reverse(1));
        List<Supplier<Integer>> ss = new ArrayList<>(); for (int i = 0; i < 3; i++) { int j = i; ss.add(() -> j * j); } int t = 0; for (Supplier<Integer> s : ss) t += s.get(); System.out.println(t);
        StringBuilder log = new StringBuilder(); new Object() { void hi() { log.append("anon"); } }.hi(); System.out.println(log);
        var list = new LinkedList<Integer>(); for (int i = 0; i < 4; i++) list.addFirst(i); list.removeIf(x -> x % 2 == 0); System.out.println(list);
    }
}
