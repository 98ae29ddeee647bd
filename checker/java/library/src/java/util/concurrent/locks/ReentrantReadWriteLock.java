package java.util.concurrent.locks;

import java.util.concurrent.TimeUnit;
import reductio.Line;
import reductio.Model;
import reductio.Values;
import reductio.Waiting;

/**
 * A lock for readers and writers. Those who have to wait stand in line; a reader that comes when a writer is first in line waits too,
 * unless it reads already; a writer that comes may go before the line. Conditions of the write lock are not modelled.
 */
public class ReentrantReadWriteLock implements ReadWriteLock, java.io.Serializable {
    private static final int READER = 0;
    private static final int WRITER = 1;

    private final Sync sync = new Sync();
    private final ReadLock reader;
    private final WriteLock writer;

    /** The state of the lock, which its own monitor guards. */
    private static final class Sync {
        Line line = new Line();
        boolean fair;
        Thread writer;
        int writes;
        /** How often threads read now. */
        int reads;
        Holds holds;
    }

    /** How often a thread reads now. */
    private static final class Holds {
        final Thread thread;
        final Holds next;
        int count;

        Holds(Thread thread, Holds next) {
            this.thread = thread;
            this.next = next;
        }
    }

    public ReentrantReadWriteLock() {
        reader = new ReadLock(this);
        writer = new WriteLock(this);
    }

    public ReentrantReadWriteLock(boolean fair) {
        this();
        if (fair) {
            sync.fair = true;
        }
    }

    @Override
    public ReadLock readLock() {
        return reader;
    }

    @Override
    public WriteLock writeLock() {
        return writer;
    }

    private static Holds holds(Sync sync, Thread me) {
        Holds holds = sync.holds;
        while (holds != null && holds.thread != me) {
            holds = holds.next;
        }
        return holds;
    }

    private static boolean mayRead(Sync sync, Thread me) {
        Thread writer = sync.writer;
        return writer == null || writer == me;
    }

    private static void startReading(Sync sync, Thread me) {
        Holds holds = holds(sync, me);
        if (holds == null) {
            holds = new Holds(me, sync.holds);
            sync.holds = holds;
        }
        holds.count++;
        sync.reads++;
    }

    /** Whether a thread that comes and may read has to stand in line. */
    private static boolean hasToWait(Sync sync, Thread me) {
        Line.Place first = sync.line.first();
        if (first == null || !sync.fair && first.wanted == READER || sync.writer == me) {
            return false;
        }
        Holds holds = holds(sync, me);
        return holds == null || holds.count == 0;
    }

    private static boolean mayWrite(Sync sync, Thread me) {
        Thread writer = sync.writer;
        return writer == me || writer == null && sync.reads == 0;
    }

    private static void startWriting(Sync sync, Thread me) {
        sync.writer = me;
        sync.writes++;
    }

    private static void stand(Sync sync, Thread me, int wanted) throws InterruptedException {
        Line.Place place = sync.line.join(wanted);
        do {
            sync.line.rest(place, sync);
        } while (sync.line.first() != place || !(wanted == WRITER ? mayWrite(sync, me) : mayRead(sync, me)));
        sync.line.leave();
        if (wanted == READER) {
            startReading(sync, me);
            Line.Place next = sync.line.first();
            if (next != null && next.wanted == READER) {
                sync.line.wakeFirst();
            }
        } else {
            startWriting(sync, me);
        }
    }

    private static void lock(Sync sync, int wanted) {
        Thread me = Thread.currentThread();
        Model.acquire(sync);
        try {
            if (wanted == READER) {
                if (mayRead(sync, me) && !hasToWait(sync, me)) {
                    startReading(sync, me);
                } else {
                    stand(sync, me, READER);
                }
            } else if (mayWrite(sync, me) && (!sync.fair || sync.writer == me || sync.line.isEmpty())) {
                startWriting(sync, me);
            } else {
                stand(sync, me, WRITER);
            }
        } catch (InterruptedException nobodyInterrupts) {
            throw new InternalError(nobodyInterrupts);
        }
        Model.release(sync);
    }

    /** Stands in line until the time is over, which it may be at any moment; a writer that stands there keeps readers back. */
    private static boolean lockInTime(Sync sync, int wanted, long time, TimeUnit unit) throws InterruptedException {
        Values.use(unit);
        if (time == Long.MAX_VALUE) {
            lock(sync, wanted);
            return true;
        }
        Thread me = Thread.currentThread();
        Model.acquire(sync);
        boolean got = wanted == READER ? mayRead(sync, me) && !hasToWait(sync, me)
            : mayWrite(sync, me) && (!sync.fair || sync.writer == me || sync.line.isEmpty());
        if (!got && time > 0) {
            Line.Place place = sync.line.join(wanted);
            boolean over;
            do {
                sync.line.restTimed(place, sync);
                got = sync.line.first() == place && (wanted == WRITER ? mayWrite(sync, me) : mayRead(sync, me));
                over = got || sync.line.givesUp(place, sync);
            } while (!over);
            if (got) {
                sync.line.leave();
                Line.Place next = sync.line.first();
                if (wanted == READER && next != null && next.wanted == READER) {
                    sync.line.wakeFirst();
                }
            }
        }
        if (got) {
            if (wanted == READER) {
                startReading(sync, me);
            } else {
                startWriting(sync, me);
            }
        }
        Model.release(sync);
        return got;
    }

