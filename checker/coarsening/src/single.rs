//! Single steps: what one instruction of a thread changes, and how it can be put together with what follows.

use std::collections::BTreeSet;
use std::sync::Arc;

use reductio_programs::{Address, Instruction, Limit, Machine, State, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::classify::Classification;
use crate::naming::Naming;
use crate::options::Options;
use crate::parts::{MARKS, Numbers, Part, Parts, Phase, set};
use crate::touch::{Touch, touch};

/// The mark of a state in which a thread has gone wrong.
pub(crate) const FAILED: u32 = 1;
/// The mark of a state in which a thread was halted at a limit.
pub(crate) const HALTED: u32 = 2;

/// The way in which a single step can be put together with others of its thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// With the next one.
    Invisible,
    /// It ends the transition.
    Visible,
    /// It wakes threads at an object, and can be put together with invisible steps up to the unlock of it.
    Notify(Address),
    /// It lets the lock of an object go, and can be put together with invisible steps up to another unlock.
    Unlock(Address),
}

/// The greatest number of steps of one thread that are taken at once.
const MOST_SETTLED: usize = 64;

/// A step of the machine: of a thread, and which choice it is.
pub(crate) type Taken = (ThreadId, usize);

/// The effect of a single step on the numbers of a state.
#[derive(Clone, Debug)]
pub(crate) struct Effect {
    pub(crate) kind: Kind,
    changes: Box<[(u32, u32)]>,
    /// The steps of the machine that it is made of: its own, and then those of threads that get a lock or wait no
    /// longer for an end.
    pub(crate) taken: Box<[Taken]>,
}

impl Effect {
    /// The numbers of the state after the step.
    pub(crate) fn apply(&self, numbers: &[u32]) -> Numbers {
        let mut after = Numbers::from_slice(numbers);
        self.change(&mut after);
        after
    }

    /// Changes the numbers of a state to those after the step.
    pub(crate) fn change(&self, numbers: &mut Numbers) {
        for (place, number) in &self.changes {
            set(numbers, *place as usize, *number);
        }
    }
}

/// All single steps that were taken so far, each worked out once.
pub(crate) struct Singles<'p> {
    pub(crate) machine: Machine<'p>,
    pub(crate) options: Options,
    pub(crate) known: Arc<dyn Classification + 'p>,
    pub(crate) parts: Parts,
    pub(crate) naming: Naming,
    /// What the next step of each thread touches, by the number of the thread's part.
    touches: Vec<Vec<Option<Touch>>>,
    steps: FxHashMap<Key, Arc<[Effect]>>,
    /// The part of each thread after the steps that change nothing but it, which nobody sees, by the number of the part
    /// before; 0 if that is not known yet.
    settled: Vec<Vec<u32>>,
    /// The visible operations that were met: the thread, the number of the instruction, and which case of it.
    pub(crate) visible: FxHashSet<(usize, usize, u8)>,
    /// The limits at which threads were halted.
    pub(crate) limits: BTreeSet<Limit>,
}

/// The numbers on which a step depends: the thread, its part, what it touches and the parts of that.
type Key = SmallVec<[u32; 8]>;

impl<'p> Singles<'p> {
    pub(crate) fn new(
        machine: Machine<'p>,
        options: Options,
        known: Arc<dyn Classification + 'p>,
    ) -> Self {
        let program = machine.program();
        let mut code = program.methods().iter().flat_map(|method| &method.code);
        // That a lock is not free can be found out without waiting: then an unlock may not come together with another
        // one.
        let tries = code.any(|instruction| matches!(instruction, Instruction::TryAcquire { .. }));
        let mut options = options;
        options.reductions.unlock &= !tries;
        Singles {
            machine,
            options,
            known,
            parts: Parts::default(),
            naming: Naming::default(),
            touches: Vec::new(),
            steps: FxHashMap::default(),
            settled: Vec::new(),
            visible: FxHashSet::default(),
            limits: BTreeSet::new(),
        }
    }

    /// The numbers of the initial state.
    pub(crate) fn initial(&mut self) -> Numbers {
        let state = self.machine.initial();
        let mut numbers = Numbers::from_elem(0, MARKS + 1);
        self.parts.set_heap(&mut numbers, &State::default(), &state);
        for (k, thread) in state.threads.iter().enumerate() {
            let part = Part { thread: thread.clone(), phase: Phase::Going, point: 0 };
            self.parts.set_thread(&mut numbers, k, &part);
        }
        numbers
    }

