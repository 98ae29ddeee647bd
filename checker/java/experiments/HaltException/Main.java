// args: 2 1 | 4 2
// slow: 10 6
// expect: failures none
// expect: deadlock no
// expect: stuck no
// expect: races none
// because: S1, section 10, after Havelund and Pressburger: a producer hands items to a consumer through a first-in first-out
//   buffer, and halts it at the end. Conditions are tested in loops under the lock of the buffer, and who changes something
//   wakes everybody. An item belongs to the producer until it is in the buffer, and to the consumer when it has come out.
/**
 * The arguments are the number of items and the capacity of the buffer; without any they are those of S1, 10 and 6.
 */
public class Main {
    public static void main(String[] args) {
        int items = args.length > 0 ? Integer.parseInt(args[0]) : 10;
        int capacity = args.length > 1 ? Integer.parseInt(args[1]) : 6;
        Buffer buffer = new Buffer(capacity);
        new Producer(buffer, items).start();
        new Consumer(buffer, items).start();
    }
}
