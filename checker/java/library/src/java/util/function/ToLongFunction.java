package java.util.function;

/** As in Java. */
public interface ToLongFunction<T> {
    long applyAsLong(T value);
}
