//! What single transitions can do to exclusive access predicates and to claims.
//!
//! Each transition is looked at alone, in every valuation of the cells that it and the predicates it may change
//! read. Nothing is explored; a valuation need not be reachable.
//!
//! States in which the thread may not access what the transition accesses are left out, and no others. To leave out
//! all bad states would be wrong. Hypotheses (16) and (17) ask what an invisible transition does *after* a transition
//! of another thread; that one may have led into a bad state, which the invisible transition must not mend, for in
//! the other order no state would be bad. What made the state bad is not an access of the invisible transition: those
//! were allowed before, and nobody takes access. But two threads may have access in it, or a third may have begun a
//! forbidden access. A visible transition is never the second of the two, so it may take back what two threads have
//! ([`Kind::TakesBack`]).

use std::collections::BTreeMap;

use super::hiding::{Part, parts};
use super::omission::Omission;
use super::partial::{Choices, PartialState};
use super::usage::Usage;
use super::violation::Watch;
use crate::system::{CellId, Claim, Expression, ObjectId, System, ThreadId, Transition, Value};

/// Valuations that are tried for one transition.
const LIMIT: usize = 200_000;

/// What a transition of thread `i` can do to the predicates of an object `x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// It makes `e(x, j)` true for another thread `j`.
    Gives,
    /// It makes `e(x, j)` false for another thread `j`, in a state where `e(x, i)` does not hold.
    Takes,
    /// It makes `e(x, j)` false for another thread `j`, in a state where `e(x, i)` holds as well.
    TakesBack,
    /// It makes `e(x, i)` false.
    Drops,
    /// It makes `e(x, i)` true while `e(x, j)` holds for another thread `j`.
    Steals,
}

/// An effect, with a state that shows it.
#[derive(Clone, Debug)]
pub struct Effect {
    /// The other thread `j`; for [`Kind::Drops`] any one.
    pub other: ThreadId,
    /// What was read of a state in which the transition has the effect.
    pub state: PartialState,
}

/// The effects of all transitions.
#[derive(Clone, Debug)]
pub struct Effects {
    /// By object, thread, number of the transition and kind.
    found: BTreeMap<(ObjectId, ThreadId, usize, Kind), Effect>,
    /// By claim, thread and number: the transition can hide that the claim was violated (or reached).
    hides: BTreeMap<(usize, ThreadId, usize), PartialState>,
    /// Transitions with too many valuations to be decided.
    undecided: Vec<(ThreadId, usize)>,
    /// By object: whose access can be stolen, by thread.
    stolen: Vec<Vec<bool>>,
}

impl Effects {
    /// `exact_claims` says how many claims no transition may hide unseen.
    pub(super) fn new(
        system: &System,
        usage: &Usage,
        omitted: Option<Omission>,
        exact_claims: usize,
    ) -> Self {
        let survey = Survey::new(system, usage, omitted, exact_claims);
        let mut effects = Effects {
            found: BTreeMap::new(),
            hides: BTreeMap::new(),
            undecided: Vec::new(),
            stolen: vec![vec![false; system.threads().len()]; system.objects().len()],
        };
        let mut choices = Choices::new(system);
        for thread in system.thread_ids() {
            for number in 0..system.thread(thread).transitions().len() {
                let complete = choices.for_all(LIMIT, |choices| {
                    survey.predicates(choices, thread, number, &mut effects);
                });
                if complete.is_err() {
                    effects.undecided.push((thread, number));
                }
                let claims = choices.for_all(LIMIT, |choices| {
                    survey.claims(choices, thread, number, &mut effects);
                });
                if claims.is_err() {
                    // It may hide what it may change.
                    for claim in survey.claims_changed_by(thread, number) {
                        effects.hides.entry((claim, thread, number)).or_default();
                    }
                }
            }
        }
        effects
    }

    /// An effect of a transition on an object, if it can have it.
    pub fn get(
        &self,
        object: ObjectId,
        thread: ThreadId,
        number: usize,
        kind: Kind,
    ) -> Option<&Effect> {
        self.found.get(&(object, thread, number, kind))
    }

    /// The effects on an object: thread, number of the transition, kind.
    pub fn of_object(
        &self,
        object: ObjectId,
    ) -> impl Iterator<Item = (ThreadId, usize, Kind, &Effect)> {
        let range = (object, ThreadId::new(0), 0, Kind::Gives)..;
        let own = self.found.range(range).take_while(move |((found, ..), _)| *found == object);
        own.map(|((_, thread, number, kind), effect)| (*thread, *number, *kind, effect))
    }

