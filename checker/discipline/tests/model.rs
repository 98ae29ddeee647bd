//! A system as a model for searches: all that a search asks of it is what there is in the values of its cells.

use std::collections::BTreeSet;

use reductio_discipline::{Discipline, Packed, Protocol, Violation, may_access};
use reductio_generate::Sketch;
use reductio_language::parse_system;
use reductio_search::{Access, Accesses, Level, Model, Touch, Visibility};
use reductio_system::{
    CellId, Expression, Failure, Memory, PackedState, StateProperty, System, ThreadId, Value,
    VariableClass,
};

/// The values of all cells, and which are touched: how, and whether they are written.
struct Values {
    values: Vec<Value>,
    touched: BTreeSet<(usize, bool)>,
}

impl Values {
    fn of(system: &System, state: &PackedState) -> Self {
        let cells = (0..system.cells().len()).map(CellId::new);
        let values = cells.map(|cell| system.value(state, cell)).collect();
        Values { values, touched: BTreeSet::new() }
    }

    fn holds(&mut self, predicate: &Expression) -> bool {
        predicate.evaluate(self) == Ok(1)
    }
}

impl Memory for Values {
    fn read(&mut self, cell: CellId) -> Value {
        self.touched.insert((cell.index(), false));
        self.values[cell.index()]
    }

    fn write(&mut self, cell: CellId, value: Value) {
        self.touched.insert((cell.index(), true));
        self.values[cell.index()] = value;
    }
}

/// What was met in all states.
#[derive(Debug, Default)]
struct Met {
    states: usize,
    bad: usize,
    failures: BTreeSet<usize>,
    resting: usize,
    claims: BTreeSet<(bool, usize, bool)>,
    visible: BTreeSet<bool>,
    accesses: usize,
    /// Built-in operations.
    objects: usize,
}

/// Compares all answers of the model in some of the reachable states.
fn compare(system: &System, what: &str, met: &mut Met) {
    let discipline = Discipline::new(system);
    let model = Packed::new(&discipline);
    let names: Vec<String> = system.threads().iter().map(|one| one.name().to_owned()).collect();
    assert_eq!(model.threads(), names.len(), "{what}");
    assert_eq!(model.invariants(), system.invariants().len(), "{what}");
    assert_eq!(model.goals(), system.reachable().len(), "{what}");
    let mut states = vec![model.initial()];
    assert_eq!(states[0], system.initial(), "{what}");
    let mut kinds: Vec<(usize, (usize, Option<usize>))> = Vec::new();
    let mut at = 0;
    while at < states.len() && at < 100 {
        let state = states[at].clone();
        at += 1;
        met.states += 1;
        let values = Values::of(system, &state).values;
        let parts = system.cells().iter().zip(&values);
        let parts: Vec<_> = parts
            .map(|(cell, value)| (cell.name().to_owned(), cell.domain().show(*value)))
            .collect();
        assert_eq!(model.parts(&state), parts, "{what}");
        let claims = |is_goal, all: &[StateProperty], met: &mut Met| {
            for (number, claim) in all.iter().enumerate() {
                let holds = Values::of(system, &state).holds(&claim.predicate);
                let told = if is_goal {
                    model.goal(number, &state)
                } else {
                    model.invariant(number, &state)
                };
                assert_eq!(told, holds, "{what}: {}", claim.name);
                met.claims.insert((is_goal, number.min(1), holds));
            }
        };
        claims(false, system.invariants(), met);
        claims(true, system.reachable(), met);
        let mut violations = Vec::new();
        model.violations(&state, |violation| violations.push(violation));
        assert_eq!(violations, Protocol::violations(&discipline, &state), "{what}");
        assert_eq!(model.violation(&state), violations.first().copied(), "{what}");
        met.bad += usize::from(!violations.is_empty());
        for violation in violations {
            let about = match violation {
                Violation::NotExclusive { object, .. } => (object.index(), None),
                Violation::Access { object, thread, .. } => (object.index(), Some(thread.index())),
            };
            kinds.push((model.violation_kind(&violation), about));
        }
        for thread in system.thread_ids() {
            steps(&model, system, thread, &state, met, &mut states, what);
            let told = model.is_visible(thread.index(), &state);
            assert_eq!(told, discipline.is_visible_point(thread, system.at(&state, thread)));
            met.visible.insert(told);
        }
    }
    // What is told once is about one object, and one thread that has no access to it.
    for (one, about) in &kinds {
        for (other, of) in &kinds {
            assert_eq!(one == other, about == of, "{what}");
        }
    }
}

