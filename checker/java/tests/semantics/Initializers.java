/** The order of static and instance initializers, constants, exceptions in initializers. */
public class Initializers {
    static StringBuilder log = new StringBuilder();

    static int say(String what, int value) {
        System.out.println("init " + what);
        return value;
    }

    static class Base {
        static int a = say("Base.a", 1);
        int x = say("Base.x", 10);

        static {
            say("Base static", 0);
            a += 5;
        }

        {
            say("Base block", 0);
            x++;
        }

        Base() {
            say("Base()", 0);
            hook();
        }

        void hook() {
            System.out.println("Base.hook");
        }

        static int twice() {
            return a * 2;
        }
    }

    static class Derived extends Base {
        static int b = say("Derived.b", a + 1);
        static final int CONSTANT = 77;
        static final Integer BOX = say("Derived.BOX", 5);
        int y = say("Derived.y", 20);
        final String text = "set";

        Derived() {
            this(say("argument", 3));
            say("Derived()", 0);
        }

        Derived(int n) {
            super();
            say("Derived(int) " + n + " " + y, 0);
        }

        @Override
        void hook() {
            System.out.println("Derived.hook sees " + y + " " + text);
        }
    }

    interface Named {
        String NAME = new StringBuilder("named").append(say("Named.NAME", 1)).toString();
    }

    static class Uses implements Named {
        static {
            say("Uses", 0);
        }

        String name() {
            return NAME;
        }
    }

    static class Fails {
        static int value = say("Fails", 1) / Integer.parseInt("0");

        static void call() {}
    }

    static class Cycle1 {
        static int a = Cycle2.b + 1;
    }

    static class Cycle2 {
        static int b = Cycle1.a + 1;
    }

    static class Holder {
        static final Holder INSTANCE = new Holder();
        static int count = 5;
        int seen;

        Holder() {
            seen = count;
            count++;
        }
    }

    static class Never {
        static {
            say("Never", 0);
        }

        static final int CONSTANT = 3;
    }

    public static void main(String[] args) {
        System.out.println("main");
        System.out.println(Derived.CONSTANT + Never.CONSTANT);
        Never[] array = new Never[2];
        System.out.println(array.length + " " + Derived.twice());
        new Derived();
        System.out.println(Derived.b + " " + Derived.BOX);
        System.out.println(new Uses().name());
        for (int i = 0; i < 2; i++) {
            try {
                Fails.call();
            } catch (ExceptionInInitializerError e) {
                System.out.println("first " + e.getCause().getClass().getName() + " " + (e.getException() == e.getCause()));
            } catch (NoClassDefFoundError e) {
                System.out.println("second");
            }
        }
        System.out.println(Cycle1.a + " " + Cycle2.b);
        System.out.println(Holder.INSTANCE.seen + " " + Holder.count);
    }
}
