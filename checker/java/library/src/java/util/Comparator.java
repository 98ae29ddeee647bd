package java.util;

import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** As in Java. */
public interface Comparator<T> {
    int compare(T left, T right);
    boolean equals(Object other);

    default Comparator<T> reversed() {
        return Collections.reverseOrder(this);
    }

    default Comparator<T> thenComparing(Comparator<? super T> other) {
        if (other == null) {
            throw new NullPointerException();
        }
        return (left, right) -> {
            int order = compare(left, right);
            return order != 0 ? order : other.compare(left, right);
        };
    }

    default <U> Comparator<T> thenComparing(Function<? super T, ? extends U> key, Comparator<? super U> order) {
        return thenComparing(comparing(key, order));
    }

    default <U extends Comparable<? super U>> Comparator<T> thenComparing(Function<? super T, ? extends U> key) {
        return thenComparing(comparing(key));
    }

    default Comparator<T> thenComparingInt(ToIntFunction<? super T> key) {
        return thenComparing(comparingInt(key));
    }

    default Comparator<T> thenComparingLong(ToLongFunction<? super T> key) {
        return thenComparing(comparingLong(key));
    }

    default Comparator<T> thenComparingDouble(ToDoubleFunction<? super T> key) {
        return thenComparing(comparingDouble(key));
    }

    static <T extends Comparable<? super T>> Comparator<T> reverseOrder() {
        return Collections.reverseOrder();
    }

    static <T extends Comparable<? super T>> Comparator<T> naturalOrder() {
        return (left, right) -> left.compareTo(right);
    }

    static <T> Comparator<T> nullsFirst(Comparator<? super T> order) {
        return (left, right) -> left == null ? right == null ? 0 : -1 : right == null ? 1
            : order == null ? 0 : order.compare(left, right);
    }

    static <T> Comparator<T> nullsLast(Comparator<? super T> order) {
        return (left, right) -> left == null ? right == null ? 0 : 1 : right == null ? -1
            : order == null ? 0 : order.compare(left, right);
    }

    static <T, U> Comparator<T> comparing(Function<? super T, ? extends U> key, Comparator<? super U> order) {
        Objects.requireNonNull(key);
        Objects.requireNonNull(order);
        return (left, right) -> order.compare(key.apply(left), key.apply(right));
    }

    static <T, U extends Comparable<? super U>> Comparator<T> comparing(Function<? super T, ? extends U> key) {
        Objects.requireNonNull(key);
        return (left, right) -> key.apply(left).compareTo(key.apply(right));
    }

    static <T> Comparator<T> comparingInt(ToIntFunction<? super T> key) {
        Objects.requireNonNull(key);
        return (left, right) -> Integer.compare(key.applyAsInt(left), key.applyAsInt(right));
    }

    static <T> Comparator<T> comparingLong(ToLongFunction<? super T> key) {
        Objects.requireNonNull(key);
        return (left, right) -> Long.compare(key.applyAsLong(left), key.applyAsLong(right));
    }

    static <T> Comparator<T> comparingDouble(ToDoubleFunction<? super T> key) {
        Objects.requireNonNull(key);
        return (left, right) -> Double.compare(key.applyAsDouble(left), key.applyAsDouble(right));
    }
}
