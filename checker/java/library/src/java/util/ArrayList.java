package java.util;

import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import reductio.Values;

/** A list in an array. The array is made by the first `add`, for 10 elements, and grows by half. */
public class ArrayList<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable, java.io.Serializable {
    private Object[] elementData;
    private int size;

    public ArrayList() {}

    public ArrayList(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal Capacity: " + capacity);
        }
        if (capacity > 0) {
            elementData = new Object[capacity];
        }
    }

    public ArrayList(Collection<? extends E> others) {
        Object[] all = others.toArray();
        if (all.length > 0) {
            elementData = all;
            size = all.length;
        }
    }

    private Object[] grow(int least) {
        Object[] old = elementData;
        if (old == null) {
            return elementData = new Object[least > 10 ? least : 10];
        }
        int more = old.length + (old.length >> 1);
        return elementData = Arrays.copyOf(old, more > least ? more : least);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean isEmpty() {
        return size == 0;
    }

    @Override
    @SuppressWarnings("unchecked")
    public E get(int index) {
        Values.checkIndex(index, size);
        return (E) elementData[index];
    }

    @Override
    @SuppressWarnings("unchecked")
    public E set(int index, E element) {
        Values.checkIndex(index, size);
        Object[] elements = elementData;
        E old = (E) elements[index];
        elements[index] = element;
        return old;
    }

    @Override
    public boolean add(E element) {
        modCount++;
        int at = size;
        Object[] elements = elementData;
        if (elements == null || at == elements.length) {
            elements = grow(at + 1);
        }
        elements[at] = element;
        size = at + 1;
        return true;
    }

    @Override
    public void add(int index, E element) {
        int count = size;
        checkPosition(index, count);
        modCount++;
        Object[] elements = elementData;
        if (elements == null || count == elements.length) {
            elements = grow(count + 1);
        }
        for (int i = count; i > index; i--) {
            elements[i] = elements[i - 1];
        }
        elements[index] = element;
        size = count + 1;
    }

    @Override
    @SuppressWarnings("unchecked")
    public E remove(int index) {
        int count = size;
        Values.checkIndex(index, count);
        Object[] elements = elementData;
        E old = (E) elements[index];
        modCount++;
        close(elements, index, index + 1, count);
        return old;
    }

    /** Takes out the elements from one place to another. */
    private void close(Object[] elements, int from, int to, int count) {
        for (int i = to; i < count; i++) {
            elements[from + i - to] = elements[i];
        }
        for (int i = count - (to - from); i < count; i++) {
            elements[i] = null;
        }
        size = count - (to - from);
    }

    @Override
    public int indexOf(Object element) {
        return find(element);
    }

    private int find(Object element) {
        int count = size;
        Object[] elements = elementData;
        for (int i = 0; i < count; i++) {
            if (Values.equal(element, elements[i])) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int lastIndexOf(Object element) {
        Object[] elements = elementData;
        for (int i = size - 1; i >= 0; i--) {
            if (Values.equal(element, elements[i])) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public boolean contains(Object element) {
        return indexOf(element) >= 0;
    }

    @Override
    public boolean remove(Object element) {
        int at = find(element);
        if (at < 0) {
            return false;
        }
        modCount++;
        close(elementData, at, at + 1, size);
        return true;
    }

    @Override
    public void clear() {
        modCount++;
        int count = size;
        Object[] elements = elementData;
        for (int i = 0; i < count; i++) {
            elements[i] = null;
        }
        size = 0;
    }

    @Override
    protected void removeRange(int from, int to) {
        if (from > to) {
            throw new IndexOutOfBoundsException("From Index: " + from + " > To Index: " + to);
        }
        modCount++;
        close(elementData, from, to, size);
    }

    @Override
    public boolean addAll(Collection<? extends E> others) {
        return insertAll(size, others);
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> others) {
        checkPosition(index, size);
        return insertAll(index, others);
    }

    private boolean insertAll(int index, Collection<? extends E> others) {
        Object[] added = others.toArray();
        modCount++;
        if (added.length == 0) {
            return false;
        }
        int count = size;
        Object[] elements = elementData;
        if (elements == null || added.length > elements.length - count) {
            elements = grow(count + added.length);
        }
        for (int i = count - 1; i >= index; i--) {
            elements[i + added.length] = elements[i];
        }
        for (int i = 0; i < added.length; i++) {
            elements[index + i] = added[i];
        }
        size = count + added.length;
        return true;
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        if (others == null) {
            throw new NullPointerException();
        }
        return sift(element -> others.contains(element));
    }

    @Override
    public boolean retainAll(Collection<?> others) {
        if (others == null) {
            throw new NullPointerException();
        }
        return sift(element -> !others.contains(element));
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        if (filter == null) {
            throw new NullPointerException();
        }
        return sift(filter);
    }

    @SuppressWarnings("unchecked")
    private boolean sift(Predicate<? super E> filter) {
        int expected = modCount;
        int count = size;
        Object[] elements = elementData;
        boolean[] gone = new boolean[count];
        int kept = 0;
        for (int i = 0; i < count; i++) {
            gone[i] = filter.test((E) elements[i]);
            kept += gone[i] ? 0 : 1;
        }
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
        if (kept == count) {
            return false;
        }
        modCount++;
        int at = 0;
        for (int i = 0; i < count; i++) {
            if (!gone[i]) {
                elements[at++] = elements[i];
            }
        }
        close(elements, kept, count, count);
        return true;
    }

    @Override
    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super E> action) {
        if (action == null) {
            throw new NullPointerException();
        }
        int expected = modCount;
        int count = size;
        Object[] elements = elementData;
        for (int i = 0; modCount == expected && i < count; i++) {
            action.accept((E) elements[i]);
        }
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public void replaceAll(UnaryOperator<E> operator) {
        if (operator == null) {
            throw new NullPointerException();
        }
        int expected = modCount;
        int count = size;
        Object[] elements = elementData;
        for (int i = 0; modCount == expected && i < count; i++) {
            elements[i] = operator.apply((E) elements[i]);
        }
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public void sort(Comparator<? super E> order) {
        int expected = modCount;
        if (elementData != null) {
            Arrays.sort((E[]) elementData, 0, size, order);
        }
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
        modCount++;
    }

    @Override
    public Object[] toArray() {
        return all();
    }

    private Object[] all() {
        Object[] elements = elementData;
        return elements == null ? new Object[0] : Arrays.copyOf(elements, size);
    }

    @Override
    public <T> T[] toArray(T[] into) {
        return Values.into(all(), into);
    }

    @Override
    public int hashCode() {
        int expected = modCount;
        int hash = 1;
        for (Object element : all()) {
            hash = 31 * hash + (element == null ? 0 : element.hashCode());
        }
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
        return hash;
    }

    @Override
    public List<E> subList(int from, int to) {
        return part(from, to, size);
    }

    @Override
    public ListIterator<E> listIterator() {
        return new Places<E>(this, 0);
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        if (index < 0 || index > size) {
            throw new IndexOutOfBoundsException("Index: " + index);
        }
        return new Places<E>(this, index);
    }

    public void ensureCapacity(int capacity) {
        if (capacity > (elementData == null ? 10 : elementData.length)) {
            modCount++;
            grow(capacity);
        }
    }

    public void trimToSize() {
        modCount++;
    }

    @Override
    public Object clone() {
        return new ArrayList<E>(this);
    }

    @Override
    public Iterator<E> iterator() {
        return new Each<E>(this);
    }

    /** An iterator that goes forward only, with few accesses. */
    private static final class Each<E> implements Iterator<E> {
        private final ArrayList<E> list;
        private int cursor;
        private int last = -1;
        private int expected;

        Each(ArrayList<E> list) {
            this.list = list;
            expected = list.modCount;
        }

        @Override
        public boolean hasNext() {
            return cursor != list.size;
        }

        @Override
        @SuppressWarnings("unchecked")
        public E next() {
            ArrayList<E> list = this.list;
            if (list.modCount != expected) {
                throw new ConcurrentModificationException();
            }
            int at = cursor;
            if (at >= list.size) {
                throw new NoSuchElementException();
            }
            Object[] elements = list.elementData;
            if (at >= elements.length) {
                throw new ConcurrentModificationException();
            }
            cursor = at + 1;
            last = at;
            return (E) elements[at];
        }

        @Override
        public void remove() {
            int at = last;
            if (at < 0) {
                throw new IllegalStateException();
            }
            ArrayList<E> list = this.list;
            if (list.modCount != expected) {
                throw new ConcurrentModificationException();
            }
            list.remove(at);
            cursor = at;
            last = -1;
            expected = list.modCount;
        }
    }
}
