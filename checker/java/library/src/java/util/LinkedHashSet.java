package java.util;

/** A set in the order of insertion. */
public class LinkedHashSet<E> extends HashSet<E> implements Set<E>, Cloneable, java.io.Serializable {
    public LinkedHashSet() {
        super(new LinkedHashMap<E, Object>());
    }

    public LinkedHashSet(int capacity) {
        super(new LinkedHashMap<E, Object>(capacity));
    }

    public LinkedHashSet(int capacity, float load) {
        super(new LinkedHashMap<E, Object>(capacity, load));
    }

    public LinkedHashSet(Collection<? extends E> others) {
        super(new LinkedHashMap<E, Object>());
        addAll(others);
    }
}
