/** Loops, labels, conditions, recursion, the order of evaluation. */
public class Flow {
    static StringBuilder log = new StringBuilder();

    static boolean say(String what, boolean value) {
        log.append(what);
        return value;
    }

    static int num(int n) {
        log.append(n);
        return n;
    }

    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }

    static int ackermann(int m, int n) {
        return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    static void hanoi(int n, char from, char to, char by, StringBuilder moves) {
        if (n > 0) {
            hanoi(n - 1, from, by, to, moves);
            moves.append(from).append(to).append(' ');
            hanoi(n - 1, by, to, from, moves);
        }
    }

    static int find(int[][] grid, int wanted) {
        int looked = 0;
        search:
        for (int[] row : grid) {
            for (int cell : row) {
                if (cell < 0) {
                    continue search;
                }
                looked++;
                if (cell == wanted) {
                    break search;
                }
            }
            looked += 100;
        }
        return looked;
    }

    static String queens(int n, int row, int[] at) {
        if (row == n) {
            StringBuilder b = new StringBuilder();
            for (int a : at) {
                b.append(a);
            }
            return b.toString();
        }
        next:
        for (int c = 0; c < n; c++) {
            for (int r = 0; r < row; r++) {
                if (at[r] == c || Math.abs(at[r] - c) == row - r) {
                    continue next;
                }
            }
            at[row] = c;
            String found = queens(n, row + 1, at);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    public static void main(String[] args) {
        System.out.println(fib(12) + " " + gcd(1071, 462) + " " + even(30) + " " + odd(30) + " " + ackermann(2, 3));
        StringBuilder moves = new StringBuilder();
        hanoi(3, 'a', 'c', 'b', moves);
        System.out.println(moves);
        System.out.println(find(new int[][] {{1, -1, 2}, {3, 4}, {5}}, 4) + " " + queens(6, 0, new int[6]));
        boolean r = say("a", true) || say("b", true) && say("c", false);
        r &= say("d", false) | say("e", true);
        r = say("f", false) && say("g", true) || !say("h", false) ? say("i", true) : say("j", false);
        r ^= say("k", true);
        System.out.println(log + " " + r);
        log.setLength(0);
        int v = num(1) + num(2) * num(3) - (num(4) << num(1));
        int[] array = {0, 0, 0};
        array[num(1)] = num(2) + (array[num(0)] = num(9));
        System.out.println(log + " " + v + " " + array[0] + array[1]);
        int i = 0;
        do {
            i += 3;
            if (i == 6) {
                continue;
            }
            log.append(i);
        } while (i < 10);
        while (true) {
            if (--i < 5) {
                break;
            }
        }
        for (int a = 0, b = 10; a < b; a += 2, b--) {
            i += a * b;
        }
        block: {
            if (i > 0) {
                break block;
            }
            i = -1;
        }
        for (; ; ) {
            i++;
            if (i % 7 == 0) {
                break;
            }
        }
        System.out.println(i + " " + (i > 5 ? i > 100 ? "huge" : "some" : "few"));
        Object[] things = {1, "two", 3.0, 'c', null, new int[] {5}, 6L};
        StringBuilder kinds = new StringBuilder();
        for (Object o : things) {
            if (o instanceof Integer && (Integer) o > 0) {
                kinds.append("int").append((Integer) o + 1);
            } else if (o instanceof CharSequence) {
                kinds.append("text").append(((CharSequence) o).length());
            } else if (o instanceof Number) {
                kinds.append("number").append(((Number) o).intValue());
            } else if (o instanceof int[]) {
                kinds.append("array").append(((int[]) o)[0]);
            } else {
                kinds.append(o == null ? "none" : "other");
            }
            kinds.append(' ');
        }
        System.out.println(kinds);
        int depth = 0;
        try {
            depth = down(0);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        long product = 1;
        for (int k = 2; k <= 25; k++) {
            product *= k;
        }
        int bits = 0;
        for (long w = product; w != 0; w >>>= 1) {
            bits += w & 1;
        }
        System.out.println(product + " " + bits + " " + depth);
        String sieve = "";
        boolean[] composite = new boolean[50];
        for (int p = 2; p < composite.length; p++) {
            if (!composite[p]) {
                sieve += p + " ";
                for (int q = p * p; q < composite.length; q += p) {
                    composite[q] = true;
                }
            }
        }
        System.out.println(sieve);
    }

    static int down(int n) {
        if (n == 200) {
            throw new IllegalStateException("depth " + n);
        }
        return down(n + 1) + 1;
    }
}
