package java.util;

import java.util.function.IntFunction;
import java.util.function.Predicate;

/** A collection. Streams are absent. */
public interface Collection<E> extends Iterable<E> {
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
    boolean removeAll(Collection<?> others);
    boolean retainAll(Collection<?> others);
    void clear();
    boolean equals(Object other);
    int hashCode();

    default <T> T[] toArray(IntFunction<T[]> maker) {
        return toArray(maker.apply(0));
    }

    default boolean removeIf(Predicate<? super E> filter) {
        if (filter == null) {
            throw new NullPointerException();
        }
        boolean changed = false;
        Iterator<E> each = iterator();
        while (each.hasNext()) {
            if (filter.test(each.next())) {
                each.remove();
                changed = true;
            }
        }
        return changed;
    }
}
