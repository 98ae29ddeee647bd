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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import reductio.Hash;
import reductio.Model;
import reductio.Values;

/**
 * A map for many threads: a list of entries that is read without a lock, through volatile links, and changed under one lock, which is
 * held while nothing is computed. Who computes keeps others from the bin of the key, as in Java: keys are in bins by their hash codes.
 * Reading orders a thread after all changes of entries that it passes. Who has put in or taken out an entry counts it afterwards, without
 * the lock, as in JDKs: the size may be one of no moment. Bulk operations are absent.
 */
public class ConcurrentHashMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V>, java.io.Serializable {
    private final Sync sync = new Sync();
    private volatile Entry<K, V> head;
    /** How many entries there are, which the lock guards. */
    private int size;
    /** What the thread with the lock has to count when it has given it back. */
    private int due;
    /** What `size()` tells: who changes the map counts when that is done. */
    private final AtomicInteger counted = new AtomicInteger();
    /** The number of bins, which decides whose changes wait for each other while a function is computed; 0 stands for 16. */
    private int length;
    /** The computations that go on. To see them orders nothing. */
    private volatile Active computing$quiet;

    /** The object whose monitor changes hold. */
    private static final class Sync {}

    /** A computation for a key; its thread holds its monitor. */
    private static final class Active {
        final int hash;
        final Object key;
        Active next;

        Active(int hash, Object key, Active next) {
            this.hash = hash;
            this.key = key;
            this.next = next;
        }
    }

    private static final class Entry<K, V> {
        final K key;
        /** The hash code that the key had when it was put in. */
        int hash;
        volatile V value;
        volatile Entry<K, V> next;

        Entry(int hash, K key, V value) {
            if (hash != 0) {
                this.hash = hash;
            }
            this.key = key;
            this.value = value;
        }
    }

    public ConcurrentHashMap() {}

    public ConcurrentHashMap(int capacity) {
        this(capacity, capacity + (long) (capacity >>> 1) + 1);
    }

    private ConcurrentHashMap(int capacity, long least) {
        if (capacity < 0) {
            throw new IllegalArgumentException();
        }
        int length = power(least);
        if (length != 16) {
            this.length = length;
        }
    }

    public ConcurrentHashMap(int capacity, float load) {
        this(capacity, load, 1);
    }

    public ConcurrentHashMap(int capacity, float load, int threads) {
        this(load > 0 && threads > 0 ? capacity : -1, (long) (1.0 + (long) (capacity < threads ? threads : capacity) / load));
    }

    public ConcurrentHashMap(Map<? extends K, ? extends V> others) {
        putAll(others);
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> others) {
        int length = power(others.size() + (long) (others.size() >>> 1) + 1);
        if (length > 16) {
            Model.acquire(sync);
            if (length > length()) {
                this.length = length;
                if (computing$quiet != null) {
                    Model.only("a ConcurrentHashMap that grows while a function is computed");
                }
            }
            Model.release(sync);
        }
        for (Map.Entry<? extends K, ? extends V> entry : others.entrySet()) {
            set(entry.getKey(), entry.getValue(), false);
        }
    }

    /** The hash code of a key, as hash tables find it. */
    private static int hash(Object key) {
        Values.use(key);
        return Hash.of(key);
    }

    private Entry<K, V> find(int hash, Object key) {
        Entry<K, V> entry = head;
        while (entry != null && !(entry.hash == hash && Hash.isSame(key, hash, entry.key))) {
            entry = entry.next;
        }
        return entry;
    }

    /** Takes the lock to change what a key has, as soon as no other thread computes in its bin. */
    private void lock(int hash, Object key) {
        Model.acquire(sync);
        Active active = computing$quiet == null ? null : conflict(hash, key);
        while (active != null) {
            if (Model.depth(active) > 0) {
                if (isReserved(active)) {
                    Model.release(sync);
                    throw new IllegalStateException("Recursive update");
                }
                Model.only("a recursive update of a ConcurrentHashMap that fails");
                return;
            }
            Model.release(sync);
            Model.acquire(active);
            Model.release(active);
            Model.acquire(sync);
            active = conflict(hash, key);
        }
    }

