package java.util.concurrent;

import java.util.ArrayList;
import java.util.List;
import reductio.Model;
import reductio.Values;

/**
 * A pool of threads. Tasks wait in a chain, or in the queue that was given; the threads wait for the pool, not for that queue. Threads
 * above the core size may go at any time when they have nothing to do. `shutdownNow` is modelled if no task runs.
 */
public class ThreadPoolExecutor extends AbstractExecutorService {
    private final Sync sync = new Sync();
    private final Ended ended = new Ended();
    private final ThreadFactory factory;
    private final int core;
    private final int most;
    /** Whether a task is only handed to a thread that has nothing to do, and is never kept. */
    private boolean direct;
    private BlockingQueue<Runnable> queue;
    private RejectedExecutionHandler handler;
    private Task tasks;
    private Worker workers;
    private int count;
    private int idle;
    private boolean stopping;
    private volatile boolean terminated;

    /** The object whose monitor guards the pool. */
    private static final class Sync {}

    /** The object on which threads wait for the end of the pool. */
    private static final class Ended {}

    private static final class Task {
        final Runnable task;
        Task next;

        Task(Runnable task) {
            this.task = task;
        }
    }

    private static final class Worker implements Runnable {
        final ThreadPoolExecutor pool;
        Runnable current;
        Worker next;

        Worker(ThreadPoolExecutor pool, Runnable first, Worker next) {
            this.pool = pool;
            current = first;
            this.next = next;
        }

        @Override
        public void run() {
            boolean done = false;
            try {
                Runnable task = current;
                if (task == null) {
                    task = pool.nextTask(this);
                }
                while (task != null) {
                    pool.runTask(task);
                    task = pool.nextTask(this);
                }
                done = true;
            } finally {
                if (!done) {
                    pool.fell(this);
                }
            }
        }
    }

    ThreadPoolExecutor(int core, int most, boolean direct) {
        this(core, most, direct, Executors.defaultThreadFactory());
    }

    ThreadPoolExecutor(int core, int most, boolean direct, ThreadFactory factory) {
        if (core < 0 || most <= 0 || most < core) {
            throw new IllegalArgumentException();
        }
        if (factory == null) {
            throw new NullPointerException();
        }
        this.core = core;
        this.most = most;
        if (direct) {
            this.direct = direct;
        }
        this.factory = factory;
    }

    public ThreadPoolExecutor(int core, int most, long time, TimeUnit unit, BlockingQueue<Runnable> queue) {
        this(core, most, time, unit, queue, Executors.defaultThreadFactory());
    }

    public ThreadPoolExecutor(int core, int most, long time, TimeUnit unit, BlockingQueue<Runnable> queue,
            ThreadFactory factory) {
        this(core, most, false, factory);
        serve(time, unit, queue);
    }

    public ThreadPoolExecutor(int core, int most, long time, TimeUnit unit, BlockingQueue<Runnable> queue,
            RejectedExecutionHandler handler) {
        this(core, most, time, unit, queue, Executors.defaultThreadFactory(), handler);
    }

    public ThreadPoolExecutor(int core, int most, long time, TimeUnit unit, BlockingQueue<Runnable> queue,
            ThreadFactory factory, RejectedExecutionHandler handler) {
        this(core, most, false, factory);
        if (handler == null) {
            throw new NullPointerException();
        }
        serve(time, unit, queue);
        this.handler = handler;
    }

    private void serve(long time, TimeUnit unit, BlockingQueue<Runnable> queue) {
        if (time < 0) {
            throw new IllegalArgumentException();
        }
        if (queue == null) {
            throw new NullPointerException();
        }
        Values.use(unit);
        if (queue instanceof Served && ((Served) queue).serve$pool(sync)) {
            this.queue = queue;
        } else {
            Model.unsupported("a ThreadPoolExecutor with a queue of another class, or one of another pool");
        }
    }

    /** A queue that serves a pool. */
    interface Served {
        /** Lets nobody put tasks in but who holds a lock; false if that cannot be. */
        boolean serve$pool(Object lock);
    }

