import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.*;

/** Read-write locks. */
final class ReadWrite {
    static class TwoRead {
        static volatile int in, most;
        static final ReentrantReadWriteLock l = new ReentrantReadWriteLock();
        static void read() { l.readLock().lock(); synchronized (l) { in++; most = Math.max(in, most); } Jitter.here(); synchronized (l) { in--; } l.readLock().unlock(); }
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> read());
            read();
            t.join();
            Seen.is(most);
        }
    }
    static class ReadsNoHalf {
        static int x, y;
        static volatile int seen;
        public static void main(String[] a) throws Exception {
            ReentrantReadWriteLock l = new ReentrantReadWriteLock();
            Thread t = T.go(() -> { l.readLock().lock(); int z = x; Jitter.here(); seen = z * 2 + y; l.readLock().unlock(); });
            l.writeLock().lock();
            x = 1;
            Jitter.here();
            y = 1;
            l.writeLock().unlock();
            t.join();
            Seen.is(seen);
        }
    }
    static class Upgrades {
        public static void main(String[] a) throws Exception {
            ReentrantReadWriteLock l = new ReentrantReadWriteLock();
            l.readLock().lock();
            Jitter.here();
            l.writeLock().lock();
            Seen.is(1);
        }
    }
    static class Downgrades {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            ReentrantReadWriteLock l = new ReentrantReadWriteLock();
            Thread t = T.go(() -> { l.writeLock().lock(); x = x * 2 + 1; l.writeLock().unlock(); });
            l.writeLock().lock();
            l.readLock().lock();
            l.writeLock().unlock();
            int y = x;
            Jitter.here();
            y = y * 2 + x;
            l.readLock().unlock();
            t.join();
            Seen.is(y * 2 + x);
        }
    }
    static class TimedReadBehindAWriter {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            ReentrantReadWriteLock l = new ReentrantReadWriteLock();
            l.readLock().lock();
            Thread w = T.go(() -> { l.writeLock().lock(); l.writeLock().unlock(); });
            Jitter.here();
            Thread r = T.go(() -> { if (l.readLock().tryLock(2, TimeUnit.MILLISECONDS)) { x = 1; l.readLock().unlock(); } else { x = 2; } });
            r.join();
            l.readLock().unlock();
            w.join();
            Seen.is(x);
        }
    }
    static class ReadAgainBehindAWriter {
        public static void main(String[] a) throws Exception {
            ReentrantReadWriteLock l = new ReentrantReadWriteLock();
            l.readLock().lock();
            Thread w = T.go(() -> { l.writeLock().lock(); l.writeLock().unlock(); });
            Jitter.here();
            Jitter.here();
            l.readLock().lock();
            l.readLock().unlock();
            l.readLock().unlock();
            w.join();
            Seen.is(1);
        }
    }
    static class OtherReaderBehindAWriter {
        static final Object lock = new Object();
        static boolean is;
        public static void main(String[] a) throws Exception {
            ReentrantReadWriteLock l = new ReentrantReadWriteLock();
            Thread w = new T(() -> { l.writeLock().lock(); l.writeLock().unlock(); });
            l.readLock().lock();
            w.start();
            Jitter.here();
            Thread r = T.go(() -> { l.readLock().lock(); synchronized (lock) { is = true; lock.notify(); } l.readLock().unlock(); });
            synchronized (lock) { while (!is) { lock.wait(); } }
            l.readLock().unlock();
            T.join(w, r);
            Seen.is(1);
        }
    }
    static class FairReaderAgain {
        public static void main(String[] a) throws Exception {
            ReentrantReadWriteLock l = new ReentrantReadWriteLock(true);
            l.readLock().lock();
            Thread w = T.go(() -> { l.writeLock().lock(); l.writeLock().unlock(); });
            Jitter.here();
            l.readLock().lock();
            boolean x = l.readLock().tryLock();
            Seen.is(x ? 1 : 0);
        }
    }
    static class TriesWrite {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            ReentrantReadWriteLock l = new ReentrantReadWriteLock();
            Thread t = T.go(() -> { if (l.writeLock().tryLock()) { Jitter.here(); x += 1; l.writeLock().unlock(); } });
            Jitter.here();
            if (l.readLock().tryLock()) { Jitter.here(); x += 2; l.readLock().unlock(); }
            t.join();
            Seen.is(x);
        }
    }
    static class TimedWrite {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            ReentrantReadWriteLock l = new ReentrantReadWriteLock();
            Thread t = T.go(() -> { if (l.writeLock().tryLock(1, TimeUnit.MILLISECONDS)) { x = 1; l.writeLock().unlock(); } else { x = 2; } });
            l.readLock().lock();
            Jitter.here();
            l.readLock().unlock();
            t.join();
            Seen.is(x);
        }
    }
    static class Errors {
        public static void main(String[] a) throws Exception {
            ReentrantReadWriteLock l = new ReentrantReadWriteLock();
            int x = 0;
            try { l.readLock().unlock(); } catch (IllegalMonitorStateException e) { x++; }
            try { l.writeLock().unlock(); } catch (IllegalMonitorStateException e) { x += 2; }
            try { l.readLock().newCondition(); } catch (UnsupportedOperationException e) { x += 4; }
            try { l.readLock().tryLock(1, null); } catch (NullPointerException e) { x += 8; }
            try { l.writeLock().newCondition().signal(); } catch (IllegalMonitorStateException e) { x += 16; }
            try { l.writeLock().tryLock(1, null); } catch (NullPointerException e) { x += 32; }
            Seen.is(x);
        }
    }
    static class OthersUnlock {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            ReentrantReadWriteLock l = new ReentrantReadWriteLock();
            l.writeLock().lock();
            Thread t = T.go(() -> { try { l.writeLock().unlock(); } catch (IllegalMonitorStateException e) { x = 1; } });
            t.join();
            Seen.is(x + (l.isWriteLocked() ? 2 : 0) + (l.isWriteLockedByCurrentThread() ? 4 : 0) + l.getReadLockCount() * 8);
        }
    }
    static class TryLock {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            ReentrantLock l = new ReentrantLock();
            Thread t = T.go(() -> { if (l.tryLock()) { Jitter.here(); x += 1; l.unlock(); } });
            Jitter.here();
            if (l.tryLock()) { Jitter.here(); x += 2; l.unlock(); }
            t.join();
            Seen.is(x);
        }
    }
    static class TimedTryLock {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            ReentrantLock l = new ReentrantLock(true);
            Thread t = T.go(() -> { if (l.tryLock(1, TimeUnit.MILLISECONDS)) { x += 1; l.unlock(); } });
            l.lock();
            Jitter.here();
            x += 2;
            l.unlock();
            t.join();
            Seen.is(x);
        }
    }
    static class LockErrors {
        public static void main(String[] a) throws Exception {
            ReentrantLock l = new ReentrantLock();
            int x = 0;
            try { l.tryLock(1, null); } catch (NullPointerException e) { x++; }
            l.lock();
            l.lock();
            if (l.getHoldCount() == 2 && l.isHeldByCurrentThread() && l.isLocked()) { x += 2; }
            l.unlock();
            l.unlock();
            try { l.unlock(); } catch (IllegalMonitorStateException e) { x += 4; }
            try { l.newCondition().await(0, TimeUnit.SECONDS); } catch (IllegalMonitorStateException e) { x += 8; }
            l.lock();
            if (l.newCondition().awaitNanos(-1) <= 0) { x += 16; }
            if (!l.newCondition().await(-1, TimeUnit.SECONDS)) { x += 32; }
            try { l.newCondition().await(1, null); } catch (NullPointerException e) { x += 64; }
            Seen.is(x);
        }
    }
    static class MonitorOfTheLock {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            ReentrantLock l = new ReentrantLock();
            Thread t = T.go(() -> { synchronized (l) { int y = x; Jitter.here(); x = y + 1; } });
            l.lock();
            int y = x;
            Jitter.here();
            x = y + 1;
            l.unlock();
            t.join();
            Seen.is(x);
        }
    }
}
