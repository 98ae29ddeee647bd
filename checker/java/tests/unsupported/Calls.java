/** Calls of what has no model, each on a way of its own. */
public class Calls {
    static native void own();

    public static void main(String[] args) {
        System.out.println("begin");
        switch (args.length == 0 ? "" : args[0]) {
            case "file":
                System.out.println(new java.io.File("f").exists());
                break;
            case "method":
                System.out.println("text".describeConstable());
                break;
            case "overload":
                System.out.println(Integer.parseInt("12", 0, 1, 10));
                break;
            case "library":
                System.out.println(Math.sin(1) + Math.sqrt(4));
                Thread.currentThread().interrupt();
                break;
            case "native":
                own();
                break;
            case "lock":
                synchronized (args[0]) {
                    System.out.println("locked");
                }
                break;
            default:
                break;
        }
        System.out.println("end");
    }
}
