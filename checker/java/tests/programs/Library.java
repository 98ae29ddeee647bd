import java.util.*;
import java.util.function.*;
public class Library {
    record P(int x, String s, double d, long l) { P { if (x < 0) throw new IllegalArgumentException("neg"); } int twice() { return 2 * x; } }
    sealed interface Sh permits Sq, Ci {} record Sq(int a) implements Sh {} record Ci(int r) implements Sh {}
    static int area(Sh s) { if (s instanceof Sq q) return q.a() * q.a(); else if (s instanceof Ci c) return 3 * c.r() * c.r(); return 0; }
    static String day(int d) { return switch (d) { case 1, 7 -> "weekend"; case 2 -> { String t = "mon"; yield t + "day"; } default -> "day" + d; }; }
    static <T, R> List<R> map(List<T> in, Function<? super T, ? extends R> f) { List<R> out = new ArrayList<>(); for (T t : in) out.add(f.apply(t)); return out; }
    static long fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
    static int[] sieve(int n) { boolean[] c = new boolean[n + 1]; List<Integer> ps = new ArrayList<>(); for (int i = 2; i <= n; i++) { if (!c[i]) { ps.add(i); for (long j = (long) i * i; j <= n; j += i) c[(int) j] = true; } } int[] r = new int[ps.size()]; for (int i = 0; i < r.length; i++) r[i] = ps.get(i); return r; }
    public static void main(String[] args) {
        P p = new P(1, "s", 2.5, 7L); System.out.println(p + " " + p.equals(new P(1, "s", 2.5, 7L)) + p.equals(new P(2, "s", 2.5, 7L)) + p.twice() + (p.hashCode() == new P(1, "s", 2.5, 7L).hashCode()));
        System.out.println(area(new Sq(3)) + area(new Ci(2)));
        System.out.println(day(1) + day(2) + day(3));
        System.out.println(map(Arrays.asList(1, 2, 3), x -> "n" + x));
        System.out.println(fact(15));
        System.out.println(Arrays.toString(sieve(30)));
        Map<String, Integer> m = new HashMap<>(); m.put("one", 1); m.merge("one", 5, Integer::sum); System.out.println(m.get("one") + " " + m.containsKey("two") + m.getOrDefault("x", 9));
        Deque<Integer> dq = new ArrayDeque<>(); dq.push(1); dq.addLast(2); System.out.println(dq.pop() + dq.size());
        LinkedList<String> ll = new LinkedList<>(); ll.add("a"); ll.addFirst("b"); for (String s : ll) System.out.print(s); System.out.println(ll.size());
        StringBuilder sb = new StringBuilder("abc"); System.out.println(sb.reverse().insert(0, 'x').length());
        var text = """
            multi
              line""";
        System.out.println(text);
        int x = 0; x += 3.7; System.out.println(x); char c = 'a'; c += 1; System.out.println(c);
        Integer a = 127, b = 127; System.out.println(a == b); System.out.println(a.equals(b));
        Object o = 5; if (o instanceof Integer i && i > 3) System.out.println("big " + i);
        BiFunction<Integer, Integer, Long> widen = (u, v) -> (long) u * v; System.out.println(widen.apply(3, 4));
        Supplier<Supplier<String>> ss = () -> { int[] z = {1}; return () -> "z" + z[0]++ + z[0]; }; System.out.println(ss.get().get());
        Comparator<String> cmp = Comparator.comparing(String::length); System.out.println(cmp.compare("a", "bb"));
        List<String> ls = new ArrayList<>(List.of("pear", "fig", "apple")); Collections.sort(ls); System.out.println(ls); ls.sort(cmp.reversed()); System.out.println(ls);
        Iterator<String> it = ls.iterator(); it.next(); it.remove(); System.out.println(ls.size());
        try { for (String s : ls) ls.add("z"); } catch (ConcurrentModificationException e) { System.out.println("CME"); }
        System.out.println(String.format("%d-%s", 3, "x") + String.join(",", "a", "b") + "a,b".split(",").length);
        System.out.println(Integer.parseInt("-12") + Math.max(3, 4) + Math.abs(-2.5));
        try { Integer.parseInt("x"); } catch (NumberFormatException e) { System.out.println(e.getMessage()); }
        System.out.println(Objects.hash(1, 2) + " " + Objects.equals(null, null) + Optional.of(3).map(q -> q + 1).get());
        int[][] jag = {{1}, {2, 3}}; int s = 0; for (int[] r : jag) for (int v : r) s += v; System.out.println(s);
        long[][][] l3 = new long[2][2][]; System.out.println(l3[1][1] == null);
        System.out.printf("%5d|%-4s|%.2f%n", 42, "ab", 3.14159);
        char[] cs = "hello".toCharArray(); Arrays.sort(cs); System.out.println(new String(cs) + String.valueOf(cs, 1, 2));
    }
}
