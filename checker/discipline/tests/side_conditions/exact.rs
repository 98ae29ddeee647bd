//! The discipline goes all ways through one transition at a time. What it finds is held against all states: effects,
//! roles, blocking, visibility, bad states.

use std::collections::BTreeSet;

use reductio_discipline::effects::EffectKind;
use reductio_discipline::{Discipline, Role, Settings, SideConditions};
use reductio_generate::Sketch;
use reductio_system::{CellId, ObjectId, Operation, OperationKind, Place, System, ThreadId};

use super::naive::{self, State};

/// The largest number of valuations of a system that is compared.
const VALUATIONS: u64 = 600;

/// An effect on a predicate: object, thread, transition, kind.
pub(crate) type Effect = (usize, usize, usize, EffectKind);

/// The facts about all transitions of a system, from all its states.
#[derive(Default)]
pub(crate) struct Found {
    /// The effects in states where the transition's own accesses are allowed.
    pub(crate) effects: BTreeSet<Effect>,
    /// The effects in states that are not bad.
    in_good_states: BTreeSet<Effect>,
    pub(crate) stolen: BTreeSet<(usize, usize)>,
    /// The objects to which a thread at a control point has access together with another one after a step of another
    /// thread, while before it no two of the three had: object, thread and point.
    pub(crate) overlaps: BTreeSet<(usize, usize, i32)>,
    /// The transitions that take access from a thread at a control point while their own thread has none: object,
    /// thread and transition, the other thread and its point.
    pub(crate) taken: BTreeSet<(usize, usize, usize, usize, i32)>,
    pub(crate) hides: BTreeSet<(usize, usize, usize)>,
    /// The control points that may block, by thread and point.
    pub(crate) blocks: BTreeSet<(usize, i32)>,
}

pub(crate) fn look(discipline: &Discipline, states: &[State]) -> Found {
    let system = discipline.system();
    let mut found = Found::default();
    for state in states {
        let is_good = !naive::is_bad(discipline, state);
        for thread in system.thread_ids() {
            let pending = naive::pending(system, thread, state);
            let mut is_enabled = false;
            for &number in &pending {
                let transition = &system.thread(thread).transitions()[number];
                let (touched, after) = naive::execute(system, thread, transition, state);
                let Some(after) = after else { continue };
                is_enabled = true;
                if naive::may_touch(discipline, thread, &touched, state) {
                    let one = Executed { thread, number, before: state, after: &after };
                    effects(discipline, &one, is_good, &mut found);
                    hidden(system, &one, &mut found);
                }
            }
            if !is_enabled && !pending.is_empty() {
                found.blocks.insert((thread.index(), state[thread.counter().index()]));
            }
        }
    }
    found
}

struct Executed<'a> {
    thread: ThreadId,
    number: usize,
    before: &'a State,
    after: &'a State,
}

fn effects(discipline: &Discipline, one: &Executed<'_>, is_good: bool, found: &mut Found) {
    let system = discipline.system();
    let Executed { thread, number, before, after } = *one;
    for (index, object) in system.objects().iter().enumerate() {
        if object.cells().iter().all(|cell| discipline.usage().object(*cell).is_none()) {
            continue;
        }
        let has = |thread, state| naive::holds(object.predicate(thread), state);
        let mine = (has(thread, before), has(thread, after));
        for holder in system.thread_ids().filter(|holder| *holder != thread) {
            for other in system.thread_ids().filter(|other| *other != holder) {
                let three = BTreeSet::from([holder, other, thread]);
                let had = three.iter().filter(|one| has(**one, before)).count();
                if had < 2 && has(holder, after) && has(other, after) {
                    let point = before[holder.counter().index()];
                    found.overlaps.insert((index, holder.index(), point));
                }
            }
        }
        for other in system.thread_ids().filter(|other| *other != thread) {
            let theirs = (has(other, before), has(other, after));
            let kinds = [
                (theirs == (false, true), EffectKind::Gives),
                (theirs == (true, false) && !mine.0, EffectKind::Takes),
                (theirs == (true, false) && mine.0, EffectKind::TakesBack),
                (mine == (true, false), EffectKind::Drops),
                (mine == (false, true) && theirs.0, EffectKind::Steals),
            ];
            for (_, kind) in kinds.into_iter().filter(|(happens, _)| *happens) {
                let effect = (index, thread.index(), number, kind);
                found.effects.insert(effect);
                if is_good {
                    found.in_good_states.insert(effect);
                }
                if kind == EffectKind::Takes {
                    let point = before[other.counter().index()];
                    found.taken.insert((index, thread.index(), number, other.index(), point));
                }
                if kind == EffectKind::Steals {
                    found.stolen.insert((index, other.index()));
                }
            }
        }
    }
}

