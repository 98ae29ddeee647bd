package java.util.function;

/** As in Java. */
public interface ObjLongConsumer<T> {
    void accept(T first, long second);
}
