package java.util.concurrent.atomic;

import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/** References that are changed atomically: an `AtomicReference` for each. */
public class AtomicReferenceArray<V> implements java.io.Serializable {
    private final AtomicReference<V>[] array;

    @SuppressWarnings("unchecked")
    public AtomicReferenceArray(int length) {
        AtomicReference<V>[] array = new AtomicReference[length];
        for (int i = 0; i < length; i++) {
            array[i] = new AtomicReference<V>();
        }
        this.array = array;
    }

    @SuppressWarnings("unchecked")
    public AtomicReferenceArray(V[] values) {
        AtomicReference<V>[] array = new AtomicReference[values.length];
        for (int i = 0; i < array.length; i++) {
            array[i] = new AtomicReference<V>(values[i]);
        }
        this.array = array;
    }

    public final int length() {
        return array.length;
    }

    public final V get(int index) {
        return array[index].get();
    }

    public final void set(int index, V value) {
        array[index].set(value);
    }

    public final V getAndSet(int index, V value) {
        return array[index].getAndSet(value);
    }

    public final boolean compareAndSet(int index, V expected, V value) {
        return array[index].compareAndSet(expected, value);
    }

    public final void lazySet(int index, V value) {
        array[index].lazySet(value);
    }

    public final void setPlain(int index, V value) {
        array[index].setPlain(value);
    }

    public final void setOpaque(int index, V value) {
        array[index].setOpaque(value);
    }

    public final void setRelease(int index, V value) {
        array[index].setRelease(value);
    }

    public final V getPlain(int index) {
        return array[index].getPlain();
    }

    public final V getOpaque(int index) {
        return array[index].getOpaque();
    }

    public final V getAcquire(int index) {
        return array[index].getAcquire();
    }

    public final boolean weakCompareAndSet(int index, V expected, V value) {
        return array[index].weakCompareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetPlain(int index, V expected, V value) {
        return array[index].weakCompareAndSetPlain(expected, value);
    }

    public final boolean weakCompareAndSetVolatile(int index, V expected, V value) {
        return array[index].weakCompareAndSetVolatile(expected, value);
    }

    public final boolean weakCompareAndSetAcquire(int index, V expected, V value) {
        return array[index].weakCompareAndSetAcquire(expected, value);
    }

    public final boolean weakCompareAndSetRelease(int index, V expected, V value) {
        return array[index].weakCompareAndSetRelease(expected, value);
    }

    public final V compareAndExchange(int index, V expected, V value) {
        return array[index].compareAndExchange(expected, value);
    }

    public final V compareAndExchangeAcquire(int index, V expected, V value) {
        return array[index].compareAndExchangeAcquire(expected, value);
    }

    public final V compareAndExchangeRelease(int index, V expected, V value) {
        return array[index].compareAndExchangeRelease(expected, value);
    }

    public final V getAndUpdate(int index, UnaryOperator<V> function) {
        return array[index].getAndUpdate(function);
    }

    public final V updateAndGet(int index, UnaryOperator<V> function) {
        return array[index].updateAndGet(function);
    }

    public final V getAndAccumulate(int index, V other, BinaryOperator<V> function) {
        return array[index].getAndAccumulate(other, function);
    }

    public final V accumulateAndGet(int index, V other, BinaryOperator<V> function) {
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
