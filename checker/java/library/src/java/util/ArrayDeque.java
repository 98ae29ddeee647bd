package java.util;

import java.util.function.Consumer;
import java.util.function.Predicate;
import reductio.Values;

/** A double-ended queue in a ring of an array, for 17 elements at first. Its iterators notice few changes, as Java's do. */
public class ArrayDeque<E> extends AbstractCollection<E> implements Deque<E>, Cloneable, java.io.Serializable {
    private Object[] elements;
    private int head;
    private int size;

    public ArrayDeque() {
        elements = new Object[17];
    }

    public ArrayDeque(int capacity) {
        elements = new Object[capacity < 1 ? 1 : capacity == Integer.MAX_VALUE ? capacity : capacity + 1];
    }

    public ArrayDeque(Collection<? extends E> others) {
        this(others.size());
        addAll(others);
    }

    /** Makes a longer array if the old one is full. */
    private void grow(Object[] old, int count) {
        int length = old.length;
        if (count < length) {
            return;
        }
        int jump = length < 64 ? length + 2 : length >> 1;
        Object[] more = new Object[length + jump];
        int first = head;
        int shift = first > 0 ? jump : 0;
        for (int i = 0; i < length; i++) {
            more[i < first ? i : i + shift] = old[i];
        }
        head = first + shift;
        elements = more;
    }

    private static void check(Object element) {
        if (element == null) {
            throw new NullPointerException();
        }
    }

    @Override
    public void addFirst(E element) {
        check(element);
        Object[] all = elements;
        int first = head;
        int at = first == 0 ? all.length - 1 : first - 1;
        all[at] = element;
        head = at;
        int count = size + 1;
        size = count;
        grow(all, count);
    }

    @Override
    public void addLast(E element) {
        check(element);
        Object[] all = elements;
        int count = size;
        all[(head + count) % all.length] = element;
        count++;
        size = count;
        grow(all, count);
    }

    @Override
    @SuppressWarnings("unchecked")
    public E pollFirst() {
        int count = size;
        if (count == 0) {
            return null;
        }
        Object[] all = elements;
        int at = head;
        E element = (E) all[at];
        all[at] = null;
        head = at + 1 == all.length ? 0 : at + 1;
        size = count - 1;
        return element;
    }

    @Override
    @SuppressWarnings("unchecked")
    public E pollLast() {
        int count = size;
        if (count == 0) {
            return null;
        }
        Object[] all = elements;
        int at = (head + count - 1) % all.length;
        E element = (E) all[at];
        all[at] = null;
        size = count - 1;
        return element;
    }

    @SuppressWarnings("unchecked")
    private E at(int index) {
        Object[] all = elements;
        return (E) all[(head + index) % all.length];
    }

    @Override
    public E peekFirst() {
        return size == 0 ? null : at(0);
    }

    @Override
    public E peekLast() {
        int count = size;
        return count == 0 ? null : at(count - 1);
    }

    private static <E> E there(E element) {
        if (element == null) {
            throw new NoSuchElementException();
        }
        return element;
    }

    @Override
    public boolean offerFirst(E element) {
        addFirst(element);
        return true;
    }

    @Override
    public boolean offerLast(E element) {
        addLast(element);
        return true;
    }

    @Override
    public E removeFirst() {
        return there(pollFirst());
    }

    @Override
    public E removeLast() {
        return there(pollLast());
    }

    @Override
    public E getFirst() {
        return there(size == 0 ? null : at(0));
    }

    @Override
    public E getLast() {
        return there(size == 0 ? null : at(size - 1));
    }

    @Override
    public boolean add(E element) {
        addLast(element);
        return true;
    }

    @Override
    public boolean offer(E element) {
        return offerLast(element);
    }

    @Override
    public E remove() {
        return removeFirst();
    }

    @Override
    public E poll() {
        return pollFirst();
    }

    @Override
    public E element() {
        return getFirst();
    }

    @Override
    public E peek() {
        return peekFirst();
    }

    @Override
    public void push(E element) {
        addFirst(element);
    }

