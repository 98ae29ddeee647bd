package java.util.concurrent.locks;

import java.util.concurrent.TimeUnit;
import reductio.FairLine;
import reductio.Model;
import reductio.Values;
import reductio.Waiting;

/** A condition of a lock: those who wait are signalled in the order in which they came. */
final class LockCondition implements Condition {
    private final Object lock;
    private final Waiting waiting;

    /** The line is that of a fair lock, and null otherwise. */
    LockCondition(Object lock, FairLine line) {
        this.lock = lock;
        waiting = new Waiting(line);
    }

    @Override
    public void await() throws InterruptedException {
        waiting.await(lock);
    }

    @Override
    public void awaitUninterruptibly() {
        try {
            waiting.await(lock);
        } catch (InterruptedException nobodyInterrupts) {
            throw new InternalError(nobodyInterrupts);
        }
    }

    /**
     * The time that is left is one nanosecond, if it is not over, and else it is over since one nanosecond, or right now; it is said that
     * it may be another one.
     */
    @Override
    public long awaitNanos(long nanoseconds) throws InterruptedException {
        if (nanoseconds == Long.MAX_VALUE) {
            waiting.await(lock);
            return Model.chooseSome(1, 1, "other times that are left");
        }
        if (!waiting.awaitTimed(lock) || nanoseconds <= 0) {
            return Model.chooseSome(-1, 0, "other times that are left");
        }
        return Model.chooseSome(-1, 1, "other times that are left");
    }

    @Override
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        Values.use(unit);
        if (time == Long.MAX_VALUE) {
            waiting.await(lock);
            return true;
        }
        return waiting.awaitTimed(lock) || Model.isSpurious();
    }

    @Override
    public void signal() {
        waiting.signal(lock);
    }

    @Override
    public void signalAll() {
        waiting.signalAll(lock);
    }

    boolean isOf(Object lock) {
        return this.lock == lock;
    }

    boolean hasWaiters() {
        return !waiting.isEmpty();
    }
}
