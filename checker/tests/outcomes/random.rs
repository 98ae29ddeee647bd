//! Random Java programs over monitors, locks, conditions, semaphores, queues, atomic numbers, waits with a time,
//! exceptions, interruptions, and the monitors of Thread objects. They have no loops, and no two plain accesses race.

use std::fmt::Write as _;

use super::expand::IMPORTS;

/// Numbers that a seed determines.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let mixed = (mixed ^ (mixed >> 31)) >> 32;
        usize::try_from(mixed).unwrap() % limit
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

/// A source of so many programs, as nested classes `P0`, `P1`, ... of a class.
pub(crate) fn source(class: &str, seeds: std::ops::Range<u64>) -> String {
    let mut out = format!("{IMPORTS}final class {class} {{\n");
    for seed in seeds {
        program(&mut out, seed);
    }
    out + "}\n"
}

fn program(out: &mut String, seed: u64) {
    let mut dice = Dice(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
    let fair = |dice: &mut Dice| dice.of(&["", "true"]);
    let (fair_lock, fair_semaphore) = (fair(&mut dice), fair(&mut dice));
    let permits = dice.below(3);
    let comma = if fair_semaphore.is_empty() { "" } else { ", " };
    let queue = dice.of(&[
        "ArrayBlockingQueue<>(1)",
        "LinkedBlockingQueue<>(1)",
        "LinkedBlockingQueue<>()",
        "ArrayBlockingQueue<>(2, true)",
    ]);
    let threads = if dice.below(4) == 0 { 2 } else { 1 };
    // A program uses a few kinds of things, so that threads meet.
    let kinds: Vec<usize> = (0..3).map(|_| dice.below(17) / 2).collect();
    writeln!(out, "static class P{seed} {{\nstatic final Object o = new Object();\nstatic final ReentrantLock l = new ReentrantLock({fair_lock});\n\
        static final Condition c = l.newCondition();\nstatic final Semaphore s = new Semaphore({permits}{comma}{fair_semaphore});\n\
        static final BlockingQueue<Integer> q = new {queue};\nstatic final AtomicInteger n = new AtomicInteger();\nstatic volatile int v, r0, r1;").unwrap();
    for thread in 0..threads {
        writeln!(out, "static final T t{thread} = new T(() -> body{thread}());").unwrap();
    }
    for thread in 0..=threads {
        let mut writer =
            Writer { dice: &mut dice, kinds: &kinds, threads, me: thread, out: String::new() };
        let count = 2 + writer.dice.below(2);
        writer.statements(count, 0);
        let body = writer.out;
        if thread < threads {
            writeln!(
                out,
                "static void body{thread}() throws Exception {{ int r = 0;\n{body}r{thread} = r; }}"
            )
            .unwrap();
        } else {
            let starts =
                if threads == 2 { "t0.start(); Jitter.here(); t1.start();" } else { "t0.start();" };
            let joins = if threads == 2 { "t0.join(); t1.join();" } else { "t0.join();" };
            writeln!(out, "public static void main(String[] arguments) throws Exception {{ int r = 0;\n{starts} Jitter.here();\n{body}{joins}\n\
                Seen.is((r0 * 36 + r1 * 6 + r) % 251); }}").unwrap();
        }
    }
    *out += "}\n";
}

/// Writes the statements of a thread. What they see is kept in `r`.
struct Writer<'a> {
    dice: &'a mut Dice,
    kinds: &'a [usize],
    threads: usize,
    me: usize,
    out: String,
}

