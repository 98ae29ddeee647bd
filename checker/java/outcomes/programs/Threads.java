/** Threads: their ends, their monitors. */
final class Threads {
    static class Joins {
        static int x;
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { Jitter.here(); x = 1; });
            t.join();
            Seen.is(x + (t.isAlive() ? 2 : 0));
        }
    }
    static class JoinsForAWhile {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { Jitter.here(); x = 1; });
            t.join(2);
            Seen.is(x + (t.isAlive() ? 2 : 0));
        }
    }
    static class JoinsBeforeStart {
        public static void main(String[] a) throws Exception {
            T t = new T(() -> Jitter.here());
            t.join();
            t.join(1);
            Seen.is((t.isAlive() ? 2 : 0) + (t.getState() == Thread.State.NEW ? 1 : 0));
        }
    }
    static class JoinsItself {
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> Thread.currentThread().join());
            t.join();
        }
    }
    static class JoinCircle {
        static volatile Thread main;
        public static void main(String[] a) throws Exception {
            main = Thread.currentThread();
            T.go(() -> main.join()).join();
        }
    }
    static class StartsTwice {
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> Jitter.here());
            Jitter.here();
            try {
                t.start();
            } catch (IllegalThreadStateException e) {
                t.join();
                Seen.is(1);
            }
        }
    }
    static class StartsAfterTheEnd {
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { });
            t.join();
            t.start();
        }
    }
    static class TwoStart {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            T t = new T(() -> x++);
            Thread u = T.go(() -> t.start());
            try {
                Jitter.here();
                t.start();
            } catch (IllegalThreadStateException e) {
                x += 4;
            }
            u.join();
            t.join();
            Seen.is(x);
        }
    }
    /** The end of a thread wakes all that wait on its object. */
    static class EndWakes {
        public static void main(String[] a) throws Exception {
            T t = new T(() -> Jitter.here());
            synchronized (t) {
                t.start();
                t.wait();
            }
            Seen.is(1);
        }
    }
    static class EndWakesAll {
        static int woken;
        public static void main(String[] a) throws Exception {
            T t = new T(() -> Jitter.here());
            Thread u = T.go(() -> { synchronized (t) { t.wait(); woken++; } });
            synchronized (t) {
                t.start();
                t.wait();
                woken++;
            }
            u.join();
            Seen.is(woken);
        }
    }
    static class WaitsTooLateForTheEnd {
        public static void main(String[] a) throws Exception {
            T t = T.go(() -> { }) instanceof T ? new T(() -> Jitter.here()) : null;
            t.start();
            Jitter.here();
            synchronized (t) {
                t.wait();
            }
            Seen.is(1);
        }
        }
    static class JoinWithinItsMonitor {
        static class Own extends Thread {
            @Override
            public synchronized void run() {
                Jitter.here();
            }
        }
        public static void main(String[] a) throws Exception {
            Own t = new Own();
            synchronized (t) {
                t.start();
                Jitter.here();
                t.join();
            }
            Seen.is(1);
        }
    }
    static class JoinWhileItHoldsItsMonitor {
        static final Object lock = new Object();
        static boolean go;
        static class Own extends Thread {
            @Override
            public void run() {
                synchronized (this) {
                    synchronized (lock) {
                        while (!go) {
                            try {
                                lock.wait();
                            } catch (InterruptedException e) {
                                return;
                            }
                        }
                    }
                }
            }
        }
        public static void main(String[] a) throws Exception {
            Own t = new Own();
            t.start();
            Jitter.here();
            t.join(2);
            synchronized (lock) {
                go = true;
                lock.notifyAll();
            }
            t.join();
            Seen.is(1);
        }
    }
    static class AThirdHoldsIt {
        static final Object lock = new Object();
        static boolean go;
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { });
            Thread u = T.go(() -> {
                synchronized (t) {
                    synchronized (lock) {
                        while (!go) {
                            lock.wait();
                        }
                    }
                }
            });
            Jitter.here();
            t.join();
            synchronized (lock) {
                go = true;
                lock.notifyAll();
            }
            u.join();
            Seen.is(1);
        }
    }
    /** One notification wakes the one that joins, and not the one that waits. */
    static class NotifyWakesTheJoiner {
        static boolean is;
        public static void main(String[] a) throws Exception {
            Object lock = new Object();
            T t = new T(() -> { synchronized (lock) { while (!is) { lock.wait(); } } });
            t.start();
            Thread u = T.go(() -> { synchronized (t) { t.wait(); } synchronized (lock) { is = true; lock.notifyAll(); } });
            Thread v = T.go(() -> t.join());
            Jitter.here();
            Jitter.here();
            synchronized (t) {
                t.notify();
            }
            t.join();
            T.join(u, v);
            Seen.is(1);
        }
    }
    static class StartNeedsItsMonitor {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            T t = new T(() -> x = 1);
            Thread u = T.go(() -> { Jitter.here(); t.start(); });
            synchronized (t) {
                int y = x;
                Jitter.here();
                if (y != x) {
                    Seen.is(7);
                }
            }
            u.join();
            t.join();
            Seen.is(x);
        }
    }
    static class Daemon {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            T t = new T(() -> { while (true) { synchronized (Daemon.class) { Daemon.class.wait(); } } });
            t.setDaemon(true);
            t.start();
            Jitter.here();
            Seen.is(t.isDaemon() && t.isAlive() ? 1 : 0);
        }
    }
    static class DaemonOfAnother {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            T t = new T(() -> x = new Thread().isDaemon() ? 1 : 2);
            t.setDaemon(true);
            t.start();
            t.join();
            try {
                T.go(() -> Jitter.here()).setDaemon(true);
            } catch (IllegalThreadStateException e) {
                x += 4;
            }
            Seen.is(x);
        }
    }
    static class Locals {
        static final ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 1);
        static volatile int x;
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { local.set(local.get() + 1); Jitter.here(); x = local.get(); });
            local.set(local.get() + 4);
            t.join();
            Seen.is(local.get() * 4 + x);
        }
    }
    static class BothDie {
        public static void main(String[] a) throws Exception {
            T.go(() -> { throw new java.io.IOException(); });
            Jitter.here();
            throw new IllegalStateException();
        }
    }
    static class DiesHolding {
        static int x;
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { synchronized (DiesHolding.class) { x = 1; Jitter.here(); throw new RuntimeException(); } });
            Jitter.here();
            synchronized (DiesHolding.class) {
                x = x * 2 + 1;
            }
            t.join();
            Seen.is(x);
        }
    }
    static class MainDiesOthersWait {
        static final Object lock = new Object();
        static boolean is;
        public static void main(String[] a) throws Exception {
            T.go(() -> { synchronized (lock) { while (!is) { lock.wait(); } } Seen.is(1); });
            Jitter.here();
            Object nothing = null;
            nothing.hashCode();
        }
    }
    static class JoinsOneThatDies {
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { Jitter.here(); throw new Error(); });
            t.join();
            Seen.is(t.getState() == Thread.State.TERMINATED ? 1 : 0);
        }
    }
    static class NegativeTimes {
        public static void main(String[] a) throws Exception {
            int x = 0;
            try { Thread.sleep(-1); } catch (IllegalArgumentException e) { x++; }
            try { new Thread().join(-1); } catch (IllegalArgumentException e) { x += 2; }
            synchronized (NegativeTimes.class) {
                try { NegativeTimes.class.wait(-1); } catch (IllegalArgumentException e) { x += 4; }
            }
            try { NegativeTimes.class.wait(-1); } catch (IllegalArgumentException e) { x += 8; }
            try { NegativeTimes.class.wait(1); } catch (IllegalMonitorStateException e) { x += 16; }
            try { Thread.sleep(0, 1000000); } catch (IllegalArgumentException e) { x += 32; }
            try { new Thread((String) null); } catch (NullPointerException e) { x += 64; }
            Seen.is(x);
        }
    }
    static class HoldsLock {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            Object lock = new Object();
            synchronized (lock) {
                Thread t = T.go(() -> x = Thread.holdsLock(lock) ? 1 : 2);
                t.join();
                if (Thread.holdsLock(lock)) {
                    x += 4;
                }
            }
            Seen.is(x + (Thread.holdsLock(lock) ? 8 : 0));
        }
    }
    static class StaticAndInstance {
        static volatile int x;
        synchronized void one() { int y = x; Jitter.here(); x = y + 1; }
        static synchronized void two() { int y = x; Jitter.here(); x = y + 1; }
        public static void main(String[] a) throws Exception {
            StaticAndInstance object = new StaticAndInstance();
            Thread t = T.go(() -> object.one());
            two();
            t.join();
            Seen.is(x);
        }
    }
    static class Runs {
        static volatile Thread who;
        public static void main(String[] a) throws Exception {
            T t = new T(() -> who = Thread.currentThread());
            t.run();
            int x = who == Thread.currentThread() ? 1 : 0;
            t.start();
            t.join();
            Seen.is(x + (who == t ? 2 : 0));
        }
    }
    static class NullMonitor {
        public static void main(String[] a) throws Exception {
            Object[] locks = new Object[1];
            T.go(() -> { Jitter.here(); locks[0] = new Object(); }).join(1);
            synchronized (locks[0]) {
                Seen.is(1);
            }
        }
    }
    static class LockIsReplaced {
        static volatile Object lock = new Object();
        static volatile int x;
        static void add() { synchronized (lock) { lock = new Object(); int y = x; Jitter.here(); x = y + 1; } }
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> add());
            Thread u = T.go(() -> add());
            T.join(t, u);
            Seen.is(x);
        }
    }
    static class Spins {
        static volatile boolean is;
        static int data;
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { while (!is) { Thread.onSpinWait(); } data++; });
            data = 1;
            Jitter.here();
            is = true;
            t.join();
            Seen.is(data);
        }
    }
    static class Names {
        static volatile int x;
        public static void main(String[] a) throws Exception {
            Thread t = new Thread("one");
            t.setName("two");
            t.setPriority(7);
            try { t.setPriority(11); } catch (IllegalArgumentException e) { x++; }
            try { t.setName(null); } catch (NullPointerException e) { x += 2; }
            Seen.is(x + (t.getName().equals("two") ? 4 : 0) + (t.getPriority() == 7 ? 8 : 0));
        }
    }
}
