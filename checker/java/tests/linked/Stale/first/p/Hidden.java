package p;

public class Hidden {
    public static int value = 1;
}
