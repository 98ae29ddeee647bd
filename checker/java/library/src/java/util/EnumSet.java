package java.util;

import reductio.Values;

/** A set of constants of an enum, in their order. In Java it is no `SortedSet`. Sets that need all constants ask the front end. */
public abstract class EnumSet<E extends Enum<E>> extends TreeSet<E> implements Cloneable {
    EnumSet() {}

    private static final class Plain<E extends Enum<E>> extends EnumSet<E> {}

    public static <E extends Enum<E>> EnumSet<E> noneOf(Class<E> type) {
        Values.use(type);
        return new Plain<E>();
    }

    @SuppressWarnings("unchecked")
    public static <E extends Enum<E>> EnumSet<E> allOf(Class<E> type) {
        EnumSet<E> set = noneOf(type);
        Object[] constants = reductio.Model.enumConstants(type);
        for (int i = 0; i < constants.length; i++) {
            set.add((E) constants[i]);
        }
        return set;
    }

    public static <E extends Enum<E>> EnumSet<E> copyOf(Collection<E> others) {
        EnumSet<E> set = new Plain<E>();
        set.addAll(others);
        return set;
    }

    public static <E extends Enum<E>> EnumSet<E> of(E first) {
        EnumSet<E> set = new Plain<E>();
        set.add(first);
        return set;
    }

    public static <E extends Enum<E>> EnumSet<E> of(E first, E second) {
        EnumSet<E> set = of(first);
        set.add(second);
        return set;
    }

    public static <E extends Enum<E>> EnumSet<E> of(E first, E second, E third) {
        EnumSet<E> set = of(first, second);
        set.add(third);
        return set;
    }

    @SafeVarargs
    public static <E extends Enum<E>> EnumSet<E> of(E first, E... others) {
        EnumSet<E> set = of(first);
        for (int i = 0; i < others.length; i++) {
            set.add(others[i]);
        }
        return set;
    }

    public EnumSet<E> clone() {
        return copyOf(this);
    }
}
