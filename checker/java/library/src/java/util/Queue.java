package java.util;

/** As in Java. */
public interface Queue<E> extends Collection<E> {
    boolean add(E element);
    boolean offer(E element);
    E remove();
    E poll();
    E element();
    E peek();
}
