package java.util;

import java.util.function.UnaryOperator;

/** A list. */
public interface List<E> extends Collection<E> {
    E get(int index);
    E set(int index, E element);
    void add(int index, E element);
    boolean add(E element);
    E remove(int index);
    boolean remove(Object element);
    int indexOf(Object element);
    int lastIndexOf(Object element);
    boolean addAll(Collection<? extends E> others);
    boolean addAll(int index, Collection<? extends E> others);
    ListIterator<E> listIterator();
    ListIterator<E> listIterator(int index);
    List<E> subList(int from, int to);
    int size();
    boolean isEmpty();
    boolean contains(Object element);
    Iterator<E> iterator();
    Object[] toArray();
    <T> T[] toArray(T[] into);
    boolean containsAll(Collection<?> others);
    boolean removeAll(Collection<?> others);
    boolean retainAll(Collection<?> others);
    void clear();
    boolean equals(Object other);
    int hashCode();

    default void replaceAll(UnaryOperator<E> operator) {
        if (operator == null) {
            throw new NullPointerException();
        }
        ListIterator<E> each = listIterator();
        while (each.hasNext()) {
            each.set(operator.apply(each.next()));
        }
    }

    @SuppressWarnings("unchecked")
    default void sort(Comparator<? super E> order) {
        Object[] all = toArray();
        Arrays.sort(all, (Comparator<Object>) order);
        ListIterator<E> each = listIterator();
        for (int i = 0; i < all.length; i++) {
            each.next();
            each.set((E) all[i]);
        }
    }

    @SuppressWarnings("unchecked")
    static <E> List<E> of() {
        return new ConstantList<E>(new Object[0]);
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    static <E> List<E> of(E... elements) {
        return ConstantList.of(elements.clone());
    }

    static <E> List<E> of(E e1) {
        return ConstantList.of(new Object[] {e1});
    }

    static <E> List<E> of(E e1, E e2) {
        return ConstantList.of(e1, e2);
    }

    static <E> List<E> of(E e1, E e2, E e3) {
        return ConstantList.of(e1, e2, e3);
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4) {
        return ConstantList.of(e1, e2, e3, e4);
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5) {
        return ConstantList.of(e1, e2, e3, e4, e5);
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6) {
        return ConstantList.of(e1, e2, e3, e4, e5, e6);
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7) {
        return ConstantList.of(e1, e2, e3, e4, e5, e6, e7);
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8) {
        return ConstantList.of(e1, e2, e3, e4, e5, e6, e7, e8);
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9) {
        return ConstantList.of(e1, e2, e3, e4, e5, e6, e7, e8, e9);
    }

    static <E> List<E> of(E e1, E e2, E e3, E e4, E e5, E e6, E e7, E e8, E e9, E e10) {
        return ConstantList.of(e1, e2, e3, e4, e5, e6, e7, e8, e9, e10);
    }

    static <E> List<E> copyOf(Collection<? extends E> others) {
        return ConstantList.copyOf(others);
    }
}
