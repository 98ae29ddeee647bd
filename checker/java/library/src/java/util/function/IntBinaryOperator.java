package java.util.function;

/** As in Java. */
public interface IntBinaryOperator {
    int applyAsInt(int left, int right);
}
