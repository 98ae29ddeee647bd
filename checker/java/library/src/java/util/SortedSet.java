package java.util;

/** A sorted set. Parts of it are absent. */
public interface SortedSet<E> extends Set<E> {
    Comparator<? super E> comparator();
    E first();
    E last();
}
