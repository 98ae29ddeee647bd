package q;

public class B extends p.A {
    String own() {
        return "B";
    }

    protected String open() {
        return "B";
    }

    String hidden() {
        return "B";
    }

    String common() {
        return "B";
    }

    public String askB() {
        return own() + open() + hidden() + common();
    }
}
