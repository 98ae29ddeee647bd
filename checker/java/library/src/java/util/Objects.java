package java.util;

import java.util.function.Supplier;
import reductio.Values;

/** As in Java. */
public final class Objects {
    private Objects() {}

    public static boolean equals(Object left, Object right) {
        return Values.equal(left, right);
    }

    public static int hashCode(Object value) {
        return value == null ? 0 : value.hashCode();
    }

    public static int hash(Object... values) {
        return Arrays.hashCode(values);
    }

    public static String toString(Object value) {
        return String.valueOf(value);
    }

    public static String toString(Object value, String otherwise) {
        return value == null ? otherwise : value.toString();
    }

    public static <T> int compare(T left, T right, Comparator<? super T> order) {
        return order.compare(left, right);
    }

    public static boolean isNull(Object value) {
        return value == null;
    }

    public static boolean nonNull(Object value) {
        return value != null;
    }

    public static <T> T requireNonNull(T value) {
        if (value == null) {
            throw new NullPointerException();
        }
        return value;
    }

    public static <T> T requireNonNull(T value, String message) {
        if (value == null) {
            throw new NullPointerException(message);
        }
        return value;
    }

    public static <T> T requireNonNull(T value, Supplier<String> message) {
        if (value == null) {
            throw new NullPointerException(message == null ? null : message.get());
        }
        return value;
    }

    public static <T> T requireNonNullElse(T value, T otherwise) {
        return value != null ? value : requireNonNull(otherwise, "defaultObj");
    }

    public static <T> T requireNonNullElseGet(T value, Supplier<? extends T> otherwise) {
        return value != null ? value : requireNonNull(otherwise.get(), "supplier.get()");
    }

    public static int checkIndex(int index, int length) {
        return Values.checkIndex(index, length);
    }
}
