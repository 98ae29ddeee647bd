package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import reductio.Hash;
import reductio.Values;

/** A hash map whose methods hold its lock: a `HashMap` inside, without nulls. */
public class Hashtable<K, V> extends Dictionary<K, V> implements Map<K, V>, Cloneable, java.io.Serializable {
    private final HashMap<K, V> map = new Table<>();

    /** A map that asks the keys which it has whether they are equal to others, though it be themselves. */
    private static final class Table<K, V> extends HashMap<K, V> {
        Table() {
            hasTable = true;
        }

        @Override
        Node<K, V> find(int hash, Object key) {
            Node<K, V> entry = first();
            while (entry != null && !(entry.hash == hash && isSame(entry.key, hash, key))) {
                entry = entry.next;
            }
            return entry;
        }

        private static boolean isSame(Object own, int hash, Object key) {
            return hash != 0 ? own.equals(key) : Hash.isSame(own, hash, key);
        }
    }

    public Hashtable() {}

    public Hashtable(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal Capacity: " + capacity);
        }
    }

    public Hashtable(Map<? extends K, ? extends V> others) {
        putAll(others);
    }

    private static void check(Object value) {
        if (value == null) {
            throw new NullPointerException();
        }
    }

    @Override
    public synchronized int size() {
        return map.size();
    }

    @Override
    public synchronized boolean isEmpty() {
        return map.isEmpty();
    }

    @Override
    public synchronized boolean containsKey(Object key) {
        Values.use(key);
        return map.containsKey(key);
    }

    @Override
    public boolean containsValue(Object value) {
        return contains(value);
    }

    public synchronized boolean contains(Object value) {
        check(value);
        return map.containsValue(value);
    }

    @Override
    public synchronized V get(Object key) {
        Values.use(key);
        return map.get(key);
    }

    @Override
    public synchronized V getOrDefault(Object key, V otherwise) {
        V value = get(key);
        return value == null ? otherwise : value;
    }

    @Override
    public synchronized V put(K key, V value) {
        Values.use(key);
        check(value);
        return map.put(key, value);
    }

    @Override
    public synchronized V putIfAbsent(K key, V value) {
        Values.use(key);
        check(value);
        return map.putIfAbsent(key, value);
    }

    @Override
    public synchronized V remove(Object key) {
        Values.use(key);
        return map.remove(key);
    }

    @Override
    public synchronized boolean remove(Object key, Object value) {
        check(value);
        return map.remove(key, value);
    }

    @Override
    public synchronized boolean replace(K key, V old, V value) {
        check(old);
        check(value);
        return map.replace(key, old, value);
    }

    @Override
    public synchronized V replace(K key, V value) {
        check(value);
        return map.replace(key, value);
    }

    @Override
    public synchronized void putAll(Map<? extends K, ? extends V> others) {
        for (Map.Entry<? extends K, ? extends V> entry : others.entrySet()) {
            put(entry.getKey(), entry.getValue());
        }
    }

    @Override
    public synchronized void clear() {
        map.clear();
    }

    @Override
    public synchronized V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Values.use(key);
        return map.computeIfAbsent(key, function);
    }

    @Override
    public synchronized V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Values.use(key);
        return map.computeIfPresent(key, function);
    }

    @Override
    public synchronized V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Values.use(key);
        return map.compute(key, function);
    }

    @Override
    public synchronized V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Values.use(key);
        if (value == null) {
            // Unlike in other maps: the function is asked, and a key that is not there stays so.
            return map.computeIfPresent(key, (same, old) -> function.apply(old, null));
        }
        return map.merge(key, value, function);
    }

    @Override
    public synchronized void forEach(BiConsumer<? super K, ? super V> action) {
        map.forEach(action);
    }

    @Override
    public synchronized void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        map.replaceAll(function);
    }

    @Override
    public Set<K> keySet() {
        return Collections.synchronizedPart(map.keySet(), this);
    }

    @Override
    public Collection<V> values() {
        return Collections.synchronizedPart(map.values(), this);
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return Collections.synchronizedPart(map.entrySet(), this);
    }

    @Override
    public synchronized Enumeration<K> keys() {
        return Collections.enumeration(map.keySet());
    }

    @Override
    public synchronized Enumeration<V> elements() {
        return Collections.enumeration(map.values());
    }

    @Override
    public synchronized boolean equals(Object other) {
        return map.equals(other);
    }

    @Override
    public synchronized int hashCode() {
        return map.hashCode();
    }

    @Override
    public synchronized String toString() {
        int last = size() - 1;
        if (last < 0) {
            return "{}";
        }
        Iterator<Map.Entry<K, V>> each = entrySet().iterator();
        String text = "{";
        for (int i = 0;; i++) {
            Map.Entry<K, V> entry = each.next();
            K key = entry.getKey();
            V value = entry.getValue();
            text = text + (key == this ? "(this Map)" : key.toString()) + "=" + (value == this ? "(this Map)" : value.toString());
            if (i == last) {
                return text + "}";
            }
            text = text + ", ";
        }
    }

    @Override
    public synchronized Object clone() {
        return new Hashtable<K, V>(this);
    }
}
