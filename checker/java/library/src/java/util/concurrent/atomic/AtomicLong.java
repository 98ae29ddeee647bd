package java.util.concurrent.atomic;

import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import reductio.Weak;

/** A number that is changed atomically. */
public class AtomicLong extends Number implements java.io.Serializable {
    private volatile long value;
    /** What accesses without any order of memory read and write beside the value. */
    private boolean plain;

    public AtomicLong() {}

    public AtomicLong(long value) {
        if (value != 0) {
            this.value = value;
        }
    }

    public final long get() {
        return value;
    }

    public final void set(long value) {
        this.value = value;
    }

    public final native long getAndAdd(long by);
    public final native long getAndSet(long value);
    public final native boolean compareAndSet(long expected, long value);

    /** A read that is none of a volatile variable: those of `plain` race. */
    public final long getPlain() {
        boolean read = plain;
        Weak.order();
        return value;
    }

    public final long getOpaque() {
        Weak.order();
        return value;
    }

    public final long getAcquire() {
        Weak.order();
        return value;
    }

    /** A write that is none of a volatile variable: those of `plain` race. */
    public final void setPlain(long value) {
        plain = false;
        Weak.order();
        this.value = value;
    }

    public final void setOpaque(long value) {
        Weak.order();
        this.value = value;
    }

    public final void setRelease(long value) {
        Weak.order();
        this.value = value;
    }

    public final void lazySet(long value) {
        Weak.order();
        this.value = value;
    }

    public final boolean weakCompareAndSetVolatile(long expected, long value) {
        return !Weak.fails() && compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetAcquire(long expected, long value) {
        Weak.order();
        return !Weak.fails() && compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetRelease(long expected, long value) {
        Weak.order();
        return !Weak.fails() && compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSet(long expected, long value) {
        return weakCompareAndSetPlain(expected, value);
    }

    public final boolean weakCompareAndSetPlain(long expected, long value) {
        plain = false;
        Weak.order();
        return !Weak.fails() && compareAndSet(expected, value);
    }

    public final long compareAndExchangeAcquire(long expected, long value) {
        Weak.order();
        return compareAndExchange(expected, value);
    }

    public final long compareAndExchangeRelease(long expected, long value) {
        Weak.order();
        return compareAndExchange(expected, value);
    }

    public final long getAndIncrement() {
        return getAndAdd(1);
    }

    public final long getAndDecrement() {
        return getAndAdd(-1);
    }

    public final long incrementAndGet() {
        return getAndAdd(1) + 1;
    }

    public final long decrementAndGet() {
        return getAndAdd(-1) - 1;
    }

    public final long addAndGet(long by) {
        return getAndAdd(by) + by;
    }

    public final long getAndUpdate(LongUnaryOperator function) {
        long old;
        do {
            old = value;
        } while (!compareAndSet(old, function.applyAsLong(old)));
        return old;
    }

    public final long updateAndGet(LongUnaryOperator function) {
        long old;
        long now;
        do {
            old = value;
            now = function.applyAsLong(old);
        } while (!compareAndSet(old, now));
        return now;
    }

    public final long getAndAccumulate(long other, LongBinaryOperator function) {
        long old;
        do {
            old = value;
        } while (!compareAndSet(old, function.applyAsLong(old, other)));
        return old;
    }

    public final long accumulateAndGet(long other, LongBinaryOperator function) {
        long old;
        long now;
        do {
            old = value;
            now = function.applyAsLong(old, other);
        } while (!compareAndSet(old, now));
        return now;
    }

    @Override
    public int intValue() {
        return (int) value;
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

    public final long compareAndExchange(long expected, long value) {
        long old;
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
