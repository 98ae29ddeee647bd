package java.util.concurrent.atomic;

import reductio.Weak;

/** A reference with a number, both changed at once. */
public class AtomicStampedReference<V> {
    private final AtomicReference<Pair<V>> pair;

    private static final class Pair<V> {
        final V reference;
        final int stamp;

        Pair(V reference, int stamp) {
            this.reference = reference;
            this.stamp = stamp;
        }
    }

    public AtomicStampedReference(V reference, int stamp) {
        pair = new AtomicReference<>(new Pair<>(reference, stamp));
    }

    public V getReference() {
        return pair.get().reference;
    }

    public int getStamp() {
        return pair.get().stamp;
    }

    public V get(int[] stamp) {
        Pair<V> now = pair.get();
        stamp[0] = now.stamp;
        return now.reference;
    }

    public boolean compareAndSet(V expected, V reference, int expectedStamp, int stamp) {
        Pair<V> now = pair.get();
        return now.stamp == expectedStamp && now.reference == expected
            && (now.stamp == stamp && now.reference == reference
                || pair.compareAndSet(now, new Pair<>(reference, stamp)));
    }

    public boolean weakCompareAndSet(V expected, V reference, int expectedStamp, int stamp) {
        Weak.order();
        return !Weak.fails() && compareAndSet(expected, reference, expectedStamp, stamp);
    }

    public boolean attemptStamp(V expected, int stamp) {
        Pair<V> now = pair.get();
        return now.reference == expected && (now.stamp == stamp || pair.compareAndSet(now, new Pair<>(expected, stamp)));
    }

    public void set(V reference, int stamp) {
        Pair<V> now = pair.get();
        if (now.reference != reference || now.stamp != stamp) {
            pair.set(new Pair<>(reference, stamp));
        }
    }
}
