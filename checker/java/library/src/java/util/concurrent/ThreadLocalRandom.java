package java.util.concurrent;

import java.util.Random;
import reductio.Model;

/** Random numbers without a seed: see `Random`. All threads have the same object. */
public class ThreadLocalRandom extends Random {
    private static final ThreadLocalRandom INSTANCE = new ThreadLocalRandom();

    private ThreadLocalRandom() {}

    public static ThreadLocalRandom current() {
        return INSTANCE;
    }

    @Override
    public void setSeed(long seed) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int nextInt(int low, int bound) {
        return super.nextInt(low, bound);
    }

    public long nextLong(long bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive");
        }
        return nextLong(0, bound);
    }

    public long nextLong(long low, long bound) {
        if (low >= bound) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        if (bound - 1 == (int) (bound - 1) && low == (int) low) {
            return Model.choose((int) low, (int) (bound - 1));
        }
        Model.only("other random numbers");
        return low;
    }

    public double nextDouble(double bound) {
        return nextDouble() * bound;
    }

    public double nextDouble(double low, double bound) {
        return low + nextDouble() * (bound - low);
    }
}
