package java.lang;

/** As in Java. */
public class AbstractMethodError extends IncompatibleClassChangeError {
    public AbstractMethodError() {}

    public AbstractMethodError(String message) {
        super(message);
    }
}
