package java.util;

/** A sorted set: the keys of a TreeMap. Its parts (`headSet`, `descendingSet`) are absent. */
public class TreeSet<E> extends AbstractSet<E> implements NavigableSet<E>, Cloneable, java.io.Serializable {
    private final TreeMap<E, Object> map;

    public TreeSet() {
        map = new TreeMap<>();
    }

    public TreeSet(Comparator<? super E> comparator) {
        map = new TreeMap<>(comparator);
    }

    public TreeSet(Collection<? extends E> others) {
        map = new TreeMap<>();
        addAll(others);
    }

    @Override
    public Comparator<? super E> comparator() {
        return map.comparator();
    }

    @Override
    public Iterator<E> iterator() {
        return map.keySet().iterator();
    }

    @Override
    public Iterator<E> descendingIterator() {
        Object[] all = map.keySet().toArray();
        return new Iterator<E>() {
            private int left = all.length;

            @Override
            public boolean hasNext() {
                return left > 0;
            }

            @Override
            @SuppressWarnings("unchecked")
            public E next() {
                if (left == 0) {
                    throw new NoSuchElementException();
                }
                return (E) all[--left];
            }
        };
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public boolean isEmpty() {
        return map.isEmpty();
    }

    @Override
    public boolean contains(Object element) {
        return map.containsKey(element);
    }

    @Override
    public boolean add(E element) {
        return map.put(element, Boolean.TRUE) == null;
    }

    @Override
    public boolean remove(Object element) {
        return map.remove(element) != null;
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    public E first() {
        return map.firstKey();
    }

    @Override
    public E last() {
        return map.lastKey();
    }

    @Override
    public E lower(E element) {
        return map.lowerKey(element);
    }

    @Override
    public E floor(E element) {
        return map.floorKey(element);
    }

    @Override
    public E ceiling(E element) {
        return map.ceilingKey(element);
    }

    @Override
    public E higher(E element) {
        return map.higherKey(element);
    }

    private static <E> E keyOf(Map.Entry<E, Object> entry) {
        return entry == null ? null : entry.getKey();
    }

    @Override
    public E pollFirst() {
        return keyOf(map.pollFirstEntry());
    }

    @Override
    public E pollLast() {
        return keyOf(map.pollLastEntry());
    }

    @Override
    public Object clone() {
        TreeSet<E> copy = new TreeSet<>(comparator());
        copy.addAll(this);
        return copy;
    }
}
