package java.util;

/** A set: the keys of a HashMap. */
public class HashSet<E> extends AbstractSet<E> implements Set<E>, Cloneable, java.io.Serializable {
    private final HashMap<E, Object> map;

    public HashSet() {
        map = new HashMap<>();
    }

    public HashSet(int capacity) {
        map = new HashMap<>(capacity);
    }

    public HashSet(int capacity, float load) {
        map = new HashMap<>(capacity, load);
    }

    public HashSet(Collection<? extends E> others) {
        map = new HashMap<>();
        addAll(others);
    }

    HashSet(HashMap<E, Object> map) {
        this.map = map;
    }

    @Override
    public Iterator<E> iterator() {
        return map.keys();
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
    public boolean contains(Object element) {
        return map.containsKey(element);
    }

    @Override
    public boolean add(E element) {
        return map.put(element, Boolean.TRUE) == null;
    }

    @Override
    public boolean remove(Object element) {
        return map.remove(element) != null;
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    public int hashCode() {
        return map.hashOfKeys();
    }

    @Override
    public boolean containsAll(Collection<?> others) {
        return others instanceof HashSet ? map.hasKeysOf(((HashSet<?>) others).map) : super.containsAll(others);
    }

    @Override
    public boolean addAll(Collection<? extends E> others) {
        return others instanceof HashSet ? map.addKeysOf(((HashSet<? extends E>) others).map) : super.addAll(others);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object clone() {
        return new HashSet<E>((HashMap<E, Object>) map.clone());
    }
}
