package java.util;

import reductio.Values;

/** What collections share. */
public abstract class AbstractCollection<E> implements Collection<E> {
    protected AbstractCollection() {}

    public abstract Iterator<E> iterator();
    public abstract int size();

    @Override
    public boolean isEmpty() {
        return size() == 0;
    }

    @Override
    public boolean contains(Object element) {
        Iterator<E> each = iterator();
        while (each.hasNext()) {
            if (Values.equal(element, each.next())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Object[] toArray() {
        return all();
    }

    private Object[] all() {
        Object[] all = new Object[size()];
        Iterator<E> each = iterator();
        for (int i = 0; i < all.length; i++) {
            if (!each.hasNext()) {
                return Arrays.copyOf(all, i);
            }
            all[i] = each.next();
        }
        int count = all.length;
        while (each.hasNext()) {
            all = Arrays.copyOf(all, count + 1);
            all[count++] = each.next();
        }
        return all;
    }

    @Override
    public <T> T[] toArray(T[] into) {
        return Values.into(all(), into);
    }

    @Override
    public boolean add(E element) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean remove(Object element) {
        Iterator<E> each = iterator();
        while (each.hasNext()) {
            if (Values.equal(element, each.next())) {
                each.remove();
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean containsAll(Collection<?> others) {
        for (Object other : others) {
            if (!contains(other)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean addAll(Collection<? extends E> others) {
        boolean changed = false;
        for (E other : others) {
            changed |= add(other);
        }
        return changed;
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        return keep(others, false);
    }

    @Override
    public boolean retainAll(Collection<?> others) {
        return keep(others, true);
    }

    private boolean keep(Collection<?> others, boolean those) {
        if (others == null) {
            throw new NullPointerException();
        }
        boolean changed = false;
        Iterator<E> each = iterator();
        while (each.hasNext()) {
            if (others.contains(each.next()) != those) {
                each.remove();
                changed = true;
            }
        }
        return changed;
    }

    @Override
    public void clear() {
        Iterator<E> each = iterator();
        while (each.hasNext()) {
            each.next();
            each.remove();
        }
    }

    @Override
    public String toString() {
        return Values.elements(this, iterator());
    }
}
