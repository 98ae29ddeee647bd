package reductio;

/**
 * What programs cannot say in Java: choices, locks that are no monitors, threads, texts. The front end knows each of these methods;
 * `NATIVE.md` says what they do.
 */
public final class Model {
    private Model() {}

    public static native int choose(int low, int high);
    public static native int chooseSome(int low, int high, String others);
    public static native void only(String others);
    public static native void unsupported(String what);

    public static native boolean isSpurious();
    public static native void acquire(Object lock);
    public static native void release(Object lock);
    public static native boolean tryAcquire(Object lock);
    public static native int depth(Object lock);

    public static native void start(Thread thread);
    public static native boolean isStarted(Thread thread);
    public static native void awaitEnd(Thread thread);
    public static native boolean hasEnded(Thread thread);
    public static native Thread current();
    public static native boolean isCurrent(Thread thread);
    public static native void inherit(Thread made);

    public static native String className(Object object);
    public static native boolean overrides(Object object, String method);
    public static native Object cloneArray(Object array);
    public static native int arrayLength(Object array);
    public static native Object arrayLike(Object array, int length);
    public static native Object[] enumConstants(Class<?> type);
    public static native void print(String text);

    public static native int length(String text);
    public static native char charAt(String text, int index);
    public static native boolean sameText(String left, String right);
    public static native String concat(String left, String right);
    public static native String substring(String text, int from, int to);
    public static native int hash(String text);
    public static native String text(int number);
    public static native String text(long number);
    public static native String text(char unit);
    public static native String text(boolean truth);
    public static native String text(float number);
    public static native String text(double number);
}
