/** Takes items out of the buffer until it is halted, and checks that each came, in order. */
class Consumer extends Thread {
    private final Buffer buffer;
    private final Item[] received;

    Consumer(Buffer buffer, int items) {
        this.buffer = buffer;
        received = new Item[items];
    }

    @Override
    public void run() {
        int count = 0;
        try {
            while (true) {
                received[count] = buffer.get();
                count = count + 1;
            }
        } catch (HaltException e) {
            assert count == received.length;
            for (int i = 0; i < count; i++) {
                assert received[i].number == i + 1;
                assert received[i].square == received[i].number * received[i].number;
            }
        } catch (InterruptedException e) {
            return;
        }
    }
}
