package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import reductio.Model;
import reductio.Values;

/** A sorted map: a sorted list of entries instead of a tree. Its parts (`headMap`, `descendingMap`) are absent. */
public class TreeMap<K, V> extends AbstractMap<K, V> implements NavigableMap<K, V>, Cloneable, java.io.Serializable {
    private Entry<K, V> head;
    private int size;
    int modCount;
    private Comparator<? super K> comparator;

    private static final class Entry<K, V> implements Map.Entry<K, V> {
        final K key;
        V value;
        Entry<K, V> next;

        Entry(K key, V value, Entry<K, V> next) {
            this.key = key;
            this.value = value;
            this.next = next;
        }

        @Override
        public K getKey() {
            return key;
        }

        @Override
        public V getValue() {
            return value;
        }

        @Override
        public V setValue(V value) {
            V old = this.value;
            this.value = value;
            return old;
        }

        @Override
        public boolean equals(Object other) {
            return areEqual(this, other);
        }

        @Override
        public int hashCode() {
            return hashOf(key, value);
        }

        @Override
        public String toString() {
            return key + "=" + value;
        }
    }

    public TreeMap() {}

    public TreeMap(Comparator<? super K> comparator) {
        this.comparator = comparator;
    }

    public TreeMap(Map<? extends K, ? extends V> others) {
        putAll(others);
    }

    @Override
    public Comparator<? super K> comparator() {
        return comparator;
    }

    /** The last entry with a key below a key, or, if `same`, at most it; null if there is none. */
    private Entry<K, V> before(Object key, boolean same) {
        check(key);
        Entry<K, V> found = null;
        Entry<K, V> entry = head;
        while (entry != null) {
            int order = Values.compare(comparator, key, entry.key);
            if (order < 0 || order == 0 && !same) {
                break;
            }
            found = entry;
            entry = entry.next;
        }
        return found;
    }

    private Entry<K, V> after(Object key, boolean same) {
        Entry<K, V> entry = before(key, !same);
        return entry == null ? head : entry.next;
    }

    private void check(Object key) {
        if (comparator == null) {
            Values.use(key);
        }
    }

    private Entry<K, V> find(Object key) {
        check(key);
        Entry<K, V> entry = head;
        while (entry != null) {
            int order = Values.compare(comparator, key, entry.key);
            if (order == 0) {
                return entry;
            }
            if (order < 0) {
                return null;
            }
            entry = entry.next;
        }
        return null;
    }

