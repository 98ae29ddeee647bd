/** Puts items into the buffer, and halts it. */
class Producer extends Thread {
    private final Buffer buffer;
    private final int items;

    Producer(Buffer buffer, int items) {
        this.buffer = buffer;
        this.items = items;
    }

    @Override
    public void run() {
        try {
            for (int i = 1; i <= items; i++)
                buffer.put(new Item(i, i * i));
            buffer.halt();
        } catch (InterruptedException e) {
            return;
        }
    }
}