    /// Whether another thread can get access to `object` while `thread` has it.
    pub fn can_be_stolen(&self, object: ObjectId, thread: ThreadId) -> bool {
        self.stolen[object.index()][thread.index()]
    }

    /// The claims (by number: invariants first, then what is to be reached) whose violation (or reaching) a
    /// transition can hide, each with a state.
    pub fn hides(
        &self,
        thread: ThreadId,
        number: usize,
    ) -> impl Iterator<Item = (usize, &PartialState)> {
        self.hides
            .iter()
            .filter(move |((_, t, n), _)| (*t, *n) == (thread, number))
            .map(|((claim, ..), state)| (*claim, state))
    }

    /// Whether a transition has too many valuations to be decided.
    pub fn is_undecided(&self, thread: ThreadId, number: usize) -> bool {
        self.undecided.contains(&(thread, number))
    }

    /// The transitions with too many valuations to be decided.
    pub fn undecided(&self) -> &[(ThreadId, usize)] {
        &self.undecided
    }
}

/// Which predicates read which cells.
struct Survey<'s> {
    system: &'s System,
    usage: &'s Usage,
    /// By cell: the objects of which some predicate reads it.
    objects: Vec<Vec<ObjectId>>,
    /// By object and thread: the cells that the predicate reads, sorted.
    supports: Vec<Vec<Vec<CellId>>>,
    parts: Vec<Part<'s>>,
    /// By cell: the parts of claims that read it.
    claims: Vec<Vec<usize>>,
    omitted: Option<Omission>,
    /// For the experiment without [`Omission::BadStates`].
    watch: Option<Watch>,
}

impl<'s> Survey<'s> {
    fn new(
        system: &'s System,
        usage: &'s Usage,
        omitted: Option<Omission>,
        exact_claims: usize,
    ) -> Self {
        let mut objects = vec![Vec::new(); system.cells().len()];
        let mut supports = Vec::new();
        for (index, object) in system.objects().iter().enumerate() {
            let support = |thread| support(object.predicate(thread));
            let own: Vec<Vec<CellId>> = system.thread_ids().map(support).collect();
            // A demoted object has no discipline.
            if object.cells().iter().any(|&cell| usage.object(cell).is_some()) {
                for cell in own.iter().flatten() {
                    note(&mut objects[cell.index()], ObjectId::new(index));
                }
            }
            supports.push(own);
        }
        let mut claims = vec![Vec::new(); system.cells().len()];
        let parts = parts(system, exact_claims);
        for (index, part) in parts.iter().enumerate() {
            for cell in support(&part.predicate) {
                note(&mut claims[cell.index()], index);
            }
        }
        let leaves_out_bad = omitted == Some(Omission::BadStates);
        let watch = leaves_out_bad.then(|| Watch::new(system, usage, None));
        Survey { system, usage, objects, supports, parts, claims, omitted, watch }
    }

    /// Executes the transition in a partial state. `None` if it is not enabled there.
    fn execute(
        &self,
        choices: &mut Choices<'_>,
        thread: ThreadId,
        transition: &Transition,
    ) -> Option<()> {
        choices.decide(thread.counter(), Value::from(transition.start()));
        let outcome = match transition.guard().evaluate(choices) {
            Ok(0) => return None,
            Ok(_) => self.system.perform(thread, transition, choices),
            Err(failure) => Err(failure),
        };
        if outcome.is_err() {
            choices.undo();
            let failed = self.system.thread(thread).failed_at(transition.start())?;
            crate::system::Memory::write(choices, thread.counter(), Value::from(failed));
        }
        Some(())
    }

    /// One run: the transition `number` of `thread` in some state, one object, one other thread.
    fn predicates(
        &self,
        choices: &mut Choices<'_>,
        thread: ThreadId,
        number: usize,
        effects: &mut Effects,
    ) {
        let Some(transition) = self.system.thread(thread).transitions().get(number) else { return };
        if self.execute(choices, thread, transition).is_none() {
            return;
        }
        let accessed = self.accessed(choices);
        let Some(object) = choose_from(choices, &self.objects) else { return };
        let others = self.system.threads().len() as u64 - 1;
        if others == 0 {
            return;
        }
        let other = usize::try_from(choices.choose(others)).expect("few threads");
        let other = ThreadId::new(other + usize::from(other >= thread.index()));
        let supports = &self.supports[object.index()];
        let mine = &supports[thread.index()];
        let theirs = &supports[other.index()];
        let is_read =
            |cell: &CellId| mine.binary_search(cell).is_ok() || theirs.binary_search(cell).is_ok();
        if !choices.written().iter().any(is_read) {
            return;
        }
        let predicates = &self.system.objects()[object.index()];
        let (mine, theirs) = (predicates.predicate(thread), predicates.predicate(other));
        choices.look_back(true);
        if !self.is_allowed(choices, thread, &accessed) {
            return;
        }
        let before = (holds(mine, choices), holds(theirs, choices));
        if before == (true, true) && self.omitted == Some(Omission::OverlappingStates) {
            return;
        }
        choices.look_back(false);
        let after = (holds(mine, choices), holds(theirs, choices));
        let mut found = |kind| {
            let effect = || Effect { other, state: choices.partial_state() };
            effects.found.entry((object, thread, number, kind)).or_insert_with(effect);
        };
        match (before.1, after.1) {
            (false, true) => found(Kind::Gives),
            (true, false) => found(if before.0 { Kind::TakesBack } else { Kind::Takes }),
            _ => {}
        }
        if before.0 && !after.0 {
            found(Kind::Drops);
        }
        if before.1 && !before.0 && after.0 {
            found(Kind::Steals);
            effects.stolen[object.index()][other.index()] = true;
        }
    }

