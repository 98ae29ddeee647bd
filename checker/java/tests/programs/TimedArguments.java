import java.util.ArrayList;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** What methods do with null, negative and zero arguments. */
public class TimedArguments {
    static void told(String what, Callable<?> call) {
        try {
            System.out.println(what + ": " + call.call());
        } catch (Throwable e) {
            System.out.println(what + ": " + e.getClass().getName() + (e instanceof NullPointerException ? "" : " " + e.getMessage()));
        }
    }

    static void locks(String name, Lock lock) {
        told(name + " null", () -> lock.tryLock(1, null));
        told(name + " zero", () -> lock.tryLock(0, TimeUnit.SECONDS));
        told(name + " negative", () -> lock.tryLock(-1, TimeUnit.SECONDS));
    }

    static void queues(BlockingQueue<String> queue) {
        String name = queue.getClass().getSimpleName();
        told(name + " poll null", () -> queue.poll(1, null));
        told(name + " poll zero", () -> queue.poll(0, TimeUnit.SECONDS));
        told(name + " poll negative", () -> queue.poll(-5, TimeUnit.SECONDS));
        told(name + " offer null", () -> queue.offer("a", 1, null));
        told(name + " offer null null", () -> queue.offer(null, 1, TimeUnit.SECONDS));
        told(name + " offer zero", () -> queue.offer("b", 0, TimeUnit.SECONDS));
        told(name + " offer more", () -> queue.offer("c", 0, TimeUnit.SECONDS));
        told(name + " add", () -> queue.add("d"));
        told(name + " add null", () -> queue.add(null));
        told(name + " offer null", () -> queue.offer(null));
        told(name + " all", () -> queue.toString());
        told(name + " addAll itself", () -> queue.addAll(queue));
        told(name + " element", () -> queue.element());
        queue.clear();
        told(name + " element", () -> queue.element());
        told(name + " remove", () -> queue.remove());
    }

