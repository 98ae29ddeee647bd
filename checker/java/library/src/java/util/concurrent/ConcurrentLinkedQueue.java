package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;
import reductio.Model;
import reductio.Values;

/** A queue without locks: linked nodes behind one that was taken already. Elements cannot be taken out of its middle. */
public class ConcurrentLinkedQueue<E> extends AbstractQueue<E> implements Queue<E>, java.io.Serializable {
    private final AtomicReference<Node<E>> head = new AtomicReference<>(new Node<E>(null));

    /** A node; its value as a reference is the next one. */
    private static final class Node<E> extends AtomicReference<Node<E>> {
        final E item;

        Node(E item) {
            this.item = item;
        }
    }

    public ConcurrentLinkedQueue() {}

    public ConcurrentLinkedQueue(Collection<? extends E> others) {
        addAll(others);
    }

    @Override
    public boolean add(E element) {
        return offer(element);
    }

    @Override
    public boolean offer(E element) {
        if (element == null) {
            throw new NullPointerException();
        }
        Node<E> node = new Node<>(element);
        Node<E> last = head.get();
        do {
            Node<E> next = last.get();
            while (next != null) {
                last = next;
                next = last.get();
            }
        } while (!last.compareAndSet(null, node));
        return true;
    }

    @Override
    public E poll() {
        while (true) {
            Node<E> taken = head.get();
            Node<E> next = taken.get();
            if (next == null) {
                return null;
            }
            if (head.compareAndSet(taken, next)) {
                return next.item;
            }
        }
    }

    @Override
    public E peek() {
        Node<E> next = head.get().get();
        return next == null ? null : next.item;
    }

    @Override
    public boolean isEmpty() {
        return head.get().get() == null;
    }

    @Override
    public int size() {
        int count = 0;
        Node<E> taken = head.get();
        for (Node<E> node = taken.get(); node != null; node = node.get()) {
            count++;
        }
        settled(taken);
        return count;
    }

    @Override
    public boolean contains(Object element) {
        if (element == null) {
            return false;
        }
        Node<E> taken = head.get();
        for (Node<E> node = taken.get(); node != null; node = node.get()) {
            if (Values.equal(element, node.item)) {
                settled(taken);
                return true;
            }
        }
        settled(taken);
        return false;
    }

    /** Says that Java passes over elements that others take out meanwhile, if the last one that was taken is another one by now. */
    private void settled(Node<E> taken) {
        if (head.get() != taken) {
            Model.only("what is found in a ConcurrentLinkedQueue from which others take elements meanwhile");
        }
    }

    @Override
    public boolean remove(Object element) {
        Model.unsupported("ConcurrentLinkedQueue.remove of an element");
        return false;
    }

    @Override
    public Iterator<E> iterator() {
        return new Iterator<E>() {
            private final Node<E> taken = head.get();
            private Node<E> next = taken.get();

            @Override
            public boolean hasNext() {
                return next != null;
            }

            @Override
            public E next() {
                Node<E> node = next;
                if (node == null) {
                    throw new NoSuchElementException();
                }
                next = node.get();
                settled(taken);
                return node.item;
            }

            @Override
            public void remove() {
                Model.unsupported("ConcurrentLinkedQueue iterator's remove");
            }
        };
    }
}
