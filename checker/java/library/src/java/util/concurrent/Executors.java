package java.util.concurrent;

import java.util.List;
import reductio.Model;

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
        return new Hidden(new ThreadPoolExecutor(1, 1, false));
    }

    public static ExecutorService newSingleThreadExecutor(ThreadFactory factory) {
        return new Hidden(new ThreadPoolExecutor(1, 1, false, factory));
    }

    public static ExecutorService newCachedThreadPool() {
        return new ThreadPoolExecutor(0, Integer.MAX_VALUE, true);
    }

    public static ExecutorService newCachedThreadPool(ThreadFactory factory) {
        return new ThreadPoolExecutor(0, Integer.MAX_VALUE, true, factory);
    }

    /** A pool of which nobody can tell that it is one. */
    private static final class Hidden extends AbstractExecutorService {
        private final ThreadPoolExecutor pool;

        Hidden(ThreadPoolExecutor pool) {
            this.pool = pool;
        }

        @Override
        public void execute(Runnable task) {
            pool.execute(task);
        }

        @Override
        public void shutdown() {
            pool.shutdown();
        }

        @Override
        public List<Runnable> shutdownNow() {
            return pool.shutdownNow();
        }

        @Override
        public boolean isShutdown() {
            return pool.isShutdown();
        }

        @Override
        public boolean isTerminated() {
            return pool.isTerminated();
        }

        @Override
        public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
            return pool.awaitTermination(time, unit);
        }
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

    /** The task that a callable runs, if it was made of one. */
    static Object adapted(Object callable) {
        return callable instanceof Adapter ? ((Adapter<?>) callable).task : null;
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
