//! All states of the system with fixed numbers of threads, each once for all that differ by a renaming.

use reductio_system::{PackedState, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::answer::{FamilyError, RunStep};
use crate::instance::Instance;
use crate::limits::{Stopped, Watch};
use crate::marked::{Marked, Stuck};
use crate::seeds::Wanted;
use crate::space::{LocalId, SharedId, Space};

/// A thing that a search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sought {
    /// A violation of the discipline.
    Violation,
    /// A thread that fails.
    Failure,
    /// A state in which no thread can go on, and not all may rest.
    Deadlock,
    /// A thread that can never come to take a step again.
    Stuck,
    /// A state that decides a claim.
    Claim(Wanted),
}

/// The things that were found, each with a run to it.
type Found = Vec<(Sought, Vec<RunStep>)>;

/// The orbits that are stored: a state of each, and the step that led there.
struct Orbits {
    states: Vec<PackedState>,
    steps: Vec<Option<(usize, ThreadId, usize)>>,
}

/// Explores the system, and finds for each thing that is sought a shortest run to it. What is found is what is left out
/// of `sought`.
pub(crate) fn explore(
    instance: &Instance,
    space: &mut Space,
    marked: Option<(&Marked, &FxHashSet<(SharedId, LocalId)>)>,
    sought: &mut Vec<Sought>,
    (watch, most): (&Watch<'_>, usize),
) -> Result<(Found, Option<Stopped>), FamilyError> {
    let system = &instance.system;
    let mut found = Found::new();
    let mut numbers: FxHashMap<(SharedId, Vec<LocalId>), usize> = FxHashMap::default();
    let initial = system.initial();
    numbers.insert(instance.configuration(&initial, space), 0);
    let mut orbits = Orbits { states: vec![initial], steps: vec![None] };
    let mut next = 0;
    while next < orbits.states.len() && !sought.is_empty() {
        let stopped = watch.look(orbits.states.len(), 160).err();
        let stopped = stopped.or((orbits.states.len() > most).then_some(Stopped::Configurations));
        if stopped.is_some() {
            return Ok((found, stopped));
        }
        let state = orbits.states[next].clone();
        let successors = system.successors(&state);
        let failure = successors.iter().find(|successor| successor.failure.is_some());
        let (shared, locals) = instance.configuration(&state, space);
        if let Some((_, pairs)) = marked {
            let is_known = locals.iter().all(|local| pairs.contains(&(shared, *local)));
            if !is_known {
                let what = "a local state is met that is not among the pairs";
                return Err(FamilyError::contradiction(what));
            }
        }
        let mut contradiction = None;
        sought.retain(|one| {
            let is_here = match one {
                Sought::Violation => instance.is_bad(&state),
                Sought::Failure => failure.is_some(),
                Sought::Deadlock => {
                    let rests = |thread: ThreadId| {
                        let at = system.at(&state, thread);
                        system.thread(thread).may_rest(at) || system.thread(thread).is_failed(at)
                    };
                    successors.is_empty() && !system.thread_ids().all(rests)
                }
                Sought::Stuck => marked
                    .and_then(|(marked, _)| marked.stuck(shared, &locals))
                    .is_some_and(|stuck| {
                        stays(instance, &state, stuck, space).unwrap_or_else(|error| {
                            contradiction = Some(error);
                            false
                        })
                    }),
                Sought::Claim(wanted) => wanted.is_true(instance, &state),
            };
            if is_here {
                let mut run = orbits.run(instance, next);
                if let (Sought::Failure, Some(step)) = (one, failure) {
                    run.push(RunStep::of(system, step.thread, step.transition));
                }
                found.push((*one, run));
            }
            !is_here
        });
        if let Some(error) = contradiction {
            return Err(error);
        }
        for successor in successors {
            let fresh = orbits.states.len();
            let configuration = instance.configuration(&successor.state, space);
            if *numbers.entry(configuration).or_insert(fresh) == fresh {
                orbits.states.push(successor.state);
                orbits.steps.push(Some((next, successor.thread, successor.transition)));
            }
        }
        next += 1;
    }
    Ok((found, None))
}

impl Orbits {
    /// The run to a state: the states that are stored follow one another.
    fn run(&self, instance: &Instance, last: usize) -> Vec<RunStep> {
        let mut steps = Vec::new();
        let mut at = last;
        while let Some((before, thread, transition)) = self.steps[at] {
            steps.push(RunStep::of(&instance.system, thread, transition));
            at = before;
        }
        steps.reverse();
        steps
    }
}

/// The most states that are looked at to see that a thread stays. Where there are more, it is not told.
const LOOKED_AT: usize = 20_000;

/// Looks, by single steps of the system, whether a thread stays for ever.
fn stays(
    instance: &Instance,
    start: &PackedState,
    stuck: Stuck,
    space: &mut Space,
) -> Result<bool, FamilyError> {
    let system = &instance.system;
    let (_, parts) = instance.parts(start);
    let thread = match stuck {
        Stuck::Member(local) => {
            let is_it = |part: &crate::space::Local| space.locals.get(local) == part;
            let place = parts.iter().position(is_it).expect("the thread is one of a family");
            instance.members[place]
        }
        // Single threads are in the same order in all systems of a family.
        Stuck::Single(place) => instance.singles[place],
    };
    let mut known = FxHashSet::default();
    known.insert(start.clone());
    let mut todo = vec![start.clone()];
    while let Some(state) = todo.pop() {
        let at = system.at(&state, thread);
        let mut successors = system.successors(&state).into_iter();
        let may = system.thread(thread).may_rest(at) || system.thread(thread).is_failed(at);
        let moves = successors.clone().any(|successor| successor.thread == thread);
        if may || moves {
            let what = "a thread that is told to be stuck can go on";
            return Err(FamilyError::contradiction(what));
        }
        if known.len() > LOOKED_AT {
            return Ok(false);
        }
        todo.extend(
            successors.by_ref().map(|one| one.state).filter(|one| known.insert(one.clone())),
        );
    }
    Ok(true)
}
