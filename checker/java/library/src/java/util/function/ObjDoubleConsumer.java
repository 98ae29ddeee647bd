package java.util.function;

/** As in Java. */
public interface ObjDoubleConsumer<T> {
    void accept(T first, double second);
}
