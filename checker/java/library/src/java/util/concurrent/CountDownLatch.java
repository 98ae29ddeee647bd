package java.util.concurrent;

import reductio.Model;
import reductio.Values;

/** A latch. */
public class CountDownLatch {
    private final Sync sync = new Sync();
    private volatile int count;

    /** The object on which threads wait. */
    private static final class Sync {}

    public CountDownLatch(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("count < 0");
        }
        this.count = count;
    }

    public void await() throws InterruptedException {
        rest();
    }

    private void rest() throws InterruptedException {
        Model.acquire(sync);
        while (count != 0) {
            sync.wait();
        }
        Model.release(sync);
    }

    /** Says whether the latch is open now; if not, the time is over, but for the longest that there is. */
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        Values.use(unit);
        if (time == Long.MAX_VALUE) {
            rest();
        }
        return count == 0;
    }

    public void countDown() {
        Model.acquire(sync);
        int now = count;
        if (now != 0) {
            count = now - 1;
            if (now == 1) {
                sync.notifyAll();
            }
        }
        Model.release(sync);
    }

    public long getCount() {
        return count;
    }

    /** Java writes the identity hash code too. */
    @Override
    public String toString() {
        return super.toString() + "[Count = " + count + "]";
    }
}
