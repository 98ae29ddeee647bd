package java.util.function;

/** As in Java. */
public interface LongSupplier {
    long getAsLong();
}
