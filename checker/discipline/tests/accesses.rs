//! What steps are told to touch stays as it is while other threads touch other things; and the dependency of built-in
//! operations is what it is by definition, in all states of one object.

use std::collections::{BTreeMap, BTreeSet};

use reductio_discipline::{Discipline, Packed, Premise, Protocol, Violation};
use reductio_generate::Sketch;
use reductio_language::parse_system;
use reductio_search::{Access, Accesses, Level, Model, PackedStore, Touch};
use reductio_system::{CellId, Memory, PackedState, System, ThreadId, Value, VariableClass};

/// The touches that are about a set of objects, or about the others. What is known of an object before a step is left
/// out.
fn about(all: &Accesses, objects: &BTreeSet<usize>, inside: bool) -> BTreeSet<(usize, Access)> {
    let touches = all.known().expect("nothing here is unknown").iter();
    let wanted = touches.filter(|touch| objects.contains(&touch.object) == inside);
    wanted.map(|touch| (touch.object, touch.access)).collect()
}

/// Some of the reachable states.
fn states(model: &Packed<'_>, most: usize) -> Vec<PackedState> {
    let mut states = vec![model.initial()];
    let mut at = 0;
    while at < states.len() && states.len() < most {
        let state = states[at].clone();
        at += 1;
        for thread in 0..model.threads() {
            model.steps(thread, &state, |_, next| {
                if !states.contains(next) {
                    states.push(next.clone());
                }
            });
        }
    }
    states
}

/// A step of another thread changes what a step touches only as far as objects that both touch are concerned.
#[test]
fn what_others_do_elsewhere_changes_no_accesses() {
    let (mut compared, mut changed) = (0, 0);
    for seed in 0..300 {
        let sketch = Sketch::random(seed);
        let system = sketch.build().unwrap();
        let discipline = Discipline::new(&system);
        let model = Packed::new(&discipline);
        for state in states(&model, 60) {
            let mut before = Vec::new();
            for thread in 0..model.threads() {
                model.steps(thread, &state, |step, next| {
                    let accesses = model.accesses(thread, step, &state);
                    before.push((thread, step, next.clone(), accesses));
                });
            }
            for (other, _, next, theirs) in &before {
                let written = theirs.known().unwrap().iter();
                let written: BTreeSet<usize> =
                    written.filter(|t| t.access.changes()).map(|t| t.object).collect();
                for (thread, step, _, mine) in before.iter().filter(|own| own.0 != *other) {
                    let after = model.accesses(*thread, *step, next);
                    let kept = |all| about(all, &written, false);
                    assert_eq!(kept(mine), kept(&after), "seed {seed}\n{sketch}");
                    changed += usize::from(*mine != after);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 10_000 && changed > 100, "{compared} {changed}");
}

/// A step whose accesses depend on what another thread writes elsewhere tells them all.
#[test]
fn what_could_be_touched_is_told() {
    let text = "
        var x : 0 .. 1
        var y : 0 .. 1
        var a[k : 0 .. 1] : 0 .. 1
        thread t { choose { await x == 0 then { y := 1 } } or { await x == 1 } }
        thread u { a[x] := 1 }
        thread v { x := 1 }
        thread w { local k : 0 .. 1 = 1; a[k] := 1 }
        thread p { local k : 0 .. 1 = 1; atomic { k := 1 - k; a[k] := 1 } }
        thread q { local k : 0 .. 1 = 1; atomic { k := x; a[k] := 1; k := 1; y := a[k] } }";
    let system = parse_system(text, "told", &[]).unwrap();
    let discipline = Discipline::new(&system);
    let model = Packed::new(&discipline);
    let named = |thread: usize| -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        model.steps(thread, &model.initial(), |step, _| {
            let all = model.accesses(thread, step, &model.initial());
            for touch in all.known().unwrap() {
                found.insert(format!("{} {:?}", system.cells()[touch.object].name(), touch.access));
            }
        });
        found
    };
    let of = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(named(0), of(&["x Read", "y Write"]));
    assert_eq!(named(1), of(&["x Read", "a[0] Write", "a[1] Write"]));
    assert_eq!(named(3), of(&["a[1] Write"]));
    // Assignments are in order: the index is the one after the first assignment.
    assert_eq!(named(4), of(&["a[0] Write"]));
    let all = ["x Read", "a[0] Write", "a[1] Write", "a[1] Read", "y Write"];
    assert_eq!(named(5), of(&all));
    // After `x := 1` the first thread does nothing to `y`, but what decides that is `x`.
    let mut after = model.initial();
    model.steps(2, &model.initial(), |_, next| after = next.clone());
    let mut still = BTreeSet::new();
    model.steps(0, &after, |step, _| {
        let all = model.accesses(0, step, &after);
        still.extend(all.known().unwrap().iter().map(|t| (t.object, t.access)));
    });
    assert_eq!(still.len(), 2, "{still:?}");
}

/// A memory that notes which cells are touched: whether they are written.
struct Noting<'s> {
    system: &'s System,
    state: PackedState,
    touched: BTreeSet<(usize, bool)>,
}

impl Memory for Noting<'_> {
    fn read(&mut self, cell: CellId) -> Value {
        self.touched.insert((cell.index(), false));
        self.system.value(&self.state, cell)
    }

    fn write(&mut self, cell: CellId, value: Value) {
        self.touched.insert((cell.index(), true));
        self.system.layout().write(&mut self.state, cell, value);
    }
}

