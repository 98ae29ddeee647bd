/** try, catch and finally in all nestings, what the machine itself throws, resources, causes. */
public class Exceptions {
    static class Mine extends Exception {
        final int number;

        Mine(int number) {
            super("mine " + number);
            this.number = number;
        }
    }

    static class Sub extends Mine {
        Sub() {
            super(99);
        }

        @Override
        public String getMessage() {
            return "sub of " + super.getMessage();
        }
    }

    static class Resource implements AutoCloseable {
        final String name;
        final boolean fails;

        Resource(String name, boolean fails) {
            this.name = name;
            this.fails = fails;
            System.out.print("open " + name + ";");
        }

        @Override
        public void close() throws Mine {
            System.out.print("close " + name + ";");
            if (fails) {
                throw new Mine(name.length());
            }
        }
    }

    @SuppressWarnings("finally")
    static int returnInFinally() {
        try {
            throw new RuntimeException("lost");
        } finally {
            return 1;
        }
    }

    static int finallyKeepsValue() {
        int x = 1;
        try {
            return x;
        } finally {
            x = 2;
        }
    }

    @SuppressWarnings("finally")
    static int loops() {
        int count = 0;
        for (int i = 0; i < 5; i++) {
            try {
                if (i == 1) {
                    continue;
                }
                if (i == 3) {
                    break;
                }
                count += 10;
            } finally {
                count++;
            }
        }
        return count;
    }

    static String nested(int i) {
        StringBuilder log = new StringBuilder();
        try {
            log.append("a");
            try {
                log.append("b");
                if (i == 1) {
                    throw new Mine(1);
                }
                if (i == 2) {
                    throw new IllegalStateException("two");
                }
                if (i == 3) {
                    Object o = "x";
                    Integer n = (Integer) o;
                }
                log.append("c");
            } catch (Mine e) {
                log.append("d").append(e.number);
                throw new RuntimeException("again", e);
            } finally {
                log.append("e");
                if (i == 4) {
                    throw new Error("four");
                }
            }
            log.append("f");
        } catch (IllegalStateException | ClassCastException e) {
            log.append("g").append(e instanceof ClassCastException);
        } catch (RuntimeException e) {
            log.append("h").append(e.getMessage()).append(e.getCause().getMessage());
        } catch (Error e) {
            log.append("i").append(e.getMessage());
        } finally {
            log.append("j");
        }
        return log.toString();
    }

    static int depth(int n) throws Mine {
        if (n == 0) {
            throw new Sub();
        }
        try {
            return depth(n - 1) + 1;
        } finally {
            System.out.print(n + " ");
        }
    }

    static void machine(int which) {
        int[] a = {1, 2, 3};
        Object o = "text";
        Object[] strings = new String[1];
        String none = null;
        int[] noArray = null;
        int zero = a.length - 3;
        switch (which) {
            case 0: a[3] = 1; break;
            case 1: a[-1]++; break;
            case 2: System.out.println(none.length()); break;
            case 3: System.out.println(noArray.length); break;
            case 4: noArray[0] = 1; break;
            case 5: o = (Integer) o; break;
            case 6: strings[0] = 5; break;
            case 7: a = new int[-1]; break;
            case 8: System.out.println(1 / zero); break;
            case 9: synchronized (noArray) { break; }
            case 10: throw null;
            case 11: new Object().notifyAll(); break;
            case 12: o = new int[2][zero - 2][0]; break;
            case 13: Integer box = null; zero = box; break;
            case 14: System.out.println("abc".charAt(5)); break;
            case 15: Integer.parseInt("x1"); break;
            case 16: new java.util.ArrayList<String>().get(0); break;
            case 17: new java.util.ArrayDeque<String>().pop(); break;
            case 18: java.util.Objects.requireNonNull(none, "given"); break;
            case 19: new Object().notify(); break;
            case 20: assert zero > 0 : "zero is " + zero; break;
            default: System.out.print("fine ");
        }
    }

    public static void main(String[] args) {
        System.out.println(returnInFinally() + " " + finallyKeepsValue() + " " + loops());
        for (int i = 0; i < 5; i++) {
            System.out.println(nested(i));
        }
        try {
            depth(4);
        } catch (Mine e) {
            System.out.println(e.getMessage() + " " + e.number + " " + (e instanceof Sub) + " " + e);
        }
        for (int i = 0; i <= 20; i++) {
            try {
                machine(i);
                System.out.println(i + " none");
            } catch (RuntimeException e) {
                System.out.println(i + " " + e.getClass().getName());
            } catch (AssertionError e) {
                System.out.println(e);
            }
        }
        machine(21);
        System.out.println();
        try (Resource a = new Resource("a", false); Resource b = new Resource("bb", true)) {
            System.out.print("body;");
        } catch (Mine e) {
            System.out.println("caught " + e.getMessage());
        } finally {
            System.out.println("finally");
        }
        try (Resource a = new Resource("a", true); Resource b = new Resource("bb", true); Resource none = null) {
            throw new IllegalStateException("body");
        } catch (Exception e) {
            System.out.println(e + " " + e.getSuppressed().length + " " + e.getSuppressed()[0].getMessage() + " "
                + e.getSuppressed()[1]);
        }
        Throwable t = new Exception("outer", new RuntimeException(new Error("inner")));
        while (t != null) {
            System.out.println(t + " / " + t.getMessage() + " / " + t.getLocalizedMessage());
            t = t.getCause();
        }
        try {
            new Exception("x", null).initCause(new Error());
        } catch (IllegalStateException e) {
            System.out.println("cause was given");
        }
        Exception late = new Exception();
        System.out.println(late.initCause(new Error("e")) == late);
        System.out.println(late.getCause() + " " + late + " " + new Mine(3) + " " + new AssertionError(5) + " "
            + new AssertionError("m", late).getCause() + " " + new IndexOutOfBoundsException(7).getMessage());
        try {
            try {
                throw new Mine(5);
            } finally {
                System.out.println("on the way");
            }
        } catch (Exception e) {
            System.out.println(e.getMessage());
        }
        int tries = 0;
        while (true) {
            try {
                tries++;
                if (tries < 3) {
                    throw new Mine(tries);
                }
                break;
            } catch (Mine e) {
                System.out.println("try again after " + e.number);
            }
        }
        recursion();
    }

    static int frames;

    static void recursion() {
        try {
            frames++;
            if (frames < 50) {
                recursion();
            } else {
                throw new Mine(frames);
            }
        } catch (Mine e) {
            System.out.println("deep " + e.number);
        }
    }
}
