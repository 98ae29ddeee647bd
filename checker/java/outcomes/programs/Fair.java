import java.util.concurrent.*;
import java.util.concurrent.locks.*;

/** Fair locks: who was signalled stands in line, and so does who comes later. */
final class Fair {
    /** Who signals and takes the lock again comes behind who was signalled. */
    static class SignalledGoFirst {
        static volatile int x;
        static boolean waits;
        public static void main(String[] a) throws Exception {
            ReentrantLock l = new ReentrantLock(true);
            Condition c = l.newCondition();
            T.go(() -> { l.lock(); waits = true; c.await(); x = 1; l.unlock(); });
            int before = 0;
            l.lock();
            if (waits) { c.signal(); before = 8; }
            l.unlock();
            l.lock();
            int seen = x;
            c.signal();
            l.unlock();
            Seen.is(before + seen);
        }
    }
    /** All who were signalled go in the order in which they came, also where others come meanwhile. */
    static class AllInOrder {
        static int waiting, order;
        static final ReentrantLock l = new ReentrantLock(true);
        static final Condition c = l.newCondition();
        static void body(int me) throws Exception {
            l.lock();
            try {
                int mine = waiting++;
                c.await();
                Jitter.here();
                order = order * 3 + mine + 1;
            } finally {
                l.unlock();
            }
        }
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> body(1)), u = T.go(() -> body(2));
            l.lock();
            int n = waiting;
            c.signalAll();
            l.unlock();
            if (n < 2) {
                Seen.is(20 + n);
            }
            T.join(t, u);
            Seen.is(order);
        }
    }
    /** A lock that is not fair leaves the order open, and others may come before. */
    static class UnfairMayOvertake {
        static volatile int x;
        static boolean waits;
        public static void main(String[] a) throws Exception {
            ReentrantLock l = new ReentrantLock();
            Condition c = l.newCondition();
            T.go(() -> { l.lock(); waits = true; c.await(); x = 1; l.unlock(); });
            l.lock();
            int before = 0;
            if (waits) { c.signal(); before = 8; }
            l.unlock();
            l.lock();
            int seen = x;
            c.signal();
            l.unlock();
            Seen.is(before + seen);
        }
    }
    /** A tryLock without a time goes before all, one with a time does not. */
    static class TryGoesFirst {
        static volatile int x;
        static boolean waits;
        static void main(boolean timed) throws Exception {
            ReentrantLock l = new ReentrantLock(true);
            Condition c = l.newCondition();
            T.go(() -> { l.lock(); waits = true; c.await(); x = 1; l.unlock(); });
            l.lock();
            int before = 0;
            if (waits) { c.signal(); before = 8; }
            l.unlock();
            int seen = 2;
            if (timed ? l.tryLock(2, TimeUnit.MILLISECONDS) : l.tryLock()) {
                seen = x;
                c.signal();
                l.unlock();
            }
            Seen.is(before + seen);
        }
        public static void main(String[] a) throws Exception { main(false); }
    }
    static class TimedDoesNot {
        public static void main(String[] a) throws Exception { TryGoesFirst.main(true); }
    }
    static class NoTimeDoesNot {
        static int x;
        public static void main(String[] a) throws Exception {
            ReentrantLock l = new ReentrantLock(true);
            Condition c = l.newCondition();
            Thread t = T.go(() -> { l.lock(); x = 1; c.await(); x = 2; l.unlock(); });
            l.lock();
            if (x == 0) {
                l.unlock();
                Seen.is(0);
            }
            c.signal();
            l.unlock();
            if (l.tryLock(0, TimeUnit.SECONDS)) {
                Seen.is(x);
            }
            t.join();
            Seen.is(3);
        }
    }
    /** Another thread comes between two signals, and may stand between those who were signalled. */
    static class ComesBetween {
        static int waiting, order;
        static final ReentrantLock l = new ReentrantLock(true);
        static final Condition c = l.newCondition();
        static void body() throws Exception { l.lock(); int mine = ++waiting; c.await(); order = order * 4 + mine; l.unlock(); }
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> body()), u = T.go(() -> body());
            l.lock();
            if (waiting < 2) {
                l.unlock();
                Seen.is(0);
            }
            Thread v = T.go(() -> { l.lock(); order = order * 4 + 3; l.unlock(); });
            c.signal();
            Jitter.here();
            Jitter.here();
            c.signal();
            l.unlock();
            T.join(t, u);
            v.join();
            Seen.is(order);
        }
    }
    /** Who waits with a time comes as a new one when the time is over. */
    static class TimeOver {
        static int order;
        static boolean waits;
        public static void main(String[] a) throws Exception {
            ReentrantLock l = new ReentrantLock(true);
            Condition c = l.newCondition();
            Thread t = T.go(() -> { l.lock(); waits = true; order = order * 4 + (c.await(1, TimeUnit.MILLISECONDS) ? 1 : 2); l.unlock(); });
            l.lock();
            Jitter.here();
            boolean is = waits;
            c.signal();
            l.unlock();
            Jitter.here();
            l.lock();
            order = order * 4 + 3;
            l.unlock();
            t.join();
            Seen.is((is ? 64 : 0) + order);
        }
    }
    /** Who holds the lock twice goes back in line once. */
    static class Deep {
        static int x;
        static boolean waits;
        public static void main(String[] a) throws Exception {
            ReentrantLock l = new ReentrantLock(true);
            Condition c = l.newCondition();
            Thread t = T.go(() -> { l.lock(); l.lock(); waits = true; c.await(); x = x * 4 + l.getHoldCount(); l.unlock(); Jitter.here(); x++; l.unlock(); });
            l.lock();
            if (!waits) {
                l.unlock();
                Seen.is(0);
            }
            l.lock();
            c.signalAll();
            l.unlock();
            l.unlock();
            l.lock();
            Seen.is(x);
        }
    }
    /** A lock that is held for ever: who wants it for a time gives up, and who stands behind. */
    static class AllGiveUp {
        static volatile int got;
        public static void main(String[] a) throws Exception {
            ReentrantLock l = new ReentrantLock(true);
            l.lock();
            Thread t = T.go(() -> { if (l.tryLock(1, TimeUnit.MILLISECONDS)) { got |= 1; l.unlock(); } });
            Thread u = T.go(() -> { if (l.tryLock(2, TimeUnit.MILLISECONDS)) { got |= 2; l.unlock(); } });
            T.join(t, u);
            l.unlock();
            Seen.is(got);
        }
    }
    /** The lock is given back meanwhile; who holds it for the second time does not stand in line. */
    static class TimedInLine {
        static int got;
        public static void main(String[] a) throws Exception {
            ReentrantLock l = new ReentrantLock(true);
            l.lock();
            Thread t = T.go(() -> { if (l.tryLock(1, TimeUnit.MILLISECONDS)) { got += 1; Jitter.here(); if (l.tryLock(0, TimeUnit.SECONDS)) { got += 4; } l.unlock(); l.unlock(); } });
            Jitter.here();
            Jitter.here();
            l.unlock();
            boolean mine = l.tryLock(1, TimeUnit.MILLISECONDS);
            if (mine) {
                got += 2;
                l.unlock();
            }
            t.join();
            Seen.is(got + (mine ? 8 : 0));
        }
    }
    /** Who comes may find in line who gives up just now, and give up as well. */
    static class BothGiveUp {
        static volatile boolean other;
        public static void main(String[] a) throws Exception {
            ReentrantLock l = new ReentrantLock(true);
            l.lock();
            Thread t = T.go(() -> other = l.tryLock(1, TimeUnit.MILLISECONDS));
            Jitter.here();
            l.unlock();
            boolean mine = l.tryLock(1, TimeUnit.NANOSECONDS);
            t.join();
            Seen.is((mine ? 1 : 0) + (other ? 2 : 0));
        }
    }
    static class LockBehindTimed {
        static volatile int got;
        public static void main(String[] a) throws Exception {
            ReentrantLock l = new ReentrantLock(true);
            l.lock();
            Thread t = T.go(() -> { if (l.tryLock(1, TimeUnit.MILLISECONDS)) { got += 1; l.unlock(); } });
            Thread u = T.go(() -> { l.lock(); got = got * 4 + 2; l.unlock(); });
            Jitter.here();
            l.unlock();
            T.join(t, u);
            Seen.is(got);
        }
    }
    /** A fair queue: an element that came while somebody waits for one is for that one. */
    static class Queue {
        static volatile int taken;
        public static void main(String[] a) throws Exception {
            BlockingQueue<Integer> q = new ArrayBlockingQueue<>(1, true);
            Thread t = T.go(() -> taken = q.take());
            Jitter.here();
            q.put(1);
            Integer back = q.poll();
            if (back != null) {
                q.put(2);
            }
            t.join();
            Seen.is(taken * 2 + (back == null ? 0 : 1));
        }
    }
    static class QueueFull {
        static volatile int order;
        public static void main(String[] a) throws Exception {
            BlockingQueue<Integer> q = new ArrayBlockingQueue<>(1, true);
            q.put(1);
            Thread t = T.go(() -> { q.put(2); Jitter.here(); q.put(3); });
            Jitter.here();
            int first = q.take();
            boolean offered = q.offer(4);
            int second = q.take(), third = q.take();
            if (!offered) {
                t.join();
                Seen.is(second * 8 + third);
            }
            q.take();
            t.join();
            Seen.is(64 + second * 8 + third);
        }
    }
    /** Who waits for a lock that is free, and has yet to take it, lets the first attempt fail and the second one succeed. */
    static class BargeTellsWhoCame {
        public static void main(String[] a) throws Exception {
            ReentrantLock l = new ReentrantLock(true);
            CountDownLatch done = new CountDownLatch(1);
            l.lock();
            T t = T.go(() -> { l.lock(); done.await(); l.unlock(); });
            Thread.sleep(2);
            Jitter.here();
            l.unlock();
            boolean x = l.tryLock(0, TimeUnit.NANOSECONDS);
            boolean y = l.tryLock();
            if (y) l.unlock();
            if (x) l.unlock();
            done.countDown();
            t.join();
            Seen.is((x ? 1 : 0) + (y ? 2 : 0));
        }
    }
    static class BargeTellsWhoCameInTime {
        public static void main(String[] a) throws Exception {
            ReentrantLock l = new ReentrantLock(true);
            CountDownLatch done = new CountDownLatch(1);
            l.lock();
            T t = T.go(() -> { l.lock(); done.await(); l.unlock(); });
            Thread.sleep(2);
            Jitter.here();
            l.unlock();
            boolean x = l.tryLock(1, TimeUnit.NANOSECONDS);
            boolean y = l.tryLock();
            if (y) l.unlock();
            if (x) l.unlock();
            done.countDown();
            t.join();
            Seen.is((x ? 1 : 0) + (y ? 2 : 0));
        }
    }
    /** Who wants no permit stands in line, and goes when it is first. */
    static class PermitsOfNone {
        public static void main(String[] a) throws Exception {
            Semaphore s = new Semaphore(0, true);
            T t = T.go(() -> { s.acquire(1); });
            T u = T.go(() -> { Jitter.here(); s.acquire(0); });
            Jitter.here();
            Thread.sleep(1);
            s.release(1);
            t.join();
            u.join();
        }
    }
}
