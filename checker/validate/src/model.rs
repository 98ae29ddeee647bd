//! The hypotheses of S5 in a model of any kind: is its `is_visible` right for the reduction?
//!
//! **Which states.** This is asked of the reduction: if a run from the initial state meets a bad state, a search by
//! reduced steps from there meets one. Take the states that are reachable from the initial state by all steps, each
//! with `q`, whether a state so far was bad. No step leads out of them; so every run from the initial state is a run
//! among them, and so is every reduced run, for it is made of the same steps. The steps between them are relations over
//! a set of states like any other, and these are an omega algebra by themselves, in which the theorem holds: where the
//! hypotheses hold *among the reachable states*, so does the conclusion, and the conclusion at the initial state is
//! what was asked. States that cannot be reached need not be looked at: no run meets whatever is wrong there. Fewer
//! states would not do in general: a set that steps leave has runs that go out of it and come back, and its relations
//! do not know them. Hence states that a user gives are completed to all that can be reached from them; they are for
//! models whose initial state is one of many.
//!
//! **Other findings.** A search also looks for invariants, goals, failed threads and deadlocks. For each of them the
//! remark at the end of S5 section 4 is checked, with the states in which it is found for `I`.

use std::sync::atomic::{AtomicBool, Ordering};

use reductio_relations::Bits;
use rustc_hash::FxHashMap;

use super::checks::{Checker, Watched};
use super::fault::{FaultExplainer, NamedSpace, Parting, StateView, ThreadName};
use super::space::{ExploredSpace, edges_from, meaning, predicate};
use super::statements::{self, FOR_A_CLAIM, HYPOTHESES_AND_CONCLUSION};
use super::{MAX_STATES, Space, SpaceEdge, Validation};
use reductio_search::Verdict;
use reductio_search::{Store as _, Visibility};
use reductio_system::ThreadId;

/// The number of relations that are kept beside those of the threads while a formula is evaluated.
const BESIDE: usize = 16;

/// The states in which a validation of a model begins, its limits, and the name of the model.
#[derive(Clone, Copy, Debug)]
pub struct ValidationOptions<'a, S> {
    /// The name of the model in reports.
    pub name: &'a str,
    /// States to begin in, besides the initial one.
    pub from: &'a [S],
    /// Tells whether goals are asked about too: a goal that an invisible step may hide is reached all the same, but a
    /// reduced search need not meet it.
    pub goals: bool,
    /// The largest number of states, each counted with its value of `q`; never more than [`MAX_STATES`].
    pub max_states: usize,
    /// The largest number of bytes for states and relations. Heap memory that a state owns is not counted.
    pub memory: usize,
    /// The flag that ends the validation early.
    pub cancel: Option<&'a AtomicBool>,
}

impl<S> Default for ValidationOptions<'_, S> {
    /// Options that begin in the initial state alone and ask about goals, with up to 4,096 states and a gigabyte.
    fn default() -> Self {
        ValidationOptions {
            name: "model",
            from: &[],
            goals: true,
            max_states: 1 << 12,
            memory: 1 << 30,
            cancel: None,
        }
    }
}

/// The reason why the hypotheses were not decided for a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Undecided {
    /// More states can be reached than are allowed.
    #[error(
        "more than {limit} states can be reached, `q` counted: make the model smaller, or raise `max_states`"
    )]
    States {
        /// The largest number of states that is allowed.
        limit: usize,
    },
    /// States or relations take more memory than allowed.
    #[error(
        "states and relations take {needed} bytes, more than the {limit} that are allowed: make the model smaller, or \
         raise `memory`"
    )]
    Memory {
        /// The bytes that are needed, or a lower bound of them.
        needed: usize,
        /// The largest number of bytes that is allowed.
        limit: usize,
    },
    /// The cancel flag was raised.
    #[error("ended before the hypotheses were decided")]
    Cancelled,
    /// The model has no thread, and the theorem is about at least one.
    #[error("the model has no thread")]
    NoThread,
}

