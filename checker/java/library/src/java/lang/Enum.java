package java.lang;

import reductio.Model;

/** The root of enums. */
public abstract class Enum<E extends Enum<E>> implements Comparable<E>, java.io.Serializable {
    private final String name;
    private final int ordinal;

    protected Enum(String name, int ordinal) {
        this.name = name;
        this.ordinal = ordinal;
    }

    public final String name() {
        return name;
    }

    public final int ordinal() {
        return ordinal;
    }

    @Override
    public String toString() {
        return name;
    }

    @Override
    public final boolean equals(Object other) {
        return this == other;
    }

    @Override
    public final int hashCode() {
        return super.hashCode();
    }

    @Override
    protected final Object clone() throws CloneNotSupportedException {
        throw new CloneNotSupportedException();
    }

    @Override
    public final int compareTo(E other) {
        return ordinal - ((Enum<?>) other).ordinal;
    }

    public final Class<E> getDeclaringClass() {
        Model.unsupported("Enum.getDeclaringClass");
        return null;
    }

    @SuppressWarnings("unchecked")
    public static <T extends Enum<T>> T valueOf(Class<T> type, String name) {
        if (name == null) {
            throw new NullPointerException("Name is null");
        }
        Object[] constants = Model.enumConstants(type);
        for (int i = 0; i < constants.length; i++) {
            T constant = (T) constants[i];
            if (((Enum<?>) constant).name.equals(name)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("No enum constant " + type.getName().replace('$', '.') + "." + name);
    }
}
