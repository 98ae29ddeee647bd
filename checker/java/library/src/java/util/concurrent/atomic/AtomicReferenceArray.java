package java.util.concurrent.atomic;

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
}
