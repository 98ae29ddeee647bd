import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Monitors, locks, semaphores, latches and atomics in one thread. */
public class Locking {
    private int value;

    synchronized int add(int n) {
        value += n;
        return n == 0 ? value : add(n - 1);
    }

    static synchronized boolean holds() {
        return Thread.holdsLock(Locking.class);
    }

    synchronized void fail() {
        throw new IllegalStateException("inside");
    }

    static String tell(Runnable action) {
        try {
            action.run();
            return "fine";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName();
        }
    }

    public static void main(String[] args) throws Exception {
        Locking l = new Locking();
        System.out.println(l.add(4) + " " + holds() + " " + Thread.holdsLock(Locking.class) + " " + tell(l::fail) + Thread.holdsLock(l));
        synchronized (l) {
            synchronized (l) {
                l.notify();
                System.out.println(Thread.holdsLock(l));
            }
            l.notifyAll();
            l.wait(1);
        }
        System.out.println(tell(l::notify) + " " + tell(() -> {
            synchronized (l) {
                throw new RuntimeException();
            }
        }) + " " + Thread.holdsLock(l));
        try {
            l.wait();
        } catch (IllegalMonitorStateException e) {
            System.out.println("not the owner");
        }
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        lock.lock();
        System.out.println(lock.tryLock() + " " + lock.getHoldCount() + " " + lock.isHeldByCurrentThread() + " " + lock.isLocked());
        condition.signal();
        condition.signalAll();
        System.out.println(condition.await(1, TimeUnit.MILLISECONDS) + " " + lock.getHoldCount());
        lock.unlock();
        lock.unlock();
        System.out.println(lock.getHoldCount() + " " + lock.isHeldByCurrentThread() + " " + tell(lock::unlock) + " " + tell(condition::signal)
            + " " + lock.tryLock(1, TimeUnit.SECONDS));
        lock.unlock();
        Semaphore s = new Semaphore(2);
        s.acquire();
        System.out.println(s.tryAcquire() + " " + s.tryAcquire() + " " + s.availablePermits() + " " + s.tryAcquire(1, TimeUnit.MILLISECONDS));
        s.release(3);
        System.out.println(s.availablePermits() + " " + s.tryAcquire(4) + s.tryAcquire(2) + " " + s.drainPermits() + s.availablePermits() + " "
            + tell(() -> s.release(-1)));
        CountDownLatch latch = new CountDownLatch(2);
        System.out.println(latch.getCount() + " " + latch.await(1, TimeUnit.MILLISECONDS));
        latch.countDown();
        latch.countDown();
        latch.countDown();
        latch.await();
        System.out.println(latch.getCount() + " " + latch.await(1, TimeUnit.MILLISECONDS));
        ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        rw.readLock().lock();
        rw.readLock().lock();
        System.out.println(rw.getReadHoldCount() + " " + rw.writeLock().tryLock() + " " + rw.getReadLockCount());
        rw.readLock().unlock();
        rw.readLock().unlock();
        rw.writeLock().lock();
        rw.readLock().lock();
        System.out.println(rw.isWriteLocked() + " " + rw.writeLock().getHoldCount() + " " + rw.writeLock().tryLock());
        rw.writeLock().unlock();
        rw.writeLock().unlock();
        rw.readLock().unlock();
        System.out.println(rw.isWriteLocked() + " " + tell(() -> rw.readLock().unlock()) + tell(() -> rw.writeLock().unlock()));
        AtomicInteger i = new AtomicInteger(5);
        System.out.println(i.getAndIncrement() + " " + i.incrementAndGet() + " " + i.addAndGet(10) + " " + i.getAndAdd(-7) + " " + i.compareAndSet(10, 1)
            + i.compareAndSet(10, 2) + " " + i.updateAndGet(x -> x * 5) + " " + i.getAndUpdate(x -> x + 1) + " " + i.accumulateAndGet(3, Math::max)
            + " " + i.getAndSet(9) + " " + i + " " + i.decrementAndGet() + " " + i.intValue());
        AtomicLong n = new AtomicLong(Long.MAX_VALUE);
        System.out.println(n.incrementAndGet() + " " + n.compareAndSet(Long.MIN_VALUE, 3) + " " + n.getAndAdd(1L << 40) + " " + n.get());
        AtomicBoolean b = new AtomicBoolean();
        System.out.println(b.getAndSet(true) + " " + b.compareAndSet(true, false) + " " + b.compareAndSet(true, false) + " " + b);
        AtomicReference<String> r = new AtomicReference<>("a");
        System.out.println(r.compareAndSet("a", "b") + " " + r.get() + " " + r.getAndSet("c") + " " + r.compareAndSet("a", "d") + r);
        AtomicIntegerArray a = new AtomicIntegerArray(3);
        a.incrementAndGet(1);
        a.addAndGet(2, 5);
        LongAdder adder = new LongAdder();
        adder.add(5);
        adder.increment();
        System.out.println(a + " " + a.length() + " " + a.get(2) + " " + adder.sum() + " " + adder);
    }
}
