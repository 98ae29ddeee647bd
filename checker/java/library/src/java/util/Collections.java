package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import reductio.Model;
import reductio.Values;

/** What is done with collections. Checked, singleton-map and copying methods are absent. */
public class Collections {
    private Collections() {}

    public static <T> boolean addAll(Collection<? super T> to, T... elements) {
        boolean changed = false;
        for (int i = 0; i < elements.length; i++) {
            changed |= to.add(elements[i]);
        }
        return changed;
    }

    public static <T extends Comparable<? super T>> void sort(List<T> list) {
        list.sort(null);
    }

    public static <T> void sort(List<T> list, Comparator<? super T> order) {
        list.sort(order);
    }

    @SuppressWarnings("unchecked")
    public static void reverse(List<?> list) {
        List<Object> all = (List<Object>) list;
        for (int i = 0, j = all.size() - 1; i < j; i++, j--) {
            all.set(i, all.set(j, all.get(i)));
        }
    }

    @SuppressWarnings("unchecked")
    public static void swap(List<?> list, int i, int j) {
        List<Object> all = (List<Object>) list;
        all.set(i, all.set(j, all.get(i)));
    }

    public static void shuffle(List<?> list) {
        shuffle(list, new Random());
    }

    public static void shuffle(List<?> list, Random random) {
        for (int i = list.size(); i > 1; i--) {
            swap(list, i - 1, random.nextInt(i));
        }
    }

    public static <T> void fill(List<? super T> list, T value) {
        for (int i = 0; i < list.size(); i++) {
            list.set(i, value);
        }
    }

    public static int frequency(Collection<?> in, Object value) {
        int count = 0;
        for (Object element : in) {
            count += Values.equal(value, element) ? 1 : 0;
        }
        return count;
    }

    public static <T extends Object & Comparable<? super T>> T min(Collection<? extends T> in) {
        return least(in, null, 1);
    }

    public static <T> T min(Collection<? extends T> in, Comparator<? super T> order) {
        return least(in, order, 1);
    }

    public static <T extends Object & Comparable<? super T>> T max(Collection<? extends T> in) {
        return least(in, null, -1);
    }

    public static <T> T max(Collection<? extends T> in, Comparator<? super T> order) {
        return least(in, order, -1);
    }

    private static <T> T least(Collection<? extends T> in, Comparator<? super T> order, int sign) {
        Iterator<? extends T> each = in.iterator();
        T best = each.next();
        while (each.hasNext()) {
            T element = each.next();
            int way = Values.compare(order, element, best);
            if (sign > 0 ? way < 0 : way > 0) {
                best = element;
            }
        }
        return best;
    }

    public static <T> int binarySearch(List<? extends Comparable<? super T>> list, T key) {
        return search(list, key, null);
    }

    public static <T> int binarySearch(List<? extends T> list, T key, Comparator<? super T> order) {
        return search(list, key, order);
    }

    private static int search(List<?> list, Object key, Comparator<?> order) {
        int low = 0;
        int high = list.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int way = Values.compare(order, list.get(middle), key);
            if (way == 0) {
                return middle;
            }
            if (way < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -(low + 1);
    }

    @SuppressWarnings("unchecked")
    public static <T> Comparator<T> reverseOrder() {
        return (left, right) -> ((Comparable<Object>) right).compareTo(left);
    }

    public static <T> Comparator<T> reverseOrder(Comparator<T> order) {
        if (order == null) {
            return reverseOrder();
        }
        return (left, right) -> order.compare(right, left);
    }

    public static <T> Enumeration<T> enumeration(Collection<T> in) {
        Iterator<T> each = in.iterator();
        return new Enumeration<T>() {
            @Override
            public boolean hasMoreElements() {
                return each.hasNext();
            }

            @Override
            public T nextElement() {
                return each.next();
            }
        };
    }

    public static <T> ArrayList<T> list(Enumeration<T> each) {
        ArrayList<T> all = new ArrayList<>();
        while (each.hasMoreElements()) {
            all.add(each.nextElement());
        }
        return all;
    }

    public static <T> List<T> nCopies(int count, T value) {
        if (count < 0) {
            throw new IllegalArgumentException("List length = " + count);
        }
        return new Copies<T>(count, value);
    }

    /** So many times one value. */
    private static final class Copies<T> extends AbstractList<T> implements RandomAccess {
        private final int count;
        private final T value;

        Copies(int count, T value) {
            this.count = count;
            this.value = value;
        }

        @Override
        public T get(int index) {
            if (index < 0 || index >= count) {
                throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + count);
            }
            return value;
        }

        @Override
        public int size() {
            return count;
        }
    }

