package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
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
        append(element);
        return true;
    }

    private void append(E element) {
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
    }

    /** Adds the elements one after the other, as the documentation allows; JDKs link them first, and add all at once. */
    @Override
    public boolean addAll(Collection<? extends E> others) {
        if (others == this) {
            throw new IllegalArgumentException();
        }
        boolean changed = false;
        for (E other : others) {
            append(other);
            changed = true;
        }
        return changed;
    }

    @Override
    public void clear() {
        while (take() != null) {}
    }

    @Override
    public E poll() {
        return take();
    }

    private E take() {
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

    private Object[] all() {
        ArrayList<E> all = new ArrayList<>();
        Iterator<E> each = new Each();
        while (each.hasNext()) {
            all.add(each.next());
        }
        return all.toArray();
    }

    @Override
    public Object[] toArray() {
        return all();
    }

    @Override
    public <T> T[] toArray(T[] into) {
        return Values.into(all(), into);
    }

    @Override
    public String toString() {
        return Values.elements(this, new Each());
    }

    @Override
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        Iterator<E> each = new Each();
        while (each.hasNext()) {
            action.accept(each.next());
        }
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        Iterator<E> each = new Each();
        boolean changed = false;
        while (each.hasNext()) {
            if (filter.test(each.next())) {
                each.remove();
                changed = true;
            }
        }
        return changed;
    }

    @Override
    public Iterator<E> iterator() {
        return new Each();
    }

    private final class Each implements Iterator<E> {
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
    }
}
