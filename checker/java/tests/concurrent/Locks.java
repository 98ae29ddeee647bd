/** Two locks in two orders, through synchronized methods that may throw: the locks are given back, and a deadlock is left. */
public class Locks {
    private int value;

    synchronized void move(Locks other) {
        if (value < 0) {
            throw new IllegalStateException();
        }
        other.add(1);
        value--;
    }

    synchronized void add(int more) {
        value += more;
    }

    public static void main(String[] args) throws InterruptedException {
        Locks one = new Locks();
        Locks two = new Locks();
        Thread thread = new Thread(() -> one.move(two));
        thread.start();
        two.move(one);
        thread.join();
        assert one.value + two.value == 0;
    }
}
