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

    public final void lazySet(int index, long value) {
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

    @Override
    public String toString() {
        String text = "[";
        for (int i = 0; i < array.length; i++) {
            text = text + (i == 0 ? "" : ", ") + array[i].get();
        }
        return text + "]";
    }
}
