package java.util;

/** A list that never changes and has no null, as those of `List.of`. */
final class ConstantList<E> extends AbstractList<E> implements RandomAccess {
    private final Object[] elements;
    /** Whether it is a part of another list, which goes wrong in another way outside of it. */
    private boolean part;

    ConstantList(Object[] elements) {
        this.elements = elements;
    }

    static <E> ConstantList<E> of(Object... elements) {
        for (int i = 0; i < elements.length; i++) {
            if (elements[i] == null) {
                throw new NullPointerException();
            }
        }
        return new ConstantList<E>(elements);
    }

    /** The list itself, if it never changes and is no part of another one, as in Java. */
    @SuppressWarnings("unchecked")
    static <E> List<E> copyOf(Collection<? extends E> others) {
        if (others instanceof ConstantList && !((ConstantList<?>) others).part) {
            return (List<E>) others;
        }
        return of(others.toArray());
    }

    @Override
    @SuppressWarnings("unchecked")
    public E get(int index) {
        Object[] elements = this.elements;
        int size = elements.length;
        if (part) {
            reductio.Values.checkIndex(index, size);
        }
        // Java has a class for one or two elements, and an array for others.
        if ((size == 1 || size == 2) && (index < 0 || index >= size)) {
            throw new IndexOutOfBoundsException("Index: " + index + " Size: " + size);
        }
        return (E) elements[index];
    }

    @Override
    public int size() {
        return elements.length;
    }

    @Override
    public boolean contains(Object element) {
        return indexOf(element) >= 0;
    }

    @Override
    public int indexOf(Object element) {
        if (element == null) {
            throw new NullPointerException();
        }
        return super.indexOf(element);
    }

    @Override
    public int lastIndexOf(Object element) {
        if (element == null) {
            throw new NullPointerException();
        }
        return super.lastIndexOf(element);
    }

    @Override
    public List<E> subList(int from, int to) {
        checkPart(from, to, elements.length);
        ConstantList<E> found = new ConstantList<E>(Arrays.copyOfRange(elements, from, to));
        found.part = true;
        return found;
    }

    @Override
    public Iterator<E> iterator() {
        return new Fixed<E>(this, 0);
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        int size = elements.length;
        if (index < 0 || index > size) {
            throw new IndexOutOfBoundsException("Index: " + index + " Size: " + size);
        }
        return new Fixed<E>(this, index);
    }

    /** An iterator that changes nothing, wherever it is. */
    private static final class Fixed<E> extends Places<E> {
        Fixed(AbstractList<E> list, int cursor) {
            super(list, cursor);
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

    @Override
    public boolean addAll(int index, Collection<? extends E> others) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean remove(Object element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean addAll(Collection<? extends E> others) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean retainAll(Collection<?> others) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean removeIf(java.util.function.Predicate<? super E> filter) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void replaceAll(java.util.function.UnaryOperator<E> operator) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void sort(Comparator<? super E> order) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void clear() {
        throw new UnsupportedOperationException();
    }
}
