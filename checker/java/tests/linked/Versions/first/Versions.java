/** Says of which version of it a class is. */
public class Versions {
    static class Own {
        static String told() {
            return "version 00";
        }
    }

    public static void main(String[] arguments) {
        System.out.println(Own.told());
    }
}
