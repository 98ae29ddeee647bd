//! Single steps: what one instruction of a thread changes, and how it can be put together with what follows.

use std::collections::BTreeSet;
use std::sync::Arc;

use reductio_programs::{
    Action, Address, Event, Instruction, Limit, Machine, Part as Kept, Place, State, Status,
    Thread, ThreadId, Variable,
};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::classify::{Classification, Known};
use crate::naming::Naming;
use crate::options::{Options, Points};
use crate::parts::{MARKS, Numbers, Part, Parts, Phase, set};
use crate::slip::Slip;

/// The mark of a state in which a thread has gone wrong.
pub(crate) const FAILED: u32 = 1;
/// The mark of a state in which a thread was halted at a limit.
pub(crate) const HALTED: u32 = 2;

/// How a single step can be put together with others of its thread.
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

/// A step of the machine: of a thread, and which choice it is.
pub(crate) type Taken = (ThreadId, usize);

/// What a single step does to the numbers of a state.
#[derive(Clone, Debug)]
pub(crate) struct Effect {
    pub(crate) kind: Kind,
    changes: Box<[(u32, u32)]>,
    /// The steps of the machine that it is made of: its own, and then those of threads that get a lock or wait no longer for an end.
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

/// What besides the thread itself decides what its next step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Touch {
    /// It takes none.
    Never,
    /// Nothing.
    Own,
    /// An object, and the threads in its queues.
    Object(Address),
    /// The variables that belong to no object.
    Statics,
    /// The threads that wait for its end.
    Joiners,
    /// Anything.
    All,
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
        Singles {
            machine,
            options,
            known,
            parts: Parts::default(),
            naming: Naming::default(),
            touches: Vec::new(),
            steps: FxHashMap::default(),
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

    /// Works out the single steps of a thread from a state.
    fn work_out(&mut self, numbers: &[u32], thread: usize) -> Vec<Effect> {
        let before = self.parts.state(numbers);
        let id = ThreadId(u32::try_from(thread).unwrap_or(u32::MAX));
        let Some(part) = self.parts.thread_in(numbers, thread).cloned() else { return Vec::new() };
        if part.is_at_end() {
            return vec![self.end(numbers, &before, thread, &part)];
        }
        let Some(place) = part.thread.place() else { return Vec::new() };
        let is_join = matches!(self.instruction(place), Instruction::Join { .. });
        let choices = self.machine.choices(&before, id);
        if self.options.has(Slip::JoinIsNotBegun) && is_join {
            let is_over = self.machine.choices(&before, id) > 0;
            if !is_over {
                return Vec::new();
            }
        }
        if choices == 0 && is_join && part.thread.status == Status::Running {
            return vec![self.begin_join(numbers, thread, &part, place)];
        }
        if self.makes_too_many(&before, place) {
            return vec![self.halt(numbers, thread, &part)];
        }
        let mut effects = Vec::with_capacity(choices);
        for choice in 0..choices {
            let mut after = before.clone();
            let names = self.naming.at(place);
            let Some(event) = self.machine.step(&mut after, id, choice, &names) else { continue };
            if let Action::Join { thread: other } = event.action {
                let other = self.parts.thread_in(numbers, other.index());
                if other.is_some_and(Part::is_at_end) {
                    if self.options.has(Slip::JoinIsNotBegun) {
                        return Vec::new();
                    }
                    return vec![self.begin_join(numbers, thread, &part, place)];
                }
            }
            let mut taken = vec![(id, choice)];
            self.hand_over(&mut after, &event, &mut taken);
            let is_handed = taken.len() > 1;
            let kind = self.kind(&part.thread, &event, is_handed);
            let mut marks = 0;
            if event.wrong.is_some() {
                marks |= FAILED;
            }
            if let Some(limit) = event.halted {
                self.limits.insert(limit);
                marks |= HALTED;
            }
            if kind == Kind::Visible || matches!(kind, Kind::Unlock(_)) {
                let number = self.machine.program().number(place);
                self.visible.insert((thread, number, case(&event.action, is_handed)));
            }
            let point = self.point(place, kind);
            let mut after_numbers = Numbers::from_slice(numbers);
            self.parts.set_heap(&mut after_numbers, &before, &after);
            for (k, found) in after.threads.iter().enumerate() {
                let old = before.threads.get(k);
                if found.status == Status::Absent
                    || k != thread && old.is_some_and(|old| old.is(found))
                {
                    continue;
                }
                let old = self.parts.thread_in(numbers, k);
                let old_point = old.map_or(0, |part| part.point);
                let point = if k == thread { point } else { old_point };
                let part = Part { thread: found.clone(), phase: Phase::Going, point };
                self.parts.set_thread(&mut after_numbers, k, &part);
            }
            effects.push(effect(kind, numbers, &mut after_numbers, marks, taken));
        }
        effects
    }

    fn instruction(&self, place: Place) -> &'p Instruction {
        self.machine.program().instruction(place)
    }

