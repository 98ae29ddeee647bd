package java.util.concurrent;

/** As in Java. */
public interface ThreadFactory {
    Thread newThread(Runnable task);
}
