package java.util;

/** A sorted set with neighbours. Parts of it are absent. */
public interface NavigableSet<E> extends SortedSet<E> {
    E lower(E element);
    E floor(E element);
    E ceiling(E element);
    E higher(E element);
    E pollFirst();
    E pollLast();
    Iterator<E> iterator();
    Iterator<E> descendingIterator();
}