/// What a step touches when it is taken is among what it is told to touch.
#[test]
fn what_is_touched_is_told() {
    let mut compared = 0;
    for seed in 0..3_000 {
        let sketch = Sketch::random(seed);
        let system = sketch.build().unwrap();
        let discipline = Discipline::new(&system);
        let model = Packed::new(&discipline);
        for state in states(&model, 40) {
            for thread in system.thread_ids() {
                model.steps(thread.index(), &state, |step, _| {
                    let all = model.accesses(thread.index(), step, &state);
                    let told = all.known().expect("nothing here is unknown");
                    let transition = &system.thread(thread).transitions()[step];
                    let (state, touched) = (state.clone(), BTreeSet::new());
                    let mut memory = Noting { system: &system, state, touched };
                    let _ = transition.guard().evaluate(&mut memory);
                    let _ = system.perform(thread, transition, &mut memory);
                    for (cell, is_written) in memory.touched {
                        let variable = system.cells()[cell].variable();
                        let class = system.variables()[variable.index()].class();
                        let is_own =
                            matches!(class, VariableClass::Counter(_) | VariableClass::Local(_));
                        // The cells of an operation's object are told as one.
                        if is_own
                            || transition.operation().is_some_and(|o| o.variable() == variable)
                        {
                            continue;
                        }
                        compared += 1;
                        let wanted = if is_written { Access::Write } else { Access::Read };
                        let is_it = |t: &Touch| t.object == cell && t.access == wanted;
                        assert!(told.iter().any(is_it), "seed {seed} {cell} {wanted:?}\n{sketch}");
                    }
                });
            }
        }
    }
    assert!(compared > 30_000, "{compared}");
}

/// A discipline that keeps nothing of what steps touch.
struct Anew(Discipline);

impl Protocol for Anew {
    type State = PackedState;
    type Violation = Violation;
    type Store = PackedStore;

    fn system(&self) -> &System {
        Protocol::system(&self.0)
    }
    fn state(monitored: &PackedState) -> &PackedState {
        monitored
    }
    fn state_mut(monitored: &mut PackedState) -> &mut PackedState {
        monitored
    }
    fn initial(&self) -> PackedState {
        Protocol::initial(&self.0)
    }
    fn store(&self) -> PackedStore {
        Protocol::store(&self.0)
    }
    fn is_visible(&self, thread: ThreadId, state: &PackedState) -> bool {
        Protocol::is_visible(&self.0, thread, state)
    }
    fn violation(&self, state: &PackedState) -> Option<Violation> {
        Protocol::violation(&self.0, state)
    }
    fn premises(&self) -> Vec<Premise> {
        Protocol::premises(&self.0)
    }
}

