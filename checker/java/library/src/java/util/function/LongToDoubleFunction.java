package java.util.function;

/** As in Java. */
public interface LongToDoubleFunction {
    double applyAsDouble(long value);
}
