package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import reductio.Hash;
import reductio.Model;
import reductio.Values;

/**
 * A hash map without a table: a list of entries in the order of insertion. Keys are asked for their hash codes as in Java, and compared
 * by `equals` if these are the same. Going through more than one entry says that there are other orders.
 */
public class HashMap<K, V> extends AbstractMap<K, V> implements Map<K, V>, Cloneable, java.io.Serializable {
    private Node<K, V> head;
    /** Whether something was put in ever: before that, no key is asked for its hash code to find it. */
    boolean hasTable;
    private int size;
    private int modCount;

    /** An entry of the list. */
    static final class Node<K, V> implements Map.Entry<K, V> {
        final K key;
        /** The hash code that the key had when it was put in. */
        int hash;
        V value;
        Node<K, V> next;

        Node(int hash, K key, V value) {
            if (hash != 0) {
                this.hash = hash;
            }
            this.key = key;
            this.value = value;
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

    public HashMap() {}

    public HashMap(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal initial capacity: " + capacity);
        }
    }

    public HashMap(int capacity, float load) {
        this(capacity);
        if (!(load > 0)) {
            throw new IllegalArgumentException("Illegal load factor: " + load);
        }
    }

    public HashMap(Map<? extends K, ? extends V> others) {
        setAll(others);
    }

    /** Whether Java promises the order of the entries. */
    boolean isOrdered() {
        return false;
    }

    /** Called where an entry is looked up or its value is set. */
    void used(Node<K, V> entry) {}

    /** Called after a new entry was put in. */
    void added(Node<K, V> first) {}

    /** The first entry of the list. */
    final Node<K, V> first() {
        return head;
    }

    Node<K, V> find(int hash, Object key) {
        Node<K, V> entry = head;
        while (entry != null && !(entry.hash == hash && Hash.isSame(key, hash, entry.key))) {
            entry = entry.next;
        }
        return entry;
    }

    private Node<K, V> find(Object key) {
        return head == null && !hasTable ? null : find(Hash.of(key), key);
    }

    private void append(Node<K, V> entry) {
        Node<K, V> last = head;
        if (last == null) {
            head = entry;
            hasTable = true;
            return;
        }
        Node<K, V> next = last.next;
        while (next != null) {
            last = next;
            next = last.next;
        }
        last.next = entry;
    }

    private void insert(int hash, K key, V value) {
        append(new Node<>(hash, key, value));
        modCount++;
        size++;
        added(head);
    }

    private void unlink(Node<K, V> entry) {
        Node<K, V> before = head;
        if (before == entry) {
            head = entry.next;
            return;
        }
        while (before != null && before.next != entry) {
            before = before.next;
        }
        if (before != null) {
            before.next = entry.next;
        }
    }

    private void drop(Node<K, V> entry) {
        unlink(entry);
        modCount++;
        size--;
    }

