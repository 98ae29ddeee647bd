/** StringBuilder and StringBuffer. */
public class Builders {
    static void refused(Runnable action) {
        try {
            action.run();
            System.out.println("went well");
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getClass().getName());
        }
    }

    public static void main(String[] args) {
        StringBuilder b = new StringBuilder();
        b.append(1).append('-').append(2L).append(true).append(1.5f).append(2.5).append("s").append((String) null)
            .append((Object) null).append(new char[] {'x', 'y'}).append("abcdef", 1, 3);
        System.out.println(b + " " + b.length());
        b.insert(0, "start").insert(5, 7).insert(b.length(), '!').insert(2, true);
        System.out.println(b);
        b.delete(0, 5).deleteCharAt(0).setCharAt(1, '#');
        System.out.println(b + " " + b.charAt(1) + " " + b.indexOf("s") + " " + b.lastIndexOf("l") + " " + b.indexOf("zz"));
        b.replace(0, 3, "<>").setLength(6);
        System.out.println(b + "|" + b.reverse() + "|" + b.substring(2) + "|" + b.substring(1, 3) + "|" + b.length());
        b.setLength(8);
        System.out.println((int) b.charAt(7));
        b.setLength(0);
        System.out.println("[" + b + "]" + b.length() + b.toString().isEmpty());
        StringBuilder c = new StringBuilder("abc");
        StringBuilder d = c.append("d");
        System.out.println((c == d) + " " + c.toString().equals("abcd") + " " + c.equals(new StringBuilder("abcd")) + " "
            + c.compareTo(new StringBuilder("abce")));
        StringBuffer buffer = new StringBuffer("x");
        for (int i = 0; i < 5; i++) {
            buffer.append(i).append(i < 4 ? "," : "");
        }
        System.out.println(buffer.reverse().insert(0, 9).append(c) + " " + buffer.length() + " " + buffer.charAt(0));
        refused(() -> c.charAt(4));
        refused(() -> c.charAt(-1));
        refused(() -> c.deleteCharAt(9));
        refused(() -> c.insert(9, "x"));
        refused(() -> c.setLength(-1));
        refused(() -> c.delete(3, 2));
        refused(() -> c.delete(2, 99));
        System.out.println(c);
    }
}
