/** A value is handed from one thread to another by wait and notify; there is neither a deadlock nor a failure. */
public class Hand {
    private Object value;

    synchronized void put(Object given) throws InterruptedException {
        while (value != null) {
            wait();
        }
        value = given;
        notifyAll();
    }

    synchronized Object take() throws InterruptedException {
        while (value == null) {
            wait();
        }
        Object taken = value;
        value = null;
        notifyAll();
        return taken;
    }

    public static void main(String[] args) throws InterruptedException {
        Hand hand = new Hand();
        Thread taker = new Thread() {
            @Override
            public void run() {
                try {
                    Object first = hand.take();
                    Object second = hand.take();
                    assert first != second;
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
        taker.start();
        hand.put(new Object());
        hand.put(new Object());
        taker.join();
    }
}
