package java.lang;

import reductio.Model;

/** A readable row of characters. Streams of characters are absent. */
public interface CharSequence {
    int length();
    char charAt(int index);
    CharSequence subSequence(int from, int to);
    String toString();

    default boolean isEmpty() {
        return length() == 0;
    }

    static int compare(CharSequence left, CharSequence right) {
        return left.toString().compareTo(right.toString());
    }
}
