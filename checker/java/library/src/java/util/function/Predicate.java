package java.util.function;

/** As in Java. */
public interface Predicate<T> {
    boolean test(T value);

    default Predicate<T> and(Predicate<? super T> other) {
        if (other == null) {
            throw new NullPointerException();
        }
        return (value) -> test(value) && other.test(value);
    }

    default Predicate<T> or(Predicate<? super T> other) {
        if (other == null) {
            throw new NullPointerException();
        }
        return (value) -> test(value) || other.test(value);
    }

    default Predicate<T> negate() {
        return (value) -> !test(value);
    }

    static <T> Predicate<T> isEqual(Object target) {
        return value -> reductio.Values.equal(target, value);
    }

    @SuppressWarnings("unchecked")
    static <T> Predicate<T> not(Predicate<? super T> target) {
        return (Predicate<T>) target.negate();
    }
}
