package java.util.concurrent;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import reductio.Model;
import reductio.Values;

/** A list that is copied by each change, which holds a lock. In Java it is no `AbstractList`; its parts are copies here. */
public class CopyOnWriteArrayList<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable, java.io.Serializable {
    private final Sync sync = new Sync();
    private volatile Object[] array;

    /** The object whose monitor changes hold. */
    private static final class Sync {}

    public CopyOnWriteArrayList() {
        array = new Object[0];
    }

    public CopyOnWriteArrayList(Collection<? extends E> others) {
        array = others.toArray();
    }

    public CopyOnWriteArrayList(E[] others) {
        array = Arrays.copyOf((Object[]) others.clone(), others.length);
    }

    @Override
    public int size() {
        return array.length;
    }

    @Override
    public boolean isEmpty() {
        return size() == 0;
    }

    @Override
    @SuppressWarnings("unchecked")
    public E get(int index) {
        return (E) array[index];
    }

    private static int find(Object[] all, Object element) {
        for (int i = 0; i < all.length; i++) {
            if (Values.equal(element, all[i])) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int indexOf(Object element) {
        return find(array, element);
    }

    @Override
    public int lastIndexOf(Object element) {
        Object[] all = array;
        for (int i = all.length - 1; i >= 0; i--) {
            if (Values.equal(element, all[i])) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public boolean contains(Object element) {
        return indexOf(element) >= 0;
    }

    /** Looks at one array for all of them. */
    @Override
    public boolean containsAll(Collection<?> others) {
        Object[] all = array;
        for (Object other : others) {
            if (find(all, other) < 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    @SuppressWarnings("unchecked")
    public E set(int index, E element) {
        synchronized (sync) {
            Object[] all = array;
            E old = (E) all[index];
            Object[] copy = Arrays.copyOf(all, all.length);
            copy[index] = element;
            array = copy;
            return old;
        }
    }

    private void insert(int index, E element) {
        Object[] all = array;
        Object[] copy = new Object[all.length + 1];
        for (int i = 0; i < all.length; i++) {
            copy[i < index ? i : i + 1] = all[i];
        }
        copy[index] = element;
        array = copy;
    }

    @Override
    public boolean add(E element) {
        synchronized (sync) {
            insert(array.length, element);
            return true;
        }
    }

    @Override
    public void add(int index, E element) {
        synchronized (sync) {
            int length = array.length;
            if (index > length || index < 0) {
                throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + length);
            }
            insert(index, element);
        }
    }

    public boolean addIfAbsent(E element) {
        if (find(array, element) >= 0) {
            return false;
        }
        synchronized (sync) {
            if (find(array, element) >= 0) {
                return false;
            }
            insert(array.length, element);
            return true;
        }
    }

    @SuppressWarnings("unchecked")
    private E take(int index) {
        Object[] all = array;
        E old = (E) all[index];
        Object[] copy = new Object[all.length - 1];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = all[i < index ? i : i + 1];
        }
        array = copy;
        return old;
    }

    @Override
    public E remove(int index) {
        synchronized (sync) {
            return take(index);
        }
    }

    @Override
    public boolean remove(Object element) {
        if (find(array, element) < 0) {
            return false;
        }
        synchronized (sync) {
            int at = find(array, element);
            if (at >= 0) {
                take(at);
            }
            return at >= 0;
        }
    }

    @Override
    public void clear() {
        synchronized (sync) {
            array = new Object[0];
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public boolean addAll(Collection<? extends E> others) {
        Object[] added = others.toArray();
        if (added.length == 0) {
            return false;
        }
        synchronized (sync) {
            Object[] all = array;
            Object[] copy = Arrays.copyOf(all, all.length + added.length);
            for (int i = 0; i < added.length; i++) {
                copy[all.length + i] = added[i];
            }
            array = copy;
            return true;
        }
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> others) {
        Model.unsupported("CopyOnWriteArrayList.addAll at an index");
        return false;
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

    @SuppressWarnings("unchecked")
    private boolean sift(Predicate<? super E> filter) {
        synchronized (sync) {
            Object[] all = array;
            Object[] kept = new Object[all.length];
            int count = 0;
            for (int i = 0; i < all.length; i++) {
                if (!filter.test((E) all[i])) {
                    kept[count++] = all[i];
                }
            }
            if (count == all.length) {
                return false;
            }
            array = Arrays.copyOf(kept, count);
            return true;
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public void replaceAll(UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        synchronized (sync) {
            Object[] all = array;
            Object[] copy = new Object[all.length];
            for (int i = 0; i < all.length; i++) {
                copy[i] = operator.apply((E) all[i]);
            }
            array = copy;
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public void sort(Comparator<? super E> order) {
        synchronized (sync) {
            Object[] copy = Arrays.copyOf(array, array.length);
            Arrays.sort((E[]) copy, order);
            array = copy;
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        Object[] all = array;
        for (int i = 0; i < all.length; i++) {
            action.accept((E) all[i]);
        }
    }

    @Override
    public Object[] toArray() {
        return all();
    }

    private Object[] all() {
        Object[] all = array;
        return Arrays.copyOf(all, all.length);
    }

    @Override
    public <T> T[] toArray(T[] into) {
        return Values.into(all(), into);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(array);
    }

    @Override
    public String toString() {
        return Arrays.toString(array);
    }

    @Override
    public Object clone() {
        return new CopyOnWriteArrayList<E>(this);
    }

    @Override
    public Iterator<E> iterator() {
        return new Each<E>(array, 0);
    }

    @Override
    public ListIterator<E> listIterator() {
        return new Each<E>(array, 0);
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        Object[] all = array;
        if (index < 0 || index > all.length) {
            throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + all.length);
        }
        return new Each<E>(all, index);
    }

    @Override
    public List<E> subList(int from, int to) {
        Model.unsupported("CopyOnWriteArrayList.subList");
        return null;
    }

    /** Goes through an array, and changes nothing. */
    static final class Each<E> implements ListIterator<E> {
        private final Object[] all;
        private int next;

        Each(Object[] all, int next) {
            this.all = all;
            this.next = next;
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
            next = at + 1;
            return (E) all[at];
        }

        @Override
        public boolean hasPrevious() {
            return next > 0;
        }

        @Override
        @SuppressWarnings("unchecked")
        public E previous() {
            int at = next - 1;
            if (at < 0) {
                throw new NoSuchElementException();
            }
            next = at;
            return (E) all[at];
        }

        @Override
        public int nextIndex() {
            return next;
        }

        @Override
        public int previousIndex() {
            return next - 1;
        }

        @Override
        public void remove() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void set(E element) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void add(E element) {
            throw new UnsupportedOperationException();
        }
    }
}
