package java.lang;

/** As in Java. */
public class ThreadDeath extends Error {
    public ThreadDeath() {}
}
