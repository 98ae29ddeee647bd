package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import reductio.Model;
import reductio.Values;
import reductio.Waiting;

/**
 * A queue of linked nodes. One lock guards both ends (Java has two, whose holders are ordered by the counter all the same, and of which
 * `drainTo` takes one only: where that can be noticed, it is said); to find it empty takes no lock.
 */
public class LinkedBlockingQueue<E> extends AbstractQueue<E>
        implements BlockingQueue<E>, QueueEach.Source, ThreadPoolExecutor.Served, java.io.Serializable {
    private final Sync sync = new Sync();
    private final Waiting notEmpty = new Waiting();
    private final Waiting notFull = new Waiting();
    private final int capacity;
    private Node<E> first;
    private Node<E> last;
    private volatile int count;

    /** The object whose monitor guards the queue. */
    private static final class Sync {}

    private static final class Node<E> {
        final E item;
        Node<E> next;

        Node(E item) {
            this.item = item;
        }
    }

    public LinkedBlockingQueue() {
        capacity = Integer.MAX_VALUE;
    }

    public LinkedBlockingQueue(int capacity) {
        if (capacity <= 0) {
            throw new IllegalArgumentException();
        }
        this.capacity = capacity;
    }

    public LinkedBlockingQueue(Collection<? extends E> others) {
        this();
        addAll(others);
    }

    private static void check(Object element) {
        if (element == null) {
            throw new NullPointerException();
        }
    }

    private void enqueue(E element) {
        Node<E> node = new Node<>(element);
        if (first == null) {
            first = node;
        } else {
            last.next = node;
        }
        last = node;
        count = count + 1;
        notEmpty.signal(sync);
    }

    private E dequeue() {
        Node<E> node = first;
        first = node.next;
        count = count - 1;
        notFull.signal(sync);
        return node.item;
    }

    @Override
    public boolean offer(E element) {
        return put$now(element);
    }

    private boolean put$now(E element) {
        check(element);
        if (count == capacity) {
            return false;
        }
        Model.acquire(sync);
        boolean room = count < capacity;
        if (room) {
            enqueue(element);
        }
        Model.release(sync);
        return room;
    }

    @Override
    public void put(E element) throws InterruptedException {
        put$soon(element);
    }

    private void put$soon(E element) throws InterruptedException {
        check(element);
        Model.acquire(sync);
        while (count == capacity) {
            notFull.await(sync);
        }
        enqueue(element);
        Model.release(sync);
    }

    /** Offers the element now; if there is no room, the time is over. */
    @Override
    public boolean offer(E element, long time, TimeUnit unit) throws InterruptedException {
        check(element);
        Values.use(unit);
        if (time == Long.MAX_VALUE) {
            put$soon(element);
            return true;
        }
        return put$now(element);
    }

    @Override
    public E poll() {
        return take$now();
    }

    private E take$now() {
        if (count == 0) {
            return null;
        }
        Model.acquire(sync);
        E element = count == 0 ? null : dequeue();
        Model.release(sync);
        return element;
    }

    @Override
    public E take() throws InterruptedException {
        return await$some();
    }

    private E await$some() throws InterruptedException {
        Model.acquire(sync);
        while (count == 0) {
            notEmpty.await(sync);
        }
        E element = dequeue();
        Model.release(sync);
        return element;
    }

    /** Takes an element that is there now; if there is none, the time is over, but for the longest that there is. */
    @Override
    public E poll(long time, TimeUnit unit) throws InterruptedException {
        Values.use(unit);
        return time == Long.MAX_VALUE ? await$some() : take$now();
    }

    @Override
    public E peek() {
        if (count == 0) {
            return null;
        }
        Model.acquire(sync);
        E element = count == 0 ? null : first.item;
        Model.release(sync);
        return element;
    }

    @Override
    public int size() {
        return count;
    }

    @Override
    public int remainingCapacity() {
        return capacity - count;
    }

    @Override
    public boolean remove(Object element) {
        Model.acquire(sync);
        try {
            Node<E> before = null;
            Node<E> node = first;
            while (node != null && !Values.equal(element, node.item)) {
                before = node;
                node = node.next;
            }
            if (node != null) {
                unlink(before, node);
            }
            return node != null;
        } finally {
            Model.release(sync);
        }
    }

    private void unlink(Node<E> before, Node<E> node) {
        if (before == null) {
            first = node.next;
        } else {
            before.next = node.next;
            if (node.next == null) {
                last = before;
            }
        }
        count = count - 1;
        notFull.signal(sync);
    }

    @Override
    public void remove$same(int at, Object element) {
        Model.acquire(sync);
        Node<E> before = null;
        Node<E> node = first;
        for (int i = 0; i < at && node != null; i++) {
            before = node;
            node = node.next;
        }
        if (node == null || !Values.isSame(element, node.item)) {
            before = null;
            node = first;
            while (node != null && !Values.isSame(element, node.item)) {
                before = node;
                node = node.next;
            }
        }
        if (node != null) {
            unlink(before, node);
        }
        Model.release(sync);
    }

    @Override
    public void clear() {
        Model.acquire(sync);
        while (count > 0) {
            dequeue();
        }
        Model.release(sync);
    }

    @Override
    public boolean contains(Object element) {
        Model.acquire(sync);
        try {
            Node<E> node = first;
            while (node != null && !Values.equal(element, node.item)) {
                node = node.next;
            }
            return node != null;
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
        if (most <= 0) {
            return 0;
        }
        if (!isQuiet(into)) {
            Model.only("that others put elements into a LinkedBlockingQueue while drainTo adds its elements to a collection of another class");
        }
        Model.acquire(sync);
        int added = 0;
        try {
            int all = Math.min(most, count);
            for (Node<E> node = first; added < all; node = node.next) {
                into.add(node.item);
                added++;
            }
            return all;
        } finally {
            for (int i = 0; i < added; i++) {
                dequeue();
            }
            Model.release(sync);
        }
    }

    /** Whether to add to a collection takes no lock, calls nothing of the user, and can be seen by no other thread. */
    private static boolean isQuiet(Object collection) {
        String name = Model.className(collection);
        return name.equals("java.util.ArrayList") || name.equals("java.util.LinkedList") || name.equals("java.util.ArrayDeque");
    }

    @Override
    public String toString() {
        return Arrays.asList(toArray()).toString();
    }

    @Override
    public Object[] toArray() {
        return all$now();
    }

    @Override
    public <T> T[] toArray(T[] into) {
        return Values.into(all$now(), into);
    }

    @Override
    public Object[] all$now() {
        Model.acquire(sync);
        Object[] all = new Object[count];
        int at = 0;
        for (Node<E> node = first; node != null; node = node.next) {
            all[at++] = node.item;
        }
        Model.release(sync);
        return all;
    }

    /**
     * Takes out what a filter holds of. Java asks and takes out in parts, with the locks held for each: as from an iterator, which says
     * what is not explored where others change the queue meanwhile.
     */
    private boolean sift(Predicate<? super E> filter) {
        boolean changed = false;
        Iterator<E> each = new QueueEach<E>(this);
        while (each.hasNext()) {
            if (filter.test(each.next())) {
                each.remove();
                changed = true;
            }
        }
        return changed;
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        return sift(filter);
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
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        Iterator<E> each = new QueueEach<E>(this);
        while (each.hasNext()) {
            action.accept(each.next());
        }
    }

    @Override
    public Iterator<E> iterator() {
        return new QueueEach<E>(this);
    }

    @Override
    public boolean serve$pool(Object lock) {
        return notEmpty.guard(lock) && Model.className(this).equals("java.util.concurrent.LinkedBlockingQueue");
    }
}
