public class Initialization {
    static class Lazy { static { System.out.println("Lazy init"); } static int v = 5; static final int K = 3; static void go() { System.out.println("go"); } }
    static class Sub extends Lazy2 { static { System.out.println("Sub init"); } static int w = 1; }
    static class Lazy2 { static { System.out.println("Lazy2 init"); } static int u = 2; }
    static class Bad { static { if (true) throw new RuntimeException("bad"); } static int x = 1; }
    static class Pure { static final Object LOCK = new Object(); static final int[] TABLE = new int[4]; static { for (int i = 0; i < 4; i++) TABLE[i] = i * i; } static String name = "pure" + TABLE.length; }
    enum E { A, B; static final int N = values().length; }
    interface HasField { Object O = make(); static Object make() { System.out.println("iface init"); return "o"; } }
    static class Cyc1 { static int a = Cyc2.b + 1; } static class Cyc2 { static int b = Cyc1.a + 1; }
    static class Singleton { private static Singleton inst; static int count; static synchronized Singleton get() { if (inst == null) inst = new Singleton(); return inst; } Singleton() { count++; } }
    static class Holder { static final Singleton S = new Singleton(); }
    static int counter = next(); static int next() { return 7; }
    public static void main(String[] args) throws Exception {
        System.out.println("start " + counter + Lazy.K);
        System.out.println(Lazy.v); Lazy.go();
        System.out.println(Sub.u); System.out.println(Sub.w);
        try { System.out.println(Bad.x); } catch (ExceptionInInitializerError e) { System.out.println("EIIE " + e.getCause().getMessage()); }
        try { System.out.println(Bad.x); } catch (NoClassDefFoundError e) { System.out.println("NCDFE"); }
        System.out.println(Pure.name + Pure.TABLE[3] + (Pure.LOCK != null));
        System.out.println(E.N + " " + E.valueOf("B"));
        try { E.valueOf("Z"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(HasField.O);
        System.out.println(Cyc1.a + " " + Cyc2.b);
        Thread[] ts = new Thread[3]; for (int i = 0; i < 3; i++) { ts[i] = new Thread(() -> Singleton.get()); ts[i].start(); } for (Thread t : ts) t.join();
        System.out.println(Singleton.count + " " + (Holder.S != Singleton.get()) + Singleton.count);
        System.out.println(String.class.getName() + new int[0].getClass().getName() + Initialization.class + E.A.getClass().getName());
    }
}
