import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** What a pool of threads does with methods of its users that throw, and with a factory that makes no thread. */
public class PoolHooks {
    static final class Pool extends ThreadPoolExecutor {
        Pool() {
            super(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                Thread made = new Thread(task);
                made.setName("worker");
                return made;
            });
        }

        @Override
        protected void beforeExecute(Thread thread, Runnable task) {
            System.out.println("before in " + thread.getName());
        }

        @Override
        protected void afterExecute(Runnable task, Throwable thrown) {
            System.out.println("after " + thrown);
            if (thrown == null) {
                throw new IllegalStateException("after");
            }
        }

        @Override
        protected void terminated() {
            System.out.println("terminated");
            throw new IllegalStateException("terminated");
        }
    }

    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = new Pool();
        pool.execute(() -> System.out.println("runs"));
        while (pool.getPoolSize() > 0 && pool.getQueue().size() > 0) {
            Thread.sleep(1);
        }
        Thread.sleep(100);
        pool.shutdown();
        System.out.println(pool.awaitTermination(Long.MAX_VALUE, TimeUnit.SECONDS) + " " + pool.isTerminated());
        ExecutorService none = Executors.newFixedThreadPool(1, task -> null);
        none.execute(() -> System.out.println("never"));
        System.out.println(none.shutdownNow().size() + " " + none.isTerminated());
        ThreadPoolExecutor full = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1), task -> null);
        full.execute(() -> System.out.println("never"));
        try {
            full.execute(() -> System.out.println("never"));
        } catch (RejectedExecutionException e) {
            System.out.println("rejected " + full.getQueue().size());
        }
        ExecutorService throwing = Executors.newFixedThreadPool(1, task -> {
            throw new IllegalStateException("factory");
        });
        try {
            throwing.execute(() -> System.out.println("never"));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        throwing.shutdown();
        System.out.println(throwing.isTerminated());
        ThreadPoolExecutor ending = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
            @Override
            protected void terminated() {
                throw new IllegalStateException("terminated");
            }
        };
        try {
            ending.shutdown();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + ending.isTerminated());
        }
    }
}
