package java.util.concurrent;

/** Makers of thread pools. Scheduled and work-stealing ones are absent. */
public class Executors {
    private Executors() {}

    public static ExecutorService newFixedThreadPool(int threads) {
        return new ThreadPoolExecutor(threads, threads, false);
    }

    public static ExecutorService newFixedThreadPool(int threads, ThreadFactory factory) {
        return new ThreadPoolExecutor(threads, threads, false, factory);
    }

    public static ExecutorService newSingleThreadExecutor() {
        return new ThreadPoolExecutor(1, 1, false);
    }

    public static ExecutorService newSingleThreadExecutor(ThreadFactory factory) {
        return new ThreadPoolExecutor(1, 1, false, factory);
    }

    public static ExecutorService newCachedThreadPool() {
        return new ThreadPoolExecutor(0, Integer.MAX_VALUE, true);
    }

    public static ExecutorService newCachedThreadPool(ThreadFactory factory) {
        return new ThreadPoolExecutor(0, Integer.MAX_VALUE, true, factory);
    }

    public static ThreadFactory defaultThreadFactory() {
        return new PoolThreads();
    }

    /** Makes threads with the names that Java gives them. */
    private static final class PoolThreads implements ThreadFactory {
        private static int pools;

        private final int pool;
        private int threads;

        PoolThreads() {
            pool = next();
        }

        private static synchronized int next() {
            return ++pools;
        }

        private synchronized String name() {
            return "pool-" + pool + "-thread-" + ++threads;
        }

        @Override
        public Thread newThread(Runnable task) {
            return new Thread(task, name());
        }
    }

    public static <T> Callable<T> callable(Runnable task, T result) {
        if (task == null) {
            throw new NullPointerException();
        }
        return new Adapter<T>(task, result);
    }

    public static Callable<Object> callable(Runnable task) {
        return callable(task, null);
    }

    private static final class Adapter<T> implements Callable<T> {
        private final Runnable task;
        private final T result;

        Adapter(Runnable task, T result) {
            this.task = task;
            this.result = result;
        }

        @Override
        public T call() {
            task.run();
            return result;
        }
    }
}
