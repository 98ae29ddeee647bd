package java.util.function;

/** As in Java. */
public interface ToDoubleFunction<T> {
    double applyAsDouble(T value);
}
