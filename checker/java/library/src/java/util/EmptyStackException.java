package java.util;

/** As in Java. */
public class EmptyStackException extends RuntimeException {
    public EmptyStackException() {}
}
