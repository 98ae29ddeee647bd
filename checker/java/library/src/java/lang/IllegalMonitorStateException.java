package java.lang;

/** As in Java. */
public class IllegalMonitorStateException extends RuntimeException {
    public IllegalMonitorStateException() {}

    public IllegalMonitorStateException(String message) {
        super(message);
    }
}
