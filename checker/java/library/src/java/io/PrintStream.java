package java.io;

import reductio.Model;

/**
 * What prints. A line is printed in one step. The stream is held meanwhile, as in Java, where that matters: where somebody else takes its
 * monitor. So printing orders no threads elsewhere.
 */
public class PrintStream implements AutoCloseable, Closeable, Appendable {
    /** Makes `System.out` and `System.err`. It is no constructor of Java's class. */
    public PrintStream() {}

    public void print(String text) {
        Model.print(text == null ? "null" : text);
    }

    public void print(Object value) {
        print(String.valueOf(value));
    }

    public void print(int value) {
        Model.print(Model.text(value));
    }

    public void print(long value) {
        Model.print(Model.text(value));
    }

    public void print(char value) {
        Model.print(Model.text(value));
    }

    public void print(boolean value) {
        Model.print(Model.text(value));
    }

    public void print(float value) {
        Model.print(Model.text(value));
    }

    public void print(double value) {
        Model.print(Model.text(value));
    }

    public void print(char[] value) {
        Model.print(String.valueOf(value));
    }

    private void line(String text) {
        Model.print(Model.concat(text == null ? "null" : text, "\n"));
    }

    public void println() {
        Model.print("\n");
    }

    public void println(String text) {
        line(text);
    }

    public void println(Object value) {
        line(String.valueOf(value));
    }

    public void println(int value) {
        line(Model.text(value));
    }

    public void println(long value) {
        line(Model.text(value));
    }

    public void println(char value) {
        line(Model.text(value));
    }

    public void println(boolean value) {
        line(Model.text(value));
    }

    public void println(float value) {
        line(Model.text(value));
    }

    public void println(double value) {
        line(Model.text(value));
    }

    public void println(char[] value) {
        line(String.valueOf(value));
    }

    public PrintStream printf(String format, Object... arguments) {
        Model.print(String.format(format, arguments));
        return this;
    }

    public PrintStream format(String format, Object... arguments) {
        return printf(format, arguments);
    }

    @Override
    public PrintStream append(CharSequence text) {
        print(String.valueOf(text));
        return this;
    }

    @Override
    public PrintStream append(CharSequence text, int from, int to) {
        print(String.valueOf(text).substring(from, to));
        return this;
    }

    @Override
    public PrintStream append(char unit) {
        print(unit);
        return this;
    }

    public void write(int value) {
        Model.print(Model.text((char) (value & 255)));
    }

    public void flush() {}

    @Override
    public void close() {
        Model.unsupported("PrintStream.close");
    }

    public boolean checkError() {
        return false;
    }
}