/// Decides whether a model meets the hypotheses (13)-(21) of the reduction theorem, and whether the conclusion (22)
/// holds, from visible states and from any. Here `u_i` and `v_i` are the steps of thread `i` from states in which
/// [`Visibility::is_visible`] is false and true, and `q` holds where a state so far was bad. For each invariant and
/// each goal, for each thread that can fail and for deadlocks, the remark at the end of S5 section 4 is checked too.
/// Each statement of the [`Validation`] that fails has a [`Fault`](super::Fault): a pair of states and the steps
/// between them.
///
/// Where everything holds, a complete search of this model by reduced steps is right about what it does not find. For a
/// larger instance of the same model this is evidence, not proof.
///
/// Cost: as for [`validate`](super::validate), up to some seconds for thousands of states.
///
/// ```
/// use reductio_search::Verdict;
/// use reductio_search::{
///     FindingKind, Model, Query, Unreduced, ValueStore, Visibility, VisibleStates, search,
/// };
/// use reductio_validate::{ValidationOptions, validate_model};
///
/// /// Two threads read a counter and write it back, one larger; nobody may lose an increment.
/// struct Counter {
///     /// Whether the write is taken for invisible. It is not: the other thread reads what is written.
///     hides_writes: bool,
/// }
///
/// /// Where each thread is and what it has read; the counter.
/// type State = ([(u8, u8); 2], u8);
///
/// impl Model for Counter {
///     type State = State;
///     type Violation = &'static str;
///     type Store = ValueStore<State>;
///     fn threads(&self) -> usize {
///         2
///     }
///     fn initial(&self) -> State {
///         ([(0, 0); 2], 0)
///     }
///     fn steps(&self, thread: usize, (threads, counter): &State, mut visit: impl FnMut(usize, &State)) {
///         let (mut threads, mut counter) = (*threads, *counter);
///         match threads[thread] {
///             (0, _) => threads[thread] = (1, counter),
///             (1, read) => (threads[thread], counter) = ((2, 0), read + 1),
///             _ => return,
///         }
///         visit(0, &(threads, counter));
///     }
///     fn store(&self) -> ValueStore<State> {
///         ValueStore::default()
///     }
///     fn violation(&self, (threads, counter): &State) -> Option<&'static str> {
///         let is_over = threads.iter().all(|(at, _)| *at == 2);
///         (is_over && *counter < 2).then_some("an increment is lost")
///     }
///     fn may_rest(&self, thread: usize, (threads, _): &State) -> bool {
///         threads[thread].0 == 2
///     }
/// }
///
/// impl Visibility for Counter {
///     fn is_visible(&self, thread: usize, (threads, _): &State) -> bool {
///         !self.hides_writes || threads[thread].0 != 1
///     }
/// }
///
/// // The reduced search misses what all steps lead to, and nobody would know:
/// let wrong = Counter { hides_writes: true };
/// assert!(search(&wrong, &VisibleStates, &Query::default()).findings.is_empty());
/// let all = search(&wrong, &Unreduced, &Query::default());
/// assert!(matches!(all.findings[0].kind, FindingKind::Discipline(_)));
///
/// // the hypotheses do. A write cannot be had before the read of the other thread:
/// let Verdict::Fails(found) = validate_model(&wrong, &ValidationOptions::default()) else { panic!() };
/// let fault = found.check("17").unwrap().fault.as_ref().unwrap();
/// let threads: Vec<&str> = fault.steps.iter().map(|step| &*step.thread.name).collect();
/// assert_eq!(threads, ["thread 1", "thread 0"]);
/// assert!(fault.exchange.is_some() && !found.check("22").unwrap().holds);
///
/// // Where both are visible all is well.
/// let right = Counter { hides_writes: false };
/// assert!(validate_model(&right, &ValidationOptions::default()).evidence().is_some());
/// ```
pub fn validate_model<M: Visibility>(
    model: &M,
    options: &ValidationOptions<'_, M::State>,
) -> Verdict<Validation, Validation, Undecided> {
    match validation(model, options) {
        Err(why) => Verdict::Declined(why),
        Ok(found) if found.holds() => Verdict::Holds(found),
        Ok(found) => Verdict::Fails(found),
    }
}

