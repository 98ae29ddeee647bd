//! The steps that the threads of a program may still take, from which persistent sets are made.

use reductio_selective::Foresight;

use crate::evaluate::value;
use crate::ids::{MethodId, Place};
use crate::instruction::{Expression, Instruction};
use crate::mutant::{self, Mutant};
use crate::program::Program;
use crate::state::{State, Status, Thread};
use crate::value::{Address, ThreadId, Value};

/// The greatest number of words for what may be done from each instruction on. In a greater program, one set stands for
/// all of them.
const MAX_WORDS: usize = 1 << 24;

/// A source of persistent sets for programs ([`Choice::Foreseen`](reductio_selective::Choice::Foreseen)): two things
/// tell that a thread does not interfere with what another one is about to do.
///
/// - The code that it may still run, with that of the threads that it may fork, has no instruction that does: by the
///   fields, whether they are read or written, and by locks as a whole.
/// - The object of the other one cannot be reached from any thread but that one. As long as the thread takes no steps,
///   nobody else can come by a reference to it.
///
/// ```
/// use reductio_programs::{Bounds, ENTRY, ProgramForesight, StableModel, parse_program};
/// use reductio_selective::{Choice, Limits, Selection, explore};
///
/// // Two threads work on objects of their own.
/// let text = "
/// thread main { fork worker; fork worker }
/// thread worker { o := new Item; o.a := 1; o.a := o.a + 1 }".replace("; ", "\n");
/// let program = parse_program(&text, "own", ENTRY).unwrap();
/// let foresight = ProgramForesight::of(&program);
/// let executions = |choice| {
///     let model = StableModel::new(&program, Bounds::default());
///     explore(&model, &Selection { choice, ..Selection::default() }, &Limits::default()).executions
/// };
/// assert_eq!(executions(Choice::Foreseen(&foresight)), 1);
/// // The four steps of the first one, among the fork of the second and its four.
/// assert_eq!(executions(Choice::All), 126);
/// ```
#[derive(Clone, Debug)]
pub struct ProgramForesight<'p> {
    program: &'p Program,
    /// The number of words of a set.
    words: usize,
    /// By the number of an instruction, what may be done from there on; or one set for all.
    ahead: Vec<u64>,
}

/// Something that is done, by the number of its bit.
#[derive(Clone, Copy)]
enum Deed {
    Lock,
    Element { writes: bool },
    Field { field: u32, writes: bool },
    Static { number: u32, writes: bool },
}

