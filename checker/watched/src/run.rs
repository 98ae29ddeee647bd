//! Runs: how they are told, and how they are run again.

use reductio_programs::{
    Action, Address, Event, Instruction, Machine, MethodId, Names, Place, Program, Remembered,
    Renaming, State, ThreadId, Variable,
};
use rustc_hash::FxHashSet;

use crate::shared::Shared;

/// The accesses of one variable by two threads that conflict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Conflict {
    /// A write conflicts with all accesses, reads with writes only (S4 section 6, figure 8).
    #[default]
    ReadWrite,
    /// All accesses conflict (S4 section 4, figure 4).
    All,
}

/// A member of a lockset: something that hands on what happened before (S4 section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Member {
    /// A thread: it holds itself, as long as it lives.
    Thread(ThreadId),
    /// The lock of an object.
    Lock(Address),
    /// A volatile variable: a thread that reads it comes after those that have written it.
    Volatile(Variable),
}

impl Member {
    /// The member under its new name; `None` if nobody can refer to it any more.
    pub fn renamed(self, renaming: &Renaming) -> Option<Member> {
        Some(match self {
            Member::Thread(thread) => Member::Thread(renaming.thread(thread)?),
            Member::Lock(address) => Member::Lock(renaming.address(address)?),
            Member::Volatile(variable) => Member::Volatile(renaming.variable(variable)?),
        })
    }
}

/// A step of a search: the thread under its name in the state, and which of its choices it takes.
pub type Taken = (ThreadId, usize);

/// A step of a [`Run`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The thread: 0 is the first one, the others have numbers in the order in which they were forked.
    pub thread: ThreadId,
    /// The instruction.
    pub place: Place,
    /// The source line of the instruction; 0 if there is none.
    pub line: u32,
    /// The calls that were being run, the outermost first.
    pub calls: Box<[Place]>,
    /// The number of the step among those that the thread could take, where the program chooses.
    pub choice: usize,
    /// The effect of the step. Objects have numbers in the order in which they were made.
    pub event: Event,
}

/// An execution of a program, step by step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// The steps.
    pub steps: Vec<Step>,
    /// The method that each thread runs, by the number of the thread.
    pub threads: Vec<MethodId>,
    /// The instruction that made each object, by the number of the object.
    pub objects: Vec<Place>,
}

impl Run {
    /// The name of a thread: that of its method, and its number where several threads run it.
    pub fn thread_name(&self, program: &Program, thread: ThreadId) -> String {
        let Some(method) = self.threads.get(thread.index()) else { return thread.to_string() };
        let found = program.method(*method);
        if found.is_library {
            return match thread.0 {
                0 => "main".to_owned(),
                number => format!("thread {number}"),
            };
        }
        let name = &found.name;
        let alike = self.threads.iter().filter(|other| *other == method).count();
        if alike == 1 { name.clone() } else { format!("{name} {thread}") }
    }

    /// Decides whether two steps access one variable in ways that conflict, by different threads.
    pub fn conflict(&self, earlier: usize, later: usize, conflict: Conflict) -> bool {
        let access = |at: usize| {
            let step = self.steps.get(at)?;
            match step.event.action {
                Action::Read { variable, is_volatile: false } => {
                    Some((step.thread, variable, false))
                }
                Action::Write { variable, is_volatile: false }
                | Action::Update { variable, is_volatile: false } => {
                    Some((step.thread, variable, true))
                }
                _ => None,
            }
        };
        let (Some(one), Some(two)) = (access(earlier), access(later)) else { return false };
        one.0 != two.0 && one.1 == two.1 && (one.2 || two.2 || conflict == Conflict::All)
    }

