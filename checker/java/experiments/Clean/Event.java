/** An event with a bounded counter of its signals. */
class Event {
    private final int modulus;
    private int count;

    Event(int modulus) {
        this.modulus = modulus;
    }

    /** Says how often the event was signalled, by its counter. */
    synchronized int count() {
        return count;
    }

    /** Waits until the counter is not the one that was seen, and returns it. */
    synchronized int awaitAfter(int seen) throws InterruptedException {
        while (count == seen)
            wait();
        return count;
    }

    /** Counts a signal, and wakes who waits. */
    synchronized void signal() {
        count = (count + 1) % modulus;
        notifyAll();
    }
}
