/** Two classes whose initializers need each other, first used by two threads: each may wait for the other for ever. */
public class InitDeadlock {
    static class Left {
        static final int VALUE = Right.half() + 1;

        static int half() {
            return 1;
        }
    }

    static class Right {
        static final int VALUE = Left.half() + 1;

        static int half() {
            return 2;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> System.out.println(Left.VALUE));
        other.start();
        System.out.println(Right.VALUE);
        other.join();
    }
}
