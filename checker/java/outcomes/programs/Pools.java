import java.util.concurrent.atomic.*;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;

/** Executors and futures. */
final class Pools {
    static class OfTwo {
        static int x;
        static synchronized void add(int y) { x += y; }
        public static void main(String[] a) throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(2);
            pool.execute(() -> { Jitter.here(); add(1); });
            pool.execute(() -> add(2));
            pool.shutdown();
            boolean in = pool.awaitTermination(10, TimeUnit.SECONDS);
            synchronized (OfTwo.class) { Seen.is(in ? x : 8); }
        }
    }
    static class OrderOfOne {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            ExecutorService pool = Executors.newSingleThreadExecutor();
            pool.execute(() -> { Jitter.here(); x = x * 2 + 1; });
            pool.execute(() -> x = x * 2 + 2);
            pool.shutdown();
            while (!pool.awaitTermination(1, TimeUnit.SECONDS)) { }
            Seen.is(x);
        }
    }
    static class Futures {
        public static void main(String[] a) throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(2);
            Future<Integer> one = pool.submit(() -> { Jitter.here(); return 1; });
            Future<Integer> two = pool.submit(() -> { Jitter.here(); return one.get() + 1; });
            int x = two.get();
            pool.shutdown();
            Seen.is(x * 2 + (one.isDone() ? 1 : 0));
        }
    }
    static class Nested {
        public static void main(String[] a) throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(1);
            Future<Integer> one = pool.submit(() -> pool.submit(() -> 1).get());
            Seen.is(one.get());
        }
    }
    static class Forgotten {
        public static void main(String[] a) throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(1);
            Future<Integer> one = pool.submit(() -> 3);
            Seen.is(one.get());
        }
    }
    static class TaskThrows {
        public static void main(String[] a) throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(1);
            Future<Integer> one = pool.submit(() -> { Jitter.here(); throw new java.io.IOException(); });
            int x = 0;
            try { one.get(); } catch (ExecutionException e) { x = e.getCause() instanceof java.io.IOException ? 1 : 2; }
            pool.execute(() -> { throw new IllegalStateException(); });
            pool.shutdown();
            Seen.is(x);
        }
    }
    static class Rejects {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(1);
            Thread t = T.go(() -> { try { pool.execute(() -> x += 1); } catch (RejectedExecutionException e) { x += 2; } });
            Jitter.here();
            pool.shutdown();
            t.join();
            pool.awaitTermination(10, TimeUnit.SECONDS);
            Seen.is(x);
        }
    }
    static class ShutdownNow {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(1);
            pool.execute(() -> x += 1);
            pool.execute(() -> x += 2);
            Jitter.here();
            int left = pool.shutdownNow().size();
            pool.awaitTermination(10, TimeUnit.SECONDS);
            Seen.is(x * 4 + left);
        }
    }
    static class GetInTime {
        public static void main(String[] a) throws Exception {
            FutureTask<Integer> task = new FutureTask<>(() -> { Jitter.here(); return 1; });
            Thread t = new Thread(task);
            t.start();
            int x;
            try { x = task.get(1, TimeUnit.MILLISECONDS); } catch (TimeoutException e) { x = 2; }
            t.join();
            Seen.is(x * 4 + task.get());
        }
    }
    static class Cancels {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            FutureTask<Integer> task = new FutureTask<>(() -> { x = 1; return 1; });
            Thread t = new Thread(task);
            t.start();
            Jitter.here();
            boolean is = task.cancel(false);
            int y;
            try { y = task.get(); } catch (CancellationException e) { y = 2; }
            t.join();
            Seen.is((is ? 1 : 0) + y * 2 + x * 8 + (task.isCancelled() ? 16 : 0));
        }
    }
    static class CancelsTwice {
        public static void main(String[] a) throws Exception {
            FutureTask<Integer> task = new FutureTask<>(() -> 1);
            boolean one = task.cancel(false), two = task.cancel(false);
            task.run();
            Seen.is((one ? 1 : 0) + (two ? 2 : 0) + (task.isDone() ? 4 : 0) + (task.isCancelled() ? 8 : 0));
        }
    }
    static class InvokesAll {
        public static void main(String[] a) throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(2);
            List<Callable<Integer>> tasks = new ArrayList<>();
            tasks.add(() -> { Jitter.here(); return 1; });
            tasks.add(() -> 2);
            int x = 0;
            for (Future<Integer> found : pool.invokeAll(tasks)) { x = x * 4 + found.get(); }
            pool.shutdown();
            Seen.is(x);
        }
    }
    static class QueueOfAPool {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
            ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, queue);
            CountDownLatch done = new CountDownLatch(2);
            pool.execute(() -> { x += 1; done.countDown(); });
            Jitter.here();
            queue.add(() -> { x += 2; done.countDown(); });
            done.await();
            pool.shutdown();
            Seen.is(x);
        }
    }
    static class Hooks {
        static volatile int x;
        static class Own extends ThreadPoolExecutor {
            Own() { super(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()); }
            @Override protected void beforeExecute(Thread t, Runnable r) { x += 1; }
            @Override protected void afterExecute(Runnable r, Throwable t) { x += t == null ? 2 : 32; }
            @Override protected void terminated() { x += 4; }
        }
        public static void main(String[] a) throws Exception {
            Own pool = new Own();
            pool.execute(() -> x += 8);
            pool.shutdown();
            pool.awaitTermination(10, TimeUnit.SECONDS);
            Seen.is(x);
        }
    }
    static class AfterThrows {
        static volatile int x;
        static class Own extends ThreadPoolExecutor {
            Own() { super(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()); }
            @Override protected void afterExecute(Runnable r, Throwable t) { x += t == null ? 1 : 4; throw new IllegalStateException(); }
        }
        public static void main(String[] a) throws Exception {
            Own pool = new Own();
            pool.execute(() -> Jitter.here());
            pool.shutdown();
            pool.awaitTermination(10, TimeUnit.SECONDS);
            Seen.is(x);
        }
    }
    static class TaskAndAfterThrow {
        static volatile int x;
        static class Own extends ThreadPoolExecutor {
            Own() { super(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()); }
            @Override protected void afterExecute(Runnable r, Throwable t) { x += t == null ? 1 : 4; throw new IllegalStateException(); }
        }
        public static void main(String[] a) throws Exception {
            Own pool = new Own();
            pool.execute(() -> { throw new ArithmeticException(); });
            pool.shutdown();
            pool.awaitTermination(10, TimeUnit.SECONDS);
            Seen.is(x);
        }
    }
    static class NoThread {
        public static void main(String[] a) throws Exception {
            ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), r -> null);
            pool.execute(() -> Seen.is(7));
            Seen.is(pool.getQueue().size());
        }
    }
    static class NullTasks {
        public static void main(String[] a) throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(1);
            int x = 0;
            try { pool.execute(null); } catch (NullPointerException e) { x++; }
            try { pool.submit((Runnable) null); } catch (NullPointerException e) { x += 2; }
            try { new FutureTask<Integer>(null); } catch (NullPointerException e) { x += 4; }
            try { Executors.newFixedThreadPool(0); } catch (IllegalArgumentException e) { x += 8; }
            pool.shutdown();
            Seen.is(x + (pool.isShutdown() ? 16 : 0));
        }
    }
    static class FullPool {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1));
            int y = 0;
            for (int i = 0; i < 3; i++) {
                try { pool.execute(() -> { Jitter.here(); synchronized (FullPool.class) { x++; } }); } catch (RejectedExecutionException e) { y++; }
            }
            pool.shutdown();
            pool.awaitTermination(10, TimeUnit.SECONDS);
            Seen.is(x * 4 + y);
        }
    }
    /** Who is not given the futures of invokeAll finds the tasks cancelled. */
    static class AllOfNull {
        public static void main(String[] a) throws Exception {
            ExecutorService e = Executors.newFixedThreadPool(1);
            AtomicInteger n = new AtomicInteger();
            List<Callable<Integer>> l = new ArrayList<>();
            l.add(() -> { Jitter.here(); return n.addAndGet(1); });
            l.add(() -> { Jitter.here(); return n.addAndGet(2); });
            l.add(null);
            try { e.invokeAll(l); } catch (NullPointerException x) { n.addAndGet(4); } e.shutdown();
            e.awaitTermination(Long.MAX_VALUE, TimeUnit.SECONDS);
            Seen.is(n.get());
        }
    }
    static class AllOfRejected {
        public static void main(String[] a) throws Exception {
            ThreadPoolExecutor e = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1));
            AtomicInteger n = new AtomicInteger();
            List<Callable<Integer>> l = List.of(() -> { Jitter.here(); return n.addAndGet(1); }, () -> { Jitter.here(); return n.addAndGet(2); }, () -> n.addAndGet(4));
            try { e.invokeAll(l); } catch (RejectedExecutionException x) { n.addAndGet(8); } e.shutdown();
            e.awaitTermination(Long.MAX_VALUE, TimeUnit.SECONDS);
            Seen.is(n.get());
        }
    }
    /** A single thread is no ThreadPoolExecutor to who looks. */
    static class SingleIsHidden {
        public static void main(String[] a) throws Exception {
            ExecutorService one = Executors.newSingleThreadExecutor(), two = Executors.newFixedThreadPool(1);
            int seen = (one instanceof ThreadPoolExecutor ? 1 : 0) + (two instanceof ThreadPoolExecutor ? 2 : 0);
            seen += one.submit(() -> { Jitter.here(); return 4; }).get(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
            one.shutdown();
            two.shutdown();
            Seen.is(seen);
        }
    }
    static class LongestTimes {
        public static void main(String[] a) throws Exception {
            BlockingQueue<Integer> q = new LinkedBlockingQueue<>(1);
            CountDownLatch done = new CountDownLatch(1);
            Semaphore s = new Semaphore(0);
            Thread t = T.go(() -> { q.offer(1, Long.MAX_VALUE, TimeUnit.SECONDS); q.offer(2, Long.MAX_VALUE, TimeUnit.SECONDS); s.release(); done.countDown(); });
            Jitter.here();
            int x = q.poll(Long.MAX_VALUE, TimeUnit.DAYS), y = q.poll(Long.MAX_VALUE, TimeUnit.DAYS);
            boolean b = s.tryAcquire(Long.MAX_VALUE, TimeUnit.DAYS), c = done.await(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
            t.join();
            Seen.is(x + y * 2 + (b ? 8 : 0) + (c ? 16 : 0));
        }
    }
}
