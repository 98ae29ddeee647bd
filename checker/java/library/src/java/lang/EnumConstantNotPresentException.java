package java.lang;

/** As in Java, but made from a text. */
public class EnumConstantNotPresentException extends RuntimeException {
    public EnumConstantNotPresentException(String message) {
        super(message);
    }
}
