package java.util.function;

/** As in Java. */
public interface ObjIntConsumer<T> {
    void accept(T first, int second);
}
