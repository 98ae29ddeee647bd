package java.util;

import reductio.Values;

/** What sets share. */
public abstract class AbstractSet<E> extends AbstractCollection<E> implements Set<E> {
    protected AbstractSet() {}

    @Override
    public boolean equals(Object other) {
        if (other == this) {
            return true;
        }
        if (!(other instanceof Set)) {
            return false;
        }
        Collection<?> others = (Collection<?>) other;
        return others.size() == size() && containsAll(others);
    }

    @Override
    public int hashCode() {
        int hash = 0;
        Iterator<E> each = iterator();
        while (each.hasNext()) {
            E element = each.next();
            hash += element == null ? 0 : element.hashCode();
        }
        return hash;
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        boolean changed = false;
        if (size() > others.size()) {
            for (Object other : others) {
                changed |= remove(other);
            }
        } else {
            for (Iterator<?> each = iterator(); each.hasNext(); ) {
                if (others.contains(each.next())) {
                    each.remove();
                    changed = true;
                }
            }
        }
        return changed;
    }
}