fn hidden(system: &System, one: &Executed<'_>, found: &mut Found) {
    let claims = system.invariants().iter().chain(system.reachable());
    for (claim, what) in claims.enumerate() {
        let is_invariant = claim < system.invariants().len();
        let holds = |state| naive::holds(&what.predicate, state);
        // Violated and then not, reached and then not.
        if holds(one.before) != is_invariant && holds(one.after) == is_invariant {
            found.hides.insert((claim, one.thread.index(), one.number));
        }
    }
}

/// The effects that the discipline has found.
pub(crate) fn reported(discipline: &Discipline) -> BTreeSet<Effect> {
    let effects = discipline.effects();
    let objects = 0..discipline.system().objects().len();
    objects
        .flat_map(|x| {
            let of = effects.of_object(ObjectId::new(x));
            of.map(move |(thread, number, kind, _)| (x, thread.index(), number, kind))
        })
        .collect()
}

/// Whether Set B lets invisible transitions of a thread drop its access to an object.
fn set_b_allows_drop(found: &Found, object: usize, thread: ThreadId) -> bool {
    let is_given = |effect: &Effect| effect.0 == object && effect.3 == EffectKind::Gives;
    !found.effects.iter().any(is_given) && !found.stolen.contains(&(object, thread.index()))
}

/// The set of conditions that an object should be held to, by the facts from all states.
fn expected(
    discipline: &Discipline,
    found: &Found,
    visible: &BTreeSet<(usize, usize)>,
    object: usize,
) -> &'static str {
    let system = discipline.system();
    let is_about = |place: &Place| {
        let mut is = false;
        place.for_each_candidate(&mut |cell| {
            is |= discipline.usage().object(cell) == Some(ObjectId::new(object));
        });
        is
    };
    // A thread at an invisible point, from which a transition may access the object.
    let is_user = |thread: usize, point: i32| {
        let transitions = system.threads()[thread].transitions().iter().enumerate();
        let mut pending = transitions.filter(|(_, t)| i32::from(t.start()) == point);
        pending.any(|(number, transition)| {
            let mut touches = false;
            transition.guard().for_each_place(&mut |place| touches |= is_about(place));
            for assignment in transition.command() {
                assignment.value.for_each_place(&mut |place| touches |= is_about(place));
                touches |= is_about(&assignment.target);
                if let Place::Element { indices, .. } = &assignment.target {
                    let values = indices.iter().map(|index| &index.value);
                    values.for_each(|v| v.for_each_place(&mut |place| touches |= is_about(place)));
                }
            }
            // Either all transitions of a point are visible, or none is.
            touches && !visible.contains(&(thread, number))
        })
    };
    let mut taken = found.taken.iter().filter(|(x, thread, number, ..)| {
        assert!(visible.contains(&(*thread, *number)), "what takes access is visible");
        *x == object
    });
    if taken.any(|(.., other, point)| is_user(*other, *point)) {
        return "neither";
    }
    let needs_c = found.effects.iter().any(|&(x, thread, number, kind)| {
        let id = ThreadId::new(thread);
        let start = i32::from(system.thread(id).transitions()[number].start());
        x == object
            && kind == EffectKind::Drops
            && !set_b_allows_drop(found, x, id)
            && !found.overlaps.contains(&(x, thread, start))
    });
    let is_given = |effect: &Effect| effect.0 == object && effect.3 == EffectKind::Gives;
    match (needs_c, found.effects.iter().any(is_given)) {
        (true, _) => "C",
        (false, true) => "A",
        (false, false) => "B",
    }
}

