package faulty;

/** Prints without the lock of the stream. */
public final class Stream {
    private Stream() {}

    public static void println() {}
}
