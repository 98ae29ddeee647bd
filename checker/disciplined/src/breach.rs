//! Breaches: classes that a run shows to be wrong.

use std::fmt;

use reductio_programs::{Action, Address, Place, Program, ThreadId, Variable};
use reductio_watched::{Run, Shared, Step};

use crate::class::Class;
use crate::monitor::Kind;
use crate::resolve::{Classes, class_name};

/// A class that a run shows to be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The objects, or the variable, with the wrong class, by number.
    pub kind: Kind,
    /// The class that is wrong.
    pub class: Class,
    /// The name of the class of the program whose objects they are; empty for a variable that belongs to no object.
    pub of: String,
    /// The variable that is touched in the end, by the place where its object was made, and its field; where it is a
    /// lock, the field is `lock`; where a call of a method is no operation, it is `call`, of the object whose method it
    /// is.
    pub variable: Shared,
    /// The thread that touches it in the end, by its number in the run.
    pub thread: ThreadId,
    /// The source line of the instruction that does; 0 if there is none.
    pub line: u32,
    /// The run. Its last step touches the variable; where the variable is a lock, the thread may only have come to the
    /// instruction that takes it, and has to wait there.
    pub run: Run,
    /// The place in the run of an earlier step, by another thread, that touches the same and with which the last touch
    /// does not agree; where no single step does, the last one by another thread. None if that thread waits for the
    /// lock.
    pub earlier: Option<usize>,
    /// What is touched in the end; nothing where a call is no operation.
    touch: Option<Touched>,
}

/// Something that was found to be wrong.
pub struct Found {
    pub(crate) kind: Kind,
    /// The place in the run of the step after which it is wrong.
    pub(crate) at: usize,
    /// The thread that breaks the rule by having come to an instruction which takes a lock, if this is why, with the
    /// object and the line of the instruction.
    pub(crate) come: Option<(ThreadId, Address, u32)>,
}

impl Breach {
    /// The breach that a run shows; `None` if it does not.
    pub(crate) fn of(
        program: &Program,
        classes: &Classes,
        found: &Found,
        mut run: Run,
    ) -> Option<Breach> {
        let kind = found.kind;
        run.steps.truncate(found.at + 1);
        let site_of = |object: Address| run.objects.get(object.0 as usize).copied();
        let last = run.steps.last()?;
        let (thread, line, touch) = match found.come {
            Some((thread, object, line)) => (thread, line, Some(Touched::Lock(object))),
            None if kind.is_of_calls() => (last.thread, last.line, None),
            None => (last.thread, last.line, Some(touched(last)?)),
        };
        let variable = match touch {
            Some(Touched::Variable(variable, _)) => {
                let site = match variable {
                    Variable::Field(object, _) | Variable::Element(object, _) => {
                        Some(site_of(object)?)
                    }
                    Variable::Static(_) => None,
                };
                Shared::of(program, variable, site)
            }
            Some(Touched::Lock(object)) => {
                let site = site_of(object)?;
                Shared { site: Some(site), line: program.line(site), field: "lock".to_owned() }
            }
            None => {
                let site = kind.site();
                let line = site.map_or(0, |site| program.line(site));
                Shared { site, line, field: "call".to_owned() }
            }
        };
        let class = match kind {
            Kind::Objects(_) => Class::Unshared,
            Kind::Field(..) => Class::Disciplined,
            Kind::Static(variable) => classes.of_static(variable),
            Kind::Inside(_) => Class::Atomic,
            Kind::Whole(site)
            | Kind::Operation(site)
            | Kind::Outside(site, ..)
            | Kind::Locks(site) => classes.of_site(program, site),
        };
        let earlier = touch.and_then(|touch| earlier(&run, kind, class, (thread, touch)));
        let of = kind.site().map_or("", |site: Place| class_name(program, site)).to_owned();
        Some(Breach { kind, class, of, variable, thread, line, run, earlier, touch })
    }

    /// The earlier step, if there is one.
    pub fn earlier_step(&self) -> Option<&Step> {
        self.run.steps.get(self.earlier?)
    }