/// The transitions that must be visible, by the facts from all states.
fn visible(
    discipline: &Discipline,
    found: &Found,
    hides: &BTreeSet<(usize, usize, usize)>,
) -> BTreeSet<(usize, usize)> {
    let system = discipline.system();
    let has = |x, thread: ThreadId, number, kind| {
        found.effects.contains(&(x, thread.index(), number, kind))
    };
    let by_itself = |thread: ThreadId, number: usize| {
        let transition = &system.thread(thread).transitions()[number];
        let mut is_visible = transition
            .operation()
            .is_some_and(|operation| !never_waits(operation.kind()) || is_seen(system, operation));
        let mut places = Vec::new();
        transition.guard().for_each_place(&mut |place| places.push(place));
        for assignment in transition.command() {
            assignment.value.for_each_place(&mut |place| places.push(place));
            places.push(&assignment.target);
            if let Place::Element { indices, .. } = &assignment.target {
                indices
                    .iter()
                    .for_each(|i| i.value.for_each_place(&mut |place| places.push(place)));
            }
        }
        for place in places {
            place.for_each_candidate(&mut |cell| {
                is_visible |= discipline.usage().role(cell) == Role::Open;
            });
        }
        for x in 0..system.objects().len() {
            let drops = has(x, thread, number, EffectKind::Drops);
            is_visible |= has(x, thread, number, EffectKind::Gives)
                || has(x, thread, number, EffectKind::Takes)
                || has(x, thread, number, EffectKind::TakesBack)
                || drops && !set_b_allows_drop(found, x, thread) && {
                    let start = system.thread(thread).transitions()[number].start();
                    found.overlaps.contains(&(x, thread.index(), i32::from(start)))
                };
        }
        let mut claims = 0..discipline.exact_claims().count();
        is_visible || claims.any(|claim| hides.contains(&(claim, thread.index(), number)))
    };
    let mut all = BTreeSet::new();
    for thread in system.thread_ids() {
        for point in 0..system.thread(thread).points().len() {
            let point = u16::try_from(point).unwrap();
            let numbers = system.thread(thread).pending_numbers(point);
            if found.blocks.contains(&(thread.index(), i32::from(point)))
                || numbers.clone().any(|number| by_itself(thread, number))
            {
                all.extend(numbers.map(|number| (thread.index(), number)));
            }
        }
    }
    all
}

/// The numbers of what was compared.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    pub(crate) systems: usize,
    pub(crate) effects: usize,
    only_in_bad_states: usize,
    pub(crate) hides: usize,
    too_many_hides: usize,
    pub(crate) invisible: usize,
    pub(crate) set_a: usize,
    pub(crate) set_b: usize,
    set_c: usize,
    neither: usize,
    /// The systems whose classification assumes invariants, and the effects that these exclude.
    pub(crate) assuming: usize,
    pub(crate) excluded: usize,
    /// Objects that some transition takes access to away, whether anybody is about to use it or not.
    taken: usize,
    pub(crate) blocking: usize,
}

/// Compares the discipline with all valuations; `what` is for the message of a failing test.
pub(crate) fn compare(system: &System, what: &dyn std::fmt::Display, compared: &mut Compared) {
    compare_with(system, &Settings::default(), what, compared);
}