/// The steps of a thread in a state, and what is said of it and of them.
fn steps(
    model: &Packed<'_>,
    system: &System,
    thread: ThreadId,
    state: &PackedState,
    met: &mut Met,
    states: &mut Vec<PackedState>,
    what: &str,
) {
    let (owner, number) = (system.thread(thread), thread.index());
    assert_eq!(model.thread_name(number), owner.name());
    let point = Values::of(system, state).values[thread.counter().index()];
    assert_eq!(Ok(model.point(number, state)), usize::try_from(point), "{what}");
    assert_eq!(model.points(number), owner.points().len(), "{what}");
    let here = &owner.points()[usize::try_from(point).unwrap()];
    let may_rest = here.is_end() || here.is_idle();
    assert_eq!(model.may_rest(number, state), may_rest, "{what}");
    met.resting += usize::from(may_rest);
    let mut told = Vec::new();
    model.steps(number, state, |step, next| told.push((step, next.clone())));
    let mut expected = Vec::new();
    for (step, transition) in owner.transitions().iter().enumerate() {
        if Value::from(transition.start()) != point {
            continue;
        }
        let mut memory = Values::of(system, state);
        let outcome = match transition.guard().evaluate(&mut memory) {
            Ok(0) => continue,
            Err(_) if transition.is_otherwise() => continue,
            Err(failure) => Err(failure),
            Ok(_) => system.perform(thread, transition, &mut memory),
        };
        let Values { values, mut touched } = memory;
        let (after, failure) = match outcome {
            Ok(()) => (values, None),
            Err(failure) => {
                let mut after = Values::of(system, state).values;
                after[thread.counter().index()] =
                    owner.failed_at(transition.start()).unwrap().into();
                touched.insert((thread.counter().index(), true));
                (after, Some(failure))
            }
        };
        assert_eq!(model.step_text(number, step), transition.text(), "{what}");
        let all = model.accesses(number, step, state);
        let operation = transition.operation();
        let class = |cell: usize| {
            let variable = system.cell(CellId::new(cell)).variable();
            (variable, system.variables()[variable.index()].class())
        };
        touched.retain(|(cell, _)| {
            let (variable, class) = class(*cell);
            let is_own = matches!(class, VariableClass::Counter(_) | VariableClass::Local(_));
            !is_own && operation.is_none_or(|operation| operation.variable() != variable)
        });
        // Everything that is touched is told; more is told where what other threads write decides what is touched.
        let of = |all: &Accesses| -> BTreeSet<(usize, bool)> {
            let touches = all.known().unwrap().iter();
            touches.map(|touch| (touch.object, touch.access.changes())).collect()
        };
        let known = of(&all);
        let is_told = |(cell, written): &(usize, bool)| {
            known.contains(&(*cell, *written)) || !written && known.contains(&(*cell, true))
        };
        assert!(touched.iter().all(is_told), "{what}: {}", transition.text());
        if owner.pending(transition.start()).len() == 1 {
            // What a transition may do in any state, the object of an operation among it, has it all.
            let may = of(&may_access(system, transition));
            assert!(known.is_subset(&may), "{what}: {}", transition.text());
        }
        let is_object =
            |touch: &&Touch| !matches!(touch.access, Access::Read | Access::Write | Access::Watch);
        let objects: Vec<&Touch> = all.known().unwrap().iter().filter(is_object).collect();
        let object = operation.map(|operation| operation.object(&mut Values::of(system, state)));
        match (object, &objects[..]) {
            (Some(Ok(Some(cell))), [touch]) => {
                let kind = format!("{:?}", operation.unwrap().kind());
                assert_eq!(touch.object, cell.index(), "{what}");
                assert_eq!(format!("{:?}", touch.access), kind.replace("NotifyAll", "Notify"));
                let value = Values::of(system, state).values[cell.index()];
                match touch.level {
                    Level::Filled { value: told, most } => {
                        assert!(told == value && most >= value, "{what}: {touch:?}");
                    }
                    Level::Owned => assert_eq!(usize::try_from(value).unwrap(), number + 1),
                    Level::NotOwned => assert_ne!(usize::try_from(value).unwrap(), number + 1),
                    Level::Unknown => panic!("{what}: {touch:?}"),
                }
                met.objects += 1;
            }
            (None | Some(Err(_)), []) => {}
            (object, objects) => panic!("{what}: {object:?} {objects:?}"),
        }
        met.accesses += known.len();
        // A failure has its reason; a step that does not fail has none, which is told as 0.
        let reason = failure.map_or(0, Failure::kind);
        assert_eq!(model.failure_reason(number, step, state), reason, "{what}");
        met.failures.extend(failure.map(Failure::kind));
        expected.push((step, after, failure.is_some()));
    }
    let as_values: Vec<_> = told
        .iter()
        .map(|(step, next)| {
            (*step, Values::of(system, next).values, model.has_failed(number, next))
        })
        .collect();
    assert_eq!(as_values, expected, "{what}");
    for (_, next) in told {
        if !states.contains(&next) {
            states.push(next);
        }
    }
}

/// Everything that a model may be asked of: failures of several kinds, ends, idle points, claims that hold in some
/// states, violations.
const ALL: &str = "
    lock m
    var x : 0 .. 3
    var a[k : 0 .. 2] : 0 .. 2
    protected y : 0 .. 1 by m
    invariant \"x is small\": x < 3
    invariant \"one is not at the end\": not one at end
    reach \"x is one\": x == 1
    reach \"an element\": a[1] == 2
    thread one { A: x := x + 1; B: a[x] := 2 div x; assert x < 2; y := x }
    thread two { loop { choose { x := x + 2 } or { acquire m; y := 1 - y; release m } } }
    thread three { acquire m; idle C: await x > 0; release m; release m }";

#[test]
fn what_a_model_says_of_a_state_is_what_there_is_in_its_cells() {
    let mut met = Met::default();
    let system = parse_system(ALL, "all", &[]).unwrap_or_else(|errors| panic!("{errors:?}"));
    compare(&system, "all", &mut met);
    for seed in 0..200 {
        let sketch = Sketch::random(seed);
        compare(&sketch.build().unwrap(), &format!("seed {seed}\n{sketch}"), &mut met);
    }
    println!("{met:?}");
    assert!(met.states > 3_000 && met.bad > 300 && met.resting > 1_000 && met.accesses > 2_000);
    assert!(met.objects > 2_000, "{met:?}");
    assert!(met.failures.len() > 3 && met.claims.len() == 8 && met.visible.len() == 2);
}
