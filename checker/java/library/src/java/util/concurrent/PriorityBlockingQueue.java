package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.Predicate;
import reductio.Model;
import reductio.Values;
import reductio.Waiting;

/** An unbounded queue by order: a `PriorityQueue` inside, guarded by a lock. Its iterators go through a copy. */
public class PriorityBlockingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E>, ThreadPoolExecutor.Served, java.io.Serializable {
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
        return take$now();
    }

    private E take$now() {
        Model.acquire(sync);
        try {
            return queue.poll();
        } finally {
            Model.release(sync);
        }
    }

    @Override
    public E take() throws InterruptedException {
        return await$some();
    }

    private E await$some() throws InterruptedException {
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

    /** Takes an element that is there now; if there is none, the time is over, but for the longest that there is. */
    @Override
    public E poll(long time, TimeUnit unit) throws InterruptedException {
        Values.use(unit);
        return time == Long.MAX_VALUE ? await$some() : take$now();
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
        Objects.requireNonNull(into);
        if (into == this) {
            throw new IllegalArgumentException();
        }
        Model.acquire(sync);
        try {
            int taken = 0;
            while (taken < most && !queue.isEmpty()) {
                into.add(queue.peek());
                queue.poll();
                taken++;
            }
            return taken;
        } finally {
            Model.release(sync);
        }
    }

    @Override
    public Object[] toArray() {
        return all();
    }

    @Override
    public <T> T[] toArray(T[] into) {
        return Values.into(all(), into);
    }

    private Object[] all() {
        Model.acquire(sync);
        Object[] all = queue.toArray();
        Model.release(sync);
        return all;
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        return sift(filter);
    }

    private boolean sift(Predicate<? super E> filter) {
        Model.acquire(sync);
        try {
            return queue.removeIf(filter);
        } finally {
            Model.release(sync);
        }
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        Objects.requireNonNull(others);
        return sift(element -> others.contains(element));
    }

    @Override
    public boolean retainAll(Collection<?> others) {
        Objects.requireNonNull(others);
        return sift(element -> !others.contains(element));
    }

    @Override
    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        Model.acquire(sync);
        try {
            for (Object element : queue.toArray()) {
                action.accept((E) element);
            }
        } finally {
            Model.release(sync);
        }
    }

    @Override
    public void clear() {
        Model.acquire(sync);
        queue.clear();
        Model.release(sync);
    }

    @Override
    public String toString() {
        return Arrays.asList(toArray()).toString();
    }

    /** Goes through a copy, as in Java. */
    @Override
    public Iterator<E> iterator() {
        Object[] all = toArray();
        return new Iterator<E>() {
            private int next;
            private boolean isThere;

            @Override
            public boolean hasNext() {
                return next < all.length;
            }

            @Override
            @SuppressWarnings("unchecked")
            public E next() {
                if (next >= all.length) {
                    throw new java.util.NoSuchElementException();
                }
                isThere = true;
                return (E) all[next++];
            }

            @Override
            public void remove() {
                if (!isThere) {
                    throw new IllegalStateException();
                }
                isThere = false;
                Model.acquire(sync);
                queue.remove$same(all[next - 1]);
                Model.release(sync);
            }
        };
    }

    @Override
    public boolean serve$pool(Object lock) {
        return notEmpty.guard(lock) && Model.className(this).equals("java.util.concurrent.PriorityBlockingQueue");
    }
}