    pub(crate) fn key(&self) -> (u32, &str, Class) {
        (self.variable.line, &self.variable.field, self.class)
    }

    /// The breach in words: what is wrong, who touches what where, and what to do.
    pub fn told(&self, program: &Program) -> impl fmt::Display {
        let subject = match self.kind.site() {
            Some(site) => format!("`{}` made in line {}", self.of, program.line(site)),
            None => format!("`{}`", self.variable.field),
        };
        let earlier = self
            .earlier_step()
            .and_then(|step| Some(self.who(program, step.thread, Some(touched(step)?), step.line)));
        let last = self.who(program, self.thread, self.touch, self.line);
        let method = self.run.steps.last().map_or("", |step| {
            let place = step.event.place;
            &program.method(place.method).name
        });
        let both = match (&earlier, self.kind) {
            (Some(earlier), _) => format!("{earlier}, {last}"),
            (None, Kind::Whole(_)) => format!("another thread has called a method of it, {last}"),
            (None, _) => format!("another thread has come to where it takes its lock, {last}"),
        };
        match self.kind {
            Kind::Operation(_) => format!(
                "{subject} does not have the granularity of methods: a call of a method is no single operation, for in \
                 it {last} in `{method}`, which others can see (G1)"
            ),
            Kind::Locks(_) => format!(
                "{subject} is not atomic: {last} in `{method}`, so that a method gives back a lock that it has not \
                 taken, or keeps one that it has"
            ),
            Kind::Outside(_, _, by_other) => {
                let written = match (&earlier, self.touch) {
                    (Some(earlier), _) => format!(", and {earlier}, when others can reach it"),
                    (None, _) => String::new(),
                };
                let (where_, rule) = if by_other {
                    ("a method touches a field of another instance", "G3")
                } else {
                    ("a field is touched by what is none of its methods", "G2")
                };
                format!(
                    "{subject} does not have the granularity of methods: {where_}, {last} in `{method}`{written} \
                     ({rule})"
                )
            }
            Kind::Inside(_) => {
                let earlier = earlier.map(|earlier| format!("{earlier}, ")).unwrap_or_default();
                format!(
                    "{subject} is not encapsulated in one atomic object: {earlier}{last}, once in a call of a method \
                     of an atomic object and once in none of that object"
                )
            }
            Kind::Whole(_) => format!(
                "{subject} is not under the lock discipline as a whole: {both}, and no lock is owned at every access"
            ),
            Kind::Objects(_) | Kind::Field(..) | Kind::Static(_) => match self.class {
                Class::Unshared => format!("{subject} is not unshared: {both}"),
                _ => format!(
                    "{subject} is not under the lock discipline: {both}, and no lock is owned at every access"
                ),
            },
        }
    }

    /// Who does what in which line.
    fn who(
        &self,
        program: &Program,
        thread: ThreadId,
        touch: Option<Touched>,
        line: u32,
    ) -> String {
        let thread = self.run.thread_name(program, thread);
        let does = match touch {
            Some(Touched::Variable(variable, is_written)) => {
                let site = match variable {
                    Variable::Field(object, _) | Variable::Element(object, _) => {
                        self.run.objects.get(object.0 as usize).copied()
                    }
                    Variable::Static(_) => None,
                };
                let does = if is_written { "writes" } else { "reads" };
                format!("{does} `{}`", Shared::of(program, variable, site).field)
            }
            Some(Touched::Lock(_)) => "uses its lock".to_owned(),
            None => self.run.steps.last().map_or("goes on", doing).to_owned(),
        };
        format!("`{thread}` {does} in line {line}")
    }
}

impl Kind {
    /// The instruction that makes the objects of which a class is wrong.
    pub(crate) fn site(self) -> Option<Place> {
        match self {
            Kind::Objects(site)
            | Kind::Field(site, _)
            | Kind::Whole(site)
            | Kind::Operation(site)
            | Kind::Outside(site, ..)
            | Kind::Inside(site)
            | Kind::Locks(site) => Some(site),
            Kind::Static(_) => None,
        }
    }

    /// Whether it is calls that are wrong, and not what is touched.
    fn is_of_calls(self) -> bool {
        matches!(self, Kind::Operation(_) | Kind::Locks(_))
    }
}

