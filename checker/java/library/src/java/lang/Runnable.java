package java.lang;

/** What a thread runs. */
public interface Runnable {
    void run();
}
