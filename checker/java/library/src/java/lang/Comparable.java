package java.lang;

/** A value with an order. */
public interface Comparable<T> {
    int compareTo(T other);
}
