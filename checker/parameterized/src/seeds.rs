//! Configurations that violate a claim, by the threads that are enough for it.

use reductio_system::Expression;
use rustc_hash::FxHashMap;
use smallvec::smallvec;

use crate::answer::FamilyError;
use crate::closed::Closed;
use crate::frame::Frame;
use crate::instance::{Instance, Place};
use crate::limits::{Stopped, Watch};
use crate::mutation::Mutation;
use crate::pairs::Pairs;
use crate::rule::Locals;
use crate::sight::{Seen, Sight};
use crate::space::{Local, SharedId};

/// Configurations, by their shared parts and sorted local states.
pub(crate) type Seeds = Vec<(SharedId, Locals)>;

/// The configurations in which two threads have a right to one object: rule 2 of the discipline.
pub(crate) fn overlaps(frame: &Frame, pairs: &Pairs, watch: &Watch<'_>) -> Result<Seeds, Stopped> {
    let Frame { instance, .. } = frame;
    let mut out = Closed::new();
    for object in instance.system.objects() {
        let first = object.cells().first().map(|cell| instance.places[cell.index()]);
        let owner = match first {
            Some(Place::Own(member, _)) if instance.first.contains(&member) => {
                Some(instance.family(member))
            }
            // One thread stands for all to whom one of several like objects belongs.
            Some(Place::Own(..)) | None => continue,
            Some(Place::Shared(_) | Place::Pointer(..)) => None,
        };
        for (shared, locals) in &pairs.around {
            let bases: Vec<Locals> = if let Some(family) = owner {
                let own = locals.iter().filter(|local| pairs.space.family(**local) == family);
                own.map(|local| smallvec![*local]).collect()
            } else {
                vec![Locals::new()]
            };
            for base in bases {
                watch.look(out.added(), 96)?;
                let at = At { frame, pairs, shared: *shared };
                let next = base.len();
                // The predicate of one of the threads, by its place.
                let predicate = |threads: &Locals, place: usize| {
                    let slots = frame.slots(threads.iter().map(|one| pairs.space.family(*one)));
                    object.predicate(instance.members[slots[place]])
                };
                let mut fixed: Vec<&Expression> =
                    instance.singles.iter().map(|single| object.predicate(*single)).collect();
                fixed.extend((0..next).map(|place| predicate(&base, place)));
                fixed.retain(|one| at.holds(&base, one) != Seen::Known(false));
                for (number, one) in fixed.iter().enumerate() {
                    for other in &fixed[number + 1..] {
                        at.complete(base.clone(), &[one, other], &mut out);
                    }
                }
                let with = |base: &Locals, local| {
                    let mut threads = base.clone();
                    threads.push(local);
                    pairs.space.joint_flags(threads.iter().copied()).is_some().then_some(threads)
                };
                let may = |local: &&u32| {
                    with(&base, **local).is_some_and(|threads| {
                        at.holds(&threads, predicate(&threads, next)) != Seen::Known(false)
                    })
                };
                let some: Vec<u32> = locals.iter().filter(may).copied().collect();
                for (number, local) in some.iter().enumerate() {
                    watch.look(out.added(), 96)?;
                    let Some(threads) = with(&base, *local) else { continue };
                    for one in &fixed {
                        at.complete(threads.clone(), &[one, predicate(&threads, next)], &mut out);
                    }
                    for other in &some[number..] {
                        if let Some(threads) = with(&threads, *other) {
                            let both = [predicate(&threads, next), predicate(&threads, next + 1)];
                            at.complete(threads, &both, &mut out);
                        }
                    }
                }
            }
        }
    }
    Ok(least(&out))
}

fn least(all: &Closed<SharedId>) -> Seeds {
    let elements = (0..all.added()).map(|number| all.get(number));
    elements.filter(|one| one.is_least).map(|one| (one.key, one.locals.clone())).collect()
}

/// A shared part.
struct At<'a> {
    frame: &'a Frame,
    pairs: &'a Pairs,
    shared: SharedId,
}

impl At<'_> {
    fn holds(&self, threads: &Locals, predicate: &Expression) -> Seen<bool> {
        let space = &self.pairs.space;
        let locals: Vec<&Local> = threads.iter().map(|one| space.locals.get(*one)).collect();
        Sight::new(self.frame, space.shared.get(self.shared), &locals).holds(predicate)
    }

    /// Adds the configurations with these threads in which the predicates hold, with threads that pointers name where
    /// that depends on them.
    fn complete(&self, threads: Locals, predicates: &[&Expression], out: &mut Closed<SharedId>) {
        let mut needs = None;
        for predicate in predicates {
            match self.holds(&threads, predicate) {
                Seen::Known(true) => {}
                Seen::Known(false) => return,
                Seen::Needs(pointer) => needs = Some(pointer),
            }
        }
        let Some(pointer) = needs else {
            let mut threads = threads;
            threads.sort_unstable();
            out.add(self.shared, threads, None);
            return;
        };
        for local in self.pairs.with(self.shared) {
            let space = &self.pairs.space;
            let mut more = threads.clone();
            more.push(*local);
            if space.flags(*local) & 1 << pointer != 0
                && space.joint_flags(more.iter().copied()).is_some()
            {
                self.complete(more, predicates, out);
            }
        }
    }
}

/// Makes the system with so many threads of each family.
type Make<'a> = dyn Fn(&[usize]) -> Result<Instance, FamilyError> + 'a;

