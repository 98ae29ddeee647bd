package java.lang;

/** The type of no value. */
public final class Void {
    private Void() {}
}
