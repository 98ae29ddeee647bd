package java.lang;

/** As in Java. */
public class IllegalAccessError extends IncompatibleClassChangeError {
    public IllegalAccessError() {}

    public IllegalAccessError(String message) {
        super(message);
    }
}
