/** Waits for the first event and signals the second one, for ever. */
class FirstTask extends Thread {
    private final Event first;
    private final Event second;
    private int seen;

    FirstTask(Event first, Event second) {
        this.first = first;
        this.second = second;
        seen = first.count();
    }

    @Override
    public void run() {
        try {
            while (true) {
                seen = first.awaitAfter(seen);
                second.signal();
            }
        } catch (InterruptedException e) {
            return;
        }
    }
}
