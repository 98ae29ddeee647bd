/** Strings: all usual methods, concatenation of all types, identity of literals. */
public class Strings {
    static final String CONSTANT = "con" + "stant";

    static void refused(String what, Runnable action) {
        try {
            action.run();
            System.out.println(what + " went well");
        } catch (RuntimeException e) {
            System.out.println(what + " " + e.getClass().getName() + " "
                + (e instanceof NullPointerException ? "" : e.getMessage()));
        }
    }

    public static void main(String[] args) {
        String s = "Hello, World";
        Object nothing = null;
        char[] units = {'a', 'b', 'c'};
        System.out.println(s.length() + " " + s.charAt(4) + " " + s.isEmpty() + " " + "".isEmpty() + " " + " ".isBlank());
        System.out.println(s.equals("Hello, World") + " " + s.equals("hello, world") + " " + s.equalsIgnoreCase("hELLO, wORLD")
            + " " + s.equals(null) + " " + s.equals((Object) units) + " " + "a".equalsIgnoreCase(null));
        System.out.println("apple".compareTo("banana") + " " + "b".compareTo("abc") + " " + "abc".compareTo("abcde") + " "
            + "ABC".compareToIgnoreCase("abd") + " " + "".compareTo("x"));
        System.out.println(s.hashCode() + " " + "".hashCode() + " " + "a".hashCode() + " " + "The quick brown fox".hashCode());
        System.out.println(s.substring(7) + "|" + s.substring(0, 5) + "|" + s.substring(3, 3) + "|" + s.substring(12) + "|");
        System.out.println(s.indexOf('o') + " " + s.indexOf('o', 5) + " " + s.indexOf('z') + " " + s.lastIndexOf('o') + " "
            + s.lastIndexOf('o', 7) + " " + s.indexOf("World") + " " + s.indexOf("") + " " + s.lastIndexOf("l") + " "
            + s.indexOf("lo", 4) + " " + s.lastIndexOf("") + " " + s.indexOf('H', -5));
        System.out.println(s.contains("lo, W") + " " + s.startsWith("Hell") + " " + s.startsWith("World", 7) + " "
            + s.endsWith("ld") + " " + s.endsWith("") + " " + s.startsWith("Hello, World!"));
        System.out.println("[" + "  x y\t\n".trim() + "][" + "  x ".strip() + "][" + " x ".stripLeading() + "][" + " x ".stripTrailing() + "]");
        System.out.println("a".concat("b") + " " + "banana".replace('a', 'o') + " " + "banana".replace("an", "AN") + " "
            + "aaa".replace("aa", "b") + " " + "abc".replace("", "-") + " " + "x.y".replace(".", "") + " "
            + "a.b.c".replaceAll("b", "d") + " " + "aXbX".replaceFirst("X", "-"));
        System.out.println("MiXed 123 é".toUpperCase() + " " + "MiXed 123 É".toLowerCase());
        System.out.println(new String(units) + " " + String.valueOf(units, 1, 2) + " " + new String("copy") + " " + new String(units, 0, 2)
            + " " + String.valueOf(units) + " " + new String() + "|" + String.copyValueOf(units) + " " + units.length);
        System.out.println(String.join("-", "a", "b", "c") + " " + String.join(", ", java.util.Arrays.asList("x", "y")) + " "
            + "ab".repeat(3) + " " + "ab".repeat(0) + "|");
        char[] all = s.toCharArray();
        all[0] = 'J';
        System.out.println(s + " " + String.valueOf(all));
        for (String part : "a,b,,c,,".split(",")) {
            System.out.print("<" + part + ">");
        }
        System.out.println("a,b,,c,,".split(",").length + " " + "a,b,,c,,".split(",", -1).length + " " + "a,b,c".split(",", 2)[1]
            + " " + "".split(",").length + " " + "a b  c".split("\\s+").length + " " + "a.b".split("\\.")[1] + " "
            + "a|b".split("\\|")[0] + " " + "abc".split("").length + " " + ",a".split(",").length);
        byte b = -1;
        short sh = 300;
        long l = 1L << 40;
        String n = null;
        System.out.println("" + b + sh + 7 + l + 'c' + true + 1.5f + 2.25 + nothing + n + 'x' + 1);
        System.out.println('a' + 'b' + "c" + 'd' + 1);
        String t = "x";
        t += 1;
        t += 'y';
        t += null;
        t += 2.5;
        t += new StringBuilder("z");
        System.out.println(t);
        System.out.println(String.valueOf((Object) null) + String.valueOf(true) + String.valueOf('q') + String.valueOf(-5L) + String.valueOf(0.5));
        System.out.println((CONSTANT == "constant") + " " + ("con" + "stant" == CONSTANT) + " "
            + " " + (s.toString() == s) + " " + (s.substring(0) == s) + " " + ("" + null).equals("null"));
        System.out.println(String.format("%d|%5d|%-5d|%05d|%s|%10s|%-6s|%c|%b|%x|%X|%%|%n", 42, 42, 42, 42, "str", "right", "left", 'c',
            true, 255, 255).trim());
        System.out.println(String.format("%.2f %8.3f %s %s %S %,d %+d", 3.14159, 2.5, null, 7L, "up", 1234567, 5));
        System.out.printf("%s-%s%n", "a", 1);
        CharSequence cs = s;
        System.out.println(cs.length() + " " + cs.charAt(1) + " " + cs.subSequence(1, 3) + " " + cs + " " + s.contentEquals(new StringBuilder(s)));
        System.out.println("a\tb\"c\\d\u00e9 \0".length() + " " + "line1\nline2".indexOf('\n'));
        StringBuilder reversed = new StringBuilder();
        for (int i = s.length() - 1; i >= 0; i--) {
            reversed.append(s.charAt(i));
        }
        System.out.println(reversed + " " + (int) "ü€".charAt(1) + " ü€");
        refused("charAt", () -> s.charAt(12));
        refused("substring", () -> s.substring(5, 2));
        refused("substring", () -> s.substring(13));
        refused("repeat", () -> s.repeat(-1));
        refused("null", () -> n.length());
    }
}
