//! Theorems 2 to 5: what holds of a system where invisible transitions go first, or are put together with the one
//! before. What is visible is found from the operations alone, and the discipline is Eraser's, without threads that
//! initialize.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Mutex;

use reductio_discipline::{Discipline, Packed};
use reductio_locking::{LockDiscipline, Rule};
use reductio_search::{Accesses, Model, ValueStore, Visibility};
use reductio_selective::{
    Choice, Granularity, Limits, Selection, Sleep, StateLimits, Stopped, deepen, explore,
    explore_states,
};
use reductio_system::{PackedState, System, ThreadId};

use crate::s1::agreement::violated;
use crate::s1::hypotheses::{Facts, Hypothesis};
use crate::s1::oracle::{Met, Single, is_persistent, met};
use crate::s1::run_time;
use crate::s1::systems::{Draw, generated};

/// A system whose visible control points are those of [`Facts`], as a model that notes the states that are looked at.
struct Noting<'s> {
    model: Packed<'s>,
    system: &'s System,
    facts: &'s Facts,
    states: Mutex<HashSet<PackedState>>,
}

impl Model for Noting<'_> {
    type State = PackedState;
    type Violation = ();
    type Store = ValueStore<PackedState>;

    fn threads(&self) -> usize {
        self.model.threads()
    }
    fn initial(&self) -> PackedState {
        self.model.initial()
    }
    fn steps(&self, thread: usize, state: &PackedState, visit: impl FnMut(usize, &PackedState)) {
        self.model.steps(thread, state, visit);
    }
    fn store(&self) -> Self::Store {
        ValueStore::default()
    }
    fn violation(&self, state: &PackedState) -> Option<()> {
        self.states.lock().unwrap().insert(state.clone());
        None
    }
    fn has_failed(&self, thread: usize, state: &PackedState) -> bool {
        self.model.has_failed(thread, state)
    }
    fn may_rest(&self, thread: usize, state: &PackedState) -> bool {
        self.model.may_rest(thread, state)
    }
    fn points(&self, thread: usize) -> usize {
        self.model.points(thread)
    }
    fn point(&self, thread: usize, state: &PackedState) -> usize {
        self.model.point(thread, state)
    }
    fn accesses(&self, thread: usize, step: usize, state: &PackedState) -> Accesses {
        self.model.accesses(thread, step, state)
    }
    fn waits_for(&self, thread: usize, state: &PackedState) -> Accesses {
        self.model.waits_for(thread, state)
    }
}

impl Visibility for Noting<'_> {
    fn is_visible(&self, thread: usize, state: &PackedState) -> bool {
        self.facts.is_visible(self.system, ThreadId::new(thread), state)
    }
}

/// How a theorem's conclusion fares in one system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fares {
    Holds,
    Fails,
    /// The search says that it cannot be made.
    Refused,
    /// A limit was reached.
    GivenUp,
}

impl Fares {
    fn of(holds: bool) -> Self {
        if holds { Fares::Holds } else { Fares::Fails }
    }
}

/// A theorem, with its hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Theorem {
    Two,
    Three,
    Four,
    Five,
}

impl Theorem {
    const ALL: [Theorem; 4] = [Theorem::Two, Theorem::Three, Theorem::Four, Theorem::Five];

    fn hypotheses(self) -> BTreeSet<Hypothesis> {
        use Hypothesis::{BoundedInvis, DetermInvis, InitVis, Ld, NonBlockInvis, Separation};
        BTreeSet::from_iter(match self {
            Theorem::Two => vec![Ld, Separation],
            Theorem::Three => vec![Ld, Separation, BoundedInvis, DetermInvis, NonBlockInvis],
            Theorem::Four => vec![Ld, Separation, InitVis, BoundedInvis, DetermInvis],
            Theorem::Five => {
                vec![Ld, Separation, InitVis, BoundedInvis, DetermInvis, NonBlockInvis]
            }
        })
    }

    fn conclusion(self, system: &System, facts: &Facts) -> Fares {
        match self {
            Theorem::Two => invisible_transitions_are_persistent(system, facts),
            Theorem::Three => invisible_first_meets_the_same(system, facts),
            Theorem::Four => the_same_visible_states(system, facts),
            Theorem::Five => composed_meets_the_same(system, facts),
        }
    }
}

/// Theorem 2: wherever a thread has an enabled invisible transition, its enabled transitions are persistent.
fn invisible_transitions_are_persistent(system: &System, facts: &Facts) -> Fares {
    let mut known = Fares::Holds;
    for state in &facts.states {
        for thread in system.thread_ids() {
            if facts.invisible(system, thread, state).is_empty() {
                continue;
            }
            match is_persistent(&Single(system), state, &[thread.index()]) {
                Some(true) => {}
                Some(false) => return Fares::Fails,
                None => known = Fares::GivenUp,
            }
        }
    }
    known
}

