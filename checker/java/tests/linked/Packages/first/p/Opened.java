package p;

public class Opened extends A {
    @Override
    public String own() {
        return "O";
    }
}
