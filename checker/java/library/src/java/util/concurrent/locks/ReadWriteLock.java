package java.util.concurrent.locks;

/** As in Java. */
public interface ReadWriteLock {
    Lock readLock();
    Lock writeLock();
}
