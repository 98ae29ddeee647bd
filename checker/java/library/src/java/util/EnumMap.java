package java.util;

/** A map by constants of an enum, in their order. In Java it is no `SortedMap`. */
public class EnumMap<K extends Enum<K>, V> extends TreeMap<K, V> {
    public EnumMap(Class<K> type) {
        if (type == null) {
            throw new NullPointerException();
        }
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
}
