/** A `switch` whose labels are computed constants, in a method that need not be called. */
public class Dynamic {
    enum Color { RED, GREEN }

    sealed interface Shape permits Kind, Square {}

    enum Kind implements Shape { LINE, POINT }

    record Square(int side) implements Shape {}

    static int of(Color color) {
        return switch (color) {
            case null -> 0;
            case RED -> 1;
            default -> 2;
        };
    }

    static int of(Shape shape) {
        return switch (shape) {
            case Kind.LINE -> 1;
            case Kind.POINT -> 2;
            case Square square -> square.side();
        };
    }

    public static void main(String[] arguments) {
        Runnable run = () -> System.out.println("run");
        run.run();
        if (arguments.length > 0) {
            System.out.println(of(Color.RED));
            System.out.println(of(Kind.LINE));
        }
    }
}
