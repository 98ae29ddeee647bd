package java.util.function;

/** As in Java. */
public interface Supplier<T> {
    T get();
}
