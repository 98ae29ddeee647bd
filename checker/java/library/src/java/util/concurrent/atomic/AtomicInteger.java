package java.util.concurrent.atomic;

import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import reductio.Weak;

/** A number that is changed atomically. */
public class AtomicInteger extends Number implements java.io.Serializable {
    private volatile int value;
    /** What accesses without any order of memory read and write beside the value. */
    private boolean plain;

    public AtomicInteger() {}

    public AtomicInteger(int value) {
        if (value != 0) {
            this.value = value;
        }
    }

    public final int get() {
        return value;
    }

    public final void set(int value) {
        this.value = value;
    }

    public final native int getAndAdd(int by);
    public final native int getAndSet(int value);
    public final native boolean compareAndSet(int expected, int value);

    /** A read that is none of a volatile variable: those of `plain` race. */
    public final int getPlain() {
        boolean read = plain;
        Weak.order();
        return value;
    }

    public final int getOpaque() {
        Weak.order();
        return value;
    }

    public final int getAcquire() {
        Weak.order();
        return value;
    }

    /** A write that is none of a volatile variable: those of `plain` race. */
    public final void setPlain(int value) {
        plain = false;
        Weak.order();
        this.value = value;
    }

    public final void setOpaque(int value) {
        Weak.order();
        this.value = value;
    }

    public final void setRelease(int value) {
        Weak.order();
        this.value = value;
    }

    public final void lazySet(int value) {
        Weak.order();
        this.value = value;
    }

    public final boolean weakCompareAndSetVolatile(int expected, int value) {
        return !Weak.fails() && compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetAcquire(int expected, int value) {
        Weak.order();
        return !Weak.fails() && compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetRelease(int expected, int value) {
        Weak.order();
        return !Weak.fails() && compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSet(int expected, int value) {
        return weakCompareAndSetPlain(expected, value);
    }

    public final boolean weakCompareAndSetPlain(int expected, int value) {
        plain = false;
        Weak.order();
        return !Weak.fails() && compareAndSet(expected, value);
    }

    public final int compareAndExchangeAcquire(int expected, int value) {
        Weak.order();
        return compareAndExchange(expected, value);
    }

    public final int compareAndExchangeRelease(int expected, int value) {
        Weak.order();
        return compareAndExchange(expected, value);
    }

    public final int getAndIncrement() {
        return getAndAdd(1);
    }

    public final int getAndDecrement() {
        return getAndAdd(-1);
    }

    public final int incrementAndGet() {
        return getAndAdd(1) + 1;
    }

    public final int decrementAndGet() {
        return getAndAdd(-1) - 1;
    }

    public final int addAndGet(int by) {
        return getAndAdd(by) + by;
    }

    public final int getAndUpdate(IntUnaryOperator function) {
        int old;
        do {
            old = value;
        } while (!compareAndSet(old, function.applyAsInt(old)));
        return old;
    }

    public final int updateAndGet(IntUnaryOperator function) {
        int old;
        int now;
        do {
            old = value;
            now = function.applyAsInt(old);
        } while (!compareAndSet(old, now));
        return now;
    }

    public final int getAndAccumulate(int other, IntBinaryOperator function) {
        int old;
        do {
            old = value;
        } while (!compareAndSet(old, function.applyAsInt(old, other)));
        return old;
    }

    public final int accumulateAndGet(int other, IntBinaryOperator function) {
        int old;
        int now;
        do {
            old = value;
            now = function.applyAsInt(old, other);
        } while (!compareAndSet(old, now));
        return now;
    }

    @Override
    public int intValue() {
        return value;
    }

    @Override
    public long longValue() {
        return value;
    }

    @Override
    public float floatValue() {
        return value;
    }

    @Override
    public double doubleValue() {
        return value;
    }

    public final int compareAndExchange(int expected, int value) {
        int old;
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
