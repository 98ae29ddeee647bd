package java.util.function;

/** As in Java. */
public interface DoubleToIntFunction {
    int applyAsInt(double value);
}
