/** The initialization of classes. */
final class Initializers {
    static class Super {
        static class P {
            static Object s;
            static { Jitter.here(); s = new S(); }
        }
        static class S extends P {
            static void f() { }
        }
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> S.f());
            Jitter.here();
            Object o = P.s;
            t.join();
            Seen.is(o == null ? 0 : 1);
        }
    }
    static class Circle {
        static class A {
            static int x;
            static { Jitter.here(); x = B.x + 1; }
        }
        static class B {
            static int x;
            static { Jitter.here(); x = A.x + 1; }
        }
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { int x = A.x; });
            Jitter.here();
            int y = B.x;
            t.join();
            Seen.is(A.x * 4 + B.x);
        }
    }
    static class CircleOfOne {
        static class A {
            static int x;
            static { Jitter.here(); x = B.x + 1; }
        }
        static class B {
            static int x = A.x + 1;
        }
        public static void main(String[] a) throws Exception {
            Seen.is(a.length == 0 ? A.x * 4 + B.x : 0);
        }
    }
    static class Once {
        static volatile int count;
        static class A {
            static int x;
            static { count++; Jitter.here(); x = 1; }
        }
        static volatile int y;
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> y = A.x);
            Jitter.here();
            int z = A.x;
            t.join();
            Seen.is(count * 4 + y * 2 + z);
        }
    }
    static class Fails {
        static volatile int x;
        static class A {
            static int y;
            static { Jitter.here(); y = 1 / Fails.x; }
        }
        static void use(int who) {
            try {
                A.y = 1;
            } catch (ExceptionInInitializerError e) {
                synchronized (Fails.class) { x = x * 3 + 1; }
            } catch (NoClassDefFoundError e) {
                synchronized (Fails.class) { x = x * 3 + 2; }
            }
        }
        public static void main(String[] a) throws Exception {
            use(0);
            use(0);
            Seen.is(x);
        }
    }
    static class FailsForTwo {
        static volatile int zero;
        static int x;
        static class A {
            static int y;
            static { Jitter.here(); y = 1 / zero; }
        }
        static void use() {
            try {
                A.y = 1;
            } catch (ExceptionInInitializerError e) {
                synchronized (Fails.class) { x += 1; }
            } catch (NoClassDefFoundError e) {
                synchronized (Fails.class) { x += 4; }
            }
        }
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> use());
            use();
            t.join();
            Seen.is(x);
        }
    }
    static class HasCause {
        static int zero;
        static class A {
            static int y = 1 / zero;
        }
        public static void main(String[] a) throws Exception {
            int x = 0;
            try { A.y = 1; } catch (ExceptionInInitializerError e) { x += e.getCause() instanceof ArithmeticException ? 1 : 0; }
            try { A.y = 1; } catch (NoClassDefFoundError e) { x += e.getCause() == null ? 2 : 4; }
            Seen.is(x);
        }
    }
    static class WaitsForAUser {
        static class A {
            static int x;
            static {
                Thread t = T.go(() -> x++);
                try {
                    t.join();
                } catch (InterruptedException e) {
                    x += 2;
                }
            }
        }
        public static void main(String[] a) throws Exception {
            Seen.is(A.x);
        }
    }
    static class WithALock {
        static final Object lock = new Object();
        static class A {
            static int x;
            static { Jitter.here(); synchronized (lock) { x = 1; } }
        }
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { synchronized (lock) { Jitter.here(); A.x++; } });
            Jitter.here();
            A.x++;
            t.join();
            Seen.is(1);
        }
    }
    static class OwnMonitorIsNotHeld {
        static class A {
            static int x;
            static { Jitter.here(); Jitter.here(); x = 1; }
        }
        static volatile int y;
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { synchronized (A.class) { Jitter.here(); y = 1; } });
            Jitter.here();
            int z = A.x;
            t.join();
            Seen.is(z * 2 + y);
        }
    }
    static class ConstantDoesNot {
        static int x;
        static class A {
            static final int c = 3;
            static { x = 1; }
        }
        public static void main(String[] a) throws Exception {
            int y = A.c;
            A[] none = new A[0];
            Class<?> k = A.class;
            Seen.is(x * 4 + y);
        }
    }
    interface WithDefault {
        int z = Interfaces.add(1);
        default void d() { }
    }
    interface Without {
        int z = Interfaces.add(2);
    }
    static class Interfaces {
        static int x;
        static int add(int y) { x += y; return y; }
        static class C implements WithDefault, Without { }
        public static void main(String[] a) throws Exception {
            new C();
            int y = x;
            int z = Without.z;
            Seen.is(y * 8 + x);
        }
    }
    static class SuperFirst {
        static int x;
        static class P { static { x = x * 2 + 1; } static int p; }
        static class S extends P { static { x = x * 2 + 2; } }
        public static void main(String[] a) throws Exception {
            S.p = 1;
            int y = x;
            new S();
            Seen.is(y * 16 + x);
        }
    }
    static class Holder {
        static int made;
        static class One { static final Object it = make(); static Object make() { made++; Jitter.here(); return new Object(); } }
        static volatile Object other;
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> other = One.it);
            Object mine = One.it;
            t.join();
            Seen.is(made + (mine == other ? 2 : 0));
        }
    }
    static class EnumOnce {
        static int made;
        enum E { A, B; static { made++; } }
        static volatile Object other;
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> other = E.valueOf("B"));
            Object mine = E.B;
            t.join();
            Seen.is(made + (mine == other ? 2 : 0) + E.values().length * 4);
        }
    }
    static class SubFailsSuperDoesNot {
        static int zero, x;
        static class P { static int p = 1; }
        static class S extends P { static int s = 1 / zero; }
        public static void main(String[] a) throws Exception {
            try { new S(); } catch (ExceptionInInitializerError e) { x++; }
            try { x += S.p; } catch (NoClassDefFoundError e) { x += 4; }
            Seen.is(x);
        }
    }
    static class SuperFailsSoDoesSub {
        static int zero, x;
        static class P { static int p = 1 / zero; }
        static class S extends P { static int s = 1; }
        public static void main(String[] a) throws Exception {
            try { new S(); } catch (ExceptionInInitializerError e) { x++; }
            try { x += S.s; } catch (NoClassDefFoundError e) { x += 4; }
            try { x += P.p; } catch (NoClassDefFoundError e) { x += 8; }
            Seen.is(x);
        }
    }
    static class DeadlockOfThree {
        static class A { static { Jitter.here(); B.f(); } static void f() { } }
        static class B { static { Jitter.here(); C.f(); } static void f() { } }
        static class C { static { Jitter.here(); A.f(); } static void f() { } }
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> B.f());
            Thread u = T.go(() -> C.f());
            A.f();
            T.join(t, u);
            Seen.is(1);
        }
    }
}
