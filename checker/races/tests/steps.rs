//! The locksets that S4 section 2 lists, step by step; they are those of the reading in which all accesses conflict.

use reductio_races::{
    Clocks, Conflicts, Detector, Element, Engine, Lazy, Names, Printed, Reading, Table,
    TraceReader, Variable, Volatiles, Why,
};

const ALL: Reading = Reading { conflicts: Conflicts::All, volatiles: Volatiles::WriteToRead };

fn told(names: &Names, set: Option<Vec<Element>>) -> Vec<String> {
    let Some(set) = set else { return vec!["everything".to_owned()] };
    let name = |element: Element| match element {
        Element::Thread(thread) => names.of_thread(thread).to_owned(),
        Element::Lock(lock) => names.of_lock(lock).to_owned(),
        Element::Volatile(volatile) => names.of_volatile(volatile).to_owned(),
    };
    let mut told: Vec<String> = set.into_iter().map(name).collect();
    told.sort();
    told
}

/// A trace, with the lockset of variable 0 after each event.
type Steps<'s> = &'s [(&'s str, &'s [&'s str])];

fn follow<E: Engine>(variable: &str, steps: Steps<'_>) {
    let lines: Vec<&str> = steps.iter().map(|(line, _)| *line).collect();
    let text = lines.join("|\n") + "|";
    let mut trace = TraceReader::new(text.as_bytes());
    let mut detector: Detector<E> = Detector::new(ALL);
    let mut printed = Printed::new(ALL);
    let mut why = Why::new(ALL, variable);
    for (line, expected) in steps {
        let event = trace.next_event().unwrap().unwrap();
        assert_eq!(detector.observe(&event), Ok(None), "{line}");
        assert_eq!(printed.observe(&event), Ok(false), "{line}");
        why.observe(&event, trace.names()).unwrap();
        let variable = Variable(0);
        let traced = why.changes().last().map(|change| change.lockset.clone());
        assert_eq!(told(trace.names(), traced), *expected, "{line}");
        assert_eq!(told(trace.names(), detector.write_lockset(variable)), *expected, "{line}");
        assert_eq!(told(trace.names(), printed.write_lockset(variable)), *expected, "{line}");
    }
}

fn follow_all(variable: &str, steps: Steps<'_>) {
    follow::<Table>(variable, steps);
    follow::<Lazy>(variable, steps);
    follow::<Clocks>(variable, steps);
}

#[test]
fn s4_2_1_task_queue() {
    follow_all(
        "task.out",
        &[
            ("T0|fork(T1)", &["everything"]),
            ("T0|fork(T2)", &["everything"]),
            ("T1|w(task.out)", &["T1"]),
            ("T1|acq(Qlock)", &["Qlock", "T1"]),
            ("T1|rel(Qlock)", &["Qlock", "T1"]),
            ("T2|acq(Qlock)", &["Qlock", "T1", "T2"]),
            ("T2|rel(Qlock)", &["Qlock", "T1", "T2"]),
            ("T2|fork(T3)", &["Qlock", "T1", "T2", "T3"]),
            ("T2|fork(T4)", &["Qlock", "T1", "T2", "T3", "T4"]),
            ("T3|acq(Tlock)", &["Qlock", "T1", "T2", "T3", "T4", "Tlock"]),
            ("T3|w(task.out)", &["T3", "Tlock"]),
            ("T3|rel(Tlock)", &["T3", "Tlock"]),
            ("T4|acq(Tlock)", &["T3", "T4", "Tlock"]),
            ("T4|w(task.out)", &["T4", "Tlock"]),
            ("T4|rel(Tlock)", &["T4", "Tlock"]),
            ("T2|join(T3)", &["T4", "Tlock"]),
            ("T2|join(T4)", &["T2", "T4", "Tlock"]),
            ("T2|r(task.out)", &["T2"]),
        ],
    );
}

/// `x` has two locks in each thread, and no lock in all three.
#[test]
fn s4_2_three_locks() {
    follow_all(
        "x",
        &[
            ("T1|acq(m1)", &["everything"]),
            ("T1|acq(m2)", &["everything"]),
            ("T1|r(x)", &["T1", "m1", "m2"]),
            ("T1|w(x)", &["T1", "m1", "m2"]),
            ("T1|rel(m1)", &["T1", "m1", "m2"]),
            ("T1|rel(m2)", &["T1", "m1", "m2"]),
            ("T2|acq(m2)", &["T1", "T2", "m1", "m2"]),
            ("T2|acq(m3)", &["T1", "T2", "m1", "m2", "m3"]),
            ("T2|r(x)", &["T2", "m2", "m3"]),
            ("T2|w(x)", &["T2", "m2", "m3"]),
            ("T2|rel(m2)", &["T2", "m2", "m3"]),
            ("T2|rel(m3)", &["T2", "m2", "m3"]),
            ("T3|acq(m1)", &["T2", "m2", "m3"]),
            ("T3|acq(m3)", &["T2", "T3", "m1", "m2", "m3"]),
            ("T3|r(x)", &["T3", "m1", "m3"]),
            ("T3|w(x)", &["T3", "m1", "m3"]),
        ],
    );
}

/// T2 swaps the two boxes and touches neither's `x`: `mb` protects what `ma` protected.
#[test]
fn s4_2_int_box() {
    follow_all(
        "o1.x",
        &[
            ("T1|acq(ma)", &["everything"]),
            ("T1|r(o1.x)", &["T1", "ma"]),
            ("T1|w(o1.x)", &["T1", "ma"]),
            ("T1|rel(ma)", &["T1", "ma"]),
            ("T2|acq(ma)", &["T1", "T2", "ma"]),
            ("T2|acq(mb)", &["T1", "T2", "ma", "mb"]),
            ("T2|r(a)", &["T1", "T2", "ma", "mb"]),
            ("T2|r(b)", &["T1", "T2", "ma", "mb"]),
            ("T2|w(a)", &["T1", "T2", "ma", "mb"]),
            ("T2|w(b)", &["T1", "T2", "ma", "mb"]),
            ("T2|rel(ma)", &["T1", "T2", "ma", "mb"]),
            ("T2|rel(mb)", &["T1", "T2", "ma", "mb"]),
            ("T3|acq(mb)", &["T1", "T2", "T3", "ma", "mb"]),
            ("T3|r(o1.x)", &["T3", "mb"]),
            ("T3|w(o1.x)", &["T3", "mb"]),
            ("T3|rel(mb)", &["T3", "mb"]),
        ],
    );
}