    /** Whether the bin of a computation has no entry. */
    private boolean isReserved(Active active) {
        Entry<K, V> entry = head;
        while (entry != null && !shareBin(entry.hash, entry.key, active.hash, active.key)) {
            entry = entry.next;
        }
        return entry == null;
    }

    /** A computation in the bin of a key. */
    private Active conflict(int hash, Object key) {
        Active active = computing$quiet;
        while (active != null && !shareBin(active.hash, active.key, hash, key)) {
            active = active.next;
        }
        return active;
    }

    /** Whether two keys are in one bin. Where one has an identity hash code, they may be or not. */
    private boolean shareBin(int leftHash, Object left, int rightHash, Object right) {
        if (size > 8) {
            Model.only("other bins of a ConcurrentHashMap with more than eight entries");
        }
        if ((leftHash != 0 || Values.isValue(left)) && (rightHash != 0 || Values.isValue(right))) {
            return bin(leftHash, left) == bin(rightHash, right);
        }
        return leftHash == rightHash && left == right || Model.choose(0, 1) != 0;
    }

    private int bin(int hash, Object key) {
        int all = hash != 0 ? hash : key.hashCode();
        return (all ^ all >>> 16) & length() - 1;
    }

    /** The number of bins. */
    private int length() {
        return length == 0 ? 16 : length;
    }

    /** The least power of two that is no less than a number. */
    private static int power(long least) {
        int power = 1;
        while (power < least && power < 1 << 30) {
            power <<= 1;
        }
        return power;
    }

    /** Whether an entry is the first one of its bin. */
    private boolean isFirst(Entry<K, V> found) {
        Entry<K, V> entry = head;
        while (entry != null && entry != found && !shareBin(entry.hash, entry.key, found.hash, found.key)) {
            entry = entry.next;
        }
        return entry == found;
    }

    /** Whether what was found of a key without a lock is known for good, as the first entry of a bin is. */
    private boolean isKnown(Entry<K, V> found) {
        if (computing$quiet == null) {
            return true;
        }
        Model.acquire(sync);
        boolean first = isFirst(found);
        Model.release(sync);
        return first;
    }

    /** Begins a computation for a key; the lock is held, and then it is not. */
    private Active begin(int hash, Object key) {
        Active active = new Active(hash, key, computing$quiet);
        Model.acquire(active);
        computing$quiet = active;
        Model.release(sync);
        return active;
    }

    /** Ends a computation; the lock is not held, and then it is. */
    private void end(Active active) {
        Model.acquire(sync);
        Active before = computing$quiet;
        if (before == active) {
            computing$quiet = active.next;
        } else {
            while (before.next != active) {
                before = before.next;
            }
            before.next = active.next;
        }
        Model.release(active);
    }

    private void insert(int hash, K key, V value) {
        Entry<K, V> added = new Entry<>(hash, key, value);
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
        int now = size + 1;
        size = now;
        due++;
        int length = length();
        if (now >= length - (length >>> 2)) {
            this.length = 2 * length;
            if (computing$quiet != null) {
                Model.only("a ConcurrentHashMap that grows while a function is computed");
            }
        }
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
        size--;
        due--;
    }

    /** Gives the lock back, and counts what has been put in or taken out. */
    private void release() {
        int change = due;
        if (change != 0) {
            due = 0;
        }
        Model.release(sync);
        if (change != 0) {
            counted.getAndAdd(change);
        }
    }

    /** Who takes out may have counted before who put in. */
    private int count() {
        int count = counted.get();
        return count < 0 ? 0 : count;
    }

    @Override
    public int size() {
        return count();
    }

    public long mappingCount() {
        return count();
    }

    @Override
    public boolean isEmpty() {
        return count() == 0;
    }

