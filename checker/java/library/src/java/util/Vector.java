package java.util;

import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

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
        int at = super.indexOf(element);
        if (at >= 0) {
            take(at);
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
    public void clear() {
        removeAllElements();
    }

    @Override
    public boolean contains(Object element) {
        return indexOf(element) >= 0;
    }

    @Override
    public synchronized int indexOf(Object element) {
        return super.indexOf(element);
    }

    @Override
    public synchronized int lastIndexOf(Object element) {
        return super.lastIndexOf(element);
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
    public synchronized boolean addAll(int index, Collection<? extends E> others) {
        if (index < 0 || index > elementCount) {
            throw new ArrayIndexOutOfBoundsException(index);
        }
        return super.addAll(index, others);
    }

    @Override
    public synchronized boolean containsAll(Collection<?> others) {
        return super.containsAll(others);
    }

    @Override
    public synchronized boolean removeAll(Collection<?> others) {
        return super.removeAll(others);
    }

    @Override
    public synchronized boolean retainAll(Collection<?> others) {
        return super.retainAll(others);
    }

    @Override
    public synchronized boolean removeIf(Predicate<? super E> filter) {
        return super.removeIf(filter);
    }

    @Override
    public synchronized void replaceAll(UnaryOperator<E> operator) {
        super.replaceAll(operator);
    }

    @Override
    public synchronized void forEach(Consumer<? super E> action) {
        super.forEach(action);
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
        return super.toArray(into);
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

        @Override
        public E next() {
            synchronized (list) {
                return super.next();
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
