package java.util;

import reductio.Values;

/** What lists share; iterators go by `get`, `remove`, `set`, `add` of an index. */
public abstract class AbstractList<E> extends AbstractCollection<E> implements List<E> {
    protected transient int modCount;

    protected AbstractList() {}

    @Override
    public boolean add(E element) {
        add(size(), element);
        return true;
    }

    public abstract E get(int index);

    @Override
    public E set(int index, E element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void add(int index, E element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public E remove(int index) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int indexOf(Object element) {
        int size = size();
        for (int i = 0; i < size; i++) {
            if (Values.equal(element, get(i))) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int lastIndexOf(Object element) {
        for (int i = size() - 1; i >= 0; i--) {
            if (Values.equal(element, get(i))) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public void clear() {
        removeRange(0, size());
    }

    protected void removeRange(int from, int to) {
        ListIterator<E> each = listIterator(from);
        for (int i = from; i < to; i++) {
            each.next();
            each.remove();
        }
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> others) {
        checkPosition(index, size());
        boolean changed = false;
        for (E other : others) {
            add(index++, other);
            changed = true;
        }
        return changed;
    }

    static void checkPosition(int index, int size) {
        if (index < 0 || index > size) {
            throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + size);
        }
    }

    @Override
    public Iterator<E> iterator() {
        return new Places<E>(this, 0);
    }

    @Override
    public ListIterator<E> listIterator() {
        return listIterator(0);
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        checkPosition(index, size());
        return new Places<E>(this, index);
    }

    /** An iterator that remembers the number of the next element, and how often the list had changed. */
    static class Places<E> implements ListIterator<E> {
        final AbstractList<E> list;
        int cursor;
        int last = -1;
        int expected;

        Places(AbstractList<E> list, int cursor) {
            this.list = list;
            if (cursor != 0) {
                this.cursor = cursor;
            }
            expected = list.modCount;
        }

        final void check() {
            if (list.modCount != expected) {
                throw new ConcurrentModificationException();
            }
        }

        @Override
        public boolean hasNext() {
            return cursor != list.size();
        }

        @Override
        public E next() {
            check();
            int at = cursor;
            if (at >= list.size()) {
                throw new NoSuchElementException();
            }
            E element;
            try {
                element = list.get(at);
            } catch (IndexOutOfBoundsException gone) {
                throw new ConcurrentModificationException();
            }
            cursor = at + 1;
            last = at;
            return element;
        }

        @Override
        public boolean hasPrevious() {
            return cursor != 0;
        }

        @Override
        public E previous() {
            check();
            int at = cursor - 1;
            if (at < 0) {
                throw new NoSuchElementException();
            }
            E element = list.get(at);
            cursor = at;
            last = at;
            return element;
        }

        @Override
        public int nextIndex() {
            return cursor;
        }

        @Override
        public int previousIndex() {
            return cursor - 1;
        }

        @Override
        public void remove() {
            if (last < 0) {
                throw new IllegalStateException();
            }
            check();
            list.remove(last);
            if (last < cursor) {
                cursor--;
            }
            last = -1;
            expected = list.modCount;
        }

        @Override
        public void set(E element) {
            if (last < 0) {
                throw new IllegalStateException();
            }
            check();
            list.set(last, element);
            expected = list.modCount;
        }

        @Override
        public void add(E element) {
            check();
            list.add(cursor++, element);
            last = -1;
            expected = list.modCount;
        }
    }

    @Override
    public List<E> subList(int from, int to) {
        return part(from, to, size());
    }

    /** A part of the list, which has so many elements. */
    final List<E> part(int from, int to, int size) {
        checkPart(from, to, size);
        return new Part<E>(this, from, to - from);
    }

    static void checkPart(int from, int to, int size) {
        if (from < 0) {
            throw new IndexOutOfBoundsException("fromIndex = " + from);
        }
        if (to > size) {
            throw new IndexOutOfBoundsException("toIndex = " + to);
        }
        if (from > to) {
            throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" + to + ")");
        }
    }

    /** A part of another list. */
    private static final class Part<E> extends AbstractList<E> implements RandomAccess {
        private final AbstractList<E> list;
        private final int from;
        private int size;

        Part(AbstractList<E> list, int from, int size) {
            this.list = list;
            this.from = from;
            this.size = size;
            modCount = list.modCount;
        }

        private void check() {
            if (list.modCount != modCount) {
                throw new ConcurrentModificationException();
            }
        }

        @Override
        public E get(int index) {
            Values.checkIndex(index, size);
            check();
            return list.get(from + index);
        }

        @Override
        public E set(int index, E element) {
            Values.checkIndex(index, size);
            check();
            return list.set(from + index, element);
        }

        @Override
        public int size() {
            check();
            return size;
        }

        @Override
        public void add(int index, E element) {
            checkPosition(index, size);
            check();
            list.add(from + index, element);
            modCount = list.modCount;
            size++;
        }

        @Override
        public E remove(int index) {
            Values.checkIndex(index, size);
            check();
            E removed = list.remove(from + index);
            modCount = list.modCount;
            size--;
            return removed;
        }
    }

    @Override
    public boolean equals(Object other) {
        if (other == this) {
            return true;
        }
        if (!(other instanceof List)) {
            return false;
        }
        Iterator<E> mine = iterator();
        Iterator<?> others = ((List<?>) other).iterator();
        while (mine.hasNext() && others.hasNext()) {
            if (!Values.equal(mine.next(), others.next())) {
                return false;
            }
        }
        return !mine.hasNext() && !others.hasNext();
    }

    @Override
    public int hashCode() {
        int hash = 1;
        Iterator<E> each = iterator();
        while (each.hasNext()) {
            E element = each.next();
            hash = 31 * hash + (element == null ? 0 : element.hashCode());
        }
        return hash;
    }
}