    /// The control point after a step.
    fn point(&self, place: Place, kind: Kind) -> u32 {
        if self.options.points == Points::Settled || kind == Kind::Invisible {
            return 0;
        }
        u32::try_from(self.machine.program().number(place) + 1).unwrap_or(u32::MAX)
    }

    /// Whether an allocator has made as many objects as it may.
    fn makes_too_many(&self, state: &State, place: Place) -> bool {
        use Instruction as I;
        let is_allocator = matches!(
            self.instruction(place),
            I::New { .. } | I::NewArray { .. } | I::NewLike { .. }
        );
        is_allocator && Parts::made_at(state, place) >= self.options.objects_per_site as usize
    }

    /// The step of a thread that is halted because its allocator has made as many objects as it may.
    fn halt(&mut self, numbers: &[u32], thread: usize, part: &Part) -> Effect {
        self.limits.insert(Limit::Objects);
        let status = Status::Halted(Limit::Objects);
        let halted = Kept::new(Thread { status, ..(*part.thread).clone() });
        let mut after = Numbers::from_slice(numbers);
        self.parts.set_thread(&mut after, thread, &Part { thread: halted, ..part.clone() });
        effect(Kind::Visible, numbers, &mut after, HALTED, Vec::new())
    }

    /// The step of a thread that begins to wait for the end of another one.
    fn begin_join(&mut self, numbers: &[u32], thread: usize, part: &Part, place: Place) -> Effect {
        let point = self.point(place, Kind::Visible);
        let waiting = Part { phase: Phase::Joining, point, ..part.clone() };
        let mut after = Numbers::from_slice(numbers);
        self.parts.set_thread(&mut after, thread, &waiting);
        effect(Kind::Visible, numbers, &mut after, 0, Vec::new())
    }

    /// The end of a thread: those that wait for it go on.
    fn end(&mut self, numbers: &[u32], before: &State, thread: usize, part: &Part) -> Effect {
        self.visible.insert((thread, usize::MAX, 0));
        let mut after = Numbers::from_slice(numbers);
        let over = Part { phase: Phase::Over, point: 0, ..part.clone() };
        self.parts.set_thread(&mut after, thread, &over);
        let mut taken = Vec::new();
        for other in 0..self.parts.threads() {
            let Some(found) = self.parts.thread_in(numbers, other).cloned() else { continue };
            let Some(place) = found.thread.place() else { continue };
            if found.phase != Phase::Joining {
                continue;
            }
            let id = ThreadId(u32::try_from(other).unwrap_or(u32::MAX));
            let mut state = before.clone();
            let event = self.machine.step(&mut state, id, 0, &self.naming.at(place));
            let joined = event.is_some_and(
                |event| matches!(event.action, Action::Join { thread: t } if t.index() == thread),
            );
            if joined {
                let thread = state.threads[other].clone();
                let part = Part { thread, phase: Phase::Going, point: found.point };
                self.parts.set_thread(&mut after, other, &part);
                taken.push((id, 0));
            }
        }
        effect(Kind::Visible, numbers, &mut after, 0, taken)
    }

    /// Hands a lock that was let go to the first thread of its queue.
    fn hand_over(&self, state: &mut State, event: &Event, taken: &mut Vec<Taken>) {
        let (Action::Release { object, depth: 0 } | Action::StartWait { object }) = event.action
        else {
            return;
        };
        let first = state.object(object).and_then(|found| found.queue.as_ref()?.lock.first());
        let Some(&first) = first else { return };
        let Some(place) = state.thread(first).and_then(Thread::place) else { return };
        if self.machine.step(state, first, 0, &self.naming.at(place)).is_some() {
            taken.push((first, 0));
        }
    }

