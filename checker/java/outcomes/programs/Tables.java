import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

/** Collections that threads share, under locks or with their own. */
final class Tables {
    static class Wrapped {
        static final List<Integer> list = Collections.synchronizedList(new ArrayList<>());
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { list.add(1); Jitter.here(); list.add(2); });
            Jitter.here();
            list.add(3);
            t.join();
            Seen.is(list.get(0) * 16 + list.get(1) * 4 + list.get(2));
        }
    }
    static class LooksThenAdds {
        static final List<Integer> list = new Vector<>();
        static void add(int x) { if (list.isEmpty()) { Jitter.here(); list.add(x); } }
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> add(1));
            add(2);
            t.join();
            Seen.is(list.size() * 4 + list.get(0));
        }
    }
    static class MonitorOfAWrapper {
        static final Map<Integer, Integer> map = Collections.synchronizedMap(new HashMap<>());
        static void add() { synchronized (map) { Integer x = map.get(1); Jitter.here(); map.put(1, x == null ? 1 : x + 1); } }
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> add());
            add();
            map.put(2, 1);
            t.join();
            Seen.is(map.get(1) * 4 + map.size());
        }
    }
    static class PutIfAbsent {
        static final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        static volatile Integer x;
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> x = map.putIfAbsent("a", 1));
            Jitter.here();
            Integer y = map.putIfAbsent("a", 2);
            t.join();
            Seen.is((x == null ? 0 : x) * 16 + (y == null ? 0 : y) * 4 + map.get("a"));
        }
    }
    static class ComputesOnce {
        static final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        static volatile int calls, x;
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> x = map.computeIfAbsent(1, k -> { calls++; Jitter.here(); return 1; }));
            Jitter.here();
            int y = map.computeIfAbsent(1, k -> { calls++; Jitter.here(); return 2; });
            t.join();
            Seen.is(calls * 16 + x * 4 + y);
        }
    }
    static class MergesBoth {
        static final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> map.merge(1, 2, Integer::sum));
            map.merge(1, 3, Integer::sum);
            t.join();
            Seen.is(map.get(1));
        }
    }
    static class GetsThenPuts {
        static final Map<Integer, Integer> map = new ConcurrentHashMap<>();
        static void add() { int x = map.getOrDefault(1, 0); Jitter.here(); map.put(1, x + 1); }
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> add());
            add();
            t.join();
            Seen.is(map.get(1));
        }
    }
    /** Keys of other bins do not wait for one another in any JDK. */
    static class OtherBin {
        static final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        public static void main(String[] a) throws Exception {
            CountDownLatch latch = new CountDownLatch(1);
            Thread t = T.go(() -> map.computeIfAbsent(1, k -> { try { latch.await(); } catch (InterruptedException e) { return 0; } return 1; }));
            Jitter.here();
            map.put(2, 2);
            latch.countDown();
            t.join();
            Seen.is(map.size());
        }
    }
    /** 1 and 17 share a bin of the first table of 16. */
    static class SameBin {
        static final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        public static void main(String[] a) throws Exception {
            CountDownLatch latch = new CountDownLatch(1);
            map.put(1, 1);
            Thread t = T.go(() -> map.compute(17, (k, v) -> { try { latch.await(); } catch (InterruptedException e) { return 0; } return 1; }));
            Jitter.here();
            map.putIfAbsent(33, 2);
            latch.countDown();
            t.join();
            Seen.is(map.size());
        }
    }
    static class CopyOnWrite {
        static final CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(List.of(1));
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { list.add(2); Jitter.here(); list.addIfAbsent(2); });
            int x = 0;
            for (int y : list) { Jitter.here(); x += y; }
            t.join();
            Seen.is(x * 4 + list.size());
        }
    }
    static class Unlocked {
        public static void main(String[] a) throws Exception {
            ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>();
            Thread t = T.go(() -> { q.add(1); Jitter.here(); q.add(2); });
            Jitter.here();
            Integer x = q.poll();
            Jitter.here();
            Integer y = q.poll();
            t.join();
            Seen.is((x == null ? 0 : x) * 16 + (y == null ? 0 : y) * 4 + q.size());
        }
    }
    static class Priorities {
        public static void main(String[] a) throws Exception {
            PriorityBlockingQueue<Integer> q = new PriorityBlockingQueue<>();
            Thread t = T.go(() -> { q.put(2); Jitter.here(); q.put(1); });
            Jitter.here();
            int x = q.take() * 4 + q.take();
            t.join();
            Seen.is(x);
        }
    }
    static class PrioritiesIterated {
        public static void main(String[] a) throws Exception {
            PriorityBlockingQueue<Integer> q = new PriorityBlockingQueue<>();
            q.add(3);
            q.add(1);
            Iterator<Integer> all = q.iterator();
            int x = all.next();
            all.remove();
            boolean y = q.removeIf(z -> z > 5);
            try { q.poll(1, null); } catch (NullPointerException e) { x += 2; }
            Seen.is(x * 8 + q.size() + (y ? 4 : 0));
        }
    }
    static class Sum {
        public static void main(String[] a) throws Exception {
            LongAdder sum = new LongAdder();
            Thread t = T.go(() -> { sum.increment(); Jitter.here(); sum.add(2); });
            Jitter.here();
            int x = sum.intValue();
            t.join();
            Seen.is(x * 4 + (int) sum.sum());
        }
    }
    static class Stamps {
        public static void main(String[] a) throws Exception {
            AtomicStampedReference<String> r = new AtomicStampedReference<>("a", 0);
            Thread t = T.go(() -> { r.set("b", 1); Jitter.here(); r.set("a", 2); });
            int[] stamp = new int[1];
            String s = r.get(stamp);
            Jitter.here();
            boolean x = r.compareAndSet(s, "c", stamp[0], 5);
            t.join();
            Seen.is((x ? 1 : 0) + r.getStamp() * 2 + stamp[0] * 16);
        }
    }
    static class Marks {
        public static void main(String[] a) throws Exception {
            AtomicMarkableReference<String> r = new AtomicMarkableReference<>("a", false);
            Thread t = T.go(() -> { Jitter.here(); r.attemptMark("a", true); });
            boolean x = r.compareAndSet("a", "b", false, false);
            t.join();
            Seen.is((x ? 1 : 0) + (r.isMarked() ? 2 : 0) + (r.getReference().equals("b") ? 4 : 0));
        }
    }
    static class LazyBuffers {
        static final AtomicInteger x = new AtomicInteger(), y = new AtomicInteger();
        static volatile int p, q;
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { x.lazySet(1); p = y.get(); }), u = T.go(() -> { y.lazySet(1); q = x.get(); });
            T.join(t, u);
            Seen.is(p * 2 + q);
        }
    }
    static class PlainMessage {
        static final AtomicInteger x = new AtomicInteger();
        static volatile int p;
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { Jitter.here(); x.setPlain(1); });
            p = x.getPlain();
            t.join();
            Seen.is(p * 2 + x.get());
        }
    }
    static class ReleaseMessage {
        static final AtomicReference<int[]> x = new AtomicReference<>();
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { int[] y = { 1 }; Jitter.here(); x.setRelease(y); });
            Jitter.here();
            int[] y = x.getAcquire();
            t.join();
            Seen.is(y == null ? 0 : y[0]);
        }
    }
    static class PlainBuffers {
        static int x, y;
        static volatile int p, q;
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { x = 1; p = y; }), u = T.go(() -> { y = 1; q = x; });
            T.join(t, u);
            Seen.is(p * 2 + q);
        }
    }
    static class PlainCounter {
        static int x;
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> x++), u = T.go(() -> x++);
            T.join(t, u);
            Seen.is(x);
        }
    }
    static class ListOfTwo {
        static final List<Integer> list = new ArrayList<>();
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { synchronized (list) { list.add(1); Jitter.here(); list.add(2); } });
            int x = 0;
            synchronized (list) { for (int y : list) { x = x * 4 + y; } list.clear(); }
            t.join();
            Seen.is(x * 4 + list.size());
        }
    }
    static class Stacks {
        static final Stack<Integer> stack = new Stack<>();
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { stack.push(1); Jitter.here(); stack.push(2); });
            Jitter.here();
            int x;
            try { x = stack.pop(); } catch (EmptyStackException e) { x = 3; }
            t.join();
            Seen.is(x * 4 + stack.size());
        }
    }
    static class Buffers {
        public static void main(String[] a) throws Exception {
            StringBuffer b = new StringBuffer();
            Thread t = T.go(() -> { b.append("a"); Jitter.here(); b.append("bc"); });
            Jitter.here();
            b.append("d");
            t.join();
            Seen.is(b.indexOf("d"));
        }
    }
    static class TableWithItsMonitor {
        public static void main(String[] a) throws Exception {
            Hashtable<Integer, Integer> table = new Hashtable<>();
            Object lock = new Object();
            Thread t = T.go(() -> { synchronized (table) { Jitter.here(); synchronized (lock) { table.put(1, 1); } } });
            synchronized (lock) { Jitter.here(); table.get(1); }
            t.join();
            Seen.is(table.size());
        }
    }
    static class VectorEnumerated {
        public static void main(String[] a) throws Exception {
            Vector<Integer> v = new Vector<>();
            Object lock = new Object();
            Thread t = T.go(() -> { synchronized (lock) { Jitter.here(); v.add(1); } });
            synchronized (v) { Jitter.here(); v.add(2); synchronized (lock) { v.size(); } }
            t.join();
            Seen.is(v.size());
        }
    }
    /** Who puts an entry in counts it when others find it already, and may have taken it out. */
    static class CountedLate {
        public static void main(String[] a) throws Exception {
            ConcurrentHashMap<Integer, Integer> m = new ConcurrentHashMap<>();
            m.put(1, 1);
            Thread t = T.go(() -> m.put(2, 2));
            Jitter.here();
            boolean taken = m.remove(2) != null;
            int size = m.size();
            t.join();
            Seen.is(size + (taken ? 4 : 0) + m.size() * 8);
        }
    }
    /** One array is looked at for all elements. */
    static class AllOfOneArray {
        public static void main(String[] a) throws Exception {
            CopyOnWriteArrayList<Integer> l = new CopyOnWriteArrayList<>(List.of(1));
            Thread t = T.go(() -> l.set(0, 2));
            Jitter.here();
            boolean all = l.containsAll(List.of(1, 2));
            t.join();
            Seen.is(all ? 1 : 0);
        }
    }
}
