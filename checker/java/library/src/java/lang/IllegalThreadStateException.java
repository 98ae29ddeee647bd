package java.lang;

/** As in Java. */
public class IllegalThreadStateException extends IllegalArgumentException {
    public IllegalThreadStateException() {}

    public IllegalThreadStateException(String message) {
        super(message);
    }
}