    /** Puts an entry behind all others. */
    final void moveToEnd(Node<K, V> entry) {
        if (entry.next != null) {
            unlink(entry);
            entry.next = null;
            append(entry);
            modCount++;
        }
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean isEmpty() {
        return size == 0;
    }

    @Override
    public V get(Object key) {
        Node<K, V> entry = find(key);
        if (entry == null) {
            return null;
        }
        used(entry);
        return entry.value;
    }

    @Override
    public V getOrDefault(Object key, V otherwise) {
        Node<K, V> entry = find(key);
        if (entry == null) {
            return otherwise;
        }
        used(entry);
        return entry.value;
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    @Override
    public boolean containsValue(Object value) {
        for (Node<K, V> entry = head; entry != null; entry = entry.next) {
            if (Values.equal(value, entry.value)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public V put(K key, V value) {
        return set(key, value);
    }

    private V set(K key, V value) {
        int hash = Hash.of(key);
        Node<K, V> entry = find(hash, key);
        if (entry == null) {
            insert(hash, key, value);
            return null;
        }
        V old = entry.value;
        entry.value = value;
        used(entry);
        return old;
    }

    @Override
    public V putIfAbsent(K key, V value) {
        int hash = Hash.of(key);
        Node<K, V> entry = find(hash, key);
        if (entry == null) {
            insert(hash, key, value);
            return null;
        }
        V old = entry.value;
        if (old == null) {
            entry.value = value;
        }
        used(entry);
        return old;
    }

    @Override
    public V remove(Object key) {
        return takeOut(key);
    }

    final V takeOut(Object key) {
        Node<K, V> entry = find(Hash.of(key), key);
        if (entry == null) {
            return null;
        }
        drop(entry);
        return entry.value;
    }

    @Override
    public boolean remove(Object key, Object value) {
        Node<K, V> entry = find(Hash.of(key), key);
        if (entry == null || !Values.equal(value, entry.value)) {
            return false;
        }
        drop(entry);
        return true;
    }

    @Override
    public V replace(K key, V value) {
        Node<K, V> entry = find(key);
        if (entry == null) {
            return null;
        }
        V old = entry.value;
        entry.value = value;
        used(entry);
        return old;
    }

    @Override
    public boolean replace(K key, V old, V value) {
        Node<K, V> entry = find(key);
        if (entry == null || !Values.equal(old, entry.value)) {
            return false;
        }
        entry.value = value;
        used(entry);
        return true;
    }

    @Override
    public void clear() {
        modCount++;
        head = null;
        size = 0;
    }

    /** Sets, inserts or takes out what a function has computed. */
    private V settle(Node<K, V> entry, int hash, K key, V value, int expected) {
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
        if (entry == null) {
            if (value != null) {
                insert(hash, key, value);
            }
        } else if (value == null) {
            drop(entry);
        } else {
            entry.value = value;
            used(entry);
        }
        return value;
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        if (function == null) {
            throw new NullPointerException();
        }
        int hash = Hash.of(key);
        Node<K, V> entry = find(hash, key);
        if (entry == null) {
            hasTable = true;
        }
        if (entry != null) {
            V old = entry.value;
            if (old != null) {
                used(entry);
                return old;
            }
        }
        int expected = modCount;
        V value = function.apply(key);
        return value == null && modCount == expected ? null : settle(entry, hash, key, value, expected);
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        if (function == null) {
            throw new NullPointerException();
        }
        Node<K, V> entry = find(key);
        if (entry == null) {
            return null;
        }
        V old = entry.value;
        if (old == null) {
            return null;
        }
        int expected = modCount;
        return settle(entry, 0, key, function.apply(key, old), expected);
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        if (function == null) {
            throw new NullPointerException();
        }
        int hash = Hash.of(key);
        Node<K, V> entry = find(hash, key);
        if (entry == null) {
            hasTable = true;
        }
        V old = entry == null ? null : entry.value;
        int expected = modCount;
        return settle(entry, hash, key, function.apply(key, old), expected);
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        if (function == null || value == null) {
            throw new NullPointerException();
        }
        int hash = Hash.of(key);
        Node<K, V> entry = find(hash, key);
        if (entry == null) {
            hasTable = true;
        }
        V old = entry == null ? null : entry.value;
        int expected = modCount;
        return settle(entry, hash, key, old == null ? value : function.apply(old, value), expected);
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        if (action == null) {
            throw new NullPointerException();
        }
        sayOrder();
        int expected = modCount;
        for (Node<K, V> entry = head; entry != null; entry = entry.next) {
            action.accept(entry.key, entry.value);
        }
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
    }

    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        if (function == null) {
            throw new NullPointerException();
        }
        sayOrder();
        int expected = modCount;
        for (Node<K, V> entry = head; entry != null; entry = entry.next) {
            entry.value = function.apply(entry.key, entry.value);
        }
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> others) {
        setAll(others);
    }

    /** Puts entries in, whatever `put` of a subclass does. */
    final void setAll(Map<? extends K, ? extends V> others) {
        if (others instanceof HashMap && !isOrdered() && ((HashMap<?, ?>) others).isPlain()) {
            // Nobody can see in which order they come.
            HashMap<? extends K, ? extends V> map = (HashMap<? extends K, ? extends V>) others;
            for (Node<? extends K, ? extends V> entry = map.head; entry != null; entry = entry.next) {
                set(entry.key, entry.value);
            }
            return;
        }
        for (Map.Entry<? extends K, ? extends V> entry : others.entrySet()) {
            set(entry.getKey(), entry.getValue());
        }
    }

    /** Whether the object is of no class of its own, which may have another `entrySet`. */
    private boolean isPlain() {
        String name = Model.className(this);
        return name.equals("java.util.HashMap") || name.equals("java.util.LinkedHashMap");
    }

    private void sayOrder() {
        if (!isOrdered() && size > 1) {
            Model.only("other orders of a HashMap or HashSet");
        }
    }

    final int hashOfKeys() {
        int hash = 0;
        for (Node<K, V> entry = head; entry != null; entry = entry.next) {
            hash += entry.key == null ? 0 : entry.key.hashCode();
        }
        return hash;
    }

    final boolean hasKeysOf(HashMap<?, ?> other) {
        for (Node<?, ?> entry = other.head; entry != null; entry = entry.next) {
            if (!containsKey(entry.key)) {
                return false;
            }
        }
        return true;
    }

    /** The keys, in the order in which they were put in. */
    final Object[] keysAsInserted() {
        Object[] all = new Object[size];
        int at = 0;
        for (Node<K, V> entry = head; entry != null; entry = entry.next) {
            all[at++] = entry.key;
        }
        return all;
    }

    @Override
    public boolean equals(Object other) {
        if (other == this) {
            return true;
        }
        if (!(other instanceof Map) || ((Map<?, ?>) other).size() != size) {
            return false;
        }
        Map<?, ?> others = (Map<?, ?>) other;
        for (Node<K, V> entry = head; entry != null; entry = entry.next) {
            V value = entry.value;
            if (value == null ? others.get(entry.key) != null || !others.containsKey(entry.key)
                    : !Values.equal(value, others.get(entry.key))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        if (!isPlain()) {
            return super.hashCode();
        }
        int hash = 0;
        for (Node<K, V> entry = head; entry != null; entry = entry.next) {
            hash += entry.hashCode();
        }
        return hash;
    }

    @Override
    public Object clone() {
        if (!isPlain()) {
            Model.unsupported("the copy of an object of a class below HashMap");
        }
        return new HashMap<K, V>(this);
    }

    /** Goes through the entries, or their keys, or their values. */
    private static final class Each<T> implements Iterator<T> {
        private final HashMap<?, ?> map;
        private final int part;
        private Node<?, ?> next;
        private Node<?, ?> returned;
        private int expected;

        Each(HashMap<?, ?> map, int part) {
            this.map = map;
            this.part = part;
            map.sayOrder();
            next = map.head;
            expected = map.modCount;
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        @SuppressWarnings("unchecked")
        public T next() {
            if (map.modCount != expected) {
                throw new ConcurrentModificationException();
            }
            Node<?, ?> entry = next;
            if (entry == null) {
                throw new NoSuchElementException();
            }
            next = entry.next;
            returned = entry;
            return (T) (part == 0 ? entry : part == 1 ? entry.key : entry.value);
        }

        @Override
        @SuppressWarnings("unchecked")
        public void remove() {
            Node<?, ?> entry = returned;
            if (entry == null) {
                throw new IllegalStateException();
            }
            if (map.modCount != expected) {
                throw new ConcurrentModificationException();
            }
            returned = null;
            ((HashMap<Object, Object>) map).drop((Node<Object, Object>) entry);
            expected = map.modCount;
        }
    }

    final Iterator<K> keys() {
        return new Each<K>(this, 1);
    }

    @Override
    public Set<K> keySet() {
        return new AbstractSet<K>() {
            @Override
            public Iterator<K> iterator() {
                return new Each<K>(HashMap.this, 1);
            }

            @Override
            public int size() {
                return size;
            }

            @Override
            public boolean contains(Object key) {
                return containsKey(key);
            }

            @Override
            public boolean remove(Object key) {
                Node<K, V> entry = find(Hash.of(key), key);
                if (entry != null) {
                    drop(entry);
                }
                return entry != null;
            }

            @Override
            public void clear() {
                HashMap.this.clear();
            }
        };
    }

    @Override
    public Collection<V> values() {
        return new AbstractCollection<V>() {
            @Override
            public Iterator<V> iterator() {
                return new Each<V>(HashMap.this, 2);
            }

            @Override
            public int size() {
                return size;
            }

            @Override
            public boolean contains(Object value) {
                return containsValue(value);
            }

            @Override
            public void clear() {
                HashMap.this.clear();
            }
        };
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new AbstractSet<Map.Entry<K, V>>() {
            @Override
            public Iterator<Map.Entry<K, V>> iterator() {
                return new Each<Map.Entry<K, V>>(HashMap.this, 0);
            }

            @Override
            public int size() {
                return size;
            }

            @Override
            public boolean contains(Object other) {
                if (!(other instanceof Map.Entry)) {
                    return false;
                }
                Node<K, V> entry = find(((Map.Entry<?, ?>) other).getKey());
                return entry != null && entry.equals(other);
            }

            @Override
            public void clear() {
                HashMap.this.clear();
            }
        };
    }
}
