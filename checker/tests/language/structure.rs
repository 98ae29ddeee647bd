//! The control points, transitions and predicates that texts become.

use std::collections::HashSet;

use reductio::language::{ParsedSystem, SystemError};
use reductio::system::{
    ControlPoint, Failure, OperationKind, PackedState, System, Target, ThreadId, VariableClass,
};

use crate::language::good;

/// The control points of a thread, without those of a thread that has failed.
fn points(system: &System, thread: usize) -> Vec<String> {
    let thread = &system.threads()[thread];
    thread.points()[..thread.ordinary_points()]
        .iter()
        .map(|point| point.name().to_owned())
        .collect()
}

/// The transitions of a thread as `A: text -> B`.
fn transitions(system: &System, thread: usize) -> Vec<String> {
    let thread = &system.threads()[thread];
    let name = |point: u16| thread.points()[usize::from(point)].name();
    let shown = thread.transitions().iter().map(|transition| {
        let end = match transition.target() {
            Target::Point(point) => name(point).to_owned(),
            Target::Failed(failure) => format!("{failure:?}"),
        };
        format!("{}: {} -> {end}", name(transition.start()), transition.text())
    });
    shown.collect()
}

#[test]
fn control_points_are_called_by_label_or_line() {
    let system = good(
        "thread t {
           local n : 0 .. 3
           skip; skip
           A: skip
           if n == 1 { skip } else if n == 2 { B: n := 3 }
           idle loop {
             C: while n < 2 {
               n := n + 1
             }
             if n == 3 { break }
           }
           synchronized m {
             skip
           }
           idle W: wait m
           wait m
           stop
           skip
           UNREACHED: skip
         }
         monitor m",
    );
    let expected = [
        "line 3",
        "line 3.2",
        "A",
        "line 5",
        "line 5.2",
        "line 5.3",
        "B",
        "C",
        "line 8",
        "line 10",
        "line 12",
        "line 13",
        "line 14",
        "W",
        "W (waiting)",
        "line 16",
        "line 16 (waiting)",
        "UNREACHED",
        "end",
    ];
    assert_eq!(points(&system, 0), expected);
    let thread = &system.threads()[0];
    let idle = thread.points().iter().filter(|point| point.is_idle()).map(ControlPoint::name);
    assert_eq!(idle.collect::<Vec<_>>(), ["C", "W", "W (waiting)"]);
    let labels = thread.points().iter().filter(|point| point.is_label()).map(ControlPoint::name);
    assert_eq!(labels.collect::<Vec<_>>(), ["A", "B", "C", "W", "UNREACHED"]);
}

#[test]
fn two_labels_may_be_one_control_point() {
    let text = "thread t { A: loop { B: skip; if true { break } }\nC: stop }";
    let model = ParsedSystem::parse(text, "test", &[]).unwrap();
    assert_eq!(points(model.system(), 0), ["A", "line 1", "C"]);
    let initial = model.system().initial();
    assert!(model.system().holds(&model.predicate("t at A and t at B").unwrap(), &initial));
}

#[test]
fn statements_become_transitions() {
    let system = good(
        "var x : 0 .. 3\nvar y : bool
         thread t {
           A: x := x + 1   -- a comment
           B: atomic { x := 0
                       y := true }
           C: await x == 0 then { y := false; x := 1 }
           D: x := any 1 .. 2
           E: if x ==
                 1 { skip } else { F: assert y }
           G: while y { y := false }
           H: choose { x := 1 } or when y { skip }
         }",
    );
    assert_eq!(
        transitions(&system, 0),
        [
            "A: x := x + 1 -> B",
            "B: atomic { x := 0; y := true } -> C",
            "C: await x == 0 then { y := false; x := 1 } -> D",
            "D: x := any (1) -> E",
            "D: x := any (2) -> E",
            "E: x == 1 -> line 10",
            "E: not (x == 1) -> F",
            "line 10: skip -> G",
            "F: assert y -> G",
            "F: assert y -> Assertion",
            "G: y -> line 11",
            "G: not (y) -> H",
            "line 11: y := false -> G",
            "H: x := 1 -> end",
            "H: when y -> line 12",
            "line 12: skip -> end",
        ]
    );
}

