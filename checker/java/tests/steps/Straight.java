/** Code without a jump: each of its instructions is taken once. */
public class Straight {
    int field = 1;
    static long total = 2;

    static int twice(int x) {
        return 2 * x;
    }

    public static void main(String[] args) {
        int a = 3;
        long b = a + total;
        a = a++ + ++a;
        Straight object = new Straight();
        object.field += a;
        int[] array = {1, 2};
        array[0] = array[1]++;
        total += b * twice(array[0]) / 2;
        Object o = object;
        Straight same = (Straight) o;
        synchronized (same) {
            same.field = (byte) (args.length - 1);
        }
        double d = a;
        d = -d % 2;
        a = (int) d;
    }
}
