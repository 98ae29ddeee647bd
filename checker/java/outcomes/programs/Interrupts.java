import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** Threads that are interrupted: before they wait and while they do. */
final class Interrupts {
    interface Waits { void run() throws Exception; }
    /** What a thread tells that is interrupted: 1 if that ended its waiting, 2 if not, and 4 more if it is still interrupted afterwards. */
    static int told(Waits waits) throws Exception {
        int told;
        try {
            waits.run();
            told = 2;
        } catch (InterruptedException e) {
            told = 1;
        }
        return told + (Thread.interrupted() ? 4 : 0) + (Thread.interrupted() ? 8 : 0);
    }
    static int own(Waits waits) throws Exception {
        Thread.currentThread().interrupt();
        return told(waits);
    }
    /** A thread that waits is interrupted, and then `after` is done so that it can go on in any case. */
    static int other(Waits waits, Waits after) throws Exception {
        AtomicInteger seen = new AtomicInteger();
        Thread t = T.go(() -> seen.set(told(waits)));
        Jitter.here();
        t.interrupt();
        Jitter.here();
        after.run();
        t.join();
        return seen.get();
    }
    static class BeforeWait {
        static final Object o = new Object();
        public static void main(String[] a) throws Exception { Seen.is(own(() -> { synchronized (o) { o.wait(); } })); }
    }
    static class WhileWaiting {
        static final Object o = new Object();
        public static void main(String[] a) throws Exception {
            Seen.is(other(() -> { synchronized (o) { o.wait(); } }, () -> { }));
        }
    }
    /** Either the notification or the interruption ends the waiting; a notification is not lost for the other one who waits. */
    static class NotifyAndInterrupt {
        static final Object o = new Object();
        static volatile int waiting, woken;
        static void body(int me) throws Exception {
            synchronized (o) {
                waiting++;
                try { o.wait(); woken |= me; } catch (InterruptedException e) { woken |= me * 4; }
            }
        }
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> body(1)), u = T.go(() -> body(2));
            Jitter.here();
            synchronized (o) {
                if (waiting < 2) { Seen.is(100 + waiting); }
            }
            Thread v = T.go(() -> t.interrupt());
            synchronized (o) { o.notify(); }
            v.join();
            t.join();
            synchronized (o) { o.notify(); }
            u.join();
            Seen.is(woken);
        }
    }
    static class WaitInTime {
        static final Object o = new Object();
        public static void main(String[] a) throws Exception {
            Seen.is(other(() -> { synchronized (o) { o.wait(1); } }, () -> { }));
        }
    }
    static class Monitor {
        static final Object o = new Object();
        public static void main(String[] a) throws Exception {
            int x;
            synchronized (o) {
                x = 16;
            }
            Seen.is(x + other(() -> { synchronized (o) { Jitter.here(); } }, () -> { }));
        }
    }
    static class BeforeJoin {
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> Jitter.here());
            Seen.is(own(() -> t.join()) + (t.isInterrupted() ? 64 : 0));
        }
    }
    static class JoinOfTheEnded {
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { });
            t.join();
            t.interrupt();
            Seen.is(own(() -> t.join()) + own(() -> t.join(5)) * 16);
        }
    }
    static class WhileJoining {
        static volatile boolean go;
        public static void main(String[] a) throws Exception {
            Semaphore s = new Semaphore(0);
            Thread t = T.go(() -> s.acquire());
            Seen.is(other(() -> t.join(), () -> s.release()));
        }
    }
    static class Sleep {
        public static void main(String[] a) throws Exception {
            Seen.is(own(() -> Thread.sleep(0)) * 16 + other(() -> Thread.sleep(1), () -> { }));
        }
    }
    static class LockInterruptibly {
        public static void main(String[] a) throws Exception {
            ReentrantLock l = new ReentrantLock();
            int first = own(() -> l.lockInterruptibly());
            l.lock();
            Seen.is(first * 16 + other(() -> { l.lockInterruptibly(); l.unlock(); }, () -> l.unlock()));
        }
    }
    static class LockIsNot {
        public static void main(String[] a) throws Exception {
            ReentrantLock l = new ReentrantLock(true);
            l.lock();
            Seen.is(other(() -> { l.lock(); l.unlock(); }, () -> l.unlock()));
        }
    }
    static class TryLocks {
        public static void main(String[] a) throws Exception {
            ReentrantLock l = new ReentrantLock();
            Seen.is(own(() -> l.tryLock()) * 16 + own(() -> l.tryLock(0, TimeUnit.SECONDS)));
        }
    }
    static class Await {
        public static void main(String[] a) throws Exception {
            ReentrantLock l = new ReentrantLock();
            Condition c = l.newCondition();
            Seen.is(other(() -> { l.lock(); try { c.await(); } finally { l.unlock(); } }, () -> { l.lock(); c.signal(); l.unlock(); }));
        }
    }
    static class AwaitUninterruptibly {
        static volatile boolean is;
        public static void main(String[] a) throws Exception {
            ReentrantLock l = new ReentrantLock(true);
            Condition c = l.newCondition();
            Seen.is(other(() -> { l.lock(); try { while (!is) { c.awaitUninterruptibly(); } } finally { l.unlock(); } },
                () -> { l.lock(); is = true; c.signal(); l.unlock(); }));
        }
    }
    /** A signal that comes before the interruption is not lost. */
    static class SignalAndInterrupt {
        static int waiting;
        static volatile int woken;
        static final ReentrantLock l = new ReentrantLock();
        static final Condition c = l.newCondition();
        static void body(int me) throws Exception {
            l.lock();
            try { waiting++; c.await(); woken |= me; } catch (InterruptedException e) { woken |= me * 4; } finally { l.unlock(); }
        }
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> body(1)), u = T.go(() -> body(2));
            Jitter.here();
            l.lock();
            int n = waiting;
            l.unlock();
            if (n < 2) { Seen.is(100 + n); }
            Thread v = T.go(() -> t.interrupt());
            l.lock(); c.signal(); l.unlock();
            v.join();
            t.join();
            l.lock(); c.signal(); l.unlock();
            u.join();
            Seen.is(woken);
        }
    }
    static class Acquires {
        public static void main(String[] a) throws Exception {
            Semaphore s = new Semaphore(1), none = new Semaphore(0);
            Seen.is(own(() -> s.acquire()) * 16 + other(() -> none.acquire(), () -> { }) + s.availablePermits() * 128);
        }
    }
    static class AcquiresUninterruptibly {
        public static void main(String[] a) throws Exception {
            Semaphore s = new Semaphore(1), none = new Semaphore(0, true);
            Seen.is(own(() -> s.tryAcquire()) * 16 + other(() -> none.acquireUninterruptibly(), () -> none.release()));
        }
    }
    static class TryAcquires {
        public static void main(String[] a) throws Exception {
            Semaphore s = new Semaphore(1);
            Seen.is(own(() -> s.tryAcquire(0, TimeUnit.SECONDS)) * 16 + other(() -> s.tryAcquire(2, 1, TimeUnit.MILLISECONDS), () -> { }));
        }
    }
    static class PutsAndTakes {
        public static void main(String[] a) throws Exception {
            BlockingQueue<Integer> q = new ArrayBlockingQueue<>(1), r = new LinkedBlockingQueue<>(1);
            int x = own(() -> q.put(1));
            r.put(1);
            x = x * 4 + own(() -> r.take());
            Seen.is(x * 8 + other(() -> q.take(), () -> { }) + q.size() * 128);
        }
    }
    static class Offers {
        public static void main(String[] a) throws Exception {
            BlockingQueue<Integer> q = new LinkedBlockingQueue<>(1), p = new PriorityBlockingQueue<>();
            int x = own(() -> q.offer(1)) * 16;
            Seen.is(x + own(() -> q.poll()) * 4 + own(() -> p.put(1)) + own(() -> q.poll(0, TimeUnit.SECONDS)) * 2);
        }
    }
    static class PollsInTime {
        public static void main(String[] a) throws Exception {
            BlockingQueue<Integer> q = new ArrayBlockingQueue<>(1);
            Seen.is(other(() -> q.poll(1, TimeUnit.MILLISECONDS), () -> q.offer(1)) + q.size() * 16);
        }
    }
    static class Latches {
        public static void main(String[] a) throws Exception {
            CountDownLatch open = new CountDownLatch(0), shut = new CountDownLatch(1);
            Seen.is(own(() -> open.await()) * 16 + other(() -> shut.await(), () -> { }));
        }
    }
    /** Who is interrupted at a barrier breaks it for the others. */
    static class Barrier {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            CyclicBarrier b = new CyclicBarrier(3);
            Thread t = T.go(() -> { try { b.await(); } catch (BrokenBarrierException e) { x = 1; } });
            int seen;
            try { seen = other(() -> b.await(), () -> { }); } catch (BrokenBarrierException e) { seen = 0; }
            t.join();
            Seen.is(seen + x * 16 + (b.isBroken() ? 32 : 0));
        }
    }
    static class Gets {
        public static void main(String[] a) throws Exception {
            FutureTask<Integer> f = new FutureTask<>(() -> 1), g = new FutureTask<>(() -> 1);
            f.run();
            Seen.is(own(() -> f.get()) * 16 + other(() -> g.get(), () -> { }));
        }
    }
    static class Cancels {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            FutureTask<Integer> f = new FutureTask<>(() -> { x = 1; Thread.sleep(1); x = 2; return 1; });
            Thread t = T.go(f::run);
            Jitter.here();
            boolean is = f.cancel(true);
            t.join();
            Seen.is(x + (is ? 4 : 0) + (f.isCancelled() ? 8 : 0));
        }
    }
    static class ShutsDown {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            ExecutorService e = Executors.newFixedThreadPool(1);
            e.execute(() -> { x = 1; try { Thread.sleep(1); x = 2; } catch (InterruptedException i) { x = 3; } });
            Jitter.here();
            int left = e.shutdownNow().size();
            boolean is = e.awaitTermination(1, TimeUnit.MINUTES);
            Seen.is(x + left * 8 + (is ? 16 : 0));
        }
    }
    static class Clears {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { while (!Thread.currentThread().isInterrupted()) { Thread.onSpinWait(); } x = Thread.interrupted() ? 1 : 2; x = Thread.interrupted() ? x : x + 2; });
            Jitter.here();
            t.interrupt();
            t.join();
            Seen.is(x);
        }
    }
    static class NotStarted {
        public static void main(String[] a) throws Exception {
            AtomicBoolean is = new AtomicBoolean();
            Thread t = new Thread(() -> is.set(Thread.currentThread().isInterrupted()));
            t.interrupt();
            t.start();
            t.join();
            Seen.is((is.get() ? 1 : 0) + (t.isInterrupted() ? 2 : 0));
        }
    }
    /** Nobody comes to the interruption where a thread dies before. */
    static class NeverComes {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { Jitter.here(); x = 1; });
            Jitter.here();
            if (x == 2) { t.interrupt(); }
            t.join();
            Seen.is(x + (t.isInterrupted() ? 4 : 0) + (Thread.interrupted() ? 8 : 0));
        }
    }
}