    /// How a step can be put together with others. `is_handed` says whether it hands a lock to another thread.
    fn kind(&self, before: &Thread, event: &Event, is_handed: bool) -> Kind {
        if event.wrong.is_some() || event.halted.is_some() {
            return Kind::Visible;
        }
        let reductions = self.options.reductions;
        let is_known = || match self.known.known(self.machine.program(), before) {
            Known::Nothing => false,
            Known::Owned => reductions.owned,
            Known::Protected => reductions.protected,
        };
        let invisible_if = |is: bool| if is { Kind::Invisible } else { Kind::Visible };
        match &event.action {
            Action::Local | Action::Allocate { .. } | Action::Print { .. } => Kind::Invisible,
            Action::Look { .. } | Action::Read { .. } => invisible_if(is_known()),
            Action::Write { variable, .. } | Action::Update { variable, .. } => {
                let is_hidden = self.options.has(Slip::ObservedIsHidden);
                invisible_if((is_hidden || !self.is_observed(*variable)) && is_known())
            }
            Action::Acquire { .. } if self.tries(event.place) => Kind::Visible,
            Action::Acquire { depth, .. } => {
                let is_free = self.options.has(Slip::LockIsInvisible);
                invisible_if(is_known() || (*depth > 1 || is_free) && reductions.relock)
            }
            Action::Release { depth, .. } if *depth > 0 => {
                invisible_if(is_known() || reductions.relock)
            }
            Action::Release { .. } if !is_handed && is_known() => Kind::Invisible,
            Action::Release { .. } if self.options.has(Slip::UnlockIsInvisible) => Kind::Invisible,
            Action::Release { object, .. } if reductions.unlock => Kind::Unlock(*object),
            Action::Notify { woken, .. } if woken.is_empty() => Kind::Invisible,
            Action::Notify { .. } if self.options.has(Slip::NotifyIsInvisible) => Kind::Invisible,
            Action::Notify { object, .. } if reductions.notify => Kind::Notify(*object),
            // Who begins to wait for a lock is seen to, even if the lock is protected: it may be held by a thread that waits to be notified.
            _ => Kind::Visible,
        }
    }

    /// Whether an instruction takes a lock only if nobody has it.
    fn tries(&self, place: Place) -> bool {
        matches!(self.instruction(place), Instruction::TryAcquire { .. })
    }

    fn is_observed(&self, variable: Variable) -> bool {
        match variable {
            Variable::Field(_, field) => self.options.observed_fields.contains(&field),
            Variable::Element(..) => false,
            Variable::Static(found) => self.options.observed_statics.contains(&found),
        }
    }
}

/// The cases that S2 counts as transformations of their own: a lock that is free, taken, or the thread's own; an unlock with nobody
/// waiting, with somebody, or that does not let go (figure 3).
fn case(action: &Action, is_handed: bool) -> u8 {
    match action {
        Action::Refused { .. } => 1,
        Action::Acquire { depth: 2.., .. } | Action::Release { depth: 1.., .. } => 2,
        Action::Release { .. } if is_handed => 1,
        _ => 0,
    }
}

/// What the next step of a thread depends on.
fn touch(machine: &Machine<'_>, part: &Part) -> Touch {
    use Instruction as I;
    let program = machine.program();
    let object = || program.object_of(&part.thread).map_or(Touch::Own, Touch::Object);
    if part.phase != Phase::Going {
        return Touch::Never;
    }
    match part.thread.status {
        Status::Ended => return Touch::Joiners,
        Status::Running => {}
        Status::Waiting { timed: true, .. } => return object(),
        _ => return Touch::Never,
    }
    let Some(place) = part.thread.place() else { return Touch::Never };
    match program.instruction(place) {
        I::Compute { .. }
        | I::Choose { .. }
        | I::Jump { .. }
        | I::Branch { .. }
        | I::Call { .. }
        | I::Return { .. }
        | I::Assert { .. }
        | I::Fail { .. }
        | I::Unsupported { .. }
        | I::Background
        | I::Skip
        | I::Yield
        | I::Stop
        | I::Own { .. }
        | I::Identity { .. } => Touch::Own,
        I::Read { .. }
        | I::Write { .. }
        | I::Update { .. }
        | I::ReadElement { .. }
        | I::WriteElement { .. }
        | I::Length { .. }
        | I::ClassOf { .. }
        | I::CallVirtual { .. }
        | I::Acquire { .. }
        | I::TryAcquire { .. }
        | I::Depth { .. }
        | I::Release { .. }
        | I::Wait { .. }
        | I::Notify { .. }
        | I::NotifyAll { .. } => object(),
        I::ReadStatic { .. } | I::WriteStatic { .. } | I::ReadConstant { .. } => Touch::Statics,
        _ => Touch::All,
    }
}

/// The effect of a step between two states.
fn effect(
    kind: Kind,
    before: &[u32],
    after: &mut Numbers,
    marks: u32,
    taken: Vec<Taken>,
) -> Effect {
    after[MARKS] |= marks;
    let changes = (0..)
        .zip(&after[..])
        .filter(|(place, number)| before.get(*place as usize).copied().unwrap_or(0) != **number);
    let changes = changes.map(|(place, number)| (place, *number)).collect();
    Effect { kind, changes, taken: taken.into() }
}
