package java.lang;

/** As in Java. */
public class ExceptionInInitializerError extends LinkageError {
    public ExceptionInInitializerError(String message) {
        super(message);
    }

    public ExceptionInInitializerError() {
        initCause(null);
    }

    public ExceptionInInitializerError(Throwable thrown) {
        super(null, thrown);
    }

    public Throwable getException() {
        return getCause();
    }
}
