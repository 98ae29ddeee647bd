import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

/** Objects that the library may give away again, or make anew: only what Java says of them may be found. */
final class Identities {
    static void tell(Object one, Object other) {
        Seen.is(one == other ? 1 : 2);
    }
    static class EmptyLists {
        public static void main(String[] a) { tell(Collections.emptyList(), Collections.emptyList()); }
    }
    static class EmptySets {
        public static void main(String[] a) { tell(Set.of(), Set.copyOf(new ArrayList<>())); }
    }
    static class EmptyMaps {
        public static void main(String[] a) { tell(Collections.emptyMap().keySet(), Collections.emptySet()); }
    }
    static class ConstantLists {
        public static void main(String[] a) { tell(List.of(new Integer[0]), List.of()); }
    }
    static class CopyOfConstant {
        public static void main(String[] a) { List<Integer> one = List.of(1, 2); tell(one, List.copyOf(one)); }
    }
    static class CopyOfPart {
        public static void main(String[] a) { List<Integer> one = List.of(1, 2, 3).subList(0, 2); tell(one, List.copyOf(one)); }
    }
    static class Keys {
        public static void main(String[] a) { Map<Integer, Integer> m = new HashMap<>(); tell(m.keySet(), m.keySet()); }
    }
    static class SortedEntries {
        public static void main(String[] a) { Map<Integer, Integer> m = new TreeMap<>(); tell(m.entrySet(), m.entrySet()); }
    }
    static class KeyViews {
        public static void main(String[] a) { Map<Integer, Integer> m = new ConcurrentHashMap<>(); tell(m.keySet(), m.keySet()); }
    }
    static class Orders {
        public static void main(String[] a) { tell(Comparator.reverseOrder(), Collections.reverseOrder()); }
    }
    static class FixedTwice {
        public static void main(String[] a) {
            List<Integer> one = Collections.unmodifiableList(new ArrayList<Integer>());
            tell(one, Collections.unmodifiableList(one));
        }
    }
    static class NothingSuppressed {
        public static void main(String[] a) { tell(new Exception().getSuppressed(), new Error().getSuppressed()); }
    }
    static class Joined {
        public static void main(String[] a) { tell("", String.join(",")); }
    }
    static class Views {
        public static void main(String[] a) {
            ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
            Seen.is((lock.readLock() == lock.readLock() ? 1 : 0) + (lock.writeLock().newCondition() == lock.writeLock().newCondition() ? 2 : 0));
        }
    }
    static class OneAndTheSame {
        public static void main(String[] a) {
            List<Integer> one = Collections.emptyList();
            List<Integer> other = one;
            Seen.is(one == other ? 1 : 2);
        }
    }
    static class OfTheUser {
        static class Own extends AbstractList<Integer> {
            @Override
            public Integer get(int index) { return index; }
            @Override
            public int size() { return 3; }
        }
        public static void main(String[] a) { tell(new Own(), new Own()); }
    }
}
