package java.util.concurrent;

import java.util.ArrayList;
import java.util.List;
import reductio.Model;

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
        this(core, most, time, unit, queue, Executors.defaultThreadFactory(), null);
    }

    public ThreadPoolExecutor(int core, int most, long time, TimeUnit unit, BlockingQueue<Runnable> queue,
            ThreadFactory factory) {
        this(core, most, time, unit, queue, factory, null);
    }

    public ThreadPoolExecutor(int core, int most, long time, TimeUnit unit, BlockingQueue<Runnable> queue,
            RejectedExecutionHandler handler) {
        this(core, most, time, unit, queue, Executors.defaultThreadFactory(), handler);
    }

    public ThreadPoolExecutor(int core, int most, long time, TimeUnit unit, BlockingQueue<Runnable> queue,
            ThreadFactory factory, RejectedExecutionHandler handler) {
        this(core, most, false, factory);
        if (time < 0) {
            throw new IllegalArgumentException();
        }
        if (queue == null) {
            throw new NullPointerException();
        }
        this.queue = queue;
        this.handler = handler;
    }

    /** Throws a RejectedExecutionException. */
    public static class AbortPolicy implements RejectedExecutionHandler {
        public AbortPolicy() {}

        @Override
        public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {
            throw new RejectedExecutionException();
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

    private void runTask(Runnable task) {
        beforeExecute(Thread.currentThread(), task);
        try {
            task.run();
        } catch (Throwable thrown) {
            afterExecute(task, thrown);
            throw thrown;
        }
        afterExecute(task, null);
    }

    private boolean keep(Runnable task) {
        if (queue != null) {
            return queue.offer(task);
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
            return queue.poll();
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
        Worker hired = null;
        boolean taken = true;
        Model.acquire(sync);
        if (stopping) {
            taken = false;
        } else if (count < core) {
            hired = hire(task);
        } else if (keep(task)) {
            if (idle > 0) {
                sync.notify();
            } else if (count == 0) {
                hired = hire(null);
            }
        } else if (count < most) {
            hired = hire(task);
        } else {
            taken = false;
        }
        Model.release(sync);
        if (hired != null) {
            factory.newThread(hired).start();
        } else if (!taken) {
            if (handler != null) {
                handler.rejectedExecution(task, this);
            } else {
                throw new RejectedExecutionException();
            }
        }
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
        dismiss(worker);
        if (count < core && !stopping || count == 0 && !isEmpty()) {
            hired = hire(null);
        } else {
            end();
        }
        Model.release(sync);
        if (hired != null) {
            factory.newThread(hired).start();
        }
    }

    /** Notices the end of the pool; its lock is held. */
    private void end() {
        if (stopping && count == 0 && isEmpty() && !terminated) {
            terminated();
            terminated = true;
            synchronized (ended) {
                ended.notifyAll();
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
        if (unit == null) {
            throw new NullPointerException();
        }
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

    public BlockingQueue<Runnable> getQueue() {
        if (queue == null) {
            Model.unsupported("ThreadPoolExecutor.getQueue of a pool of Executors");
        }
        return queue;
    }
}
