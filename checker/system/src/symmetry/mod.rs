//! Symmetry: renamings of the members of families that change nothing that a system can do, and the states that stand
//! for all that differ by such a renaming.
//!
//! A renaming acts on threads, on the cells that belong to members, and on values that name members. It is an
//! automorphism of a system if it keeps the initial state and takes each transition of each thread to one of the thread
//! that its thread becomes, each access predicate to one, and so on. That is looked at for two renamings of each family
//! which generate all others: an exchange of the first two members, and the one that moves all by one.
//!
//! Claims need not be symmetric. Since the initial state is, a state is reached in which a claim is false if and only
//! if one is reached in which the renamed claim is; so a claim is looked at in all its renamed forms ([`Forms`]).

mod acted;
mod canonical;
mod expressions;
mod forms;
mod normal;
mod verify;

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::System;
use super::family::{Family, Obstacle};
use super::ids::{CellId, ObjectId, ThreadId};
use super::layout::PackedState;
use acted::Acted;
pub use acted::Other;
use canonical::Sorter;
pub use forms::Forms;
use verify::Generator;

/// The renamings of families of a system that change nothing that it can do.
#[derive(Clone, Debug)]
pub struct Symmetry {
    families: Vec<Verified>,
    /// By thread, the first thread that it can be renamed to.
    first: Vec<usize>,
    invariants: Vec<Forms>,
    reachable: Vec<Forms>,
    acted: Acted,
}

/// A family whose renamings change nothing.
#[derive(Clone, Debug)]
struct Verified {
    family: Family,
    generators: Vec<Generator>,
    sorter: Sorter,
}

/// The answer to the question whether the members of a family can be renamed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyAnswer {
    /// The name of the family.
    pub name: String,
    /// The ids of its threads.
    pub threads: Vec<ThreadId>,
    /// The reason why they cannot, if there is one.
    pub asymmetry: Option<Asymmetry>,
}

/// The reason why the members of a family cannot be renamed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Asymmetry {
    /// A variable that a renaming cannot act on.
    Variable(Obstacle),
    /// A cell, whose value names a member, that begins with a particular one; or members' cells that begin differently.
    Initial(CellId),
    /// The control points of a thread are others than those of another member.
    Points(ThreadId),
    /// A transition of a thread that another member's thread has not.
    Step {
        /// The thread.
        thread: ThreadId,
        /// The number of the transition.
        transition: usize,
        /// The reason why it is none of another member.
        fault: Fault,
    },
    /// The exclusive access predicates of an object speak of a particular member.
    Predicate(ObjectId),
    /// A claim with too many renamed forms: invariants are counted first.
    Claim(usize),
    /// A cell that belongs to a member of another family too.
    Shared(CellId),
    /// Members have too many cells.
    Large,
    /// Transitions of its threads, or what they touch, are classified differently.
    Classified,
    /// This was interrupted.
    Interrupted,
}

/// The reason why a step of one member is no step of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Values that name members are ordered or calculated with.
    Calculates,
    /// A value that names a member is used as a number, or the other way round.
    Mixes,
    /// Another member does something else there.
    Differs,
}

impl Asymmetry {
    /// The place in the text of what is not symmetric, where it has one.
    pub fn place<'s>(&'s self, system: &'s System) -> Option<&'s Range<usize>> {
        let of_cell =
            |cell: CellId| system.variables()[system.cell(cell).variable().index()].place();
        match self {
            Asymmetry::Variable(obstacle) => obstacle.place.as_ref(),
            Asymmetry::Initial(cell) | Asymmetry::Shared(cell) => of_cell(*cell),
            Asymmetry::Step { thread, transition, .. } => {
                system.thread(*thread).transitions()[*transition].place()
            }
            Asymmetry::Predicate(object) => {
                system.objects()[object.index()].cells().first().and_then(|cell| of_cell(*cell))
            }
            Asymmetry::Claim(number) => {
                system.invariants().iter().chain(system.reachable()).nth(*number)?.place.as_ref()
            }
            Asymmetry::Points(_)
            | Asymmetry::Large
            | Asymmetry::Classified
            | Asymmetry::Interrupted => None,
        }
    }
}

/// The numbers of all threads that there may be.
const THREADS: [u8; 64] = {
    let mut all = [0; 64];
    let mut next = 0_u8;
    while next < 64 {
        all[next as usize] = next;
        next += 1;
    }
    all
};

