//! Speed: reading traces, and the engines beside each other and beside the rules as they are printed, in one run.
//!
//! `cargo bench -p reductio-races`. Four profiles: `mixed` (many threads and locks, most accesses are consistent),
//! `thread-local` (threads work on variables of their own and take locks of their own), `many threads` (200 of them),
//! `hand-over` (variables go from thread to thread under changing locks). All profiles have 2,000 variables. The
//! printed rules look at all variables in each synchronization: they get fewer events of the same kind, after all
//! variables were accessed once. Each number is the best of three runs.

use std::io::Write;
use std::time::Instant;

use reductio_races::{
    Clocks, Detector, Engine, Event, Lazy, Lock, Operation, Printed, Reading, Table, Thread,
    TraceReader, Variable,
};

/// A generator of numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        #[expect(clippy::cast_possible_truncation)]
        let number = (self.0 >> 16) as u32;
        number % bound
    }
}

const VARIABLES: u32 = 2_000;
const EVENTS: usize = 1_000_000;
/// The number of events that the printed rules get.
const FEWER: usize = 30_000;

#[derive(Clone, Copy)]
struct Profile {
    name: &'static str,
    threads: u32,
    locks: u32,
    /// How many accesses there are with one lock.
    accesses: u32,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Each lock protects some variables.
    Protected,
    /// Each thread has variables and locks of its own.
    Local,
    /// Any lock for any variable: they are handed on, if locks connect their accesses.
    HandOver,
}

const PROFILES: [Profile; 4] = [
    Profile { name: "mixed", threads: 16, locks: 64, accesses: 6, kind: Kind::Protected },
    Profile { name: "thread-local", threads: 16, locks: 64, accesses: 6, kind: Kind::Local },
    Profile { name: "many threads", threads: 200, locks: 64, accesses: 6, kind: Kind::Protected },
    Profile { name: "hand-over", threads: 16, locks: 8, accesses: 2, kind: Kind::HandOver },
];

fn event(events: &mut Vec<Event>, thread: u32, operation: Operation) {
    let line = events.len() as u64 + 1;
    events.push(Event { thread: Thread(thread), operation, line, location: None });
}

/// A trace: the first thread writes all variables and starts the others, which work in turns.
fn trace(profile: &Profile) -> Vec<Event> {
    let &Profile { threads, locks, accesses, kind, .. } = profile;
    let mut random = Random(0x1234_5678_9abc_def1);
    let mut events = Vec::new();
    for variable in 0..VARIABLES {
        event(&mut events, 0, Operation::Write(Variable(variable)));
    }
    for thread in 1..threads {
        event(&mut events, 0, Operation::Fork(Thread(thread)));
    }
    while events.len() < EVENTS {
        let thread = random.below(threads);
        let lock = match kind {
            Kind::Local => thread % locks + threads * random.below(2),
            _ => random.below(locks),
        };
        event(&mut events, thread, Operation::Acquire(Lock(lock)));
        for _ in 0..accesses {
            let number = random.below(VARIABLES);
            let variable = Variable(match kind {
                Kind::Protected => number / locks * locks + lock,
                Kind::Local => number / threads * threads + thread,
                Kind::HandOver => number,
            });
            let writes = random.below(3) == 0;
            let operation =
                if writes { Operation::Write(variable) } else { Operation::Read(variable) };
            event(&mut events, thread, operation);
        }
        event(&mut events, thread, Operation::Release(Lock(lock)));
    }
    events
}

/// A way to count the races of a trace.
type Run = fn(&[Event]) -> u64;

/// The best of three runs, in seconds, and what the last one said.
fn best<R>(mut run: impl FnMut() -> R) -> (f64, R) {
    let mut result = None;
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let start = Instant::now();
        result = Some(run());
        best = best.min(start.elapsed().as_secs_f64());
    }
    (best, result.expect("there were three runs"))
}

