package reductio;

/**
 * A line of threads that wait for their turn, guarded by a lock. Only the first one may go, and it stays in the line until it has what
 * it wants, as with Java's queued synchronizers.
 */
public final class Line {
    private Place first;

    /** A place in a line; the thread waits on it. */
    public static final class Place {
        /** What its thread wants, for those who ask. */
        public final int wanted;
        Place next;

        Place(int wanted) {
            this.wanted = wanted;
        }
    }

    public boolean isEmpty() {
        return first == null;
    }

    public Place first() {
        return first;
    }

    /** Takes a place at the end. */
    public Place join(int wanted) {
        Place place = new Place(wanted);
        Place last = first;
        if (last == null) {
            first = place;
        } else {
            Place next = last.next;
            while (next != null) {
                last = next;
                next = last.next;
            }
            last.next = place;
        }
        return place;
    }

    /** Gives the lock back, waits to be woken, and takes the lock again. The lock is held once. */
    public void rest(Place place, Object lock) throws InterruptedException {
        synchronized (place) {
            Model.release(lock);
            place.wait();
        }
        Model.acquire(lock);
    }

    /** As `rest`, but the time may be over at any moment. Whether it is cannot be told, so the thread may rest once more. */
    public void restTimed(Place place, Object lock) throws InterruptedException {
        synchronized (place) {
            Model.release(lock);
            place.wait(1);
        }
        Model.acquire(lock);
    }

    /**
     * Whether a thread whose place is not served gives up: its time may be over now. If so, it has left, and the next one is woken. Between
     * its last look and that, others may come, who find it still standing there.
     */
    public boolean givesUp(Place place, Object lock) {
        if (Model.choose(0, 1) == 0) {
            return false;
        }
        Model.release(lock);
        Model.acquire(lock);
        if (first == place) {
            leave();
            wakeFirst();
        } else {
            Place before = first;
            while (before.next != place) {
                before = before.next;
            }
            before.next = place.next;
        }
        return true;
    }

    /** Takes the first place out of the line. */
    public void leave() {
        first = first.next;
    }

    /** Wakes the first thread, if there is one. */
    public void wakeFirst() {
        Place place = first;
        if (place != null) {
            synchronized (place) {
                place.notify();
            }
        }
    }
}
