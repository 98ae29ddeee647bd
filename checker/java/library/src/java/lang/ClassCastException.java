package java.lang;

import reductio.Model;

/** As in Java. */
public class ClassCastException extends RuntimeException {
    public ClassCastException() {}

    public ClassCastException(String message) {
        super(message);
    }

    /** The virtual machine tells the modules of the classes too. */
    @Override
    public String getMessage() {
        String message = super.getMessage();
        if (message != null && message.startsWith("class ") && message.contains(" cannot be cast to class ")) {
            Model.unsupported("the message of a ClassCastException of the virtual machine");
        }
        return message;
    }
}
