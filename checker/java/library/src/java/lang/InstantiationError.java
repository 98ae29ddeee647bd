package java.lang;

/** As in Java. */
public class InstantiationError extends IncompatibleClassChangeError {
    public InstantiationError() {}

    public InstantiationError(String message) {
        super(message);
    }
}
