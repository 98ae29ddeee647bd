package java.util.concurrent;

import java.util.Iterator;
import java.util.NoSuchElementException;
import reductio.Model;
import reductio.Values;

/** Goes through what was in a queue when it began. What it meets where the queue has changed meanwhile is not modelled, and said so. */
final class QueueEach<E> implements Iterator<E> {
    /** A queue of which an element can be taken out by its number. */
    interface Source {
        /** The elements now, whatever classes below have `toArray` do. */
        Object[] all$now();

        /** Takes an object out, at its number if it is still there. */
        void remove$same(int at, Object element);
    }

    private final Source queue;
    private Object[] all;
    private int next;
    private boolean isThere;

    QueueEach(Source queue) {
        this.queue = queue;
        all = queue.all$now();
    }

    @Override
    public boolean hasNext() {
        return next < all.length;
    }

    @Override
    @SuppressWarnings("unchecked")
    public E next() {
        int at = next;
        if (at >= all.length) {
            throw new NoSuchElementException();
        }
        Object[] now = queue.all$now();
        boolean same = now.length == all.length;
        for (int i = 0; same && i < now.length; i++) {
            same = Values.isSame(now[i], all[i]);
        }
        if (!same) {
            Model.only("what an iterator of a queue meets where the queue has changed");
        }
        next = at + 1;
        isThere = true;
        return (E) all[at];
    }

    @Override
    public void remove() {
        if (!isThere) {
            throw new IllegalStateException();
        }
        isThere = false;
        int at = --next;
        queue.remove$same(at, all[at]);
        Object[] left = new Object[all.length - 1];
        for (int i = 0; i < left.length; i++) {
            left[i] = all[i < at ? i : i + 1];
        }
        all = left;
    }
}
