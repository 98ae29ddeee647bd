package java.util.function;

/** As in Java. */
public interface IntFunction<R> {
    R apply(int value);
}
