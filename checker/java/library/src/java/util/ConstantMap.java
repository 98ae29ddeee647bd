package java.util;

import reductio.Model;
import reductio.Values;

/** A map that never changes and has no null, as those of `Map.of`: keys and values in turn. Its order is said to be one of many. */
final class ConstantMap<K, V> extends AbstractMap<K, V> {
    private final Object[] all;

    ConstantMap(Object... all) {
        for (int i = 0; i < all.length; i++) {
            Values.use(all[i]);
            for (int j = i & 1; (i & 1) == 0 && j < i; j += 2) {
                if (sameKey(all[i], all[j])) {
                    throw new IllegalArgumentException("duplicate key: " + all[i]);
                }
            }
        }
        this.all = all;
    }

    /** Whether two keys are the same. Java finds keys by their hash codes where there are more than a few. */
    private static boolean sameKey(Object left, Object right) {
        if (Values.isValue(left)) {
            return left.equals(right);
        }
        return left == right || left.equals(right) && left.hashCode() == right.hashCode();
    }

    @Override
    public int size() {
        return all.length / 2;
    }

    @Override
    @SuppressWarnings("unchecked")
    public V get(Object key) {
        Values.use(key);
        Object[] all = this.all;
        for (int i = 0; i < all.length; i += 2) {
            if (sameKey(key, all[i])) {
                return (V) all[i + 1];
            }
        }
        return null;
    }

    @Override
    public boolean containsKey(Object key) {
        return get(key) != null;
    }

    @Override
    public boolean containsValue(Object value) {
        Values.use(value);
        return super.containsValue(value);
    }

    @Override
    public boolean remove(Object key, Object value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V replace(K key, V value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean replace(K key, V old, V value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void replaceAll(java.util.function.BiFunction<? super K, ? super V, ? extends V> function) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V remove(Object key) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> others) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void clear() {
        throw new UnsupportedOperationException();
    }

    @Override
    public V putIfAbsent(K key, V value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V computeIfAbsent(K key, java.util.function.Function<? super K, ? extends V> function) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V computeIfPresent(K key, java.util.function.BiFunction<? super K, ? super V, ? extends V> function) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V compute(K key, java.util.function.BiFunction<? super K, ? super V, ? extends V> function) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V merge(K key, V value, java.util.function.BiFunction<? super V, ? super V, ? extends V> function) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new AbstractSet<Map.Entry<K, V>>() {
            @Override
            public int size() {
                return all.length / 2;
            }

            @Override
            public Iterator<Map.Entry<K, V>> iterator() {
                if (all.length > 2) {
                    Model.only("other orders of an unordered map or set");
                }
                return new Iterator<Map.Entry<K, V>>() {
                    private int at;

                    @Override
                    public boolean hasNext() {
                        return at < all.length;
                    }

                    @Override
                    @SuppressWarnings("unchecked")
                    public Map.Entry<K, V> next() {
                        if (at >= all.length) {
                            throw new NoSuchElementException();
                        }
                        at += 2;
                        return new SimpleImmutableEntry<K, V>((K) all[at - 2], (V) all[at - 1]);
                    }
                };
            }
        };
    }
}
