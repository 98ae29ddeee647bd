import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Threads, pools and queues used so that the output is the same under every schedule. */
public class Pools {
    static int plain;
    static final ThreadLocal<Integer> LOCAL = ThreadLocal.withInitial(() -> 7);

    static class Turn {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private int turn;

        void take(int who, int of, StringBuffer log) throws InterruptedException {
            lock.lock();
            try {
                while (turn != who) {
                    changed.await();
                }
                log.append(who);
                turn = (turn + 1) % of;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int n = i;
            futures.add(pool.submit(() -> n * n));
        }
        int sum = 0;
        for (Future<Integer> f : futures) {
            sum += f.get();
        }
        System.out.println(sum + " " + futures.get(0).isDone());
        Future<?> failing = pool.submit((Runnable) () -> {
            throw new IllegalStateException("in the pool");
        });
        try {
            failing.get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause() + " / " + e.getMessage());
        }
        List<Callable<String>> calls = new ArrayList<>();
        calls.add(() -> "x");
        calls.add(() -> "y");
        for (Future<String> f : pool.invokeAll(calls)) {
            System.out.print(f.get());
        }
        pool.shutdown();
        System.out.println(pool.isShutdown() + " " + pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS) + " " + pool.isTerminated());
        try {
            pool.execute(() -> {});
        } catch (RejectedExecutionException e) {
            System.out.println("rejected");
        }
        ExecutorService single = Executors.newSingleThreadExecutor();
        StringBuffer order = new StringBuffer();
        for (int i = 0; i < 4; i++) {
            int n = i;
            single.execute(() -> order.append(n));
        }
        System.out.println(single.submit(() -> order.toString()).get());
        single.shutdown();
        ExecutorService cached = Executors.newCachedThreadPool();
        CountDownLatch both = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            cached.execute(() -> {
                both.countDown();
                try {
                    both.await();
                } catch (InterruptedException e) {
                    throw new RuntimeException(e);
                }
            });
        }
        both.await();
        cached.shutdown();
        Thread worker = new Thread(() -> plain = 42, "worker");
        System.out.println(worker.isAlive() + " " + worker.getName() + " " + worker.isDaemon() + " " + Thread.currentThread().getName());
        worker.start();
        worker.join();
        System.out.println(plain + " " + worker.isAlive());
        try {
            worker.start();
        } catch (IllegalThreadStateException e) {
            System.out.println("started twice");
        }
        Thread[] threads = new Thread[3];
        Turn turn = new Turn();
        StringBuffer log = new StringBuffer();
        AtomicInteger counter = new AtomicInteger();
        CyclicBarrier barrier = new CyclicBarrier(3, () -> log.append("|"));
        for (int i = 0; i < 3; i++) {
            int who = i;
            threads[i] = new Thread() {
                @Override
                public void run() {
                    try {
                        turn.take(who, 3, log);
                        barrier.await();
                        turn.take(who, 3, log);
                        counter.addAndGet(LOCAL.get() + who);
                        LOCAL.set(who);
                        counter.addAndGet(LOCAL.get());
                    } catch (Exception e) {
                        throw new RuntimeException(e);
                    }
                }
            };
            threads[i].start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(log + " " + counter + " " + LOCAL.get());
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(2);
        BlockingQueue<String> results = new LinkedBlockingQueue<>();
        Thread producer = new Thread(() -> {
            try {
                for (int i = 0; i < 6; i++) {
                    queue.put(i);
                }
                queue.put(-1);
            } catch (InterruptedException e) {
                throw new RuntimeException(e);
            }
        });
        Thread consumer = new Thread(() -> {
            try {
                int n;
                while ((n = queue.take()) >= 0) {
                    results.put("r" + n);
                }
            } catch (InterruptedException e) {
                throw new RuntimeException(e);
            }
        });
        producer.start();
        consumer.start();
        producer.join();
        consumer.join();
        System.out.println(results + " " + results.size() + results.peek() + results.poll() + " " + queue.poll() + queue.offer(1) + queue.offer(2) + queue.offer(3)
            + queue.remainingCapacity() + queue.contains(2) + queue.remove(1) + queue);
        FutureTask<String> task = new FutureTask<>(() -> "result");
        new Thread(task).start();
        System.out.println(task.get() + task.isDone() + task.isCancelled() + task.cancel(false));
        ConcurrentLinkedQueue<String> free = new ConcurrentLinkedQueue<>();
        free.add("a");
        free.offer("b");
        System.out.println(free.peek() + free.poll() + free.size() + free + free.poll() + free.poll() + free.isEmpty());
        List<Integer> copied = new CopyOnWriteArrayList<>(List.of(1, 2, 3));
        for (Integer n : copied) {
            copied.add(n * 10);
        }
        System.out.println(copied + " " + copied.indexOf(20) + copied.remove((Integer) 2));
        Object monitor = new Object();
        boolean[] ready = {false};
        Thread waiter = new Thread(() -> {
            synchronized (monitor) {
                while (!ready[0]) {
                    try {
                        monitor.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
                System.out.println("woken");
            }
        });
        waiter.start();
        synchronized (monitor) {
            ready[0] = true;
            monitor.notifyAll();
        }
        waiter.join();
    }
}
