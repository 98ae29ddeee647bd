//! Which `up`s may be invisible: those of semaphores on which nothing is done but `up` and `down`, as they are.

use reductio_discipline::{Discipline, Packed, Reason, Settings};
use reductio_search::{Exploration, Order, Query, search};
use reductio_system::{
    CellId, Domain, Expression, Place, Position, System, SystemBuilder, ThreadId, VariableClass,
    VariableId,
};

/// What a thread does to the semaphore, whose greatest value is 2.
#[derive(Clone, Copy)]
enum Does {
    /// `up`, which fails at this value.
    Up(i32),
    Down,
    /// An operation of its own: it waits until the semaphore is full.
    AwaitFull,
}
use Does::{AwaitFull, Down, Up};

/// Two threads that do these things in order, and one place that is free less than the second.
fn system(threads: [&[Does]; 2]) -> System {
    let mut builder = SystemBuilder::new("semaphore");
    let ids = ["one", "two"].map(|name| builder.thread(name).unwrap());
    let cells = vec![("s".to_owned(), Domain::integers(0, 2).unwrap(), 1)];
    let variable: VariableId = builder.variables("s", VariableClass::Semaphore, cells).unwrap();
    // Cells of variables come after the program counters of all threads.
    let cell = CellId::new(ids.len());
    for (thread, all) in ids.into_iter().zip(threads) {
        let names = (0..=all.len()).map(|k| format!("P{k}"));
        let points: Vec<_> = names.map(|n| builder.point(thread, n, true).unwrap()).collect();
        for (k, what) in all.iter().enumerate() {
            let (start, end) = (points[k], points[k + 1]);
            let at = Position { thread, start, end, text: "step".into(), place: None };
            match what {
                Up(most) => builder.up(&at, variable, &Place::Cell(cell), *most).unwrap(),
                Down => builder.down(&at, variable, &Place::Cell(cell)).unwrap(),
                AwaitFull => builder
                    .transition(thread, start, end)
                    .guard(Expression::cell(cell).equals(2))
                    .visible_operation(variable)
                    .add()
                    .unwrap(),
            }
        }
        builder.end(thread, points[all.len()]).unwrap();
    }
    builder.finish().unwrap()
}

fn explore(discipline: &Discipline, order: Order) -> Exploration<reductio_discipline::Violation> {
    let query = Query { keep_going: true, ..Query::default() };
    search(&Packed::new(discipline), &order, &query)
}

/// Whether the first step of the first thread is visible, and the reasons.
fn reasons(discipline: &Discipline) -> Vec<Reason> {
    discipline.classification().reasons(ThreadId::new(0), 0).to_vec()
}

#[test]
fn up_is_invisible_where_only_up_and_down_are_done() {
    for threads in [[&[Up(2)][..], &[Up(2)]], [&[Up(2), Down], &[Down, Up(2)]]] {
        let discipline = Discipline::new(system(threads));
        assert_eq!(reasons(&discipline), []);
        assert!(!discipline.is_visible_point(ThreadId::new(0), 0));
        let settings = Settings { visible_ups: true, ..Settings::default() };
        let waiting = Discipline::with(discipline.shared_system(), &settings, None).unwrap();
        assert!(matches!(reasons(&waiting)[..], [Reason::Operation(_)]));
    }
}

/// Where anything else is done to the semaphore the steps need not commute: two that fail at different values; one that
/// waits for a value. Both searches agree, the second time because every `up` is visible.
#[test]
fn up_is_visible_where_anything_else_is_done() {
    for threads in [
        // One fails at 1 already, and would block at 2.
        [&[Up(1)][..], &[Up(1)]],
        [&[Up(2)], &[Up(1)]],
        [&[Up(1)], &[Up(2)]],
        [&[Up(2)], &[AwaitFull, Down]],
        [&[Up(2), Down], &[Down, AwaitFull]],
    ] {
        let discipline = Discipline::new(system(threads));
        assert!(matches!(reasons(&discipline)[..], [Reason::Operation(_), ..]));
        let (all, few) =
            (explore(&discipline, Order::Unreduced), explore(&discipline, Order::Reduced));
        assert!(!few.cut_short);
        let told = |found: &Exploration<_>| {
            let mut kinds: Vec<String> =
                found.findings.iter().map(|finding| format!("{:?}", finding.kind)).collect();
            kinds.sort();
            kinds
        };
        assert_eq!(told(&all), told(&few));
    }
}

/// Whether a thread is about to fail is asked at each `up` of the semaphore, of the thread that is at it.
#[test]
fn who_is_about_to_fail_is_told_with_the_step() {
    let discipline = Discipline::new(system([&[Up(2)], &[Up(2)]]));
    let system = discipline.system();
    let full = system.successors_of(ThreadId::new(0), &system.initial())[0].state.clone();
    let failing = discipline.about_to_fail(&full);
    let [(thread, number)] = failing[..] else { panic!("{failing:?}") };
    assert_eq!(thread, ThreadId::new(1));
    assert!(discipline.is_overflow(thread, number) && discipline.is_bad(&full));
    let next = system.successors_of(thread, &full);
    assert_eq!((next.len(), next[0].transition), (1, number));
    assert!(next[0].failure.is_some());
    // Neither before it nor after it.
    assert!(!discipline.is_bad(&system.initial()) && !discipline.is_bad(&next[0].state));
}