fn detect<E: Engine>(events: &[Event]) -> u64 {
    let mut detector: Detector<E> = Detector::new(Reading::default());
    let mut races = 0;
    for event in events {
        races += u64::from(detector.observe(event).expect("it is an execution").is_some());
    }
    races
}

fn printed(events: &[Event]) -> u64 {
    let mut rules = Printed::new(Reading::default());
    let mut races = 0;
    for event in events {
        races += u64::from(rules.observe(event).expect("it is an execution"));
    }
    races
}

#[expect(clippy::cast_precision_loss)]
fn per_second(events: usize, seconds: f64) -> f64 {
    events as f64 / seconds
}

fn text(events: &[Event]) -> Vec<u8> {
    let mut text = Vec::new();
    for Event { thread, operation, line, .. } in events {
        let thread = thread.0;
        let location = 10 + line % 700;
        match operation {
            Operation::Read(x) => writeln!(text, "T{thread}|r(V{})|{location}", x.0),
            Operation::Write(x) => writeln!(text, "T{thread}|w(V{})|{location}", x.0),
            Operation::Acquire(m) => writeln!(text, "T{thread}|acq(L{})|{location}", m.0),
            Operation::Release(m) => writeln!(text, "T{thread}|rel(L{})|{location}", m.0),
            Operation::Fork(child) => writeln!(text, "T{thread}|fork(T{})|{location}", child.0),
            _ => Ok(()),
        }
        .expect("memory can be written");
    }
    text
}

fn main() {
    for profile in PROFILES {
        let events = trace(&profile);
        let (slow, races) = best(|| printed(&events[..FEWER]));
        assert_eq!(races, detect::<Lazy>(&events[..FEWER]), "the engines agree");
        let slow = per_second(FEWER, slow);
        println!("{}: {} threads", profile.name, profile.threads);
        println!("  {:16} {:8.2} million events/s", "printed rules", slow / 1e6);
        let runs: [(&str, Run); 3] = [
            ("lockset table", detect::<Table>),
            ("lazy locksets", detect::<Lazy>),
            ("vector clocks", detect::<Clocks>),
        ];
        let mut rates = Vec::new();
        for (name, run) in runs {
            let (seconds, races) = best(|| run(&events));
            let rate = per_second(events.len(), seconds);
            println!(
                "  {name:16} {:8.2} million events/s, {:7.1} times the printed rules, {races} races",
                rate / 1e6,
                rate / slow
            );
            rates.push((rate, races));
        }
        assert!(rates.iter().all(|(_, races)| *races == rates[0].1), "the engines agree");
        println!(
            "  vector clocks are {:.1} times as fast as the table, {:.1} times as fast as lazy locksets",
            rates[2].0 / rates[0].0,
            rates[2].0 / rates[1].0
        );
    }
    let events = trace(&PROFILES[0]);
    let text = text(&events);
    #[expect(clippy::cast_precision_loss)]
    let megabytes = text.len() as f64 / 1e6;
    let (seconds, count) = best(|| {
        let mut trace = TraceReader::new(&text[..]);
        let mut count = 0_usize;
        while trace.next_event().expect("it is a trace").is_some() {
            count += 1;
        }
        count
    });
    assert_eq!(count, events.len());
    println!(
        "reading: {:.2} million events/s, {:.0} MB/s",
        per_second(count, seconds) / 1e6,
        megabytes / seconds
    );
    let path = std::env::temp_dir().join(format!("reductio-races-{}.std", std::process::id()));
    std::fs::write(&path, &text).expect("there is room for a file");
    let (seconds, races) = best(|| {
        let source = reductio_races::open(&path).expect("the file is there");
        let mut trace = TraceReader::new(source);
        let mut detector: Detector = Detector::new(Reading::default());
        let mut races = 0_u64;
        while let Some(event) = trace.next_event().expect("it is a trace") {
            races += u64::from(detector.observe(&event).expect("it is an execution").is_some());
        }
        races
    });
    std::fs::remove_file(&path).expect("the file is there");
    println!("from file to verdict: {count} events in {seconds:.3} s, {races} races");
}
