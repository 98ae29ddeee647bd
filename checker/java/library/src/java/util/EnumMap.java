package java.util;

import reductio.Model;
import reductio.Values;

/** A map by constants of an enum, in their order. In Java it is no `SortedMap`. */
public class EnumMap<K extends Enum<K>, V> extends TreeMap<K, V> {
    public EnumMap(Class<K> type) {
        Values.use(type);
    }

    public EnumMap(EnumMap<K, ? extends V> others) {
        super(others);
    }

    public EnumMap(Map<K, ? extends V> others) {
        super(others);
    }

    /** Callers name it with the type of the bound of `K`. */
    @Override
    public V put(K key, V value) {
        return super.put(key, value);
    }

    /** Iterators go on where the map has changed, and may or may not meet what has. */
    @Override
    void same(int expected) {
        if (modCount != expected) {
            Model.only("what an iterator of an EnumMap meets where the map has changed");
        }
    }

    @Override
    public V get(Object key) {
        return key instanceof Enum ? super.get(key) : null;
    }

    @Override
    public boolean containsKey(Object key) {
        return key instanceof Enum && super.containsKey(key);
    }

    @Override
    public V remove(Object key) {
        return key instanceof Enum ? super.remove(key) : null;
    }
}
