import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Runs programs many times, each time with classes that are loaded anew, and prints what was seen: a line for each program and outcome,
 * with how often it was seen. Arguments: the folder of the programs' class files, how often each is run, how many are run at a time, for how
 * many milliseconds each at most, a file with the names of their main classes, and whether threads are made late by times of different orders.
 */
final class Runner {
    private final Map<String, byte[]> classes = new HashMap<>();
    private final int rounds;
    private final long milliseconds;

    private Runner(Path folder, int rounds, long milliseconds) throws IOException {
        this.rounds = rounds;
        this.milliseconds = milliseconds;
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) all.filter(path -> path.toString().endsWith(".class"))::iterator) {
                String name = folder.relativize(path).toString().replace('/', '.');
                classes.put(name.substring(0, name.length() - ".class".length()), Files.readAllBytes(path));
            }
        }
    }

    /** The classes of one run. `Seen` and `Jitter` are the runner's own. */
    private final class Loader extends ClassLoader {
        Loader() {
            super(Runner.class.getClassLoader());
            setDefaultAssertionStatus(true);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    /** Runs a program until its time is over, or as often as is wanted. */
    private Map<Set<String>, Integer> outcomes(String name) throws Exception {
        Map<Set<String>, Integer> out = new HashMap<>();
        long end = System.nanoTime() + milliseconds * 1_000_000L;
        boolean isDeadlockKnown = false;
        for (int round = 0; round < rounds && System.nanoTime() < end; round++) {
            if (isAlone(name)) {
                System.setOut(new PrintStream(OutputStream.nullOutputStream()));
            }
            Class<?> main = Class.forName(name, false, new Loader());
            // The first deadlock of a program is made sure of: a busy machine must not be taken for one.
            Set<String> found = new Round(name).run(main, isDeadlockKnown ? 60 : 2_000);
            isDeadlockKnown |= found.contains("deadlock");
            out.merge(found, 1, Integer::sum);
        }
        return out;
    }

    private void runAll(List<String> names, int lanes, PrintStream to) throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int lane = 0; lane < lanes; lane++) {
            Thread thread = new Thread(() -> {
                for (int at = next.getAndIncrement(); at < names.size(); at = next.getAndIncrement()) {
                    tell(names.get(at), to);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void tell(String name, PrintStream to) {
        try {
            Map<String, Integer> sorted = new TreeMap<>();
            outcomes(name).forEach((outcome, count) -> sorted.put(String.join(", ", outcome), count));
            StringBuilder text = new StringBuilder();
            sorted.forEach((outcome, count) -> text.append(name + "\t" + count + "\t" + outcome + "\n"));
            to.print(text);
        } catch (Exception wrong) {
            to.print(name + "\t0\t" + wrong + "\n");
        }
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        Runner runner = new Runner(Path.of(arguments[0]), Integer.parseInt(arguments[1]), Long.parseLong(arguments[3]));
        Jitter.isGreat = Boolean.parseBoolean(arguments[5]);
        List<String> names = Files.readAllLines(Path.of(arguments[4]));
        List<String> alone = new ArrayList<>(names);
        alone.removeIf(name -> !isAlone(name));
        names.removeAll(alone);
        runner.runAll(names, Integer.parseInt(arguments[2]), out);
        // A run that stands still may keep the lock of `System.out`: each has its own.
        runner.runAll(alone, 1, out);
        out.flush();
        // What stands still must not keep the machine up.
        Runtime.getRuntime().halt(0);
    }

    private static boolean isAlone(String name) {
        return name.startsWith("Printing");
    }
}
