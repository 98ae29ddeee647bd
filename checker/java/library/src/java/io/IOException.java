package java.io;

/** As in Java. */
public class IOException extends Exception {
    public IOException() {}

    public IOException(String message) {
        super(message);
    }

    public IOException(String message, Throwable cause) {
        super(message, cause);
    }

    public IOException(Throwable cause) {
        super(cause);
    }
}
