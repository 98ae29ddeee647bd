/** An initializer that starts a thread which needs the class, and waits for it: both wait for ever. */
public class InitThread {
    static int value = 1;

    static {
        Thread thread = new Thread(() -> value++);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        System.out.println(value);
    }
}