impl<'p> ProgramForesight<'p> {
    /// Finds what may be done from each instruction on, by following the code, whatever its conditions say. Cost: the
    /// number of instructions times that of fields and variables, by 64 at once.
    pub fn of(program: &'p Program) -> Self {
        let bits = 5 + 2 * program.fields().len() + 2 * program.statics().len();
        let words = bits.div_ceil(64);
        let all = program.instructions();
        let mut found = ProgramForesight { program, words, ahead: Vec::new() };
        let is_coarse = all.saturating_mul(words) > MAX_WORDS;
        found.ahead = vec![0; if is_coarse { words } else { all * words }];
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); if is_coarse { 0 } else { all }];
        for number in 0..all {
            let Some(place) = program.place(number) else { continue };
            let instruction = program.instruction(place);
            if let Some(deed) = deed(instruction) {
                let bit = found.bit(deed);
                let row = if is_coarse { 0 } else { number * words };
                found.ahead[row + bit / 64] |= 1 << (bit % 64);
            }
            if !is_coarse {
                found.next(place, |next| {
                    if let Ok(number) = u32::try_from(number) {
                        before[program.number(next)].push(number);
                    }
                });
            }
        }
        if !is_coarse {
            found.spread(&before);
        }
        found
    }

    /// Adds to each instruction what may be done after it.
    fn spread(&mut self, before: &[Vec<u32>]) {
        let words = self.words;
        let mut open: Vec<usize> = (0..before.len()).collect();
        let mut is_open = vec![true; before.len()];
        while let Some(number) = open.pop() {
            is_open[number] = false;
            for &earlier in &before[number] {
                let earlier = earlier as usize;
                let mut grows = false;
                for word in 0..words {
                    let more = self.ahead[number * words + word];
                    let place = &mut self.ahead[earlier * words + word];
                    grows |= more & !*place != 0;
                    *place |= more;
                }
                if grows && !std::mem::replace(&mut is_open[earlier], true) {
                    open.push(earlier);
                }
            }
        }
    }

    /// Calls `visit` with the places at which something may be done after an instruction.
    fn next(&self, place: Place, mut visit: impl FnMut(Place)) {
        let instruction = self.program.instruction(place);
        if instruction.falls_through() {
            visit(Place { at: place.at + 1, ..place });
        }
        if let Some(at) = instruction.target() {
            visit(Place { at, ..place });
        }
        let handlers = self.program.method(place.method).handlers.iter();
        for handler in handlers.filter(|handler| handler.covers(place.at)) {
            visit(Place { at: handler.target, ..place });
        }
        let begin = |method: MethodId| Place { method, at: 0 };
        match instruction {
            Instruction::Fork { .. } if mutant::is(Mutant::ForksUnforeseen) => {}
            Instruction::Fork { method, .. } | Instruction::Call { method, .. } => {
                visit(begin(*method));
            }
            Instruction::CallVirtual { selector, .. } => {
                let classes = self.program.classes().iter();
                classes
                    .filter_map(|class| class.methods.get(selector))
                    .for_each(|method| visit(begin(*method)));
            }
            _ => {}
        }
    }

    fn bit(&self, deed: Deed) -> usize {
        let fields = self.program.fields().len();
        match deed {
            Deed::Lock => 0,
            Deed::Element { writes } => 1 + usize::from(writes),
            Deed::Field { field, writes } => 3 + 2 * field as usize + usize::from(writes),
            Deed::Static { number, writes } => {
                3 + 2 * (fields + number as usize) + usize::from(writes)
            }
        }
    }

    /// Whether a thread may come to do something.
    fn may(&self, thread: &Thread, deed: Deed) -> bool {
        let bit = self.bit(deed);
        thread.frames.iter().any(|frame| {
            let row = if self.ahead.len() == self.words {
                0
            } else {
                self.program.number(frame.place) * self.words
            };
            self.ahead[row + bit / 64] & 1 << (bit % 64) != 0
        })
    }

    /// Whether a thread may come to touch something in a way that conflicts.
    fn conflicts(&self, thread: &Thread, deed: Deed) -> bool {
        match deed {
            Deed::Lock => self.may(thread, deed),
            Deed::Element { writes } => {
                self.may(thread, Deed::Element { writes: true })
                    || writes && self.may(thread, Deed::Element { writes: false })
            }
            Deed::Field { field, writes } => {
                self.may(thread, Deed::Field { field, writes: true })
                    || writes
                        && !mutant::is(Mutant::ReadsUnforeseen)
                        && self.may(thread, Deed::Field { field, writes: false })
            }
            Deed::Static { number, writes } => {
                self.may(thread, Deed::Static { number, writes: true })
                    || writes && self.may(thread, Deed::Static { number, writes: false })
            }
        }
    }
}

/// What an instruction does that others may touch as well.
fn deed(instruction: &Instruction) -> Option<Deed> {
    use Instruction as I;
    Some(match instruction {
        I::Read { field, .. } => Deed::Field { field: field.0, writes: false },
        I::Write { field, .. } | I::Update { field, .. } => {
            Deed::Field { field: field.0, writes: true }
        }
        I::ReadElement { .. } => Deed::Element { writes: false },
        I::WriteElement { .. } => Deed::Element { writes: true },
        I::ReadStatic { from, .. } => Deed::Static { number: from.0, writes: false },
        I::WriteStatic { to, .. } => Deed::Static { number: to.0, writes: true },
        I::Acquire { .. }
        | I::TryAcquire { .. }
        | I::Release { .. }
        | I::Wait { .. }
        | I::Notify { .. }
        | I::NotifyAll { .. } => Deed::Lock,
        _ => return None,
    })
}

/// What a thread is about to do, or waits for.
enum About {
    /// Nothing that others could interfere with.
    Nothing,
    /// It touches an object, if it does not belong to a variable of no object.
    Touch(Option<Address>, Deed),
    /// It takes a lock.
    Take(Address),
    /// It waits for the end of a thread.
    End(ThreadId),
}

/// It touches the lock of an object, and does not wait.
fn about_lock(object: Option<Value>) -> About {
    match object {
        Some(Value::Object(address)) => About::Touch(Some(address), Deed::Lock),
        _ => About::Nothing,
    }
}