    public static <T> List<T> emptyList() {
        return new NoElements<T>();
    }

    public static <T> Set<T> emptySet() {
        return new NoSet<T>();
    }

    public static <K, V> Map<K, V> emptyMap() {
        return new FewEntries<K, V>(new NoSet<Map.Entry<K, V>>());
    }

    public static <T> Iterator<T> emptyIterator() {
        return new NoElements<T>().iterator();
    }

    public static <T> List<T> singletonList(T element) {
        return new OneElement<T>(element);
    }

    public static <T> Set<T> singleton(T element) {
        return new OneSet<T>(element);
    }

    public static <K, V> Map<K, V> singletonMap(K key, V value) {
        return new FewEntries<K, V>(new OneSet<Map.Entry<K, V>>(new AbstractMap.SimpleImmutableEntry<K, V>(key, value)));
    }

    public static <T> Set<T> newSetFromMap(Map<T, Boolean> map) {
        if (!map.isEmpty()) {
            throw new IllegalArgumentException("Map is non-empty");
        }
        return new KeysOf<T>(map);
    }

    /** The set of `Set.of`: its elements are the keys of a constant map. */
    @SuppressWarnings("unchecked")
    static <T> Set<T> constantSet(Object[] elements) {
        Object[] all = new Object[2 * elements.length];
        for (int i = 0; i < elements.length; i++) {
            all[2 * i] = elements[i];
            all[2 * i + 1] = Boolean.TRUE;
        }
        return unmodifiableSet(new ConstantMap<T, Object>(all).keySet());
    }

    /** The list of no elements. What changes nothing is done; only whether a filter or an operator is there is asked. */
    private static final class NoElements<T> extends AbstractList<T> implements RandomAccess, java.io.Serializable {
        @Override
        public T get(int index) {
            throw new IndexOutOfBoundsException("Index: " + index);
        }

        @Override
        public int size() {
            return 0;
        }

        @Override
        public boolean removeIf(Predicate<? super T> filter) {
            Objects.requireNonNull(filter);
            return false;
        }

        @Override
        public void replaceAll(UnaryOperator<T> operator) {
            Objects.requireNonNull(operator);
        }

        @Override
        public void sort(Comparator<? super T> order) {}
    }

    /** The list of one element. */
    private static final class OneElement<T> extends AbstractList<T> implements RandomAccess, java.io.Serializable {
        private final T element;

        OneElement(T element) {
            this.element = element;
        }

        @Override
        public T get(int index) {
            if (index != 0) {
                throw new IndexOutOfBoundsException("Index: " + index + ", Size: 1");
            }
            return element;
        }

        @Override
        public int size() {
            return 1;
        }

        @Override
        public Iterator<T> iterator() {
            return new Once<T>(element);
        }

        @Override
        public boolean removeIf(Predicate<? super T> filter) {
            throw fixed();
        }

        @Override
        public void replaceAll(UnaryOperator<T> operator) {
            throw fixed();
        }

        @Override
        public void sort(Comparator<? super T> order) {}
    }

    /** What goes through one element, and takes nothing away. */
    private static final class Once<T> implements Iterator<T> {
        private final T element;
        private boolean gone;

        Once(T element) {
            this.element = element;
        }

        public boolean hasNext() {
            return !gone;
        }

        public T next() {
            if (gone) {
                throw new NoSuchElementException();
            }
            gone = true;
            return element;
        }

        public void remove() {
            throw fixed();
        }
    }

    /** The set of no elements. */
    private static final class NoSet<T> extends AbstractSet<T> implements java.io.Serializable {
        @Override
        public int size() {
            return 0;
        }

        @Override
        public Iterator<T> iterator() {
            return new NoElements<T>().iterator();
        }

        @Override
        public boolean removeIf(Predicate<? super T> filter) {
            Objects.requireNonNull(filter);
            return false;
        }
    }

    /** The set of one element. */
    private static final class OneSet<T> extends AbstractSet<T> implements java.io.Serializable {
        private final T element;

        OneSet(T element) {
            this.element = element;
        }

        @Override
        public int size() {
            return 1;
        }

        @Override
        public Iterator<T> iterator() {
            return new Once<T>(element);
        }

        @Override
        public boolean removeIf(Predicate<? super T> filter) {
            throw fixed();
        }
    }

