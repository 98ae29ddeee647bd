package java.util.function;

/** As in Java. */
public interface IntToLongFunction {
    long applyAsLong(int value);
}
