//! The bundled traces: the three examples of S4 section 2, and each with a mistake.

use std::path::Path;

use reductio_races::{
    Comparison, Element, Names, Older, Race, Reading, Together, TraceReader, Why, open,
};

struct Seen {
    names: Names,
    races: Vec<Race>,
    comparison: Comparison,
    why: Why,
}

fn see(file: &str, variable: &str) -> Seen {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/traces");
    let mut trace = TraceReader::new(open(&folder.join(file)).unwrap());
    let reading = Reading::default();
    let mut detectors = Together::new(reading);
    let (mut comparison, mut why) = (Comparison::default(), Why::new(reading, variable));
    let mut races = Vec::new();
    while let Some(event) = trace.next_event().unwrap() {
        races.extend(detectors.observe(&event).unwrap().unwrap());
        comparison.observe(&event).unwrap();
        why.observe(&event, trace.names()).unwrap();
    }
    Seen { names: trace.into_names(), races, comparison, why }
}

impl Seen {
    fn lines(&self) -> Vec<(u64, Vec<u64>)> {
        let lines = |race: &Race| race.with.iter().map(|access| access.line).collect();
        self.races.iter().map(|race| (race.access.line, lines(race))).collect()
    }

    fn alarms(&self, variable: &str) -> [u64; 3] {
        let variable = self.names.find_variable(variable).unwrap();
        Older::ALL.map(|older| self.comparison.alarms(older, variable).first.unwrap_or(0))
    }

    fn chains(&self) -> Vec<String> {
        let name = |element: Element| match element {
            Element::Thread(thread) => self.names.of_thread(thread),
            Element::Lock(lock) => self.names.of_lock(lock),
            Element::Volatile(volatile) => self.names.of_volatile(volatile),
        };
        let chain = |hand_over: &reductio_races::HandOver| {
            let mut names = vec![self.names.of_thread(hand_over.from.thread)];
            names.extend(hand_over.steps.iter().map(|step| name(step.to)));
            names.join(" ")
        };
        self.why.hand_overs().iter().map(chain).collect()
    }
}

#[test]
fn the_task_queue_hands_a_task_on() {
    let seen = see("task_queue.std", "task.out");
    assert_eq!(seen.lines(), []);
    assert_eq!(seen.chains(), ["T1 Qlock T2 T3", "T3 Tlock T4", "T4 T2"]);
    assert_eq!((seen.why.accesses(), seen.why.threads()), (6, 4));
    // All three older ways raise an alarm that is false: Eraser when the task is printed.
    assert_eq!(seen.alarms("task.out"), [13, 22, 13]);
    assert_eq!(seen.alarms("taskQueue"), [0, 0, 0]);
}

/// T2 prints without having waited for T4.
#[test]
fn a_forgotten_join_is_a_race() {
    let seen = see("task_queue_broken.std", "task.out");
    assert_eq!(seen.lines(), [(21, vec![18])]);
    let race = &seen.races[0];
    let tlock = race.with[0].held[0];
    assert_eq!(seen.names.of_lock(tlock), "Tlock");
    assert_eq!((race.access.held.len(), &race.remedies[..]), (0, &[tlock][..]));
    let synchronized = |access: &reductio_races::Access| access.synchronized.unwrap().line;
    assert_eq!((synchronized(&race.with[0]), synchronized(&race.access)), (16, 20));
}

#[test]
fn three_locks_are_enough() {
    let seen = see("three_locks.std", "x");
    assert_eq!(seen.lines(), []);
    assert_eq!(seen.chains(), ["T1 m2 T2", "T2 m3 T3"]);
    assert_eq!(seen.alarms("x"), [15, 0, 0]);
    let broken = see("three_locks_broken.std", "x");
    assert_eq!(broken.lines(), [(14, vec![10]), (15, vec![10])]);
    let remedies: Vec<&str> =
        broken.races[0].remedies.iter().map(|&lock| broken.names.of_lock(lock)).collect();
    assert_eq!(remedies, ["m2", "m3"]);
}

#[test]
fn a_box_changes_its_lock() {
    let seen = see("int_box.std", "o1.x");
    assert_eq!(seen.lines(), []);
    assert_eq!(seen.chains(), ["T1 ma T2 mb T3"]);
    // The last held set was that of T1, and T2 did not touch the box.
    assert_eq!(seen.alarms("o1.x"), [15, 0, 15]);
    let broken = see("int_box_broken.std", "o1.x");
    assert_eq!(broken.lines(), [(12, vec![9]), (13, vec![3]), (14, vec![3])]);
}
