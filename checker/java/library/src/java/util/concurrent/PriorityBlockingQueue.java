package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.PriorityQueue;
import reductio.Model;
import reductio.Waiting;

/** An unbounded queue by order: a `PriorityQueue` inside, guarded by a lock. Its iterators go through a copy. */
public class PriorityBlockingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E>, java.io.Serializable {
    private final Sync sync = new Sync();
    private final Waiting notEmpty = new Waiting();
    private final PriorityQueue<E> queue;

    /** The object whose monitor guards the queue. */
    private static final class Sync {}

    public PriorityBlockingQueue() {
        queue = new PriorityQueue<>();
    }

    public PriorityBlockingQueue(int capacity) {
        queue = new PriorityQueue<>(capacity);
    }

    public PriorityBlockingQueue(int capacity, Comparator<? super E> order) {
        queue = new PriorityQueue<>(capacity, order);
    }

    @Override
    public boolean offer(E element) {
        Model.acquire(sync);
        try {
            queue.offer(element);
            notEmpty.signal(sync);
        } finally {
            Model.release(sync);
        }
        return true;
    }

    @Override
    public void put(E element) {
        offer(element);
    }

    @Override
    public boolean offer(E element, long time, TimeUnit unit) {
        return offer(element);
    }

    @Override
    public E poll() {
        Model.acquire(sync);
        try {
            return queue.poll();
        } finally {
            Model.release(sync);
        }
    }

    @Override
    public E take() throws InterruptedException {
        Model.acquire(sync);
        try {
            E element = queue.poll();
            while (element == null) {
                notEmpty.await(sync);
                element = queue.poll();
            }
            return element;
        } finally {
            Model.release(sync);
        }
    }

    /** Takes an element that is there now; if there is none, the time is over. */
    @Override
    public E poll(long time, TimeUnit unit) throws InterruptedException {
        return poll();
    }

    @Override
    public E peek() {
        Model.acquire(sync);
        E element = queue.peek();
        Model.release(sync);
        return element;
    }

    @Override
    public int size() {
        Model.acquire(sync);
        int size = queue.size();
        Model.release(sync);
        return size;
    }

    @Override
    public int remainingCapacity() {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean remove(Object element) {
        Model.acquire(sync);
        try {
            return queue.remove(element);
        } finally {
            Model.release(sync);
        }
    }

    @Override
    public boolean contains(Object element) {
        Model.acquire(sync);
        try {
            return queue.contains(element);
        } finally {
            Model.release(sync);
        }
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
        try {
            int taken = 0;
            while (taken < most && !queue.isEmpty()) {
                into.add(queue.poll());
                taken++;
            }
            return taken;
        } finally {
            Model.release(sync);
        }
    }

    @Override
    public Object[] toArray() {
        Model.acquire(sync);
        Object[] all = queue.toArray();
        Model.release(sync);
        return all;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Iterator<E> iterator() {
        return (Iterator<E>) new CopyOnWriteArrayList.Each<Object>(toArray(), 0);
    }
}
