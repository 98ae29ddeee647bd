package reductio;

/**
 * The threads that wait for a condition of a lock, which guards the list: first come, first served. Each waits on its own node, whose
 * monitor it takes before it gives the lock back, so that no wake-up is lost. Who was signalled takes the lock again like anybody who
 * comes for it, in any order, as Java leaves open; if the lock is fair, the signal gives a place in its line.
 */
public final class Waiting {
    private static final int WOKEN = 1;
    private static final int LEFT = 2;

    private Node first;
    /** The line of the lock if that is fair. */
    private FairLine line;

    private static class Node {
        Node next;
        int state;
        /** The place in the line of a fair lock, of a thread that was signalled. */
        Line.Place place;
    }

    public Waiting() {}

    /** Of a lock that has a line if it is fair, and null otherwise. */
    public Waiting(FairLine line) {
        if (line != null) {
            this.line = line;
        }
    }

    /** What stands before all nodes of those who may only be woken by who holds another lock. */
    private static final class Guard extends Node {
        final Object lock;

        Guard(Object lock) {
            this.lock = lock;
        }
    }

    private void signalBehind(Guard guard) {
        if (Model.depth(guard.lock) == 0) {
            Model.unsupported("putting a task into the queue of a ThreadPoolExecutor");
        }
        Node node = guard.next;
        while (node != null) {
            Node next = node.next;
            guard.next = next;
            if (wake(node)) {
                return;
            }
            node = next;
        }
    }

    private Node join() {
        Node node = new Node();
        Node last = first;
        if (last == null) {
            first = node;
        } else {
            Node next = last.next;
            while (next != null) {
                last = next;
                next = last.next;
            }
            last.next = node;
        }
        return node;
    }

    private void remove(Node node) {
        Node before = first;
        if (before == node) {
            first = node.next;
            return;
        }
        while (before != null && before.next != node) {
            before = before.next;
        }
        if (before != null) {
            before.next = node.next;
        }
    }

    private static int depth(Object lock) {
        int depth = Model.depth(lock);
        if (depth == 0) {
            throw new IllegalMonitorStateException();
        }
        return depth;
    }

    /** Gives the lock back, waits for a wake-up, spurious or not, and takes the lock as often as before. */
    public void await(Object lock) throws InterruptedException {
        if (Model.isSpurious()) {
            awaitTimed(lock);
            return;
        }
        int depth = depth(lock);
        Node node = join();
        synchronized (node) {
            for (int i = 0; i < depth; i++) {
                Model.release(lock);
            }
            node.wait();
        }
        enterAgain(lock, node, depth);
    }

    /** Takes the lock as often as before. Who has left instead of being signalled comes as a new one. */
    private void enterAgain(Object lock, Node node, int depth) {
        FairLine line = this.line;
        if (line == null) {
            Model.acquire(lock);
        } else if (node.state == WOKEN) {
            line.pass(lock, node.place);
        } else {
            line.enter(lock);
        }
        for (int i = 1; i < depth; i++) {
            Model.acquire(lock);
        }
    }

    /** As `await`, but the time may be over at any moment; then the result is false. */
    public boolean awaitTimed(Object lock) throws InterruptedException {
        int depth = depth(lock);
        Node node = join();
        boolean woken;
        synchronized (node) {
            for (int i = 0; i < depth; i++) {
                Model.release(lock);
            }
            node.wait(1);
            woken = node.state == WOKEN;
            if (!woken) {
                node.state = LEFT;
            }
        }
        enterAgain(lock, node, depth);
        if (!woken) {
            remove(node);
        }
        return woken;
    }

    private boolean wake(Node node) {
        synchronized (node) {
            if (node.state == LEFT) {
                return false;
            }
            FairLine line = this.line;
            if (line != null) {
                node.place = line.join();
            }
            node.state = WOKEN;
            node.notify();
            return true;
        }
    }

    /** Wakes the thread that has waited longest. */
    public void signal(Object lock) {
        depth(lock);
        Node node = first;
        if (node instanceof Guard) {
            signalBehind((Guard) node);
            return;
        }
        while (node != null) {
            Node next = node.next;
            first = next;
            if (wake(node)) {
                return;
            }
            node = next;
        }
    }

    /** Wakes all threads that wait. */
    public void signalAll(Object lock) {
        depth(lock);
        Node node = first;
        if (node != null) {
            first = null;
        }
        while (node != null) {
            wake(node);
            node = node.next;
        }
    }

    /** Lets nobody but those who hold another lock wake threads. False if others do that already, or if threads wait. */
    public boolean guard(Object other) {
        boolean may = first == null;
        first = new Guard(other);
        return may;
    }

    public boolean isEmpty() {
        return first == null;
    }
}
