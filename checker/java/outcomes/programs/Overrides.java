import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** Which methods of their own the classes of the library call, which classes of the user may override. */
final class Overrides {
    static class OfTree {
        public static void main(String[] a) throws Exception {
            class M extends TreeMap<Integer, Integer> {
                int n;
                @Override public Integer put(Integer k, Integer v) { n++; return super.put(k, v); }
                @Override public Integer get(Object k) { n += 16; return super.get(k); }
            }
            M m = new M();
            m.putIfAbsent(1, 1);
            m.merge(1, 2, Integer::sum);
            m.computeIfAbsent(2, k -> 3);
            m.compute(2, (k, v) -> v + 1);
            m.replace(1, 5);
            m.getOrDefault(7, 8);
            Seen.is(m.n);
        }
    }
    static class OfVector {
        public static void main(String[] a) throws Exception {
            class V extends Vector<Integer> {
                int n;
                @Override public synchronized Integer get(int at) { n++; return super.get(at); }
                @Override public synchronized int size() { n += 16; return super.size(); }
            }
            V v = new V();
            v.add(1);
            for (int x : v) { v.n += x; }
            v.indexOf(1);
            v.remove((Object) 1);
            Seen.is(v.n);
        }
    }
    static class OfLock {
        public static void main(String[] a) throws Exception {
            class L extends ReentrantLock {
                int n;
                @Override public void lock() { n++; super.lock(); }
            }
            L l = new L();
            l.lockInterruptibly();
            l.unlock();
            Seen.is(l.n);
        }
    }
    static class OfLinkedQueue {
        public static void main(String[] a) throws Exception {
            class Q extends LinkedBlockingQueue<Integer> { int n; public boolean offer(Integer i) { n++; return super.offer(i); } public Integer poll() { n += 4; return super.poll(); } } Q q = new Q();
            q.add(1);
            q.put(2);
            q.offer(3, 1, TimeUnit.SECONDS);
            q.remove();
            q.take();
            q.poll(1, TimeUnit.SECONDS);
            Seen.is(q.n);
        }
    }
    static class OfArrayQueue {
        public static void main(String[] a) throws Exception {
            class Q extends ArrayBlockingQueue<Integer> { int n; Q() { super(5); } public boolean offer(Integer i) { n++; return super.offer(i); } public Integer poll() { n += 4; return super.poll(); } public int size() { n += 16; return super.size(); } } Q q = new Q();
            q.add(1);
            q.put(2);
            q.offer(3, 1, TimeUnit.SECONDS);
            q.remove();
            q.take();
            q.poll(1, TimeUnit.SECONDS);
            q.isEmpty();
            q.remainingCapacity();
            q.clear();
            Seen.is(q.n);
        }
    }
    static class OfConcurrentMap {
        public static void main(String[] a) throws Exception {
            class M extends ConcurrentHashMap<Integer,Integer> { int n; public Integer put(Integer k, Integer v) { n++; return super.put(k, v); } public Integer get(Object k) { n += 4; return super.get(k); } } M m = new M();
            m.putAll(Map.of(1, 1));
            m.putIfAbsent(2, 2);
            m.getOrDefault(1, 3);
            m.merge(1, 2, Integer::sum);
            m.compute(1, (k, v) -> v);
            m.containsKey(1);
            m.replace(1, 5);
            Seen.is(m.n);
        }
    }
    static class OfMap {
        public static void main(String[] a) throws Exception {
            class M extends HashMap<Integer,Integer> { int n; public Integer put(Integer k, Integer v) { n++; return super.put(k, v); } public Integer get(Object k) { n += 4; return super.get(k); } public boolean containsKey(Object k) { n += 16; return super.containsKey(k); } public Integer remove(Object k) { n += 64; return super.remove(k); } } M m = new M();
            m.putAll(Map.of(1, 1));
            m.putIfAbsent(2, 2);
            m.getOrDefault(1, 3);
            m.merge(1, 2, Integer::sum);
            m.compute(1, (k, v) -> v);
            m.keySet().contains(1);
            m.keySet().remove(2);
            m.equals(Map.of(1, 3));
            m.replace(1, 5);
            new HashSet<>(m.keySet());
            Seen.is(m.n);
        }
    }
    static class OfList {
        public static void main(String[] a) throws Exception {
            class M extends ArrayList<Integer> { int n; public boolean add(Integer v) { n++; return super.add(v); } public Integer get(int k) { n += 8; return super.get(k); } public int size() { n += 32; return super.size(); } } M m = new M();
            m.addAll(List.of(1, 2));
            m.add(3);
            for (int x : m) { } m.contains(3);
            m.isEmpty();
            m.indexOf(4);
            m.toArray();
            m.forEach(x -> { });
            Seen.is(m.n & 255);
        }
    }
    static class OfLinkedList {
        public static void main(String[] a) throws Exception {
            class M extends LinkedList<Integer> { int n; public void addFirst(Integer k) { n++; super.addFirst(k); } public void addLast(Integer k) { n += 4; super.addLast(k); } public boolean add(Integer k) { n += 16; return super.add(k); } public Integer removeFirst() { n += 64; return super.removeFirst(); } } M m = new M();
            m.push(1);
            m.add(2);
            m.offer(3);
            m.offerFirst(4);
            m.addAll(List.of(5));
            m.pop();
            m.poll();
            m.remove();
            m.peek();
            m.clear();
            Seen.is(m.n & 255);
        }
    }
    static class OfSet {
        public static void main(String[] a) throws Exception {
            class M extends HashSet<Integer> { int n; public boolean add(Integer k) { n++; return super.add(k); } public boolean remove(Object k) { n += 8; return super.remove(k); } public boolean contains(Object k) { n += 32; return super.contains(k); } } M m = new M();
            m.addAll(List.of(1, 2, 3));
            m.removeAll(List.of(1));
            m.removeAll(Set.of(1, 2, 5, 6, 7));
            m.containsAll(List.of(3));
            m.retainAll(List.of(3));
            m.equals(Set.of(3));
            Seen.is(m.n & 255);
        }
    }
    static class OfDeque {
        public static void main(String[] a) throws Exception {
            class M extends ArrayDeque<Integer> { int n; public void addFirst(Integer k) { n++; super.addFirst(k); } public void addLast(Integer k) { n += 4; super.addLast(k); } public Integer pollFirst() { n += 16; return super.pollFirst(); } public Integer peekFirst() { n += 64; return super.peekFirst(); } } M m = new M();
            m.push(1);
            m.add(2);
            m.offer(3);
            m.offerFirst(4);
            m.addAll(List.of(5));
            m.pop();
            m.poll();
            m.remove();
            m.peek();
            m.clear();
            Seen.is(m.n & 255);
        }
    }
    static class OfFuture {
        public static void main(String[] a) throws Exception {
            AtomicInteger n = new AtomicInteger();
            FutureTask<Integer> f = new FutureTask<>(() -> 3) { protected void done() { n.addAndGet(isDone() ? 1 : 2); } protected void set(Integer v) { super.set(v + 1); } };
            T t = T.go(f::run);
            int r = f.get();
            t.join();
            Seen.is(n.get() + r * 4);
        }
    }
    static class OfThreadLocal {
        public static void main(String[] a) throws Exception {
            int[] n = new int[1];
            ThreadLocal<Integer> l = new ThreadLocal<>() { protected Integer initialValue() { return ++n[0]; } public void set(Integer v) { n[0] += 16; super.set(v); } };
            l.get();
            l.get();
            l.set(3);
            l.remove();
            l.get();
            Seen.is(n[0]);
        }
    }
    static class OfAbstractList {
        public static void main(String[] a) throws Exception {
            int[] n = new int[1];
            List<Integer> l = new AbstractList<>() { public Integer get(int i) { n[0]++; return i; } public int size() { return 3; } };
            int s = 0;
            for (int x : l) s += x;
            l.contains(2);
            l.indexOf(1);
            l.hashCode();
            new ArrayList<>(l);
            l.subList(1, 3).get(0);
            Seen.is(n[0] + s * 32);
        }
    }
}
