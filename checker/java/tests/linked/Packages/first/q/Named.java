package q;

public interface Named {
    String own();

    default String told() {
        return "<" + own() + ">";
    }
}
