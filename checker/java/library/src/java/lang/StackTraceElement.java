package java.lang;

/** An element of a stack trace, which no model has. */
public final class StackTraceElement implements java.io.Serializable {
    private StackTraceElement() {}
}
