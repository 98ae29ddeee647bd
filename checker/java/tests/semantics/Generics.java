import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Generic classes and methods, bridges, own collections, iterators. */
public class Generics {
    static class Node<T> {
        final T value;
        Node<T> next;

        Node(T value, Node<T> next) {
            this.value = value;
            this.next = next;
        }
    }

    static class Chain<T> implements Iterable<T> {
        private Node<T> first;
        private int size;

        Chain<T> push(T value) {
            first = new Node<>(value, first);
            size++;
            return this;
        }

        <R> Chain<R> map(Function<? super T, ? extends R> f) {
            Chain<R> result = new Chain<>();
            for (T t : this) {
                result.push(f.apply(t));
            }
            return result;
        }

        <A> A fold(A start, BiFunction<A, ? super T, A> f) {
            A sum = start;
            for (T t : this) {
                sum = f.apply(sum, t);
            }
            return sum;
        }

        @Override
        public Iterator<T> iterator() {
            return new Iterator<T>() {
                Node<T> at = first;

                @Override
                public boolean hasNext() {
                    return at != null;
                }

                @Override
                public T next() {
                    if (at == null) {
                        throw new NoSuchElementException("end");
                    }
                    T value = at.value;
                    at = at.next;
                    return value;
                }
            };
        }
    }

    static class Pair<A extends Comparable<A>, B> implements Comparable<Pair<A, B>> {
        final A a;
        final B b;

        Pair(A a, B b) {
            this.a = a;
            this.b = b;
        }

        @Override
        public int compareTo(Pair<A, B> other) {
            return a.compareTo(other.a);
        }

        @Override
        public String toString() {
            return "(" + a + "," + b + ")";
        }

        static <X extends Comparable<X>> Pair<X, X> twin(X x) {
            return new Pair<>(x, x);
        }
    }

    interface Visitor<R> {
        R number(int n);

        R sum(Expr left, Expr right);
    }

    interface Expr {
        <R> R accept(Visitor<R> v);
    }

    static Expr number(int n) {
        return new Expr() {
            @Override
            public <R> R accept(Visitor<R> v) {
                return v.number(n);
            }
        };
    }

    static Expr sum(Expr l, Expr r) {
        return new Expr() {
            @Override
            public <R> R accept(Visitor<R> v) {
                return v.sum(l, r);
            }
        };
    }

    static abstract class Animal implements Cloneable {
        abstract Animal self();

        Object same() {
            return this;
        }
    }

    static class Dog extends Animal {
        @Override
        Dog self() {
            return this;
        }

        @Override
        String same() {
            return "dog";
        }
    }

    static <T extends Comparable<? super T>> T greatest(List<? extends T> list) {
        T best = null;
        for (T t : list) {
            if (best == null || t.compareTo(best) > 0) {
                best = t;
            }
        }
        return best;
    }

    @SafeVarargs
    static <T> List<T> listOf(T... elements) {
        List<T> list = new ArrayList<>();
        for (T t : elements) {
            list.add(t);
        }
        return list;
    }

    public static void main(String[] args) {
        Chain<Integer> chain = new Chain<Integer>().push(1).push(2).push(3);
        System.out.println(chain.map(x -> "n" + x).fold("", (s, t) -> s + t) + " " + chain.fold(0, Integer::sum) + " " + chain.size);
        StringBuilder b = new StringBuilder();
        chain.forEach(b::append);
        System.out.println(b);
        Iterator<Integer> each = chain.iterator();
        each.forEachRemaining(x -> {});
        try {
            each.next();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        try {
            each.remove();
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(greatest(listOf(new Pair<>("b", 1), new Pair<>("c", 2), new Pair<>("a", 3))) + " " + Pair.twin(5) + " " + greatest(listOf(3, 9, 4)));
        Expr e = sum(number(1), sum(number(2), number(3)));
        int value = e.accept(new Visitor<Integer>() {
            @Override
            public Integer number(int n) {
                return n;
            }

            @Override
            public Integer sum(Expr l, Expr r) {
                return l.accept(this) + r.accept(this);
            }
        });
        String text = e.accept(new Visitor<String>() {
            @Override
            public String number(int n) {
                return "" + n;
            }

            @Override
            public String sum(Expr l, Expr r) {
                return "(" + l.accept(this) + "+" + r.accept(this) + ")";
            }
        });
        System.out.println(value + " " + text);
        Animal dog = new Dog();
        System.out.println((dog.self() == dog) + " " + dog.same());
        List raw = listOf("s");
        List<Integer> wrong = raw;
        try {
            int n = wrong.get(0);
        } catch (ClassCastException x) {
            System.out.println("no Integer");
        }
        Object[] array = listOf(1, 2).toArray();
        System.out.println(array.length + " " + array[1]);
    }
}