fn validation<M: Visibility>(
    model: &M,
    options: &ValidationOptions<'_, M::State>,
) -> Result<Validation, Undecided> {
    if model.threads() == 0 {
        return Err(Undecided::NoThread);
    }
    let states = Reached::new(model, options)?;
    let complete = "the limit is that of the relations";
    let bits = Bits::new(states.states.len()).expect(complete);
    let mut meaning = meaning(&states, bits).expect(complete);
    let algebra = Watched { bits, cancel: options.cancel };
    let checker = Checker { algebra, explainer: FaultExplainer(&states) };
    let cancelled = Undecided::Cancelled;
    let mut checks = checker.all(&HYPOTHESES_AND_CONCLUSION, None, &meaning).ok_or(cancelled)?;
    for (name, settled) in states.claims(options.goals) {
        let members = predicate(bits, settled.len(), |number| settled[number]).expect(complete);
        meaning.set(&statements::I, &[], members);
        checks.extend(checker.all(&FOR_A_CLAIM, Some(&name), &meaning).ok_or(cancelled)?);
    }
    Ok(Validation {
        system: options.name.to_owned(),
        space: if options.from.is_empty() { Space::Reachable } else { Space::Given },
        states: states.states.len(),
        steps: states.edges.len(),
        assumed: Vec::new(),
        checks,
        local: None,
        outside: Vec::new(),
    })
}

/// The reachable states of a model, each with its value of `q`, and the steps between them.
struct Reached<'a, M: Visibility> {
    model: &'a M,
    store: M::Store,
    /// Whether each state of the store is bad.
    bad: Vec<bool>,
    /// For each state of the store, and in it for each thread: whether the thread can take no invisible step.
    visible: Vec<bool>,
    /// The states: a number in the store, and the value of `q`.
    states: Vec<(u32, bool)>,
    numbers: FxHashMap<(u32, bool), usize>,
    /// The steps, sorted by the state before.
    edges: Vec<SpaceEdge>,
}

