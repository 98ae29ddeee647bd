package java.util;

/** A map in the order of insertion, or of access. */
public class LinkedHashMap<K, V> extends HashMap<K, V> implements Map<K, V> {
    private boolean accessOrder;
    /** Whether it is being filled by its constructor, so that nothing is evicted. */
    private boolean isMade;

    public LinkedHashMap() {}

    public LinkedHashMap(int capacity) {
        super(capacity);
    }

    public LinkedHashMap(int capacity, float load) {
        super(capacity, load);
    }

    public LinkedHashMap(int capacity, float load, boolean accessOrder) {
        super(capacity, load);
        this.accessOrder = accessOrder;
    }

    public LinkedHashMap(Map<? extends K, ? extends V> others) {
        isMade = true;
        setAll(others);
        isMade = false;
    }

    @Override
    boolean isOrdered() {
        return true;
    }

    @Override
    void used(Node<K, V> entry) {
        if (accessOrder) {
            moveToEnd(entry);
        }
    }

    @Override
    void added(Node<K, V> first) {
        if (first != null && !isMade && removeEldestEntry(first)) {
            takeOut(first.key);
        }
    }

    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return false;
    }

    @Override
    public Object clone() {
        return new LinkedHashMap<K, V>(this);
    }
}
