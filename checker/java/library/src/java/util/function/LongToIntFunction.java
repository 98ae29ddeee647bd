package java.util.function;

/** As in Java. */
public interface LongToIntFunction {
    int applyAsInt(long value);
}
