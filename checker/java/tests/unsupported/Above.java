/** A class below one that has no model. */
public class Above {
    static class Task extends java.util.TimerTask {
        @Override
        public void run() {}
    }

    public static void main(String[] args) {
        new Task().run();
    }
}