    public static void main(String[] args) throws Exception {
        for (boolean fair : new boolean[] {false, true}) {
            Semaphore semaphore = new Semaphore(1, fair);
            told("semaphore null", () -> semaphore.tryAcquire(1, null));
            told("semaphore null", () -> semaphore.tryAcquire(1, 1, null));
            told("semaphore negative permits", () -> semaphore.tryAcquire(-1, 1, null));
            told("semaphore zero", () -> semaphore.tryAcquire(0, TimeUnit.SECONDS));
            told("semaphore zero again", () -> semaphore.tryAcquire(0, TimeUnit.SECONDS));
            told("semaphore negative", () -> semaphore.tryAcquire(-7, TimeUnit.SECONDS));
            told("semaphore no permits", () -> semaphore.tryAcquire(0, 0, TimeUnit.SECONDS));
            told("semaphore", () -> {
                semaphore.release(-1);
                return null;
            });
            told("semaphore", () -> {
                semaphore.acquire(-1);
                return null;
            });
            locks("lock", new ReentrantLock(fair));
            locks("read", new ReentrantReadWriteLock(fair).readLock());
            locks("write", new ReentrantReadWriteLock(fair).writeLock());
        }
        told("read condition", () -> new ReentrantReadWriteLock().readLock().newCondition());
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        told("await null", () -> condition.await(1, null));
        told("await unowned", () -> condition.await(1, TimeUnit.SECONDS));
        told("awaitNanos unowned", () -> condition.awaitNanos(1));
        told("signal unowned", () -> {
            condition.signal();
            return null;
        });
        told("unlock unowned", () -> {
            lock.unlock();
            return null;
        });
        lock.lock();
        told("awaitNanos zero", () -> condition.awaitNanos(0) <= 0);
        told("awaitNanos negative", () -> condition.awaitNanos(-9) <= 0);
        told("await zero", () -> condition.await(0, TimeUnit.SECONDS));
        told("waiters null", () -> lock.hasWaiters(null));
        told("waiters of another", () -> lock.hasWaiters(new ReentrantLock().newCondition()));
        CountDownLatch latch = new CountDownLatch(1);
        told("latch null", () -> latch.await(1, null));
        told("latch zero", () -> latch.await(0, TimeUnit.SECONDS));
        told("latch negative", () -> latch.await(-1, TimeUnit.SECONDS));
        told("latch", () -> new CountDownLatch(-1));
        told("barrier", () -> new CyclicBarrier(0));
        told("barrier null", () -> new CyclicBarrier(1).await(1, null));
        told("barrier last", () -> new CyclicBarrier(1).await(0, TimeUnit.SECONDS));
        CyclicBarrier barrier = new CyclicBarrier(2);
        told("barrier zero", () -> barrier.await(0, TimeUnit.SECONDS));
        told("barrier broken", () -> barrier.await(-1, TimeUnit.SECONDS));
        told("barrier broken", () -> barrier.await());
        queues(new ArrayBlockingQueue<>(1));
        queues(new LinkedBlockingQueue<>(1));
        queues(new PriorityBlockingQueue<>());
        FutureTask<String> task = new FutureTask<>(() -> "done");
        told("get null", () -> task.get(1, null));
        told("get zero", () -> task.get(0, TimeUnit.SECONDS));
        told("get negative", () -> task.get(-1, TimeUnit.SECONDS));
        task.run();
        told("get null", () -> task.get(1, null));
        told("get zero", () -> task.get(0, TimeUnit.SECONDS));
        told("cancel", () -> task.cancel(true));
        told("task null", () -> new FutureTask<String>(null));
        FutureTask<String> cancelled = new FutureTask<>(() -> "done");
        told("cancel", () -> cancelled.cancel(true) + " " + cancelled.cancel(false) + " " + cancelled.isCancelled() + " " + cancelled.isDone());
        told("get", () -> cancelled.get());
        ExecutorService pool = Executors.newFixedThreadPool(1);
        told("await null", () -> pool.awaitTermination(1, null));
        told("await zero", () -> pool.awaitTermination(0, TimeUnit.SECONDS));
        told("execute null", () -> {
            pool.execute(null);
            return null;
        });
        told("submit null", () -> pool.submit((Runnable) null));
        pool.shutdown();
        told("await ended", () -> pool.awaitTermination(0, TimeUnit.SECONDS));
        told("pool 0", () -> Executors.newFixedThreadPool(0));
        told("pool -1", () -> new ThreadPoolExecutor(-1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()));
        told("pool 2 1", () -> new ThreadPoolExecutor(2, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()));
        told("pool time", () -> new ThreadPoolExecutor(1, 1, -1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()));
        told("pool unit", () -> new ThreadPoolExecutor(1, 1, 1, null, new LinkedBlockingQueue<>()));
        told("pool queue", () -> new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, null));
        told("pool factory", () -> new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), (java.util.concurrent.ThreadFactory) null));
        told("pool handler", () -> new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), (java.util.concurrent.RejectedExecutionHandler) null));
        told("sleep", () -> {
            Thread.sleep(-1);
            return null;
        });
        told("sleep", () -> {
            TimeUnit.SECONDS.sleep(-1);
            return null;
        });
        told("join", () -> {
            Thread.currentThread().join(-1);
            return null;
        });
        told("join", () -> {
            Thread.currentThread().join(-1, 5);
            return null;
        });
        told("join", () -> {
            Thread.currentThread().join(1, -1);
            return null;
        });
        Object object = new Object();
        told("wait", () -> {
            object.wait(-1);
            return null;
        });
        told("wait", () -> {
            object.wait(1);
            return null;
        });
        told("wait", () -> {
            object.wait(0, 1000000);
            return null;
        });
        told("timedWait", () -> {
            TimeUnit.SECONDS.timedWait(null, 0);
            return null;
        });
        told("suppressed", () -> {
            new Exception().addSuppressed(null);
            return null;
        });
        Exception exception = new Exception("self");
        told("suppressed", () -> {
            exception.addSuppressed(exception);
            return null;
        });
        Object[] objects = {"a", 1, "b"};
        int[] ints = new int[3];
        told("copy", () -> copy("x", 0, ints, 0, 0));
        told("copy", () -> copy(ints, 0, "x", 0, 0));
        told("copy", () -> copy(ints, 0, new long[3], 0, 0));
        told("copy", () -> copy(ints, 0, objects, 0, 0));
        told("copy", () -> copy(objects, 0, ints, 0, 0));
        told("copy", () -> copy(null, 0, "x", 0, 0));
        told("copy", () -> copy("x", 0, null, 0, 0));
        told("copy", () -> copy(ints, -1, ints, 0, 1));
        told("copy", () -> copy(ints, 0, ints, -1, 1));
        told("copy", () -> copy(ints, 0, ints, 0, -1));
        told("copy", () -> copy(ints, 1, ints, 0, 3));
        told("copy", () -> copy(ints, Integer.MAX_VALUE, ints, 0, Integer.MAX_VALUE));
        told("copy", () -> copy(objects, 0, objects, 1, 3));
        told("copy", () -> copy(new boolean[1], 0, new byte[1], 0, 1));
        told("copy", () -> copy(new char[1], 0, new short[1], 0, 0));
        told("copy", () -> copy(new float[1], 2, new float[1], 0, 0));
        told("copy", () -> copy(new double[1], 0, new double[1], 2, 0));
        told("copy", () -> copy(objects, 0, objects, 1, 2) + Arrays.toString(objects));
        String[] texts = new String[3];
        try {
            System.arraycopy(new Object[] {"a", 1, "b"}, 0, texts, 0, 3);
        } catch (ArrayStoreException e) {
            System.out.println(Arrays.toString(texts));
        }
        System.out.println(new ArrayList<>(Arrays.asList(TimeUnit.SECONDS.convert(5, TimeUnit.MINUTES), TimeUnit.DAYS.toNanos(-1))));
        told("convert null", () -> TimeUnit.SECONDS.convert(1, (TimeUnit) null));
    }

    static String copy(Object from, int fromIndex, Object to, int toIndex, int count) {
        System.arraycopy(from, fromIndex, to, toIndex, count);
        return "copied";
    }
}
