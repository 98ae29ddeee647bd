package java.util.function;

/** As in Java. */
public interface BooleanSupplier {
    boolean getAsBoolean();
}
