package java.util.concurrent.locks;

import java.util.concurrent.TimeUnit;
import reductio.Model;
import reductio.Waiting;

/** A lock: a hidden object's monitor, whoever waits for it may get it. Whether others hold it or wait for it cannot be asked. */
public class ReentrantLock implements Lock, java.io.Serializable {
    private final Sync sync = new Sync();
    private boolean fair;

    /** The object whose monitor is the lock. */
    private static final class Sync {}

    public ReentrantLock() {}

    public ReentrantLock(boolean fair) {
        this.fair = fair;
    }

    @Override
    public void lock() {
        Model.acquire(sync);
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        Model.acquire(sync);
    }

    @Override
    public boolean tryLock() {
        return Model.tryAcquire(sync);
    }

    /**
     * Gets the lock if it is free now; else the time is over. Who stands in the line of a fair lock makes others time out that come
     * meanwhile and find the lock free.
     */
    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        if (unit == null) {
            throw new NullPointerException();
        }
        if (Model.tryAcquire(sync)) {
            return true;
        }
        if (fair && time > 0) {
            Model.only("that others time out behind a tryLock with a time in the line of a fair ReentrantLock");
        }
        return false;
    }

    @Override
    public void unlock() {
        Model.release(sync);
    }

    @Override
    public Condition newCondition() {
        return new LockCondition(sync);
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
        return fair;
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