    /** Throws a RejectedExecutionException. */
    public static class AbortPolicy implements RejectedExecutionHandler {
        public AbortPolicy() {}

        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {
            Values.use(task);
            Values.use(pool);
            throw RejectedExecutionException.untold(task, pool);
        }
    }

    /** Runs the task in the thread that submits it. */
    public static class CallerRunsPolicy implements RejectedExecutionHandler {
        public CallerRunsPolicy() {}

        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {
            if (!pool.isShutdown()) {
                task.run();
            }
        }
    }

    /** Forgets the task. */
    public static class DiscardPolicy implements RejectedExecutionHandler {
        public DiscardPolicy() {}

        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {}
    }

    protected void beforeExecute(Thread thread, Runnable task) {}

    protected void afterExecute(Runnable task, Throwable thrown) {}

    protected void terminated() {}

    /** Runs a task. If `afterExecute` throws, it is called once more, with what it has thrown. */
    private void runTask(Runnable task) {
        beforeExecute(Thread.currentThread(), task);
        try {
            task.run();
            afterExecute(task, null);
        } catch (Throwable thrown) {
            afterExecute(task, thrown);
            throw thrown;
        }
    }

    private boolean keep(Runnable task) {
        if (queue != null) {
            boolean kept = false;
            boolean done = false;
            try {
                kept = queue.offer(task);
                done = true;
            } finally {
                if (!done) {
                    Model.release(sync);
                }
            }
            return kept;
        }
        Task added = new Task(task);
        Task last = tasks;
        int waiting = 1;
        if (last == null) {
            if (direct && idle < 1) {
                return false;
            }
            tasks = added;
            return true;
        }
        while (last.next != null) {
            last = last.next;
            waiting++;
        }
        if (direct && idle <= waiting) {
            return false;
        }
        last.next = added;
        return true;
    }

    private Runnable take() {
        if (queue != null) {
            Runnable task = null;
            boolean done = false;
            try {
                task = queue.poll();
                done = true;
            } finally {
                if (!done) {
                    Model.release(sync);
                }
            }
            return task;
        }
        Task first = tasks;
        if (first == null) {
            return null;
        }
        tasks = first.next;
        return first.task;
    }

    private boolean isEmpty() {
        return queue != null ? queue.isEmpty() : tasks == null;
    }

    private Worker hire(Runnable task) {
        Worker worker = new Worker(this, task, workers);
        workers = worker;
        count++;
        return worker;
    }

    private boolean has(Worker worker) {
        Worker found = workers;
        while (found != null && found != worker) {
            found = found.next;
        }
        return found != null;
    }

    private void dismiss(Worker worker) {
        Worker before = workers;
        if (before == worker) {
            workers = worker.next;
        } else {
            while (before.next != worker) {
                before = before.next;
            }
            before.next = worker.next;
        }
        count--;
    }

    @Override
    public void execute(Runnable task) {
        if (task == null) {
            throw new NullPointerException();
        }
        boolean below = true;
        int how;
        do {
            how = enter(task, below);
            below = false;
        } while (how == AGAIN);
        if (how != TAKEN) {
            if (handler != null) {
                handler.rejectedExecution(task, this);
            } else {
                throw RejectedExecutionException.untold(task, this);
            }
        }
    }

    private static final int REJECTED = 0;
    private static final int TAKEN = 1;
    private static final int AGAIN = 2;

    /** Gives a task to a new thread or keeps it. If the factory makes no thread below the core size, it may be kept nevertheless. */
    private int enter(Runnable task, boolean below) {
        Worker hired = null;
        boolean isKept = false;
        boolean isCore = false;
        Model.acquire(sync);
        if (!stopping) {
            isCore = below && count < core;
            if (isCore) {
                hired = hire(task);
            } else if (keep(task)) {
                isKept = true;
                if (idle > 0) {
                    sync.notify();
                } else if (count == 0) {
                    hired = hire(null);
                }
            } else if (count < most) {
                hired = hire(task);
            }
        }
        Model.release(sync);
        if (hired == null) {
            return isKept ? TAKEN : REJECTED;
        }
        return start(hired) || isKept ? TAKEN : isCore ? AGAIN : REJECTED;
    }

