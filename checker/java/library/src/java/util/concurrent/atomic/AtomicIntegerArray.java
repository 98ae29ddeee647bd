package java.util.concurrent.atomic;

import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/** Numbers that are changed atomically: an `AtomicInteger` for each. */
public class AtomicIntegerArray implements java.io.Serializable {
    private final AtomicInteger[] array;

    public AtomicIntegerArray(int length) {
        AtomicInteger[] array = new AtomicInteger[length];
        for (int i = 0; i < length; i++) {
            array[i] = new AtomicInteger();
        }
        this.array = array;
    }

    public AtomicIntegerArray(int[] values) {
        AtomicInteger[] array = new AtomicInteger[values.length];
        for (int i = 0; i < array.length; i++) {
            array[i] = new AtomicInteger(values[i]);
        }
        this.array = array;
    }

    public final int length() {
        return array.length;
    }

    public final int get(int index) {
        return array[index].get();
    }

    public final void set(int index, int value) {
        array[index].set(value);
    }

    public final int getAndSet(int index, int value) {
        return array[index].getAndSet(value);
    }

    public final boolean compareAndSet(int index, int expected, int value) {
        return array[index].compareAndSet(expected, value);
    }

    public final int getAndAdd(int index, int by) {
        return array[index].getAndAdd(by);
    }

    public final int addAndGet(int index, int by) {
        return array[index].addAndGet(by);
    }

    public final int getAndIncrement(int index) {
        return array[index].getAndAdd(1);
    }

    public final int getAndDecrement(int index) {
        return array[index].getAndAdd(-1);
    }

    public final int incrementAndGet(int index) {
        return array[index].getAndAdd(1) + 1;
    }

    public final int decrementAndGet(int index) {
        return array[index].getAndAdd(-1) - 1;
    }

    public final int getAndUpdate(int index, IntUnaryOperator function) {
        return array[index].getAndUpdate(function);
    }

    public final int updateAndGet(int index, IntUnaryOperator function) {
        return array[index].updateAndGet(function);
    }

    public final int getAndAccumulate(int index, int other, IntBinaryOperator function) {
        return array[index].getAndAccumulate(other, function);
    }

    public final int accumulateAndGet(int index, int other, IntBinaryOperator function) {
        return array[index].accumulateAndGet(other, function);
    }

    public final void lazySet(int index, int value) {
        array[index].lazySet(value);
    }

    public final void setPlain(int index, int value) {
        array[index].setPlain(value);
    }

    public final void setOpaque(int index, int value) {
        array[index].setOpaque(value);
    }

    public final void setRelease(int index, int value) {
        array[index].setRelease(value);
    }

    public final int getPlain(int index) {
        return array[index].getPlain();
    }

    public final int getOpaque(int index) {
        return array[index].getOpaque();
    }

    public final int getAcquire(int index) {
        return array[index].getAcquire();
    }

    public final boolean weakCompareAndSet(int index, int expected, int value) {
        return array[index].weakCompareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetPlain(int index, int expected, int value) {
        return array[index].weakCompareAndSetPlain(expected, value);
    }

    public final boolean weakCompareAndSetVolatile(int index, int expected, int value) {
        return array[index].weakCompareAndSetVolatile(expected, value);
    }

    public final boolean weakCompareAndSetAcquire(int index, int expected, int value) {
        return array[index].weakCompareAndSetAcquire(expected, value);
    }

    public final boolean weakCompareAndSetRelease(int index, int expected, int value) {
        return array[index].weakCompareAndSetRelease(expected, value);
    }

    public final int compareAndExchange(int index, int expected, int value) {
        return array[index].compareAndExchange(expected, value);
    }

    public final int compareAndExchangeAcquire(int index, int expected, int value) {
        return array[index].compareAndExchangeAcquire(expected, value);
    }

    public final int compareAndExchangeRelease(int index, int expected, int value) {
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
