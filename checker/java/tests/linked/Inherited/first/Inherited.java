/** Its `main` is that of its superclass; it is initialized nevertheless. */
public class Inherited extends Base {
    static int value = 5;

    static {
        System.out.println("Inherited");
    }

    static void main(String argument) {}
}
