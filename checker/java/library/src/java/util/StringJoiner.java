package java.util;

/** As in Java. */
public final class StringJoiner {
    private final String between;
    private final String prefix;
    private final String suffix;
    private String text;
    private String empty;

    public StringJoiner(CharSequence between) {
        this(between, "", "");
    }

    public StringJoiner(CharSequence between, CharSequence prefix, CharSequence suffix) {
        this.between = between.toString();
        this.prefix = prefix.toString();
        this.suffix = suffix.toString();
    }

    public StringJoiner setEmptyValue(CharSequence empty) {
        this.empty = empty.toString();
        return this;
    }

    public StringJoiner add(CharSequence part) {
        String added = String.valueOf(part);
        String old = text;
        text = old == null ? added : old + between + added;
        return this;
    }

    public StringJoiner merge(StringJoiner other) {
        String added = other.text;
        if (added != null) {
            add(added);
        }
        return this;
    }

    public int length() {
        return toString().length();
    }

    @Override
    public String toString() {
        if (text == null) {
            return empty != null ? empty : prefix + suffix;
        }
        return prefix + text + suffix;
    }
}