impl<'a, M: Visibility> Reached<'a, M> {
    fn new(model: &'a M, options: &ValidationOptions<'_, M::State>) -> Result<Self, Undecided> {
        let mut reached = Reached {
            model,
            store: model.store(),
            bad: Vec::new(),
            visible: Vec::new(),
            states: Vec::new(),
            numbers: FxHashMap::default(),
            edges: Vec::new(),
        };
        let limit = options.max_states.min(MAX_STATES);
        let mut state = model.initial();
        reached.add(&state, false);
        options.from.iter().for_each(|state| _ = reached.add(state, false));
        let mut from = 0;
        while from < reached.states.len() {
            if options.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
                return Err(Undecided::Cancelled);
            }
            reached.look_at_limits(options, limit)?;
            let (number, q) = reached.states[from];
            reached.store.load(number, &mut state);
            for thread in 0..model.threads() {
                model.steps(thread, &state, |step, next| {
                    // A state may have any number of steps: past the limit they are passed over.
                    if reached.states.len() <= limit && reached.bytes() <= options.memory {
                        let to = reached.add(next, q);
                        let thread = ThreadId::new(thread);
                        reached.edges.push(SpaceEdge { from, to, thread, transition: step });
                    }
                });
            }
            from += 1;
        }
        reached.look_at_limits(options, limit)?;
        Ok(reached)
    }

    /// Adds a state and returns its number. `q` says whether a state before it was bad.
    fn add(&mut self, state: &M::State, q: bool) -> usize {
        let hash = self.store.hash(state);
        let (number, is_new) =
            self.store.insert(hash, state).expect("the limit is far below 2^32 states");
        if is_new {
            let mut is_bad = self.model.violation(state).is_some();
            self.model.about_to_fail(state, |_, _| is_bad = true);
            self.bad.push(is_bad);
            let threads = 0..self.model.threads();
            self.visible.extend(threads.map(|thread| self.model.is_visible(thread, state)));
        }
        let with_q = (number, q || self.bad[number as usize]);
        *self.numbers.entry(with_q).or_insert_with(|| {
            self.states.push(with_q);
            self.states.len() - 1
        })
    }

    fn bytes(&self) -> usize {
        let each = size_of::<(u32, bool)>() + size_of::<((u32, bool), usize)>();
        self.store.bytes()
            + self.states.capacity() * each
            + self.bad.capacity()
            + self.visible.capacity()
            + self.edges.capacity() * size_of::<SpaceEdge>()
    }

    fn look_at_limits(
        &self,
        options: &ValidationOptions<'_, M::State>,
        limit: usize,
    ) -> Result<(), Undecided> {
        let states = self.states.len();
        if states > limit {
            return Err(Undecided::States { limit });
        }
        // `u_i`, `v_i`, `p_i` of each thread, and what the evaluation of a formula keeps.
        let relation = states * states.div_ceil(64) * 8;
        let relations = self.model.threads().saturating_mul(3).saturating_add(BESIDE);
        let needed = relations.saturating_mul(relation).saturating_add(self.bytes());
        if needed > options.memory {
            return Err(Undecided::Memory { needed, limit: options.memory });
        }
        Ok(())
    }

    fn load(&self, number: usize) -> M::State {
        let mut state = self.model.initial();
        self.store.load(self.states[number].0, &mut state);
        state
    }

    /// The claims of the model, with goals or without, each with its name and, for each state, whether it is settled
    /// there. Failures and deadlocks are listed only if they occur.
    fn claims(&self, goals: bool) -> Vec<(String, Vec<bool>)> {
        let model = self.model;
        let states: Vec<M::State> = (0..self.states.len()).map(|n| self.load(n)).collect();
        let of = |settled: &dyn Fn(usize, &M::State) -> bool| -> Vec<bool> {
            states.iter().enumerate().map(|(number, state)| settled(number, state)).collect()
        };
        let invariants = (0..model.invariants())
            .map(|k| (format!("invariant {k}"), of(&|_, state| !model.invariant(k, state))));
        let goals = if goals { model.goals() } else { 0 };
        let goals = (0..goals).map(|k| (format!("goal {k}"), of(&|_, state| model.goal(k, state))));
        let failures = (0..model.threads()).map(|thread| {
            let name = format!("{} has failed", model.thread_name(thread));
            (name, of(&|_, state| model.has_failed(thread, state)))
        });
        let is_deadlock = |number: usize, state: &M::State| {
            edges_from(&self.edges, number).is_empty()
                && (0..model.threads()).all(|thread| !model.has_failed(thread, state))
                && (0..model.threads()).any(|thread| !model.may_rest(thread, state))
        };
        let deadlock = std::iter::once(("deadlock".to_owned(), of(&is_deadlock)));
        let occurs = |(_, settled): &(String, Vec<bool>)| settled.contains(&true);
        invariants.chain(goals).chain(failures.chain(deadlock).filter(occurs)).collect()
    }
}

impl<M: Visibility> ExploredSpace for Reached<'_, M> {
    fn threads(&self) -> usize {
        self.model.threads()
    }

    fn count(&self) -> usize {
        self.states.len()
    }

    fn edges(&self) -> &[SpaceEdge] {
        &self.edges
    }

    fn is_visible(&self, edge: &SpaceEdge) -> bool {
        self.is_at_visible_point(edge.thread.index(), edge.from)
    }

    fn is_at_visible_point(&self, thread: usize, state: usize) -> bool {
        self.visible[self.states[state].0 as usize * self.model.threads() + thread]
    }

    fn is_violated(&self, state: usize) -> bool {
        self.states[state].1
    }
}

impl<M: Visibility> NamedSpace for Reached<'_, M> {
    fn thread(&self, number: usize) -> ThreadName {
        ThreadName { number, name: self.model.thread_name(number) }
    }

    fn state(&self, number: usize) -> StateView {
        let (_, violated) = self.states[number];
        StateView { number, violated, cells: self.model.parts(&self.load(number)) }
    }

    fn text(&self, edge: &SpaceEdge) -> String {
        self.model.step_text(edge.thread.index(), edge.transition)
    }

    fn difference(&self, one: usize, other: usize) -> Parting {
        let parts = [one, other].map(|number| self.model.parts(&self.load(number)));
        let pairs = parts[0].iter().zip(&parts[1]).filter(|(one, other)| one != other);
        Parting::Different {
            cells: pairs.map(|((name, _), _)| name.clone()).collect(),
            violated: self.states[one].1 != self.states[other].1,
        }
    }
}
