package java.util.concurrent.atomic;

/** A sum that many threads add to: one atomic number. */
public class LongAdder extends Number implements java.io.Serializable {
    private final AtomicLong value = new AtomicLong();

    public LongAdder() {}

    public void add(long by) {
        value.getAndAdd(by);
    }

    public void increment() {
        value.getAndAdd(1);
    }

    public void decrement() {
        value.getAndAdd(-1);
    }

    public long sum() {
        return value.get();
    }

    public void reset() {
        value.set(0);
    }

    public long sumThenReset() {
        return value.getAndSet(0);
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
