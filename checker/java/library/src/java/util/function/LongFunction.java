package java.util.function;

/** As in Java. */
public interface LongFunction<R> {
    R apply(long value);
}
