//! Single steps, worked out on the program's machine.

use reductio_programs::{
    Action, Event, Instruction, Limit, Part as Kept, Place, State, Status, Thread, ThreadId,
};

use crate::parts::{Numbers, Part, Parts, Phase};
use crate::single::{Effect, FAILED, HALTED, Kind, Singles, Taken};
use crate::slip::Slip;

impl<'p> Singles<'p> {
    /// Works out the single steps of a thread from a state.
    pub(crate) fn work_out(&mut self, numbers: &[u32], thread: usize) -> Vec<Effect> {
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
                self.visible.insert((thread, number, Kind::case(&event.action, is_handed)));
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
            effects.push(Effect::between(kind, numbers, &mut after_numbers, marks, taken));
        }
        effects
    }

    pub(crate) fn instruction(&self, place: Place) -> &'p Instruction {
        self.machine.program().instruction(place)
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
        Effect::between(Kind::Visible, numbers, &mut after, HALTED, Vec::new())
    }

    /// The step of a thread that begins to wait for the end of another one.
    fn begin_join(&mut self, numbers: &[u32], thread: usize, part: &Part, place: Place) -> Effect {
        let point = self.point(place, Kind::Visible);
        let waiting = Part { phase: Phase::Joining, point, ..part.clone() };
        let mut after = Numbers::from_slice(numbers);
        self.parts.set_thread(&mut after, thread, &waiting);
        Effect::between(Kind::Visible, numbers, &mut after, 0, Vec::new())
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
        Effect::between(Kind::Visible, numbers, &mut after, 0, taken)
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
}
