/** Which method is called. */
final class Dispatch {
    static class OtherPackage {
        static class B extends dispatch.A {
            boolean own() { return false; }
            @Override protected boolean open() { return false; }
            boolean hidden() { return false; }
        }
        public static void main(String[] a) throws Exception {
            dispatch.A b = new B();
            Seen.is((b.ask() ? 1 : 0) + (b.askOpen() ? 2 : 0) + (b.askHidden() ? 4 : 0));
        }
    }
    interface Left { default int f() { return 1; } }
    interface Right { default int f() { return 2; } }
    static class Diamond {
        static class C implements Left, Right { @Override public int f() { return Left.super.f() * 4 + Right.super.f(); } }
        public static void main(String[] a) throws Exception { Left l = new C(); Seen.is(l.f()); }
    }
    static class Statics {
        static class P { static int f() { return 1; } int g() { return f(); } }
        static class S extends P { static int f() { return 2; } }
        public static void main(String[] a) throws Exception { P p = new S(); Seen.is(p.g() * 4 + S.f()); }
    }
    static class InConstructor {
        static int seen;
        static class P { P() { f(); } void f() { seen = 1; } }
        static class S extends P { int x = 3; @Override void f() { seen = x + 8; } }
        public static void main(String[] a) throws Exception { S s = new S(); Seen.is(seen * 8 + s.x); }
    }
    static class Fields {
        static class P { int x = 1; int f() { return x; } }
        static class S extends P { int x = 2; }
        public static void main(String[] a) throws Exception { S s = new S(); Seen.is(s.x * 16 + ((P) s).x * 4 + s.f()); }
    }
    static class HelpersAreNotOverridden {
        static int calls;
        static class Mine extends java.util.ArrayList<Integer> {
            private static final long serialVersionUID = 1;
            void grow() { calls++; }
            void fastRemove(int x) { calls++; }
            void checkIndex(int x) { calls++; }
            @Override public boolean add(Integer x) { calls += 4; return super.add(x); }
        }
        public static void main(String[] a) throws Exception {
            Mine mine = new Mine();
            for (int i = 0; i < 12; i++) { mine.add(i); }
            mine.addAll(java.util.List.of(1, 2));
            mine.remove(0);
            Seen.is(calls + mine.size());
        }
    }
    static class Switches {
        enum E { A, B, C }
        public static void main(String[] a) throws Exception {
            int x = 0;
            for (E e : E.values()) { switch (e) { case A: x += 1; break; case B: x += 2; default: x += 4; } }
            Object o = "two";
            if (o instanceof String s && s.length() == 3) { x += 16; }
            x += switch ((String) o) { case "one" -> 32; case "two" -> 64; default -> 0; };
            Seen.is(x);
        }
    }
}
