import java.util.concurrent.atomic.*;
public class Concurrent {
    static class Buffer { private final int[] items; private int count, in, out; Buffer(int n) { items = new int[n]; } synchronized void put(int x) throws InterruptedException { while (count == items.length) wait(); items[in] = x; in = (in + 1) % items.length; count++; notifyAll(); } synchronized int take() throws InterruptedException { while (count == 0) wait(); int x = items[out]; out = (out + 1) % items.length; count--; notifyAll(); return x; } }
    static volatile boolean stop; static int shared;
    static class Worker extends Thread { final Buffer b; int sum; Worker(Buffer b) { super("worker"); this.b = b; } @Override public void run() { try { for (int i = 0; i < 10; i++) sum += b.take(); } catch (InterruptedException e) { throw new RuntimeException(e); } } }
    public static void main(String[] args) throws Exception {
        Buffer b = new Buffer(2); Worker w = new Worker(b); w.start();
        Thread p = new Thread(() -> { try { for (int i = 0; i < 10; i++) b.put(i); } catch (InterruptedException e) { } }, "producer"); p.start();
        w.join(); p.join(); System.out.println(w.sum + " " + w.getName() + p.getName() + w.isAlive());
        AtomicInteger ai = new AtomicInteger(); AtomicLong al = new AtomicLong(5); AtomicBoolean ab = new AtomicBoolean(); AtomicReference<String> ar = new AtomicReference<>("x");
        System.out.println(ai.incrementAndGet() + " " + ai.getAndIncrement() + " " + ai.compareAndSet(2, 10) + ai.get() + " " + al.addAndGet(3) + ab.getAndSet(true) + ab.get() + ar.compareAndSet("x", "y") + ar.get() + ai.compareAndSet(3, 4));
        Thread spin = new Thread(() -> { while (!stop) Thread.yield(); System.out.println("stopped"); }); spin.start(); stop = true; spin.join();
        Object lock = new Object(); synchronized (lock) { lock.wait(10); } System.out.println("timed");
        Thread[] ts = new Thread[4]; for (int i = 0; i < ts.length; i++) { final int k = i; ts[i] = new Thread() { public void run() { synchronized (lock) { shared += k; } } }; } for (Thread t : ts) t.start(); for (Thread t : ts) t.join(); System.out.println(shared);
        System.out.println(Thread.currentThread().getName()); Thread.sleep(1);
        try { p.start(); } catch (IllegalThreadStateException e) { System.out.println("ITSE"); }
        Runnable r = Concurrent::stat; new Thread(r).start();
        synchronized (Concurrent.class) { shared++; }
    }
    static synchronized void stat() { System.out.println("stat"); }
}
