package java.util.concurrent.atomic;

/** A boolean that is changed atomically. */
public class AtomicBoolean implements java.io.Serializable {
    private volatile boolean value;

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

    public final boolean getPlain() {
        return value;
    }

    public final boolean getOpaque() {
        return value;
    }

    public final boolean getAcquire() {
        return value;
    }

    public final void setPlain(boolean value) {
        this.value = value;
    }

    public final void setOpaque(boolean value) {
        this.value = value;
    }

    public final void setRelease(boolean value) {
        this.value = value;
    }

    public final void lazySet(boolean value) {
        this.value = value;
    }

    public final boolean weakCompareAndSetVolatile(boolean expected, boolean value) {
        return compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSet(boolean expected, boolean value) {
        return compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetPlain(boolean expected, boolean value) {
        return compareAndSet(expected, value);
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
