package java.lang;

/** What `try` closes. */
public interface AutoCloseable {
    void close() throws Exception;
}
