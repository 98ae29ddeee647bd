import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Keys are found by the hash codes that they have when they are looked up and had when they were put in. */
public class HashKeys {
    static final class Key {
        int number;

        Key(int number) {
            this.number = number;
        }

        @Override
        public int hashCode() {
            System.out.print("h" + number + " ");
            if (number < 0) {
                throw new IllegalStateException("no hash code");
            }
            return number;
        }

        @Override
        public boolean equals(Object other) {
            System.out.print("e ");
            return other instanceof Key && ((Key) other).number == number;
        }

        @Override
        public String toString() {
            return "key " + number;
        }
    }

    static final class Counted<K, V> extends HashMap<K, V> {
        int puts;

        Counted() {}

        Counted(Map<K, V> others) {
            super(others);
        }

        @Override
        public V put(K key, V value) {
            puts++;
            return super.put(key, value);
        }
    }

    static final class Adds<E> extends HashSet<E> {
        int adds;

        @Override
        public boolean add(E element) {
            adds++;
            return super.add(element);
        }
    }

    static void maps(Map<Key, String> map) {
        System.out.println(map.getClass().getName());
        Key key = new Key(1);
        System.out.println(map.put(key, "a"));
        System.out.println(map.get(key) + " " + map.get(new Key(1)) + " " + map.get(new Key(2)));
        key.number = 2;
        System.out.println(map.containsKey(key) + " " + map.get(new Key(1)) + " " + map.get(new Key(2)) + " " + map.remove(key));
        System.out.println(map.put(key, "b") + " " + map.size());
        System.out.println(map.putIfAbsent(new Key(2), "c") + " " + map.getOrDefault(new Key(3), "none"));
        System.out.println(map.replace(new Key(3), "d") + " " + map.replace(new Key(2), "b", "e") + " " + map.remove(new Key(2), "b"));
        System.out.println(map.computeIfAbsent(new Key(3), k -> "f") + " " + map.computeIfAbsent(new Key(3), k -> "g"));
        System.out.println(map.computeIfPresent(new Key(3), (k, v) -> v + "h") + " " + map.compute(new Key(4), (k, v) -> v + "i"));
        System.out.println(map.merge(new Key(4), "j", (v, w) -> v + w) + " " + map.merge(new Key(5), "k", (v, w) -> v + w));
        System.out.println(map.remove(new Key(5)) + " " + map.size());
        try {
            map.put(new Key(-1), "");
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + map.size());
        }
        try {
            map.get(new Key(-2));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        map.clear();
        System.out.println(map.containsKey(new Key(6)) + " " + map.isEmpty());
    }

    static void fresh(Map<Key, String> map) {
        System.out.println(map.getClass().getName() + " without entries");
        System.out.println(map.get(new Key(1)) + " " + map.containsKey(new Key(1)) + " " + map.getOrDefault(new Key(1), "none"));
        System.out.println(map.replace(new Key(1), "") + " " + map.replace(new Key(1), "", "") + " " + map.computeIfPresent(new Key(1), (k, v) -> v));
        System.out.println(map.entrySet().contains(new AbstractMap.SimpleEntry<>(new Key(1), "")) + " " + map.keySet().contains(new Key(1)));
        System.out.println(map.remove(new Key(2)) + " " + map.remove(new Key(2), "") + " " + map.keySet().remove(new Key(2)));
        System.out.println(map.get(new Key(1)));
        System.out.println(map.computeIfAbsent(new Key(3), k -> null) + " " + map.isEmpty() + " " + map.get(new Key(1)));
        map.put(new Key(4), "");
        map.clear();
        System.out.println(map.get(new Key(1)));
    }

    static void sets(Set<Key> set) {
        System.out.println(set.getClass().getName());
        Key key = new Key(1);
        System.out.println(set.add(key) + " " + set.add(new Key(1)) + " " + set.contains(key));
        key.number = 2;
        System.out.println(set.contains(key) + " " + set.remove(key) + " " + set.add(key) + " " + set.size());
        System.out.println(set.remove(new Key(2)) + " " + set.size());
    }

    public static void main(String[] args) {
        fresh(new HashMap<>());
        fresh(new LinkedHashMap<>(8));
        fresh(new Hashtable<>());
        fresh(new ConcurrentHashMap<>());
        System.out.println(new HashSet<>().contains(new Key(1)) + " " + new HashSet<>().remove(new Key(1)));
        maps(new HashMap<>());
        maps(new LinkedHashMap<>());
        maps(new Hashtable<>());
        maps(new ConcurrentHashMap<>());
        sets(new HashSet<>());
        sets(new LinkedHashSet<>());
        sets(ConcurrentHashMap.newKeySet());
        Map<String, Integer> one = new HashMap<>();
        one.put("a", 1);
        Map<String, Integer> both = new LinkedHashMap<>(one);
        both.put("b", 2);
        Counted<String, Integer> counted = new Counted<>(one);
        counted.putAll(one);
        counted.putAll(both);
        counted.putIfAbsent("z", 3);
        System.out.println(counted.puts + " " + counted.size());
        Adds<String> adds = new Adds<>();
        adds.addAll(Arrays.asList("a", "b"));
        adds.addAll(new HashSet<>(Arrays.asList("a")));
        adds.addAll(new LinkedHashSet<>(Arrays.asList("c", "d")));
        System.out.println(adds.adds + " " + adds.size());
        List<Object> keys = new ArrayList<>();
        Set<Object> identities = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            Object made = i == 1 ? Thread.State.NEW : new int[i];
            keys.add(made);
            System.out.print(identities.add(made) + " ");
        }
        System.out.println(identities.containsAll(keys) + " " + identities.size() + " " + identities.contains(new Object()));
        Map<Object, String> mixed = new HashMap<>();
        mixed.put(null, "null");
        mixed.put(0, "zero");
        mixed.put("", "empty");
        mixed.put(0L, "long");
        mixed.put('\0', "char");
        mixed.put(false, "false");
        System.out.println(mixed.get(null) + mixed.get(0) + mixed.get("") + mixed.get(0L) + mixed.get('\0') + mixed.get(false) + mixed.get(0.0));
        Map<String, Integer> evicting = new LinkedHashMap<>(both) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
                return size() > 1;
            }
        };
        System.out.println(evicting);
        evicting.put("c", 3);
        System.out.println(evicting);
        System.out.println(new AbstractMap.SimpleEntry<>(new Key(8), "").hashCode());
    }
}
