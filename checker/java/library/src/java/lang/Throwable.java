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

    /** All that have none give the same array. */
    private static final class NoneSuppressed {
        static final Throwable[] ARRAY = {};
    }

    public final synchronized Throwable[] getSuppressed() {
        int count = 0;
        for (Suppressed s = suppressed; s != null; s = s.next) {
            count++;
        }
        if (count == 0) {
            return NoneSuppressed.ARRAY;
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
        printOthers(to);
    }

    /** What stands for `printStackTrace` where it matters that the stream is held meanwhile. */
    private void printStackTrace$monitor(java.io.PrintStream to) {
        synchronized (to) {
            to.println(this);
            printOthers(to);
        }
    }

    /** A throwable that was printed, and how far those below it are. */
    private static final class Printed {
        final Throwable throwable;
        final Throwable[] suppressed;
        final Printed above;
        int next;
        boolean isDone;

        Printed(Throwable throwable, Printed above) {
            this.throwable = throwable;
            this.suppressed = throwable.getSuppressed();
            this.above = above;
        }
    }

    /** Prints those that were suppressed and the cause, each with its own, but none twice. No method calls itself: the analysis of the heap
     * would give up in all programs that print a stack trace. */
    private void printOthers(java.io.PrintStream to) {
        Suppressed first = new Suppressed(this);
        Suppressed end = first;
        Printed at = new Printed(this, null);
        while (at != null) {
            Throwable next;
            String before;
            if (at.next < at.suppressed.length) {
                next = at.suppressed[at.next++];
                before = "Suppressed: ";
            } else if (at.isDone) {
                at = at.above;
                continue;
            } else {
                at.isDone = true;
                next = at.throwable.getCause();
                before = "Caused by: ";
            }
            if (next == null) {
                continue;
            }
            Suppressed known = first;
            while (known != null && known.throwable != next) {
                known = known.next;
            }
            if (known != null) {
                to.println(before + "[CIRCULAR REFERENCE: " + next + "]");
                continue;
            }
            end.next = new Suppressed(next);
            end = end.next;
            to.println(before + next);
            at = new Printed(next, at);
        }
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
