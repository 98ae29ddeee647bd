package java.lang;

/** A group of threads, which no model has. */
public class ThreadGroup {
    public ThreadGroup(String name) {
        reductio.Model.unsupported("ThreadGroup");
    }
}
