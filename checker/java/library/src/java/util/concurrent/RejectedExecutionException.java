package java.util.concurrent;

import reductio.Model;

/** As in Java. */
public class RejectedExecutionException extends RuntimeException {
    /** Whether it has a message in Java that is not known here, of what the task and the pool are. */
    private boolean untold;

    public RejectedExecutionException() {}

    public RejectedExecutionException(String message) {
        super(message);
    }

    public RejectedExecutionException(String message, Throwable cause) {
        super(message, cause);
    }

    public RejectedExecutionException(Throwable cause) {
        super(cause);
    }

    /** What a thread pool throws. Its message has the texts of the task and of the pool, which the user's code may make. */
    static RejectedExecutionException untold(Runnable task, ThreadPoolExecutor pool) {
        if (FutureTask.hasText(task) || Model.overrides(pool, "toString") || Model.overrides(pool, "hashCode")) {
            Model.unsupported("what the `toString` of a task that is rejected, or of its pool, does");
        }
        RejectedExecutionException made = new RejectedExecutionException();
        made.untold = true;
        return made;
    }

    @Override
    public String getMessage() {
        if (untold) {
            Model.unsupported("the message of a RejectedExecutionException of a ThreadPoolExecutor");
        }
        return super.getMessage();
    }
}
