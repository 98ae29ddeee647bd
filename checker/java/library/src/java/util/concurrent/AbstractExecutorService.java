package java.util.concurrent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import reductio.Model;

/** What executor services share. `invokeAny` is not modelled. */
public abstract class AbstractExecutorService implements ExecutorService {
    public AbstractExecutorService() {}

    protected <T> RunnableFuture<T> newTaskFor(Callable<T> task) {
        return new FutureTask<T>(task);
    }

    protected <T> RunnableFuture<T> newTaskFor(Runnable task, T result) {
        return new FutureTask<T>(task, result);
    }

    @Override
    public <T> Future<T> submit(Callable<T> task) {
        if (task == null) {
            throw new NullPointerException();
        }
        RunnableFuture<T> future = newTaskFor(task);
        execute(future);
        return future;
    }

    @Override
    public <T> Future<T> submit(Runnable task, T result) {
        if (task == null) {
            throw new NullPointerException();
        }
        RunnableFuture<T> future = newTaskFor(task, result);
        execute(future);
        return future;
    }

    @Override
    public Future<?> submit(Runnable task) {
        if (task == null) {
            throw new NullPointerException();
        }
        RunnableFuture<Void> future = newTaskFor(task, null);
        execute(future);
        return future;
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) throws InterruptedException {
        ArrayList<Future<T>> futures = new ArrayList<>(tasks.size());
        try {
            for (Callable<T> task : tasks) {
                RunnableFuture<T> future = newTaskFor(task);
                futures.add(future);
                execute(future);
            }
            for (Future<T> future : futures) {
                if (!future.isDone()) {
                    try {
                        future.get();
                    } catch (CancellationException ignored) {
                    } catch (ExecutionException ignored) {
                    }
                }
            }
            return futures;
        } catch (Throwable thrown) {
            // A task that is null, or one that is rejected: nobody gets the others' futures.
            for (Future<T> future : futures) {
                future.cancel(true);
            }
            throw thrown;
        }
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
        Model.unsupported("ExecutorService.invokeAny");
        return null;
    }
}
