package java.util.function;

/** As in Java. */
public interface DoubleToLongFunction {
    long applyAsLong(double value);
}
