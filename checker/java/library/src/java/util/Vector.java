package java.util;

import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import reductio.Values;

/** A list in an array, for 10 elements at first. All methods hold its lock. */
public class Vector<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable, java.io.Serializable {
    protected Object[] elementData;
    protected int elementCount;

    public Vector() {
        elementData = new Object[10];
    }

    public Vector(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal Capacity: " + capacity);
        }
        elementData = new Object[capacity];
    }

    public Vector(int capacity, int increment) {
        this(capacity);
        if (increment != 0) {
            reductio.Model.unsupported("Vector with an increment");
        }
    }

    public Vector(Collection<? extends E> others) {
        elementData = others.toArray();
        elementCount = elementData.length;
    }

    private void check(int index) {
        if (index >= elementCount || index < 0) {
            throw new ArrayIndexOutOfBoundsException(
                index < 0 ? "Index " + index + " out of bounds for length " + elementData.length
                    : index + " >= " + elementCount);
        }
    }

    private void put(int index, E element) {
        modCount++;
        int count = elementCount;
        Object[] all = elementData;
        if (count == all.length) {
            all = Arrays.copyOf(all, count == 0 ? 1 : count * 2);
            elementData = all;
        }
        for (int i = count; i > index; i--) {
            all[i] = all[i - 1];
        }
        all[index] = element;
        elementCount = count + 1;
    }

    @SuppressWarnings("unchecked")
    private E take(int index) {
        modCount++;
        Object[] all = elementData;
        int count = elementCount;
        E old = (E) all[index];
        for (int i = index; i < count - 1; i++) {
            all[i] = all[i + 1];
        }
        all[count - 1] = null;
        elementCount = count - 1;
        return old;
    }

    @Override
    public synchronized int size() {
        return elementCount;
    }

    @Override
    public synchronized boolean isEmpty() {
        return elementCount == 0;
    }

    public synchronized int capacity() {
        return elementData.length;
    }

    @Override
    @SuppressWarnings("unchecked")
    public synchronized E get(int index) {
        if (index >= elementCount) {
            throw new ArrayIndexOutOfBoundsException(index);
        }
        return (E) elementData[index];
    }

    @SuppressWarnings("unchecked")
    public synchronized E elementAt(int index) {
        check(index);
        return (E) elementData[index];
    }

    @SuppressWarnings("unchecked")
    public synchronized E firstElement() {
        if (elementCount == 0) {
            throw new NoSuchElementException();
        }
        return (E) elementData[0];
    }

    @SuppressWarnings("unchecked")
    public synchronized E lastElement() {
        if (elementCount == 0) {
            throw new NoSuchElementException();
        }
        return (E) elementData[elementCount - 1];
    }

    @Override
    @SuppressWarnings("unchecked")
    public synchronized E set(int index, E element) {
        if (index >= elementCount) {
            throw new ArrayIndexOutOfBoundsException(index);
        }
        E old = (E) elementData[index];
        elementData[index] = element;
        return old;
    }

    public synchronized void setElementAt(E element, int index) {
        check(index);
        elementData[index] = element;
    }

    @Override
    public synchronized boolean add(E element) {
        put(elementCount, element);
        return true;
    }

    public synchronized void addElement(E element) {
        put(elementCount, element);
    }

    public synchronized void insertElementAt(E element, int index) {
        if (index > elementCount) {
            throw new ArrayIndexOutOfBoundsException(index + " > " + elementCount);
        }
        if (index < 0) {
            throw new ArrayIndexOutOfBoundsException("arraycopy: source index " + index
                + " out of bounds for object array[" + elementData.length + "]");
        }
        put(index, element);
    }

    @Override
    public void add(int index, E element) {
        insertElementAt(element, index);
    }

    @Override
    public synchronized E remove(int index) {
        if (index >= elementCount) {
            throw new ArrayIndexOutOfBoundsException(index);
        }
        return take(index);
    }

    public synchronized void removeElementAt(int index) {
        check(index);
        take(index);
    }

    @Override
    public boolean remove(Object element) {
        return removeElement(element);
    }

    public synchronized boolean removeElement(Object element) {
        int at = indexOf(element);
        if (at >= 0) {
            removeElementAt(at);
        }
        return at >= 0;
    }

    public synchronized void removeAllElements() {
        modCount++;
        for (int i = 0; i < elementCount; i++) {
            elementData[i] = null;
        }
        elementCount = 0;
    }

    @Override
    protected synchronized void removeRange(int from, int to) {
        modCount++;
        int count = elementCount;
        System.arraycopy(elementData, to, elementData, from, count - to);
        for (int i = count - (to - from); i < count; i++) {
            elementData[i] = null;
        }
        elementCount = count - (to - from);
    }

    @Override
    public void clear() {
        removeAllElements();
    }

    @Override
    public boolean contains(Object element) {
        return indexOf(element, 0) >= 0;
    }

    @Override
    public int indexOf(Object element) {
        return indexOf(element, 0);
    }

    public synchronized int indexOf(Object element, int from) {
        for (int i = from; i < elementCount; i++) {
            if (Values.equal(element, elementData[i])) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public synchronized int lastIndexOf(Object element) {
        return lastIndexOf(element, elementCount - 1);
    }

    public synchronized int lastIndexOf(Object element, int from) {
        if (from >= elementCount) {
            throw new IndexOutOfBoundsException(from + " >= " + elementCount);
        }
        for (int i = from; i >= 0; i--) {
            if (Values.equal(element, elementData[i])) {
                return i;
            }
        }
        return -1;
    }

    @Override
    @SuppressWarnings("unchecked")
    public boolean addAll(Collection<? extends E> others) {
        Object[] all = others.toArray();
        synchronized (this) {
            for (int i = 0; i < all.length; i++) {
                put(elementCount, (E) all[i]);
            }
        }
        return all.length > 0;
    }

    @Override
    @SuppressWarnings("unchecked")
    public synchronized boolean addAll(int index, Collection<? extends E> others) {
        if (index < 0 || index > elementCount) {
            throw new ArrayIndexOutOfBoundsException(index);
        }
        Object[] added = others.toArray();
        modCount += added.length == 0 ? 1 : 0;
        for (int i = 0; i < added.length; i++) {
            put(index + i, (E) added[i]);
        }
        return added.length > 0;
    }

    @Override
    public synchronized boolean containsAll(Collection<?> others) {
        return super.containsAll(others);
    }

    @Override
    public synchronized boolean removeAll(Collection<?> others) {
        Objects.requireNonNull(others);
        return sift(element -> others.contains(element));
    }

    @Override
    public synchronized boolean retainAll(Collection<?> others) {
        Objects.requireNonNull(others);
        return sift(element -> !others.contains(element));
    }

    @Override
    public synchronized boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        return sift(filter);
    }

    /** Takes out what a filter holds of. All elements are asked before one goes, as in Java. */
    @SuppressWarnings("unchecked")
    private synchronized boolean sift(Predicate<? super E> filter) {
        int expected = modCount;
        int count = elementCount;
        Object[] kept = new Object[count];
        int left = 0;
        for (int i = 0; i < count; i++) {
            Object element = elementData[i];
            if (!filter.test((E) element)) {
                kept[left++] = element;
            }
        }
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
        if (left == count) {
            return false;
        }
        modCount++;
        for (int i = 0; i < count; i++) {
            elementData[i] = i < left ? kept[i] : null;
        }
        elementCount = left;
        return true;
    }

    @Override
    @SuppressWarnings("unchecked")
    public synchronized void replaceAll(UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        int expected = modCount;
        int count = elementCount;
        for (int i = 0; modCount == expected && i < count; i++) {
            elementData[i] = operator.apply((E) elementData[i]);
        }
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
        modCount++;
    }

    @Override
    @SuppressWarnings("unchecked")
    public synchronized void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        int expected = modCount;
        int count = elementCount;
        for (int i = 0; modCount == expected && i < count; i++) {
            action.accept((E) elementData[i]);
        }
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public synchronized void sort(Comparator<? super E> order) {
        Arrays.sort((E[]) elementData, 0, elementCount, order);
        modCount++;
    }

    @Override
    public synchronized Object[] toArray() {
        return Arrays.copyOf(elementData, elementCount);
    }

    @Override
    public synchronized <T> T[] toArray(T[] into) {
        return Values.into(Arrays.copyOf(elementData, elementCount), into);
    }

    public synchronized void copyInto(Object[] into) {
        System.arraycopy(elementData, 0, into, 0, elementCount);
    }

    @Override
    public synchronized Object clone() {
        return new Vector<E>(this);
    }

    @Override
    public synchronized String toString() {
        return super.toString();
    }

    @Override
    public synchronized boolean equals(Object other) {
        return super.equals(other);
    }

    @Override
    public synchronized int hashCode() {
        return super.hashCode();
    }

    @Override
    public synchronized List<E> subList(int from, int to) {
        return Collections.synchronizedPart(super.subList(from, to), this);
    }

    public Enumeration<E> elements() {
        return new Enumeration<E>() {
            private int at;

            @Override
            public boolean hasMoreElements() {
                return at < elementCount;
            }

            @Override
            @SuppressWarnings("unchecked")
            public E nextElement() {
                synchronized (Vector.this) {
                    if (at >= elementCount) {
                        throw new NoSuchElementException("Vector Enumeration");
                    }
                    return (E) elementData[at++];
                }
            }
        };
    }

    @Override
    public synchronized Iterator<E> iterator() {
        return new Locked<E>(this, 0);
    }

    @Override
    public synchronized ListIterator<E> listIterator() {
        return new Locked<E>(this, 0);
    }

    @Override
    public synchronized ListIterator<E> listIterator(int index) {
        if (index < 0 || index > elementCount) {
            throw new IndexOutOfBoundsException("Index: " + index);
        }
        return new Locked<E>(this, index);
    }

    /** An iterator whose steps hold the lock of the list. */
    private static final class Locked<E> extends Places<E> {
        Locked(Vector<E> list, int index) {
            super(list, index);
        }

        @Override
        public boolean hasNext() {
            return cursor != ((Vector<E>) list).elementCount;
        }

        /** Looks at the array, whatever classes below have `get` do. */
        @Override
        @SuppressWarnings("unchecked")
        public E next() {
            Vector<E> vector = (Vector<E>) list;
            synchronized (vector) {
                check();
                int at = cursor;
                if (at >= vector.elementCount) {
                    throw new NoSuchElementException();
                }
                cursor = at + 1;
                last = at;
                return (E) vector.elementData[at];
            }
        }

        @Override
        public E previous() {
            synchronized (list) {
                return super.previous();
            }
        }

        @Override
        public void remove() {
            synchronized (list) {
                super.remove();
            }
        }

        @Override
        public void set(E element) {
            synchronized (list) {
                super.set(element);
            }
        }

        @Override
        public void add(E element) {
            synchronized (list) {
                super.add(element);
            }
        }
    }
}