    private void drop(Entry<K, V> entry) {
        Entry<K, V> before = head;
        if (before == entry) {
            head = entry.next;
        } else {
            while (before.next != entry) {
                before = before.next;
            }
            before.next = entry.next;
        }
        modCount++;
        size--;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public V get(Object key) {
        Entry<K, V> entry = find(key);
        return entry == null ? null : entry.value;
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    @Override
    public V put(K key, V value) {
        return store(key, value, false);
    }

    @Override
    public V putIfAbsent(K key, V value) {
        return store(key, value, true);
    }

    /** Puts an entry in, or gives the one that is there another value; if `absent`, only where it has none. */
    private V store(K key, V value, boolean absent) {
        if (head == null) {
            Values.compare(comparator, key, key);
        }
        Entry<K, V> before = before(key, true);
        if (before != null && Values.compare(comparator, key, before.key) == 0) {
            V old = before.value;
            if (!absent || old == null) {
                before.value = value;
            }
            return old;
        }
        if (before == null) {
            head = new Entry<>(key, value, head);
        } else {
            before.next = new Entry<>(key, value, before.next);
        }
        modCount++;
        size++;
        return null;
    }

    @Override
    public boolean containsValue(Object value) {
        for (Entry<K, V> entry = head; entry != null; entry = entry.next) {
            if (Values.equal(value, entry.value)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean replace(K key, V old, V value) {
        Entry<K, V> entry = find(key);
        if (entry == null || !Values.equal(old, entry.value)) {
            return false;
        }
        entry.value = value;
        return true;
    }

    @Override
    public V replace(K key, V value) {
        Entry<K, V> entry = find(key);
        return entry == null ? null : entry.setValue(value);
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        int expected = modCount;
        for (Entry<K, V> entry = head; entry != null; entry = entry.next) {
            action.accept(entry.key, entry.value);
            same(expected);
        }
    }

    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        int expected = modCount;
        for (Entry<K, V> entry = head; entry != null; entry = entry.next) {
            entry.value = function.apply(entry.key, entry.value);
            same(expected);
        }
    }

    /** Sets, puts in or takes out what a function has computed of a key. */
    private V settle(Entry<K, V> entry, K key, V value) {
        if (value == null) {
            if (entry != null) {
                drop(entry);
            }
        } else if (entry == null) {
            store(key, value, false);
        } else {
            entry.value = value;
        }
        return value;
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Entry<K, V> entry = find(key);
        if (entry == null || entry.value == null) {
            return null;
        }
        int expected = modCount;
        V value = function.apply(key, entry.value);
        same(expected);
        return settle(entry, key, value);
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Objects.requireNonNull(value);
        if (head == null) {
            Values.compare(comparator, key, key);
        }
        Entry<K, V> entry = find(key);
        if (entry == null || entry.value == null) {
            return settle(entry, key, value);
        }
        int expected = modCount;
        V merged = function.apply(entry.value, value);
        same(expected);
        return settle(entry, key, merged);
    }

    @Override
    public V remove(Object key) {
        Entry<K, V> entry = find(key);
        if (entry == null) {
            return null;
        }
        drop(entry);
        return entry.value;
    }

    @Override
    public void clear() {
        modCount++;
        head = null;
        size = 0;
    }

    /** Fails where the map has changed; the iterators of an EnumMap never do. */
    void same(int expected) {
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Entry<K, V> entry = find(key);
        if (entry != null && entry.value != null) {
            return entry.value;
        }
        int expected = modCount;
        V value = function.apply(key);
        same(expected);
        if (value != null) {
            settle(entry, key, value);
        }
        return value;
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Entry<K, V> entry = find(key);
        int expected = modCount;
        V value = function.apply(key, entry == null ? null : entry.value);
        same(expected);
        return settle(entry, key, value);
    }

    private static <K, V> Map.Entry<K, V> told(Entry<K, V> entry) {
        return entry == null ? null : new SimpleImmutableEntry<K, V>(entry.key, entry.value);
    }

    private static <K, V> K keyOf(Entry<K, V> entry) {
        return entry == null ? null : entry.key;
    }

    private Entry<K, V> last() {
        Entry<K, V> entry = head;
        while (entry != null && entry.next != null) {
            entry = entry.next;
        }
        return entry;
    }

    private static <K, V> K there(Entry<K, V> entry) {
        if (entry == null) {
            throw new NoSuchElementException();
        }
        return entry.key;
    }

    @Override
    public K firstKey() {
        return there(head);
    }

    @Override
    public K lastKey() {
        return there(last());
    }

    @Override
    public Map.Entry<K, V> firstEntry() {
        return told(head);
    }

    @Override
    public Map.Entry<K, V> lastEntry() {
        return told(last());
    }

    @Override
    public Map.Entry<K, V> pollFirstEntry() {
        Entry<K, V> entry = head;
        if (entry != null) {
            drop(entry);
        }
        return told(entry);
    }

    @Override
    public Map.Entry<K, V> pollLastEntry() {
        Entry<K, V> entry = last();
        if (entry != null) {
            drop(entry);
        }
        return told(entry);
    }

    @Override
    public Map.Entry<K, V> lowerEntry(K key) {
        return told(before(key, false));
    }

    @Override
    public K lowerKey(K key) {
        return keyOf(before(key, false));
    }

    @Override
    public Map.Entry<K, V> floorEntry(K key) {
        return told(before(key, true));
    }

    @Override
    public K floorKey(K key) {
        return keyOf(before(key, true));
    }

    @Override
    public Map.Entry<K, V> ceilingEntry(K key) {
        return told(after(key, true));
    }

    @Override
    public K ceilingKey(K key) {
        return keyOf(after(key, true));
    }

    @Override
    public Map.Entry<K, V> higherEntry(K key) {
        return told(after(key, false));
    }

    @Override
    public K higherKey(K key) {
        return keyOf(after(key, false));
    }

    @Override
    public Object clone() {
        TreeMap<K, V> copy = new TreeMap<>(comparator);
        copy.putAll(this);
        return copy;
    }

    @Override
    public Set<K> keySet() {
        if (Model.overrides(this, "navigableKeySet")) {
            Model.unsupported("TreeMap.keySet, which calls `navigableKeySet`");
        }
        return super.keySet();
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new AbstractSet<Map.Entry<K, V>>() {
            @Override
            public int size() {
                return size;
            }

            @Override
            public void clear() {
                TreeMap.this.clear();
            }

            @Override
            public Iterator<Map.Entry<K, V>> iterator() {
                return new Iterator<Map.Entry<K, V>>() {
                    private Entry<K, V> next = head;
                    private Entry<K, V> returned;
                    private int expected = modCount;

                    @Override
                    public boolean hasNext() {
                        return next != null;
                    }

                    @Override
                    public Map.Entry<K, V> next() {
                        Entry<K, V> entry = next;
                        if (entry == null) {
                            throw new NoSuchElementException();
                        }
                        same(expected);
                        next = entry.next;
                        returned = entry;
                        return entry;
                    }

                    @Override
                    public void remove() {
                        if (returned == null) {
                            throw new IllegalStateException();
                        }
                        same(expected);
                        if (find(returned.key) == returned) {
                            drop(returned);
                        }
                        returned = null;
                        expected = modCount;
                    }
                };
            }
        };
    }
}
