package java.lang;

import reductio.Model;

/** As in Java. */
public class NullPointerException extends RuntimeException {
    /** Whether the virtual machine has thrown it within the library, of whose code its message speaks. */
    private boolean untold;

    public NullPointerException() {}

    public NullPointerException(String message) {
        super(message);
    }

    /** What the front end makes where the virtual machine throws one within the library. */
    private NullPointerException(boolean untold) {
        this.untold = untold;
    }

    @Override
    public String getMessage() {
        if (untold) {
            Model.unsupported("the message of a NullPointerException that the virtual machine throws within the library");
        }
        return super.getMessage();
    }
}
