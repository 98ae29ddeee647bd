package java.util;

import reductio.Values;

/** What maps share. The views of keys and values are made anew at each call. */
public abstract class AbstractMap<K, V> implements Map<K, V> {
    protected AbstractMap() {}

    public abstract Set<Map.Entry<K, V>> entrySet();

    /** A pair that is in no map. */
    public static class SimpleEntry<K, V> implements Map.Entry<K, V>, java.io.Serializable {
        private final K key;
        private V value;

        public SimpleEntry(K key, V value) {
            this.key = key;
            this.value = value;
        }

        public SimpleEntry(Map.Entry<? extends K, ? extends V> other) {
            this(other.getKey(), other.getValue());
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

    /** A pair that never changes. */
    public static class SimpleImmutableEntry<K, V> implements Map.Entry<K, V>, java.io.Serializable {
        private final K key;
        private final V value;

        public SimpleImmutableEntry(K key, V value) {
            this.key = key;
            this.value = value;
        }

        public SimpleImmutableEntry(Map.Entry<? extends K, ? extends V> other) {
            this(other.getKey(), other.getValue());
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
            throw new UnsupportedOperationException();
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

    static boolean areEqual(Map.Entry<?, ?> entry, Object other) {
        return other instanceof Map.Entry && Values.equal(entry.getKey(), ((Map.Entry<?, ?>) other).getKey())
            && Values.equal(entry.getValue(), ((Map.Entry<?, ?>) other).getValue());
    }

    static int hashOf(Object key, Object value) {
        return (key == null ? 0 : key.hashCode()) ^ (value == null ? 0 : value.hashCode());
    }

    private Map.Entry<K, V> find(Object key) {
        for (Map.Entry<K, V> entry : entrySet()) {
            if (Values.equal(key, entry.getKey())) {
                return entry;
            }
        }
        return null;
    }

    @Override
    public int size() {
        return entrySet().size();
    }

    @Override
    public boolean isEmpty() {
        return size() == 0;
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    @Override
    public boolean containsValue(Object value) {
        for (Map.Entry<K, V> entry : entrySet()) {
            if (Values.equal(value, entry.getValue())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public V get(Object key) {
        Map.Entry<K, V> entry = find(key);
        return entry == null ? null : entry.getValue();
    }

    @Override
    public V put(K key, V value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public V remove(Object key) {
        Iterator<Map.Entry<K, V>> each = entrySet().iterator();
        while (each.hasNext()) {
            Map.Entry<K, V> entry = each.next();
            if (Values.equal(key, entry.getKey())) {
                V old = entry.getValue();
                each.remove();
                return old;
            }
        }
        return null;
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> others) {
        for (Map.Entry<? extends K, ? extends V> entry : others.entrySet()) {
            put(entry.getKey(), entry.getValue());
        }
    }

    @Override
    public void clear() {
        entrySet().clear();
    }

    /** A view of the keys, or of the values. */
    private static final class Part<T> implements Iterator<T> {
        private final Iterator<? extends Map.Entry<?, ?>> each;
        private final boolean keys;

        Part(Iterator<? extends Map.Entry<?, ?>> each, boolean keys) {
            this.each = each;
            this.keys = keys;
        }

        @Override
        public boolean hasNext() {
            return each.hasNext();
        }

        @Override
        @SuppressWarnings("unchecked")
        public T next() {
            Map.Entry<?, ?> entry = each.next();
            return (T) (keys ? entry.getKey() : entry.getValue());
        }

        @Override
        public void remove() {
            each.remove();
        }
    }

    @Override
    public Set<K> keySet() {
        return new AbstractSet<K>() {
            @Override
            public Iterator<K> iterator() {
                return new Part<K>(entrySet().iterator(), true);
            }

            @Override
            public int size() {
                return AbstractMap.this.size();
            }

            @Override
            public boolean contains(Object key) {
                return containsKey(key);
            }

            @Override
            public boolean remove(Object key) {
                if (!containsKey(key)) {
                    return false;
                }
                AbstractMap.this.remove(key);
                return true;
            }

            @Override
            public void clear() {
                AbstractMap.this.clear();
            }
        };
    }

    @Override
    public Collection<V> values() {
        return new AbstractCollection<V>() {
            @Override
            public Iterator<V> iterator() {
                return new Part<V>(entrySet().iterator(), false);
            }

            @Override
            public int size() {
                return AbstractMap.this.size();
            }

            @Override
            public void clear() {
                AbstractMap.this.clear();
            }
        };
    }

    @Override
    public boolean equals(Object other) {
        if (other == this) {
            return true;
        }
        if (!(other instanceof Map)) {
            return false;
        }
        Map<?, ?> others = (Map<?, ?>) other;
        if (others.size() != size()) {
            return false;
        }
        for (Map.Entry<K, V> entry : entrySet()) {
            V value = entry.getValue();
            if (value == null ? others.get(entry.getKey()) != null || !others.containsKey(entry.getKey())
                    : !Values.equal(value, others.get(entry.getKey()))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (Map.Entry<K, V> entry : entrySet()) {
            hash += entry.hashCode();
        }
        return hash;
    }

    @Override
    public String toString() {
        return Values.entries(this, entrySet().iterator());
    }
}
