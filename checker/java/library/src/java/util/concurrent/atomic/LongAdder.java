package java.util.concurrent.atomic;

import reductio.Model;

/** A sum that many threads add to: one atomic number. It is read twice, to see whether others add meanwhile. */
public class LongAdder extends Number implements java.io.Serializable {
    private final AtomicLong value = new AtomicLong();

    public LongAdder() {}

    public void add(long by) {
        value.getAndAdd(by);
    }

    public void increment() {
        add(1);
    }

    public void decrement() {
        add(-1);
    }

    /** If others add meanwhile, the sum is none of one moment in Java. */
    public long sum() {
        long sum = value.get();
        if (value.get() != sum) {
            Model.only("sums of a LongAdder to which others add meanwhile");
        }
        return sum;
    }

    public void reset() {
        take();
    }

    public long sumThenReset() {
        return take();
    }

    private long take() {
        long sum = value.get();
        if (value.getAndSet(0) != sum) {
            Model.only("resets of a LongAdder to which others add meanwhile");
        }
        return sum;
    }

    @Override
    public int intValue() {
        return (int) sum();
    }

    @Override
    public long longValue() {
        return sum();
    }

    @Override
    public float floatValue() {
        return sum();
    }

    @Override
    public double doubleValue() {
        return sum();
    }

    @Override
    public String toString() {
        return String.valueOf(sum());
    }
}