/// What a discipline keeps of accesses is what they are in each state.
#[test]
fn accesses_that_are_kept_are_those_of_the_state() {
    let mut compared = 0;
    for seed in 0..1_000 {
        let sketch = Sketch::random(seed);
        let system = sketch.build().unwrap();
        let discipline = Discipline::new(&system);
        let kept = Packed::new(&discipline);
        let anew = Anew(discipline.clone());
        let anew = Packed::new(&anew);
        for state in states(&kept, 60) {
            for thread in 0..kept.threads() {
                assert_eq!(kept.waits_for(thread, &state), anew.waits_for(thread, &state));
                kept.steps(thread, &state, |step, _| {
                    let [one, two] =
                        [kept.accesses(thread, step, &state), anew.accesses(thread, step, &state)];
                    assert_eq!(one, two, "seed {seed}\n{sketch}");
                    compared += 1;
                });
            }
        }
    }
    assert!(compared > 30_000, "{compared}");
}

/// A system whose states are all states of one object, and whose threads may do one operation from each of them.
struct Object {
    system: System,
    states: Vec<PackedState>,
}

/// All states in which cells have any value and what is said of them holds. Threads 0 and 1 are at their operations, or
/// at the second halves of them.
fn object(text: &str, halves: [bool; 2], holds: impl Fn(&BTreeMap<String, i32>) -> bool) -> Object {
    let system = parse_system(text, "object", &[]).unwrap_or_else(|errors| panic!("{errors:?}"));
    let mut initial = system.initial();
    for (thread, half) in system.thread_ids().zip(halves) {
        if half {
            // The control point between the halves of `wait` is the second one.
            let points = system.thread(thread).points();
            let between = points.iter().position(|point| point.name().ends_with("(waiting)"));
            let between = i32::try_from(between.unwrap()).unwrap();
            system.layout().write(&mut initial, thread.counter(), between);
        }
    }
    let mut states = vec![initial];
    for (number, cell) in system.cells().iter().enumerate().skip(system.threads().len()) {
        let id = reductio_system::CellId::new(number);
        let mut more = Vec::new();
        for state in &states {
            for value in cell.domain().low()..=cell.domain().high() {
                let mut next = state.clone();
                system.layout().write(&mut next, id, value);
                more.push(next);
            }
        }
        states = more;
    }
    states.retain(|state| {
        let cells = system.cells().iter().enumerate();
        let values = cells.map(|(number, cell)| {
            (cell.name().to_owned(), system.value(state, reductio_system::CellId::new(number)))
        });
        holds(&values.collect())
    });
    Object { system, states }
}

/// The states after each way to take the pending operation, and whether the thread has failed in it.
fn ways(system: &System, thread: usize, state: &PackedState) -> BTreeSet<Vec<u64>> {
    let thread = reductio_system::ThreadId::new(thread);
    system.successors_of(thread, state).into_iter().map(|s| s.state.to_vec()).collect()
}

/// Whether the operations of threads 0 and 1 depend on each other in a state, by definition: one changes whether, or
/// how, the other can be taken, or both can be taken and their order matters.
fn depend(system: &System, state: &PackedState) -> bool {
    let (zero, one) = (reductio_system::ThreadId::new(0), reductio_system::ThreadId::new(1));
    let after = |first, second| -> Option<BTreeSet<Vec<u64>>> {
        let mut all = BTreeSet::new();
        let before = system.successors_of(second, state).len();
        for next in system.successors_of(first, state) {
            let then = system.successors_of(second, &next.state);
            if then.len() != before {
                return None;
            }
            all.extend(then.into_iter().map(|s| s.state.to_vec()));
        }
        Some(all)
    };
    let (there, back) = (after(zero, one), after(one, zero));
    if there.is_none() || back.is_none() {
        return true;
    }
    let both = !ways(system, 0, state).is_empty() && !ways(system, 1, state).is_empty();
    both && there != back
}

/// The statements, each in a thread of its own; thread 2 and 3 only can own locks and wait.
fn pair(declaration: &str, one: &str, two: &str) -> String {
    format!(
        "{declaration}\nthread a {{ {one} }}\nthread b {{ {two} }}\nthread c {{ skip }}\n\
         thread d {{ skip }}"
    )
}

