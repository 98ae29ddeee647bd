import java.util.ArrayList;
import java.util.List;

/** Boxing, unboxing, the caches of boxes, methods of the boxes' classes. */
public class Boxes {
    static Integer count = 0;
    static Object last;

    static Object box(Object o) {
        last = o;
        return o;
    }

    static void refused(String text) {
        try {
            System.out.println(Integer.parseInt(text));
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) {
        Integer a = 127;
        Integer b = 127;
        Integer c = -128;
        Integer d = -128;
        Long l = 5L;
        Long m = 5L;
        Character x = 'x';
        Character y = 'x';
        Boolean t = true;
        System.out.println((a == b) + " " + (c == d) + " " + (l == m) + " " + (x == y) + " " + (t == Boolean.TRUE) + " " + a.equals(127)
            + " " + a.equals(127L) + " " + l.equals(5) + " " + l.equals(5L) + " " + new ArrayList<>(List.of(a)).contains(127));
        Integer big = 1000;
        System.out.println((big == 1000) + " " + big.equals(1000) + " " + (big > 999) + " " + (big + 1) + " " + big.compareTo(1001));
        count++;
        count += 5;
        count = count * 2 - count--;
        System.out.println(count);
        box(1);
        System.out.println(last.getClass().getName() + last);
        box('c');
        System.out.println(last.getClass().getName() + last);
        box(2.5f);
        System.out.println(last.getClass().getName() + last);
        box((byte) 3);
        System.out.println(last.getClass().getName() + last);
        box((short) 4);
        System.out.println(last.getClass().getName() + last);
        box(5L);
        System.out.println(last.getClass().getName() + last);
        box(true);
        System.out.println(last.getClass().getName() + last + (last instanceof Comparable) + (last instanceof Number));
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            list.add(i * i);
        }
        list.remove(Integer.valueOf(9));
        list.remove(0);
        int sum = 0;
        for (int i : list) {
            sum += i;
        }
        System.out.println(list + " " + sum);
        Integer nothing = null;
        try {
            int i = nothing;
            System.out.println(i);
        } catch (NullPointerException e) {
            System.out.println("nothing to unbox");
        }
        try {
            Object o = "s";
            System.out.println((int) o);
        } catch (ClassCastException e) {
            System.out.println("no box");
        }
        Number n = 3.99;
        System.out.println(n.intValue() + " " + n.longValue() + " " + n.byteValue() + " " + Integer.valueOf(300).byteValue() + " "
            + Long.valueOf(-1).shortValue() + " " + Byte.valueOf((byte) 7).doubleValue() + " " + Character.valueOf('a').charValue());
        System.out.println(Integer.hashCode(5) + " " + Long.hashCode(1L << 33) + " " + Boolean.hashCode(true) + " " + Character.valueOf('a').hashCode()
            + " " + Double.valueOf(2.0).hashCode() + " " + Integer.valueOf(-3).hashCode());
        System.out.println(Integer.MAX_VALUE + " " + Integer.MIN_VALUE + " " + Long.MAX_VALUE + " " + Byte.MIN_VALUE + " " + Short.MAX_VALUE
            + " " + (int) Character.MAX_VALUE);
        System.out.println(Integer.parseInt("-42") + Integer.valueOf("17") + Integer.parseInt("+5") + Integer.parseInt("ff", 16)
            + Integer.parseInt("-80000000", 16) + " " + Long.parseLong("-9223372036854775808") + " " + Boolean.parseBoolean("TRUE")
            + Boolean.parseBoolean("yes") + " " + Byte.parseByte("-128") + " " + Short.parseShort("300"));
        for (String text : new String[] {"", "-", "x", "1.5", "2147483648", "-2147483649", " 1", "1_000", "99999999999", "+-1", null}) {
            refused(text);
        }
        System.out.println(Integer.toString(255, 16) + " " + Integer.toHexString(-1) + " " + Integer.toBinaryString(10) + " " + Integer.toOctalString(64)
            + " " + Long.toHexString(-2L) + " " + Long.toString(-255, 36) + " " + Integer.bitCount(255) + " " + Integer.reverse(1) + " "
            + Integer.numberOfLeadingZeros(1) + " " + Long.numberOfTrailingZeros(8) + " " + Integer.highestOneBit(100) + " "
            + Integer.compare(3, 5) + " " + Integer.signum(-9) + " " + Integer.max(2, 7) + " " + Character.compare('b', 'a'));
        System.out.println(Character.isDigit('5') + " " + Character.isLetter('5') + " " + Character.isLetterOrDigit('_') + " " + Character.isWhitespace('\t')
            + " " + Character.isUpperCase('A') + " " + Character.toUpperCase('q') + Character.toLowerCase('Q') + " " + Character.getNumericValue('7')
            + " " + Character.digit('f', 16) + " " + Character.forDigit(11, 16) + " " + Character.toString('c') + " " + (char) Character.toUpperCase('ß'));
        Object o = true ? 1 : "s";
        Integer choice = args.length > 5 ? nothing : Integer.valueOf(8);
        System.out.println(o + " " + choice + " " + (o instanceof Integer) + " " + Boolean.logicalXor(true, false) + " " + t.compareTo(false));
        System.out.println(Math.addExact(1, 2) + " " + Math.floorMod(-7, 3) + " " + Math.floorDiv(-7, 3) + " " + Math.max(1L, 2) + " " + Math.abs(-5)
            + " " + Math.min(-0.0, 0.0) + " " + Math.abs(-2.5f) + " " + Math.abs(Integer.MIN_VALUE));
        try {
            Math.multiplyExact(1 << 20, 1 << 20);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}
