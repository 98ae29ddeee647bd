/** A point where the real machine's twin makes a thread late. It does nothing. */
public final class Jitter {
    private Jitter() {}

    public static void here() {}
}
