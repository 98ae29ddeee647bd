package java.lang;

import java.util.Comparator;
import java.util.Iterator;
import reductio.Model;
import reductio.Values;

/**
 * A text. It is a value without fields: all is done by the texts of the checker. Java's constructors are the methods `make`, whose
 * results are texts that were computed. Letters outside of Latin-1, patterns of `split` and `replaceAll`, and locales are not modelled.
 */
public final class String implements java.io.Serializable, Comparable<String>, CharSequence {
    public static final Comparator<String> CASE_INSENSITIVE_ORDER = new IgnoringCase();

    private static final class IgnoringCase implements Comparator<String> {
        @Override
        public int compare(String left, String right) {
            return left.compareToIgnoreCase(right);
        }
    }

    private String() {}

    /** `new String()`. */
    static String make() {
        return make("");
    }

    /** `new String(text)`: a text that is the same as no other. */
    static String make(String text) {
        int length = text.length();
        return Model.substring(Model.concat(text, "."), 0, length);
    }

    /** `new String(units)`. */
    static String make(char[] units) {
        return make(units, 0, units.length);
    }

    /** `new String(units, from, count)`. */
    static String make(char[] units, int from, int count) {
        if (from < 0 || count < 0 || from > units.length - count) {
            throw new StringIndexOutOfBoundsException("offset " + from + ", count " + count + ", length " + units.length);
        }
        String text = "";
        for (int i = 0; i < count; i++) {
            text = Model.concat(text, Model.text(units[from + i]));
        }
        return make(text);
    }

    /** `new String(builder)`. */
    static String make(StringBuilder builder) {
        return make(builder.toString());
    }

    /** `new String(buffer)`. */
    static String make(StringBuffer buffer) {
        return make(buffer.toString());
    }

    @Override
    public int length() {
        return Model.length(this);
    }

    @Override
    public boolean isEmpty() {
        return Model.length(this) == 0;
    }

    @Override
    public char charAt(int index) {
        if (index < 0 || index >= Model.length(this)) {
            throw new StringIndexOutOfBoundsException(index);
        }
        return Model.charAt(this, index);
    }

    public int codePointAt(int index) {
        char unit = charAt(index);
        if (unit >= 0xd800 && unit < 0xe000) {
            Model.unsupported("characters beyond 16 bits");
        }
        return unit;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof String && Model.sameText(this, (String) other);
    }

    public boolean contentEquals(CharSequence other) {
        return Model.sameText(this, other.toString());
    }

    public boolean equalsIgnoreCase(String other) {
        return other != null && length() == other.length() && compareToIgnoreCase(other) == 0;
    }

    @Override
    public int hashCode() {
        return Model.hash(this);
    }

    @Override
    public int compareTo(String other) {
        int left = Model.length(this);
        int right = Model.length(other);
        for (int i = 0; i < left && i < right; i++) {
            char a = Model.charAt(this, i);
            char b = Model.charAt(other, i);
            if (a != b) {
                return a - b;
            }
        }
        return left - right;
    }

    public int compareToIgnoreCase(String other) {
        int left = Model.length(this);
        int right = Model.length(other);
        for (int i = 0; i < left && i < right; i++) {
            char a = Character.toLowerCase(Character.toUpperCase(Model.charAt(this, i)));
            char b = Character.toLowerCase(Character.toUpperCase(Model.charAt(other, i)));
            if (a != b) {
                return a - b;
            }
        }
        return left - right;
    }

    public boolean regionMatches(int from, String other, int otherFrom, int count) {
        return regionMatches(false, from, other, otherFrom, count);
    }

    public boolean regionMatches(boolean ignoreCase, int from, String other, int otherFrom, int count) {
        if (otherFrom < 0 || from < 0 || from > (long) length() - count || otherFrom > (long) other.length() - count) {
            return false;
        }
        if (count <= 0) {
            return true;
        }
        String left = substring(from, from + count);
        String right = other.substring(otherFrom, otherFrom + count);
        return ignoreCase ? left.equalsIgnoreCase(right) : left.equals(right);
    }

    public boolean startsWith(String prefix, int from) {
        int length = prefix.length();
        return from >= 0 && from <= length() - length && Model.sameText(Model.substring(this, from, from + length), prefix);
    }

    public boolean startsWith(String prefix) {
        return startsWith(prefix, 0);
    }

    public boolean endsWith(String suffix) {
        return startsWith(suffix, length() - suffix.length());
    }

    public int indexOf(int unit) {
        return indexOf(unit, 0);
    }

    public int indexOf(int unit, int from) {
        int length = Model.length(this);
        for (int i = from < 0 ? 0 : from; i < length; i++) {
            if (Model.charAt(this, i) == unit) {
                return i;
            }
        }
        return -1;
    }

    public int lastIndexOf(int unit) {
        return lastIndexOf(unit, Model.length(this) - 1);
    }

