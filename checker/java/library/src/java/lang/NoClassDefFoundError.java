package java.lang;

/** As in Java. */
public class NoClassDefFoundError extends LinkageError {
    public NoClassDefFoundError() {}

    public NoClassDefFoundError(String message) {
        super(message);
    }

    /** By which the virtual machine says that an initializer has failed before. */
    private NoClassDefFoundError(String message, Throwable cause) {
        super(message, cause);
    }
}
