import java.util.*;

/** What goes wrong, in `main` and in other threads. */
final class Throws {
    static class Division { public static void main(String[] a) throws Exception { T.go(() -> { int[] x = { 0 }; x[0] = 1 / x[0]; }).join(); Seen.is(1); } }
    static class Null { public static void main(String[] a) throws Exception { T.go(() -> { String[] x = { null }; x[0].length(); }).join(); Seen.is(1); } }
    static class Index { public static void main(String[] a) throws Exception { int[] x = new int[2]; T.go(() -> x[x.length] = 1); x[-1 + x[0]] = 1; } }
    static class Casts { public static void main(String[] a) throws Exception { Object o = a; T.go(() -> { Integer i = (Integer) o; }); String[] s = (String[]) o; Seen.is(s.length); } }
    static class Store { public static void main(String[] a) throws Exception { Object[] o = new Integer[1]; o[0] = ""; } }
    static class NegativeSize { public static void main(String[] a) throws Exception { int[] x = new int[a.length - 1]; } }
    static class Asserts { static volatile int x; public static void main(String[] a) throws Exception { T.go(() -> { Jitter.here(); x = 1; }); Jitter.here(); assert x == 0; Seen.is(1); } }
    static class Numbers { public static void main(String[] a) throws Exception { Integer.parseInt("1x"); } }
    static class Finally {
        static int x;
        static int f() { try { x = 1; throw new IllegalStateException(); } finally { x += 2; } }
        public static void main(String[] a) throws Exception { try { f(); } catch (IllegalStateException e) { Seen.is(x); } }
    }
    static class Suppressed {
        static class R implements AutoCloseable { @Override public void close() { throw new IllegalArgumentException(); } }
        public static void main(String[] a) throws Exception {
            int x = 0;
            try (R r = new R()) { throw new IllegalStateException(); } catch (IllegalStateException e) { x = e.getSuppressed().length; }
            try { Throwable t = new Error(); t.addSuppressed(t); } catch (IllegalArgumentException e) { x += 2; }
            try { new Error().addSuppressed(null); } catch (NullPointerException e) { x += 4; }
            Seen.is(x);
        }
    }
    static class SuppressedByTwo {
        public static void main(String[] a) throws Exception {
            Throwable e = new Error();
            Thread t = T.go(() -> { Jitter.here(); e.addSuppressed(new Error()); });
            Jitter.here();
            e.addSuppressed(new Error());
            int x = e.getSuppressed().length;
            t.join();
            Seen.is(x * 4 + e.getSuppressed().length);
        }
    }
    static class Copies {
        public static void main(String[] a) throws Exception {
            int x = 0;
            try { System.arraycopy("", 0, new int[1], 0, 0); } catch (ArrayStoreException e) { x++; }
            try { System.arraycopy(new long[1], 0, new int[1], 0, 0); } catch (ArrayStoreException e) { x += 2; }
            try { System.arraycopy(new int[1], 0, new Object(), 0, 1); } catch (ArrayStoreException e) { x += 4; }
            try { System.arraycopy(new int[1], 1, new int[1], 0, 1); } catch (ArrayIndexOutOfBoundsException e) { x += 8; }
            try { System.arraycopy(null, 0, new int[1], 0, 0); } catch (NullPointerException e) { x += 16; }
            try { System.arraycopy(new Object[] { 1, "" }, 0, new Integer[2], 0, 2); } catch (ArrayStoreException e) { x += 32; }
            Seen.is(x);
        }
    }
    static class Identity {
        public static void main(String[] a) throws Exception {
            String s = new String("ab");
            Object o = s;
            Seen.is((s.equals("ab") ? 1 : 0) + (o == s ? 2 : 0) + (s.hashCode() == "ab".hashCode() ? 4 : 0));
        }
    }
    static class Constants {
        public static void main(String[] a) throws Exception {
            String s = "ab";
            Integer i = 5, j = 5;
            Seen.is((s == "a" + "b" ? 1 : 0) + (i == j ? 2 : 0) + (s.intern() == s ? 4 : 0));
        }
    }
    static class MadeIntegers { @SuppressWarnings("removal") public static void main(String[] a) throws Exception { Seen.is(new Integer(5) != new Integer(5) ? 1 : 0); } }
    static class SameLambda { static Runnable make() { return () -> { }; } public static void main(String[] a) throws Exception { Seen.is(make() == make() ? 1 : 0); } }
    static class Modified {
        public static void main(String[] a) throws Exception {
            List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
            for (Integer x : list) { list.remove(x); }
            Seen.is(list.size());
        }
    }
    static class Immutable { public static void main(String[] a) throws Exception { List.of(1).add(2); } }
    static class NoElement { public static void main(String[] a) throws Exception { new ArrayDeque<Integer>().pop(); } }
    static class Interrupts {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { try { synchronized (Interrupts.class) { Interrupts.class.wait(); } } catch (InterruptedException e) { x = 1; } });
            Jitter.here();
            t.interrupt();
            t.join();
            Seen.is(x);
        }
    }
    static class Chained {
        public static void main(String[] a) throws Exception {
            int x = 0;
            try { try { throw new IllegalStateException("a"); } catch (IllegalStateException e) { throw new RuntimeException("b", e); } }
            catch (RuntimeException e) { x = e.getCause().getMessage().equals("a") && e.getMessage().equals("b") ? 1 : 2; }
            try { new Error().initCause(null).initCause(null); } catch (IllegalStateException e) { x += 4; }
            Seen.is(x);
        }
    }
    static class OneOfTwoDies {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { Jitter.here(); if (x++ == 0) { throw new IllegalStateException(); } });
            Thread u = T.go(() -> { Jitter.here(); if (x++ == 0) { throw new UnsupportedOperationException(); } });
            T.join(t, u);
            Seen.is(x);
        }
    }
    static class DiesThenDeadlock {
        static final Object l = new Object();
        public static void main(String[] a) throws Exception {
            T.go(() -> { Jitter.here(); throw new IllegalStateException(); });
            synchronized (l) { l.wait(); }
        }
    }
}
