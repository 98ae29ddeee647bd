package java.util.function;

/** As in Java. */
public interface DoubleFunction<R> {
    R apply(double value);
}