/// The transitions of each operation (S1 section 3.3), also those of a thread that does not own the lock.
#[test]
fn operations_have_the_transitions_of_s1() {
    let system = good(
        "monitor o depth 2
         semaphore s
         queue q of bool capacity 2
         thread t {
           local b : bool
           A: acquire o
           B: release o
           C: wait o
           D: notify o
           E: notifyAll o
           F: down s
           G: up s
           H: send q b
           I: receive q into b
           J: synchronized o { skip }
         }
         thread u { skip }
         thread v { skip }",
    );
    let lines = transitions(&system, 0);
    assert_eq!(
        lines,
        [
            "A: acquire o -> B",
            "A: acquire o -> TooDeep",
            "B: release o -> C",
            "B: release o -> NotOwner",
            "C: wait o -> C (waiting)",
            "C: wait o -> NotOwner",
            "C (waiting): wait o (re-acquire) -> D",
            "D: notify o -> E",
            "D: notify o (wakes u) -> E",
            "D: notify o (wakes v) -> E",
            "D: notify o -> NotOwner",
            "E: notifyAll o -> F",
            "E: notifyAll o -> NotOwner",
            "F: down s -> G",
            "G: up s -> H",
            "G: up s -> SemaphoreFull",
            "H: send q b -> I",
            "I: receive q into b -> J",
            "J: acquire o -> line 15",
            "J: acquire o -> TooDeep",
            "line 15: skip -> line 15.2",
            "line 15.2: release o -> end",
            "line 15.2: release o -> NotOwner",
        ]
    );
    // Each transition carries the kind of its operation, the failing ones too, and the object.
    let thread = &system.threads()[0];
    let of = |label: &str| {
        let start = thread.points().iter().position(|point| point.name() == label).unwrap();
        let pending = thread.pending(u16::try_from(start).unwrap()).iter();
        let mut kinds: Vec<_> = pending
            .map(|transition| {
                let operation = transition.operation()?;
                let object = operation.object(&mut system.layout().memory(&system.initial()));
                Some((operation.kind(), system.cell(object.unwrap()?).name()))
            })
            .collect();
        kinds.dedup();
        kinds
    };
    for (label, kind, object) in [
        ("A", OperationKind::Acquire, "o.owner"),
        ("B", OperationKind::Release, "o.owner"),
        ("C", OperationKind::StartWait, "o.owner"),
        ("C (waiting)", OperationKind::EndWait, "o.owner"),
        ("D", OperationKind::Notify, "o.owner"),
        ("E", OperationKind::NotifyAll, "o.owner"),
        ("F", OperationKind::Down, "s"),
        ("G", OperationKind::Up, "s"),
        ("H", OperationKind::Send, "q.length"),
        ("I", OperationKind::Receive, "q.length"),
        ("line 15.2", OperationKind::Release, "o.owner"),
    ] {
        assert_eq!(of(label), [Some((kind, object))], "{label}");
    }
    assert_eq!(of("line 15"), [None]);
}

/// A try has one transition for each side, and with a depth a third, which fails; a signal needs no lock, so it never
/// fails.
#[test]
fn tries_and_signals_have_these_transitions() {
    let system = good(
        "lock m
         monitor o depth 2
         thread t {
           local try : bool
           A: if try m { B: release m } else { C: skip }
           D: while not try o { E: skip }
           F: try := try m
           G: signal o
           H: broadcast o
         }
         thread u { skip }",
    );
    assert_eq!(
        transitions(&system, 0),
        [
            "A: try m -> B",
            "A: not (try m) -> C",
            "B: release m -> D",
            "B: release m -> NotOwner",
            "C: skip -> D",
            "D: try o -> F",
            "D: try o -> TooDeep",
            "D: not (try o) -> E",
            "E: skip -> D",
            "F: try := try m (taken) -> G",
            "F: try := try m (not taken) -> G",
            "G: signal o -> H",
            "G: signal o (wakes u) -> H",
            "H: broadcast o -> end",
        ]
    );
    // Each side has the kind, the failing one too.
    let kinds: Vec<_> = system.threads()[0]
        .transitions()
        .iter()
        .filter_map(|transition| transition.operation().map(reductio::system::Operation::kind))
        .collect();
    let count = |kind| kinds.iter().filter(|one| **one == kind).count();
    assert_eq!(count(OperationKind::TryAcquire), 7);
    assert_eq!(count(OperationKind::Signal), 2);
    assert_eq!(count(OperationKind::Broadcast), 1);
}