    @Override
    public E pop() {
        return removeFirst();
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean isEmpty() {
        return size == 0;
    }

    private void removeAt(int index) {
        Object[] all = elements;
        int count = size;
        for (int i = index; i < count - 1; i++) {
            all[(head + i) % all.length] = all[(head + i + 1) % all.length];
        }
        all[(head + count - 1) % all.length] = null;
        size = count - 1;
    }

    @Override
    public boolean remove(Object element) {
        return removeFirstOccurrence(element);
    }

    @Override
    public boolean removeFirstOccurrence(Object element) {
        int count = size;
        for (int i = 0; i < count; i++) {
            if (Values.equal(element, at(i))) {
                removeAt(i);
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean removeLastOccurrence(Object element) {
        for (int i = size - 1; i >= 0; i--) {
            if (Values.equal(element, at(i))) {
                removeAt(i);
                return true;
            }
        }
        return false;
    }

    @Override
    public void clear() {
        Object[] all = elements;
        for (int i = 0; i < size; i++) {
            all[(head + i) % all.length] = null;
        }
        size = 0;
        head = 0;
    }

    @Override
    public boolean contains(Object element) {
        for (int i = 0; i < size; i++) {
            if (Values.equal(element, at(i))) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean addAll(Collection<? extends E> others) {
        int before = size();
        for (E other : others) {
            addLast(other);
        }
        return size() > before;
    }

    @Override
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        for (int i = 0; i < size; i++) {
            E element = at(i);
            if (element == null) {
                throw new ConcurrentModificationException();
            }
            action.accept(element);
        }
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        return sift(filter);
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        Objects.requireNonNull(others);
        return sift(element -> others.contains(element));
    }

    @Override
    public boolean retainAll(Collection<?> others) {
        Objects.requireNonNull(others);
        return sift(element -> !others.contains(element));
    }

    /** Takes out what a filter holds of. All elements are asked before one goes, as in Java. */
    private boolean sift(Predicate<? super E> filter) {
        int count = size;
        Object[] kept = new Object[count];
        int left = 0;
        for (int i = 0; i < count; i++) {
            E element = at(i);
            if (element == null) {
                throw new ConcurrentModificationException();
            }
            if (!filter.test(element)) {
                kept[left++] = element;
            }
        }
        if (left == count) {
            return false;
        }
        if (size != count) {
            throw new ConcurrentModificationException();
        }
        Object[] all = elements;
        for (int i = 0; i < count; i++) {
            all[(head + i) % all.length] = i < left ? kept[i] : null;
        }
        size = left;
        return true;
    }

    private Object[] all() {
        Object[] all = new Object[size];
        for (int i = 0; i < all.length; i++) {
            all[i] = at(i);
        }
        return all;
    }

    @Override
    public Object[] toArray() {
        return all();
    }

    @Override
    public <T> T[] toArray(T[] into) {
        size();
        return Values.into(all(), into);
    }

    @Override
    public ArrayDeque<E> clone() {
        return new ArrayDeque<E>(this);
    }

    @Override
    public Iterator<E> iterator() {
        return new Each<E>(this, false);
    }

    @Override
    public Iterator<E> descendingIterator() {
        return new Each<E>(this, true);
    }

    private static final class Each<E> implements Iterator<E> {
        private final ArrayDeque<E> deque;
        private final boolean down;
        /** The place of the next element in the array. */
        private int cursor;
        private int remaining;
        /** The place of the element that was returned last, or -1. */
        private int last = -1;

        Each(ArrayDeque<E> deque, boolean down) {
            this.deque = deque;
            this.down = down;
            int size = deque.size();
            remaining = size;
            cursor = down ? (deque.head + size - 1 + deque.elements.length) % deque.elements.length : deque.head;
        }

        @Override
        public boolean hasNext() {
            return remaining > 0;
        }

        @Override
        @SuppressWarnings("unchecked")
        public E next() {
            if (remaining <= 0) {
                throw new NoSuchElementException();
            }
            Object[] all = deque.elements;
            int at = cursor;
            E element = (E) all[at];
            if (element == null) {
                throw new ConcurrentModificationException();
            }
            last = at;
            cursor = down ? at == 0 ? all.length - 1 : at - 1 : at + 1 == all.length ? 0 : at + 1;
            remaining--;
            return element;
        }

        @Override
        public void remove() {
            int at = last;
            if (at < 0) {
                throw new IllegalStateException();
            }
            int length = deque.elements.length;
            deque.removeAt((at - deque.head + length) % length);
            if (!down) {
                cursor = at;
            }
            last = -1;
        }
    }
}
