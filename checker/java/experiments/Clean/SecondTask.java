/** Signals the first event and waits for the second one, for ever. */
class SecondTask extends Thread {
    private final Event first;
    private final Event second;
    private int seen;

    SecondTask(Event first, Event second) {
        this.first = first;
        this.second = second;
        seen = second.count();
    }

    @Override
    public void run() {
        try {
            while (true) {
                first.signal();
                seen = second.awaitAfter(seen);
            }
        } catch (InterruptedException e) {
            return;
        }
    }
}
