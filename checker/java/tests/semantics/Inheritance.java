/** Inheritance, interfaces, default methods, super calls, hiding, overloads, inner classes. */
public class Inheritance {
    interface Shape {
        double area();

        default String describe() {
            return name() + " of area " + area();
        }

        default String name() {
            return "shape";
        }

        static Shape unit() {
            return () -> 1.0;
        }
    }

    interface Colored {
        default String name() {
            return "colored";
        }

        private String secret() {
            return "secret " + name();
        }

        default String reveal() {
            return secret();
        }
    }

    abstract static class Base implements Shape {
        protected String label = "base";
        static String kind() {
            return "Base.kind";
        }

        public String toString() {
            return "[" + describe() + "]";
        }

        abstract int corners();

        private String hidden() {
            return "Base.hidden";
        }

        String callHidden() {
            return hidden();
        }
    }

    static class Square extends Base implements Colored {
        final int side;
        protected String label = "square";

        Square(int side) {
            this.side = side;
        }

        public double area() {
            return side * side;
        }

        int corners() {
            return 4;
        }

        public String name() {
            return Colored.super.name() + " square";
        }

        static String kind() {
            return "Square.kind";
        }

        private String hidden() {
            return "Square.hidden";
        }

        String labels() {
            return label + super.label + ((Base) this).label + this.hidden();
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Square && ((Square) o).side == side;
        }

        @Override
        public int hashCode() {
            return side;
        }
    }

    static class Special extends Square {
        Special() {
            super(3);
        }

        @Override
        public double area() {
            return super.area() + 0.5;
        }

        @Override
        public String describe() {
            return "special " + super.describe();
        }
    }

    static String pick(Object o) {
        return "Object";
    }

    static String pick(String s) {
        return "String";
    }

    static String pick(Integer i) {
        return "Integer";
    }

    static String pick(int i) {
        return "int";
    }

    static String pick(long l) {
        return "long";
    }

    static String pick(double d) {
        return "double";
    }

    static String pick(Object... many) {
        return "many" + many.length;
    }

    static String two(long a, int b) {
        return "long,int";
    }

    static String two(Object a, Object b) {
        return "Object,Object";
    }

    static int sum(int... values) {
        int sum = 0;
        for (int v : values) {
            sum += v;
        }
        return sum;
    }

    class Inner {
        int value = outer * 2;

        class Deeper {
            int sum() {
                return outer + value + Inheritance.this.outer;
            }
        }

        void change() {
            outer++;
        }
    }

    private int outer = 5;

    abstract static class Generic<T extends Comparable<T>> {
        T best;

        void offer(T value) {
            if (best == null || value.compareTo(best) > 0) {
                best = value;
            }
        }

        abstract T make(String s);
    }

    static class Numbers extends Generic<Integer> {
        @Override
        void offer(Integer value) {
            super.offer(value % 10);
        }

        @Override
        Integer make(String s) {
            return Integer.valueOf(s);
        }
    }

    public static void main(String[] args) {
        Shape[] shapes = {new Square(2), new Special(), Shape.unit(), new Base() {
            public double area() {
                return 0.25;
            }

            int corners() {
                return 0;
            }
        }};
        for (Shape s : shapes) {
            System.out.println(s.describe() + " " + (s instanceof Base) + " " + (s instanceof Colored) + " " + (s instanceof Square));
            if (s instanceof Base) {
                Base b = (Base) s;
                System.out.println(b + " " + b.corners() + " " + b.label + " " + b.callHidden());
            }
        }
        Square q = new Square(4);
        System.out.println(q.labels() + " " + q.reveal() + " " + Base.kind() + " " + Square.kind() + " " + q.equals(new Square(4))
            + " " + q.equals("x") + " " + q.hashCode());
        System.out.println(pick("s") + pick(1) + pick(1L) + pick('c') + pick(1f) + pick((Object) "s") + pick(Integer.valueOf(3))
            + pick((byte) 1) + pick() + pick(1, 2) + pick(null, null) + " " + two(1, 2) + " " + two("a", 2) + " " + sum()
            + sum(1) + sum(1, 2, 3) + sum(new int[] {4, 5}));
        Inheritance i = new Inheritance();
        Inheritance.Inner inner = i.new Inner();
        Inner.Deeper deeper = inner.new Deeper();
        inner.change();
        System.out.println(deeper.sum() + " " + i.outer + " " + inner.value);
        Numbers numbers = new Numbers();
        Generic<Integer> generic = numbers;
        generic.offer(17);
        generic.offer(25);
        numbers.offer(numbers.make("93"));
        System.out.println(generic.best + " " + generic.make("4"));
        try {
            Generic raw = numbers;
            raw.offer("not a number");
        } catch (ClassCastException e) {
            System.out.println("bridge refuses");
        }
        int base = 10;
        class Local {
            int plus(int n) {
                return base + n + outerOf(i);
            }

            int outerOf(Inheritance h) {
                return h.outer;
            }
        }
        System.out.println(new Local().plus(1));
        Runnable r = new Runnable() {
            int count = base;

            @Override
            public void run() {
                count++;
                System.out.println("anonymous " + count + " " + new Local().plus(count));
            }
        };
        r.run();
        r.run();
        Object o = new int[0];
        System.out.println((o instanceof Object[]) + " " + (o instanceof int[]) + " " + (o instanceof Cloneable) + " "
            + (new String[0] instanceof Object[]) + " " + (new int[0][0] instanceof Object[]) + " " + (null instanceof Object));
        System.out.println(new Square(1).getClass().getName() + " " + new Special().getClass().getSimpleName() + " "
            + (new Special().getClass() == Special.class) + " " + int[].class.getName() + " " + String[][].class.getName()
            + " " + Square.class + " " + String[].class.getSimpleName());
    }
}
