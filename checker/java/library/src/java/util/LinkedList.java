package java.util;

import reductio.Values;

/** A list of linked nodes. */
public class LinkedList<E> extends AbstractSequentialList<E>
        implements List<E>, Deque<E>, Cloneable, java.io.Serializable {
    private int size;
    private Node<E> first;
    private Node<E> last;

    private static final class Node<E> {
        E item;
        Node<E> next;
        Node<E> prev;

        Node(Node<E> prev, E item, Node<E> next) {
            this.item = item;
            if (next != null) {
                this.next = next;
            }
            if (prev != null) {
                this.prev = prev;
            }
        }
    }

    public LinkedList() {}

    public LinkedList(Collection<? extends E> others) {
        addAll(others);
    }

    /** Puts an element in front of a node, or at the end if there is no node. */
    private void link(E element, Node<E> next) {
        Node<E> prev = next == null ? last : next.prev;
        Node<E> node = new Node<>(prev, element, next);
        if (next == null) {
            last = node;
        } else {
            next.prev = node;
        }
        if (prev == null) {
            first = node;
        } else {
            prev.next = node;
        }
        size++;
        modCount++;
    }

    private E unlink(Node<E> node) {
        E element = node.item;
        Node<E> next = node.next;
        Node<E> prev = node.prev;
        if (prev == null) {
            first = next;
        } else {
            prev.next = next;
            node.prev = null;
        }
        if (next == null) {
            last = prev;
        } else {
            next.prev = prev;
            node.next = null;
        }
        node.item = null;
        size--;
        modCount++;
        return element;
    }

    private Node<E> at(int index) {
        Node<E> node = first;
        for (int i = 0; i < index; i++) {
            node = node.next;
        }
        return node;
    }

    private static void check(int index, int size) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + size);
        }
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean add(E element) {
        link(element, null);
        return true;
    }

    @Override
    public void add(int index, E element) {
        int size = this.size;
        checkPosition(index, size);
        link(element, index == size ? null : at(index));
    }

    @Override
    public boolean addAll(Collection<? extends E> others) {
        return addAll(size, others);
    }

    @Override
    @SuppressWarnings("unchecked")
    public boolean addAll(int index, Collection<? extends E> others) {
        int size = this.size;
        checkPosition(index, size);
        Object[] added = others.toArray();
        Node<E> next = index == size ? null : at(index);
        for (int i = 0; i < added.length; i++) {
            link((E) added[i], next);
        }
        return added.length > 0;
    }

    @Override
    public E get(int index) {
        check(index, size);
        return at(index).item;
    }

    @Override
    public E set(int index, E element) {
        check(index, size);
        Node<E> node = at(index);
        E old = node.item;
        node.item = element;
        return old;
    }

    @Override
    public E remove(int index) {
        check(index, size);
        return unlink(at(index));
    }

    @Override
    public boolean removeFirstOccurrence(Object element) {
        return remove(element);
    }

    @Override
    public boolean remove(Object element) {
        for (Node<E> node = first; node != null; node = node.next) {
            if (Values.equal(element, node.item)) {
                unlink(node);
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean removeLastOccurrence(Object element) {
        for (Node<E> node = last; node != null; node = node.prev) {
            if (Values.equal(element, node.item)) {
                unlink(node);
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean contains(Object element) {
        return indexOf(element) >= 0;
    }

    @Override
    public int indexOf(Object element) {
        int index = 0;
        for (Node<E> node = first; node != null; node = node.next) {
            if (Values.equal(element, node.item)) {
                return index;
            }
            index++;
        }
        return -1;
    }

    @Override
    public int lastIndexOf(Object element) {
        int index = size - 1;
        for (Node<E> node = last; node != null; node = node.prev) {
            if (Values.equal(element, node.item)) {
                return index;
            }
            index--;
        }
        return -1;
    }

    @Override
    public void clear() {
        first = null;
        last = null;
        size = 0;
        modCount++;
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
        Object[] all = new Object[size];
        int at = 0;
        for (Node<E> node = first; node != null; node = node.next) {
            all[at++] = node.item;
        }
        return all;
    }

    @Override
    public Object clone() {
        return new LinkedList<E>(this);
    }

    @Override
    public void addFirst(E element) {
        Node<E> old = first;
        Node<E> node = new Node<>(null, element, old);
        first = node;
        if (old == null) {
            last = node;
        } else {
            old.prev = node;
        }
        size++;
        modCount++;
    }

    @Override
    public void addLast(E element) {
        link(element, null);
    }

    @Override
    public boolean offer(E element) {
        return add(element);
    }

    @Override
    public boolean offerFirst(E element) {
        addFirst(element);
        return true;
    }

    @Override
    public boolean offerLast(E element) {
        addLast(element);
        return true;
    }

    @Override
    public void push(E element) {
        addFirst(element);
    }

    private static <E> Node<E> there(Node<E> node) {
        if (node == null) {
            throw new NoSuchElementException();
        }
        return node;
    }

    @Override
    public E getFirst() {
        return there(first).item;
    }

    @Override
    public E getLast() {
        return there(last).item;
    }

    @Override
    public E removeFirst() {
        return unlink(there(first));
    }

    @Override
    public E removeLast() {
        return unlink(there(last));
    }

    @Override
    public E remove() {
        return removeFirst();
    }

    @Override
    public E pop() {
        return removeFirst();
    }

    @Override
    public E element() {
        return getFirst();
    }

    @Override
    public E peek() {
        Node<E> node = first;
        return node == null ? null : node.item;
    }

    @Override
    public E peekFirst() {
        Node<E> node = first;
        return node == null ? null : node.item;
    }

    @Override
    public E peekLast() {
        Node<E> node = last;
        return node == null ? null : node.item;
    }

    @Override
    public E poll() {
        Node<E> node = first;
        return node == null ? null : unlink(node);
    }

    @Override
    public E pollFirst() {
        Node<E> node = first;
        return node == null ? null : unlink(node);
    }

    @Override
    public E pollLast() {
        Node<E> node = last;
        return node == null ? null : unlink(node);
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        checkPosition(index, size);
        return new Nodes<E>(this, index);
    }

    private static final class Nodes<E> implements ListIterator<E> {
        private final LinkedList<E> list;
        private Node<E> next;
        private Node<E> returned;
        private int index;
        private int expected;

        Nodes(LinkedList<E> list, int index) {
            this.list = list;
            next = list.at(index);
            if (index != 0) {
                this.index = index;
            }
            expected = list.modCount;
        }

        private void check() {
            if (list.modCount != expected) {
                throw new ConcurrentModificationException();
            }
        }

        @Override
        public boolean hasNext() {
            return index < list.size;
        }

        @Override
        public E next() {
            check();
            if (index >= list.size) {
                throw new NoSuchElementException();
            }
            Node<E> node = next;
            returned = node;
            next = node.next;
            index++;
            return node.item;
        }

        @Override
        public boolean hasPrevious() {
            return index > 0;
        }

        @Override
        public E previous() {
            check();
            if (index <= 0) {
                throw new NoSuchElementException();
            }
            Node<E> node = next == null ? list.last : next.prev;
            next = node;
            returned = node;
            index--;
            return node.item;
        }

        @Override
        public int nextIndex() {
            return index;
        }

        @Override
        public int previousIndex() {
            return index - 1;
        }

        @Override
        public void remove() {
            check();
            Node<E> node = returned;
            if (node == null) {
                throw new IllegalStateException();
            }
            Node<E> after = node.next;
            list.unlink(node);
            if (next == node) {
                next = after;
            } else {
                index--;
            }
            returned = null;
            expected++;
        }

        @Override
        public void set(E element) {
            if (returned == null) {
                throw new IllegalStateException();
            }
            check();
            returned.item = element;
        }

        @Override
        public void add(E element) {
            check();
            returned = null;
            list.link(element, next);
            index++;
            expected++;
        }
    }

    @Override
    public Iterator<E> descendingIterator() {
        ListIterator<E> each = new Nodes<E>(this, size());
        return new Iterator<E>() {
            @Override
            public boolean hasNext() {
                return each.hasPrevious();
            }

            @Override
            public E next() {
                return each.previous();
            }

            @Override
            public void remove() {
                each.remove();
            }
        };
    }
}
