package java.util;

import reductio.Model;

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
        return isPlain(this) ? map.hashOfKeys() : super.hashCode();
    }

    @Override
    public Object[] toArray() {
        return map.keySet().toArray();
    }

    @Override
    public <T> T[] toArray(T[] into) {
        return map.keySet().toArray(into);
    }

    @Override
    public boolean containsAll(Collection<?> others) {
        return others instanceof HashSet && isPlain(this) && isPlain(others) ? map.hasKeysOf(((HashSet<?>) others).map)
            : super.containsAll(others);
    }

    @Override
    @SuppressWarnings("unchecked")
    public boolean addAll(Collection<? extends E> others) {
        if (!(others instanceof HashSet) || map.isOrdered() || !isPlain(this) || !isPlain(others)) {
            return super.addAll(others);
        }
        // Nobody can see in which order they come.
        boolean changed = false;
        for (Object element : ((HashSet<?>) others).map.keysAsInserted()) {
            changed |= map.put((E) element, Boolean.TRUE) == null;
        }
        return changed;
    }

    private static boolean isPlain(Object set) {
        String name = Model.className(set);
        return name.equals("java.util.HashSet") || name.equals("java.util.LinkedHashSet");
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object clone() {
        if (!isPlain(this)) {
            Model.unsupported("the copy of an object of a class below HashSet");
        }
        return new HashSet<E>((HashMap<E, Object>) map.clone());
    }
}