    /** A map of no entries or of one, which never changes. What `AbstractMap` does without a change is done. */
    private static final class FewEntries<K, V> extends AbstractMap<K, V> implements java.io.Serializable {
        private final Set<Map.Entry<K, V>> entries;

        FewEntries(Set<Map.Entry<K, V>> entries) {
            this.entries = entries;
        }

        @Override
        public Set<Map.Entry<K, V>> entrySet() {
            return entries;
        }

        @Override
        public Set<K> keySet() {
            return entries.isEmpty() ? new NoSet<K>() : new OneSet<K>(entries.iterator().next().getKey());
        }

        @Override
        public Collection<V> values() {
            return entries.isEmpty() ? new NoSet<V>() : new OneSet<V>(entries.iterator().next().getValue());
        }

        @Override
        public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
            if (!entries.isEmpty()) {
                throw fixed();
            }
            Objects.requireNonNull(function);
        }

        @Override
        public V putIfAbsent(K key, V value) {
            throw fixed();
        }

        @Override
        public boolean remove(Object key, Object value) {
            throw fixed();
        }

        @Override
        public boolean replace(K key, V old, V value) {
            throw fixed();
        }

        @Override
        public V replace(K key, V value) {
            throw fixed();
        }

        @Override
        public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
            throw fixed();
        }

        @Override
        public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            throw fixed();
        }

        @Override
        public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            throw fixed();
        }

        @Override
        public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
            throw fixed();
        }
    }

    private static final class KeysOf<T> extends AbstractSet<T> {
        private final Map<T, Boolean> map;

        KeysOf(Map<T, Boolean> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.size();
        }

        @Override
        public boolean contains(Object element) {
            return map.containsKey(element);
        }

        @Override
        public boolean add(T element) {
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
        public Iterator<T> iterator() {
            return map.keySet().iterator();
        }
    }

    public static <T> Collection<T> unmodifiableCollection(Collection<? extends T> of) {
        return new Fixed<T>(of);
    }

    public static <T> List<T> unmodifiableList(List<? extends T> of) {
        return new FixedList<T>(of);
    }

    public static <T> Set<T> unmodifiableSet(Set<? extends T> of) {
        return new FixedSet<T>(of);
    }

    public static <K, V> Map<K, V> unmodifiableMap(Map<? extends K, ? extends V> of) {
        return new FixedMap<K, V>(of);
    }

    private static UnsupportedOperationException fixed() {
        return new UnsupportedOperationException();
    }

    /** A view of a collection that cannot be changed. */
    private static class Fixed<T> implements Collection<T>, java.io.Serializable {
        final Collection<? extends T> of;

        Fixed(Collection<? extends T> of) {
            Values.use(of);
            this.of = of;
        }

        public int size() {
            return of.size();
        }

        public boolean isEmpty() {
            return of.isEmpty();
        }

        public boolean contains(Object element) {
            return of.contains(element);
        }

        public boolean containsAll(Collection<?> others) {
            return of.containsAll(others);
        }

        public Object[] toArray() {
            return of.toArray();
        }

        public <A> A[] toArray(A[] into) {
            return of.toArray(into);
        }

        @Override
        public String toString() {
            return of.toString();
        }

        public boolean add(T element) {
            throw fixed();
        }

        public boolean remove(Object element) {
            throw fixed();
        }

        public boolean addAll(Collection<? extends T> others) {
            throw fixed();
        }

        public boolean removeAll(Collection<?> others) {
            throw fixed();
        }

        public boolean retainAll(Collection<?> others) {
            throw fixed();
        }

        public boolean removeIf(Predicate<? super T> filter) {
            throw fixed();
        }

        public void clear() {
            throw fixed();
        }

        public void forEach(Consumer<? super T> action) {
            of.forEach(action);
        }

        public Iterator<T> iterator() {
            return new FixedPlaces<T>(of.iterator());
        }
    }

    /** An iterator that cannot change anything. */
    private static final class FixedPlaces<T> implements ListIterator<T> {
        private final Iterator<? extends T> each;

        FixedPlaces(Iterator<? extends T> each) {
            this.each = each;
        }

        public boolean hasNext() {
            return each.hasNext();
        }

        public T next() {
            return each.next();
        }

        private ListIterator<? extends T> places() {
            return (ListIterator<? extends T>) each;
        }

        public boolean hasPrevious() {
            return places().hasPrevious();
        }

        public T previous() {
            return places().previous();
        }

        public int nextIndex() {
            return places().nextIndex();
        }

        public int previousIndex() {
            return places().previousIndex();
        }

        public void remove() {
            throw fixed();
        }

        public void set(T element) {
            throw fixed();
        }

        public void add(T element) {
            throw fixed();
        }
    }

    private static final class FixedSet<T> extends Fixed<T> implements Set<T> {
        FixedSet(Set<? extends T> of) {
            super(of);
        }

        @Override
        public boolean equals(Object other) {
            return other == this || of.equals(other);
        }

        @Override
        public int hashCode() {
            return of.hashCode();
        }
    }

    private static final class FixedList<T> extends Fixed<T> implements List<T>, RandomAccess {
        private final List<? extends T> list;

        FixedList(List<? extends T> list) {
            super(list);
            this.list = list;
        }

        @Override
        public boolean equals(Object other) {
            return other == this || list.equals(other);
        }

        @Override
        public int hashCode() {
            return list.hashCode();
        }

        public T get(int index) {
            return list.get(index);
        }

        public int indexOf(Object element) {
            return list.indexOf(element);
        }

        public int lastIndexOf(Object element) {
            return list.lastIndexOf(element);
        }

        public ListIterator<T> listIterator() {
            return new FixedPlaces<T>(list.listIterator());
        }

        public ListIterator<T> listIterator(int index) {
            return new FixedPlaces<T>(list.listIterator(index));
        }

        public List<T> subList(int from, int to) {
            return new FixedList<T>(list.subList(from, to));
        }

        public T set(int index, T element) {
            throw fixed();
        }

        public void add(int index, T element) {
            throw fixed();
        }

        public T remove(int index) {
            throw fixed();
        }

        public boolean addAll(int index, Collection<? extends T> others) {
            throw fixed();
        }

        public void replaceAll(UnaryOperator<T> operator) {
            throw fixed();
        }

        public void sort(Comparator<? super T> order) {
            throw fixed();
        }
    }

    /** The entries of a map, which give no other value to a key. */
    private static final class FixedEntries<K, V> extends AbstractSet<Map.Entry<K, V>> {
        private final Set<Map.Entry<K, V>> of;

        FixedEntries(Set<Map.Entry<K, V>> of) {
            this.of = of;
        }

        @Override
        public int size() {
            return of.size();
        }

        @Override
        public boolean contains(Object element) {
            return of.contains(element);
        }

        @Override
        public Iterator<Map.Entry<K, V>> iterator() {
            Iterator<Map.Entry<K, V>> each = of.iterator();
            return new Iterator<Map.Entry<K, V>>() {
                @Override
                public boolean hasNext() {
                    return each.hasNext();
                }

                @Override
                public Map.Entry<K, V> next() {
                    return new FixedEntry<K, V>(each.next());
                }
            };
        }
    }

    private static final class FixedEntry<K, V> implements Map.Entry<K, V> {
        private final Map.Entry<K, V> of;

        FixedEntry(Map.Entry<K, V> of) {
            this.of = of;
        }

        @Override
        public K getKey() {
            return of.getKey();
        }

        @Override
        public V getValue() {
            return of.getValue();
        }

        @Override
        public V setValue(V value) {
            throw fixed();
        }

        @Override
        public boolean equals(Object other) {
            return AbstractMap.areEqual(this, other);
        }

        @Override
        public int hashCode() {
            return of.hashCode();
        }

        @Override
        public String toString() {
            return of.toString();
        }
    }

    private static final class FixedMap<K, V> implements Map<K, V>, java.io.Serializable {
        private final Map<? extends K, ? extends V> map;

        FixedMap(Map<? extends K, ? extends V> map) {
            Values.use(map);
            this.map = map;
        }

        public int size() {
            return map.size();
        }

        public boolean isEmpty() {
            return map.isEmpty();
        }

        public boolean containsKey(Object key) {
            return map.containsKey(key);
        }

        public boolean containsValue(Object value) {
            return map.containsValue(value);
        }

        public V get(Object key) {
            return map.get(key);
        }

        public V put(K key, V value) {
            throw fixed();
        }

        public V remove(Object key) {
            throw fixed();
        }

        public void putAll(Map<? extends K, ? extends V> others) {
            throw fixed();
        }

        public void clear() {
            throw fixed();
        }

        public V putIfAbsent(K key, V value) {
            throw fixed();
        }

        public boolean remove(Object key, Object value) {
            throw fixed();
        }

        public boolean replace(K key, V old, V value) {
            throw fixed();
        }

        public V replace(K key, V value) {
            throw fixed();
        }

        public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
            throw fixed();
        }

        public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
            throw fixed();
        }

        public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            throw fixed();
        }

        public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            throw fixed();
        }

        public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
            throw fixed();
        }

        @SuppressWarnings("unchecked")
        public void forEach(BiConsumer<? super K, ? super V> action) {
            ((Map<K, V>) map).forEach(action);
        }

        @SuppressWarnings("unchecked")
        public Set<K> keySet() {
            return new FixedSet<K>(map.keySet());
        }

        public Collection<V> values() {
            return new Fixed<V>(map.values());
        }

        /** The entries are those of the map itself; Java's cannot be changed. */
        @SuppressWarnings("unchecked")
        public Set<Map.Entry<K, V>> entrySet() {
            return new FixedSet<Map.Entry<K, V>>(new FixedEntries<K, V>(((Map<K, V>) map).entrySet()));
        }

        @Override
        public boolean equals(Object other) {
            return other == this || map.equals(other);
        }

        @Override
        public int hashCode() {
            return map.hashCode();
        }

        @Override
        public String toString() {
            return map.toString();
        }
    }

    public static <T> Collection<T> synchronizedCollection(Collection<T> of) {
        return new Locked<T>(of, null);
    }

    public static <T> List<T> synchronizedList(List<T> of) {
        return new LockedList<T>(of, null);
    }

    public static <T> Set<T> synchronizedSet(Set<T> of) {
        return new LockedSet<T>(of, null);
    }

    public static <K, V> Map<K, V> synchronizedMap(Map<K, V> of) {
        return new LockedMap<K, V>(of);
    }

    static <T> Collection<T> synchronizedPart(Collection<T> of, Object lock) {
        return new Locked<T>(of, lock);
    }

    static <T> List<T> synchronizedPart(List<T> of, Object lock) {
        return new LockedList<T>(of, lock);
    }

    static <T> Set<T> synchronizedPart(Set<T> of, Object lock) {
        return new LockedSet<T>(of, lock);
    }

    /** A view of a collection whose methods hold a lock: its own, if no other is given. Its iterators hold none. */
    private static class Locked<T> implements Collection<T>, java.io.Serializable {
        final Collection<T> of;
        final Object mutex;

        Locked(Collection<T> of, Object mutex) {
            if (of == null) {
                throw new NullPointerException();
            }
            this.of = of;
            this.mutex = mutex == null ? this : mutex;
        }

        public int size() {
            synchronized (mutex) {
                return of.size();
            }
        }

        public boolean isEmpty() {
            synchronized (mutex) {
                return of.isEmpty();
            }
        }

        public boolean contains(Object element) {
            synchronized (mutex) {
                return of.contains(element);
            }
        }

        public boolean containsAll(Collection<?> others) {
            synchronized (mutex) {
                return of.containsAll(others);
            }
        }

        public Object[] toArray() {
            synchronized (mutex) {
                return of.toArray();
            }
        }

        public <A> A[] toArray(A[] into) {
            synchronized (mutex) {
                return of.toArray(into);
            }
        }

        public boolean add(T element) {
            synchronized (mutex) {
                return of.add(element);
            }
        }

        public boolean remove(Object element) {
            synchronized (mutex) {
                return of.remove(element);
            }
        }

        public boolean addAll(Collection<? extends T> others) {
            synchronized (mutex) {
                return of.addAll(others);
            }
        }

        public boolean removeAll(Collection<?> others) {
            synchronized (mutex) {
                return of.removeAll(others);
            }
        }

        public boolean retainAll(Collection<?> others) {
            synchronized (mutex) {
                return of.retainAll(others);
            }
        }

        public boolean removeIf(Predicate<? super T> filter) {
            synchronized (mutex) {
                return of.removeIf(filter);
            }
        }

        public void forEach(Consumer<? super T> action) {
            synchronized (mutex) {
                of.forEach(action);
            }
        }

        public void clear() {
            synchronized (mutex) {
                of.clear();
            }
        }

        public Iterator<T> iterator() {
            return of.iterator();
        }

        @Override
        public String toString() {
            synchronized (mutex) {
                return of.toString();
            }
        }
    }

    private static final class LockedSet<T> extends Locked<T> implements Set<T> {
        LockedSet(Set<T> of, Object mutex) {
            super(of, mutex);
        }

        @Override
        public boolean equals(Object other) {
            if (other == this) {
                return true;
            }
            synchronized (mutex) {
                return of.equals(other);
            }
        }

        @Override
        public int hashCode() {
            synchronized (mutex) {
                return of.hashCode();
            }
        }
    }

    private static final class LockedList<T> extends Locked<T> implements List<T>, RandomAccess {
        private final List<T> list;

        LockedList(List<T> list, Object mutex) {
            super(list, mutex);
            this.list = list;
        }

        @Override
        public boolean equals(Object other) {
            if (other == this) {
                return true;
            }
            synchronized (mutex) {
                return list.equals(other);
            }
        }

        @Override
        public int hashCode() {
            synchronized (mutex) {
                return list.hashCode();
            }
        }

        public T get(int index) {
            synchronized (mutex) {
                return list.get(index);
            }
        }

        public T set(int index, T element) {
            synchronized (mutex) {
                return list.set(index, element);
            }
        }

        public void add(int index, T element) {
            synchronized (mutex) {
                list.add(index, element);
            }
        }

        public T remove(int index) {
            synchronized (mutex) {
                return list.remove(index);
            }
        }

        public int indexOf(Object element) {
            synchronized (mutex) {
                return list.indexOf(element);
            }
        }

        public int lastIndexOf(Object element) {
            synchronized (mutex) {
                return list.lastIndexOf(element);
            }
        }

        public boolean addAll(int index, Collection<? extends T> others) {
            synchronized (mutex) {
                return list.addAll(index, others);
            }
        }

        public void replaceAll(UnaryOperator<T> operator) {
            synchronized (mutex) {
                list.replaceAll(operator);
            }
        }

        public void sort(Comparator<? super T> order) {
            synchronized (mutex) {
                list.sort(order);
            }
        }

        public ListIterator<T> listIterator() {
            return list.listIterator();
        }

        public ListIterator<T> listIterator(int index) {
            return list.listIterator(index);
        }

        public List<T> subList(int from, int to) {
            synchronized (mutex) {
                return new LockedList<T>(list.subList(from, to), mutex);
            }
        }
    }

    private static final class LockedMap<K, V> implements Map<K, V>, java.io.Serializable {
        private final Map<K, V> map;

        LockedMap(Map<K, V> map) {
            if (map == null) {
                throw new NullPointerException();
            }
            this.map = map;
        }

        public synchronized int size() {
            return map.size();
        }

        public synchronized boolean isEmpty() {
            return map.isEmpty();
        }

        public synchronized boolean containsKey(Object key) {
            return map.containsKey(key);
        }

        public synchronized boolean containsValue(Object value) {
            return map.containsValue(value);
        }

        public synchronized V get(Object key) {
            return map.get(key);
        }

        public synchronized V getOrDefault(Object key, V otherwise) {
            return map.getOrDefault(key, otherwise);
        }

        public synchronized V put(K key, V value) {
            return map.put(key, value);
        }

        public synchronized V remove(Object key) {
            return map.remove(key);
        }

        public synchronized void putAll(Map<? extends K, ? extends V> others) {
            map.putAll(others);
        }

        public synchronized void clear() {
            map.clear();
        }

        public synchronized V putIfAbsent(K key, V value) {
            return map.putIfAbsent(key, value);
        }

        public synchronized boolean remove(Object key, Object value) {
            return map.remove(key, value);
        }

        public synchronized boolean replace(K key, V old, V value) {
            return map.replace(key, old, value);
        }

        public synchronized V replace(K key, V value) {
            return map.replace(key, value);
        }

        public synchronized void forEach(BiConsumer<? super K, ? super V> action) {
            map.forEach(action);
        }

        public synchronized void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
            map.replaceAll(function);
        }

        public synchronized V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
            return map.computeIfAbsent(key, function);
        }

        public synchronized V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            return map.computeIfPresent(key, function);
        }

        public synchronized V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            return map.compute(key, function);
        }

        public synchronized V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
            return map.merge(key, value, function);
        }

        public synchronized Set<K> keySet() {
            return new LockedSet<K>(map.keySet(), this);
        }

        public synchronized Collection<V> values() {
            return new Locked<V>(map.values(), this);
        }

        public synchronized Set<Map.Entry<K, V>> entrySet() {
            return new LockedSet<Map.Entry<K, V>>(map.entrySet(), this);
        }

        @Override
        public boolean equals(Object other) {
            if (other == this) {
                return true;
            }
            synchronized (this) {
                return map.equals(other);
            }
        }

        @Override
        public synchronized int hashCode() {
            return map.hashCode();
        }

        @Override
        public synchronized String toString() {
            return map.toString();
        }
    }
}
