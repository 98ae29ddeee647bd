package java.lang;

import reductio.Model;

/** What can be thrown. It has no stack trace: the place where it was made is known to the checker. */
public class Throwable implements java.io.Serializable {
    private String message;
    private Throwable cause;
    /** Whether the cause was given as null. */
    private boolean without;
    private Suppressed suppressed;

    private static final class Suppressed {
        final Throwable throwable;
        Suppressed next;

        Suppressed(Throwable throwable) {
            this.throwable = throwable;
        }
    }

    public Throwable() {}

    public Throwable(String message) {
        this.message = message;
    }

    public Throwable(String message, Throwable cause) {
        this.message = message;
        setCause(cause);
    }

    public Throwable(Throwable cause) {
        if (cause != null) {
            message = cause.toString();
        }
        setCause(cause);
    }

    protected Throwable(String message, Throwable cause, boolean suppression, boolean trace) {
        this(message, cause);
        if (!suppression) {
            Model.unsupported("a Throwable that keeps no suppressed ones");
        }
    }

    private void setCause(Throwable cause) {
        if (cause != null) {
            this.cause = cause;
        } else {
            without = true;
        }
    }

    /** The message that was given. */
    final String given() {
        return message;
    }

    public String getMessage() {
        return message;
    }

    public String getLocalizedMessage() {
        return getMessage();
    }

    public synchronized Throwable getCause() {
        return cause;
    }

    public synchronized Throwable initCause(Throwable cause) {
        if (this.cause != null || without) {
            throw new IllegalStateException("Can't overwrite cause with "
                + (cause == null ? "a null" : cause.toString()), this);
        }
        if (cause == this) {
            throw new IllegalArgumentException("Self-causation not permitted", this);
        }
        setCause(cause);
        return this;
    }

    @Override
    public String toString() {
        String name = getClass().getName();
        String message = getLocalizedMessage();
        return message == null ? name : name + ": " + message;
    }

    public final synchronized void addSuppressed(Throwable other) {
        if (other == this) {
            throw new IllegalArgumentException("Self-suppression not permitted", other);
        }
        if (other == null) {
            throw new NullPointerException("Cannot suppress a null exception.");
        }
        Suppressed added = new Suppressed(other);
        if (suppressed == null) {
            suppressed = added;
            return;
        }
        Suppressed last = suppressed;
        while (last.next != null) {
            last = last.next;
        }
        last.next = added;
    }

    public final synchronized Throwable[] getSuppressed() {
        int count = 0;
        for (Suppressed s = suppressed; s != null; s = s.next) {
            count++;
        }
        Throwable[] all = new Throwable[count];
        int at = 0;
        for (Suppressed s = suppressed; s != null; s = s.next) {
            all[at++] = s.throwable;
        }
        return all;
    }

    /** Prints the names and the messages only, of those that were suppressed and of the cause too. */
    public void printStackTrace() {
        printStackTrace(System.err);
    }

    public void printStackTrace(java.io.PrintStream to) {
        to.println(this);
        printOthers(to, new Suppressed(this));
    }

    /** What stands for `printStackTrace` where it matters that the stream is held meanwhile. */
    private void printStackTrace$monitor(java.io.PrintStream to) {
        synchronized (to) {
            to.println(this);
            printOthers(to, new Suppressed(this));
        }
    }

    /** Prints those that were suppressed and the cause; the list begins with the first one that was printed, and ends with the last one. */
    private void printOthers(java.io.PrintStream to, Suppressed printed) {
        Throwable[] others = getSuppressed();
        for (int i = 0; i < others.length; i++) {
            others[i].printWithin(to, "Suppressed: ", printed);
        }
        Throwable cause = getCause();
        if (cause != null) {
            cause.printWithin(to, "Caused by: ", printed);
        }
    }

    private void printWithin(java.io.PrintStream to, String before, Suppressed printed) {
        Suppressed last = printed;
        while (last.throwable != this && last.next != null) {
            last = last.next;
        }
        if (last.throwable == this) {
            to.println(before + "[CIRCULAR REFERENCE: " + this + "]");
            return;
        }
        last.next = new Suppressed(this);
        to.println(before + this);
        printOthers(to, printed);
    }

    public synchronized Throwable fillInStackTrace() {
        return this;
    }

    public StackTraceElement[] getStackTrace() {
        Model.unsupported("Throwable.getStackTrace");
        return null;
    }

    public void setStackTrace(StackTraceElement[] trace) {
        Model.unsupported("Throwable.setStackTrace");
    }
}
