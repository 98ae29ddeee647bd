package java.util.function;

/** As in Java. */
public interface ToDoubleBiFunction<T, U> {
    double applyAsDouble(T first, U second);
}
