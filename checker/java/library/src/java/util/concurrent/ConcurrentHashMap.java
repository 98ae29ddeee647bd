package java.util.concurrent;

import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import reductio.Model;
import reductio.Values;

/**
 * A map for many threads: a list of entries that is read without a lock, through volatile links, and changed under one lock (Java has
 * one for each bin). So changes of different keys wait for each other while a function is computed, as Java allows; and reading
 * orders a thread after all changes of entries that it passes. Bulk operations are absent.
 */
public class ConcurrentHashMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V>, java.io.Serializable {
    private final Sync sync = new Sync();
    private volatile Entry<K, V> head;
    private volatile int size;

    /** The object whose monitor changes hold. */
    private static final class Sync {}

    private static final class Entry<K, V> {
        final K key;
        volatile V value;
        volatile Entry<K, V> next;

        Entry(K key, V value) {
            this.key = key;
            this.value = value;
        }
    }

    public ConcurrentHashMap() {}

    public ConcurrentHashMap(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException();
        }
    }

    public ConcurrentHashMap(int capacity, float load) {
        this(capacity);
    }

    public ConcurrentHashMap(int capacity, float load, int threads) {
        this(capacity);
    }

    public ConcurrentHashMap(Map<? extends K, ? extends V> others) {
        putAll(others);
    }

    private Entry<K, V> find(Object key) {
        if (key == null) {
            throw new NullPointerException();
        }
        Entry<K, V> entry = head;
        while (entry != null && !Values.sameKey(key, entry.key)) {
            entry = entry.next;
        }
        return entry;
    }

    private void lock() {
        if (Model.depth(sync) > 0) {
            Model.only("a recursive update of a ConcurrentHashMap that fails");
        }
        Model.acquire(sync);
    }

    private void insert(K key, V value) {
        Entry<K, V> added = new Entry<>(key, value);
        Entry<K, V> last = head;
        if (last == null) {
            head = added;
        } else {
            Entry<K, V> next = last.next;
            while (next != null) {
                last = next;
                next = last.next;
            }
            last.next = added;
        }
        size = size + 1;
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
        size = size - 1;
    }

    @Override
    public int size() {
        return size;
    }

    public long mappingCount() {
        return size;
    }

    @Override
    public boolean isEmpty() {
        return size == 0;
    }

    @Override
    public V get(Object key) {
        Entry<K, V> entry = find(key);
        return entry == null ? null : entry.value;
    }

    @Override
    public V getOrDefault(Object key, V otherwise) {
        Entry<K, V> entry = find(key);
        return entry == null ? otherwise : entry.value;
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    @Override
    public boolean containsValue(Object value) {
        if (value == null) {
            throw new NullPointerException();
        }
        for (Entry<K, V> entry = head; entry != null; entry = entry.next) {
            if (Values.equal(value, entry.value)) {
                return true;
            }
        }
        return false;
    }

    public boolean contains(Object value) {
        return containsValue(value);
    }

    private V set(K key, V value, boolean absentOnly) {
        if (key == null || value == null) {
            throw new NullPointerException();
        }
        lock();
        Entry<K, V> entry = find(key);
        V old = null;
        if (entry == null) {
            insert(key, value);
        } else {
            old = entry.value;
            if (!absentOnly) {
                entry.value = value;
            }
        }
        Model.release(sync);
        return old;
    }

    @Override
    public V put(K key, V value) {
        return set(key, value, false);
    }

    @Override
    public V putIfAbsent(K key, V value) {
        if (value == null) {
            throw new NullPointerException();
        }
        Entry<K, V> entry = find(key);
        return entry != null ? entry.value : set(key, value, true);
    }

    @Override
    public V remove(Object key) {
        if (find(key) == null) {
            return null;
        }
        lock();
        Entry<K, V> entry = find(key);
        V old = null;
        if (entry != null) {
            old = entry.value;
            drop(entry);
        }
        Model.release(sync);
        return old;
    }

    @Override
    public boolean remove(Object key, Object value) {
        if (find(key) == null || value == null) {
            return false;
        }
        lock();
        Entry<K, V> entry = find(key);
        boolean found = entry != null && Values.equal(value, entry.value);
        if (found) {
            drop(entry);
        }
        Model.release(sync);
        return found;
    }

    @Override
    public boolean replace(K key, V old, V value) {
        if (key == null || old == null || value == null) {
            throw new NullPointerException();
        }
        lock();
        Entry<K, V> entry = find(key);
        boolean found = entry != null && Values.equal(old, entry.value);
        if (found) {
            entry.value = value;
        }
        Model.release(sync);
        return found;
    }

    @Override
    public V replace(K key, V value) {
        if (key == null || value == null) {
            throw new NullPointerException();
        }
        lock();
        Entry<K, V> entry = find(key);
        V old = null;
        if (entry != null) {
            old = entry.value;
            entry.value = value;
        }
        Model.release(sync);
        return old;
    }

    @Override
    public void clear() {
        lock();
        head = null;
        size = 0;
        Model.release(sync);
    }

    private V settle(Entry<K, V> entry, K key, V value) {
        if (entry == null) {
            if (value != null) {
                insert(key, value);
            }
        } else if (value == null) {
            drop(entry);
        } else {
            entry.value = value;
        }
        return value;
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        if (function == null) {
            throw new NullPointerException();
        }
        Entry<K, V> entry = find(key);
        if (entry != null) {
            return entry.value;
        }
        lock();
        try {
            entry = find(key);
            return entry != null ? entry.value : settle(null, key, function.apply(key));
        } finally {
            Model.release(sync);
        }
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        if (key == null || function == null) {
            throw new NullPointerException();
        }
        lock();
        try {
            Entry<K, V> entry = find(key);
            return entry == null ? null : settle(entry, key, function.apply(key, entry.value));
        } finally {
            Model.release(sync);
        }
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        if (key == null || function == null) {
            throw new NullPointerException();
        }
        lock();
        try {
            Entry<K, V> entry = find(key);
            return settle(entry, key, function.apply(key, entry == null ? null : entry.value));
        } finally {
            Model.release(sync);
        }
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        if (key == null || value == null || function == null) {
            throw new NullPointerException();
        }
        lock();
        try {
            Entry<K, V> entry = find(key);
            return settle(entry, key, entry == null ? value : function.apply(entry.value, value));
        } finally {
            Model.release(sync);
        }
    }

    private void sayOrder() {
        Entry<K, V> first = head;
        if (first != null && first.next != null) {
            Model.only("other orders of a ConcurrentHashMap");
        }
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        sayOrder();
        for (Entry<K, V> entry = head; entry != null; entry = entry.next) {
            action.accept(entry.key, entry.value);
        }
    }

    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        sayOrder();
        for (Entry<K, V> entry = head; entry != null; entry = entry.next) {
            computeIfPresent(entry.key, function);
        }
    }

    @Override
    public boolean equals(Object other) {
        if (other == this) {
            return true;
        }
        if (!(other instanceof Map) || ((Map<?, ?>) other).size() != size) {
            return false;
        }
        for (Entry<K, V> entry = head; entry != null; entry = entry.next) {
            if (!Values.equal(entry.value, ((Map<?, ?>) other).get(entry.key))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (Entry<K, V> entry = head; entry != null; entry = entry.next) {
            hash += entry.key.hashCode() ^ entry.value.hashCode();
        }
        return hash;
    }

    /** Goes through the entries, or their keys, or their values, and sees some of the changes meanwhile. */
    private static final class Each<T> implements Iterator<T>, Enumeration<T> {
        private final ConcurrentHashMap<?, ?> map;
        private final int part;
        private Entry<?, ?> next;
        private Entry<?, ?> returned;

        Each(ConcurrentHashMap<?, ?> map, int part) {
            this.map = map;
            this.part = part;
            map.sayOrder();
            next = map.head;
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        @SuppressWarnings("unchecked")
        public T next() {
            Entry<?, ?> entry = next;
            if (entry == null) {
                throw new NoSuchElementException();
            }
            next = entry.next;
            returned = entry;
            if (part == 0) {
                return (T) new Pair<Object, Object>((ConcurrentHashMap<Object, Object>) map, entry.key, entry.value);
            }
            return (T) (part == 1 ? entry.key : entry.value);
        }

        @Override
        public void remove() {
            if (returned == null) {
                throw new IllegalStateException();
            }
            map.remove(returned.key);
            returned = null;
        }

        @Override
        public boolean hasMoreElements() {
            return hasNext();
        }

        @Override
        public T nextElement() {
            return next();
        }
    }

    private static final class Pair<K, V> extends SimpleEntry<K, V> {
        private final ConcurrentHashMap<K, V> map;

        Pair(ConcurrentHashMap<K, V> map, K key, V value) {
            super(key, value);
            this.map = map;
        }

        @Override
        public V setValue(V value) {
            map.put(getKey(), value);
            return super.setValue(value);
        }
    }

    /** The keys of a map, and a set of its own if a value for new keys was given. */
    public static class KeySetView<K, V> extends AbstractSet<K> implements Set<K>, java.io.Serializable {
        private final ConcurrentHashMap<K, V> map;
        private final V value;

        KeySetView(ConcurrentHashMap<K, V> map, V value) {
            this.map = map;
            this.value = value;
        }

        public V getMappedValue() {
            return value;
        }

        public ConcurrentHashMap<K, V> getMap() {
            return map;
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
        public boolean contains(Object key) {
            return map.containsKey(key);
        }

        @Override
        public boolean add(K key) {
            if (value == null) {
                throw new UnsupportedOperationException();
            }
            return map.set(key, value, true) == null;
        }

        @Override
        public boolean remove(Object key) {
            return map.remove(key) != null;
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        public Iterator<K> iterator() {
            return new Each<K>(map, 1);
        }
    }

    public static <T> KeySetView<T, Boolean> newKeySet() {
        return new KeySetView<T, Boolean>(new ConcurrentHashMap<T, Boolean>(), Boolean.TRUE);
    }

    public static <T> KeySetView<T, Boolean> newKeySet(int capacity) {
        return newKeySet();
    }

    @Override
    public KeySetView<K, V> keySet() {
        return new KeySetView<K, V>(this, null);
    }

    public KeySetView<K, V> keySet(V value) {
        if (value == null) {
            throw new NullPointerException();
        }
        return new KeySetView<K, V>(this, value);
    }

    public Enumeration<K> keys() {
        return new Each<K>(this, 1);
    }

    public Enumeration<V> elements() {
        return new Each<V>(this, 2);
    }

    @Override
    public Collection<V> values() {
        return new AbstractCollection<V>() {
            @Override
            public Iterator<V> iterator() {
                return new Each<V>(ConcurrentHashMap.this, 2);
            }

            @Override
            public int size() {
                return size;
            }

            @Override
            public void clear() {
                ConcurrentHashMap.this.clear();
            }
        };
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new AbstractSet<Map.Entry<K, V>>() {
            @Override
            public Iterator<Map.Entry<K, V>> iterator() {
                return new Each<Map.Entry<K, V>>(ConcurrentHashMap.this, 0);
            }

            @Override
            public int size() {
                return size;
            }

            @Override
            public void clear() {
                ConcurrentHashMap.this.clear();
            }
        };
    }
}
