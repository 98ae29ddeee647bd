package java.lang;

import reductio.Model;

/**
 * A thread. Sleeping is yielding, a wait with a time may end at any time, nobody interrupts. Where somebody takes the monitor of a
 * Thread object, `join` waits on it, and the end of the thread notifies all who wait there.
 */
public class Thread implements Runnable {
    public static final int MIN_PRIORITY = 1;
    public static final int NORM_PRIORITY = 5;
    public static final int MAX_PRIORITY = 10;

    /** The number of threads that were made without a name. */
    private static int unnamed;
    /** The last number that `getId` gave. */
    private static long numbered;

    private volatile String name;
    private Runnable target;
    private boolean daemon;
    private int priority;
    private long id;
    /** The values of thread-local variables, a list that only the thread itself looks at. */
    ThreadLocal.Entry locals;

    public enum State { NEW, RUNNABLE, BLOCKED, WAITING, TIMED_WAITING, TERMINATED }

    public interface UncaughtExceptionHandler {
        void uncaughtException(Thread thread, Throwable exception);
    }

    public Thread() {
        Model.inherit(this);
        name = nextName();
    }

    public Thread(Runnable target) {
        Model.inherit(this);
        this.target = target;
        name = nextName();
    }

    public Thread(String name) {
        this(null, null, name);
    }

    public Thread(Runnable target, String name) {
        this(null, target, name);
    }

    public Thread(ThreadGroup group, Runnable target) {
        this(group, target, nextName());
    }

    public Thread(ThreadGroup group, String name) {
        this(group, null, name);
    }

    public Thread(ThreadGroup group, Runnable target, String name) {
        if (name == null) {
            throw new NullPointerException("name cannot be null");
        }
        if (group != null) {
            Model.unsupported("ThreadGroup");
        }
        if (target != null) {
            this.target = target;
        }
        Model.inherit(this);
        this.name = name;
    }

    /** Makes the object of the first thread; the front end calls this. */
    static Thread first() {
        Thread first = new Thread("main");
        first.id = 1;
        return first;
    }

    private static synchronized String nextName() {
        return "Thread-" + unnamed++;
    }

    private static synchronized long numberOf(Thread thread) {
        if (thread.id == 0) {
            Model.only("other numbers of threads");
            thread.id = 2 + numbered++;
        }
        return thread.id;
    }

    @Override
    public void run() {
        Runnable target = this.target;
        if (target != null) {
            target.run();
        }
    }

    public synchronized void start() {
        if (Model.isStarted(this)) {
            throw new IllegalThreadStateException();
        }
        Model.start(this);
    }

    public final void join() throws InterruptedException {
        if (Model.isStarted(this)) {
            Model.awaitEnd(this);
        }
    }

    /** Returns at once: with what the thread did if it is over, and else as if the time was over. */
    public final void join(long milliseconds) throws InterruptedException {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (milliseconds == 0 || milliseconds == Long.MAX_VALUE) {
            join();
        } else if (isAlive()) {
            Thread.yield();
        }
    }

    public final void join(long milliseconds, int nanoseconds) throws InterruptedException {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (nanoseconds < 0 || nanoseconds > 999999) {
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        }
        join(nanoseconds > 0 && milliseconds < Long.MAX_VALUE ? milliseconds + 1 : milliseconds);
    }

    /** What stands for `join` where somebody takes the monitor of a Thread object. */
    private synchronized void join$monitor() throws InterruptedException {
        while (isAlive()) {
            wait();
        }
    }

    /** The time may be over at any moment, and a notification that is not that of the end does not end it. */
    private synchronized void join$monitor(long milliseconds) throws InterruptedException {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (milliseconds == 0 || milliseconds == Long.MAX_VALUE) {
            join$monitor();
            return;
        }
        boolean over = !isAlive();
        while (!over) {
            wait(1);
            over = Model.choose(0, 1) == 0 || !isAlive();
        }
    }

