package java.util.concurrent;

import reductio.Model;
import reductio.Values;

/** A task with a result. To cancel one that runs by interrupting it is not modelled. */
public class FutureTask<V> implements RunnableFuture<V> {
    private static final int RUNNING = 1;
    private static final int DONE = 2;
    private static final int FAILED = 3;
    private static final int CANCELLED = 4;

    private final Sync sync = new Sync();
    private Callable<V> callable;
    private Object outcome;
    private volatile int state;

    /** The object whose monitor guards the state. */
    private static final class Sync {}

    public FutureTask(Callable<V> callable) {
        if (callable == null) {
            throw new NullPointerException();
        }
        this.callable = callable;
    }

    public FutureTask(Runnable task, V result) {
        callable = Executors.callable(task, result);
    }

    @Override
    public void run() {
        Model.acquire(sync);
        boolean mine = state == 0;
        if (mine) {
            state = RUNNING;
        }
        Model.release(sync);
        if (!mine) {
            return;
        }
        V result;
        try {
            result = callable.call();
        } catch (Throwable thrown) {
            setException(thrown);
            return;
        }
        set(result);
    }

    protected void set(V result) {
        finish(DONE, result);
    }

    protected void setException(Throwable thrown) {
        finish(FAILED, thrown);
    }

    protected void done() {}

    private void finish(int how, Object outcome) {
        Model.acquire(sync);
        boolean first = state < DONE;
        if (first) {
            this.outcome = outcome;
            state = how;
            sync.notifyAll();
        }
        Model.release(sync);
        if (first) {
            done();
        }
    }

    @Override
    public boolean cancel(boolean interrupt) {
        Model.acquire(sync);
        int now = state;
        if (now < DONE) {
            if (interrupt && now == RUNNING) {
                Model.unsupported("Future.cancel that interrupts a running task");
            }
            state = CANCELLED;
            sync.notifyAll();
        }
        Model.release(sync);
        if (now < DONE) {
            done();
        }
        return now < DONE;
    }

    @Override
    public boolean isCancelled() {
        return state == CANCELLED;
    }

    @Override
    public boolean isDone() {
        return state >= DONE;
    }

    @SuppressWarnings("unchecked")
    private V report() throws ExecutionException {
        int how = state;
        if (how == DONE) {
            return (V) outcome;
        }
        if (how == CANCELLED) {
            throw new CancellationException();
        }
        throw new ExecutionException((Throwable) outcome);
    }

    @Override
    public V get() throws InterruptedException, ExecutionException {
        rest();
        return report();
    }

    private void rest() throws InterruptedException {
        Model.acquire(sync);
        while (state < DONE) {
            sync.wait();
        }
        Model.release(sync);
    }

    /** Whether the text of a task is made by methods of the user: its own, or those of what it runs or has thrown. */
    static boolean hasText(Runnable task) {
        Object part = task;
        // A task may have been made of another one, and so on. No method calls itself here: the analysis of the heap would give up.
        while (part != null) {
            if (Model.overrides(part, "toString")) {
                return true;
            }
            if (!(part instanceof FutureTask)) {
                return Model.overrides(part, "getMessage") || Model.overrides(part, "getLocalizedMessage");
            }
            FutureTask<?> future = (FutureTask<?>) part;
            if (Model.overrides(future, "hashCode")) {
                return true;
            }
            Model.acquire(future.sync);
            boolean failed = future.state == FAILED;
            Object inner = failed ? future.outcome : future.callable;
            Model.release(future.sync);
            if (Model.overrides(inner, "toString")) {
                return true;
            }
            part = failed ? inner : Executors.adapted(inner);
        }
        return false;
    }

    @Override
    public String toString() {
        Model.unsupported("FutureTask.toString");
        return null;
    }

    /** Gives the result if it is there now; else the time is over, but for the longest that there is. */
    @Override
    public V get(long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        Values.use(unit);
        if (time == Long.MAX_VALUE) {
            rest();
        }
        if (state < DONE) {
            throw new TimeoutException();
        }
        return report();
    }
}
