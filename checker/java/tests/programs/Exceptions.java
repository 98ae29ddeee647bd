public class Exceptions {
    static class MyEx extends Exception { final int code; MyEx(String m, int code) { super(m); this.code = code; } }
    static class Res implements AutoCloseable { final String n; Res(String n) { this.n = n; System.out.println("open " + n); } public void close() throws MyEx { System.out.println("close " + n); if (n.equals("bad")) throw new MyEx("close failed", 9); } }
    static int fin(int k) { try { if (k == 0) return 1; if (k == 1) throw new RuntimeException("one"); return 2; } catch (RuntimeException e) { return 3; } finally { System.out.println("fin " + k); if (k == 2) return 4; } }
    static void deep(int n) throws MyEx { if (n == 0) throw new MyEx("deep", 42); try { deep(n - 1); } finally { System.out.println("unwind " + n); } }
    static synchronized void sync(boolean fail) { if (fail) throw new IllegalStateException("sync"); System.out.println("sync ok " + Thread.holdsLock(Exceptions.class)); }
    synchronized int isync(int x) { if (x < 0) throw new IllegalArgumentException("neg"); return x; }
    static int nested() { int x = 0; try { try { x += 1; Object o = null; o.hashCode(); } finally { x += 10; } } catch (NullPointerException e) { x += 100; } finally { x += 1000; } return x; }
    public static void main(String[] args) throws Exception {
        for (int k = 0; k < 4; k++) System.out.println(fin(k));
        try { deep(3); } catch (MyEx e) { System.out.println(e.getMessage() + e.code); }
        try (Res a = new Res("a"); Res b = new Res("b")) { System.out.println("body"); throw new RuntimeException("x"); } catch (RuntimeException e) { System.out.println("caught " + e.getMessage()); }
        try (Res a = new Res("bad")) { System.out.println("body2"); } catch (MyEx e) { System.out.println(e.getMessage()); }
        try (Res a = new Res("bad")) { throw new RuntimeException("prim"); } catch (RuntimeException e) { System.out.println(e.getMessage() + e.getSuppressed().length); }
        try { sync(true); } catch (IllegalStateException e) { System.out.println(e + " " + Thread.holdsLock(Exceptions.class)); } sync(false);
        try { new Exceptions().isync(-1); } catch (IllegalArgumentException | IllegalStateException e) { System.out.println("multi " + e.getMessage()); }
        System.out.println(nested());
        Object lock = new Object();
        try { synchronized (lock) { synchronized (lock) { throw new Error("in lock"); } } } catch (Error e) { System.out.println(e.getMessage() + Thread.holdsLock(lock)); }
        try { Object o = "s"; Integer i = (Integer) o; } catch (ClassCastException e) { System.out.println("CCE"); }
        try { throw new MyEx("cause", 1); } catch (MyEx e) { try { throw new RuntimeException("wrap", e); } catch (RuntimeException w) { System.out.println(w.getCause().getMessage() + w.getMessage()); } }
        try { assert args.length > 5 : "few args " + args.length; System.out.println("no"); } catch (AssertionError e) { System.out.println("AE " + e.getMessage()); }
        try { int x = args.length; System.out.println(10 % x); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        try { rec(0); } catch (StackOverflowError e) { System.out.println("never"); }
        label: try { break label; } finally { System.out.println("broke"); }
        int n = 0; while (true) { try { n++; if (n < 3) continue; break; } finally { System.out.println("loop " + n); } }
        Thread t = new Thread(() -> { throw new RuntimeException("in thread"); }); t.start(); t.join(); System.out.println("after");
    }
    static void rec(int n) { if (n < 50) rec(n + 1); }
}
