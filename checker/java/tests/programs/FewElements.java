import java.util.*;
/** Lists, sets and maps of few elements that never change: what changes nothing is done by some and refused by others. */
public class FewElements {
    interface X { Object run() throws Throwable; }
    static void t(X x) { String s; try { s = String.valueOf(x.run()); } catch (Throwable e) { s = e.getClass().getName() + (e instanceof ClassCastException || e instanceof NullPointerException ? "" : ": " + e.getMessage()); } System.out.println(s); }
    public static void main(String[] a) {
      lists(Collections.<Integer>emptyList()); lists(Collections.singletonList(1)); lists(List.of(1, 2, 3).subList(0, 2)); lists(List.of(1, 2, 3).subList(1, 1)); lists(List.of(1)); lists(List.of()); lists(List.of(1, 2, 3));
      sets(Collections.<Integer>emptySet()); sets(Collections.singleton(1));
      maps(Collections.<Integer, Integer>emptyMap()); maps(Collections.singletonMap(1, 2));
    }
    static void lists(List<Integer> l) {
      System.out.println("list " + l);
      sets(l);
      t(() -> l.get(5)); t(() -> l.get(-1)); t(() -> l.set(0, 1)); t(() -> { l.add(0, 1); return 0; }); t(() -> l.addAll(0, List.of())); t(() -> l.addAll(9, List.of())); t(() -> l.addAll(0, List.of(1)));
      t(() -> l.remove(0)); t(() -> l.indexOf(1)); t(() -> l.lastIndexOf(1)); t(() -> l.indexOf(null)); t(() -> l.lastIndexOf(null)); t(() -> { l.sort(null); return 0; }); t(() -> { l.replaceAll(x -> x); return 0; }); t(() -> { l.replaceAll(null); return 0; });
      t(() -> l.subList(0, 9)); t(() -> l.subList(-1, 0)); t(() -> l.subList(1, 0)); t(() -> l.subList(0, 0)); t(() -> l.listIterator(7)); t(() -> l.listIterator(0).hasPrevious()); t(() -> { l.listIterator().set(1); return 0; }); t(() -> { l.listIterator().add(1); return 0; });
      t(() -> { ListIterator<Integer> i = l.listIterator(); i.next(); i.remove(); return 0; }); t(() -> { ListIterator<Integer> i = l.listIterator(); i.next(); i.set(4); return 0; }); t(() -> l.subList(0, 0).remove((Object) 1)); t(() -> { l.subList(0, 0).clear(); return 0; }); t(() -> l.subList(0, 0).contains(null)); t(() -> l instanceof RandomAccess);
      t(() -> l.equals(List.of(1))); t(() -> l.hashCode());
    }
    static void sets(Collection<Integer> c) {
      System.out.println("collection " + c);
      t(() -> c.size()); t(() -> c.isEmpty()); t(() -> c.contains(1)); t(() -> c.contains(4)); t(() -> c.contains(null)); t(() -> c.contains("x")); t(() -> c.containsAll(List.of())); t(() -> c.containsAll(Arrays.asList((Object) null)));
      t(() -> c.add(4)); t(() -> c.remove(4)); t(() -> c.remove((Object) 1)); t(() -> c.remove(null)); t(() -> c.addAll(List.of())); t(() -> c.addAll(List.of(4))); t(() -> c.removeAll(List.of())); t(() -> c.removeAll(List.of(1))); t(() -> c.removeAll(null)); t(() -> c.retainAll(List.of())); t(() -> c.retainAll(List.of(1, 2))); t(() -> c.retainAll(null)); t(() -> c.removeIf(x -> false)); t(() -> c.removeIf(x -> true)); t(() -> c.removeIf(null)); t(() -> { c.clear(); return 0; });
      t(() -> { c.iterator().remove(); return 0; }); t(() -> c.iterator().next()); t(() -> { Iterator<Integer> i = c.iterator(); i.next(); i.remove(); return 0; }); t(() -> { Iterator<Integer> i = c.iterator(); while (i.hasNext()) i.next(); return i.next(); });
      t(() -> { c.forEach(x -> System.out.println(x)); return 0; }); t(() -> { c.forEach(null); return 0; }); t(() -> c.toArray().length); t(() -> c.toArray(new Integer[4]).length); t(() -> c.equals(Set.of(1))); t(() -> c.equals(Set.of())); t(() -> c.hashCode()); t(() -> c.toString());
    }
    static void maps(Map<Integer, Integer> m) {
      System.out.println("map " + m);
      sets(m.keySet()); sets(m.values()); t(() -> m.entrySet().toString()); t(() -> { m.entrySet().clear(); return 0; }); t(() -> m.entrySet().removeIf(x -> false)); t(() -> m.entrySet().iterator().next().setValue(3));
      t(() -> m.size()); t(() -> m.isEmpty()); t(() -> m.get(1)); t(() -> m.get(null)); t(() -> m.containsKey(1)); t(() -> m.containsKey(null)); t(() -> m.containsValue(2)); t(() -> m.containsValue(null)); t(() -> m.getOrDefault(1, 7)); t(() -> m.getOrDefault(4, 7)); t(() -> m.put(4, 4)); t(() -> m.put(1, 4)); t(() -> m.remove(4)); t(() -> m.remove(1)); t(() -> { m.putAll(Map.of()); return 0; }); t(() -> { m.putAll(Map.of(1, 2)); return 0; }); t(() -> { m.clear(); return 0; });
      t(() -> m.putIfAbsent(1, 2)); t(() -> m.remove(1, 5)); t(() -> m.replace(1, 5)); t(() -> m.replace(1, 5, 6)); t(() -> m.computeIfAbsent(1, x -> x)); t(() -> m.computeIfPresent(4, (x, y) -> x)); t(() -> m.compute(1, (x, y) -> x)); t(() -> m.merge(1, 2, (x, y) -> x)); t(() -> { m.replaceAll((x, y) -> y); return 0; }); t(() -> { m.replaceAll(null); return 0; }); t(() -> { m.forEach((x, y) -> System.out.println(x + y)); return 0; }); t(() -> { m.forEach(null); return 0; });
      t(() -> m.equals(Map.of(1, 2))); t(() -> m.equals(Map.of())); t(() -> m.hashCode()); t(() -> m.toString());
    }
}
