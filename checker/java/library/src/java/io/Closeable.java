package java.io;

/** What can be closed. */
public interface Closeable extends AutoCloseable {
    @Override
    void close() throws IOException;
}
