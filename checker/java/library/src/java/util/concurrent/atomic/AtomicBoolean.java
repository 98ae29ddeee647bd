package java.util.concurrent.atomic;

import reductio.Weak;

/** A boolean that is changed atomically. */
public class AtomicBoolean implements java.io.Serializable {
    private volatile boolean value;
    /** What accesses without any order of memory read and write beside the value. */
    private boolean plain;

    public AtomicBoolean() {}

    public AtomicBoolean(boolean value) {
        if (value) {
            this.value = value;
        }
    }

    public final boolean get() {
        return value;
    }

    public final void set(boolean value) {
        this.value = value;
    }

    public final native boolean getAndSet(boolean value);
    public final native boolean compareAndSet(boolean expected, boolean value);

    /** A read that is none of a volatile variable: those of `plain` race. */
    public final boolean getPlain() {
        boolean read = plain;
        Weak.order();
        return value;
    }

    public final boolean getOpaque() {
        Weak.order();
        return value;
    }

    public final boolean getAcquire() {
        Weak.order();
        return value;
    }

    /** A write that is none of a volatile variable: those of `plain` race. */
    public final void setPlain(boolean value) {
        plain = false;
        Weak.order();
        this.value = value;
    }

    public final void setOpaque(boolean value) {
        Weak.order();
        this.value = value;
    }

    public final void setRelease(boolean value) {
        Weak.order();
        this.value = value;
    }

    public final void lazySet(boolean value) {
        Weak.order();
        this.value = value;
    }

    public final boolean weakCompareAndSetVolatile(boolean expected, boolean value) {
        return !Weak.fails() && compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetAcquire(boolean expected, boolean value) {
        Weak.order();
        return !Weak.fails() && compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetRelease(boolean expected, boolean value) {
        Weak.order();
        return !Weak.fails() && compareAndSet(expected, value);
    }

    public boolean weakCompareAndSet(boolean expected, boolean value) {
        return weakCompareAndSetPlain(expected, value);
    }

    public boolean weakCompareAndSetPlain(boolean expected, boolean value) {
        plain = false;
        Weak.order();
        return !Weak.fails() && compareAndSet(expected, value);
    }

    public final boolean compareAndExchangeAcquire(boolean expected, boolean value) {
        Weak.order();
        return compareAndExchange(expected, value);
    }

    public final boolean compareAndExchangeRelease(boolean expected, boolean value) {
        Weak.order();
        return compareAndExchange(expected, value);
    }

    public final boolean compareAndExchange(boolean expected, boolean value) {
        boolean old;
        do {
            old = this.value;
        } while (old == expected && !compareAndSet(expected, value));
        return old;
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }
}
