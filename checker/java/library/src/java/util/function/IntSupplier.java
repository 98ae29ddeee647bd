package java.util.function;

/** As in Java. */
public interface IntSupplier {
    int getAsInt();
}