    /// The allocation site and field of the variable that a step accesses.
    pub fn shared(&self, program: &Program, at: usize) -> Option<Shared> {
        let (Action::Read { variable, .. }
        | Action::Write { variable, .. }
        | Action::Update { variable, .. }) = self.steps.get(at)?.event.action
        else {
            return None;
        };
        let site = match variable {
            Variable::Field(object, _) | Variable::Element(object, _) => {
                self.objects.get(object.0 as usize).copied()
            }
            Variable::Static(_) => None,
        };
        Some(Shared::of(program, variable, site))
    }

    /// Decides whether two steps are not ordered by happens-before, by its definition (S4, Definition 1): what the
    /// earlier one hands on is followed through the steps between. `earlier` and `later` are places in [`Run::steps`].
    /// Cost: linear in the steps between them.
    pub fn are_unordered(&self, earlier: usize, later: usize) -> bool {
        let (Some(first), Some(last)) = (self.steps.get(earlier), self.steps.get(later)) else {
            return false;
        };
        // The threads whose next step comes after the first access, and what hands that on.
        let mut heard: FxHashSet<Member> = FxHashSet::default();
        heard.insert(Member::Thread(first.thread));
        for step in &self.steps[earlier..later] {
            let own = Member::Thread(step.thread);
            let (from, to) = match step.event.action {
                Action::Acquire { object, .. } | Action::EndWait { object } => {
                    (Member::Lock(object), own)
                }
                Action::Release { object, .. } | Action::StartWait { object } => {
                    (own, Member::Lock(object))
                }
                Action::Fork { child } => (own, Member::Thread(child)),
                Action::Join { thread } => (Member::Thread(thread), own),
                Action::Write { variable, is_volatile: true } => (own, Member::Volatile(variable)),
                Action::Read { variable, is_volatile: true } => (Member::Volatile(variable), own),
                // What was heard of the variable is handed on by the thread, and what the thread has heard by the
                // variable.
                Action::Update { variable, is_volatile: true } => {
                    if heard.contains(&Member::Volatile(variable)) {
                        heard.insert(own);
                    }
                    (own, Member::Volatile(variable))
                }
                _ => continue,
            };
            if heard.contains(&from) {
                heard.insert(to);
            }
        }
        !heard.contains(&Member::Thread(last.thread))
    }
}

/// A run of a program under a watch that was taken again: `M` is what the watch remembers, `K` what it notes of an
/// instruction.
pub struct Shown<'p, M, K> {
    /// The run.
    pub replay: Replay<'p>,
    /// Its end.
    pub end: Remembered<M>,
    /// The notes of its instructions.
    pub marks: Vec<K>,
}

/// A run that is run again.
pub struct Replay<'p> {
    machine: Machine<'p>,
    /// The state at the end of the run so far.
    pub state: State,
    /// The run so far.
    pub run: Run,
    names: Numbers,
}

impl<'p> Replay<'p> {
    /// A run without steps: the state is the initial one, which is canonical.
    pub fn new(machine: Machine<'p>) -> Self {
        let run = Run { threads: vec![machine.program().entry()], ..Run::default() };
        let names = Numbers { threads: vec![ThreadId(0)], objects: Vec::new() };
        Replay { machine, state: machine.initial(), run, names }
    }

    /// Takes a step of a thread, by its name in the state. `None` if there is no such step.
    pub fn step(&mut self, thread: ThreadId, choice: usize, names: &impl Names) -> Option<()> {
        let program = self.machine.program();
        let frames = self.state.thread(thread).map_or(&[][..], |found| &found.frames);
        let outer = frames.len().saturating_sub(1);
        let calls: Box<[Place]> = frames[..outer].iter().map(|frame| frame.place).collect();
        let event = self.machine.step(&mut self.state, thread, choice, names)?;
        match &event.action {
            Action::Allocate { object } => {
                let number = Address(u32::try_from(self.run.objects.len()).ok()?);
                self.names.objects.push((*object, number));
                self.run.objects.push(event.place);
            }
            Action::Fork { child } => {
                let number = ThreadId(u32::try_from(self.run.threads.len()).ok()?);
                let threads = &mut self.names.threads;
                threads.resize(threads.len().max(child.index() + 1), number);
                threads[child.index()] = number;
                let Instruction::Fork { method, .. } = program.instruction(event.place) else {
                    return None;
                };
                self.run.threads.push(*method);
            }
            _ => {}
        }
        let event = self.names.told(event)?;
        self.run.steps.push(Step {
            thread: event.thread,
            place: event.place,
            line: program.line(event.place),
            calls,
            choice,
            event,
        });
        Some(())
    }

