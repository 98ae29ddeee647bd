import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;

/** One run of a program: its threads are those of a group, its classes are loaded anew. */
final class Round extends ThreadGroup {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long MILLISECOND = 1_000_000L;
    /** A run that takes longer, and does not stand still, is given up. */
    private static final long LIMIT = 20_000 * MILLISECOND;

    private final Set<String> seen = new TreeSet<>();
    private boolean isOver;

    Round(String name) {
        super(name);
    }

    static Round of(Thread thread) {
        return (Round) thread.getThreadGroup();
    }

    synchronized void seen(int code) {
        if (!isOver) {
            seen.add("seen " + code);
        }
    }

    @Override
    public synchronized void uncaughtException(Thread thread, Throwable exception) {
        if (!isOver && !(exception instanceof Seen)) {
            String name = exception.getClass().getName();
            seen.add("died " + name.substring(name.lastIndexOf('.') + 1));
        }
    }

    private synchronized Set<String> end(String how) {
        isOver = true;
        seen.add(how);
        return seen;
    }

    /** Runs `main` of a class. `patience` is how long threads have to stand still until that is called a deadlock, in milliseconds. */
    Set<String> run(Class<?> main, long patience) throws Exception {
        java.lang.reflect.Method method = main.getDeclaredMethod("main", String[].class);
        method.setAccessible(true);
        Thread first = new Thread(this, () -> {
            try {
                method.invoke(null, (Object) new String[0]);
            } catch (java.lang.reflect.InvocationTargetException thrown) {
                Round.<RuntimeException>rethrow(thrown.getCause());
            } catch (IllegalAccessException wrong) {
                throw new AssertionError(wrong);
            }
        }, "main", 1 << 18);
        first.start();
        long begin = System.nanoTime();
        long quietSince = begin;
        String last = "";
        while (true) {
            List<Thread> alive = alive();
            if (alive.stream().allMatch(Thread::isDaemon)) {
                Set<String> out = end("ends");
                stopAll(alive);
                return out;
            }
            long now = System.nanoTime();
            String all = standing(alive);
            if (all == null || !all.equals(last)) {
                last = all == null ? "" : all;
                quietSince = now;
            }
            // Who waits for a class to be initialized is told to run; only that it uses no time shows that it stands still.
            long wanted = last.contains("RUNNABLE") ? Math.max(patience, 1_500) : patience;
            boolean isQuiet = all != null && now - quietSince > wanted * MILLISECOND;
            if (isQuiet || now - begin > LIMIT) {
                Set<String> out = end(isQuiet ? "deadlock" : "goes on");
                stopAll(alive);
                return out;
            }
            LockSupport.parkNanos(now - begin < 20 * MILLISECOND ? 200_000 : 4 * MILLISECOND);
        }
    }

    private List<Thread> alive() {
        Thread[] found = new Thread[activeCount() + 16];
        int count = enumerate(found);
        List<Thread> out = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (found[i].isAlive()) {
                out.add(found[i]);
            }
        }
        return out;
    }

    /** What threads that stand still have done so far; null if one of them sleeps, waits for a time only, or has ended. */
    private static String standing(List<Thread> threads) {
        StringBuilder out = new StringBuilder();
        for (Thread thread : threads) {
            ThreadInfo info = THREADS.getThreadInfo(thread.getId());
            if (info == null || info.getThreadState() == Thread.State.TIMED_WAITING) {
                return null;
            }
            out.append(thread.getId()).append(' ').append(info.getThreadState()).append(' ').append(info.getBlockedCount()).append(' ')
                .append(info.getWaitedCount());
            // Who is blocked looks now and then whether the lock is free.
            if (info.getThreadState() == Thread.State.RUNNABLE) {
                out.append(' ').append(THREADS.getThreadCpuTime(thread.getId()));
            }
            out.append('\n');
        }
        return out.toString();
    }

    /** Ends what is left of a run, as far as that can be done. */
    @SuppressWarnings({"deprecation", "removal"})
    private static void stopAll(List<Thread> threads) {
        threads.forEach(Thread::stop);
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void rethrow(Throwable thrown) throws E {
        throw (E) thrown;
    }
}
