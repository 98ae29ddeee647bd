package java.util.function;

/** As in Java. */
public interface ToIntFunction<T> {
    int applyAsInt(T value);
}