    /// The single steps that a thread can take from a state.
    pub(crate) fn of(&mut self, numbers: &[u32], thread: usize) -> Arc<[Effect]> {
        let number = self.parts.thread_number(numbers, thread);
        if number == 0 {
            return Arc::default();
        }
        let touch = self.touch(thread, number);
        let mut key = Key::new();
        let name = u32::try_from(thread).unwrap_or(u32::MAX);
        match touch {
            Touch::Never => return Arc::default(),
            Touch::All => return self.work_out(numbers, thread).into(),
            Touch::Joiners if self.has_joiners(numbers) => {
                return self.work_out(numbers, thread).into();
            }
            Touch::Own | Touch::Joiners => key.extend_from_slice(&[name, number]),
            Touch::Statics => {
                key.extend_from_slice(&[name, number, Parts::statics_number(numbers)]);
            }
            Touch::Object(address) => {
                let object = self.parts.object_number(numbers, address);
                key.extend_from_slice(&[name, number, object]);
                let queue = self.parts.object(address, object).and_then(|o| o.queue.as_deref());
                if let Some(queue) = queue {
                    for other in queue.lock.iter().chain(&queue.waiting) {
                        key.push(self.parts.thread_number(numbers, other.index()));
                    }
                }
            }
        }
        if let Some(found) = self.steps.get(&key) {
            return found.clone();
        }
        let found: Arc<[Effect]> = self.work_out(numbers, thread).into();
        self.steps.insert(key, found.clone());
        found
    }

    /// Lets a thread take the invisible steps that depend on nothing but itself and change nothing else, up to some.
    pub(crate) fn settle(&mut self, numbers: &mut Numbers, thread: usize) {
        let first = self.parts.thread_number(numbers, thread);
        if first == 0 {
            return;
        }
        let known = self.settled.get(thread).and_then(|known| known.get(first as usize));
        let last = match known.copied() {
            Some(last) if last != 0 => last,
            _ => self.find_settled(numbers, thread, first),
        };
        if last != first {
            self.parts.set_thread_number(numbers, thread, last);
        }
    }

    /// The part of a thread after those steps.
    fn find_settled(&mut self, numbers: &Numbers, thread: usize, first: u32) -> u32 {
        let mut at = numbers.clone();
        let mut seen = vec![first];
        let last = loop {
            let number = self.parts.thread_number(&at, thread);
            if self.touch(thread, number) != Touch::Own {
                break number;
            }
            let effects = self.of(&at, thread);
            let [effect] = &effects[..] else { break number };
            let is_own = effect.kind == Kind::Invisible && effect.changes.len() <= 1;
            effect.change(&mut at);
            let next = self.parts.thread_number(&at, thread);
            if !is_own || next == number {
                break number;
            }
            // Who goes round, or on and on, is left where it began: others look after that.
            if seen.contains(&next) || seen.len() > MOST_SETTLED {
                break first;
            }
            seen.push(next);
        };
        if self.settled.len() <= thread {
            self.settled.resize_with(thread + 1, Vec::new);
        }
        let known = &mut self.settled[thread];
        if known.len() <= first as usize {
            known.resize(first as usize + 1, 0);
        }
        known[first as usize] = last;
        last
    }

    /// Whether some thread waits for the end of another one.
    fn has_joiners(&self, numbers: &[u32]) -> bool {
        let phase = |thread| self.parts.thread_in(numbers, thread).map(|part| part.phase);
        (0..self.parts.threads()).any(|thread| phase(thread) == Some(Phase::Joining))
    }

    fn touch(&mut self, thread: usize, number: u32) -> Touch {
        if self.touches.len() <= thread {
            self.touches.resize_with(thread + 1, Vec::new);
        }
        let known = &mut self.touches[thread];
        let at = number as usize;
        if known.len() <= at {
            known.resize(at + 1, None);
        }
        if let Some(found) = known[at] {
            return found;
        }
        let part = self.parts.thread(thread, number);
        let found = part.map_or(Touch::Never, |part| touch(&self.machine, part));
        known[at] = Some(found);
        found
    }
}

impl Effect {
    /// The step between two states.
    pub(crate) fn between(
        kind: Kind,
        before: &[u32],
        after: &mut Numbers,
        marks: u32,
        taken: Vec<Taken>,
    ) -> Effect {
        after[MARKS] |= marks;
        let changes = (0..).zip(&after[..]).filter(|(place, number)| {
            before.get(*place as usize).copied().unwrap_or(0) != **number
        });
        let changes = changes.map(|(place, number)| (place, *number)).collect();
        Effect { kind, changes, taken: taken.into() }
    }
}
