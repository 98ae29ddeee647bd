package p;

public class A {
    String own() {
        return "A";
    }

    protected String open() {
        return "A";
    }

    private String hidden() {
        return "A";
    }

    static String common() {
        return "A";
    }

    public String ask() {
        return own() + open() + hidden() + common();
    }
}
