// args: 2 | 3
// expect: failures none
// expect: deadlock no
// expect: stuck no
// expect: races none
// because: S1, section 10, after code of NASA's Remote Agent: two tasks wake each other by two events, for ever. A task
//   compares the counter of an event and waits in one synchronized method, so that it cannot miss a signal.
/**
 * The argument is the number at which the counters of the events go round; without one it is 3. (Two is enough to tell a new
 * signal from the last one, as neither task signals twice without an answer.)
 */
public class Main {
    public static void main(String[] args) {
        int modulus = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Event first = new Event(modulus);
        Event second = new Event(modulus);
        new FirstTask(first, second).start();
        new SecondTask(first, second).start();
    }
}
