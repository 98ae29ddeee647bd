package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import reductio.FairLine;
import reductio.Model;
import reductio.Values;
import reductio.Waiting;

/** A bounded queue in a ring. What is asked of its elements one by one is asked under its lock. */
public class ArrayBlockingQueue<E> extends AbstractQueue<E>
        implements BlockingQueue<E>, QueueEach.Source, ThreadPoolExecutor.Served, java.io.Serializable {
    private final Sync sync = new Sync();
    /** The line of the lock if that is fair. */
    private FairLine line;
    private final Waiting notEmpty;
    private final Waiting notFull;
    private final Object[] items;
    private int head;
    private int count;

    /** The object whose monitor guards the queue. */
    private static final class Sync {}

    public ArrayBlockingQueue(int capacity) {
        items = new Object[checked(capacity)];
        notEmpty = new Waiting();
        notFull = new Waiting();
    }

    public ArrayBlockingQueue(int capacity, boolean fair) {
        items = new Object[checked(capacity)];
        if (fair) {
            line = new FairLine();
        }
        notEmpty = new Waiting(line);
        notFull = new Waiting(line);
    }

    private static int checked(int capacity) {
        if (capacity <= 0) {
            throw new IllegalArgumentException();
        }
        return capacity;
    }

    /** Takes the lock. */
    private void enter() {
        FairLine line = this.line;
        if (line == null) {
            Model.acquire(sync);
        } else {
            line.enter(sync);
        }
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
        return put$now(element);
    }

    private boolean put$now(E element) {
        check(element);
        enter();
        boolean room = count < items.length;
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
        enter();
        while (count == items.length) {
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
        enter();
        E element = count == 0 ? null : dequeue();
        Model.release(sync);
        return element;
    }

    @Override
    public E take() throws InterruptedException {
        return await$some();
    }

    private E await$some() throws InterruptedException {
        enter();
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
    @SuppressWarnings("unchecked")
    public E peek() {
        enter();
        E element = count == 0 ? null : (E) items[head];
        Model.release(sync);
        return element;
    }

    @Override
    public int size() {
        return count();
    }

    private int count() {
        enter();
        int result = count;
        Model.release(sync);
        return result;
    }

    @Override
    public int remainingCapacity() {
        return items.length - count();
    }

    @Override
    public boolean remove(Object element) {
        enter();
        try {
            int at = find(element);
            if (at >= 0) {
                removeAt(at);
            }
            return at >= 0;
        } finally {
            Model.release(sync);
        }
    }

    private void removeAt(int at) {
        for (int i = at; i < count - 1; i++) {
            items[(head + i) % items.length] = items[(head + i + 1) % items.length];
        }
        items[(head + count - 1) % items.length] = null;
        count--;
        notFull.signal(sync);
    }

    @Override
    public void remove$same(int at, Object element) {
        enter();
        if (at >= count || !Values.isSame(element, items[(head + at) % items.length])) {
            at = count - 1;
            while (at >= 0 && !Values.isSame(element, items[(head + at) % items.length])) {
                at--;
            }
        }
        if (at >= 0) {
            removeAt(at);
        }
        Model.release(sync);
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        return keep(filter, null, false);
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        Objects.requireNonNull(others);
        return keep(null, others, true);
    }

    @Override
    public boolean retainAll(Collection<?> others) {
        Objects.requireNonNull(others);
        return keep(null, others, false);
    }

    /** Takes out what a filter holds of, or what is in a collection, or what is not. All of them are asked before one goes. */
    @SuppressWarnings("unchecked")
    private boolean keep(Predicate<? super E> filter, Collection<?> others, boolean those) {
        enter();
        try {
            Object[] all = copy();
            Object[] kept = new Object[all.length];
            int left = 0;
            for (int i = 0; i < all.length; i++) {
                if (!(filter != null ? filter.test((E) all[i]) : others.contains(all[i]) == those)) {
                    kept[left++] = all[i];
                }
            }
            for (int i = 0; i < all.length; i++) {
                items[(head + i) % items.length] = i < left ? kept[i] : null;
            }
            count = left;
            for (int i = left; i < all.length; i++) {
                notFull.signal(sync);
            }
            return left < all.length;
        } finally {
            Model.release(sync);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        enter();
        try {
            for (Object element : copy()) {
                action.accept((E) element);
            }
        } finally {
            Model.release(sync);
        }
    }

    @Override
    public void clear() {
        enter();
        while (count > 0) {
            dequeue();
        }
        Model.release(sync);
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
        enter();
        try {
            return find(element) >= 0;
        } finally {
            Model.release(sync);
        }
    }

    @Override
    public int drainTo(Collection<? super E> into) {
        return drainTo(into, Integer.MAX_VALUE);
    }

    @Override
    @SuppressWarnings("unchecked")
    public int drainTo(Collection<? super E> into, int most) {
        Objects.requireNonNull(into);
        if (into == this) {
            throw new IllegalArgumentException();
        }
        if (most <= 0) {
            return 0;
        }
        enter();
        try {
            int taken = 0;
            while (taken < most && count > 0) {
                into.add((E) items[head]);
                dequeue();
                taken++;
            }
            return taken;
        } finally {
            Model.release(sync);
        }
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
        enter();
        Object[] all = copy();
        Model.release(sync);
        return all;
    }

    private Object[] copy() {
        Object[] all = new Object[count];
        for (int i = 0; i < all.length; i++) {
            all[i] = items[(head + i) % items.length];
        }
        return all;
    }

    @Override
    public String toString() {
        return Arrays.asList(toArray()).toString();
    }

    @Override
    public Iterator<E> iterator() {
        return new QueueEach<E>(this);
    }

    @Override
    public boolean serve$pool(Object lock) {
        return notEmpty.guard(lock) && Model.className(this).equals("java.util.concurrent.ArrayBlockingQueue");
    }
}
