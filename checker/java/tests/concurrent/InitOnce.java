/** An initializer that prints, raced for by two threads: it runs once, and both see what it did. */
public class InitOnce {
    static class Lazy {
        static int value;

        static {
            System.out.println("once");
            value = 7;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            assert Lazy.value == 7;
        });
        other.start();
        assert Lazy.value == 7;
        other.join();
    }
}
