package java.util.concurrent.locks;

import java.util.concurrent.TimeUnit;
import reductio.FairLine;
import reductio.Model;
import reductio.Values;

/**
 * A lock: a hidden object's monitor. Whoever waits for it may get it, but if it is fair those who stand in its line get it in order. Whether
 * others hold it or wait for it cannot be asked.
 */
public class ReentrantLock implements Lock, java.io.Serializable {
    private final Sync sync = new Sync();
    /** The line of a lock that is fair. */
    private FairLine line;

    /** The object whose monitor is the lock. */
    private static final class Sync {}

    public ReentrantLock() {}

    public ReentrantLock(boolean fair) {
        if (fair) {
            line = new FairLine();
        }
    }

    @Override
    public void lock() {
        take();
    }

    private void take() {
        FairLine line = this.line;
        if (line == null) {
            Model.acquire(sync);
        } else {
            line.enter(sync);
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        take();
    }

    @Override
    public boolean tryLock() {
        return Model.tryAcquire(sync);
    }

    /**
     * Gets the lock if it is free now; else the time is over. Who stands in the line of a fair lock makes others time out that come
     * meanwhile and find the lock free: then the thread stands there until it gets the lock or gives up.
     */
    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        Values.use(unit);
        if (time == Long.MAX_VALUE) {
            take();
            return true;
        }
        FairLine line = this.line;
        return line == null ? Model.tryAcquire(sync) : line.enterInTime(sync, time);
    }

    @Override
    public void unlock() {
        Model.release(sync);
    }

    @Override
    public Condition newCondition() {
        return new LockCondition(sync, line);
    }

    public boolean isHeldByCurrentThread() {
        return Model.depth(sync) > 0;
    }

    public int getHoldCount() {
        return Model.depth(sync);
    }

    public boolean isLocked() {
        if (Model.depth(sync) > 0) {
            return true;
        }
        Model.unsupported("ReentrantLock.isLocked by a thread that does not hold it");
        return false;
    }

    public final boolean isFair() {
        return line != null;
    }

    @Override
    public String toString() {
        Model.unsupported("ReentrantLock.toString");
        return null;
    }

    public final boolean hasQueuedThreads() {
        Model.unsupported("ReentrantLock.hasQueuedThreads");
        return false;
    }

    public final int getQueueLength() {
        Model.unsupported("ReentrantLock.getQueueLength");
        return 0;
    }

    public boolean hasWaiters(Condition condition) {
        if (condition == null) {
            throw new NullPointerException();
        }
        if (!(condition instanceof LockCondition)) {
            throw new IllegalArgumentException("not owner");
        }
        if (!((LockCondition) condition).isOf(sync)) {
            throw new IllegalArgumentException("Not owner");
        }
        if (Model.depth(sync) == 0) {
            throw new IllegalMonitorStateException();
        }
        return ((LockCondition) condition).hasWaiters();
    }
}
