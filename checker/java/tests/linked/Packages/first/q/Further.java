package q;

public class Further extends p.Opened implements Named {
    @Override
    public String own() {
        return "F";
    }
}
