import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/** Lambdas and method references of all kinds. */
public class Lambdas {
    int field = 3;

    interface Three<A, B, C, R> {
        R apply(A a, B b, C c);

        default Three<A, B, C, String> told() {
            return (a, b, c) -> "<" + apply(a, b, c) + ">";
        }
    }

    static class Base {
        String who() {
            return "Base";
        }
    }

    static class Derived extends Base {
        String who() {
            return "Derived";
        }

        Supplier<String> upper() {
            return super::who;
        }

        Supplier<String> mine() {
            return this::who;
        }
    }

    static int twice(int x) {
        return 2 * x;
    }

    static long wide(long x) {
        return x + 1;
    }

    int add(int x) {
        return field + x;
    }

    Supplier<Integer> later() {
        return () -> field++;
    }

    static <T> T call(Supplier<T> s) {
        return s.get();
    }

    static int apply(IntBinaryOperator op, int a, int b) {
        return op.applyAsInt(a, b);
    }

    static Supplier<IntSupplier> counter() {
        int[] n = {0};
        return () -> () -> ++n[0];
    }

    static Runnable thrower(RuntimeException e) {
        return () -> {
            throw e;
        };
    }

    static String join(Object... parts) {
        StringBuilder b = new StringBuilder();
        for (Object p : parts) {
            b.append(p).append('.');
        }
        return b.toString();
    }

    public static void main(String[] args) {
        int local = 7;
        long big = 1L << 35;
        double d = 0.5;
        String text = "t";
        Function<Integer, Integer> f = x -> x + local;
        System.out.println(f.apply(1) + " " + f.andThen(x -> x * 2).apply(1) + " " + f.compose((String s) -> s.length()).apply("four"));
        Supplier<String> s = () -> text + local + big + d;
        System.out.println(s.get() + " " + call(() -> "called"));
        IntFunction<int[]> maker = int[]::new;
        Function<Integer, List<String>> lists = ArrayList::new;
        Supplier<Lambdas> fresh = Lambdas::new;
        System.out.println(maker.apply(3).length + " " + lists.apply(5).size() + " " + fresh.get().field);
        Function<Integer, Integer> t = Lambdas::twice;
        Function<Integer, Long> w = Lambdas::wide;
        ToIntFunction<String> len = String::length;
        BiFunction<String, String, Boolean> eq = String::equals;
        BiFunction<Lambdas, Integer, Integer> unbound = Lambdas::add;
        Lambdas object = new Lambdas();
        Function<Integer, Integer> bound = object::add;
        object.field = 100;
        System.out.println(t.apply(4) + " " + w.apply(4) + " " + len.applyAsInt("abc") + " " + eq.apply("a", "a") + " "
            + unbound.apply(object, 1) + " " + bound.apply(2));
        System.out.println(new Derived().upper().get() + new Derived().mine().get());
        Supplier<Integer> later = object.later();
        System.out.println(later.get() + later.get() + object.field);
        System.out.println(apply((a, b) -> a - b, 5, 3) + " " + apply(Math::max, 5, 3) + " " + apply(Integer::sum, 5, 3));
        IntSupplier c = counter().get();
        System.out.println(c.getAsInt() + c.getAsInt() * 10);
        Three<Integer, String, Long, String> three = (a, b, l) -> a + b + l;
        System.out.println(three.apply(1, "x", 2L) + three.told().apply(3, "y", 4L));
        Predicate<String> empty = String::isEmpty;
        System.out.println(empty.test("") + " " + empty.negate().test("") + " " + empty.or(x -> x.length() > 3).test("long") + " "
            + empty.and(x -> true).test("x") + " " + Predicate.not(empty).test("") + " " + Predicate.isEqual("q").test("q"));
        Consumer<StringBuilder> add = b -> b.append("1");
        StringBuilder log = new StringBuilder();
        add.andThen(b -> b.append("2")).andThen(log::append).accept(log);
        System.out.println(log);
        BinaryOperator<Integer> least = BinaryOperator.minBy(Comparator.naturalOrder());
        UnaryOperator<String> up = String::toUpperCase;
        IntPredicate even = n -> n % 2 == 0;
        System.out.println(least.apply(4, 2) + up.apply("up") + even.negate().test(3) + Function.<String>identity().apply("id"));
        try {
            thrower(new IllegalStateException("thrown in a lambda")).run();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Function<Integer, Function<Integer, Function<Integer, Integer>>> curried = a -> b -> x -> a * 100 + b * 10 + x;
        System.out.println(curried.apply(1).apply(2).apply(3));
        Function<Object[], String> variable = Lambdas::join;
        Supplier<String> none = Lambdas::join;
        BiFunction<Integer, Integer, String> pair = Lambdas::join;
        System.out.println(variable.apply(new Object[] {1, 2}) + none.get() + pair.apply(8, 9));
        Comparator<String> order = Comparator.comparing(String::length);
        List<String> words = new ArrayList<>(List.of("ccc", "a", "bb", "aa", "c"));
        words.sort(order.thenComparing(Comparator.reverseOrder()));
        System.out.println(words);
        words.sort(order.reversed().thenComparing(x -> x));
        System.out.println(words);
        Runnable[] actions = new Runnable[3];
        for (int i = 0; i < 3; i++) {
            int copy = i;
            actions[i] = () -> System.out.print(copy * copy + " ");
        }
        for (Runnable r : actions) {
            r.run();
        }
        System.out.println();
        Object o = (Runnable & java.io.Serializable) () -> System.out.println("two types");
        ((Runnable) o).run();
        char ch = 'z';
        boolean flag = true;
        byte by = 1;
        float fl = 2.5f;
        short sh = 3;
        Supplier<String> all = () -> "" + ch + flag + by + fl + sh;
        System.out.println(all.get());
        try {
            String nothing = null;
            Supplier<Integer> bad = nothing::length;
            System.out.println("made");
        } catch (NullPointerException e) {
            System.out.println("a bound receiver is not null");
        }
    }
}
