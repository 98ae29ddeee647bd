package java.util.function;

/** As in Java. */
public interface IntToDoubleFunction {
    double applyAsDouble(int value);
}
