package java.util.function;

/** As in Java. */
public interface ToIntBiFunction<T, U> {
    int applyAsInt(T first, U second);
}
