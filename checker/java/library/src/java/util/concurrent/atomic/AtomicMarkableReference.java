package java.util.concurrent.atomic;

import reductio.Weak;

/** A reference with a mark, both changed at once. */
public class AtomicMarkableReference<V> {
    private final AtomicReference<Pair<V>> pair;

    private static final class Pair<V> {
        final V reference;
        final boolean mark;

        Pair(V reference, boolean mark) {
            this.reference = reference;
            this.mark = mark;
        }
    }

    public AtomicMarkableReference(V reference, boolean mark) {
        pair = new AtomicReference<>(new Pair<>(reference, mark));
    }

    public V getReference() {
        return pair.get().reference;
    }

    public boolean isMarked() {
        return pair.get().mark;
    }

    public V get(boolean[] mark) {
        Pair<V> now = pair.get();
        mark[0] = now.mark;
        return now.reference;
    }

    public boolean compareAndSet(V expected, V reference, boolean expectedMark, boolean mark) {
        Pair<V> now = pair.get();
        return now.mark == expectedMark && now.reference == expected
            && (now.mark == mark && now.reference == reference || pair.compareAndSet(now, new Pair<>(reference, mark)));
    }

    public boolean weakCompareAndSet(V expected, V reference, boolean expectedMark, boolean mark) {
        Weak.order();
        return !Weak.fails() && compareAndSet(expected, reference, expectedMark, mark);
    }

    public boolean attemptMark(V expected, boolean mark) {
        Pair<V> now = pair.get();
        return now.reference == expected && (now.mark == mark || pair.compareAndSet(now, new Pair<>(expected, mark)));
    }

    public void set(V reference, boolean mark) {
        Pair<V> now = pair.get();
        if (now.reference != reference || now.mark != mark) {
            pair.set(new Pair<>(reference, mark));
        }
    }
}
