package java.util.function;

/** As in Java. */
public interface ToLongBiFunction<T, U> {
    long applyAsLong(T first, U second);
}
