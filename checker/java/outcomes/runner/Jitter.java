import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** A point where the runner makes a thread late, at random. Its twin in `checked` does nothing. */
public final class Jitter {
    private static final int MICROSECOND = 1_000;
    /** Whether the times are of different orders of magnitude, or none. */
    static volatile boolean isGreat;

    private Jitter() {}

    /** Makes a thread late by up to 20 microseconds, 500 microseconds, 3 milliseconds or 12 milliseconds, or not at all. */
    private static void great(ThreadLocalRandom random) {
        int[] longest = {0, 0, 0, 0, 20, 500, 3_000, 12_000};
        int most = longest[random.nextInt(longest.length)];
        if (most > 0) {
            LockSupport.parkNanos((long) MICROSECOND * random.nextInt(most / 2, most));
        }
    }

    public static void here() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (isGreat) {
            great(random);
            return;
        }
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
