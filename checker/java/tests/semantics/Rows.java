import java.util.Arrays;

/** Arrays: of arrays, copies, clones, bounds, stores, all element types. */
public class Rows {
    static int calls;

    static int index() {
        return calls++;
    }

    static String tell(Runnable action) {
        try {
            action.run();
            return "fine";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName();
        }
    }

    public static void main(String[] args) {
        int[][] grid = new int[3][4];
        grid[1][2] = 5;
        grid[2] = new int[] {7, 8};
        grid[0] = grid[1];
        grid[0][0]++;
        System.out.println(grid[1][0] + " " + grid[2].length + " " + Arrays.deepToString(grid) + " " + (grid[0] == grid[1]));
        int[][][] deep = new int[2][2][];
        System.out.println(deep[1][1] == null ? "no third" : "third");
        String[][] words = {{"a", "b"}, {}, {"c"}};
        int count = 0;
        for (String[] row : words) {
            for (String w : row) {
                count += w.length();
            }
        }
        System.out.println(count);
        int[] a = {3, 1, 2};
        int[] b = a.clone();
        b[0] = 9;
        int[][] shallow = grid.clone();
        shallow[1][1] = 44;
        System.out.println(a[0] + " " + b[0] + " " + grid[1][1] + " " + (shallow == grid) + " " + (shallow[2] == grid[2]) + " " + a.equals(b));
        byte[] bytes = {(byte) 200, 1};
        short[] shorts = {(short) 40000};
        char[] chars = {'a', (char) -1};
        boolean[] flags = new boolean[2];
        flags[1] = !flags[0];
        long[] longs = {1L << 40, -1};
        float[] floats = {1.5f};
        double[] doubles = {0.1, -0.0};
        bytes[1] += 127;
        chars[0]++;
        longs[1]--;
        floats[0] *= 2;
        System.out.println(bytes[0] + " " + bytes[1] + " " + shorts[0] + " " + chars[0] + (int) chars[1] + " " + flags[1] + flags[0] + " "
            + longs[0] + longs[1] + " " + floats[0] + " " + doubles[1]);
        int[] order = new int[4];
        order[index()] = index() * 10 + index();
        order[index()] += 5;
        System.out.println(Arrays.toString(order) + " " + calls);
        Object[] objects = new Integer[2];
        objects[0] = 1;
        System.out.println(tell(() -> objects[1] = "s") + " " + tell(() -> a[3] = 0) + " " + tell(() -> a[-1] = 0) + " "
            + tell(() -> System.out.print(new int[-2].length)) + " " + tell(() -> System.out.print(((Object[]) (Object) a).length)) + " "
            + tell(() -> deep[0][0][0] = 1) + " " + tell(() -> System.out.print(new String[0].length)));
        Integer[] boxes = {5, 3, 9};
        System.arraycopy(boxes, 0, objects, 0, 2);
        System.out.println(objects[0] + " " + objects[1]);
        int[] line = {1, 2, 3, 4, 5};
        System.arraycopy(line, 0, line, 1, 4);
        System.out.println(Arrays.toString(line));
        System.arraycopy(line, 2, line, 0, 3);
        System.out.println(Arrays.toString(line));
        System.out.println(tell(() -> System.arraycopy(line, 3, line, 0, 3)) + " " + tell(() -> System.arraycopy(line, 0, bytes, 0, 1)) + " "
            + tell(() -> System.arraycopy(new Object[] {1, "x"}, 0, boxes, 0, 2)) + " " + boxes[0] + " " + tell(() -> System.arraycopy(null, 0, line, 0, 0)));
        Arrays.sort(a);
        Arrays.fill(flags, true);
        System.out.println(Arrays.toString(a) + Arrays.toString(flags) + Arrays.toString(Arrays.copyOf(a, 5)) + Arrays.toString(Arrays.copyOfRange(a, 1, 3))
            + Arrays.equals(a, new int[] {1, 2, 3}) + Arrays.hashCode(a) + Arrays.asList(boxes) + Arrays.toString((int[]) null) + Arrays.toString(new String[] {"q", null}));
        String[] names = {"delta", "Alpha", "charlie", "bravo"};
        Arrays.sort(names);
        System.out.println(String.join(",", names));
        Arrays.sort(names, String.CASE_INSENSITIVE_ORDER);
        System.out.println(String.join(",", names) + Arrays.binarySearch(a, 3) + Arrays.binarySearch(a, 0));
        char[][] board = new char[2][2];
        for (char[] row : board) {
            Arrays.fill(row, '.');
        }
        board[1][0] = '#';
        for (char[] row : board) {
            System.out.print(row);
        }
        System.out.println();
        Object o = grid;
        System.out.println((o instanceof int[][]) + " " + (o instanceof Object[]) + " " + o.getClass().getName() + " " + new Object[0].getClass().getSimpleName()
            + " " + objects.getClass().getName());
    }
}
