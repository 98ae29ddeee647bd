package java.util.concurrent;

/** As in Java. */
public interface Future<V> {
    boolean cancel(boolean interrupt);
    boolean isCancelled();
    boolean isDone();
    V get() throws InterruptedException, ExecutionException;
    V get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException;
}
