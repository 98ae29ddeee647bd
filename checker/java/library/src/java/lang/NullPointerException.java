package java.lang;

import reductio.Model;

/** As in Java. */
public class NullPointerException extends RuntimeException {
    /** Whether the virtual machine has thrown it within the library, of whose code its message speaks. The front end sets it. */
    private boolean untold;

    public NullPointerException() {}

    public NullPointerException(String message) {
        super(message);
    }

    @Override
    public String getMessage() {
        if (untold) {
            Model.unsupported("the message of a NullPointerException that the virtual machine throws within the library");
        }
        return super.getMessage();
    }
}
