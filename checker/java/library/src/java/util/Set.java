package java.util;

/** A set. The order of those of `Set.of` is not modelled: see `ConstantMap`. */
public interface Set<E> extends Collection<E> {
    int size();
    boolean isEmpty();
    boolean contains(Object element);
    Iterator<E> iterator();
    Object[] toArray();
    <T> T[] toArray(T[] into);
    boolean add(E element);
    boolean remove(Object element);
    boolean containsAll(Collection<?> others);
    boolean addAll(Collection<? extends E> others);
    boolean retainAll(Collection<?> others);
    boolean removeAll(Collection<?> others);
    void clear();
    boolean equals(Object other);
    int hashCode();

    static <E> Set<E> of() {
        return Collections.constantSet(new Object[0]);
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    static <E> Set<E> of(E... elements) {
        return Collections.constantSet(elements);
    }

    static <E> Set<E> of(E e1) {
        return Collections.constantSet(new Object[] {e1});
    }

    static <E> Set<E> of(E e1, E e2) {
        return Collections.constantSet(new Object[] {e1, e2});
    }

    static <E> Set<E> of(E e1, E e2, E e3) {
        return Collections.constantSet(new Object[] {e1, e2, e3});
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4) {
        return Collections.constantSet(new Object[] {e1, e2, e3, e4});
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5) {
        return Collections.constantSet(new Object[] {e1, e2, e3, e4, e5});
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6) {
        return Collections.constantSet(new Object[] {e1, e2, e3, e4, e5, e6});
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7) {
        return Collections.constantSet(new Object[] {e1, e2, e3, e4, e5, e6, e7});
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8) {
        return Collections.constantSet(new Object[] {e1, e2, e3, e4, e5, e6, e7, e8});
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9) {
        return Collections.constantSet(new Object[] {e1, e2, e3, e4, e5, e6, e7, e8, e9});
    }

    static <E> Set<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9, E e10) {
        return Collections.constantSet(new Object[] {e1, e2, e3, e4, e5, e6, e7, e8, e9, e10});
    }

    @SuppressWarnings("unchecked")
    static <E> Set<E> copyOf(Collection<? extends E> others) {
        return Collections.constantSet(new HashSet<E>(others).toArray());
    }
}
