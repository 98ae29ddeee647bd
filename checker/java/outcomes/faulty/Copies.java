package faulty;

/** Copies elements one by one, so that where there are none it does not look at the arrays. */
public final class Copies {
    private Copies() {}

    public static void arraycopy(Object from, int fromIndex, Object to, int toIndex, int count) {
        if (from == null || to == null) {
            throw new NullPointerException();
        }
        for (int i = 0; i < count; i++) {
            if (from instanceof int[] && to instanceof int[]) {
                ((int[]) to)[toIndex + i] = ((int[]) from)[fromIndex + i];
            } else if (from instanceof Object[] && to instanceof Object[]) {
                ((Object[]) to)[toIndex + i] = ((Object[]) from)[fromIndex + i];
            } else {
                throw new ArrayStoreException();
            }
        }
    }
}
