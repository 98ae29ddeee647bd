import java.util.*;
public class NullReferences {
    NullReferences next; int[] data; String name; static NullReferences root; static int[][] grid = new int[2][];
    NullReferences self() { return next; } static String make(int a, String b, Object[] c) { return null; }
    void go() { System.out.println(next.next.name); }
    static void t(Runnable r) { try { r.run(); System.out.println("ok"); } catch (NullPointerException e) { System.out.println(e.getMessage()); } }
    public static void main(String[] args) {
        NullReferences n = new NullReferences();
        t(() -> n.go());
        t(() -> System.out.println(n.next.name));
        t(() -> n.next.name = "x");
        t(() -> System.out.println(n.data[3]));
        t(() -> n.data[0] = 1);
        t(() -> System.out.println(n.data.length));
        t(() -> System.out.println(n.self().name));
        t(() -> n.self().self().go());
        t(() -> System.out.println(root.name.length()));
        t(() -> make(1, "a", null).trim());
        t(() -> { int i = 1; System.out.println(grid[i][0]); });
        t(() -> { synchronized (root) { } });
        t(() -> { RuntimeException e = null; throw e; });
        t(() -> { Integer b = null; int x = b; });
        t(() -> { String s = null; switch (s) { case "a": } });
        t(() -> { Object o = null; ((String) o).length(); });
        t(() -> { throw new NullPointerException(); });
        t(() -> { throw new NullPointerException("own"); });
        t(() -> { Object[] os = null; os[0] = "x"; });
        t(() -> { long[] ls = null; ls[0]++; });
        t(() -> { boolean[] bs = null; bs[1] = true; });
        t(() -> { List<String> l = new ArrayList<>(); l.add(null); l.get(0).length(); });
        t(() -> { for (String s : (List<String>) null) { } });
        t(() -> { Thread th = null; th.start(); });
        t(() -> Objects.requireNonNull(root, "req"));
        t(() -> { NullReferences[] a = new NullReferences[2]; a[1].next.go(); });
        t(() -> { NullReferences a = args.length > 0 ? n : null; a.go(); });
    }
}