    public int lastIndexOf(int unit, int from) {
        int last = Model.length(this) - 1;
        for (int i = from < last ? from : last; i >= 0; i--) {
            if (Model.charAt(this, i) == unit) {
                return i;
            }
        }
        return -1;
    }

    public int indexOf(String part) {
        return indexOf(part, 0);
    }

    public int indexOf(String part, int from) {
        int last = Model.length(this) - Model.length(part);
        int start = from < 0 ? 0 : from;
        if (Model.length(part) == 0) {
            return start < Model.length(this) ? start : Model.length(this);
        }
        for (int i = start; i <= last; i++) {
            if (startsWith(part, i)) {
                return i;
            }
        }
        return -1;
    }

    public int lastIndexOf(String part) {
        return lastIndexOf(part, Model.length(this));
    }

    public int lastIndexOf(String part, int from) {
        int last = Model.length(this) - Model.length(part);
        for (int i = from < last ? from : last; i >= 0; i--) {
            if (startsWith(part, i)) {
                return i;
            }
        }
        return -1;
    }

    public boolean contains(CharSequence part) {
        return indexOf(part.toString()) >= 0;
    }

    public String substring(int from) {
        int length = Model.length(this);
        if (from < 0 || from > length) {
            throw new StringIndexOutOfBoundsException("begin " + from + ", end " + length + ", length " + length);
        }
        return from == 0 ? this : Model.substring(this, from, length);
    }

    public String substring(int from, int to) {
        int length = Model.length(this);
        if (from < 0 || from > to || to > length) {
            throw new StringIndexOutOfBoundsException("begin " + from + ", end " + to + ", length " + length);
        }
        return from == 0 && to == length ? this : Model.substring(this, from, to);
    }

    @Override
    public CharSequence subSequence(int from, int to) {
        return substring(from, to);
    }

    public String concat(String other) {
        return other.isEmpty() ? this : Model.concat(this, other);
    }

    public String replace(char old, char with) {
        if (indexOf(old) < 0) {
            return this;
        }
        String result = "";
        int length = Model.length(this);
        for (int i = 0; i < length; i++) {
            char unit = Model.charAt(this, i);
            result = Model.concat(result, Model.text(unit == old ? with : unit));
        }
        return result;
    }

    public String replace(CharSequence old, CharSequence with) {
        String part = old.toString();
        String other = with.toString();
        int at = indexOf(part);
        if (at < 0) {
            return this;
        }
        String result = "";
        int length = Model.length(this);
        int step = part.isEmpty() ? 1 : Model.length(part);
        int from = 0;
        while (at >= 0) {
            result = Model.concat(Model.concat(result, Model.substring(this, from, at)), other);
            from = at + Model.length(part);
            at = at + step > length ? -1 : indexOf(part, at + step);
        }
        return Model.concat(result, Model.substring(this, from, length));
    }

    public String replaceAll(String pattern, String with) {
        if (isPlain(pattern) && with.indexOf('\\') < 0 && with.indexOf('$') < 0) {
            return replace(pattern, with);
        }
        Model.unsupported("String.replaceAll with a pattern");
        return null;
    }

    public String replaceFirst(String pattern, String with) {
        if (isPlain(pattern) && with.indexOf('\\') < 0 && with.indexOf('$') < 0) {
            int at = indexOf(pattern);
            return at < 0 ? this : substring(0, at) + with + substring(at + pattern.length());
        }
        Model.unsupported("String.replaceFirst with a pattern");
        return null;
    }

    public boolean matches(String pattern) {
        if (isPlain(pattern)) {
            return equals(pattern);
        }
        Model.unsupported("String.matches with a pattern");
        return false;
    }

    /** Whether a pattern means itself. */
    private static boolean isPlain(String pattern) {
        for (int i = 0; i < pattern.length(); i++) {
            if (".$|()[{^?*+\\".indexOf(pattern.charAt(i)) >= 0) {
                return false;
            }
        }
        return true;
    }

    public String[] split(String separator) {
        return split(separator, 0);
    }

    public String[] split(String separator, int limit) {
        boolean spaces = separator.equals("\\s+") || separator.equals(" +");
        boolean every = separator.equals("\\s+") || separator.equals("\\s");
        String plain = separator;
        if (separator.length() == 2 && separator.charAt(0) == '\\'
                && !Character.isLetterOrDigit(separator.charAt(1))) {
            plain = separator.substring(1);
        } else if (!spaces && !every && !isPlain(separator)) {
            Model.unsupported("String.split with a pattern");
        }
        java.util.ArrayList<String> parts = new java.util.ArrayList<>();
        int length = length();
        int from = 0;
        int at = 0;
        if (plain.isEmpty()) {
            for (at = 1; at <= length && (limit <= 0 || parts.size() < limit - 1); at++) {
                parts.add(substring(from, at));
                from = at;
            }
            at = length;
        }
        while (at < length && (limit <= 0 || parts.size() < limit - 1)) {
            int end = at;
            if (spaces || every) {
                while (end < length && isSpace(charAt(end), every) && (spaces || end == at)) {
                    end++;
                }
            } else if (startsWith(plain, at)) {
                end = at + plain.length();
            }
            if (end > at) {
                parts.add(substring(from, at));
                from = end;
                at = end;
            } else {
                at++;
            }
        }
        if (from == 0 && parts.size() == 0) {
            return new String[] {this};
        }
        parts.add(substring(from));
        int count = parts.size();
        if (limit == 0) {
            while (count > 0 && parts.get(count - 1).isEmpty()) {
                count--;
            }
        }
        String[] result = new String[count];
        for (int i = 0; i < count; i++) {
            result[i] = parts.get(i);
        }
        return result;
    }