/// Compares the discipline with other settings.
pub(crate) fn compare_with(
    system: &System,
    settings: &Settings,
    what: &dyn std::fmt::Display,
    compared: &mut Compared,
) {
    compared.systems += 1;
    let settings = Settings { exact_reach: true, ..settings.clone() };
    let discipline = Discipline::with(system, &settings, None).unwrap();
    let all = naive::valuations(system);
    let declared = discipline.assumed_invariants().iter();
    let declared = declared.map(|number| system.invariants()[*number].predicate.clone());
    let found = discipline.found_invariants().map(|one| one.predicate(system));
    let assumed: Vec<_> = declared.chain(found).collect();
    let is_assumed = |state: &State| assumed.iter().all(|one| naive::holds(one, state));
    let states: Vec<State> = all.iter().filter(|state| is_assumed(state)).cloned().collect();
    let found = look(&discipline, &states);
    if assumed.is_empty() {
        assert_eq!(reported(&discipline), found.effects, "{what}");
    } else {
        // No step leads out of what is assumed, and it excludes effects that other states have. That it excludes all
        // that it could is not promised.
        assert!(is_assumed(&naive::initial(system)), "{what}");
        let leaves = |state: &State| {
            system.thread_ids().any(|thread| {
                naive::pending(system, thread, state).into_iter().any(|number| {
                    let transition = &system.thread(thread).transitions()[number];
                    let (_, after) = naive::execute(system, thread, transition, state);
                    after.is_some_and(|after| !is_assumed(&after))
                })
            })
        };
        assert!(!states.iter().any(leaves), "{what}");
        let told = reported(&discipline);
        let everywhere = look(&discipline, &all);
        assert!(told.is_superset(&found.effects) && told.is_subset(&everywhere.effects), "{what}");
        compared.assuming += 1;
        compared.excluded += everywhere.effects.difference(&told).count();
        // Whatever is invisible must be so by what there is in these states.
        let hides: BTreeSet<_> = found.hides.clone();
        for (thread, number) in visible(&discipline, &found, &hides) {
            let is_visible = discipline.classification().is_visible(ThreadId::new(thread), number);
            assert!(is_visible, "{thread} {number}: {what}");
        }
        return;
    }
    assert_eq!(discipline.effects().undecided().next(), None, "{what}");
    assert!(found.in_good_states.is_subset(&found.effects));
    shown(&discipline, &states, what);
    compared.effects += found.effects.len();
    compared.blocking += found.blocks.len();
    compared.only_in_bad_states += found.effects.difference(&found.in_good_states).count();
    let mut all_hides = BTreeSet::new();
    let mut all_visible = BTreeSet::new();
    for thread in system.thread_ids() {
        for number in 0..system.thread(thread).transitions().len() {
            let own = discipline.effects().hides(thread, number);
            all_hides.extend(own.map(|(claim, _)| (claim, thread.index(), number)));
            if discipline.classification().is_visible(thread, number) {
                all_visible.insert((thread.index(), number));
            } else {
                compared.invisible += 1;
            }
        }
    }
    // Claims are cut into parts, so that more is said to be hidden than is.
    assert!(all_hides.is_superset(&found.hides), "{what}");
    compared.too_many_hides += all_hides.len() - found.hides.len();
    let must = visible(&discipline, &found, &all_hides);
    assert_eq!(all_visible, must, "{what}");
    for (x, conditions) in discipline.conditions().iter().enumerate() {
        let told = match conditions {
            SideConditions::SetA => "A",
            SideConditions::SetB => "B",
            SideConditions::SetC => "C",
            SideConditions::Neither(_) => "neither",
            SideConditions::Demoted | SideConditions::Watched => unreachable!("nothing is demoted"),
        };
        assert_eq!(told, expected(&discipline, &found, &must, x), "{conditions:?}: {what}");
        compared.set_c += usize::from(told == "C");
        compared.neither += usize::from(told == "neither");
        compared.taken += usize::from(found.taken.iter().any(|taken| taken.0 == x));
        compared.set_a += usize::from(matches!(conditions, SideConditions::SetA));
        compared.set_b += usize::from(matches!(conditions, SideConditions::SetB));
        for thread in system.thread_ids() {
            let is_stolen = discipline.effects().can_be_stolen(ObjectId::new(x), thread);
            assert_eq!(is_stolen, found.stolen.contains(&(x, thread.index())), "{what}");
        }
    }
    compared.hides += all_hides.len();
}

/// Asserts that every state with the values that are told with an effect shows the effect.
fn shown(discipline: &Discipline, states: &[State], what: &dyn std::fmt::Display) {
    for x in (0..discipline.system().objects().len()).map(ObjectId::new) {
        for (thread, number, kind, effect) in discipline.effects().of_object(x) {
            assert!(effect.is_shown, "{what}");
            let has = |state: &&State| {
                effect.state.iter().all(|(cell, value)| state[cell.index()] == *value)
            };
            let with: Vec<State> = states.iter().filter(has).take(20).cloned().collect();
            assert!(!with.is_empty(), "{what}");
            let key = (x.index(), thread.index(), number, kind);
            for state in with {
                let found = look(discipline, &[state]);
                assert!(found.effects.contains(&key), "{key:?} {:?}: {what}", effect.state);
            }
        }
    }
}

#[test]
fn what_is_found_on_all_ways_is_what_there_is_in_all_states() {
    let mut compared = Compared::default();
    for seed in 0..3_000 {
        let sketch = Sketch::tiny(seed);
        let sketch = if seed < 2_500 { sketch } else { sketch.trying(seed) };
        let system = sketch.build().unwrap();
        if naive::count_valuations(&system) <= VALUATIONS {
            compare(&system, &format!("seed {seed}\n{sketch}"), &mut compared);
        }
    }
    println!("{compared:?}");
    let Compared { systems, effects, hides, invisible, .. } = compared;
    assert!(systems > 2_000 && effects > 5_000 && hides > 400 && invisible > 2_000);
    // Effects that only bad states show matter: see `needed`.
    assert!(compared.only_in_bad_states > 500 && compared.set_a > 100 && compared.set_b > 1_000);
    assert!(compared.set_c > 200 && compared.neither > 40 && compared.taken > 100);
}