    /** Starts a thread. The factory may give none; then, and where it throws, the worker is dismissed. */
    private boolean start(Worker hired) {
        Throwable thrown = null;
        try {
            Thread thread = factory.newThread(hired);
            if (thread != null) {
                thread.start();
                return true;
            }
        } catch (Throwable found) {
            thrown = found;
        }
        Model.acquire(sync);
        dismiss(hired);
        end();
        Model.release(sync);
        if (thrown != null) {
            Values.<RuntimeException>rethrow(thrown);
        }
        return false;
    }

    /** The next task for a thread of the pool, or null if the thread shall end. */
    private Runnable nextTask(Worker worker) {
        Model.acquire(sync);
        worker.current = null;
        boolean over = false;
        Runnable task = take();
        while (task == null && !over) {
            if (stopping) {
                over = true;
            } else {
                idle++;
                boolean timed = count > core;
                try {
                    if (timed) {
                        sync.wait(1);
                    } else {
                        sync.wait();
                    }
                } catch (InterruptedException nobodyInterrupts) {
                    throw new InternalError(nobodyInterrupts);
                }
                idle--;
                task = take();
                over = task == null && (stopping || timed && count > core);
            }
        }
        if (over) {
            dismiss(worker);
            end();
        } else {
            worker.current = task;
        }
        Model.release(sync);
        return task;
    }

    /** A task has thrown: its thread ends, and another one takes its place. */
    private void fell(Worker worker) {
        Worker hired = null;
        Model.acquire(sync);
        // What `terminated` has thrown ends a thread that had left the pool already.
        if (has(worker)) {
            dismiss(worker);
            if (count < core && !stopping || count == 0 && !isEmpty()) {
                hired = hire(null);
            } else {
                end();
            }
        }
        Model.release(sync);
        if (hired != null) {
            start(hired);
        }
    }

    /** Notices the end of the pool; its lock is held, but no longer if `terminated` throws. The pool has ended then too. */
    private void end() {
        if (stopping && count == 0 && isEmpty() && !terminated) {
            boolean done = false;
            try {
                terminated();
                done = true;
            } finally {
                terminated = true;
                synchronized (ended) {
                    ended.notifyAll();
                }
                if (!done) {
                    Model.release(sync);
                }
            }
        }
    }

    @Override
    public void shutdown() {
        Model.acquire(sync);
        stopping = true;
        if (idle > 0) {
            sync.notifyAll();
        }
        end();
        Model.release(sync);
    }

    @Override
    public List<Runnable> shutdownNow() {
        ArrayList<Runnable> left = new ArrayList<>();
        Model.acquire(sync);
        stopping = true;
        for (Worker worker = workers; worker != null; worker = worker.next) {
            Runnable current = worker.current;
            if (current != null && !(current instanceof FutureTask && ((FutureTask<?>) current).isDone())) {
                Model.unsupported("shutdownNow while a task runs");
            }
        }
        Runnable task = take();
        while (task != null) {
            left.add(task);
            task = take();
        }
        if (idle > 0) {
            sync.notifyAll();
        }
        end();
        Model.release(sync);
        return left;
    }

    @Override
    public boolean isShutdown() {
        Model.acquire(sync);
        boolean result = stopping;
        Model.release(sync);
        return result;
    }

    @Override
    public boolean isTerminated() {
        return terminated;
    }

    /** Waits if the time is the longest that there is; else it is over if the pool has not ended yet. */
    @Override
    public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
        Values.use(unit);
        if (time == Long.MAX_VALUE && !terminated) {
            synchronized (ended) {
                while (!terminated) {
                    ended.wait();
                }
            }
        }
        return terminated;
    }

    public int getCorePoolSize() {
        return core;
    }

    public int getMaximumPoolSize() {
        return most;
    }

    public int getPoolSize() {
        Model.acquire(sync);
        int result = count;
        Model.release(sync);
        return result;
    }

    @Override
    public String toString() {
        Model.unsupported("ThreadPoolExecutor.toString");
        return null;
    }

    public BlockingQueue<Runnable> getQueue() {
        if (queue == null) {
            Model.unsupported("ThreadPoolExecutor.getQueue of a pool of Executors");
        }
        return queue;
    }
}
