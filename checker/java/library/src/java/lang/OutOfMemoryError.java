package java.lang;

/** As in Java. */
public class OutOfMemoryError extends VirtualMachineError {
    public OutOfMemoryError() {}

    public OutOfMemoryError(String message) {
        super(message);
    }
}
