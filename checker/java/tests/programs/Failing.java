/** Initializers that fail, and what later uses of their classes tell. */
public class Failing {
    static class Above {
        static int value;

        static {
            if (value == 0) {
                throw new IllegalStateException("above");
            }
        }
    }

    static class Below extends Above {
        static int own = 1;
    }

    static class Plain extends Above {
        static void use() {}
    }

    static class Empty {
        static int value;

        static {
            Object none = null;
            none.hashCode();
        }
    }

    static class Given {
        static int value;

        static {
            if (value == 0) {
                throw new NullPointerException("given");
            }
        }
    }

    static class Severe {
        static int value;

        static {
            if (value == 0) {
                throw new Error(null, new RuntimeException("inner"));
            }
        }
    }

    static void show(Throwable thrown) {
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            System.out.println("  " + t.getClass().getName() + ": "
                + (t.getClass() == NullPointerException.class ? "-" : t.getMessage()));
        }
        System.out.println(".");
    }

    static void twice(Runnable use) {
        for (int i = 0; i < 2; i++) {
            try {
                use.run();
                System.out.println("fine");
            } catch (Throwable t) {
                show(t);
            }
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        twice(() -> System.out.println(Below.own));
        twice(() -> Plain.use());
        twice(() -> System.out.println(Above.value));
        twice(() -> System.out.println(new Below()));
        twice(() -> System.out.println(Empty.value));
        twice(() -> System.out.println(Given.value));
        twice(() -> System.out.println(Severe.value));
        Thread other = new Thread(() -> twice(() -> System.out.println(new Severe())), "other");
        other.start();
        other.join();
        try {
            Above.value++;
        } catch (NoClassDefFoundError error) {
            try {
                error.initCause(new Error("no"));
            } catch (IllegalStateException refused) {
                System.out.println(refused.getMessage());
            }
        }
    }
}
