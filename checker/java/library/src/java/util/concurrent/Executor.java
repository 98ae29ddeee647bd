package java.util.concurrent;

/** As in Java. */
public interface Executor {
    void execute(Runnable task);
}
