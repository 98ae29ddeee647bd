package p;

public class C extends q.B {
    String own() {
        return "C";
    }

    String hidden() {
        return "C";
    }

    public String askC() {
        return own() + open() + hidden();
    }
}
