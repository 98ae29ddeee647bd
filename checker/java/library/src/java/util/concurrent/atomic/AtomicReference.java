package java.util.concurrent.atomic;

import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/** A reference that is changed atomically. */
public class AtomicReference<V> implements java.io.Serializable {
    private volatile V value;

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

    public final V getPlain() {
        return value;
    }

    public final V getOpaque() {
        return value;
    }

    public final V getAcquire() {
        return value;
    }

    public final void setPlain(V value) {
        this.value = value;
    }

    public final void setOpaque(V value) {
        this.value = value;
    }

    public final void setRelease(V value) {
        this.value = value;
    }

    public final void lazySet(V value) {
        this.value = value;
    }

    public final boolean weakCompareAndSetVolatile(V expected, V value) {
        return compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSet(V expected, V value) {
        return compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetPlain(V expected, V value) {
        return compareAndSet(expected, value);
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