    private static boolean isSpace(char unit, boolean every) {
        return unit == ' ' || every && unit >= 9 && unit <= 13;
    }

    public String trim() {
        int from = 0;
        int to = length();
        while (from < to && Model.charAt(this, from) <= ' ') {
            from++;
        }
        while (from < to && Model.charAt(this, to - 1) <= ' ') {
            to--;
        }
        return substring(from, to);
    }

    public String strip() {
        return stripLeading().stripTrailing();
    }

    public String stripLeading() {
        int from = 0;
        int length = length();
        while (from < length && Character.isWhitespace(Model.charAt(this, from))) {
            from++;
        }
        return substring(from);
    }

    public String stripTrailing() {
        int to = length();
        while (to > 0 && Character.isWhitespace(Model.charAt(this, to - 1))) {
            to--;
        }
        return substring(0, to);
    }

    public boolean isBlank() {
        return stripLeading().isEmpty();
    }

    public String repeat(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("count is negative: " + count);
        }
        if (count == 1) {
            return this;
        }
        String result = "";
        for (int i = 0; i < count; i++) {
            result = Model.concat(result, this);
        }
        return result;
    }

    public String toUpperCase() {
        String result = "";
        int length = length();
        for (int i = 0; i < length; i++) {
            char unit = Model.charAt(this, i);
            result = Model.concat(result, unit == 0xdf ? "SS" : Model.text(Character.toUpperCase(unit)));
        }
        return result.equals(this) ? this : result;
    }

    public String toLowerCase() {
        String result = "";
        int length = length();
        for (int i = 0; i < length; i++) {
            result = Model.concat(result, Model.text(Character.toLowerCase(Model.charAt(this, i))));
        }
        return result.equals(this) ? this : result;
    }

    public char[] toCharArray() {
        int length = Model.length(this);
        char[] units = new char[length];
        for (int i = 0; i < length; i++) {
            units[i] = Model.charAt(this, i);
        }
        return units;
    }

    public void getChars(int from, int to, char[] into, int at) {
        String part = substring(from, to);
        for (int i = 0; i < part.length(); i++) {
            into[at + i] = Model.charAt(part, i);
        }
    }

    public String intern() {
        Model.unsupported("String.intern");
        return this;
    }

    @Override
    public String toString() {
        return this;
    }

    public String formatted(Object... arguments) {
        return format(this, arguments);
    }

    public static String format(String format, Object... arguments) {
        return reductio.Format.format(format, arguments);
    }

    public static String join(CharSequence between, CharSequence... parts) {
        Values.use(between);
        String comma = between.toString();
        String result = Model.concat("", "");
        for (int i = 0; i < parts.length; i++) {
            if (i > 0) {
                result = Model.concat(result, comma);
            }
            result = Model.concat(result, valueOf(parts[i]));
        }
        return result;
    }

    public static String join(CharSequence between, Iterable<? extends CharSequence> parts) {
        java.util.Objects.requireNonNull(between);
        java.util.Objects.requireNonNull(parts);
        String comma = between.toString();
        String result = Model.concat("", "");
        boolean first = true;
        Iterator<? extends CharSequence> each = parts.iterator();
        while (each.hasNext()) {
            if (!first) {
                result = Model.concat(result, comma);
            }
            first = false;
            result = Model.concat(result, valueOf(each.next()));
        }
        return result;
    }

    public static String valueOf(Object value) {
        return value == null ? "null" : value.toString();
    }

    public static String valueOf(char[] units) {
        return make(units);
    }

    public static String valueOf(char[] units, int from, int count) {
        return make(units, from, count);
    }

    public static String copyValueOf(char[] units) {
        return make(units);
    }

    public static String copyValueOf(char[] units, int from, int count) {
        return make(units, from, count);
    }

    public static String valueOf(boolean value) {
        return Model.text(value);
    }

    public static String valueOf(char value) {
        return Model.text(value);
    }

    public static String valueOf(int value) {
        return Model.text(value);
    }

    public static String valueOf(long value) {
        return Model.text(value);
    }

    public static String valueOf(float value) {
        return Model.text(value);
    }

    public static String valueOf(double value) {
        return Model.text(value);
    }
}