/// Every entry of the table of dependency, held against the definition in all states of one object: no pair of
/// operations depends on each other where the table says that it never does, and where the levels say so.
#[test]
fn dependency_is_what_it_is_by_definition() {
    let lock = [("acquire o", Access::Acquire), ("release o", Access::Release)];
    let monitor = [("notify o", Access::Notify), ("notifyAll o", Access::Notify)];
    let waits = [("wait o", Access::StartWait), ("wait o", Access::EndWait)];
    let kinds: [(&str, Vec<(&str, Access)>); 5] = [
        ("lock o depth 2", lock.to_vec()),
        ("monitor o", lock.into_iter().chain(monitor).chain(waits).collect()),
        ("semaphore s = 0 max 3", vec![("down s", Access::Down), ("up s", Access::Up)]),
        (
            "queue q of 0 .. 1 capacity 3\nvar x : 0 .. 1\nvar y : 0 .. 1",
            vec![("send q 1", Access::Send), ("receive q into x", Access::Receive)],
        ),
        ("var x : 0 .. 2", vec![("await x in 0 .. 1", Access::Read), ("x := 2", Access::Write)]),
    ];
    let (mut dependent, mut independent, mut here, mut spare) = (0, 0, 0, Vec::new());
    for (declaration, operations) in &kinds {
        for (one, first) in operations {
            for (two, second) in operations {
                // Two receives have targets of their own.
                let two = if first == second { two.replace('x', "y") } else { (*two).to_owned() };
                let two =
                    if *declaration == "var x : 0 .. 2" { two.replace('y', "x") } else { two };
                let halves = [first, second].map(|access| *access == Access::EndWait);
                let object = object(&pair(declaration, one, &two), halves, |values| {
                    // Who owns a monitor does not wait for it.
                    let owner = values.get("o.owner").copied().unwrap_or(0);
                    let name = ["", "a", "b", "c", "d"][usize::try_from(owner).unwrap()];
                    let waits = |thread: &str| {
                        values.get(&format!("o.waiters[{thread}]")).is_some_and(|waits| *waits == 1)
                    };
                    // Before its operation a thread does not wait, and in the second half of `wait` it owns nothing.
                    let is_possible = |half: bool, thread: &str| {
                        if half { name != thread } else { !waits(thread) }
                    };
                    let depth = values.get("o.depth").copied();
                    depth.is_none_or(|depth| (depth > 0) == (owner > 0))
                        && !waits(name)
                        && is_possible(halves[0], "a")
                        && is_possible(halves[1], "b")
                });
                let discipline = Discipline::new(&object.system);
                let model = Packed::new(&discipline);
                let mut ever = false;
                for state in &object.states {
                    let is = depend(&object.system, state);
                    let told: Vec<Accesses> =
                        [0, 1].map(|thread| model.waits_for(thread, state)).to_vec();
                    if let [zero, one] = &told[..] {
                        let by_table = !zero.commutes_here_with(one);
                        // Both levels are exact here. Plain writes are no tests: their table is looked at below.
                        if *first != Access::Write && *second != Access::Write {
                            assert!(!is || by_table, "{one:?} {two}: {state:?}");
                        }
                        here += usize::from(is);
                    }
                    ever |= is;
                    let both = [0, 1].iter().all(|t| !ways(&object.system, *t, state).is_empty());
                    assert!(!(is && both) || first.may_be_enabled_with(*second), "{one} {two}");
                }
                assert!(!ever || first.depends_on(*second), "{one} {two}");
                assert_eq!(first.depends_on(*second), second.depends_on(*first));
                match (ever, first.depends_on(*second)) {
                    (true, _) => dependent += 1,
                    (false, false) => independent += 1,
                    (false, true) => spare.push(format!("{one}, {two}")),
                }
            }
        }
    }
    println!("{dependent} {independent} {here}; more than necessary: {spare:?}");
    assert!(dependent > 8 && independent > 12 && here > 100);
}

#[test]
fn a_semaphore_or_queue_leaves_room_for_both() {
    let touch =
        |access, value| Touch { object: 7, access, level: Level::Filled { value, most: 4 } };
    for (one, two, free) in [
        (Access::Down, Access::Down, 2..5),
        (Access::Up, Access::Up, 0..3),
        (Access::Down, Access::Up, 1..4),
        (Access::Send, Access::Receive, 1..4),
        (Access::Send, Access::Send, 0..0),
        (Access::Receive, Access::Receive, 0..0),
    ] {
        for value in 0..5 {
            let depends = touch(one, value).depends_here_on(&touch(two, value));
            assert_eq!(depends, !free.contains(&value), "{one:?} {two:?} at {value}");
            assert!(touch(one, value).depends_on(&touch(two, value)));
        }
    }
}
