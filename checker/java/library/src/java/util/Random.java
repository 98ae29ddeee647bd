package java.util;

import java.util.concurrent.atomic.AtomicLong;
import reductio.Model;

/**
 * Random numbers. With a seed they are those of Java; without one each number of a range may come, and where there is no range some
 * numbers come, and it is said that there are others.
 */
public class Random implements java.io.Serializable {
    /** The state of a generator with a seed, else null. */
    private volatile AtomicLong seed$quiet;

    public Random() {}

    public Random(long seed) {
        this.seed$quiet = new AtomicLong(scrambled(seed));
    }

    private static long scrambled(long seed) {
        return (seed ^ 0x5DEECE66DL) & ((1L << 48) - 1);
    }

    public synchronized void setSeed(long seed) {
        AtomicLong state = this.seed$quiet;
        if (state == null) {
            this.seed$quiet = new AtomicLong(scrambled(seed));
        } else {
            state.set(scrambled(seed));
        }
    }

    protected int next(int bits) {
        AtomicLong state = seed$quiet;
        if (state == null) {
            return Model.chooseSome(-1, 1, "other random numbers") >>> (32 - bits);
        }
        long old;
        long now;
        do {
            old = state.get();
            now = (old * 0x5DEECE66DL + 0xBL) & ((1L << 48) - 1);
        } while (!state.compareAndSet(old, now));
        return (int) (now >>> (48 - bits));
    }

    public int nextInt() {
        return next(32);
    }

    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive");
        }
        if (seed$quiet == null) {
            return Model.choose(0, bound - 1);
        }
        int bits = next(31);
        if ((bound & -bound) == bound) {
            return (int) ((bound * (long) bits) >> 31);
        }
        int value = bits % bound;
        while (bits - value + (bound - 1) < 0) {
            bits = next(31);
            value = bits % bound;
        }
        return value;
    }

    public int nextInt(int low, int bound) {
        if (low >= bound) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        if (seed$quiet == null) {
            return Model.choose(low, bound - 1);
        }
        int result = nextInt();
        int count = bound - low;
        if ((count & (count - 1)) == 0) {
            return (result & (count - 1)) + low;
        }
        if (count > 0) {
            int bits = result >>> 1;
            result = bits % count;
            while (bits + (count - 1) - result < 0) {
                bits = nextInt() >>> 1;
                result = bits % count;
            }
            return result + low;
        }
        while (result < low || result >= bound) {
            result = nextInt();
        }
        return result;
    }

    public boolean nextBoolean() {
        return seed$quiet == null ? Model.choose(0, 1) != 0 : next(1) != 0;
    }

    public long nextLong() {
        if (seed$quiet == null) {
            return Model.chooseSome(-1, 1, "other random numbers");
        }
        return ((long) next(32) << 32) + next(32);
    }

    public double nextDouble() {
        if (seed$quiet == null) {
            return Model.chooseSome(0, 3, "other random numbers") / 4.0;
        }
        return (((long) next(26) << 27) + next(27)) * (1.0 / (1L << 53));
    }

    public float nextFloat() {
        if (seed$quiet == null) {
            return Model.chooseSome(0, 3, "other random numbers") / 4.0f;
        }
        return next(24) / (float) (1 << 24);
    }

    public double nextGaussian() {
        Model.unsupported("Random.nextGaussian");
        return 0;
    }

    public void nextBytes(byte[] into) {
        Model.unsupported("Random.nextBytes");
    }
}
