import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Stack;
import java.util.Vector;

/** Lists, queues and their iterators. */
public class Lists {
    static String tell(Runnable action) {
        try {
            action.run();
            return "fine";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName();
        }
    }

    static void fill(List<String> list) {
        for (String s : "the quick brown fox jumps over the lazy dog again and again".split(" ")) {
            list.add(s);
        }
    }

    static void use(List<String> list) {
        fill(list);
        System.out.println(list + " " + list.size() + " " + list.indexOf("the") + list.lastIndexOf("the") + " " + list.contains("fox") + list.contains("cat"));
        list.remove("the");
        list.remove(0);
        list.add(2, "new");
        System.out.println(list.get(2) + list.set(3, "set") + list.subList(1, 4) + list.isEmpty());
        Iterator<String> each = list.iterator();
        while (each.hasNext()) {
            if (each.next().length() == 5) {
                each.remove();
            }
        }
        ListIterator<String> places = list.listIterator(list.size());
        while (places.hasPrevious()) {
            String s = places.previous();
            if (s.equals("lazy")) {
                places.add("very");
            } else if (s.startsWith("a")) {
                places.set(s.toUpperCase());
            }
        }
        list.removeIf(s -> s.equals("new"));
        list.replaceAll(s -> s + s.length());
        System.out.println(list);
        list.addAll(Arrays.asList("x", "y"));
        list.addAll(0, List.of("first"));
        list.retainAll(Arrays.asList("first", "x", "y", "dog3", "over4"));
        list.sort(null);
        System.out.println(list + " " + list.equals(Arrays.asList("dog3", "first", "over4", "x", "y")) + " " + list.hashCode());
        list.sort(Comparator.comparing(String::length).reversed());
        Collections.reverse(list);
        StringBuilder b = new StringBuilder();
        list.forEach(s -> b.append(s).append(';'));
        System.out.println(b + " " + String.join("|", list.toArray(new String[0])));
        System.out.println(tell(() -> list.get(99)) + tell(() -> list.remove(-1)) + tell(() -> list.add(77, "z")) + tell(() -> {
            for (String s : list) {
                list.add(s);
            }
        }) + tell(() -> {
            Iterator<String> i = list.iterator();
            i.remove();
        }) + tell(() -> new ArrayList<>(Collections.<String>emptyList()).iterator().next()));
        list.clear();
        System.out.println(list + " " + list.isEmpty());
    }

    public static void main(String[] args) {
        use(new ArrayList<>());
        use(new LinkedList<>());
        use(new Vector<>());
        use(Collections.synchronizedList(new ArrayList<>()));
        Deque<Integer> deque = new ArrayDeque<>();
        for (int i = 0; i < 40; i++) {
            if (i % 3 == 0) {
                deque.addFirst(i);
            } else {
                deque.offerLast(i);
            }
            if (i % 4 == 3) {
                deque.pollFirst();
            }
        }
        System.out.println(deque + " " + deque.peekFirst() + deque.peekLast() + " " + deque.size() + " " + deque.contains(22));
        deque.push(-1);
        System.out.println(deque.pop() + deque.removeLast() + " " + tell(() -> new ArrayDeque<String>().removeFirst()) + tell(() -> deque.add(null)));
        Queue<Integer> heap = new PriorityQueue<>(Comparator.reverseOrder());
        for (int i = 0; i < 15; i++) {
            heap.add(i * 7 % 15);
        }
        StringBuilder b = new StringBuilder();
        while (!heap.isEmpty()) {
            b.append(heap.poll()).append(' ');
        }
        System.out.println(b + " " + heap.peek() + tell(() -> heap.remove()) + tell(() -> heap.element()));
        Stack<String> stack = new Stack<>();
        stack.push("a");
        stack.push("b");
        System.out.println(stack.peek() + stack.pop() + stack.pop() + stack.empty() + tell(stack::pop) + stack.search("q"));
        LinkedList<Integer> linked = new LinkedList<>(List.of(1, 2, 3));
        linked.addFirst(0);
        linked.addLast(4);
        System.out.println(linked.getFirst() + linked.getLast() + linked.removeFirst() + linked.pollLast() + " " + linked + linked.peek());
        List<Integer> fixed = List.of(1, 2, 3);
        List<Integer> view = Collections.unmodifiableList(linked);
        Collection<Integer> backed = Arrays.asList(7, 8);
        System.out.println(tell(() -> fixed.add(1)) + tell(() -> view.remove(0)) + tell(() -> backed.add(1)) + tell(() -> List.of(1, null))
            + fixed + view + backed + Collections.max(fixed) + Collections.min(view) + Collections.frequency(linked, 2) + Collections.nCopies(3, "n"));
        List<Integer> numbers = new ArrayList<>();
        Collections.addAll(numbers, 5, 3, 8, 1);
        Collections.sort(numbers);
        Collections.swap(numbers, 0, 3);
        System.out.println(numbers + " " + Collections.binarySearch(Arrays.asList(1, 4, 9), 4) + " " + numbers.containsAll(List.of(1, 8)));
        try {
            for (Integer n : numbers) {
                if (n == 3) {
                    numbers.remove(n);
                }
            }
        } catch (ConcurrentModificationException e) {
            System.out.println("changed " + numbers);
        }
        try {
            new LinkedList<String>().element();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        List<List<Integer>> nested = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            nested.add(new ArrayList<>());
            for (int j = 0; j <= i; j++) {
                nested.get(i).add(i * j);
            }
        }
        System.out.println(nested);
        try {
            numbers.get(9);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
