//! Canonical states: the names of objects and threads do not matter, and neither does what nobody can reach.
//!
//! Two states have the same canonical form if and only if some renaming of threads and addresses makes one from the
//! other, once objects that no thread can reach, and ended threads to which nothing refers, are dropped.
//!
//! Names are given by a walk: variables that belong to no object first, then one thread after the other, each with its
//! frames from the outermost in and the registers in order; objects get numbers as they are met, and what they refer to
//! is met in the order of their fields. A thread that something met refers to comes before those to which nothing does.
//! So the form follows from the order of the threads to which nothing refers, and that from what is in them:
//!
//! 1. their places, states, numbers and what is known by name in their registers;
//! 2. where that ties, all that they can reach (their *signatures*);
//! 3. where that ties as well, some exchange of two threads with what only they can reach may leave the state as it is:
//!    then any order will do. This is so for threads that share all objects or share none.
//! 4. Where it is not known to be so, each of the tied threads is taken as the first once, and the least form of the
//!    state counts (individualization).
//!
//! Cost: linear in what can be reached, unless threads tie; then signatures cost the number of tied threads times what
//! they reach and what has no name yet; the last case can take as many walks as there are orders of the tied threads.

mod naming;
mod rename;
mod signature;

use std::cell::RefCell;

use naming::{Names, Naming};
use signature::Next;

use crate::encode;
use crate::event::Variable;
use crate::state::State;
use crate::value::{Address, ThreadId};

/// The new names of the threads and objects of a state, for what was noted about them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renaming {
    /// The new number of each thread; [`NONE`] if it was dropped.
    threads: Vec<u32>,
    /// The old addresses, ascending.
    old: Vec<Address>,
    /// The new addresses, in the order of the old ones; [`NONE`] if the object was dropped.
    new: Vec<u32>,
}

/// No number.
const NONE: u32 = u32::MAX;

impl Renaming {
    /// The new name of a thread; `None` if it was dropped: it has ended, and nothing refers to it.
    pub fn thread(&self, thread: ThreadId) -> Option<ThreadId> {
        self.threads.get(thread.index()).copied().filter(|new| *new != NONE).map(ThreadId)
    }

    /// The place of an old address.
    fn place_of(&self, address: Address) -> Option<usize> {
        // In canonical states an object lies at the place that its address says.
        let at = address.0 as usize;
        if self.old.get(at) == Some(&address) {
            return Some(at);
        }
        self.old.binary_search(&address).ok()
    }

    /// The new address of an object; `None` if it was dropped, for nobody can reach it.
    pub fn address(&self, address: Address) -> Option<Address> {
        let place = self.place_of(address)?;
        Some(self.new[place]).filter(|new| *new != NONE).map(Address)
    }

    /// Whether all threads and objects keep their names, and none is dropped.
    fn keeps_all(&self) -> bool {
        (0..).zip(&self.threads).all(|(old, new)| old == *new)
            && self.old.iter().zip(&self.new).all(|(Address(old), new)| old == new)
    }

    /// The variable under its new name; `None` if its object was dropped.
    pub fn variable(&self, variable: Variable) -> Option<Variable> {
        Some(match variable {
            Variable::Field(address, field) => Variable::Field(self.address(address)?, field),
            Variable::Element(address, index) => Variable::Element(self.address(address)?, index),
            Variable::Static(_) => variable,
        })
    }
}

impl State {
    /// The canonical form of the state, and the new names of its threads and objects (S4 section 5). Two states have
    /// the same form if and only if some renaming of threads and addresses makes one from the other, once objects that
    /// no thread can reach, and ended threads to which nothing refers, are dropped.
    ///
    /// Cost: linear in what can be reached, unless threads look alike that nothing refers to. Then it is the number of
    /// these threads times what they reach; where they share some objects and not others, in the worst case as many
    /// walks as they have orders.
    ///
    /// ```
    /// use reductio_programs::{Bounds, Fresh, Instruction, Machine, Method, ProgramBuilder, Register, ThreadId};
    ///
    /// // Two objects are made, and the first is forgotten.
    /// let mut builder = ProgramBuilder::new("two");
    /// let class = builder.class("A");
    /// let main = builder.method(Method { registers: 1, temporaries: 1, ..Method::default() });
    /// for _ in 0..2 {
    ///     builder.push(main, 1, Instruction::New { to: Register(0), class });
    /// }
    /// builder.push(main, 2, Instruction::Skip);
    /// let program = builder.build(main).unwrap();
    /// let machine = Machine::new(&program, Bounds::default());
    /// let mut state = machine.initial();
    /// for _ in 0..2 {
    ///     machine.step(&mut state, ThreadId(0), 0, &Fresh);
    /// }
    /// let (canonical, renaming) = state.canonical();
    /// let addresses: Vec<_> = state.heap.iter().map(|(address, _)| *address).collect();
    /// assert_eq!((addresses.len(), canonical.heap.len()), (2, 1));
    /// assert_eq!(renaming.address(addresses[0]), None);
    /// assert_eq!(renaming.address(addresses[1]), Some(canonical.heap[0].0));
    /// ```
    pub fn canonical(&self) -> (State, Renaming) {
        let mut state = self.clone();
        let renaming = state.make_canonical();
        (state, renaming)
    }

