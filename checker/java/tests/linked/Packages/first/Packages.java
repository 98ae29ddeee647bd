import java.util.ArrayList;
import java.util.HashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/** Methods that have one name and do not override each other, since they are private or of another package. */
public class Packages {
    static class Table extends HashMap<String, Integer> {
        boolean isOrdered() {
            throw new IllegalStateException("isOrdered");
        }

        String given() {
            throw new IllegalStateException("given");
        }
    }

    static class Own extends RuntimeException {
        String given() {
            throw new IllegalStateException("given");
        }

        void setCause(Throwable cause) {
            throw new IllegalStateException("setCause");
        }
    }

    public static void main(String[] arguments) {
        System.out.println(new p.A().ask());
        System.out.println(new q.B().ask() + " " + new q.B().askB());
        p.C c = new p.C();
        System.out.println(c.ask() + " " + c.askB() + " " + c.askC());
        System.out.println(new p.Opened().ask() + " " + new q.Further().ask() + " " + new q.Further().told());
        Table table = new Table();
        table.put("b", 1);
        table.put("a", 2);
        table.remove("b");
        System.out.println(table + " " + table.size());
        Own own = new Own();
        own.initCause(new Error("cause"));
        System.out.println(own.getCause().getMessage());
    }
}
