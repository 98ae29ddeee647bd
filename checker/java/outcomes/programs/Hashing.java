import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Hash tables ask keys for their hash codes. */
final class Hashing {
    static final class Key {
        int number;
        Key(int number) { this.number = number; }
        @Override public int hashCode() { return number; }
        @Override public boolean equals(Object other) { return other instanceof Key && ((Key) other).number == number; }
    }
    static class KeyChanges {
        public static void main(String[] a) {
            Set<Key> set = new HashSet<>();
            Key key = new Key(1);
            set.add(key);
            key.number = 2;
            Seen.is((set.contains(key) ? 1 : 0) + (set.contains(new Key(1)) ? 2 : 0) + (set.contains(new Key(2)) ? 4 : 0) + (set.add(key) ? 8 : 0) + (set.remove(key) ? 16 : 0) + set.size() * 32);
        }
    }
    static class KeyThrows {
        static final class Bad { @Override public int hashCode() { throw new IllegalStateException(); } }
        public static void main(String[] a) {
            int x = 0;
            Map<Object, Integer> map = new HashMap<>();
            try { map.get(new Bad()); } catch (IllegalStateException e) { x++; }
            try { map.put(new Bad(), 1); } catch (IllegalStateException e) { x += 2; }
            try { new Hashtable<Object, Integer>().remove(new Bad()); } catch (IllegalStateException e) { x += 4; }
            try { new ConcurrentHashMap<Object, Integer>().get(new Bad()); } catch (IllegalStateException e) { x += 8; }
            try { new LinkedHashMap<Object, Integer>().containsKey(new Bad()); } catch (IllegalStateException e) { x += 16; }
            try { new HashSet<Object>().contains(new Bad()); } catch (IllegalStateException e) { x += 32; }
            Seen.is(x + map.size() * 64);
        }
    }
    static class CallsCounted {
        static int calls;
        static final class Counted { @Override public int hashCode() { calls++; return 7; } }
        public static void main(String[] a) {
            Map<Object, Integer> map = new HashMap<>();
            Counted one = new Counted();
            map.put(one, 1);
            map.get(one);
            map.containsKey(new Counted());
            map.remove(one);
            map.computeIfAbsent(one, k -> 2);
            map.merge(one, 3, Integer::sum);
            Seen.is(calls * 16 + map.get(one));
        }
    }
    static class LocksWithinTheTable {
        static final Object lock = new Object();
        static final class Locking { @Override public int hashCode() { synchronized (lock) { Jitter.here(); return 1; } } }
        public static void main(String[] a) throws Exception {
            Hashtable<Object, Integer> table = new Hashtable<>();
            Locking key = new Locking();
            Thread t = T.go(() -> { synchronized (lock) { Jitter.here(); table.size(); } });
            Jitter.here();
            table.put(key, 1);
            t.join();
            Seen.is(table.size());
        }
    }
    static class EqualsWithoutHash {
        static final class Odd {
            final int hash;
            Odd(int hash) { this.hash = hash; }
            @Override public int hashCode() { return hash; }
            @Override public boolean equals(Object other) { return other instanceof Odd; }
        }
        public static void main(String[] a) {
            Map<Odd, Integer> map = new HashMap<>();
            map.put(new Odd(1), 1);
            map.put(new Odd(1), 2);
            map.put(new Odd(17), 3);
            Seen.is(map.size() * 16 + (map.containsKey(new Odd(1)) ? 1 : 0) + (map.containsKey(new Odd(33)) ? 2 : 0));
        }
    }
    static class PutAllCallsNoPut {
        static int puts;
        static class Mine extends HashMap<Integer, Integer> {
            private static final long serialVersionUID = 1;
            @Override public Integer put(Integer key, Integer value) { puts++; return super.put(key, value); }
            boolean isOrdered() { puts += 32; return true; }
        }
        public static void main(String[] a) {
            Mine mine = new Mine();
            mine.putAll(Map.of(1, 2));
            mine.putIfAbsent(3, 4);
            mine.put(5, 6);
            Seen.is(puts * 8 + mine.size());
        }
    }
    static class RacesOnAKey {
        static volatile int hash = 1;
        static final class Shared { @Override public int hashCode() { return hash; } @Override public boolean equals(Object o) { return true; } }
        public static void main(String[] a) throws Exception {
            Map<Shared, Integer> map = new HashMap<>();
            map.put(new Shared(), 1);
            Thread t = T.go(() -> { Jitter.here(); hash = 2; });
            Jitter.here();
            int x = map.containsKey(new Shared()) ? 1 : 0;
            t.join();
            Seen.is(x * 2 + (map.containsKey(new Shared()) ? 1 : 0));
        }
    }
    static class NullKeys {
        public static void main(String[] a) {
            int x = 0;
            Map<String, String> map = new HashMap<>();
            map.put(null, null);
            if (map.containsKey(null) && map.get(null) == null) { x++; }
            try { new Hashtable<String, String>().put(null, ""); } catch (NullPointerException e) { x += 2; }
            try { new Hashtable<String, String>().put("", null); } catch (NullPointerException e) { x += 4; }
            try { new ConcurrentHashMap<String, String>().put("", null); } catch (NullPointerException e) { x += 8; }
            try { new ConcurrentHashMap<String, String>().get(null); } catch (NullPointerException e) { x += 16; }
            try { Map.of(1, 1, 1, 2); } catch (IllegalArgumentException e) { x += 32; }
            try { new java.util.TreeMap<String, String>().put(null, ""); } catch (NullPointerException e) { x += 64; }
            Seen.is(x);
        }
    }
    static class ChangesWhileItGoes {
        public static void main(String[] a) {
            Map<Integer, Integer> map = new LinkedHashMap<>();
            map.put(1, 1);
            map.put(2, 2);
            int x = 0;
            try {
                for (Integer key : map.keySet()) {
                    x++;
                    map.remove(key);
                }
            } catch (java.util.ConcurrentModificationException e) {
                x += 4;
            }
            Seen.is(x * 4 + map.size());
        }
    }
}
