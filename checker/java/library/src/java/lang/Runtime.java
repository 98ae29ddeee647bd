package java.lang;

import reductio.Model;

/** The machine that runs the program. */
public class Runtime {
    private static final Runtime RUNTIME = new Runtime();

    private Runtime() {}

    public static Runtime getRuntime() {
        return RUNTIME;
    }

    public int availableProcessors() {
        Model.only("other numbers of processors");
        return 2;
    }

    public long freeMemory() {
        Model.only("other sizes of the memory");
        return 1 << 26;
    }

    public long totalMemory() {
        Model.only("other sizes of the memory");
        return 1 << 27;
    }

    public long maxMemory() {
        Model.only("other sizes of the memory");
        return 1 << 28;
    }

    public void gc() {}

    public void exit(int status) {
        Model.unsupported("Runtime.exit");
    }

    public void halt(int status) {
        Model.unsupported("Runtime.halt");
    }

    public void addShutdownHook(Thread hook) {
        Model.unsupported("Runtime.addShutdownHook");
    }
}
