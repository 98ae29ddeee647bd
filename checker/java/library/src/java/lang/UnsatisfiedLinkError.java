package java.lang;

/** As in Java. */
public class UnsatisfiedLinkError extends LinkageError {
    public UnsatisfiedLinkError() {}

    public UnsatisfiedLinkError(String message) {
        super(message);
    }
}
