package java.util;

import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import reductio.Model;
import reductio.Values;

/** What is done with arrays. Streams and parallel methods are absent. */
public class Arrays {
    private Arrays() {}

    @SafeVarargs
    @SuppressWarnings("varargs")
    public static <T> List<T> asList(T... elements) {
        return new Listed<T>(elements);
    }

    /** A list whose elements are those of an array. */
    private static final class Listed<T> extends AbstractList<T> implements RandomAccess, java.io.Serializable {
        private final T[] elements;

        Listed(T[] elements) {
            elements.getClass();
            this.elements = elements;
        }

        @Override
        public int size() {
            return elements.length;
        }

        @Override
        public T get(int index) {
            return elements[index];
        }

        @Override
        public T set(int index, T element) {
            T[] elements = this.elements;
            T old = elements[index];
            elements[index] = element;
            return old;
        }

        @Override
        public boolean contains(Object element) {
            return indexOf(element) >= 0;
        }

        @Override
        public void sort(Comparator<? super T> order) {
            Arrays.sort(elements, order);
        }
    }

    private static void check(int length, int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" + to + ")");
        }
        if (from < 0 || to > length) {
            throw new ArrayIndexOutOfBoundsException(from < 0 ? from : to);
        }
    }

    public static void sort(Object[] all) {
        sort(all, 0, all.length, null);
    }

    public static void sort(Object[] all, int from, int to) {
        sort(all, from, to, null);
    }

    public static <T> void sort(T[] all, Comparator<? super T> order) {
        sort(all, 0, all.length, order);
    }

    /** Sorts by merging, so that equal elements keep their order. */
    public static <T> void sort(T[] all, int from, int to, Comparator<? super T> order) {
        check(all.length, from, to);
        if (to - from >= 2) {
            merge(all, new Object[to - from], from, to, order);
        }
    }

    private static void merge(Object[] all, Object[] room, int from, int to, Comparator<?> order) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        merge(all, room, from, middle, order);
        merge(all, room, middle, to, order);
        if (Values.compare(order, all[middle - 1], all[middle]) <= 0) {
            return;
        }
        int count = middle - from;
        for (int i = 0; i < count; i++) {
            room[i] = all[from + i];
        }
        int left = 0;
        int right = middle;
        int at = from;
        while (left < count) {
            if (right < to && Values.compare(order, all[right], room[left]) < 0) {
                all[at++] = all[right++];
            } else {
                all[at++] = room[left++];
            }
        }
    }

    public static int binarySearch(Object[] all, Object key) {
        return Collections.binarySearch((List<Object>) asList(all), key, null);
    }

    public static <T> int binarySearch(T[] all, T key, Comparator<? super T> order) {
        return Collections.binarySearch(asList(all), key, order);
    }

    public static <T> void setAll(T[] all, IntFunction<? extends T> function) {
        for (int i = 0; i < all.length; i++) {
            all[i] = function.apply(i);
        }
    }

    public static void setAll(int[] all, IntUnaryOperator function) {
        for (int i = 0; i < all.length; i++) {
            all[i] = function.applyAsInt(i);
        }
    }

    @SuppressWarnings("unchecked")
    public static <T> T[] copyOf(T[] all, int length) {
        T[] copy = (T[]) Model.arrayLike(all, length);
        int count = length < all.length ? length : all.length;
        for (int i = 0; i < count; i++) {
            copy[i] = all[i];
        }
        return copy;
    }

    @SuppressWarnings("unchecked")
    public static <T> T[] copyOfRange(T[] all, int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException(from + " > " + to);
        }
        if (from < 0 || from > all.length) {
            throw new ArrayIndexOutOfBoundsException("copyOfRange");
        }
        T[] copy = (T[]) Model.arrayLike(all, to - from);
        for (int i = from; i < to && i < all.length; i++) {
            copy[i - from] = all[i];
        }
        return copy;
    }

    public static String deepToString(Object[] all) {
        if (all == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < all.length; i++) {
            Object element = all[i];
            String part;
            if (element instanceof Object[]) {
                part = element == all ? "[...]" : deepToString((Object[]) element);
            } else if (element instanceof int[]) {
                part = toString((int[]) element);
            } else if (element instanceof long[]) {
                part = toString((long[]) element);
            } else if (element instanceof short[]) {
                part = toString((short[]) element);
            } else if (element instanceof byte[]) {
                part = toString((byte[]) element);
            } else if (element instanceof char[]) {
                part = toString((char[]) element);
            } else if (element instanceof boolean[]) {
                part = toString((boolean[]) element);
            } else if (element instanceof float[]) {
                part = toString((float[]) element);
            } else if (element instanceof double[]) {
                part = toString((double[]) element);
            } else {
                part = String.valueOf(element);
            }
            text = Model.concat(text, i == 0 ? part : Model.concat(", ", part));
        }
        return Model.concat(text, "]");
    }

    public static boolean deepEquals(Object[] left, Object[] right) {
        if (left == right) {
            return true;
        }
        if (left == null || right == null || left.length != right.length) {
            return false;
        }
        for (int i = 0; i < left.length; i++) {
            Object a = left[i];
            Object b = right[i];
            boolean same;
            if (a instanceof Object[] && b instanceof Object[]) {
                same = deepEquals((Object[]) a, (Object[]) b);
            } else if (a instanceof int[] && b instanceof int[]) {
                same = equals((int[]) a, (int[]) b);
            } else if (a instanceof long[] && b instanceof long[]) {
                same = equals((long[]) a, (long[]) b);
            } else if (a instanceof short[] && b instanceof short[]) {
                same = equals((short[]) a, (short[]) b);
            } else if (a instanceof byte[] && b instanceof byte[]) {
                same = equals((byte[]) a, (byte[]) b);
            } else if (a instanceof char[] && b instanceof char[]) {
                same = equals((char[]) a, (char[]) b);
            } else if (a instanceof boolean[] && b instanceof boolean[]) {
                same = equals((boolean[]) a, (boolean[]) b);
            } else if (a instanceof float[] && b instanceof float[]) {
                same = equals((float[]) a, (float[]) b);
            } else if (a instanceof double[] && b instanceof double[]) {
                same = equals((double[]) a, (double[]) b);
            } else {
                same = Values.equal(a, b);
            }
            if (!same) {
                return false;
            }
        }
        return true;
    }

    public static String toString(int[] all) {
        if (all == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < all.length; i++) {
            String part = String.valueOf(all[i]);
            text = Model.concat(text, i == 0 ? part : Model.concat(", ", part));
        }
        return Model.concat(text, "]");
    }

    public static void fill(int[] all, int value) {
        for (int i = 0; i < all.length; i++) {
            all[i] = value;
        }
    }

    public static void fill(int[] all, int from, int to, int value) {
        check(all.length, from, to);
        for (int i = from; i < to; i++) {
            all[i] = value;
        }
    }

    public static boolean equals(int[] left, int[] right) {
        if (left == right) {
            return true;
        }
        if (left == null || right == null || left.length != right.length) {
            return false;
        }
        for (int i = 0; i < left.length; i++) {
            if (left[i] != right[i]) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(int[] all) {
        if (all == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < all.length; i++) {
            hash = 31 * hash + all[i];
        }
        return hash;
    }

    public static int[] copyOf(int[] all, int length) {
        int[] copy = new int[length];
        int count = length < all.length ? length : all.length;
        for (int i = 0; i < count; i++) {
            copy[i] = all[i];
        }
        return copy;
    }

    public static int[] copyOfRange(int[] all, int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException(from + " > " + to);
        }
        if (from < 0 || from > all.length) {
            throw new ArrayIndexOutOfBoundsException("copyOfRange");
        }
        int[] copy = new int[to - from];
        for (int i = from; i < to && i < all.length; i++) {
            copy[i - from] = all[i];
        }
        return copy;
    }

    public static void sort(int[] all) {
        merge(all, new int[all.length], 0, all.length);
    }

    public static void sort(int[] all, int from, int to) {
        check(all.length, from, to);
        merge(all, new int[to - from], from, to);
    }

    private static void merge(int[] all, int[] room, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        merge(all, room, from, middle);
        merge(all, room, middle, to);
        int count = middle - from;
        for (int i = 0; i < count; i++) {
            room[i] = all[from + i];
        }
        int left = 0;
        int right = middle;
        int at = from;
        while (left < count) {
            if (right < to && all[right] < room[left]) {
                all[at++] = all[right++];
            } else {
                all[at++] = room[left++];
            }
        }
    }

    public static int binarySearch(int[] all, int key) {
        int low = 0;
        int high = all.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int way = Integer.compare(all[middle], key);
            if (way == 0) {
                return middle;
            }
            if (way < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -(low + 1);
    }

    public static String toString(long[] all) {
        if (all == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < all.length; i++) {
            String part = String.valueOf(all[i]);
            text = Model.concat(text, i == 0 ? part : Model.concat(", ", part));
        }
        return Model.concat(text, "]");
    }

    public static void fill(long[] all, long value) {
        for (int i = 0; i < all.length; i++) {
            all[i] = value;
        }
    }

    public static void fill(long[] all, int from, int to, long value) {
        check(all.length, from, to);
        for (int i = from; i < to; i++) {
            all[i] = value;
        }
    }

    public static boolean equals(long[] left, long[] right) {
        if (left == right) {
            return true;
        }
        if (left == null || right == null || left.length != right.length) {
            return false;
        }
        for (int i = 0; i < left.length; i++) {
            if (left[i] != right[i]) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(long[] all) {
        if (all == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < all.length; i++) {
            hash = 31 * hash + Long.hashCode(all[i]);
        }
        return hash;
    }

    public static long[] copyOf(long[] all, int length) {
        long[] copy = new long[length];
        int count = length < all.length ? length : all.length;
        for (int i = 0; i < count; i++) {
            copy[i] = all[i];
        }
        return copy;
    }

    public static long[] copyOfRange(long[] all, int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException(from + " > " + to);
        }
        if (from < 0 || from > all.length) {
            throw new ArrayIndexOutOfBoundsException("copyOfRange");
        }
        long[] copy = new long[to - from];
        for (int i = from; i < to && i < all.length; i++) {
            copy[i - from] = all[i];
        }
        return copy;
    }

    public static void sort(long[] all) {
        merge(all, new long[all.length], 0, all.length);
    }

    public static void sort(long[] all, int from, int to) {
        check(all.length, from, to);
        merge(all, new long[to - from], from, to);
    }

    private static void merge(long[] all, long[] room, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        merge(all, room, from, middle);
        merge(all, room, middle, to);
        int count = middle - from;
        for (int i = 0; i < count; i++) {
            room[i] = all[from + i];
        }
        int left = 0;
        int right = middle;
        int at = from;
        while (left < count) {
            if (right < to && all[right] < room[left]) {
                all[at++] = all[right++];
            } else {
                all[at++] = room[left++];
            }
        }
    }

    public static int binarySearch(long[] all, long key) {
        int low = 0;
        int high = all.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int way = Long.compare(all[middle], key);
            if (way == 0) {
                return middle;
            }
            if (way < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -(low + 1);
    }

    public static String toString(short[] all) {
        if (all == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < all.length; i++) {
            String part = String.valueOf(all[i]);
            text = Model.concat(text, i == 0 ? part : Model.concat(", ", part));
        }
        return Model.concat(text, "]");
    }

    public static void fill(short[] all, short value) {
        for (int i = 0; i < all.length; i++) {
            all[i] = value;
        }
    }

    public static void fill(short[] all, int from, int to, short value) {
        check(all.length, from, to);
        for (int i = from; i < to; i++) {
            all[i] = value;
        }
    }

    public static boolean equals(short[] left, short[] right) {
        if (left == right) {
            return true;
        }
        if (left == null || right == null || left.length != right.length) {
            return false;
        }
        for (int i = 0; i < left.length; i++) {
            if (left[i] != right[i]) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(short[] all) {
        if (all == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < all.length; i++) {
            hash = 31 * hash + all[i];
        }
        return hash;
    }

    public static short[] copyOf(short[] all, int length) {
        short[] copy = new short[length];
        int count = length < all.length ? length : all.length;
        for (int i = 0; i < count; i++) {
            copy[i] = all[i];
        }
        return copy;
    }

    public static short[] copyOfRange(short[] all, int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException(from + " > " + to);
        }
        if (from < 0 || from > all.length) {
            throw new ArrayIndexOutOfBoundsException("copyOfRange");
        }
        short[] copy = new short[to - from];
        for (int i = from; i < to && i < all.length; i++) {
            copy[i - from] = all[i];
        }
        return copy;
    }

    public static void sort(short[] all) {
        merge(all, new short[all.length], 0, all.length);
    }

    public static void sort(short[] all, int from, int to) {
        check(all.length, from, to);
        merge(all, new short[to - from], from, to);
    }

    private static void merge(short[] all, short[] room, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        merge(all, room, from, middle);
        merge(all, room, middle, to);
        int count = middle - from;
        for (int i = 0; i < count; i++) {
            room[i] = all[from + i];
        }
        int left = 0;
        int right = middle;
        int at = from;
        while (left < count) {
            if (right < to && all[right] < room[left]) {
                all[at++] = all[right++];
            } else {
                all[at++] = room[left++];
            }
        }
    }

    public static int binarySearch(short[] all, short key) {
        int low = 0;
        int high = all.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int way = Short.compare(all[middle], key);
            if (way == 0) {
                return middle;
            }
            if (way < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -(low + 1);
    }

    public static String toString(byte[] all) {
        if (all == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < all.length; i++) {
            String part = String.valueOf(all[i]);
            text = Model.concat(text, i == 0 ? part : Model.concat(", ", part));
        }
        return Model.concat(text, "]");
    }

    public static void fill(byte[] all, byte value) {
        for (int i = 0; i < all.length; i++) {
            all[i] = value;
        }
    }

    public static void fill(byte[] all, int from, int to, byte value) {
        check(all.length, from, to);
        for (int i = from; i < to; i++) {
            all[i] = value;
        }
    }

    public static boolean equals(byte[] left, byte[] right) {
        if (left == right) {
            return true;
        }
        if (left == null || right == null || left.length != right.length) {
            return false;
        }
        for (int i = 0; i < left.length; i++) {
            if (left[i] != right[i]) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(byte[] all) {
        if (all == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < all.length; i++) {
            hash = 31 * hash + all[i];
        }
        return hash;
    }

    public static byte[] copyOf(byte[] all, int length) {
        byte[] copy = new byte[length];
        int count = length < all.length ? length : all.length;
        for (int i = 0; i < count; i++) {
            copy[i] = all[i];
        }
        return copy;
    }

    public static byte[] copyOfRange(byte[] all, int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException(from + " > " + to);
        }
        if (from < 0 || from > all.length) {
            throw new ArrayIndexOutOfBoundsException("copyOfRange");
        }
        byte[] copy = new byte[to - from];
        for (int i = from; i < to && i < all.length; i++) {
            copy[i - from] = all[i];
        }
        return copy;
    }

    public static void sort(byte[] all) {
        merge(all, new byte[all.length], 0, all.length);
    }

    public static void sort(byte[] all, int from, int to) {
        check(all.length, from, to);
        merge(all, new byte[to - from], from, to);
    }

    private static void merge(byte[] all, byte[] room, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        merge(all, room, from, middle);
        merge(all, room, middle, to);
        int count = middle - from;
        for (int i = 0; i < count; i++) {
            room[i] = all[from + i];
        }
        int left = 0;
        int right = middle;
        int at = from;
        while (left < count) {
            if (right < to && all[right] < room[left]) {
                all[at++] = all[right++];
            } else {
                all[at++] = room[left++];
            }
        }
    }

    public static int binarySearch(byte[] all, byte key) {
        int low = 0;
        int high = all.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int way = Byte.compare(all[middle], key);
            if (way == 0) {
                return middle;
            }
            if (way < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -(low + 1);
    }

    public static String toString(char[] all) {
        if (all == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < all.length; i++) {
            String part = String.valueOf(all[i]);
            text = Model.concat(text, i == 0 ? part : Model.concat(", ", part));
        }
        return Model.concat(text, "]");
    }

    public static void fill(char[] all, char value) {
        for (int i = 0; i < all.length; i++) {
            all[i] = value;
        }
    }

    public static void fill(char[] all, int from, int to, char value) {
        check(all.length, from, to);
        for (int i = from; i < to; i++) {
            all[i] = value;
        }
    }

    public static boolean equals(char[] left, char[] right) {
        if (left == right) {
            return true;
        }
        if (left == null || right == null || left.length != right.length) {
            return false;
        }
        for (int i = 0; i < left.length; i++) {
            if (left[i] != right[i]) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(char[] all) {
        if (all == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < all.length; i++) {
            hash = 31 * hash + all[i];
        }
        return hash;
    }

    public static char[] copyOf(char[] all, int length) {
        char[] copy = new char[length];
        int count = length < all.length ? length : all.length;
        for (int i = 0; i < count; i++) {
            copy[i] = all[i];
        }
        return copy;
    }

    public static char[] copyOfRange(char[] all, int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException(from + " > " + to);
        }
        if (from < 0 || from > all.length) {
            throw new ArrayIndexOutOfBoundsException("copyOfRange");
        }
        char[] copy = new char[to - from];
        for (int i = from; i < to && i < all.length; i++) {
            copy[i - from] = all[i];
        }
        return copy;
    }

    public static void sort(char[] all) {
        merge(all, new char[all.length], 0, all.length);
    }

    public static void sort(char[] all, int from, int to) {
        check(all.length, from, to);
        merge(all, new char[to - from], from, to);
    }

    private static void merge(char[] all, char[] room, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        merge(all, room, from, middle);
        merge(all, room, middle, to);
        int count = middle - from;
        for (int i = 0; i < count; i++) {
            room[i] = all[from + i];
        }
        int left = 0;
        int right = middle;
        int at = from;
        while (left < count) {
            if (right < to && all[right] < room[left]) {
                all[at++] = all[right++];
            } else {
                all[at++] = room[left++];
            }
        }
    }

    public static int binarySearch(char[] all, char key) {
        int low = 0;
        int high = all.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int way = Character.compare(all[middle], key);
            if (way == 0) {
                return middle;
            }
            if (way < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -(low + 1);
    }

    public static String toString(boolean[] all) {
        if (all == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < all.length; i++) {
            String part = String.valueOf(all[i]);
            text = Model.concat(text, i == 0 ? part : Model.concat(", ", part));
        }
        return Model.concat(text, "]");
    }

    public static void fill(boolean[] all, boolean value) {
        for (int i = 0; i < all.length; i++) {
            all[i] = value;
        }
    }

    public static void fill(boolean[] all, int from, int to, boolean value) {
        check(all.length, from, to);
        for (int i = from; i < to; i++) {
            all[i] = value;
        }
    }

    public static boolean equals(boolean[] left, boolean[] right) {
        if (left == right) {
            return true;
        }
        if (left == null || right == null || left.length != right.length) {
            return false;
        }
        for (int i = 0; i < left.length; i++) {
            if (left[i] != right[i]) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(boolean[] all) {
        if (all == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < all.length; i++) {
            hash = 31 * hash + Boolean.hashCode(all[i]);
        }
        return hash;
    }

    public static boolean[] copyOf(boolean[] all, int length) {
        boolean[] copy = new boolean[length];
        int count = length < all.length ? length : all.length;
        for (int i = 0; i < count; i++) {
            copy[i] = all[i];
        }
        return copy;
    }

    public static boolean[] copyOfRange(boolean[] all, int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException(from + " > " + to);
        }
        if (from < 0 || from > all.length) {
            throw new ArrayIndexOutOfBoundsException("copyOfRange");
        }
        boolean[] copy = new boolean[to - from];
        for (int i = from; i < to && i < all.length; i++) {
            copy[i - from] = all[i];
        }
        return copy;
    }

    public static String toString(float[] all) {
        if (all == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < all.length; i++) {
            String part = String.valueOf(all[i]);
            text = Model.concat(text, i == 0 ? part : Model.concat(", ", part));
        }
        return Model.concat(text, "]");
    }

    public static void fill(float[] all, float value) {
        for (int i = 0; i < all.length; i++) {
            all[i] = value;
        }
    }

    public static void fill(float[] all, int from, int to, float value) {
        check(all.length, from, to);
        for (int i = from; i < to; i++) {
            all[i] = value;
        }
    }

    public static boolean equals(float[] left, float[] right) {
        if (left == right) {
            return true;
        }
        if (left == null || right == null || left.length != right.length) {
            return false;
        }
        for (int i = 0; i < left.length; i++) {
            if (Float.compare(left[i], right[i]) != 0) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(float[] all) {
        if (all == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < all.length; i++) {
            hash = 31 * hash + Float.hashCode(all[i]);
        }
        return hash;
    }

    public static float[] copyOf(float[] all, int length) {
        float[] copy = new float[length];
        int count = length < all.length ? length : all.length;
        for (int i = 0; i < count; i++) {
            copy[i] = all[i];
        }
        return copy;
    }

    public static float[] copyOfRange(float[] all, int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException(from + " > " + to);
        }
        if (from < 0 || from > all.length) {
            throw new ArrayIndexOutOfBoundsException("copyOfRange");
        }
        float[] copy = new float[to - from];
        for (int i = from; i < to && i < all.length; i++) {
            copy[i - from] = all[i];
        }
        return copy;
    }

    public static void sort(float[] all) {
        merge(all, new float[all.length], 0, all.length);
    }

    public static void sort(float[] all, int from, int to) {
        check(all.length, from, to);
        merge(all, new float[to - from], from, to);
    }

    private static void merge(float[] all, float[] room, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        merge(all, room, from, middle);
        merge(all, room, middle, to);
        int count = middle - from;
        for (int i = 0; i < count; i++) {
            room[i] = all[from + i];
        }
        int left = 0;
        int right = middle;
        int at = from;
        while (left < count) {
            if (right < to && Float.compare(all[right], room[left]) < 0) {
                all[at++] = all[right++];
            } else {
                all[at++] = room[left++];
            }
        }
    }

    public static int binarySearch(float[] all, float key) {
        int low = 0;
        int high = all.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int way = Float.compare(all[middle], key);
            if (way == 0) {
                return middle;
            }
            if (way < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -(low + 1);
    }

    public static String toString(double[] all) {
        if (all == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < all.length; i++) {
            String part = String.valueOf(all[i]);
            text = Model.concat(text, i == 0 ? part : Model.concat(", ", part));
        }
        return Model.concat(text, "]");
    }

    public static void fill(double[] all, double value) {
        for (int i = 0; i < all.length; i++) {
            all[i] = value;
        }
    }

    public static void fill(double[] all, int from, int to, double value) {
        check(all.length, from, to);
        for (int i = from; i < to; i++) {
            all[i] = value;
        }
    }

    public static boolean equals(double[] left, double[] right) {
        if (left == right) {
            return true;
        }
        if (left == null || right == null || left.length != right.length) {
            return false;
        }
        for (int i = 0; i < left.length; i++) {
            if (Double.compare(left[i], right[i]) != 0) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(double[] all) {
        if (all == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < all.length; i++) {
            hash = 31 * hash + Double.hashCode(all[i]);
        }
        return hash;
    }

    public static double[] copyOf(double[] all, int length) {
        double[] copy = new double[length];
        int count = length < all.length ? length : all.length;
        for (int i = 0; i < count; i++) {
            copy[i] = all[i];
        }
        return copy;
    }

    public static double[] copyOfRange(double[] all, int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException(from + " > " + to);
        }
        if (from < 0 || from > all.length) {
            throw new ArrayIndexOutOfBoundsException("copyOfRange");
        }
        double[] copy = new double[to - from];
        for (int i = from; i < to && i < all.length; i++) {
            copy[i - from] = all[i];
        }
        return copy;
    }

    public static void sort(double[] all) {
        merge(all, new double[all.length], 0, all.length);
    }

    public static void sort(double[] all, int from, int to) {
        check(all.length, from, to);
        merge(all, new double[to - from], from, to);
    }

    private static void merge(double[] all, double[] room, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        merge(all, room, from, middle);
        merge(all, room, middle, to);
        int count = middle - from;
        for (int i = 0; i < count; i++) {
            room[i] = all[from + i];
        }
        int left = 0;
        int right = middle;
        int at = from;
        while (left < count) {
            if (right < to && Double.compare(all[right], room[left]) < 0) {
                all[at++] = all[right++];
            } else {
                all[at++] = room[left++];
            }
        }
    }

    public static int binarySearch(double[] all, double key) {
        int low = 0;
        int high = all.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int way = Double.compare(all[middle], key);
            if (way == 0) {
                return middle;
            }
            if (way < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -(low + 1);
    }

    public static String toString(Object[] all) {
        if (all == null) {
            return "null";
        }
        String text = "[";
        for (int i = 0; i < all.length; i++) {
            String part = String.valueOf(all[i]);
            text = Model.concat(text, i == 0 ? part : Model.concat(", ", part));
        }
        return Model.concat(text, "]");
    }

    public static void fill(Object[] all, Object value) {
        for (int i = 0; i < all.length; i++) {
            all[i] = value;
        }
    }

    public static void fill(Object[] all, int from, int to, Object value) {
        check(all.length, from, to);
        for (int i = from; i < to; i++) {
            all[i] = value;
        }
    }

    public static boolean equals(Object[] left, Object[] right) {
        if (left == right) {
            return true;
        }
        if (left == null || right == null || left.length != right.length) {
            return false;
        }
        for (int i = 0; i < left.length; i++) {
            if (!Values.equal(left[i], right[i])) {
                return false;
            }
        }
        return true;
    }

    public static int hashCode(Object[] all) {
        if (all == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < all.length; i++) {
            hash = 31 * hash + (all[i] == null ? 0 : all[i].hashCode());
        }
        return hash;
    }
}