fn noting<'s>(discipline: &'s Discipline, system: &'s System, facts: &'s Facts) -> Noting<'s> {
    Noting { model: Packed::new(discipline), system, facts, states: Mutex::default() }
}

fn points(reached: &[Vec<bool>]) -> BTreeSet<(usize, usize)> {
    let mut points = BTreeSet::new();
    for (thread, reached) in reached.iter().enumerate() {
        points.extend((0..reached.len()).filter(|k| reached[*k]).map(|point| (thread, point)));
    }
    points
}

/// Theorem 3: a search with invisible transitions first meets the same deadlocks and control points; with greater and
/// greater bounds where some execution does not end.
fn invisible_first_meets_the_same(system: &System, facts: &Facts) -> Fares {
    let expected = met(&Single(system), usize::MAX).expect("there is no limit");
    let discipline = Discipline::new(system);
    let model = noting(&discipline, system, facts);
    let mut fares = Fares::Holds;
    for sleep in [Sleep::Never, Sleep::Unconditional] {
        let (granularity, choice) = (Granularity::InvisibleFirst, Choice::All);
        let limits = Limits { executions: 1_500, ..Limits::default() };
        let bound = facts.is_endless.then(|| NonZeroUsize::new(facts.states.len()).unwrap());
        let selection = Selection { granularity, choice, sleep, bound };
        let found = if bound.is_some() {
            deepen(&model, &selection, &limits).last
        } else {
            explore(&model, &selection, &limits)
        };
        match found.stopped {
            None => {}
            Some(Stopped::Invisible { .. }) => return Fares::Refused,
            Some(_) => {
                fares = Fares::GivenUp;
                continue;
            }
        }
        let deadlocks = found.deadlocks.into_iter().collect();
        if (Met { deadlocks, points: points(&found.reached) }) != expected {
            return Fares::Fails;
        }
    }
    fares
}

/// What a search of the composed system meets, and the visible states that it looks at.
fn composed(system: &System, facts: &Facts) -> Result<(Met, HashSet<PackedState>), Fares> {
    let discipline = Discipline::new(system);
    let model = noting(&discipline, system, facts);
    let granularity = Granularity::Composed;
    let selection = Selection { granularity, ..Selection::default() };
    let found = explore_states(&model, &selection, &StateLimits::default()).unwrap();
    match found.stopped {
        None => {}
        Some(Stopped::Invisible { .. }) => return Err(Fares::Refused),
        Some(_) => return Err(Fares::GivenUp),
    }
    let deadlocks = found.deadlocks.into_iter().collect();
    let met = Met { deadlocks, points: points(&found.reached) };
    let mut states = model.states.into_inner().unwrap();
    states.retain(|state| system.thread_ids().all(|t| facts.is_visible(system, t, state)));
    Ok((met, states))
}

/// Theorem 4: the same visible states are reachable.
fn the_same_visible_states(system: &System, facts: &Facts) -> Fares {
    let is_visible = |state: &&PackedState| {
        system.thread_ids().all(|thread| facts.is_visible(system, thread, state))
    };
    let expected: HashSet<PackedState> = facts.states.iter().filter(is_visible).cloned().collect();
    composed(system, facts).map_or_else(|fares| fares, |(_, found)| Fares::of(found == expected))
}

/// Theorem 5: the same deadlocks, and the same control points, those among them that composed transitions pass through.
fn composed_meets_the_same(system: &System, facts: &Facts) -> Fares {
    let expected = met(&Single(system), usize::MAX).expect("there is no limit");
    composed(system, facts).map_or_else(|fares| fares, |(found, _)| Fares::of(found == expected))
}

/// How often a conclusion was asked for, and what came out.
#[derive(Clone, Debug, Default)]
struct Tally {
    holds: usize,
    fails: usize,
    refused: usize,
    given_up: usize,
    /// A small system for which it fails.
    witness: Option<String>,
}

impl Tally {
    fn add(&mut self, fares: Fares, told: &str) {
        match fares {
            Fares::Holds => self.holds += 1,
            Fares::Fails => {
                self.fails += 1;
                if self.witness.as_ref().is_none_or(|known| told.len() < known.len()) {
                    self.witness = Some(told.to_owned());
                }
            }
            Fares::Refused => self.refused += 1,
            Fares::GivenUp => self.given_up += 1,
        }
    }
}

