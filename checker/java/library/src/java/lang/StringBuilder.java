package java.lang;

import reductio.Model;

/** A text that grows: one field that holds the text so far. Its capacity is not modelled. */
public final class StringBuilder implements java.io.Serializable, Comparable<StringBuilder>, CharSequence, Appendable {
    private String text;

    public StringBuilder() {
        text = "";
    }

    public StringBuilder(int capacity) {
        if (capacity < 0) {
            throw new NegativeArraySizeException(Model.text(capacity));
        }
        text = "";
    }

    public StringBuilder(String text) {
        text.length();
        this.text = text;
    }

    public StringBuilder(CharSequence text) {
        this.text = text.toString();
    }

    public StringBuilder append(String value) {
        text = Model.concat(text, value == null ? "null" : value);
        return this;
    }

    public StringBuilder insert(int at, String value) {
        return put(at, value == null ? "null" : value);
    }

    public StringBuilder append(Object value) {
        text = Model.concat(text, String.valueOf(value));
        return this;
    }

    public StringBuilder insert(int at, Object value) {
        return put(at, String.valueOf(value));
    }

    @Override
    public StringBuilder append(CharSequence value) {
        text = Model.concat(text, String.valueOf(value));
        return this;
    }

    public StringBuilder insert(int at, CharSequence value) {
        return put(at, String.valueOf(value));
    }

    public StringBuilder append(char[] value) {
        text = Model.concat(text, String.valueOf(value));
        return this;
    }

    public StringBuilder insert(int at, char[] value) {
        return put(at, String.valueOf(value));
    }

    public StringBuilder append(boolean value) {
        text = Model.concat(text, Model.text(value));
        return this;
    }

    public StringBuilder insert(int at, boolean value) {
        return put(at, Model.text(value));
    }

    @Override
    public StringBuilder append(char value) {
        text = Model.concat(text, Model.text(value));
        return this;
    }

    public StringBuilder insert(int at, char value) {
        return put(at, Model.text(value));
    }

    public StringBuilder append(int value) {
        text = Model.concat(text, Model.text(value));
        return this;
    }

    public StringBuilder insert(int at, int value) {
        return put(at, Model.text(value));
    }

    public StringBuilder append(long value) {
        text = Model.concat(text, Model.text(value));
        return this;
    }

    public StringBuilder insert(int at, long value) {
        return put(at, Model.text(value));
    }

    public StringBuilder append(float value) {
        text = Model.concat(text, Model.text(value));
        return this;
    }

    public StringBuilder insert(int at, float value) {
        return put(at, Model.text(value));
    }

    public StringBuilder append(double value) {
        text = Model.concat(text, Model.text(value));
        return this;
    }

    public StringBuilder insert(int at, double value) {
        return put(at, Model.text(value));
    }

    public StringBuilder append(StringBuffer value) {
        text = Model.concat(text, String.valueOf(value));
        return this;
    }

    @Override
    public StringBuilder append(CharSequence value, int from, int to) {
        text = Model.concat(text, String.valueOf(value).substring(from, to));
        return this;
    }

    public StringBuilder append(char[] units, int from, int count) {
        text = Model.concat(text, String.valueOf(units, from, count));
        return this;
    }

    public StringBuilder appendCodePoint(int unit) {
        if (unit > 0xffff) {
            Model.unsupported("characters beyond 16 bits");
        }
        return append((char) unit);
    }

    private StringBuilder put(int at, String value) {
        String old = text;
        if (at < 0 || at > old.length()) {
            throw new StringIndexOutOfBoundsException("offset " + at + ", length " + old.length());
        }
        text = Model.concat(Model.concat(old.substring(0, at), value), old.substring(at));
        return this;
    }

    public StringBuilder delete(int from, int to) {
        String old = text;
        int length = old.length();
        int end = to > length ? length : to;
        if (from < 0 || from > end) {
            throw new StringIndexOutOfBoundsException("start " + from + ", end " + end + ", length " + length);
        }
        text = Model.concat(old.substring(0, from), old.substring(end));
        return this;
    }

    public StringBuilder deleteCharAt(int at) {
        String old = text;
        check(old, at);
        text = Model.concat(old.substring(0, at), old.substring(at + 1));
        return this;
    }

    public StringBuilder replace(int from, int to, String with) {
        String old = text;
        int length = old.length();
        int end = to > length ? length : to;
        if (from < 0 || from > length || from > end) {
            throw new StringIndexOutOfBoundsException("start " + from + ", end " + end + ", length " + length);
        }
        text = Model.concat(Model.concat(old.substring(0, from), with), old.substring(end));
        return this;
    }

    public StringBuilder reverse() {
        String old = text;
        String result = "";
        int length = old.length();
        for (int i = 0; i < length; i++) {
            char unit = Model.charAt(old, i);
            if (unit >= 0xd800 && unit < 0xe000) {
                Model.unsupported("characters beyond 16 bits");
            }
            result = Model.concat(Model.text(unit), result);
        }
        text = result;
        return this;
    }

    private static void check(String text, int at) {
        if (at < 0 || at >= text.length()) {
            throw new StringIndexOutOfBoundsException("index " + at + ", length " + text.length());
        }
    }

    public void setCharAt(int at, char unit) {
        String old = text;
        check(old, at);
        text = Model.concat(Model.concat(old.substring(0, at), Model.text(unit)), old.substring(at + 1));
    }

    public void setLength(int length) {
        String old = text;
        if (length < 0) {
            throw new StringIndexOutOfBoundsException(length);
        }
        if (length <= old.length()) {
            text = old.substring(0, length);
        } else {
            text = Model.concat(old, "\0".repeat(length - old.length()));
        }
    }

    @Override
    public int length() {
        return text.length();
    }

    public int capacity() {
        Model.unsupported("StringBuilder.capacity");
        return 0;
    }

    public void ensureCapacity(int capacity) {}

    public void trimToSize() {}

    @Override
    public char charAt(int at) {
        String text = this.text;
        check(text, at);
        return Model.charAt(text, at);
    }

    public int indexOf(String part) {
        return text.indexOf(part);
    }

    public int indexOf(String part, int from) {
        return text.indexOf(part, from);
    }

    public int lastIndexOf(String part) {
        return text.lastIndexOf(part);
    }

    public int lastIndexOf(String part, int from) {
        return text.lastIndexOf(part, from);
    }

    public String substring(int from) {
        return substring(from, text.length());
    }

    public String substring(int from, int to) {
        String text = this.text;
        if (from < 0 || from > to || to > text.length()) {
            throw new StringIndexOutOfBoundsException("start " + from + ", end " + to + ", length " + text.length());
        }
        return text.substring(from, to);
    }

    @Override
    public CharSequence subSequence(int from, int to) {
        return substring(from, to);
    }

    public void getChars(int from, int to, char[] into, int at) {
        text.getChars(from, to, into, at);
    }

    @Override
    public int compareTo(StringBuilder other) {
        return text.compareTo(other.toString());
    }

    @Override
    public String toString() {
        return Model.concat(text, "");
    }
}
