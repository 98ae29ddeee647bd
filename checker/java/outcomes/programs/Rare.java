import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

/** Methods of the user's that the library calls where few expect it, and times that never pass. */
final class Rare {
    static volatile int called;

    static class TaskOfNoText implements Runnable {
        public void run() {}
        @Override
        public String toString() { called++; return "x"; }
    }
    static void rejected(Runnable task) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1));
        pool.shutdown();
        try { pool.execute(task); } catch (RejectedExecutionException e) { called += 2; }
    }
    static class RejectedTask {
        public static void main(String[] a) { called = 0; rejected(new TaskOfNoText()); Seen.is(called); }
    }
    static class RejectedFuture {
        public static void main(String[] a) { called = 0; rejected(new FutureTask<>(new TaskOfNoText(), 1)); Seen.is(called); }
    }
    static class RejectedPlain {
        public static void main(String[] a) { called = 0; rejected(() -> {}); Seen.is(called); }
    }
    static class Trace {
        static class Own extends Exception {
            private static final long serialVersionUID = 1;
            Own(Throwable cause) { super("m", cause); }
            @Override
            public synchronized Throwable getCause() { called++; return super.getCause(); }
            @Override
            public String toString() { called += 10; return "e"; }
        }
        public static void main(String[] a) {
            called = 0;
            Own own = new Own(new Own(null));
            own.addSuppressed(new Own(null));
            own.printStackTrace();
            Seen.is(called);
        }
    }
    static class KeysOfNavigable {
        static class Own extends TreeMap<Integer, Integer> {
            private static final long serialVersionUID = 1;
            @Override
            public NavigableSet<Integer> navigableKeySet() { called++; return new TreeSet<>(List.of(1, 2)); }
        }
        public static void main(String[] a) { called = 0; Seen.is(new Own().keySet().size() * 10 + called); }
    }
    static class TableText {
        static class Own extends Hashtable<Integer, Integer> {
            private static final long serialVersionUID = 1;
            @Override
            public int size() { called++; return super.size(); }
            @Override
            public Set<Map.Entry<Integer, Integer>> entrySet() { called += 10; return super.entrySet(); }
        }
        public static void main(String[] a) {
            Own own = new Own();
            own.put(1, 2);
            called = 0;
            Seen.is(own.toString().length() * 20 + called);
        }
    }
    static class PriorityAfterTheEnd {
        public static void main(String[] a) throws Exception {
            Thread t = new Thread(() -> Jitter.here());
            t.start();
            t.join();
            t.setPriority(9);
            Seen.is(t.getPriority() + (t.toString().endsWith(",]") ? 100 : 0));
        }
    }
    static class AwaitsForEver {
        static boolean go;
        public static void main(String[] a) throws Exception {
            ReentrantLock lock = new ReentrantLock();
            Condition come = lock.newCondition();
            go = false;
            T.go(() -> { Jitter.here(); lock.lock(); go = true; come.signal(); lock.unlock(); });
            lock.lock();
            boolean in = true;
            while (!go) { in &= come.await(Long.MAX_VALUE, TimeUnit.DAYS); }
            lock.unlock();
            Seen.is(in ? 1 : 2);
        }
    }
    static class AwaitsAllNanos {
        static boolean go;
        public static void main(String[] a) throws Exception {
            ReentrantLock lock = new ReentrantLock();
            Condition come = lock.newCondition();
            go = false;
            T.go(() -> { Jitter.here(); lock.lock(); go = true; come.signal(); lock.unlock(); });
            lock.lock();
            boolean in = true;
            while (!go) { in &= come.awaitNanos(Long.MAX_VALUE) > 0; }
            lock.unlock();
            Seen.is(in ? 1 : 2);
        }
    }
    static class WritesAfterAll {
        static volatile boolean in;
        public static void main(String[] a) throws Exception {
            ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
            lock.readLock().lock();
            in = false;
            Thread t = T.go(() -> { in = lock.writeLock().tryLock(Long.MAX_VALUE, TimeUnit.SECONDS); });
            Jitter.here();
            lock.readLock().unlock();
            t.join();
            Seen.is(in ? 1 : 2);
        }
    }
    static class JoinsForEver {
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> Jitter.here());
            t.join(Long.MAX_VALUE);
            Seen.is(t.isAlive() ? 2 : 1);
        }
    }
    static class JoinsAllDays {
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> Jitter.here());
            TimeUnit.DAYS.timedJoin(t, Long.MAX_VALUE);
            Seen.is(t.isAlive() ? 2 : 1);
        }
    }
    static class WaitsForEver {
        static boolean go;
        public static void main(String[] a) throws Exception {
            Object lock = new Object();
            go = false;
            T.go(() -> { Jitter.here(); synchronized (lock) { go = true; lock.notify(); } });
            synchronized (lock) {
                while (!go) { lock.wait(Long.MAX_VALUE); }
            }
            Seen.is(1);
        }
    }
    static class WordsOfTheLibrary {
        public static void main(String[] a) {
            try { new ArrayDeque<Integer>().add(null); } catch (NullPointerException e) { Seen.is(e.getMessage() == null ? 1 : 2); }
        }
    }
    static class WordsOfAComparison {
        public static void main(String[] a) {
            try { new TreeSet<Integer>(List.of(1)).add(null); } catch (NullPointerException e) { Seen.is(e.getMessage() == null ? 1 : 2); }
        }
    }
    static class NoValueIsNull {
        public static void main(String[] a) {
            Map<Integer, Integer> m = new ConcurrentHashMap<>(Map.of(1, 2));
            try { Seen.is(m.values().contains(null) ? 1 : 2); } catch (NullPointerException e) { Seen.is(3); }
        }
    }
}
