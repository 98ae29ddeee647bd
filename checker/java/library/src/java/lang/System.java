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

    private static final int NONE = 0;
    private static final int REFERENCES = 1;

    /** What the elements of an array are, by number. */
    private static int kind(Object array) {
        return array instanceof Object[] ? REFERENCES
            : array instanceof int[] ? 2
            : array instanceof byte[] ? 3
            : array instanceof char[] ? 4
            : array instanceof long[] ? 5
            : array instanceof boolean[] ? 6
            : array instanceof short[] ? 7
            : array instanceof float[] ? 8
            : array instanceof double[] ? 9
            : NONE;
    }

    private static String kindName(int kind) {
        switch (kind) {
            case REFERENCES: return "object array[";
            case 2: return "int[";
            case 3: return "byte[";
            case 4: return "char[";
            case 5: return "long[";
            case 6: return "boolean[";
            case 7: return "short[";
            case 8: return "float[";
            default: return "double[";
        }
    }

    private static String range(String what, long index, int kind, int length) {
        return "arraycopy: " + what + " " + index + " out of bounds for " + kindName(kind) + length + "]";
    }

    public static void arraycopy(Object from, int fromIndex, Object to, int toIndex, int count) {
        if (from == null || to == null) {
            throw new NullPointerException();
        }
        int kind = kind(from);
        int toKind = kind(to);
        if (kind == NONE) {
            throw new ArrayStoreException("arraycopy: source type " + from.getClass().getName() + " is not an array");
        }
        if (kind != toKind) {
            throw new ArrayStoreException(arrays(from, kind, to, toKind));
        }
        int fromLength = Model.arrayLength(from);
        int toLength = Model.arrayLength(to);
        if (fromIndex < 0 || toIndex < 0 || count < 0 || fromIndex > fromLength - count || toIndex > toLength - count) {
            throw new ArrayIndexOutOfBoundsException(fromIndex < 0 ? range("source index", fromIndex, kind, fromLength)
                : toIndex < 0 ? range("destination index", toIndex, kind, toLength)
                : count < 0 ? "arraycopy: length " + count + " is negative"
                : fromIndex > fromLength - count ? range("last source index", (long) fromIndex + count, kind, fromLength)
                : range("last destination index", (long) toIndex + count, kind, toLength));
        }
        boolean up = from != to || fromIndex > toIndex;
        for (int k = 0; k < count; k++) {
            int i = up ? k : count - 1 - k;
            switch (kind) {
                case REFERENCES:
                    ((Object[]) to)[toIndex + i] = ((Object[]) from)[fromIndex + i];
                    break;
                case 2:
                    ((int[]) to)[toIndex + i] = ((int[]) from)[fromIndex + i];
                    break;
                case 3:
                    ((byte[]) to)[toIndex + i] = ((byte[]) from)[fromIndex + i];
                    break;
                case 4:
                    ((char[]) to)[toIndex + i] = ((char[]) from)[fromIndex + i];
                    break;
                case 5:
                    ((long[]) to)[toIndex + i] = ((long[]) from)[fromIndex + i];
                    break;
                case 6:
                    ((boolean[]) to)[toIndex + i] = ((boolean[]) from)[fromIndex + i];
                    break;
                case 7:
                    ((short[]) to)[toIndex + i] = ((short[]) from)[fromIndex + i];
                    break;
                case 8:
                    ((float[]) to)[toIndex + i] = ((float[]) from)[fromIndex + i];
                    break;
                default:
                    ((double[]) to)[toIndex + i] = ((double[]) from)[fromIndex + i];
            }
        }
    }

    /** Why the elements of one object cannot be copied to another one. */
    private static String arrays(Object from, int kind, Object to, int toKind) {
        if (toKind == NONE) {
            return "arraycopy: destination type " + to.getClass().getName() + " is not an array";
        }
        if (kind == REFERENCES || toKind == REFERENCES) {
            return kind == REFERENCES ? "arraycopy: type mismatch: can not copy object array[] into " + kindName(toKind) + "]"
                : "arraycopy: type mismatch: can not copy " + kindName(kind) + "] into object array[]";
        }
        return "arraycopy: type mismatch: can not copy " + kindName(kind) + "] into " + kindName(toKind) + "]";
    }
}
