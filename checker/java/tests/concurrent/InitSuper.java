/** A class without an initializer is initialized too: it waits for the one above it, which needs it. */
public class InitSuper {
    static class Above {
        static Object made = new Below();
    }

    static class Below extends Above {
        static void use() {}
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread other = new Thread(() -> Below.use());
        other.start();
        Object made = Above.made;
        other.join();
        assert made != null;
    }
}
