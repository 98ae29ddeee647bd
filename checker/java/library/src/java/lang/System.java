package java.lang;

import java.io.PrintStream;
import reductio.Model;

/** The system. What `out` and `err` print is kept as the program's output; there is no input. */
public final class System {
    public static final PrintStream out = new PrintStream();
    public static final PrintStream err = new PrintStream();

    private System() {}

    public static long currentTimeMillis() {
        Model.only("other times of day");
        return 1700000000000L;
    }

    public static long nanoTime() {
        Model.only("other times");
        return 1000000000L;
    }

    public static int identityHashCode(Object object) {
        if (object == null) {
            return 0;
        }
        Model.only("other identity hash codes");
        return 1;
    }

    public static String lineSeparator() {
        return "\n";
    }

    public static String getProperty(String name) {
        Model.unsupported("System.getProperty");
        return null;
    }

    public static String getProperty(String name, String otherwise) {
        Model.unsupported("System.getProperty");
        return null;
    }

    public static String getenv(String name) {
        Model.unsupported("System.getenv");
        return null;
    }

    public static void exit(int status) {
        Model.unsupported("System.exit");
    }

    public static void gc() {}

    public static void setOut(PrintStream to) {
        Model.unsupported("System.setOut");
    }

    public static void setErr(PrintStream to) {
        Model.unsupported("System.setErr");
    }

    public static void arraycopy(Object from, int fromIndex, Object to, int toIndex, int count) {
        int fromLength = Model.arrayLength(from);
        int toLength = Model.arrayLength(to);
        if (fromIndex < 0 || toIndex < 0 || count < 0 || fromIndex > fromLength - count || toIndex > toLength - count) {
            throw new ArrayIndexOutOfBoundsException("arraycopy: out of bounds");
        }
        boolean up = from != to || fromIndex > toIndex;
        for (int k = 0; k < count; k++) {
            int i = up ? k : count - 1 - k;
            if (from instanceof Object[] && to instanceof Object[]) {
                ((Object[]) to)[toIndex + i] = ((Object[]) from)[fromIndex + i];
            } else if (from instanceof int[] && to instanceof int[]) {
                ((int[]) to)[toIndex + i] = ((int[]) from)[fromIndex + i];
            } else if (from instanceof byte[] && to instanceof byte[]) {
                ((byte[]) to)[toIndex + i] = ((byte[]) from)[fromIndex + i];
            } else if (from instanceof char[] && to instanceof char[]) {
                ((char[]) to)[toIndex + i] = ((char[]) from)[fromIndex + i];
            } else if (from instanceof long[] && to instanceof long[]) {
                ((long[]) to)[toIndex + i] = ((long[]) from)[fromIndex + i];
            } else if (from instanceof boolean[] && to instanceof boolean[]) {
                ((boolean[]) to)[toIndex + i] = ((boolean[]) from)[fromIndex + i];
            } else if (from instanceof short[] && to instanceof short[]) {
                ((short[]) to)[toIndex + i] = ((short[]) from)[fromIndex + i];
            } else if (from instanceof float[] && to instanceof float[]) {
                ((float[]) to)[toIndex + i] = ((float[]) from)[fromIndex + i];
            } else if (from instanceof double[] && to instanceof double[]) {
                ((double[]) to)[toIndex + i] = ((double[]) from)[fromIndex + i];
            } else {
                throw new ArrayStoreException("arraycopy: type mismatch");
            }
        }
    }
}
