package java.util.function;

/** As in Java. */
public interface DoubleSupplier {
    double getAsDouble();
}