/// What a thread is about to do.
fn about(program: &Program, state: &State, thread: &Thread) -> About {
    use Instruction as I;
    if let Some((object, _)) = thread.status.waits_at() {
        return About::Take(object);
    }
    let (Status::Running, Some(frame)) = (thread.status, thread.frames.last()) else {
        return About::Nothing;
    };
    let value = |expression: &Expression| value(expression, &frame.registers);
    let instruction = program.instruction(frame.place);
    let object = match instruction {
        I::Read { object, .. }
        | I::Write { object, .. }
        | I::Update { object, .. }
        | I::Acquire { object } => object,
        // It does not wait, and another thread may find the lock taken or free.
        I::TryAcquire { object, .. } => return about_lock(value(object).ok()),
        I::Release { object } | I::Wait { object, .. } if program.tries_locks() => {
            return about_lock(value(object).ok());
        }
        I::ReadElement { array, .. } | I::WriteElement { array, .. } => array,
        I::Join { thread } => {
            return match value(thread) {
                Ok(Value::Thread(other)) if !state.thread(other).is_none_or(Thread::is_over) => {
                    About::End(other)
                }
                _ => About::Nothing,
            };
        }
        I::ReadStatic { .. } | I::WriteStatic { .. } => {
            return deed(instruction).map_or(About::Nothing, |deed| About::Touch(None, deed));
        }
        // What gives a lock back or notifies owns the lock, or goes wrong.
        _ => return About::Nothing,
    };
    match (value(object), deed(instruction)) {
        (Ok(Value::Object(address)), Some(Deed::Lock)) => About::Take(address),
        (Ok(Value::Object(address)), Some(deed)) => About::Touch(Some(address), deed),
        _ => About::Nothing,
    }
}

/// The greatest number of threads that are told apart.
const MOST_THREADS: usize = 64;

impl ProgramForesight<'_> {
    /// Decides whether a thread is at an instruction with which no other thread can interfere before the thread takes
    /// it.
    pub(crate) fn is_alone(&self, state: &State, thread: ThreadId) -> bool {
        let found = state.thread(thread).filter(|found| found.status == Status::Running);
        found.is_some()
            && state.threads.len() <= MOST_THREADS
            && self.interfering(state, thread.index()) == 0
    }
}

impl Foresight<State> for ProgramForesight<'_> {
    fn interfering(&self, state: &State, thread: usize) -> u64 {
        let Some(own) = state.threads.get(thread) else { return 0 };
        let goes_on = |found: &Thread| {
            matches!(
                found.status,
                Status::Running | Status::Waiting { .. } | Status::Notified { .. }
            )
        };
        let others = || {
            let all = state.threads.iter().enumerate();
            all.filter(move |(other, found)| *other != thread && goes_on(found))
        };
        let bits = |is: &dyn Fn(&Thread) -> bool| {
            let found = others().filter(|(other, found)| *other < MOST_THREADS && is(found));
            found.fold(0, |all, (other, _)| all | 1_u64 << other)
        };
        let is_reached = |address| state.reaches(address, others().map(|(_, found)| &**found));
        match about(self.program, state, own) {
            About::Nothing => 0,
            About::End(ThreadId(other)) => 1_u64.checked_shl(other).unwrap_or(0),
            About::Touch(Some(address), _) | About::Take(address) if !is_reached(address) => 0,
            About::Touch(Some(address), Deed::Lock) => bits(&|other| {
                let waits = other.status.waits_at().is_some_and(|(at, _)| at == address);
                waits || self.conflicts(other, Deed::Lock)
            }),
            About::Touch(_, deed) => bits(&|other| self.conflicts(other, deed)),
            About::Take(address) => {
                let owner = state.object(address).and_then(|found| found.owner);
                let waits = matches!(own.status, Status::Waiting { .. });
                match owner {
                    Some((owner, _)) if owner.index() == thread => 0,
                    // As long as another thread owns the lock, it alone can free it.
                    Some((owner, _)) if !waits => 1_u64.checked_shl(owner.0).unwrap_or(0),
                    _ => bits(&|other| {
                        let waits = other.status.waits_at().is_some_and(|(at, _)| at == address);
                        waits || self.conflicts(other, Deed::Lock)
                    }),
                }
            }
        }
    }
}

impl State {
    /// Whether an object can be reached from threads, or from a variable that belongs to no object.
    fn reaches<'t>(&self, address: Address, threads: impl Iterator<Item = &'t Thread>) -> bool {
        let mut open: Vec<usize> = Vec::new();
        let mut seen = vec![false; self.heap.len()];
        let mut meet = |value: Value, open: &mut Vec<usize>| {
            if let Value::Object(found) = value
                && let Some(place) = self.place_of(found)
                && !std::mem::replace(&mut seen[place], true)
            {
                open.push(place);
            }
        };
        self.statics.iter().for_each(|value| meet(*value, &mut open));
        for thread in threads {
            if let Some((object, _)) = thread.status.waits_at() {
                meet(Value::Object(object), &mut open);
            }
            for frame in &thread.frames {
                frame.registers.iter().for_each(|value| meet(*value, &mut open));
            }
        }
        while let Some(place) = open.pop() {
            if self.heap[place].0 == address {
                return true;
            }
            if mutant::is(Mutant::PathsUnforeseen) {
                continue;
            }
            self.heap[place].1.cells.iter().for_each(|(_, value)| meet(*value, &mut open));
        }
        false
    }
}
