import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** Maps and sets; those without an order are not gone through unless they have one element. */
public class Maps {
    static final class Key {
        final String name;
        final int number;

        Key(String name, int number) {
            this.name = name;
            this.number = number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).name.equals(name) && ((Key) other).number == number;
        }

        @Override
        public int hashCode() {
            return Objects.hash(name, number);
        }

        @Override
        public String toString() {
            return name + number;
        }
    }

    static String tell(Runnable action) {
        try {
            action.run();
            return "fine";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName();
        }
    }

    static void use(Map<String, Integer> map) {
        System.out.println(map.put("a", 1) + " " + map.put("b", 2) + " " + map.put("a", 3) + " " + map.size() + map.isEmpty());
        System.out.println(map.get("a") + " " + map.get("z") + " " + map.getOrDefault("z", 9) + " " + map.containsKey("b") + map.containsValue(2)
            + map.containsValue(7));
        System.out.println(map.putIfAbsent("a", 5) + " " + map.putIfAbsent("c", 6) + " " + map.computeIfAbsent("d", k -> k.length()) + " "
            + map.computeIfAbsent("d", k -> 100) + " " + map.computeIfPresent("a", (k, v) -> v * 10) + " " + map.computeIfPresent("q", (k, v) -> 1)
            + " " + map.compute("e", (k, v) -> v == null ? 50 : v + 1) + " " + map.compute("e", (k, v) -> null) + " " + map.merge("a", 7, Integer::sum)
            + " " + map.merge("n", 7, Integer::sum) + " " + map.merge("n", 7, (x, y) -> null));
        System.out.println(map.remove("b") + " " + map.remove("b") + " " + map.remove("a", 1) + map.remove("a", 37) + " " + map.replace("c", 8)
            + " " + map.replace("x", 8) + " " + map.replace("c", 8, 9) + " " + map.size());
        System.out.println(map.equals(Map.of("c", 9, "d", 1)) + " " + (map.hashCode() == Map.of("c", 9, "d", 1).hashCode()) + " " + map.keySet().contains("c")
            + map.values().contains(9) + map.keySet().remove("d"));
        for (Map.Entry<String, Integer> e : map.entrySet()) {
            System.out.println(e.getKey() + e.getValue() + e + e.setValue(11));
        }
        map.forEach((k, v) -> System.out.println(k + "->" + v));
        System.out.println(map + " " + map.keySet() + map.values());
        map.clear();
        System.out.println(map + " " + map.size());
    }

    public static void main(String[] args) {
        use(new HashMap<>());
        use(new LinkedHashMap<>());
        use(new TreeMap<>());
        use(new Hashtable<>());
        use(new ConcurrentHashMap<>());
        use(Collections.synchronizedMap(new HashMap<>()));
        Map<Key, List<String>> keys = new HashMap<>();
        keys.computeIfAbsent(new Key("k", 1), k -> new java.util.ArrayList<>()).add("x");
        keys.computeIfAbsent(new Key("k", 1), k -> new java.util.ArrayList<>()).add("y");
        keys.computeIfAbsent(new Key("k", 2), k -> new java.util.ArrayList<>()).add("z");
        System.out.println(keys.get(new Key("k", 1)) + " " + keys.size() + " " + keys.get(new Key("j", 1)));
        Map<String, Integer> words = new TreeMap<>();
        for (String w : "b a c a b a".split(" ")) {
            words.merge(w, 1, Integer::sum);
        }
        TreeMap<String, Integer> sorted = new TreeMap<>(words);
        System.out.println(words + " " + sorted.firstKey() + sorted.lastKey() + sorted.floorKey("bb") + sorted.higherKey("b") + sorted.ceilingEntry("aa")
            + sorted.pollFirstEntry() + sorted + sorted.lowerKey("a"));
        Map<Integer, String> cache = new LinkedHashMap<>(8, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Integer, String> eldest) {
                return size() > 3;
            }
        };
        for (int i = 0; i < 4; i++) {
            cache.put(i, "v" + i);
            cache.get(1);
        }
        System.out.println(cache);
        Map<String, Integer> ordered = new LinkedHashMap<>();
        ordered.put("z", 1);
        ordered.put("y", 2);
        ordered.put("x", 3);
        ordered.put("z", 4);
        ordered.remove("y");
        ordered.put("y", 5);
        System.out.println(ordered + " " + ordered.keySet() + ordered.values() + ordered.entrySet());
        System.out.println(tell(() -> {
            for (String k : ordered.keySet()) {
                ordered.put(k + k, 0);
            }
        }) + tell(() -> new HashMap<String, String>().keySet().iterator().next()) + tell(() -> new TreeMap<String, String>().put(null, ""))
            + tell(() -> new ConcurrentHashMap<String, String>().put("a", null)) + tell(() -> new HashMap<String, String>().put(null, null))
            + tell(() -> Map.of("a", 1).put("b", 2)) + tell(() -> Map.of("a", 1, "a", 2)) + tell(() -> new TreeMap<Object, String>().put(new Object(), "")));
        Set<Integer> set = new HashSet<>();
        System.out.println(set.add(5) + " " + set.add(5) + " " + set.add(6) + set.contains(5) + set.remove(5) + set.remove(5) + set + set.size());
        Set<String> linked = new LinkedHashSet<>(List.of("q", "a", "q".concat(""), "m"));
        Set<String> tree = new TreeSet<>(linked);
        System.out.println(linked + " " + tree + " " + linked.equals(tree) + " " + (linked.hashCode() == tree.hashCode()) + " " + tree.containsAll(List.of("a")));
        linked.removeAll(Set.of("a"));
        tree.retainAll(Set.of("a", "m"));
        System.out.println(linked + " " + tree + " " + new TreeSet<>(List.of(3, 1, 2)).first() + new TreeSet<>(List.of(3, 1, 2)).ceiling(3));
        Optional<String> some = Optional.of("v");
        System.out.println(some + " " + some.map(String::length).get() + Optional.empty() + Optional.ofNullable((String) null).orElse("else")
            + some.filter(s -> s.isEmpty()).isPresent() + some.isPresent() + tell(() -> Optional.empty().get()));
        StringJoiner joiner = new StringJoiner(", ", "{", "}");
        joiner.add("1").add("2");
        System.out.println(joiner + " " + joiner.length() + " " + Objects.equals(null, null) + Objects.hash(1, "a") + Objects.toString(null, "d")
            + Objects.requireNonNullElse(null, 5));
    }
}
