//! Each transition says which built-in operation it performs, and on what: enough to write down which operations depend
//! on each other. The table here is held against all pairs of steps in all states of a system that does everything.

use std::collections::{BTreeSet, HashSet};

use reductio_system::OperationKind::{
    Acquire, Broadcast, Down, EndWait, Notify, NotifyAll, Receive, Release, Send, Signal,
    StartWait, TryAcquire, Up,
};
use reductio_system::{
    Defect, Domain, OperationKind, PackedState, Place, Position, Queue, StepOutcome, System,
    SystemBuilder, Target, ThreadId, Transition, VariableClass,
};

/// The pairs of operations on one object that depend on each other: one may enable or disable the other, or their
/// order matters. On different objects none do.
const DEPENDENT: [(OperationKind, OperationKind); 27] = [
    (Acquire, Acquire),
    (Acquire, Release),
    (Acquire, StartWait),
    (Acquire, EndWait),
    (Release, EndWait),
    (StartWait, EndWait),
    (EndWait, EndWait),
    (Acquire, TryAcquire),
    (Release, TryAcquire),
    (StartWait, TryAcquire),
    (EndWait, TryAcquire),
    (TryAcquire, TryAcquire),
    (StartWait, Signal),
    (StartWait, Broadcast),
    (EndWait, Signal),
    (EndWait, Broadcast),
    (Notify, Signal),
    (Notify, Broadcast),
    (NotifyAll, Signal),
    (Signal, Signal),
    (Signal, Broadcast),
    (Down, Down),
    (Down, Up),
    (Up, Up),
    (Send, Send),
    (Send, Receive),
    (Receive, Receive),
];

/// Three threads, each of which does at any time any operation on one monitor, one of two semaphores, or a queue.
fn everything() -> Result<System, Defect> {
    let mut system = SystemBuilder::new("everything");
    let threads = ["one", "two", "three"].map(|name| system.thread(name));
    let monitor = system.locks("m", &["m".to_owned()], 1, true)?.at(vec![]);
    let count = Domain::integers(0, 2)?;
    let two = ["s0", "s1"].map(|name| (name.to_owned(), count.clone(), 1));
    let semaphores = system.variables("s", VariableClass::Semaphore, two.into())?;
    let counters: Vec<_> = system.declared(semaphores).unwrap().cells().collect();
    let item = Domain::integers(0, 2)?;
    let cells = ["q.length", "q[0]", "q[1]"].map(|name| (name.to_owned(), item.clone(), 0));
    let queues = system.variables("q", VariableClass::Queue, cells.into())?;
    let cells: Vec<_> = system.declared(queues).unwrap().cells().map(Place::Cell).collect();
    let slots = cells[1..].iter().map(|cell| vec![cell.clone()]).collect();
    let queue = Queue::new(queues, cells[0].clone(), slots, vec![0]);
    for (number, thread) in (0..).zip(threads) {
        let thread = thread?;
        let (start, between) = (system.point(thread, "A", true)?, system.point(thread, "B", true)?);
        let at =
            |text: &str| Position { thread, start, end: start, text: text.into(), place: None };
        system.acquire(&at("acquire"), &monitor)?;
        system.release(&at("release"), &monitor)?;
        system.wait(&at("wait"), between, &monitor)?;
        system.notify(&at("notify"), &monitor)?;
        system.notify_all(&at("notifyAll"), &monitor)?;
        system.try_acquire(&at("try"), &monitor, Vec::new())?;
        system.not_taken(&at("not (try)"), &monitor, Vec::new())?;
        system.signal(&at("signal"), &monitor)?;
        system.broadcast(&at("broadcast"), &monitor)?;
        for &counter in &counters {
            system.down(&at("down"), semaphores, &Place::Cell(counter))?;
            system.up(&at("up"), semaphores, &Place::Cell(counter), 2)?;
        }
        system.send(&at("send"), &queue, vec![number.into()])?;
        system.receive(&at("receive"), &queue, Vec::new())?;
    }
    system.finish()
}

fn after(
    system: &System,
    (thread, transition): (ThreadId, &Transition),
    state: &PackedState,
) -> Option<PackedState> {
    let mut next = PackedState::new();
    let is_there = system.at(state, thread) == transition.start();
    let done =
        is_there && system.execute(thread, transition, state, &mut next) != StepOutcome::Disabled;
    done.then_some(next)
}

#[test]
fn dependence_can_be_read_off_kinds_and_objects() {
    let system = everything().unwrap();
    let operations: Vec<(ThreadId, &Transition)> = system
        .thread_ids()
        .flat_map(|thread| system.thread(thread).transitions().iter().map(move |t| (thread, t)))
        .filter(|(_, transition)| matches!(transition.target(), Target::Point(_)))
        .collect();
    let (mut seen, mut open) = (HashSet::from([system.initial()]), vec![system.initial()]);
    let mut shown = BTreeSet::new();
    while let Some(state) = open.pop() {
        for &one in &operations {
            let Some(first) = after(&system, one, &state) else { continue };
            for &two in operations.iter().filter(|two| two.0 != one.0) {
                // Godefroid's definition of a valid dependency relation.
                let (before, then) = (after(&system, two, &state), after(&system, two, &first));
                let is_independent = match (before, &then) {
                    (None, None) => true,
                    (Some(second), Some(both)) => {
                        after(&system, one, &second).as_ref() == Some(both)
                    }
                    _ => false,
                };
                if !is_independent {
                    let [a, b] = [one.1, two.1].map(|t| t.operation().unwrap());
                    let memory = &mut system.layout().memory(&state);
                    assert_eq!(a.object(memory), b.object(memory), "{a:?} {b:?}");
                    shown.insert((a.kind().min(b.kind()), a.kind().max(b.kind())));
                }
            }
            if seen.insert(first.clone()) {
                open.push(first);
            }
        }
    }
    assert!(seen.len() > 1_000, "{}", seen.len());
    // Nothing depends that the table does not have, and each of its entries is shown by some state.
    assert_eq!(shown, DEPENDENT.into_iter().collect());
    // What depends on an operation that needs the lock, and does not need it, is known to see it, or waits.
    let may_wait = [Acquire, EndWait];
    for (one, two) in DEPENDENT.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]) {
        let is_seen = one.needs_lock() && !two.needs_lock() && !may_wait.contains(&two);
        assert!(!is_seen || two.may_see(one), "{two:?} {one:?}");
    }
}

#[test]
fn an_item_has_as_many_parts_as_are_sent() {
    let mut system = SystemBuilder::new("parts");
    let thread = system.thread("t").unwrap();
    let point = system.point(thread, "A", true).unwrap();
    let domain = Domain::integers(0, 1).unwrap();
    let cells = ["length", "left", "right"].map(|name| (name.to_owned(), domain.clone(), 0));
    let variable = system.variables("q", VariableClass::Queue, cells.into()).unwrap();
    let cells: Vec<_> = system.declared(variable).unwrap().cells().map(Place::Cell).collect();
    let queue = Queue::new(variable, cells[0].clone(), vec![cells[1..].to_vec()], vec![0, 0]);
    let at = Position { thread, start: point, end: point, text: "send q 1".into(), place: None };
    let refused = system.send(&at, &queue, vec![1.into()]);
    assert!(matches!(refused, Err(Defect::Misuse { what }) if what.contains("has 2 parts, not 1")));
    system.send(&at, &queue, vec![1.into(), 0.into()]).unwrap();
}
