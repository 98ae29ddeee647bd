package java.util.concurrent;

import java.util.Collection;
import java.util.Queue;

/** As in Java. */
public interface BlockingQueue<E> extends Queue<E> {
    boolean add(E element);
    boolean offer(E element);
    void put(E element) throws InterruptedException;
    boolean offer(E element, long time, TimeUnit unit) throws InterruptedException;
    E take() throws InterruptedException;
    E poll(long time, TimeUnit unit) throws InterruptedException;
    int remainingCapacity();
    boolean remove(Object element);
    boolean contains(Object element);
    int drainTo(Collection<? super E> into);
    int drainTo(Collection<? super E> into, int most);
}