/// The systems of families that were made so far, by their numbers of threads.
pub(crate) struct Instances<'a> {
    make: Box<Make<'a>>,
    known: FxHashMap<Vec<usize>, Instance>,
}

impl<'a> Instances<'a> {
    pub(crate) fn new(make: impl Fn(&[usize]) -> Result<Instance, FamilyError> + 'a) -> Self {
        Instances { make: Box::new(make), known: FxHashMap::default() }
    }

    pub(crate) fn get(&mut self, threads: &[usize]) -> Result<&Instance, FamilyError> {
        if !self.known.contains_key(threads) {
            self.known.insert(threads.to_vec(), (self.make)(threads)?);
        }
        Ok(&self.known[threads])
    }
}

/// The claim that witnesses decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The invariant with this number is false.
    Broken(usize),
    /// The goal with this number is reached.
    Reached(usize),
}

impl Wanted {
    /// The pointers that the claim reads, as flags.
    fn pointers(self, instance: &Instance) -> u64 {
        let system = &instance.system;
        let claim = match self {
            Wanted::Broken(number) => system.invariants().get(number),
            Wanted::Reached(number) => system.reachable().get(number),
        };
        let mut flags = 0;
        let Some(claim) = claim else { return flags };
        claim.predicate.for_each_place(&mut |place| {
            place.for_each_candidate(&mut |cell| {
                if let Place::Pointer(number, _) = instance.places[cell.index()] {
                    flags |= 1 << number;
                }
            });
        });
        flags
    }

    pub(crate) fn is_true(self, instance: &Instance, state: &reductio_system::PackedState) -> bool {
        match self {
            Wanted::Broken(number) => !instance.system.invariant_holds(number, state),
            Wanted::Reached(number) => instance.system.goal_holds(number, state),
        }
    }
}

/// A choice of threads that is being made.
struct Choice {
    threads: Locals,
    /// The place from which on more witnesses are chosen; none once pointers are given threads.
    from: Option<usize>,
}

/// Finds the configurations in which so many witnesses of each family make a claim what is wanted; with them, a thread
/// for each pointer that the claim reads.
pub(crate) fn witnessed(
    instances: &mut Instances<'_>,
    (frame, pairs): (&Frame, &Pairs),
    wanted: Wanted,
    witnesses: &[usize],
    watch: &Watch<'_>,
    mutation: Option<Mutation>,
) -> Result<Result<Seeds, Stopped>, FamilyError> {
    let read = wanted.pointers(&frame.instance);
    let space = &pairs.space;
    // A claim that asks for no witnesses of a family does not depend on its threads, but for those that pointers name.
    let others =
        pairs.start.1.iter().map(|local| Local { flags: 0, ..space.locals.get(*local).clone() });
    let others: Vec<Local> = others.collect();
    let mut out = Closed::new();
    let mut shareds: Vec<SharedId> = pairs.around.keys().copied().collect();
    shareds.sort_unstable();
    for shared in shareds {
        let parts = space.shared.get(shared);
        let somebody = read & frame.instance.somebody(parts);
        let mut choices = vec![Choice { threads: Locals::new(), from: Some(0) }];
        while let Some(Choice { threads, from }) = choices.pop() {
            if let Err(stopped) = watch.look(out.added().max(choices.len()), 96) {
                return Ok(Err(stopped));
            }
            let mut sorted = threads.clone();
            sorted.sort_unstable();
            if out.has(shared, &sorted) {
                continue;
            }
            let flags = threads.iter().fold(0, |flags, local| flags | space.flags(*local));
            let mut counts = vec![0; witnesses.len()];
            threads.iter().for_each(|local| counts[space.family(*local)] += 1);
            let mut with = |local: u32, from| {
                if space.flags(local) & flags == 0 {
                    let threads = threads.iter().copied().chain([local]).collect();
                    choices.push(Choice { threads, from });
                }
            };
            if let Some(from) = from {
                for (number, local) in pairs.with(shared).iter().enumerate().skip(from) {
                    let family = space.family(*local);
                    let is_asked = match mutation {
                        Some(Mutation::WrongFamily) => threads.len() < witnesses[0],
                        _ => counts[family] < witnesses[family],
                    };
                    if is_asked {
                        let twice = usize::from(mutation == Some(Mutation::NoIdentifications));
                        with(*local, Some(number + twice));
                    }
                }
            }
            let missing = somebody & !flags;
            if missing != 0 {
                let pointer = 1 << missing.trailing_zeros();
                let all = pairs.with(shared).iter();
                for local in all.filter(|local| space.flags(**local) & pointer != 0) {
                    with(*local, None);
                }
                continue;
            }
            // Each system has a thread of each family, which would be a witness.
            if counts.iter().zip(witnesses).any(|(count, asked)| *count == 0 && *asked > 0) {
                continue;
            }
            let mut all: Vec<&Local> =
                threads.iter().map(|local| space.locals.get(*local)).collect();
            let absent = others.iter().zip(&counts).filter(|(_, count)| **count == 0);
            all.extend(absent.map(|(other, _)| other));
            all.sort_by_key(|local| local.family);
            let counts: Vec<usize> = counts.into_iter().map(|count| count.max(1)).collect();
            let instance = instances.get(&counts)?;
            if let Some(state) = instance.state(parts, &all, read)
                && wanted.is_true(instance, &state)
            {
                out.add(shared, sorted, None);
            }
        }
    }
    Ok(Ok(least(&out)))
}