    @Override
    public V get(Object key) {
        return of(key);
    }

    @Override
    public V getOrDefault(Object key, V otherwise) {
        V value = get(key);
        return value == null ? otherwise : value;
    }

    @Override
    public boolean containsKey(Object key) {
        return get(key) != null;
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
        int hash = Hash.of(key);
        lock(hash, key);
        try {
            Entry<K, V> entry = find(hash, key);
            V old = null;
            if (entry == null) {
                insert(hash, key, value);
            } else {
                old = entry.value;
                if (!absentOnly) {
                    entry.value = value;
                }
            }
            return old;
        } finally {
            release();
        }
    }

    @Override
    public V put(K key, V value) {
        return set(key, value, false);
    }

    @Override
    public V putIfAbsent(K key, V value) {
        if (key == null || value == null) {
            throw new NullPointerException();
        }
        int hash = Hash.of(key);
        Entry<K, V> entry = find(hash, key);
        if (entry != null && isKnown(entry)) {
            return entry.value;
        }
        lock(hash, key);
        try {
            entry = find(hash, key);
            if (entry != null) {
                return entry.value;
            }
            insert(hash, key, value);
            return null;
        } finally {
            release();
        }
    }

    @Override
    public V remove(Object key) {
        int hash = hash(key);
        if (head == null && computing$quiet == null) {
            return null;
        }
        lock(hash, key);
        try {
            Entry<K, V> entry = find(hash, key);
            V old = null;
            if (entry != null) {
                old = entry.value;
                drop(entry);
            }
            return old;
        } finally {
            release();
        }
    }

    @Override
    public boolean remove(Object key, Object value) {
        if (key == null) {
            throw new NullPointerException();
        }
        if (value == null) {
            return false;
        }
        int hash = Hash.of(key);
        if (head == null && computing$quiet == null) {
            return false;
        }
        lock(hash, key);
        try {
            Entry<K, V> entry = find(hash, key);
            boolean found = entry != null && Values.equal(value, entry.value);
            if (found) {
                drop(entry);
            }
            return found;
        } finally {
            release();
        }
    }

    @Override
    public boolean replace(K key, V old, V value) {
        if (key == null || old == null || value == null) {
            throw new NullPointerException();
        }
        return change(key, old, value);
    }

    private V of(Object key) {
        Entry<K, V> entry = find(hash(key), key);
        return entry == null ? null : entry.value;
    }

    private boolean change(K key, V old, V value) {
        int hash = Hash.of(key);
        lock(hash, key);
        try {
            Entry<K, V> entry = find(hash, key);
            boolean found = entry != null && Values.equal(old, entry.value);
            if (found) {
                entry.value = value;
            }
            return found;
        } finally {
            release();
        }
    }

    @Override
    public V replace(K key, V value) {
        if (key == null || value == null) {
            throw new NullPointerException();
        }
        int hash = Hash.of(key);
        lock(hash, key);
        try {
            Entry<K, V> entry = find(hash, key);
            V old = null;
            if (entry != null) {
                old = entry.value;
                entry.value = value;
            }
            return old;
        } finally {
            release();
        }
    }

    @Override
    public void clear() {
        Model.acquire(sync);
        if (computing$quiet != null) {
            Model.only("clear of a ConcurrentHashMap while a function is computed");
        }
        head = null;
        due = -size;
        size = 0;
        release();
    }

