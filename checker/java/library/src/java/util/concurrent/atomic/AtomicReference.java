package java.util.concurrent.atomic;

import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import reductio.Weak;

/** A reference that is changed atomically. */
public class AtomicReference<V> implements java.io.Serializable {
    private volatile V value;
    /** What accesses without any order of memory read and write beside the value. */
    private boolean plain;

    public AtomicReference() {}

    public AtomicReference(V value) {
        if (value != null) {
            this.value = value;
        }
    }

    public final V get() {
        return value;
    }

    public final void set(V value) {
        this.value = value;
    }

    public final native V getAndSet(V value);
    public final native boolean compareAndSet(V expected, V value);

    /** A read that is none of a volatile variable: those of `plain` race. */
    public final V getPlain() {
        boolean read = plain;
        Weak.order();
        return value;
    }

    public final V getOpaque() {
        Weak.order();
        return value;
    }

    public final V getAcquire() {
        Weak.order();
        return value;
    }

    /** A write that is none of a volatile variable: those of `plain` race. */
    public final void setPlain(V value) {
        plain = false;
        Weak.order();
        this.value = value;
    }

    public final void setOpaque(V value) {
        Weak.order();
        this.value = value;
    }

    public final void setRelease(V value) {
        Weak.order();
        this.value = value;
    }

    public final void lazySet(V value) {
        Weak.order();
        this.value = value;
    }

    public final boolean weakCompareAndSetVolatile(V expected, V value) {
        return !Weak.fails() && compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetAcquire(V expected, V value) {
        Weak.order();
        return !Weak.fails() && compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetRelease(V expected, V value) {
        Weak.order();
        return !Weak.fails() && compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSet(V expected, V value) {
        return weakCompareAndSetPlain(expected, value);
    }

    public final boolean weakCompareAndSetPlain(V expected, V value) {
        plain = false;
        Weak.order();
        return !Weak.fails() && compareAndSet(expected, value);
    }

    public final V compareAndExchangeAcquire(V expected, V value) {
        Weak.order();
        return compareAndExchange(expected, value);
    }

    public final V compareAndExchangeRelease(V expected, V value) {
        Weak.order();
        return compareAndExchange(expected, value);
    }

    public final V getAndUpdate(UnaryOperator<V> function) {
        V old;
        do {
            old = value;
        } while (!compareAndSet(old, function.apply(old)));
        return old;
    }

    public final V updateAndGet(UnaryOperator<V> function) {
        V old;
        V now;
        do {
            old = value;
            now = function.apply(old);
        } while (!compareAndSet(old, now));
        return now;
    }

    public final V getAndAccumulate(V other, BinaryOperator<V> function) {
        V old;
        do {
            old = value;
        } while (!compareAndSet(old, function.apply(old, other)));
        return old;
    }

    public final V accumulateAndGet(V other, BinaryOperator<V> function) {
        V old;
        V now;
        do {
            old = value;
            now = function.apply(old, other);
        } while (!compareAndSet(old, now));
        return now;
    }

    public final V compareAndExchange(V expected, V value) {
        V old;
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
