package java.lang;

/** As in Java. */
public class ExceptionInInitializerError extends LinkageError {
    public ExceptionInInitializerError(String message) {
        super(message, null);
    }

    public ExceptionInInitializerError() {
        initCause(null);
    }

    public ExceptionInInitializerError(Throwable thrown) {
        super(null, thrown);
    }

    /** What is told of an exception at later uses of the class whose initializer has thrown it. */
    static ExceptionInInitializerError of(Throwable thrown) {
        String message = thrown.given();
        // The virtual machine computes such messages when they are asked for, and here nobody has asked.
        boolean isComputed = thrown instanceof NullPointerException && message != null && message.startsWith("Cannot ");
        String told = message == null || isComputed ? "" : ": " + message;
        return new ExceptionInInitializerError("Exception " + thrown.getClass().getName() + told
            + " [in thread \"" + Thread.currentThread().getName() + "\"]");
    }

    public Throwable getException() {
        return getCause();
    }
}