    public final boolean isAlive() {
        if (!Model.isStarted(this)) {
            return false;
        }
        if (Model.hasEnded(this)) {
            Model.awaitEnd(this);
            return false;
        }
        return true;
    }

    public final String getName() {
        return name;
    }

    public final synchronized void setName(String name) {
        if (name == null) {
            throw new NullPointerException("name cannot be null");
        }
        this.name = name;
    }

    public long getId() {
        return numberOf(this);
    }

    public final void setDaemon(boolean on) {
        if (isAlive()) {
            throw new IllegalThreadStateException();
        }
        daemon = on;
        // Threads that this one makes ask which one it is.
        Model.current();
    }

    public final boolean isDaemon() {
        return daemon;
    }

    /** A thread that is over is in no group any more, and keeps its priority. */
    public final void setPriority(int priority) {
        if (priority > MAX_PRIORITY || priority < MIN_PRIORITY) {
            throw new IllegalArgumentException();
        }
        if (!isOver()) {
            this.priority = priority;
        }
    }

    private boolean isOver() {
        return Model.isStarted(this) && Model.hasEnded(this);
    }

    public final int getPriority() {
        int priority = this.priority;
        return priority == 0 ? NORM_PRIORITY : priority;
    }

    public static Thread currentThread() {
        return Model.current();
    }

    public static native void yield();

    public static void sleep(long milliseconds) throws InterruptedException {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (milliseconds == Long.MAX_VALUE) {
            Model.unsupported("a sleep without end");
        }
        Thread.yield();
    }

    public static void sleep(long milliseconds, int nanoseconds) throws InterruptedException {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (nanoseconds < 0 || nanoseconds > 999999) {
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        }
        sleep(milliseconds);
    }

    public static void onSpinWait() {
        Thread.yield();
    }

    public static boolean holdsLock(Object object) {
        if (object == null) {
            throw new NullPointerException();
        }
        return Model.depth(object) > 0;
    }

    /** A thread that was not started is NEW, one that is over TERMINATED; what others are doing is not known. */
    public State getState() {
        if (!Model.isStarted(this)) {
            return State.NEW;
        }
        if (Model.hasEnded(this)) {
            Model.awaitEnd(this);
            return State.TERMINATED;
        }
        Model.unsupported("Thread.getState of a running thread");
        return null;
    }

    public void interrupt() {
        Model.unsupported("Thread.interrupt");
    }

    /** Nobody interrupts: a thread never is interrupted. */
    public boolean isInterrupted() {
        return false;
    }

    /** Nobody interrupts: a thread never is interrupted. */
    public static boolean interrupted() {
        return false;
    }

    public StackTraceElement[] getStackTrace() {
        Model.unsupported("Thread.getStackTrace");
        return null;
    }

    public static void dumpStack() {}

    public final ThreadGroup getThreadGroup() {
        Model.unsupported("Thread.getThreadGroup");
        return null;
    }

    public UncaughtExceptionHandler getUncaughtExceptionHandler() {
        Model.unsupported("Thread.getUncaughtExceptionHandler");
        return null;
    }

    public void setUncaughtExceptionHandler(UncaughtExceptionHandler handler) {
        Model.unsupported("Thread.setUncaughtExceptionHandler");
    }

    public static UncaughtExceptionHandler getDefaultUncaughtExceptionHandler() {
        return null;
    }

    public static void setDefaultUncaughtExceptionHandler(UncaughtExceptionHandler handler) {
        Model.unsupported("Thread.setDefaultUncaughtExceptionHandler");
    }

    @Override
    public String toString() {
        // Whether another thread is started or over is not asked here: then the start and the end of each thread would be steps of their own in
        // all programs that may turn some object into a text.
        if (!Model.isCurrent(this)) {
            Model.unsupported("the text of another thread, which has no group when it is over");
        }
        return "Thread[" + getName() + "," + getPriority() + ",main]";
    }
}
