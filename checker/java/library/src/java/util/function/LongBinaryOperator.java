package java.util.function;

/** As in Java. */
public interface LongBinaryOperator {
    long applyAsLong(long left, long right);
}
