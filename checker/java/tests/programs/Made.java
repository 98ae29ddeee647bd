public class Made {
    static String f(boolean b, char[] cs) { return new String(b ? "yes" : "no") + new String(cs, b ? 0 : 1, cs.length > 2 && b ? 2 : 1); }
    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) System.out.println(f(i % 2 == 0, new char[] {'a', 'b', 'c'}) + new Integer(i > 1 ? i : -i) + new Long(i > 0 ? 5L : 6L));
        System.out.println(new StringBuilder(args.length > 0 ? "a" : "b").append(new String("x" + (args.length == 0 ? new String("in") : "out"))));
    }
}
