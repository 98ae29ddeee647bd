package java.util.concurrent;

/** As in Java. */
public interface RejectedExecutionHandler {
    void rejectedExecution(Runnable task, ThreadPoolExecutor pool);
}