#[test]
fn a_state_is_bad_when_a_rule_is_broken_in_it() {
    let (mut bad, mut good) = (0, 0);
    for seed in 0..600 {
        let system = Sketch::tiny(seed).build().unwrap();
        if naive::count_valuations(&system) > VALUATIONS {
            continue;
        }
        let discipline = Discipline::new(&system);
        for state in naive::valuations(&system) {
            let mut packed = system.layout().zero();
            for (index, value) in state.iter().enumerate() {
                system.layout().write(&mut packed, CellId::new(index), *value);
            }
            let is_bad = naive::is_bad(&discipline, &state);
            assert_eq!(discipline.is_bad(&packed), is_bad, "seed {seed}: {state:?}");
            assert!(naive::agrees_with_packed(&system, &state), "seed {seed}: {state:?}");
            if is_bad { bad += 1 } else { good += 1 }
        }
    }
    println!("{bad} bad states, {good} others");
    assert!(bad > 10_000 && good > 5_000);
}

#[test]
fn unshared_and_constant_cells_are_what_they_are_called() {
    let (mut unshared, mut constant) = (0, 0);
    for seed in 0..600 {
        let system = Sketch::tiny(seed).build().unwrap();
        if naive::count_valuations(&system) > VALUATIONS {
            continue;
        }
        let discipline = Discipline::new(&system);
        let mut touched_by = BTreeSet::new();
        let mut changed = BTreeSet::new();
        for state in naive::valuations(&system) {
            for thread in system.thread_ids() {
                for number in naive::pending(&system, thread, &state) {
                    let transition = &system.thread(thread).transitions()[number];
                    let (touched, after) = naive::execute(&system, thread, transition, &state);
                    touched_by.extend(touched.iter().map(|cell| (*cell, thread)));
                    let after = after.unwrap_or_else(|| state.clone());
                    let cells = (0..state.len()).filter(|k| state[*k] != after[*k]);
                    changed.extend(cells.map(CellId::new));
                }
            }
        }
        for cell in (0..system.cells().len()).map(CellId::new) {
            match discipline.usage().role(cell) {
                Role::Unshared(owner) => {
                    unshared += 1;
                    let foreign =
                        touched_by.iter().any(|(c, thread)| *c == cell && *thread != owner);
                    assert!(!foreign, "seed {seed}: {}", system.cell(cell).name());
                }
                Role::Constant => {
                    constant += 1;
                    assert!(!changed.contains(&cell), "seed {seed}: {}", system.cell(cell).name());
                }
                _ => {}
            }
        }
    }
    assert!(unshared > 50 && constant > 20, "{unshared} {constant}");
}

/// Whether what the owner of a lock does with it is seen by who tries it, or done with its wait set by who signals.
fn is_seen(system: &System, operation: &Operation) -> bool {
    let mut others = system.threads().iter().flat_map(reductio_system::Thread::transitions);
    others.any(|other| {
        let Some(other) = other.operation() else { return false };
        let owner_or_waiters = match other.kind() {
            OperationKind::TryAcquire => [true, false],
            OperationKind::Signal | OperationKind::Broadcast => [false, true],
            _ => [false, false],
        };
        let own = match operation.kind() {
            OperationKind::Release => [true, false],
            OperationKind::StartWait => [true, true],
            OperationKind::Notify | OperationKind::NotifyAll => [false, true],
            _ => [false, false],
        };
        other.variable() == operation.variable()
            && owner_or_waiters.iter().zip(own).any(|(seen, done)| *seen && done)
    })
}

/// Whether an operation gives a lock up, or tells other threads of it (S1 section 3.5 lets these be invisible), or is
/// the `up` of a semaphore.
fn never_waits(kind: OperationKind) -> bool {
    let all = [
        OperationKind::Release,
        OperationKind::StartWait,
        OperationKind::Notify,
        OperationKind::NotifyAll,
        OperationKind::Up,
    ];
    all.contains(&kind)
}
