/** A first-in first-out buffer of items. */
class Buffer {
    private final Item[] items;
    private int first;
    private int used;
    private boolean halted;

    Buffer(int capacity) {
        items = new Item[capacity];
    }

    /** Waits until there is room, and puts in one item. */
    synchronized void put(Item item) throws InterruptedException {
        while (used == items.length)
            wait();
        items[(first + used) % items.length] = item;
        used = used + 1;
        notifyAll();
    }

    /** Waits until there is an item, and takes out the oldest one. */
    synchronized Item get() throws HaltException, InterruptedException {
        while (used == 0) {
            if (halted)
                throw new HaltException();
            wait();
        }
        Item item = items[first];
        items[first] = null;
        first = (first + 1) % items.length;
        used = used - 1;
        notifyAll();
        return item;
    }

    /** Says that no more items come. */
    synchronized void halt() {
        halted = true;
        notifyAll();
    }
}
