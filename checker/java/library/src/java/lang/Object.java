package java.lang;

import reductio.Model;
import reductio.Values;

/** The root of all classes. Its clone is that of arrays only; spurious wake-ups happen only if that is asked for. */
public class Object {
    public Object() {}

    public final native Class<?> getClass();

    public int hashCode() {
        return System.identityHashCode(this);
    }

    public boolean equals(Object other) {
        return this == other;
    }

    public String toString() {
        return Values.nameOfClass(getClass().getName()) + "@" + Integer.toHexString(hashCode());
    }

    protected Object clone() throws CloneNotSupportedException {
        if (!(this instanceof Cloneable)) {
            throw new CloneNotSupportedException(getClass().getName());
        }
        return Model.cloneArray(this);
    }

    public final native void notify();
    public final native void notifyAll();
    public final native void wait() throws InterruptedException;
    public final native void wait(long milliseconds) throws InterruptedException;

    public final void wait(long milliseconds, int nanoseconds) throws InterruptedException {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (nanoseconds < 0 || nanoseconds > 999999) {
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        }
        wait(nanoseconds > 0 && milliseconds < Long.MAX_VALUE ? milliseconds + 1 : milliseconds);
    }

    protected void finalize() throws Throwable {}
}
