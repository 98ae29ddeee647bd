package java.util;

/** What lists share whose elements are reached one after the other. */
public abstract class AbstractSequentialList<E> extends AbstractList<E> {
    protected AbstractSequentialList() {}

    public abstract ListIterator<E> listIterator(int index);

    @Override
    public Iterator<E> iterator() {
        return listIterator();
    }

    @Override
    public E get(int index) {
        return listIterator(index).next();
    }

    @Override
    public E set(int index, E element) {
        ListIterator<E> at = listIterator(index);
        E old = at.next();
        at.set(element);
        return old;
    }

    @Override
    public void add(int index, E element) {
        listIterator(index).add(element);
    }

    @Override
    public E remove(int index) {
        ListIterator<E> at = listIterator(index);
        E old = at.next();
        at.remove();
        return old;
    }
}