#[test]
fn cells_have_names_classes_and_domains() {
    let system = good(
        "type Op = { read, write }
         type R = record { op : Op, n : 0 .. 1 or none }
         var x[i : 0 .. 1, o : Op] : 5 .. 6
         protected r : R by m
         lock m
         lock deep[o : Op] depth 3
         monitor w
         queue q of R capacity 1
         semaphore s = 1
         thread t { local me_too : thread or none }
         thread u[o : Op] { local n : 0 .. 1 = 1 }",
    );
    let names: Vec<String> =
        system.cells()[3..].iter().map(|cell| cell.name().to_owned()).collect();
    let expected = "m.owner deep[read].owner deep[read].depth deep[write].owner deep[write].depth w.owner \
        w.waiters[t] w.waiters[u[read]] w.waiters[u[write]] q.length q.item[0].op q.item[0].n s x[0,read] \
        x[0,write] x[1,read] x[1,write] r.op r.n t.me_too u[read].n u[write].n";
    let squeezed: Vec<String> = names.iter().map(|name| name.replace(", ", ",")).collect();
    assert_eq!(squeezed, expected.split_whitespace().collect::<Vec<_>>());
    let cell = |name: &str| system.cells().iter().find(|cell| cell.name() == name).unwrap();
    let shown = |name: &str| {
        let domain = cell(name).domain();
        (domain.low()..=domain.high()).map(|value| domain.show(value)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(shown("r.op"), "read write");
    assert_eq!(shown("r.n"), "none 0 1");
    assert_eq!(shown("t.me_too"), "none t u[read] u[write]");
    assert_eq!(shown("m.owner"), "none t u[read] u[write]");
    assert_eq!(shown("s"), "0 1 2 3");
    assert_eq!(shown("x[1, write]"), "5 6");
    assert_eq!(cell("u[write].n").initial(), 1);
    let class = |name: &str| system.variables()[cell(name).variable().index()].class();
    assert_eq!(class("r.n"), VariableClass::Protected);
    assert_eq!(class("x[0, read]"), VariableClass::Shared);
    assert_eq!(class("u[read].n"), VariableClass::Local(ThreadId::new(1)));
    assert_eq!((class("m.owner"), class("q.length")), (VariableClass::Lock, VariableClass::Queue));
    assert_eq!(class("s"), VariableClass::Semaphore);
}

/// All reachable states.
fn reachable(system: &System) -> HashSet<PackedState> {
    let mut seen = HashSet::from([system.initial()]);
    let mut open = vec![system.initial()];
    while let Some(state) = open.pop() {
        for next in system.successors(&state) {
            if seen.insert(next.state.clone()) {
                open.push(next.state);
            }
        }
    }
    seen
}

/// Each form of `protected` means the predicates that it stands for, in all states.
#[test]
fn predicates_of_protected_variables() {
    let text = include_str!("../systems/accept/protected.sys");
    let model = ParsedSystem::parse(text, "test", &[]).unwrap();
    let system = model.system();
    let threads = ["single", "worker[0]", "worker[1]"];
    let states = reachable(system);
    let mut compared = 0;
    for (object, predicates) in [
        ("by_lock", ["m.owner == single", "m.owner == worker[0]", "m.owner == worker[1]"]),
        (
            "by_element[1]",
            ["n[1].owner == single", "n[1].owner == worker[0]", "n[1].owner == worker[1]"],
        ),
        ("for_all", ["m.owner == single", "m.owner == worker[0]", "m.owner == worker[1]"]),
        ("for_one", ["single at A", "false", "false"]),
        (
            "for_each[1]",
            ["false", "worker[0].b == 1 and worker[0] at B", "worker[1].b == 1 and worker[1] at B"],
        ),
        (
            "for_each[0]",
            ["false", "worker[0].b == 0 and worker[0] at B", "worker[1].b == 0 and worker[1] at B"],
        ),
        ("for_index[0]", ["false", "worker[0] at B", "false"]),
        ("for_index[1]", ["false", "false", "worker[1] at B"]),
        ("for_first", ["false", "true", "false"]),
        ("for_any[single]", ["true", "false", "false"]),
        ("for_any[worker[1]]", ["false", "false", "true"]),
        (
            "several",
            [
                "m.owner == single or single at A, end",
                "m.owner == worker[0] or worker[0] at B",
                "m.owner == worker[1] or worker[1] at B",
            ],
        ),
    ] {
        let found = system.objects().iter().find(|found| found.name() == object);
        let found = found.unwrap_or_else(|| panic!("there is no {object}"));
        for (number, expected) in predicates.into_iter().enumerate() {
            let expected = model.predicate(expected).unwrap();
            let predicate = found.predicate(ThreadId::new(number));
            for state in &states {
                let (left, right) =
                    (system.holds(predicate, state), system.holds(&expected, state));
                assert_eq!(left, right, "{object} for {}", threads[number]);
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 12 * 3 * states.len());
    assert_eq!(system.objects().len(), 1 + 2 + 1 + 1 + 2 + 2 + 1 + 3 + 1);
}

#[test]
fn claims_can_be_added() {
    let text = "var x : 0 .. 3\nthread t { A: x := 4 - x }";
    let model = ParsedSystem::parse(text, "test", &[]).unwrap();
    let predicates = ["x == 0 and not t at failed", "t at A", "not t at A"];
    let predicates = predicates.map(|text| model.predicate(text).unwrap());
    let mut system = model.into_system();
    for (number, predicate) in predicates.into_iter().enumerate() {
        system.add_invariant(number.to_string(), predicate).unwrap();
    }
    let initial = system.initial();
    let next = &system.successors(&initial)[0];
    assert_eq!(next.failure, Some(Failure::OutOfRange(4)));
    let holds = |state| -> Vec<bool> {
        system.invariants().iter().map(|claim| system.holds(&claim.predicate, state)).collect()
    };
    assert_eq!(holds(&initial), [true, true, false]);
    // A thread that failed at A is at A, and it has failed.
    assert_eq!(holds(&next.state), [false, true, false]);
}

#[test]
fn claims_of_the_command_line_may_be_wrong() {
    let model = ParsedSystem::parse(
        "var x : 0 .. 3\nvar a[i : 0 .. 2] : bool\nthread t { A: skip }",
        "test",
        &[],
    )
    .unwrap();
    for (text, code) in [
        ("x == ", "E0603"),
        ("x == 1)", "E0603"),
        ("y == 1", "E0607"),
        ("t at B", "E0610"),
        ("x", "E0614"),
        ("a[x]", "E0621"),
        ("me == t", "E0627"),
        ("x == 1 & t at A", "E0602"),
        ("exists i, j, k, l : 0 .. 100 . i == x and j == x and k == x and l == x", "E0635"),
    ] {
        let errors = model.predicate(text).unwrap_err();
        assert_eq!(errors.iter().map(SystemError::code).collect::<Vec<_>>(), [code], "{text}");
    }
}

#[test]
fn places_are_those_of_the_statements() {
    let text = "thread t { A: skip; B: if true { skip } }";
    let system = good(text);
    let at = |number: usize| {
        let place = system.threads()[0].transitions()[number].place().unwrap().clone();
        &text[place]
    };
    assert_eq!((at(0), at(1)), ("skip", "if true"));
}

/// Each declared class is that of the cells, and each element has its own initializing thread.
#[test]
fn classes_of_variables() {
    let text = include_str!("../systems/accept/classes.sys");
    let system = good(text);
    let mut found = Vec::new();
    for cell in system.under_lock_discipline().map(|cell| system.cell(cell)) {
        let class = system.variables()[cell.variable().index()].class();
        let first = cell.initializer().map_or("-", |thread| system.thread(thread).name());
        found.push(format!("{class:?} {} {first}", cell.name()));
    }
    let expected = [
        "Unshared mine -",
        "Unshared own[0] -",
        "Unshared own[1] -",
        "Disciplined shared -",
        "Disciplined data single",
        "Disciplined slot[0] worker[0]",
        "Disciplined slot[1] worker[1]",
        "Disciplined last[0] worker[1]",
        "Disciplined last[1] worker[0]",
        "Disciplined by_name[single] single",
        "Disciplined by_name[worker[0]] worker[0]",
        "Disciplined by_name[worker[1]] worker[1]",
        "Disciplined pair.left single",
        "Disciplined pair.right single",
    ];
    assert_eq!(found, expected);
    assert_eq!(system.cells().iter().filter(|cell| cell.initializer().is_some()).count(), 10);
}