/// For each theorem, how it fares where its hypotheses are met, where one of them alone is not, and where they are met
/// if the accesses of the discipline are counted when they are executed.
#[derive(Default)]
struct Table {
    met: BTreeMap<Theorem, Tally>,
    without: BTreeMap<(Theorem, Hypothesis), Tally>,
    at_run_time: BTreeMap<Theorem, Tally>,
}

fn fill(seeds: Range<u64>) -> Table {
    let mut table = Table::default();
    for number in seeds {
        let (classes, told) = generated(number, Draw::Disciplined);
        let discipline = LockDiscipline::new(&classes, Rule::Eraser).unwrap();
        let system = classes.system();
        let cells: Vec<usize> = classes.cells().iter().map(|(cell, _)| cell.index()).collect();
        let is_open = |cell: usize| !cells.contains(&cell);
        let Some(mut facts) = Facts::of(system, &is_open, 200) else { continue };
        let Some(is_violated) = violated(&discipline) else { continue };
        if is_violated {
            facts.failed.insert(Hypothesis::Ld);
        }
        let mut is_violated_at_run_time = None;
        for theorem in Theorem::ALL {
            let hypotheses = theorem.hypotheses();
            let failed: Vec<Hypothesis> = hypotheses.intersection(&facts.failed).copied().collect();
            let tally = match failed[..] {
                [] => table.met.entry(theorem).or_default(),
                [one] => table.without.entry((theorem, one)).or_default(),
                _ => continue,
            };
            let fares = theorem.conclusion(system, &facts);
            tally.add(fares, &told);
            if failed == [Hypothesis::Ld] {
                let is = is_violated_at_run_time
                    .get_or_insert_with(|| run_time::violated(system, &cells, 2_000));
                if *is == Some(false) {
                    table.at_run_time.entry(theorem).or_default().add(fares, &told);
                }
            }
        }
    }
    table
}

/// Prints the table; with the smallest systems for which a conclusion fails, if they are wanted.
fn print(table: &Table, with_systems: bool) {
    let row = |name: String, tally: &Tally| {
        let Tally { holds, fails, refused, given_up, witness } = tally;
        println!(
            "{name:32} holds {holds:6} fails {fails:5} refused {refused:5} given up {given_up:5}"
        );
        if let Some(system) = witness.as_ref().filter(|_| with_systems) {
            println!("{system}");
        }
    };
    for (theorem, tally) in &table.met {
        row(format!("{theorem:?}"), tally);
    }
    for ((theorem, hypothesis), tally) in &table.without {
        row(format!("{theorem:?} without {hypothesis:?}"), tally);
    }
    for (theorem, tally) in &table.at_run_time {
        row(format!("{theorem:?} by run-time accesses"), tally);
    }
}

/// Fails if a conclusion fails where the hypotheses are met.
fn check(table: &Table, least: usize) {
    for (theorem, tally) in &table.met {
        assert_eq!(tally.fails, 0, "{theorem:?} {}", tally.witness.as_deref().unwrap_or_default());
        assert!(tally.holds >= least && tally.refused == 0, "{theorem:?} {tally:?}");
    }
}

/// Generated systems for which a conclusion fails: the number, the theorem, and the hypothesis that is not met; none
/// where it is the discipline that is followed only if its accesses are counted when they are executed.
#[test]
fn conclusions_fail_without_their_hypotheses() {
    use Hypothesis::{Ld, NonBlockInvis, Separation};
    for (number, theorem, hypothesis) in [
        (873, Theorem::Two, Some(Ld)),
        (1_034, Theorem::Two, Some(Separation)),
        (39_861, Theorem::Three, Some(Ld)),
        (19_128, Theorem::Three, Some(Separation)),
        (49_511, Theorem::Four, Some(Ld)),
        (31_586, Theorem::Four, Some(Separation)),
        (34_307, Theorem::Five, Some(Ld)),
        (38_385, Theorem::Five, Some(NonBlockInvis)),
        (53_495, Theorem::Two, None),
        (43_168, Theorem::Three, None),
        (10_580, Theorem::Four, None),
        (43_168, Theorem::Five, None),
    ] {
        let table = fill(number..number + 1);
        let tally = match hypothesis {
            Some(hypothesis) => table.without.get(&(theorem, hypothesis)),
            None => table.at_run_time.get(&theorem),
        };
        let fails = tally.map_or(0, |tally| tally.fails);
        assert_eq!(fails, 1, "{number} {theorem:?} {hypothesis:?}");
    }
}

#[test]
fn theorems_2_to_5_hold_where_their_hypotheses_do() {
    let table = fill(0..1_200);
    print(&table, false);
    check(&table, 50);
}

#[test]
#[ignore = "takes minutes"]
fn theorems_2_to_5_hold_at_length() {
    let table = fill(10_000..80_000);
    print(&table, true);
    check(&table, 5_000);
}