    /** Sets, inserts or takes out what a function has computed; the lock is held. */
    private V settle(Entry<K, V> entry, int hash, K key, V value) {
        if (entry == null) {
            if (value != null) {
                insert(hash, key, value);
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
        if (key == null || function == null) {
            throw new NullPointerException();
        }
        int hash = Hash.of(key);
        Entry<K, V> entry = find(hash, key);
        if (entry != null && isKnown(entry)) {
            return entry.value;
        }
        lock(hash, key);
        try {
            entry = find(hash, key);
            if (entry != null) {
                return entry.value;
            }
            V value = null;
            Active active = begin(hash, key);
            try {
                value = function.apply(key);
            } finally {
                end(active);
            }
            return settle(null, hash, key, value);
        } finally {
            release();
        }
    }

    /** Computes what a key shall have from what it has, or from null. A value to merge stands for the key as the argument. */
    private V change(K key, V merged, boolean presentOnly, BiFunction<Object, ? super V, ? extends V> function) {
        int hash = Hash.of(key);
        lock(hash, key);
        try {
            Entry<K, V> entry = find(hash, key);
            if (entry == null && presentOnly) {
                return null;
            }
            if (entry == null && merged != null) {
                insert(hash, key, merged);
                return merged;
            }
            V old = entry == null ? null : entry.value;
            V value = null;
            Active active = begin(hash, key);
            try {
                value = merged != null ? ((BiFunction<Object, Object, V>) (Object) function).apply(old, merged) : function.apply(key, old);
            } finally {
                end(active);
            }
            return settle(entry, hash, key, value);
        } finally {
            release();
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        if (key == null || function == null) {
            throw new NullPointerException();
        }
        return change(key, null, true, (BiFunction<Object, ? super V, ? extends V>) function);
    }

    @Override
    @SuppressWarnings("unchecked")
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        if (key == null || function == null) {
            throw new NullPointerException();
        }
        return change(key, null, false, (BiFunction<Object, ? super V, ? extends V>) function);
    }

    @Override
    @SuppressWarnings("unchecked")
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        if (key == null || value == null || function == null) {
            throw new NullPointerException();
        }
        return change(key, value, false, (BiFunction<Object, ? super V, ? extends V>) function);
    }

    private void sayOrder() {
        Entry<K, V> first = head;
        if (first != null && first.next != null) {
            Model.only("other orders of a ConcurrentHashMap");
        }
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        if (action == null) {
            throw new NullPointerException();
        }
        sayOrder();
        for (Entry<K, V> entry = head; entry != null; entry = entry.next) {
            action.accept(entry.key, entry.value);
        }
    }

    /** The function is computed without a lock, and once more where the value has changed meanwhile. */
    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        if (function == null) {
            throw new NullPointerException();
        }
        sayOrder();
        for (Entry<K, V> entry = head; entry != null; entry = entry.next) {
            K key = entry.key;
            V old = entry.value;
            while (old != null) {
                V value = function.apply(key, old);
                if (value == null) {
                    throw new NullPointerException();
                }
                old = change(key, old, value) ? null : of(key);
            }
        }
    }

    @Override
    public boolean equals(Object other) {
        if (other == this) {
            return true;
        }
        if (!(other instanceof Map) || ((Map<?, ?>) other).size() != count()) {
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
    public String toString() {
        return Values.entries(this, new Each<Map.Entry<K, V>>(this, 0));
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
                return count();
            }

            @Override
            public void clear() {
                ConcurrentHashMap.this.clear();
            }

            @Override
            public boolean contains(Object value) {
                return containsValue(value);
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
            public boolean contains(Object other) {
                if (!(other instanceof Map.Entry)) {
                    return false;
                }
                Map.Entry<?, ?> entry = (Map.Entry<?, ?>) other;
                if (entry.getKey() == null) {
                    return false;
                }
                Object value = get(entry.getKey());
                return value != null && entry.getValue() != null && Values.equal(entry.getValue(), value);
            }

            @Override
            public boolean remove(Object other) {
                if (!(other instanceof Map.Entry)) {
                    return false;
                }
                Map.Entry<?, ?> entry = (Map.Entry<?, ?>) other;
                return entry.getKey() != null && ConcurrentHashMap.this.remove(entry.getKey(), entry.getValue());
            }

            @Override
            public int size() {
                return count();
            }

            @Override
            public void clear() {
                ConcurrentHashMap.this.clear();
            }
        };
    }
}
