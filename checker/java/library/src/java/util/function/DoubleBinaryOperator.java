package java.util.function;

/** As in Java. */
public interface DoubleBinaryOperator {
    double applyAsDouble(double left, double right);
}
