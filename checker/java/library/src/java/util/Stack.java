package java.util;

/** As in Java. */
public class Stack<E> extends Vector<E> {
    public Stack() {}

    public E push(E element) {
        addElement(element);
        return element;
    }

    public synchronized E pop() {
        int size = size();
        E top = peek();
        removeElementAt(size - 1);
        return top;
    }

    public synchronized E peek() {
        int size = size();
        if (size == 0) {
            throw new EmptyStackException();
        }
        return elementAt(size - 1);
    }

    public boolean empty() {
        return size() == 0;
    }

    public synchronized int search(Object element) {
        int at = lastIndexOf(element);
        return at < 0 ? -1 : size() - at;
    }
}