    /// One run for claims: a violated invariant that is satisfied afterwards, a reached claim that is not.
    fn claims(
        &self,
        choices: &mut Choices<'_>,
        thread: ThreadId,
        number: usize,
        effects: &mut Effects,
    ) {
        let Some(transition) = self.system.thread(thread).transitions().get(number) else { return };
        if self.execute(choices, thread, transition).is_none() {
            return;
        }
        let accessed = self.accessed(choices);
        let Some(part) = choose_from(choices, &self.claims) else { return };
        let Part { claim, predicate, hidden_when } = &self.parts[part];
        choices.look_back(true);
        if !self.is_allowed(choices, thread, &accessed) {
            return;
        }
        let before = holds(predicate, choices);
        choices.look_back(false);
        let after = holds(predicate, choices);
        if before != *hidden_when && after == *hidden_when {
            let state = || choices.partial_state();
            effects.hides.entry((*claim, thread, number)).or_insert_with(state);
        }
    }

    /// The claims that read a cell that a transition may write.
    fn claims_changed_by(&self, thread: ThreadId, number: usize) -> Vec<usize> {
        let mut out = Vec::new();
        let mut add = |cell: CellId| {
            out.extend(self.claims[cell.index()].iter().map(|&part| self.parts[part].claim));
        };
        add(thread.counter());
        for assignment in self.system.thread(thread).transitions()[number].command() {
            assignment.target.for_each_candidate(&mut add);
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// The protected objects that were touched so far.
    fn accessed(&self, choices: &Choices<'_>) -> Vec<ObjectId> {
        let mut out: Vec<ObjectId> =
            choices.touched().iter().filter_map(|&cell| self.usage.object(cell)).collect();
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Whether the thread may access all these objects: otherwise the state is bad.
    fn is_allowed(
        &self,
        choices: &mut Choices<'_>,
        thread: ThreadId,
        accessed: &[ObjectId],
    ) -> bool {
        if let Some(watch) = &self.watch {
            let mut state = self.system.layout().zero();
            for cell in (0..self.system.cells().len()).map(CellId::new) {
                let value = crate::system::Memory::read(choices, cell);
                self.system.layout().write(&mut state, cell, value);
            }
            return watch.violation(self.system, &state).is_none();
        }
        self.omitted == Some(Omission::Rule1)
            || accessed
                .iter()
                .all(|x| holds(self.system.objects()[x.index()].predicate(thread), choices))
    }
}

/// The invariants, then what is to be reached.
pub(super) fn all_claims(system: &System) -> impl Iterator<Item = &Claim> {
    system.invariants().iter().chain(system.reachable())
}

/// One of the things that read a cell that was written.
fn choose_from<T: Copy + Ord>(choices: &mut Choices<'_>, readers: &[Vec<T>]) -> Option<T> {
    let mut all: Vec<T> =
        choices.written().iter().flat_map(|cell| readers[cell.index()].iter().copied()).collect();
    all.sort_unstable();
    all.dedup();
    if all.is_empty() {
        return None;
    }
    let chosen = usize::try_from(choices.choose(all.len() as u64)).expect("an index");
    Some(all[chosen])
}

fn holds(predicate: &Expression, choices: &mut Choices<'_>) -> bool {
    predicate.evaluate(choices) == Ok(1)
}

fn note<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if list.last() != Some(&item) {
        list.push(item);
    }
}

/// The cells that an expression may read, sorted.
fn support(expression: &Expression) -> Vec<CellId> {
    let mut out = Vec::new();
    expression.for_each_place(&mut |place| place.for_each_candidate(&mut |cell| out.push(cell)));
    out.sort_unstable();
    out.dedup();
    out
}
