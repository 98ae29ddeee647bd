package java.lang;

/** As in Java. */
public class IncompatibleClassChangeError extends LinkageError {
    public IncompatibleClassChangeError() {}

    public IncompatibleClassChangeError(String message) {
        super(message);
    }
}
