/** An initializer that computes for long, which several threads come to. */
public class InitLong {
    static class Long {
        static int value;

        static {
            int a = 1;
            int b = 1;
            for (int i = 0; i < 100_000; i++) {
                a = a + b;
                b = a - b;
            }
            value = a;
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread[] all = new Thread[2];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Thread(() -> {
                int seen = Long.value;
                assert seen == 1553270488;
            });
            all[i].start();
        }
        for (Thread each : all) {
            each.join();
        }
    }
}
