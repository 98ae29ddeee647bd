package faulty;

import java.util.concurrent.TimeUnit;

/** A semaphore whose methods with a time look once, and stand in no line. */
public final class Semaphore {
    private int permits;

    public Semaphore(int permits) {
        this.permits = permits;
    }

    public Semaphore(int permits, boolean fair) {
        this.permits = permits;
    }

    public synchronized void acquire(int wanted) throws InterruptedException {
        while (permits < wanted) {
            wait();
        }
        permits -= wanted;
    }

    public void acquire() throws InterruptedException {
        acquire(1);
    }

    public void acquireUninterruptibly(int wanted) {
        try {
            acquire(wanted);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    public synchronized boolean tryAcquire(int wanted) {
        if (wanted < 0) {
            throw new IllegalArgumentException();
        }
        boolean is = permits >= wanted;
        if (is) {
            permits -= wanted;
        }
        return is;
    }

    public boolean tryAcquire() {
        return tryAcquire(1);
    }

    public boolean tryAcquire(long time, TimeUnit unit) {
        return tryAcquire(1);
    }

    public boolean tryAcquire(int wanted, long time, TimeUnit unit) {
        return tryAcquire(wanted);
    }

    public synchronized void release(int given) {
        permits += given;
        notifyAll();
    }

    public void release() {
        release(1);
    }

    public synchronized int drainPermits() {
        int now = permits;
        permits = 0;
        return now;
    }

    public synchronized int availablePermits() {
        return permits;
    }
}
