package reductio;

/**
 * The line of a fair lock. In it stand those who were signalled, in the order of the signals, those who want the lock for a time only, and
 * those who come while somebody stands there. Who comes while nobody does takes no place, although it does in Java: nobody can tell
 * whether a thread that waits for the lock came already. Neither can those who found the line empty be held back: in Java too
 * they look first, and take the lock later.
 */
public final class FairLine {
    /** The line, which the monitor of this object guards. */
    private final Line line = new Line();
    private volatile int length;

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
        if (Model.depth(lock) == 0 && length != 0) {
            pass(lock, join());
        } else {
            Model.acquire(lock);
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
        if ((Model.depth(lock) > 0 || length == 0) && Model.tryAcquire(lock)) {
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
            got = line.first() == place && Model.tryAcquire(lock);
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
