package java.lang;

import java.util.Iterator;
import java.util.function.Consumer;

/** What can be gone through. Spliterators are absent. */
public interface Iterable<T> {
    Iterator<T> iterator();

    default void forEach(Consumer<? super T> action) {
        if (action == null) {
            throw new NullPointerException();
        }
        for (T element : this) {
            action.accept(element);
        }
    }
}