impl Symmetry {
    /// Finds out which families of a system can be renamed; families of one member have no say. None if none can.
    /// `keep` tells of each family that could whether it may.
    ///
    /// Cost: linear in the size of the transitions, for each family.
    pub fn of(
        system: &System,
        cancel: Option<&AtomicBool>,
        mut keep: impl FnMut(&dyn Fn(CellId) -> CellId, &dyn Fn(ThreadId) -> ThreadId) -> bool,
    ) -> (Option<Symmetry>, Vec<FamilyAnswer>) {
        let mut answers = Vec::new();
        let mut symmetry = Symmetry {
            families: Vec::new(),
            first: (0..system.threads().len()).collect(),
            invariants: Vec::new(),
            reachable: Vec::new(),
            acted: Acted::default(),
        };
        for family in system.families().iter().filter(|family| family.threads.len() > 1) {
            let found = symmetry.verified(system, family, cancel, &mut keep);
            answers.push(FamilyAnswer {
                name: family.name.clone(),
                threads: family.threads.iter().flatten().copied().collect(),
                asymmetry: found.as_ref().err().cloned(),
            });
            if let Ok((verified, invariants, reachable)) = found {
                for member in &family.threads {
                    for (thread, first) in member.iter().zip(&family.threads[0]) {
                        symmetry.first[thread.index()] = first.index();
                    }
                }
                symmetry.families.push(verified);
                symmetry.invariants = invariants;
                symmetry.reachable = reachable;
            }
        }
        if symmetry.families.is_empty() {
            return (None, answers);
        }
        symmetry.acted = Acted::new(system, &symmetry.families);
        (Some(symmetry), answers)
    }

    /// One family more, with the forms of all claims under it and those before it.
    fn verified(
        &self,
        system: &System,
        family: &Family,
        cancel: Option<&AtomicBool>,
        keep: &mut impl FnMut(&dyn Fn(CellId) -> CellId, &dyn Fn(ThreadId) -> ThreadId) -> bool,
    ) -> Result<(Verified, Vec<Forms>, Vec<Forms>), Asymmetry> {
        if let Some(obstacle) = &family.obstacle {
            return Err(Asymmetry::Variable(obstacle.clone()));
        }
        for cell in own(family) {
            let is_other = |other: &Verified| {
                own(&other.family).any(|own| own == cell)
                    || other.family.pointers.iter().any(|pointer| pointer.cell == cell)
            };
            if self.families.iter().any(is_other) {
                return Err(Asymmetry::Shared(cell));
            }
        }
        for pointer in &family.pointers {
            if self.families.iter().any(|other| own(&other.family).any(|c| c == pointer.cell)) {
                return Err(Asymmetry::Shared(pointer.cell));
            }
        }
        let generators = verify::generators(system, family, cancel)?;
        for generator in &generators {
            if !keep(&|cell| generator.cell(cell), &|thread| generator.thread(thread)) {
                return Err(Asymmetry::Classified);
            }
        }
        let sorter = Sorter::new(system, family).ok_or(Asymmetry::Large)?;
        let before = self.families.iter().flat_map(|family| &family.generators);
        let all: Vec<&Generator> = before.chain(&generators).collect();
        let forms = |number: usize, predicate: &super::Expression| {
            Forms::of(system, predicate, &all).ok_or(Asymmetry::Claim(number))
        };
        let count = system.invariants().len();
        let numbered = |first: usize, claims: &[super::StateProperty]| {
            let all = claims.iter().enumerate();
            all.map(|(number, claim)| forms(first + number, &claim.predicate)).collect()
        };
        let invariants: Result<Vec<Forms>, _> = numbered(0, system.invariants());
        let reachable: Result<Vec<Forms>, _> = numbered(count, system.reachable());
        Ok((Verified { family: family.clone(), generators, sorter }, invariants?, reachable?))
    }

    /// The renamed forms of an invariant, by its number: it holds in all reachable states if and only if all of them
    /// do.
    pub fn invariant(&self, number: usize) -> &Forms {
        &self.invariants[number]
    }

    /// The renamed forms of a predicate that is to be reached, by its number: some reachable state has it if and only
    /// if some has one of them.
    pub fn reachable(&self, number: usize) -> &Forms {
        &self.reachable[number]
    }

