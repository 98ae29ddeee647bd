package java.util.concurrent;

/** As in Java. */
public interface Callable<V> {
    V call() throws Exception;
}
