package p;

class Hidden {
    public static int value = Integer.parseInt("1");
}
