package java.util;

/** A sorted map. Parts of it are absent. */
public interface SortedMap<K, V> extends Map<K, V> {
    Comparator<? super K> comparator();
    K firstKey();
    K lastKey();
}
