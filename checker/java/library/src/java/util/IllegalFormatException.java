package java.util;

/** As in Java. */
public class IllegalFormatException extends IllegalArgumentException {
    IllegalFormatException() {}
}