    /// The first thread that a thread can be renamed to.
    pub fn first_alike(&self, thread: ThreadId) -> ThreadId {
        ThreadId::new(self.first[thread.index()])
    }

    /// Replaces a state by the one that stands for all that differ from it by a renaming: members are sorted by what
    /// belongs to them. `parts` becomes, for each thread, the first of the threads that then are what it was: several
    /// may be alike.
    #[inline]
    pub fn canonize(&self, state: &mut [u64], parts: &mut Vec<u8>) {
        parts.clear();
        parts.extend_from_slice(&THREADS[..self.first.len()]);
        for family in &self.families {
            family.sorter.sort(state, parts);
        }
    }

    /// The threads, as bits, that are as an earlier one in a state: to exchange them changes nothing. Not all such
    /// threads are found unless the state stands for others.
    #[inline]
    pub fn alike(&self, state: &[u64]) -> u64 {
        self.families.iter().fold(0, |all, family| all | family.sorter.alike(state))
    }

    /// The one member beside its own that a transition of a thread writes to, if there is one.
    #[inline]
    pub fn acts_on(&self, thread: ThreadId, transition: usize) -> Option<Other> {
        self.acted.other(thread, transition)
    }

    /// A renaming that takes a state to the one that stands for it: for each thread the thread that it becomes.
    pub fn renaming(&self, state: &PackedState) -> Vec<usize> {
        let mut threads: Vec<usize> = (0..self.first.len()).collect();
        for family in &self.families {
            let places = family.sorter.places(state);
            for (member, place) in places.into_iter().enumerate() {
                let pairs = family.family.threads[member].iter();
                for (thread, becomes) in pairs.zip(&family.family.threads[place]) {
                    threads[thread.index()] = becomes.index();
                }
            }
        }
        threads
    }

    /// The renaming that exchanges the members of two threads, of which one can become the other.
    pub fn exchange(&self, one: ThreadId, other: ThreadId) -> Vec<usize> {
        let mut threads: Vec<usize> = (0..self.first.len()).collect();
        for Verified { family, .. } in &self.families {
            let of = |thread| family.threads.iter().position(|own| own.contains(&thread));
            if let (Some(one), Some(other)) = (of(one), of(other)) {
                for (a, b) in family.threads[one].iter().zip(&family.threads[other]) {
                    threads.swap(a.index(), b.index());
                }
            }
        }
        threads
    }

    /// The first cell that a cell can become.
    pub fn first_cell(&self, cell: CellId) -> CellId {
        for Verified { family, .. } in &self.families {
            for (member, cells) in family.cells.iter().enumerate() {
                if let Some(number) = cells.iter().position(|own| *own == cell) {
                    return family.cells[0][number];
                }
                let mut threads = family.threads[member].iter();
                if let Some(number) = threads.position(|thread| thread.counter() == cell) {
                    return family.threads[0][number].counter();
                }
            }
        }
        cell
    }

    /// A state with its threads renamed: each becomes the one that `threads` says.
    ///
    /// # Panics
    /// If `threads` is no renaming of the families.
    pub fn renamed(&self, state: &PackedState, threads: &[usize]) -> PackedState {
        let mut out = state.clone();
        for family in &self.families {
            let of_first: Vec<usize> =
                family.family.threads.iter().map(|member| member[0].index()).collect();
            let place = |member: &usize| {
                of_first.iter().position(|first| first == member).expect("a renaming")
            };
            let places: Vec<usize> = of_first.iter().map(|first| place(&threads[*first])).collect();
            family.sorter.rename(&mut out, &places);
        }
        out
    }
}

impl Verified {
    /// The member that a cell belongs to.
    fn member_of(&self, cell: CellId) -> Option<usize> {
        let Family { threads, cells, .. } = &self.family;
        let has = |member: usize| {
            threads[member].iter().any(|thread| thread.counter() == cell)
                || cells[member].contains(&cell)
        };
        (0..threads.len()).find(|member| has(*member))
    }
}

/// All cells that belong to members of a family.
fn own(family: &Family) -> impl Iterator<Item = CellId> + '_ {
    let counters = family.threads.iter().flatten().map(|thread| thread.counter());
    counters.chain(family.cells.iter().flatten().copied())
}