impl Writer<'_> {
    fn statements(&mut self, count: usize, depth: usize) {
        for _ in 0..count {
            if self.dice.below(2) == 0 {
                self.out += "Jitter.here();\n";
            }
            self.statement(depth);
        }
    }

    fn thread(&mut self) -> String {
        // Nobody waits for itself, but rarely.
        let other = (self.me + 1 + self.dice.below(2)) % self.threads;
        format!("t{other}")
    }

    /// A block of statements between two texts.
    fn within(&mut self, before: &str, depth: usize, after: &str) {
        self.out += before;
        let count = 1 + self.dice.below(2);
        self.statements(count, depth + 1);
        self.out += after;
    }

    fn sees(&mut self, what: &str) {
        writeln!(self.out, "r = (r * 2 + ({what})) % 6;").unwrap();
    }

    fn statement(&mut self, depth: usize) {
        if depth < 2 && self.dice.below(9) == 0 {
            let exception = self.dice.of(&[
                "IllegalMonitorStateException",
                "IllegalStateException",
                "RuntimeException",
            ]);
            return self.within(
                "try {\n",
                depth,
                &format!("}} catch ({exception} e) {{ r = (r + 1) % 6; }}\n"),
            );
        }
        let kind = self.kinds[self.dice.below(self.kinds.len())];
        match kind {
            0 => self.monitor("o", depth),
            1 => {
                let monitor = self.thread();
                self.monitor(&monitor, depth);
            }
            2 => self.lock(depth),
            3 => self.semaphore(),
            4 => self.queue(),
            5 => self.number(),
            6 => self.ends(),
            7 => self.exception(),
            _ => self.interruption(depth),
        }
    }

    fn monitor(&mut self, monitor: &str, depth: usize) {
        match self.dice.below(if depth == 0 { 6 } else { 9 }) {
            0..=4 if depth < 2 => {
                self.within(&format!("synchronized ({monitor}) {{\n"), depth, "}\n");
            }
            6 => writeln!(self.out, "{monitor}.wait();").unwrap(),
            7 => writeln!(self.out, "{monitor}.wait(1);").unwrap(),
            _ => writeln!(self.out, "{monitor}.{};", self.dice.of(&["notify()", "notifyAll()"]))
                .unwrap(),
        }
    }

    fn lock(&mut self, depth: usize) {
        let end = "} finally { l.unlock(); }\n";
        let other = "} else { r = (r + 1) % 6; }\n";
        match self.dice.below(if depth == 0 { 7 } else { 11 }) {
            0..=2 if depth < 2 => self.within("l.lock(); try {\n", depth, end),
            3 if depth < 2 => self.within(
                "if (l.tryLock()) { try {\n",
                depth,
                &format!("{}{other}", end.trim_end()),
            ),
            4 if depth < 2 => {
                self.within(
                    "if (l.tryLock(1, TimeUnit.MILLISECONDS)) { try {\n",
                    depth,
                    &format!("{}{other}", end.trim_end()),
                );
            }
            5 => self.out += "c.signal();\n",
            6 => self.sees("l.getHoldCount()"),
            7 => self.out += "c.await();\n",
            8 => self.sees("c.await(1, TimeUnit.MILLISECONDS) ? 1 : 2"),
            9 => self.out += "c.signalAll();\n",
            _ => self.out += "l.unlock();\n",
        }
    }

    fn semaphore(&mut self) {
        match self.dice.below(8) {
            0 | 1 => self.out += "s.acquire();\n",
            2 | 3 => self.out += "s.release();\n",
            4 => self.sees("s.tryAcquire() ? 1 : 2"),
            5 => self.sees("s.tryAcquire(1, TimeUnit.MILLISECONDS) ? 1 : 2"),
            6 => self.out += "s.acquireUninterruptibly(2);\n",
            _ => self.sees("s.tryAcquire(2, 0, TimeUnit.SECONDS) ? 1 : 2"),
        }
    }

    fn queue(&mut self) {
        let item = self.dice.below(3);
        match self.dice.below(8) {
            0 | 1 => writeln!(self.out, "q.put({item});").unwrap(),
            2 => self.sees("q.take()"),
            3 => self.sees("q.poll() == null ? 1 : 2"),
            4 => self.sees(&format!("q.offer({item}) ? 1 : 2")),
            5 => self.sees("q.poll(1, TimeUnit.MILLISECONDS) == null ? 1 : 2"),
            6 => self.sees(&format!("q.offer({item}, 1, TimeUnit.MILLISECONDS) ? 1 : 2")),
            _ => self.sees("q.size()"),
        }
    }

    fn number(&mut self) {
        match self.dice.below(6) {
            0 => self.sees("n.incrementAndGet()"),
            1 => self.sees("n.compareAndSet(0, 2) ? 1 : 0"),
            2 => self.sees("n.getAndSet(1)"),
            3 => self.out += "v = v + 1;\n",
            4 => self.out += "n.set(v);\n",
            _ => self.sees("v"),
        }
    }

    fn ends(&mut self) {
        let thread = self.thread();
        match self.dice.below(5) {
            0 => writeln!(self.out, "{thread}.join();").unwrap(),
            1 | 2 => writeln!(self.out, "{thread}.join(1);").unwrap(),
            3 => self.sees(&format!("{thread}.isAlive() ? 1 : 2")),
            _ => writeln!(self.out, "synchronized ({thread}) {{ {thread}.wait(1); }}").unwrap(),
        }
    }

    fn interruption(&mut self, depth: usize) {
        let thread = self.thread();
        match self.dice.below(7) {
            0 | 1 => writeln!(self.out, "{thread}.interrupt();").unwrap(),
            2 => self.out += "Thread.currentThread().interrupt();\n",
            3 => self.sees("Thread.interrupted() ? 1 : 2"),
            4 => self.sees(&format!("{thread}.isInterrupted() ? 1 : 2")),
            5 => self.out += "Thread.sleep(1);\n",
            _ if depth < 2 => {
                let end =
                    "Thread.sleep(0);\n} catch (InterruptedException e) { r = (r + 1) % 6; }\n";
                self.within("try {\n", depth, end);
            }
            _ => self.out += "Thread.sleep(0);\n",
        }
    }

    fn exception(&mut self) {
        match self.dice.below(4) {
            0 => self.out += "if (v == 1) { throw new IllegalStateException(); }\n",
            1 => self.out += "v = 1 / v;\n",
            2 => self.out += "q.add(1);\n",
            _ => self.sees("q.remove()"),
        }
    }
}
