package p;

public class Open {
    private int field = 1;
    static int common = 2;
    public static int kind = 3;
    public final int fixed = 5;

    private int method() {
        return 1;
    }

    static int call() {
        return 2;
    }

    public static int bound() {
        return 3;
    }

    protected int protect() {
        return 5;
    }

    public final int open() {
        return 6;
    }
}
