public class Base {
    static {
        System.out.println("Base");
    }

    public static void main(String[] arguments) {
        System.out.println("main " + Inherited.value);
    }
}
