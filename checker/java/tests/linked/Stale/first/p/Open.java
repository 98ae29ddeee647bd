package p;

public class Open {
    public int field = 1;
    public static int common = 2;
    public int kind = 3;
    public int gone = 4;
    public int fixed = 5;

    public int method() {
        return 1;
    }

    public static int call() {
        return 2;
    }

    public int bound() {
        return 3;
    }

    public int lost() {
        return 4;
    }

    public int protect() {
        return 5;
    }

    public int open() {
        return 6;
    }
}