    /// Brings the state into its canonical form, and returns the new names: see [`State::canonical`].
    pub fn make_canonical(&mut self) -> Renaming {
        self.become_canonical(Clone::clone)
    }

    /// Brings the state into its canonical form, and tells `visit` the new names.
    pub(crate) fn become_canonical<T>(&mut self, visit: impl FnOnce(&Renaming) -> T) -> T {
        self.rename_by(visit, |state, names| {
            let mut naming = Naming::new(state, names);
            naming.begin();
            finish(naming).into_names()
        })
    }

    /// The state with canonical addresses, where threads keep their names; and the new names of its objects. Two states
    /// have the same form if and only if some renaming of addresses makes one from the other, once objects that no
    /// thread can reach are dropped. Cost: linear.
    pub fn canonical_heap(&self) -> (State, Renaming) {
        let mut state = self.clone();
        let renaming = state.rename_by(Renaming::clone, with_threads);
        (state, renaming)
    }

    /// Drops the objects that no thread can reach; names stay as they are. Cost: linear.
    pub fn collect_garbage(&mut self) {
        let names = with_threads(self, spare());
        if names.renaming.new.contains(&NONE) {
            let mut is_kept = names.renaming.new.iter().map(|new| *new != NONE);
            self.heap.retain(|_| is_kept.next().unwrap_or(true));
        }
        keep(names);
    }

    /// Renames the state as `name` says.
    fn rename_by<T>(
        &mut self,
        visit: impl FnOnce(&Renaming) -> T,
        name: impl FnOnce(&State, Names) -> Names,
    ) -> T {
        let names = name(self, spare());
        if !names.renaming.keeps_all() {
            rename::rename(self, &names.renaming);
        }
        let told = visit(&names.renaming);
        keep(names);
        told
    }
}

/// Gives names to objects, where threads keep theirs.
fn with_threads(state: &State, names: Names) -> Names {
    let mut naming = Naming::new(state, names);
    naming.keep_threads();
    naming.begin();
    naming.into_names()
}

thread_local! {
    /// The lists of the last walk.
    static SPARE: RefCell<Names> = RefCell::default();
}

/// Lists for a walk.
fn spare() -> Names {
    SPARE
        .try_with(|spare| spare.try_borrow_mut().map(|mut spare| std::mem::take(&mut *spare)))
        .map_or_else(|_| Names::default(), Result::unwrap_or_default)
}

/// Keeps the lists for the next walk.
fn keep(names: Names) {
    // Without room for them they are made anew.
    let _ = SPARE.try_with(|spare| spare.try_borrow_mut().map(|mut spare| *spare = names));
}

/// Gives names to the threads that have none yet.
fn finish(mut naming: Naming<'_>) -> Naming<'_> {
    loop {
        let several = match signature::next(&naming) {
            Next::None => return naming,
            Next::One(thread) => {
                naming.take(thread);
                continue;
            }
            Next::All(all) => {
                for thread in all {
                    naming.take(thread);
                }
                continue;
            }
            Next::OneOf(several) => several,
        };
        let forms = several.into_iter().map(|first| {
            let mut naming = naming.clone();
            naming.take(first);
            let naming = finish(naming);
            let mut state = naming.state.clone();
            rename::rename(&mut state, naming.renaming());
            (encode::encoded(&state), naming)
        });
        let least = forms.min_by(|one, two| one.0.cmp(&two.0));
        return least.map_or(naming, |(_, naming)| naming);
    }
}
