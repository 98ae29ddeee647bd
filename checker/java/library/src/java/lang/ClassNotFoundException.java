package java.lang;

/** As in Java. */
public class ClassNotFoundException extends ReflectiveOperationException {
    public ClassNotFoundException() {}

    public ClassNotFoundException(String message) {
        super(message);
    }
}
