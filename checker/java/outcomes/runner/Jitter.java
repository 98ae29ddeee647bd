import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** A point where the runner makes a thread late, at random. Its twin in `checked` does nothing. */
public final class Jitter {
    private Jitter() {}

    public static void here() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        int kind = random.nextInt(16);
        if (kind < 6) {
            return;
        }
        if (kind < 8) {
            Thread.yield();
        } else if (kind < 10) {
            long end = System.nanoTime() + random.nextInt(60_000);
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
        } else if (kind < 14) {
            LockSupport.parkNanos(1_000L * random.nextInt(50, 1_200));
        } else {
            LockSupport.parkNanos(1_000L * random.nextInt(1_200, 6_000));
        }
    }
}
