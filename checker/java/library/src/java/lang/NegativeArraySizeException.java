package java.lang;

/** As in Java. */
public class NegativeArraySizeException extends RuntimeException {
    public NegativeArraySizeException() {}

    public NegativeArraySizeException(String message) {
        super(message);
    }
}
