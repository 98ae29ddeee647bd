package java.util.concurrent;

import reductio.Line;
import reductio.Model;
import reductio.Values;

/** A semaphore. Threads that have to wait stand in line; a thread that comes may go before them, unless it is fair. */
public class Semaphore implements java.io.Serializable {
    private final Sync sync = new Sync();
    private final Line line = new Line();
    private volatile int permits;
    private boolean fair;

    /** The object whose monitor guards the number of permits. */
    private static final class Sync {}

    public Semaphore(int permits) {
        this.permits = permits;
    }

    public Semaphore(int permits, boolean fair) {
        this.permits = permits;
        this.fair = fair;
    }

    private static void check(int wanted) {
        if (wanted < 0) {
            throw new IllegalArgumentException();
        }
    }

    private void get(int wanted) throws InterruptedException {
        Model.acquire(sync);
        int left = permits - wanted;
        if (left >= 0 && (!fair || line.isEmpty())) {
            permits = left;
        } else {
            Line.Place place = line.join(wanted);
            do {
                line.rest(place, sync);
                left = permits - wanted;
            } while (left < 0 || line.first() != place);
            line.leave();
            permits = left;
            wakeNext(left);
        }
        Model.release(sync);
    }

    /** Wakes the next one in line if there are permits for it, which may want none. */
    private void wakeNext(int left) {
        Line.Place next = line.first();
        if (next != null && next.wanted <= left) {
            line.wakeFirst();
        }
    }

    private boolean tryGet(int wanted) {
        if (permits < wanted) {
            return false;
        }
        Model.acquire(sync);
        int left = permits - wanted;
        if (left >= 0) {
            permits = left;
        }
        Model.release(sync);
        return left >= 0;
    }

    private void getSurely(int wanted) {
        try {
            get(wanted);
        } catch (InterruptedException nobodyInterrupts) {
            throw new InternalError(nobodyInterrupts);
        }
    }

    public void acquire() throws InterruptedException {
        get(1);
    }

    public void acquire(int wanted) throws InterruptedException {
        check(wanted);
        get(wanted);
    }

    public void acquireUninterruptibly() {
        getSurely(1);
    }

    public void acquireUninterruptibly(int wanted) {
        check(wanted);
        getSurely(wanted);
    }

    public boolean tryAcquire() {
        return tryGet(1);
    }

    public boolean tryAcquire(int wanted) {
        check(wanted);
        return tryGet(wanted);
    }

    public boolean tryAcquire(long time, TimeUnit unit) throws InterruptedException {
        return getInTime(1, time, unit);
    }

    public boolean tryAcquire(int wanted, long time, TimeUnit unit) throws InterruptedException {
        check(wanted);
        return getInTime(wanted, time, unit);
    }

    /**
     * Gets permits if they are there now, and else the time is over (but for the longest that there is), or, if the semaphore is fair, stands in line until it is. Who stands
     * in the line of one that is not fair has no effect on others: they may come before it.
     */
    private boolean getInTime(int wanted, long time, TimeUnit unit) throws InterruptedException {
        Values.use(unit);
        if (time == Long.MAX_VALUE) {
            get(wanted);
            return true;
        }
        if (!fair) {
            return tryGet(wanted);
        }
        Model.acquire(sync);
        int left = permits - wanted;
        boolean got = left >= 0 && line.isEmpty();
        if (!got && time > 0) {
            Line.Place place = line.join(wanted);
            boolean over;
            do {
                line.restTimed(place, sync);
                left = permits - wanted;
                got = left >= 0 && line.first() == place;
                over = got || line.givesUp(place, sync);
            } while (!over);
            if (got) {
                line.leave();
                wakeNext(left);
            }
        }
        if (got) {
            permits = left;
        }
        Model.release(sync);
        return got;
    }

    private void give(int given) {
        Model.acquire(sync);
        int now = permits + given;
        if (now < permits) {
            Model.release(sync);
            throw new Error("Maximum permit count exceeded");
        }
        permits = now;
        line.wakeFirst();
        Model.release(sync);
    }

    public void release() {
        give(1);
    }

    public void release(int given) {
        check(given);
        give(given);
    }

    public int availablePermits() {
        return permits;
    }

    public int drainPermits() {
        Model.acquire(sync);
        int now = permits;
        permits = 0;
        Model.release(sync);
        return now;
    }

    protected void reducePermits(int by) {
        check(by);
        Model.acquire(sync);
        int now = permits;
        if (now - by > now) {
            Model.release(sync);
            throw new Error("Permit count underflow");
        }
        permits = now - by;
        Model.release(sync);
    }

    public boolean isFair() {
        return fair;
    }

    @Override
    public String toString() {
        Model.unsupported("Semaphore.toString");
        return null;
    }

    public final boolean hasQueuedThreads() {
        Model.unsupported("Semaphore.hasQueuedThreads");
        return false;
    }
}
