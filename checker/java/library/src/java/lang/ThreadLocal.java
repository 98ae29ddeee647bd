package java.lang;

import java.util.function.Supplier;

/** A variable of which each thread has its own. The values are a list in the Thread object. */
public class ThreadLocal<T> {
    private Supplier<? extends T> supplier;

    static final class Entry {
        final ThreadLocal<?> key;
        final Entry next;
        Object value;

        Entry(ThreadLocal<?> key, Object value, Entry next) {
            this.key = key;
            this.value = value;
            this.next = next;
        }
    }

    public ThreadLocal() {}

    public static <S> ThreadLocal<S> withInitial(Supplier<? extends S> supplier) {
        if (supplier == null) {
            throw new NullPointerException();
        }
        ThreadLocal<S> local = new ThreadLocal<>();
        ((ThreadLocal<?>) local).setSupplier(supplier);
        return local;
    }

    @SuppressWarnings("unchecked")
    private void setSupplier(Supplier<?> supplier) {
        this.supplier = (Supplier<? extends T>) supplier;
    }

    protected T initialValue() {
        Supplier<? extends T> supplier = this.supplier;
        return supplier == null ? null : supplier.get();
    }

    private Entry find(Thread thread) {
        Entry entry = thread.locals;
        while (entry != null && entry.key != this) {
            entry = entry.next;
        }
        return entry;
    }

    @SuppressWarnings("unchecked")
    public T get() {
        Thread thread = Thread.currentThread();
        Entry entry = find(thread);
        if (entry != null) {
            return (T) entry.value;
        }
        T value = initialValue();
        put(thread, value);
        return value;
    }

    public void set(T value) {
        put(Thread.currentThread(), value);
    }

    private void put(Thread thread, T value) {
        Entry entry = find(thread);
        if (entry != null) {
            entry.value = value;
        } else {
            thread.locals = new Entry(this, value, thread.locals);
        }
    }

    public void remove() {
        Thread thread = Thread.currentThread();
        thread.locals = without(thread.locals);
    }

    /** Other entries may change their order. No method calls itself: the analysis of the heap would give up. */
    private Entry without(Entry all) {
        Entry found = all;
        while (found != null && found.key != this) {
            found = found.next;
        }
        if (found == null) {
            return all;
        }
        Entry rest = found.next;
        for (Entry other = all; other != found; other = other.next) {
            rest = new Entry(other.key, other.value, rest);
        }
        return rest;
    }
}
