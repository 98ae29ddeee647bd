import java.util.concurrent.*;

/** Latches, barriers, semaphores. */
final class Aids {
    static class Latch {
        static int x;
        public static void main(String[] a) throws Exception {
            CountDownLatch latch = new CountDownLatch(2);
            T.go(() -> { synchronized (Latch.class) { x++; } latch.countDown(); });
            T.go(() -> { synchronized (Latch.class) { x++; } latch.countDown(); });
            latch.await();
            synchronized (Latch.class) { Seen.is(x); }
        }
    }
    static class LatchTooHigh {
        public static void main(String[] a) throws Exception {
            CountDownLatch latch = new CountDownLatch(2);
            T.go(() -> latch.countDown());
            latch.await();
        }
    }
    static class LatchInTime {
        public static void main(String[] a) throws Exception {
            CountDownLatch latch = new CountDownLatch(1);
            Thread t = T.go(() -> latch.countDown());
            boolean x = latch.await(1, TimeUnit.MILLISECONDS);
            boolean y = latch.await(0, TimeUnit.MILLISECONDS);
            t.join();
            Seen.is((x ? 1 : 0) + (y ? 2 : 0) + (latch.await(-1, TimeUnit.DAYS) ? 4 : 0));
        }
    }
    static class LatchOdd {
        public static void main(String[] a) throws Exception {
            int x = 0;
            try { new CountDownLatch(-1); } catch (IllegalArgumentException e) { x++; }
            CountDownLatch latch = new CountDownLatch(0);
            latch.countDown();
            latch.await();
            try { latch.await(1, null); } catch (NullPointerException e) { x += 2; }
            Seen.is(x + (int) latch.getCount() * 4);
        }
    }
    static class Barrier {
        static volatile int x, y;
        public static void main(String[] a) throws Exception {
            CyclicBarrier barrier = new CyclicBarrier(2, () -> x++);
            Thread t = T.go(() -> { y = barrier.await() + 1; barrier.await(); });
            int z = barrier.await() + 1;
            Jitter.here();
            barrier.await();
            t.join();
            Seen.is(x * 16 + y * 4 + z);
        }
    }
    static class BarrierTooWide {
        public static void main(String[] a) throws Exception {
            CyclicBarrier barrier = new CyclicBarrier(3);
            T.go(() -> barrier.await());
            barrier.await();
        }
    }
    static class BarrierActionThrows {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            CyclicBarrier barrier = new CyclicBarrier(2, () -> { throw new IllegalStateException(); });
            Thread t = T.go(() -> { try { barrier.await(); } catch (BrokenBarrierException e) { x += 1; } catch (IllegalStateException e) { x += 2; } });
            int y = 0;
            try { barrier.await(); } catch (BrokenBarrierException e) { y = 1; } catch (IllegalStateException e) { y = 2; }
            t.join();
            Seen.is(x * 8 + y * 2 + (barrier.isBroken() ? 1 : 0));
        }
    }
    static class BarrierInTime {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            CyclicBarrier barrier = new CyclicBarrier(2);
            Thread t = T.go(() -> { Jitter.here(); try { barrier.await(); x = 1; } catch (BrokenBarrierException e) { x = 2; } });
            int y = 0;
            try { barrier.await(2, TimeUnit.MILLISECONDS); y = 1; } catch (TimeoutException e) { y = 2; } catch (BrokenBarrierException e) { y = 3; }
            t.join();
            Seen.is(x * 4 + y);
        }
    }
    static class BarrierNoTime {
        public static void main(String[] a) throws Exception {
            CyclicBarrier barrier = new CyclicBarrier(2);
            Thread t = T.go(() -> { Jitter.here(); try { barrier.await(); } catch (BrokenBarrierException e) { Seen.is(4); } });
            int y = 0;
            try { barrier.await(0, TimeUnit.MILLISECONDS); y = 1; } catch (TimeoutException e) { y = 2; } catch (BrokenBarrierException e) { y = 3; }
            Seen.is(y);
        }
    }
    static class BarrierReset {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            CyclicBarrier barrier = new CyclicBarrier(2);
            Thread t = T.go(() -> { try { barrier.await(); x = 1; } catch (BrokenBarrierException e) { x = 2; } });
            Jitter.here();
            barrier.reset();
            Jitter.here();
            int y = barrier.getNumberWaiting();
            barrier.reset();
            if (y == 1 || x == 2) { t.join(); }
            Seen.is(x * 2 + y);
        }
    }
    static class BarrierOfOne {
        public static void main(String[] a) throws Exception {
            int x = 0;
            CyclicBarrier barrier = new CyclicBarrier(1);
            x += barrier.await();
            x += barrier.await(0, TimeUnit.SECONDS);
            try { new CyclicBarrier(0); } catch (IllegalArgumentException e) { x++; }
            try { barrier.await(1, null); } catch (NullPointerException e) { x += 2; }
            Seen.is(x);
        }
    }
    static class SemaphoreBehindAQueue {
        public static void main(String[] a) throws Exception {
            Semaphore s = new Semaphore(1, true);
            Thread t = T.go(() -> s.acquireUninterruptibly(2));
            Jitter.here();
            boolean x = s.tryAcquire(2, TimeUnit.MILLISECONDS);
            s.release(x ? 2 : 1);
            t.join();
            Seen.is(x ? 1 : 0);
        }
    }
    static class UnfairSemaphoreBehindAQueue {
        public static void main(String[] a) throws Exception {
            Semaphore s = new Semaphore(1);
            Thread t = T.go(() -> s.acquireUninterruptibly(2));
            Jitter.here();
            boolean x = s.tryAcquire(2, TimeUnit.MILLISECONDS);
            s.release(x ? 2 : 1);
            t.join();
            Seen.is(x ? 1 : 0);
        }
    }
    static class FairSemaphoreAtOnce {
        public static void main(String[] a) throws Exception {
            Semaphore s = new Semaphore(1, true);
            Thread t = T.go(() -> s.acquireUninterruptibly(2));
            Jitter.here();
            boolean x = s.tryAcquire();
            s.release(x ? 2 : 1);
            t.join();
            Seen.is(x ? 1 : 0);
        }
    }
    static class FairSemaphoreNoTime {
        public static void main(String[] a) throws Exception {
            Semaphore s = new Semaphore(1, true);
            Thread t = T.go(() -> s.acquireUninterruptibly(2));
            Jitter.here();
            boolean x = s.tryAcquire(0, TimeUnit.SECONDS);
            s.release(x ? 2 : 1);
            t.join();
            Seen.is(x ? 1 : 0);
        }
    }
    static class FairSemaphoreBlocksOthers {
        public static void main(String[] a) throws Exception {
            Semaphore s = new Semaphore(1, true);
            Thread t = T.go(() -> s.acquire(2));
            Jitter.here();
            s.acquire();
            s.release(2);
            t.join();
            Seen.is(s.availablePermits());
        }
    }
    static class GivesUpAndWakesTheNext {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            Semaphore s = new Semaphore(1, true);
            Thread t = T.go(() -> { if (s.tryAcquire(2, 2, TimeUnit.MILLISECONDS)) { x += 1; s.release(2); } });
            Thread u = T.go(() -> { s.acquire(); x += 2; s.release(); });
            T.join(t, u);
            Seen.is(x);
        }
    }
    static class SemaphoreTimed {
        public static void main(String[] a) throws Exception {
            Semaphore s = new Semaphore(0);
            Thread t = T.go(() -> { Jitter.here(); s.release(); });
            boolean x = s.tryAcquire(1, TimeUnit.MILLISECONDS);
            t.join();
            Seen.is((x ? 1 : 0) + s.availablePermits() * 2);
        }
    }
    static class SemaphoreNegative {
        public static void main(String[] a) throws Exception {
            Semaphore s = new Semaphore(-1);
            Thread t = T.go(() -> { s.release(); Jitter.here(); s.release(); });
            s.acquire();
            t.join();
            int x = 0;
            try { s.acquire(-1); } catch (IllegalArgumentException e) { x++; }
            try { s.release(-1); } catch (IllegalArgumentException e) { x += 2; }
            try { s.tryAcquire(-1); } catch (IllegalArgumentException e) { x += 4; }
            try { s.tryAcquire(1, null); } catch (NullPointerException e) { x += 8; }
            try { s.tryAcquire(1, 1, null); } catch (NullPointerException e) { x += 16; }
            try { s.tryAcquire(-1, 1, null); } catch (IllegalArgumentException e) { x += 32; }
            s.acquire(0);
            Seen.is(x + s.availablePermits() * 64);
        }
    }
    static class SemaphoreDrains {
        public static void main(String[] a) throws Exception {
            Semaphore s = new Semaphore(1);
            Thread t = T.go(() -> { s.release(); Jitter.here(); s.release(); });
            Jitter.here();
            int x = s.drainPermits();
            t.join();
            Seen.is(x * 4 + s.availablePermits());
        }
    }
    static class SemaphoreOfTwo {
        static volatile int in, most;
        static final Semaphore s = new Semaphore(2);
        static void use() throws Exception {
            s.acquire();
            synchronized (s) { in++; most = Math.max(most, in); }
            Jitter.here();
            synchronized (s) { in--; }
            s.release();
        }
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> use()), u = T.go(() -> use());
            use();
            T.join(t, u);
            Seen.is(most);
        }
    }
    static class SemaphoreHandsOver {
        static int data;
        public static void main(String[] a) throws Exception {
            Semaphore s = new Semaphore(0), back = new Semaphore(0);
            Thread t = T.go(() -> { s.acquire(); data *= 2; back.release(); });
            data = 3;
            s.release();
            back.acquire();
            Seen.is(data);
        }
    }
    static class LatchesCross {
        public static void main(String[] a) throws Exception {
            CountDownLatch one = new CountDownLatch(1), two = new CountDownLatch(1);
            T.go(() -> { one.await(); two.countDown(); });
            Jitter.here();
            two.await();
            one.countDown();
        }
    }
}