/// What a step does that others see, or that leaves a method.
fn doing(step: &Step) -> &'static str {
    match step.event.action {
        Action::Read { .. } => "reads what is for communication",
        Action::Write { .. } | Action::Update { .. } => "writes what is for communication",
        Action::Acquire { .. } => "takes a lock",
        Action::Refused { .. } => "tries to take a lock",
        Action::Release { .. } => "gives a lock back",
        Action::StartWait { .. } | Action::EndWait { .. } => "waits",
        Action::Notify { .. } => "notifies others",
        Action::Fork { .. } => "starts a thread",
        Action::Join { .. } => "joins a thread",
        _ => "goes on",
    }
}

/// What a step touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Touched {
    /// A variable, and whether it is written.
    Variable(Variable, bool),
    /// The lock of an object.
    Lock(Address),
}

fn touched(step: &Step) -> Option<Touched> {
    Some(match step.event.action {
        Action::Read { variable, .. } => Touched::Variable(variable, false),
        Action::Write { variable, .. } | Action::Update { variable, .. } => {
            Touched::Variable(variable, true)
        }
        Action::Acquire { object, .. }
        | Action::Refused { object }
        | Action::Release { object, .. }
        | Action::StartWait { object }
        | Action::EndWait { object }
        | Action::Notify { object, .. } => Touched::Lock(object),
        _ => return None,
    })
}

fn object(touched: Touched) -> Option<Address> {
    match touched {
        Touched::Variable(Variable::Field(object, _) | Variable::Element(object, _), _)
        | Touched::Lock(object) => Some(object),
        Touched::Variable(Variable::Static(_), _) => None,
    }
}

/// The locks that the thread of a step owns at it, by what the run says.
fn owned(run: &Run, at: usize) -> Vec<Address> {
    let thread = run.steps[at].thread;
    let mut owned: Vec<Address> = Vec::new();
    for step in run.steps[..at].iter().filter(|step| step.thread == thread) {
        match step.event.action {
            Action::Acquire { object, depth: 1 } | Action::EndWait { object } => owned.push(object),
            Action::Release { object, depth: 0 } | Action::StartWait { object } => {
                owned.retain(|found| *found != object);
            }
            _ => {}
        }
    }
    owned
}

/// The place of an earlier step of a run with which the touch of a thread at its end does not agree: by another thread,
/// it touches the same; for the lock discipline one of the two writes, and no lock is owned at both, if there is such a
/// step. Where it matters from where things are touched, the step may be by the same thread.
fn earlier(
    run: &Run,
    kind: Kind,
    class: Class,
    (thread, now): (ThreadId, Touched),
) -> Option<usize> {
    let writes = |found| matches!(found, Some(Touched::Variable(_, true)));
    let is_same = |other: Touched| match (kind, now, other) {
        (Kind::Outside(..), Touched::Variable(one, _), Touched::Variable(two, _)) => {
            one == two && writes(Some(now)) != writes(Some(other))
        }
        (_, Touched::Variable(one, _), Touched::Variable(two, _)) if one == two => true,
        (Kind::Objects(_) | Kind::Inside(_) | Kind::Whole(_), ..) => {
            object(now).is_some() && object(now) == object(other)
        }
        _ => false,
    };
    let by_any = matches!(kind, Kind::Inside(_) | Kind::Outside(..));
    let before = run.steps.len().saturating_sub(usize::from(by_any));
    let others = (0..before).rev().filter(|at| {
        let step = &run.steps[*at];
        (by_any || step.thread != thread) && touched(step).is_some_and(is_same)
    });
    let locks = owned(run, run.steps.len().saturating_sub(1));
    let disagrees = |at: &usize| {
        class == Class::Unshared
            || (writes(Some(now)) || writes(touched(&run.steps[*at])))
                && !owned(run, *at).iter().any(|lock| locks.contains(lock))
    };
    let others: Vec<usize> = others.collect();
    let first = others.first().copied();
    if by_any { first } else { others.into_iter().find(disagrees).or(first) }
}
