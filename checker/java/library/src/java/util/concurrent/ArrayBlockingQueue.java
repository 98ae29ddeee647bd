package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import reductio.Model;
import reductio.Values;
import reductio.Waiting;

/** A bounded queue in a ring. Its iterators go through a copy. */
public class ArrayBlockingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E>, java.io.Serializable {
    private final Sync sync = new Sync();
    private final Waiting notEmpty = new Waiting();
    private final Waiting notFull = new Waiting();
    private final Object[] items;
    private int head;
    private int count;

    /** The object whose monitor guards the queue. */
    private static final class Sync {}

    public ArrayBlockingQueue(int capacity) {
        if (capacity <= 0) {
            throw new IllegalArgumentException();
        }
        items = new Object[capacity];
    }

    public ArrayBlockingQueue(int capacity, boolean fair) {
        this(capacity);
    }

    private static void check(Object element) {
        if (element == null) {
            throw new NullPointerException();
        }
    }

    private void enqueue(E element) {
        Object[] items = this.items;
        int count = this.count;
        items[(head + count) % items.length] = element;
        this.count = count + 1;
        notEmpty.signal(sync);
    }

    @SuppressWarnings("unchecked")
    private E dequeue() {
        Object[] items = this.items;
        int at = head;
        E element = (E) items[at];
        items[at] = null;
        head = at + 1 == items.length ? 0 : at + 1;
        count--;
        notFull.signal(sync);
        return element;
    }

    @Override
    public boolean offer(E element) {
        check(element);
        Model.acquire(sync);
        boolean room = count < items.length;
        if (room) {
            enqueue(element);
        }
        Model.release(sync);
        return room;
    }

    @Override
    public void put(E element) throws InterruptedException {
        check(element);
        Model.acquire(sync);
        while (count == items.length) {
            notFull.await(sync);
        }
        enqueue(element);
        Model.release(sync);
    }

    /** Offers the element now; if there is no room, the time is over. */
    @Override
    public boolean offer(E element, long time, TimeUnit unit) throws InterruptedException {
        return offer(element);
    }

    @Override
    public E poll() {
        Model.acquire(sync);
        E element = count == 0 ? null : dequeue();
        Model.release(sync);
        return element;
    }

    @Override
    public E take() throws InterruptedException {
        Model.acquire(sync);
        while (count == 0) {
            notEmpty.await(sync);
        }
        E element = dequeue();
        Model.release(sync);
        return element;
    }

    /** Takes an element that is there now; if there is none, the time is over. */
    @Override
    public E poll(long time, TimeUnit unit) throws InterruptedException {
        return poll();
    }

    @Override
    @SuppressWarnings("unchecked")
    public E peek() {
        Model.acquire(sync);
        E element = count == 0 ? null : (E) items[head];
        Model.release(sync);
        return element;
    }

    @Override
    public int size() {
        Model.acquire(sync);
        int result = count;
        Model.release(sync);
        return result;
    }

    @Override
    public int remainingCapacity() {
        return items.length - size();
    }

    @Override
    public boolean remove(Object element) {
        Model.acquire(sync);
        int at = find(element);
        if (at >= 0) {
            for (int i = at; i < count - 1; i++) {
                items[(head + i) % items.length] = items[(head + i + 1) % items.length];
            }
            items[(head + count - 1) % items.length] = null;
            count--;
            notFull.signal(sync);
        }
        Model.release(sync);
        return at >= 0;
    }

    private int find(Object element) {
        if (element != null) {
            for (int i = 0; i < count; i++) {
                if (Values.equal(element, items[(head + i) % items.length])) {
                    return i;
                }
            }
        }
        return -1;
    }

    @Override
    public boolean contains(Object element) {
        Model.acquire(sync);
        boolean found = find(element) >= 0;
        Model.release(sync);
        return found;
    }

    @Override
    public int drainTo(Collection<? super E> into) {
        return drainTo(into, Integer.MAX_VALUE);
    }

    @Override
    public int drainTo(Collection<? super E> into, int most) {
        if (into == this) {
            throw new IllegalArgumentException();
        }
        Model.acquire(sync);
        int taken = 0;
        while (taken < most && count > 0) {
            into.add(dequeue());
            taken++;
        }
        Model.release(sync);
        return taken;
    }

    @Override
    public Object[] toArray() {
        Model.acquire(sync);
        Object[] all = new Object[count];
        for (int i = 0; i < all.length; i++) {
            all[i] = items[(head + i) % items.length];
        }
        Model.release(sync);
        return all;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Iterator<E> iterator() {
        return (Iterator<E>) new CopyOnWriteArrayList.Each<Object>(toArray(), 0);
    }
}
