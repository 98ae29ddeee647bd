import java.util.function.*;
public class Classes {
    static abstract class A { String n = "a"; int x = init("A.x"); A() { hello(); } abstract void hello(); static String st() { return "A.st"; } String who() { return "A" + n; } private String p() { return "pA"; } String callP() { return p(); } }
    static class B extends A { String n = "b"; int y = init("B.y"); void hello() { System.out.println("hello " + n + " " + y); } String who() { return "B" + n + super.who() + super.n; } private String p() { return "pB"; } String callPB() { return p(); } static String st() { return "B.st"; } }
    static int init(String s) { System.out.println("init " + s); return 7; }
    interface I { default String d() { return "I.d"; } static String s() { return "I.s"; } String m(); private String q() { return "q"; } default String usesQ() { return q(); } }
    interface J extends I { default String d() { return "J.d" + I.super.d(); } }
    static class C implements I, J { public String m() { return "C.m"; } }
    static class G<T extends Comparable<T>> { T v; G(T v) { this.v = v; } T get() { return v; } boolean less(G<T> o) { return v.compareTo(o.v) < 0; } }
    static class H extends G<String> implements Comparable<H> { H(String s) { super(s); } String get() { return super.get() + "!"; } public int compareTo(H o) { return v.compareTo(o.v); } }
    class Inner { int z = outerField + 1; class Deep { int w = z + outerField; } }
    int outerField = 10;
    static { System.out.println("clinit"); }
    { System.out.println("instance init"); }
    static int varargs(String... xs) { return xs.length; }
    static String over(Object o) { return "obj"; } static String over(String s) { return "str"; } static String over(int i) { return "int"; } static String over(long i) { return "long"; }  static String over(Integer i) { return "Integer"; }
    enum Op implements IntBinaryOperator { PLUS("+") { public int applyAsInt(int a, int b) { return a + b; } }, TIMES("*") { public int applyAsInt(int a, int b) { return a * b; } }; final String sym; Op(String s) { sym = s; } }
    public static void main(String[] args) {
        A a = new B(); System.out.println(a.who() + " " + a.n + " " + ((B) a).n + " " + a.callP() + ((B) a).callPB() + A.st() + B.st());
        C c = new C(); I i = c; System.out.println(i.d() + c.m() + I.s() + i.usesQ());
        G<String> g = new H("x"); System.out.println(g.get() + g.less(new G<>("y")));
        Classes o = new Classes(); Classes.Inner in = o.new Inner(); Classes.Inner.Deep dp = in.new Deep(); System.out.println(in.z + " " + dp.w);
        System.out.println(varargs() + " " + varargs("a", "b") + over(1) + over("s") + over(1L) + over((Object) "s") + over(Integer.valueOf(3)));
        for (Op op : Op.values()) System.out.println(op + op.sym + op.applyAsInt(3, 4) + op.ordinal() + op.name());
        System.out.println(a instanceof B ? "B" : "no"); System.out.println((Object) a instanceof I); System.out.println(null instanceof Object);
        Object arr = new int[2]; System.out.println((arr instanceof int[]) + " " + (arr instanceof Object[]) + " " + (new String[1] instanceof Object[]) + " " + ((Object) new int[1][] instanceof Object[]));
        Runnable r = new Runnable() { int n = 3; public void run() { System.out.println("anon " + n + o.outerField); } }; r.run();
        int local = 5; Supplier<Integer> s1 = () -> local + 1; IntSupplier s2 = () -> local * 2; System.out.println(s1.get() + s2.getAsInt());
        Function<String, Integer> len = String::length; System.out.println(len.apply("four"));
        Supplier<String> bound = "bound"::toString; System.out.println(bound.get());
        Function<String, H> ctor = H::new; System.out.println(ctor.apply("new").get());
        BiFunction<Integer, Integer, Integer> add = Integer::sum; System.out.println(add.apply(3, 4));
        IntFunction<int[]> mk = int[]::new; System.out.println(mk.apply(3).length);
        UnaryOperator<String> up = x -> x + x; System.out.println(up.apply("ab"));
        ToIntFunction<Object> hc = x -> 5; System.out.println(hc.applyAsInt("q"));
        Function<Integer, Function<Integer, Integer>> curry = x -> y -> x - y; System.out.println(curry.apply(10).apply(3));
        Predicate<String> pr = String::isEmpty; System.out.println(pr.test("") + " " + pr.negate().test(""));
        Supplier<Runnable> sr = () -> () -> System.out.println("nested"); sr.get().run();
        LongSupplier ls = () -> local; System.out.println(ls.getAsLong());
        Object cl = new int[] {1, 2}.clone(); System.out.println(((int[]) cl)[1]);
        StringBuilder sb = new StringBuilder(); for (char ch = 'a'; ch < 'e'; ch++) sb.append(ch).append(','); sb.setLength(sb.length() - 1); System.out.println(sb);
        String t = "hello"; System.out.println(t.charAt(1) + t.substring(2) + t.length() + t.indexOf("l") + t.equals("hel" + "lo") + (t == "hello") + t.hashCode());
        String n = null; System.out.println("null: " + n + null + a.x + 1.0f + 'c' + true);
        System.out.println(new Integer(3).equals(3) + new String("abc") + Boolean.valueOf(true));
        Integer bx = 5; bx++; int un = bx + 1; Long lg = 4L; System.out.println(bx + " " + un + " " + (lg + un));
        Object ob = 'c'; System.out.println(ob + " " + (char) ob);
        try { Object[] os = new String[1]; os[0] = 1; } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        try { int[] neg = new int[-1]; } catch (NegativeArraySizeException e) { System.out.println(e.getMessage()); }
        try { int[][] neg = new int[2][-3]; } catch (NegativeArraySizeException e) { System.out.println(e.getMessage()); }
        try { n.length(); } catch (NullPointerException e) { System.out.println("NPE"); }
        try { new Object().notify(); } catch (IllegalMonitorStateException e) { System.out.println(e.getMessage()); }
        try { throw null; } catch (NullPointerException e) { System.out.println("NPE2"); }
    }
}
