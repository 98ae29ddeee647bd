package java.lang;

/** As in Java. */
public class InterruptedException extends Exception {
    public InterruptedException() {}

    public InterruptedException(String message) {
        super(message);
    }
}
