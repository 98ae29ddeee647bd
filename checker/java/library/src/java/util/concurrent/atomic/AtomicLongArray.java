package java.util.concurrent.atomic;

import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/** Numbers that are changed atomically: an `AtomicLong` for each. */
public class AtomicLongArray implements java.io.Serializable {
    private final AtomicLong[] array;

    public AtomicLongArray(int length) {
        AtomicLong[] array = new AtomicLong[length];
        for (int i = 0; i < length; i++) {
            array[i] = new AtomicLong();
        }
        this.array = array;
    }

    public AtomicLongArray(long[] values) {
        AtomicLong[] array = new AtomicLong[values.length];
        for (int i = 0; i < array.length; i++) {
            array[i] = new AtomicLong(values[i]);
        }
        this.array = array;
    }

    public final int length() {
        return array.length;
    }

    public final long get(int index) {
        return array[index].get();
    }

    public final void set(int index, long value) {
        array[index].set(value);
    }

    public final long getAndSet(int index, long value) {
        return array[index].getAndSet(value);
    }

    public final boolean compareAndSet(int index, long expected, long value) {
        return array[index].compareAndSet(expected, value);
    }

    public final long getAndAdd(int index, long by) {
        return array[index].getAndAdd(by);
    }

    public final long addAndGet(int index, long by) {
        return array[index].addAndGet(by);
    }

    public final long getAndIncrement(int index) {
        return array[index].getAndAdd(1);
    }

    public final long getAndDecrement(int index) {
        return array[index].getAndAdd(-1);
    }

    public final long incrementAndGet(int index) {
        return array[index].getAndAdd(1) + 1;
    }

    public final long decrementAndGet(int index) {
        return array[index].getAndAdd(-1) - 1;
    }

    public final long getAndUpdate(int index, LongUnaryOperator function) {
        return array[index].getAndUpdate(function);
    }

    public final long updateAndGet(int index, LongUnaryOperator function) {
        return array[index].updateAndGet(function);
    }

    public final long getAndAccumulate(int index, long other, LongBinaryOperator function) {
        return array[index].getAndAccumulate(other, function);
    }

    public final long accumulateAndGet(int index, long other, LongBinaryOperator function) {
        return array[index].accumulateAndGet(other, function);
    }

    public final void lazySet(int index, long value) {
        array[index].lazySet(value);
    }

    public final void setPlain(int index, long value) {
        array[index].setPlain(value);
    }

    public final void setOpaque(int index, long value) {
        array[index].setOpaque(value);
    }

    public final void setRelease(int index, long value) {
        array[index].setRelease(value);
    }

    public final long getPlain(int index) {
        return array[index].getPlain();
    }

    public final long getOpaque(int index) {
        return array[index].getOpaque();
    }

    public final long getAcquire(int index) {
        return array[index].getAcquire();
    }

    public final boolean weakCompareAndSet(int index, long expected, long value) {
        return array[index].weakCompareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetPlain(int index, long expected, long value) {
        return array[index].weakCompareAndSetPlain(expected, value);
    }

    public final boolean weakCompareAndSetVolatile(int index, long expected, long value) {
        return array[index].weakCompareAndSetVolatile(expected, value);
    }

    public final boolean weakCompareAndSetAcquire(int index, long expected, long value) {
        return array[index].weakCompareAndSetAcquire(expected, value);
    }

    public final boolean weakCompareAndSetRelease(int index, long expected, long value) {
        return array[index].weakCompareAndSetRelease(expected, value);
    }

    public final long compareAndExchange(int index, long expected, long value) {
        return array[index].compareAndExchange(expected, value);
    }

    public final long compareAndExchangeAcquire(int index, long expected, long value) {
        return array[index].compareAndExchangeAcquire(expected, value);
    }

    public final long compareAndExchangeRelease(int index, long expected, long value) {
        return array[index].compareAndExchangeRelease(expected, value);
    }

    @Override
    public String toString() {
        String text = "[";
        for (int i = 0; i < array.length; i++) {
            text = text + (i == 0 ? "" : ", ") + array[i].get();
        }
        return text + "]";
    }
}
