/** Printing takes the lock of the stream. The runner runs these one after the other. */
final class Printing {
    static class WithinItsMonitor {
        static final Object lock = new Object();
        static boolean is;
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { synchronized (System.out) { synchronized (lock) { while (!is) { lock.wait(); } } } });
            Jitter.here();
            Jitter.here();
            System.out.println("here");
            synchronized (lock) {
                is = true;
                lock.notifyAll();
            }
            t.join();
            Seen.is(1);
        }
    }
    static class PrintsWhileItHolds {
        static final Object lock = new Object();
        static class Item {
            @Override
            public String toString() {
                synchronized (lock) {
                    Jitter.here();
                    return "item";
                }
            }
        }
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { synchronized (lock) { Jitter.here(); System.out.print(3); } });
            Jitter.here();
            System.out.println(new Item());
            t.join();
            Seen.is(1);
        }
    }
    static class OppositeOrders {
        static final Object lock = new Object();
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { synchronized (System.out) { Jitter.here(); synchronized (lock) { Jitter.here(); } } });
            synchronized (lock) {
                Jitter.here();
                System.out.println();
            }
            t.join();
            Seen.is(1);
        }
    }
    static class ErrIsAnother {
        static final Object lock = new Object();
        static boolean is;
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { synchronized (System.out) { synchronized (lock) { while (!is) { lock.wait(); } } } });
            Jitter.here();
            System.err.print("");
            synchronized (lock) {
                is = true;
                lock.notifyAll();
            }
            t.join();
            Seen.is(1);
        }
    }
    static class WaitsOnIt {
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { synchronized (System.out) { System.out.wait(); } });
            Jitter.here();
            System.out.println(1);
            synchronized (System.out) {
                System.out.notify();
            }
            t.join();
            Seen.is(1);
        }
    }
    static class FormatsWithin {
        static final Object lock = new Object();
        static class Item {
            @Override
            public String toString() {
                synchronized (lock) {
                    Jitter.here();
                    return "item";
                }
            }
        }
        public static void main(String[] a) throws Exception {
            Thread t = T.go(() -> { synchronized (lock) { Jitter.here(); System.out.flush(); System.out.println('a'); } });
            Jitter.here();
            System.out.printf("%s", new Item());
            t.join();
            Seen.is(1);
        }
    }
}
