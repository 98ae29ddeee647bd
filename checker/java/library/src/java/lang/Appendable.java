package java.lang;

/** What texts can be appended to. */
public interface Appendable {
    Appendable append(CharSequence text) throws java.io.IOException;
    Appendable append(CharSequence text, int from, int to) throws java.io.IOException;
    Appendable append(char unit) throws java.io.IOException;
}
