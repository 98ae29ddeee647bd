package java.util.concurrent;

import reductio.Model;
import reductio.Values;

/** A barrier. */
public class CyclicBarrier {
    private final Sync sync = new Sync();
    private final int parties;
    private final Runnable action;
    private int missing;
    private Round round = new Round();

    /** The object whose monitor guards the barrier. */
    private static final class Sync {}

    private static final class Round {
        boolean broken;
    }

    public CyclicBarrier(int parties) {
        this(parties, null);
    }

    public CyclicBarrier(int parties, Runnable action) {
        if (parties <= 0) {
            throw new IllegalArgumentException();
        }
        this.parties = parties;
        this.action = action;
        missing = parties;
    }

    public int getParties() {
        return parties;
    }

    private void next() {
        sync.notifyAll();
        missing = parties;
        round = new Round();
    }

    private void breakRound() {
        round.broken = true;
        missing = parties;
        sync.notifyAll();
    }

    /** Arrives, and waits for the others. If the time is over beforehand, who is not the last one does not wait. */
    private int pass(boolean timed, boolean over) throws InterruptedException, BrokenBarrierException, TimeoutException {
        Model.acquire(sync);
        try {
            Round mine = round;
            if (mine.broken) {
                throw new BrokenBarrierException();
            }
            int left = missing - 1;
            missing = left;
            if (left == 0) {
                Runnable action = this.action;
                if (action != null) {
                    boolean done = false;
                    try {
                        action.run();
                        done = true;
                    } finally {
                        if (!done) {
                            breakRound();
                        }
                    }
                }
                next();
                return 0;
            }
            while (true) {
                if (timed) {
                    if (!over) {
                        sync.wait(1);
                    }
                } else {
                    sync.wait();
                }
                if (mine.broken) {
                    throw new BrokenBarrierException();
                }
                if (mine != round) {
                    return left;
                }
                if (timed) {
                    breakRound();
                    throw new TimeoutException();
                }
            }
        } finally {
            Model.release(sync);
        }
    }

    public int await() throws InterruptedException, BrokenBarrierException {
        try {
            return pass(false, false);
        } catch (TimeoutException noTime) {
            throw new Error(noTime);
        }
    }

    public int await(long time, TimeUnit unit) throws InterruptedException, BrokenBarrierException, TimeoutException {
        Values.use(unit);
        // The longest time is never over.
        return pass(time < Long.MAX_VALUE, time <= 0);
    }

    public boolean isBroken() {
        Model.acquire(sync);
        boolean broken = round.broken;
        Model.release(sync);
        return broken;
    }

    public void reset() {
        Model.acquire(sync);
        breakRound();
        next();
        Model.release(sync);
    }

    public int getNumberWaiting() {
        Model.acquire(sync);
        int waiting = parties - missing;
        Model.release(sync);
        return waiting;
    }
}