    /// Makes the state canonical.
    pub fn make_canonical(&mut self) {
        let renaming = self.state.make_canonical();
        self.names.rename(&renaming);
    }

    /// The number of an object of the state in the run.
    pub fn object_number(&self, object: Address) -> Option<Address> {
        self.names.object(object)
    }

    /// The number of a thread of the state in the run.
    pub fn number(&self, thread: ThreadId) -> Option<ThreadId> {
        self.names.thread(thread)
    }
}

/// The numbers of threads and objects in a run, by their names in a canonical state.
struct Numbers {
    threads: Vec<ThreadId>,
    objects: Vec<(Address, Address)>,
}

impl Numbers {
    fn thread(&self, thread: ThreadId) -> Option<ThreadId> {
        self.threads.get(thread.index()).copied()
    }

    fn object(&self, address: Address) -> Option<Address> {
        self.objects.iter().find(|(name, _)| *name == address).map(|(_, number)| *number)
    }

    fn variable(&self, variable: Variable) -> Option<Variable> {
        Some(match variable {
            Variable::Field(address, field) => Variable::Field(self.object(address)?, field),
            Variable::Element(address, index) => Variable::Element(self.object(address)?, index),
            Variable::Static(_) => variable,
        })
    }

    fn rename(&mut self, renaming: &Renaming) {
        let mut threads = vec![ThreadId(u32::MAX); self.threads.len()];
        for (name, number) in (0..).zip(&self.threads) {
            if let Some(new) = renaming.thread(ThreadId(name)) {
                threads[new.index()] = *number;
            }
        }
        self.threads = threads;
        self.objects.retain_mut(|(name, _)| match renaming.address(*name) {
            Some(new) => {
                *name = new;
                true
            }
            None => false,
        });
    }

    /// An event with the numbers of the run.
    fn told(&self, event: Event) -> Option<Event> {
        let action = match event.action {
            Action::Allocate { object } => Action::Allocate { object: self.object(object)? },
            Action::Read { variable, is_volatile } => {
                Action::Read { variable: self.variable(variable)?, is_volatile }
            }
            Action::Write { variable, is_volatile } => {
                Action::Write { variable: self.variable(variable)?, is_volatile }
            }
            Action::Update { variable, is_volatile } => {
                Action::Update { variable: self.variable(variable)?, is_volatile }
            }
            Action::Look { variable } => Action::Look { variable: self.variable(variable)? },
            Action::Refused { object } => Action::Refused { object: self.object(object)? },
            Action::Acquire { object, depth } => {
                Action::Acquire { object: self.object(object)?, depth }
            }
            Action::Release { object, depth } => {
                Action::Release { object: self.object(object)?, depth }
            }
            Action::StartWait { object } => Action::StartWait { object: self.object(object)? },
            Action::EndWait { object } => Action::EndWait { object: self.object(object)? },
            Action::Notify { object, woken } => {
                let woken: Option<Vec<ThreadId>> =
                    woken.into_iter().map(|thread| self.thread(thread)).collect();
                Action::Notify { object: self.object(object)?, woken: woken? }
            }
            Action::Fork { child } => Action::Fork { child: self.thread(child)? },
            // A thread that was joined has ended, and may have been dropped when nothing else referred to it.
            Action::Join { thread } => Action::Join { thread: self.thread(thread)? },
            other => other,
        };
        Some(Event { thread: self.thread(event.thread)?, action, ..event })
    }
}
