package reductio;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The line of a fair lock. In it stand those who were signalled, in the order of the signals, those who want the lock for a time only, and
 * those who come while somebody stands there. Who comes while nobody does takes no place, although it does in Java: it is counted only, for
 * who tries to get the lock for a time finds it there, even where the lock is free and it has yet to take it. (Who will find the lock free
 * is counted too, for that moment: to try the lock first would tell it of others without an order after them.) Those who found the
 * line empty are not held back: in Java too they look first, and take the lock later.
 */
public final class FairLine {
    /** The line, which the monitor of this object guards. */
    private final Line line = new Line();
    private volatile int length;
    /** How many have come for the lock without a place, and have not got it yet. */
    private final AtomicInteger waiting = new AtomicInteger();

    /** Takes a place at the end. */
    public Line.Place join() {
        Model.acquire(this);
        Line.Place place = line.join(0);
        length = length + 1;
        Model.release(this);
        return place;
    }

    /** Takes the lock, behind those who stand in line. Who holds it already does not look at the line. */
    public void enter(Object lock) {
        if (Model.depth(lock) > 0) {
            Model.acquire(lock);
        } else if (length != 0) {
            pass(lock, join());
        } else {
            waiting.getAndAdd(1);
            Model.acquire(lock);
            waiting.getAndAdd(-1);
        }
    }

    /** Takes the lock when the turn of a place has come. */
    public void pass(Object lock, Line.Place place) {
        Model.acquire(this);
        try {
            while (line.first() != place) {
                line.rest(place, this);
            }
        } catch (InterruptedException nobodyInterrupts) {
            throw new InternalError(nobodyInterrupts);
        }
        Model.release(this);
        Model.acquire(lock);
        Model.acquire(this);
        leave();
        Model.release(this);
    }

    private void leave() {
        line.leave();
        length = length - 1;
        line.wakeFirst();
    }

    /** Takes the lock if it gets it in time. The time may be over at any moment; until then others stand in line behind who waits. */
    public boolean enterInTime(Object lock, long time) throws InterruptedException {
        if ((Model.depth(lock) > 0 || length == 0 && waiting.get() == 0) && Model.tryAcquire(lock)) {
            return true;
        }
        if (time <= 0) {
            return false;
        }
        Line.Place place = join();
        Model.acquire(this);
        boolean got;
        boolean over;
        do {
            line.restTimed(place, this);
            got = line.first() == place && waiting.get() == 0 && Model.tryAcquire(lock);
            over = got || line.givesUp(place, this);
        } while (!over);
        if (got) {
            leave();
        } else {
            length = length - 1;
        }
        Model.release(this);
        return got;
    }
}
