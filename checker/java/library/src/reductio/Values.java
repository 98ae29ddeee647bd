package reductio;

import java.util.Iterator;
import java.util.Map;

/** Comparisons of values that ask for no identity that Java leaves open (texts and boxes that were computed). */
public final class Values {
    private Values() {}

    /** Whether a value is a text or a box, which has no identity of its own here. */
    public static boolean isValue(Object value) {
        return value instanceof String || value instanceof Integer || value instanceof Long || value instanceof Boolean
            || value instanceof Character || value instanceof Double || value instanceof Float || value instanceof Short
            || value instanceof Byte;
    }

    /** Whether two values are the same object, or the same text or box. */
    public static boolean isSame(Object left, Object right) {
        return isValue(left) ? left.equals(right) : !isValue(right) && left == right;
    }

    /** Whether two values are the same object, or equal by `equals`. */
    public static boolean equal(Object left, Object right) {
        if (left == null || right == null) {
            return left == null && right == null;
        }
        if (isValue(left)) {
            return left.equals(right);
        }
        return left == right || left.equals(right);
    }

    /** Goes wrong if what Java's code uses right away is null. What the virtual machine says then of that code is not known here. */
    public static void use(Object used) {
        used.getClass();
    }

    /** The hash code of an object, whatever it is. */
    public static int hashCode(Object object) {
        return object.hashCode();
    }

    /** Throws what was caught, whether it is checked or not. */
    @SuppressWarnings("unchecked")
    public static <T extends Throwable> void rethrow(Throwable thrown) throws T {
        throw (T) thrown;
    }

    /** Goes wrong as Java does where an index is outside of a length. */
    public static int checkIndex(int index, int length) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException("Index " + index + " out of bounds for length " + length);
        }
        return index;
    }

    /** Compares two values by a comparator, or by their own order if it is null. */
    @SuppressWarnings("unchecked")
    public static int compare(java.util.Comparator<?> order, Object left, Object right) {
        if (order == null) {
            return ((Comparable<Object>) left).compareTo(right);
        }
        return ((java.util.Comparator<Object>) order).compare(left, right);
    }

    /** The text of a collection with the elements that an iterator goes through. */
    public static String elements(Object collection, Iterator<?> each) {
        String text = "[";
        while (each.hasNext()) {
            Object element = each.next();
            text = Model.concat(text, element == collection ? "(this Collection)" : String.valueOf(element));
            if (each.hasNext()) {
                text = Model.concat(text, ", ");
            }
        }
        return Model.concat(text, "]");
    }

    /** The text of a map with the entries that an iterator goes through. */
    public static String entries(Object map, Iterator<? extends Map.Entry<?, ?>> each) {
        String text = "{";
        while (each.hasNext()) {
            Map.Entry<?, ?> entry = each.next();
            Object key = entry.getKey();
            Object value = entry.getValue();
            text = Model.concat(text, key == map ? "(this Map)" : String.valueOf(key));
            text = Model.concat(text, "=");
            text = Model.concat(text, value == map ? "(this Map)" : String.valueOf(value));
            if (each.hasNext()) {
                text = Model.concat(text, ", ");
            }
        }
        return Model.concat(text, "}");
    }

    /** The elements in an array that is given, or in a new one like it if that is too short, as `toArray` does. */
    @SuppressWarnings("unchecked")
    public static <T> T[] into(Object[] all, T[] into) {
        int count = all.length;
        T[] result = into.length >= count ? into : (T[]) Model.arrayLike(into, count);
        for (int i = 0; i < count; i++) {
            result[i] = (T) all[i];
        }
        if (result.length > count) {
            result[count] = null;
        }
        return result;
    }

    /** The name of a class as `Class.getName` tells it: other than in sources if it is one of arrays. */
    public static String nameOfClass(String name) {
        if (!name.endsWith("[]")) {
            return name;
        }
        String element = name;
        String before = "";
        while (element.endsWith("[]")) {
            element = element.substring(0, element.length() - 2);
            before = before + "[";
        }
        switch (element) {
            case "boolean": return before + "Z";
            case "byte": return before + "B";
            case "char": return before + "C";
            case "short": return before + "S";
            case "int": return before + "I";
            case "long": return before + "J";
            case "float": return before + "F";
            case "double": return before + "D";
            default: return before + "L" + element + ";";
        }
    }
}