    private static boolean tryLock(Sync sync, int wanted) {
        Thread me = Thread.currentThread();
        Model.acquire(sync);
        boolean may = wanted == READER ? mayRead(sync, me) : mayWrite(sync, me);
        if (may) {
            if (wanted == READER) {
                startReading(sync, me);
            } else {
                startWriting(sync, me);
            }
        }
        Model.release(sync);
        return may;
    }

    private static void unlockRead(Sync sync) {
        Thread me = Thread.currentThread();
        Model.acquire(sync);
        Holds holds = holds(sync, me);
        if (holds == null || holds.count == 0) {
            Model.release(sync);
            throw new IllegalMonitorStateException("attempt to unlock read lock, not locked by current thread");
        }
        holds.count--;
        sync.reads--;
        if (sync.reads == 0) {
            sync.holds = null;
            sync.line.wakeFirst();
        }
        Model.release(sync);
    }

    private static void unlockWrite(Sync sync) {
        Thread me = Thread.currentThread();
        Model.acquire(sync);
        if (sync.writer != me) {
            Model.release(sync);
            throw new IllegalMonitorStateException();
        }
        sync.writes--;
        if (sync.writes == 0) {
            sync.writer = null;
            sync.line.wakeFirst();
        }
        Model.release(sync);
    }

    /** The lock for reading. */
    public static class ReadLock implements Lock, java.io.Serializable {
        private final Sync sync;

        protected ReadLock(ReentrantReadWriteLock lock) {
            sync = lock.sync;
        }

        @Override
        public void lock() {
            ReentrantReadWriteLock.lock(sync, READER);
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            ReentrantReadWriteLock.lock(sync, READER);
        }

        @Override
        public boolean tryLock() {
            return ReentrantReadWriteLock.tryLock(sync, READER);
        }

        @Override
        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
            return lockInTime(sync, READER, time, unit);
        }

        @Override
        public void unlock() {
            unlockRead(sync);
        }

        @Override
        public Condition newCondition() {
            throw new UnsupportedOperationException();
        }

        @Override
        public String toString() {
            Model.unsupported("ReentrantReadWriteLock.ReadLock.toString");
            return null;
        }
    }

    /** The lock for writing. */
    public static class WriteLock implements Lock, java.io.Serializable {
        private final Sync sync;

        protected WriteLock(ReentrantReadWriteLock lock) {
            sync = lock.sync;
        }

        @Override
        public void lock() {
            ReentrantReadWriteLock.lock(sync, WRITER);
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            ReentrantReadWriteLock.lock(sync, WRITER);
        }

        @Override
        public boolean tryLock() {
            return ReentrantReadWriteLock.tryLock(sync, WRITER);
        }

        @Override
        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
            return lockInTime(sync, WRITER, time, unit);
        }

        @Override
        public void unlock() {
            unlockWrite(sync);
        }

        @Override
        public Condition newCondition() {
            Model.unsupported("a condition of a write lock");
            return null;
        }

        public boolean isHeldByCurrentThread() {
            return getHoldCount() > 0;
        }

        @Override
        public String toString() {
            Model.unsupported("ReentrantReadWriteLock.WriteLock.toString");
            return null;
        }

        public int getHoldCount() {
            Model.acquire(sync);
            int count = sync.writer == Thread.currentThread() ? sync.writes : 0;
            Model.release(sync);
            return count;
        }
    }

    public int getReadLockCount() {
        Model.acquire(sync);
        int count = sync.reads;
        Model.release(sync);
        return count;
    }

    public int getReadHoldCount() {
        Model.acquire(sync);
        Holds holds = holds(sync, Thread.currentThread());
        int count = holds == null ? 0 : holds.count;
        Model.release(sync);
        return count;
    }

    public boolean isWriteLocked() {
        Model.acquire(sync);
        boolean locked = sync.writer != null;
        Model.release(sync);
        return locked;
    }

    public boolean isWriteLockedByCurrentThread() {
        return writer.isHeldByCurrentThread();
    }

    public int getWriteHoldCount() {
        return writer.getHoldCount();
    }

    public final boolean isFair() {
        return sync.fair;
    }

    @Override
    public String toString() {
        Model.unsupported("ReentrantReadWriteLock.toString");
        return null;
    }
}
