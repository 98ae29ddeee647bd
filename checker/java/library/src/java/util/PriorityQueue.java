package java.util;

import java.util.function.Consumer;
import java.util.function.Predicate;
import reductio.Values;

/** A queue by order: a heap in an array, for 11 elements at first. */
public class PriorityQueue<E> extends AbstractQueue<E> implements java.io.Serializable {
    private Object[] queue;
    private int size;
    private Comparator<? super E> comparator;
    private int modCount;

    public PriorityQueue() {
        queue = new Object[11];
    }

    public PriorityQueue(int capacity) {
        this(capacity, null);
    }

    public PriorityQueue(Comparator<? super E> comparator) {
        this(11, comparator);
    }

    public PriorityQueue(int capacity, Comparator<? super E> comparator) {
        if (capacity < 1) {
            throw new IllegalArgumentException();
        }
        queue = new Object[capacity];
        this.comparator = comparator;
    }

    public PriorityQueue(Collection<? extends E> others) {
        this();
        if (others instanceof PriorityQueue || others instanceof SortedSet) {
            reductio.Model.unsupported("PriorityQueue of a sorted collection");
        }
        Object[] all = others.toArray();
        queue = new Object[all.length < 1 ? 1 : all.length];
        for (int i = 0; i < all.length; i++) {
            if (all[i] == null) {
                throw new NullPointerException();
            }
            queue[i] = all[i];
        }
        size = all.length;
        order();
    }

    /** Makes a heap of all elements. */
    private void order() {
        for (int i = (size >>> 1) - 1; i >= 0; i--) {
            down(queue, i, queue[i], size);
        }
    }

    private int up(Object[] all, int at, Object element) {
        Comparator<? super E> order = comparator;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            Object above = all[parent];
            if (Values.compare(order, element, above) >= 0) {
                break;
            }
            all[at] = above;
            at = parent;
        }
        all[at] = element;
        return at;
    }

    private int down(Object[] all, int at, Object element, int count) {
        Comparator<? super E> order = comparator;
        while (at < count >>> 1) {
            int child = 2 * at + 1;
            Object least = all[child];
            if (child + 1 < count && Values.compare(order, least, all[child + 1]) > 0) {
                child++;
                least = all[child];
            }
            if (Values.compare(order, element, least) <= 0) {
                break;
            }
            all[at] = least;
            at = child;
        }
        all[at] = element;
        return at;
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
        modCount++;
        int at = size;
        Object[] all = queue;
        if (at >= all.length) {
            all = Arrays.copyOf(all, at < 64 ? 2 * at + 2 : at + (at >> 1));
            queue = all;
        }
        if (at == 0) {
            Values.compare(comparator, element, element);
        }
        up(all, at, element);
        size = at + 1;
        return true;
    }

    @Override
    @SuppressWarnings("unchecked")
    public E peek() {
        return (E) queue[0];
    }

    @Override
    @SuppressWarnings("unchecked")
    public E poll() {
        Object[] all = queue;
        E result = (E) all[0];
        if (result == null) {
            return null;
        }
        modCount++;
        int count = size - 1;
        size = count;
        Object moved = all[count];
        all[count] = null;
        if (count > 0) {
            down(all, 0, moved, count);
        }
        return result;
    }

    private int indexOf(Object element) {
        if (element != null) {
            int count = size;
            for (int i = 0; i < count; i++) {
                if (Values.equal(element, queue[i])) {
                    return i;
                }
            }
        }
        return -1;
    }

    /** Takes out an element. The result is the one that took its place from behind, if that was moved in front of it. */
    private Object removeAt(int index) {
        modCount++;
        Object[] all = queue;
        int count = size - 1;
        size = count;
        Object moved = all[count];
        all[count] = null;
        if (index == count) {
            return null;
        }
        if (down(all, index, moved, count) == index && up(all, index, moved) != index) {
            return moved;
        }
        return null;
    }

    @Override
    public boolean remove(Object element) {
        int at = indexOf(element);
        if (at < 0) {
            return false;
        }
        removeAt(at);
        return true;
    }

    /** Takes out an object itself, if it is there; what is equal to it stays. */
    public final void remove$same(Object element) {
        for (int i = 0; i < size; i++) {
            if (Values.isSame(element, queue[i])) {
                removeAt(i);
                return;
            }
        }
    }

    @Override
    public boolean contains(Object element) {
        return indexOf(element) >= 0;
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

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        return sift(filter);
    }

    @Override
    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        int expected = modCount;
        int count = size;
        for (int i = 0; i < count; i++) {
            action.accept((E) queue[i]);
        }
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
    }

    private Object[] all() {
        return Arrays.copyOf(queue, size);
    }

    @Override
    public Object[] toArray() {
        return all();
    }

    @Override
    public <T> T[] toArray(T[] into) {
        return Values.into(all(), into);
    }

    @SuppressWarnings("unchecked")
    private boolean sift(Predicate<? super E> filter) {
        int expected = ++modCount;
        Object[] all = queue;
        int count = size;
        Object[] kept = new Object[all.length];
        int left = 0;
        for (int i = 0; i < count; i++) {
            if (!filter.test((E) all[i])) {
                kept[left++] = all[i];
            }
        }
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
        if (left == count) {
            return false;
        }
        queue = kept;
        size = left;
        order();
        return true;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void clear() {
        modCount++;
        for (int i = 0; i < size; i++) {
            queue[i] = null;
        }
        size = 0;
    }

    public Comparator<? super E> comparator() {
        return comparator;
    }

    @Override
    public Iterator<E> iterator() {
        return new Iterator<E>() {
            private int cursor;
            private int last = -1;
            private int expected = modCount;

            private void check() {
                if (modCount != expected) {
                    throw new ConcurrentModificationException();
                }
            }

            @Override
            public boolean hasNext() {
                return cursor < size;
            }

            @Override
            @SuppressWarnings("unchecked")
            public E next() {
                check();
                if (cursor >= size) {
                    throw new NoSuchElementException();
                }
                last = cursor;
                return (E) queue[cursor++];
            }

            @Override
            public void remove() {
                check();
                if (last < 0) {
                    throw new IllegalStateException();
                }
                if (removeAt(last) != null) {
                    reductio.Model.unsupported("PriorityQueue iterator's remove that moves an element forward");
                }
                cursor--;
                last = -1;
                expected = modCount;
            }
        };
    }
}
