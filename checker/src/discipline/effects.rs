//! What single transitions can do to exclusive access predicates and to claims, in states that are not bad.
//!
//! Each transition is looked at alone, in every valuation of the cells that it and the predicates it may change
//! read. Nothing is explored; a valuation need not be reachable.

use std::collections::BTreeMap;

use super::partial::{Choices, PartialState};
use super::usage::Usage;
use crate::system::{CellId, Claim, Expression, ObjectId, System, ThreadId, Transition, Value};

/// Valuations that are tried for one transition.
const LIMIT: usize = 200_000;

/// What a transition of thread `i` can do to the predicates of an object `x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// It makes `e(x, j)` true for another thread `j`.
    Gives,
    /// It makes `e(x, j)` false for another thread `j`.
    Takes,
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
    /// By object (and all claims): transitions with too many valuations to be decided.
    undecided: Vec<(ThreadId, usize)>,
    /// By object: whose access can be stolen, by thread.
    stolen: Vec<Vec<bool>>,
}

impl Effects {
    pub(super) fn new(system: &System, usage: &Usage) -> Self {
        let survey = Survey::new(system, usage);
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
                let claims = choices.for_all(LIMIT, |choices| {
                    survey.claims(choices, thread, number, &mut effects);
                });
                if complete.and(claims).is_err() {
                    effects.undecided.push((thread, number));
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
    /// By cell: the claims that read it.
    claims: Vec<Vec<usize>>,
}

impl<'s> Survey<'s> {
    fn new(system: &'s System, usage: &'s Usage) -> Self {
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
        for (index, claim) in all_claims(system).enumerate() {
            for cell in support(&claim.predicate) {
                note(&mut claims[cell.index()], index);
            }
        }
        Survey { system, usage, objects, supports, claims }
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
            let failed = self.system.thread(thread).failed()?;
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
        if before == (true, true) {
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
            (true, false) => found(Kind::Takes),
            _ => {}
        }
        if before.0 && !after.0 {
            found(Kind::Drops);
        }
        if before.1 && after.0 {
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
        let Some(number_of_claim) = choose_from(choices, &self.claims) else { return };
        let Some(claim) = all_claims(self.system).nth(number_of_claim) else { return };
        let is_invariant = number_of_claim < self.system.invariants().len();
        choices.look_back(true);
        if !self.is_allowed(choices, thread, &accessed) {
            return;
        }
        let before = holds(&claim.predicate, choices);
        choices.look_back(false);
        let after = holds(&claim.predicate, choices);
        if before != is_invariant && after == is_invariant {
            let state = || choices.partial_state();
            effects.hides.entry((number_of_claim, thread, number)).or_insert_with(state);
        }
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
        accessed.iter().all(|x| holds(self.system.objects()[x.index()].predicate(thread), choices))
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
