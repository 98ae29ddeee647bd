/** A thread that may throw anything. */
final class T extends Thread {
    interface Body {
        void run() throws Exception;
    }

    private final Body body;

    T(Body body) {
        this.body = body;
    }

    @Override
    public void run() {
        Jitter.here();
        try {
            body.run();
        } catch (Exception thrown) {
            T.<RuntimeException>rethrow(thrown);
        }
    }

    static T go(Body body) {
        T thread = new T(body);
        thread.start();
        return thread;
    }

    static void join(Thread first, Thread second) throws InterruptedException {
        first.join();
        second.join();
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void rethrow(Throwable thrown) throws E {
        throw (E) thrown;
    }
}
