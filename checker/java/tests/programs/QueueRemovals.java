import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;

/** What is taken out of queues by iterators, filters and other collections. */
public class QueueRemovals {
    static void fill(BlockingQueue<String> queue) {
        queue.clear();
        queue.addAll(Arrays.asList("a", "b", "c", "d", "e"));
    }

    static void removals(BlockingQueue<String> queue) {
        System.out.println(queue.getClass().getName());
        fill(queue);
        Iterator<String> each = queue.iterator();
        try {
            each.remove();
        } catch (IllegalStateException e) {
            System.out.println("too early");
        }
        while (each.hasNext()) {
            String text = each.next();
            if (text.equals("b") || text.equals("e")) {
                each.remove();
            }
        }
        System.out.println(queue + " " + queue.size() + " " + queue.contains("b"));
        try {
            each.next();
        } catch (java.util.NoSuchElementException e) {
            System.out.println("no more");
        }
        fill(queue);
        System.out.println(queue.removeIf(text -> text.compareTo("c") < 0) + " " + queue.removeIf(text -> false) + " " + queue);
        System.out.println(queue.removeAll(Arrays.asList("c", "x")) + " " + queue.removeAll(new ArrayList<>()) + " " + queue);
        System.out.println(queue.retainAll(Arrays.asList("e")) + " " + queue.retainAll(Arrays.asList("e")) + " " + queue);
        System.out.println(queue.poll() + " " + queue.poll() + " " + queue.peek());
        fill(queue);
        List<String> into = new ArrayList<>();
        System.out.println(queue.drainTo(into, 2) + " " + into + " " + queue + " " + queue.drainTo(into, 0) + " " + queue.drainTo(into, -1));
        StringBuilder all = new StringBuilder();
        queue.forEach(all::append);
        System.out.println(all + " " + queue.remove("d") + " " + queue.remove("d") + " " + queue.remove(null) + " " + queue.contains(null));
        Collection<String> full = new ArrayList<>() {
            @Override
            public boolean add(String text) {
                if (size() == 1) {
                    throw new IllegalStateException("full");
                }
                return super.add(text);
            }
        };
        try {
            queue.drainTo(full);
        } catch (IllegalStateException e) {
            System.out.println(full + " " + queue + " " + queue.size());
        }
        System.out.println(queue.offer("z") + " " + queue);
        try {
            queue.removeIf(text -> {
                throw new IllegalStateException("test");
            });
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + queue);
        }
        for (int i = 0; i < 6; i++) {
            try {
                switch (i) {
                    case 0: queue.removeIf(null); break;
                    case 1: queue.removeAll(null); break;
                    case 2: queue.retainAll(null); break;
                    case 3: queue.drainTo(null); break;
                    case 4: queue.drainTo(queue); break;
                    default: queue.forEach(null);
                }
                System.out.println(i + " returns");
            } catch (NullPointerException | IllegalArgumentException e) {
                System.out.println(i + " " + e.getClass().getName());
            }
        }
        queue.clear();
        System.out.println(queue + " " + queue.isEmpty());
    }

    public static void main(String[] args) {
        removals(new LinkedBlockingQueue<>());
        removals(new ArrayBlockingQueue<>(5));
        removals(new PriorityBlockingQueue<>());
    }
}
