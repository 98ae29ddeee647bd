package java.util.concurrent;

/** As in Java. */
public interface RunnableFuture<V> extends Runnable, Future<V> {
    void run();
}
