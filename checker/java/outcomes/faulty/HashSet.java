package faulty;

import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** A set that asks its elements for no hash code. */
public final class HashSet<E> extends AbstractSet<E> {
    private final List<E> all = new ArrayList<>();

    @Override
    public boolean contains(Object object) {
        return all.contains(object);
    }

    @Override
    public boolean add(E object) {
        return !all.contains(object) && all.add(object);
    }

    @Override
    public boolean remove(Object object) {
        return all.remove(object);
    }

    @Override
    public Iterator<E> iterator() {
        return all.iterator();
    }

    @Override
    public int size() {
        return all.size();
    }
}
