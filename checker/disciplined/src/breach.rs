//! Breaches: classes that a run shows to be wrong.

use std::fmt;

use reductio_locksets::{Run, Shared, Step};
use reductio_programs::{Action, Address, Place, Program, ThreadId, Variable};

use crate::class::Class;
use crate::monitor::Kind;
use crate::replay::Shown;
use crate::resolve::{Classes, class_name};

/// A class that a run shows to be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// What has the wrong class, by number.
    pub kind: Kind,
    /// The class that is wrong.
    pub class: Class,
    /// The name of the class of the program whose objects they are; empty for a variable that belongs to no object.
    pub of: String,
    /// The variable that is touched in the end, by the place where its object was made, and its field; where it is a lock, the field is
    /// `lock`.
    pub variable: Shared,
    /// The thread that touches it in the end, by its number in the run.
    pub thread: ThreadId,
    /// The source line of the instruction that does; 0 if there is none.
    pub line: u32,
    /// The run. Its last step touches the variable; where the variable is a lock, the thread may only have come to the instruction
    /// that takes it, and has to wait there.
    pub run: Run,
    /// The place in the run of an earlier step, by another thread, that touches the same and with which the last touch does not agree;
    /// where no single step does, the last one by another thread. None if that thread waits for the lock.
    pub earlier: Option<usize>,
    /// What is touched in the end.
    touch: Touched,
}

impl Breach {
    /// The breach of a kind that a run shows; `None` if it does not.
    pub(crate) fn of(
        program: &Program,
        classes: &Classes,
        kind: Kind,
        shown: Shown,
    ) -> Option<Breach> {
        let found = shown.broken.iter().find(|found| found.kind == kind)?;
        let mut run = shown.run;
        run.steps.truncate(found.at + 1);
        let site_of = |object: Address| run.objects.get(object.0 as usize).copied();
        let is_meant = |touch: &Touched| match (kind, *touch) {
            (Kind::Objects(site), touch) => object(touch).and_then(site_of) == Some(site),
            (
                Kind::Field(site, field),
                Touched::Variable(
                    variable @ (Variable::Field(of, _) | Variable::Element(of, _)),
                    _,
                ),
            ) => {
                let number = match variable {
                    Variable::Field(_, field) => Some(field),
                    _ => None,
                };
                site_of(of) == Some(site) && number == field
            }
            (Kind::Static(one), Touched::Variable(Variable::Static(other), _)) => one == other,
            _ => false,
        };
        let last = run.steps.last()?;
        let own = touched(last).filter(is_meant).map(|touch| (last.thread, last.line, touch));
        let come = found
            .come_to
            .iter()
            .map(|(thread, object, line)| (*thread, *line, Touched::Lock(*object)));
        let (thread, line, touch) =
            own.into_iter().chain(come).find(|(.., touch)| is_meant(touch))?;
        let variable = match touch {
            Touched::Variable(variable, _) => {
                let site = match variable {
                    Variable::Field(object, _) | Variable::Element(object, _) => {
                        Some(site_of(object)?)
                    }
                    Variable::Static(_) => None,
                };
                Shared::of(program, variable, site)
            }
            Touched::Lock(object) => {
                let site = site_of(object)?;
                Shared { site: Some(site), line: program.line(site), field: "lock".to_owned() }
            }
        };
        let class = match kind {
            Kind::Objects(_) => Class::Unshared,
            Kind::Field(..) => Class::Disciplined,
            Kind::Static(variable) => classes.of_static(variable),
        };
        let earlier = earlier(&run, class, (thread, touch));
        let of = variable.site.map_or("", |site: Place| class_name(program, site)).to_owned();
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
        let subject = match self.variable.site {
            Some(_) => format!("`{}` made in line {}", self.of, self.variable.line),
            None => format!("`{}`", self.variable.field),
        };
        let who = |thread, touch, line| {
            let thread = self.run.thread_name(program, thread);
            let (does, what) = match touch {
                Touched::Variable(_, true) => {
                    ("writes", format!("`{}`", self.field_of(program, touch)))
                }
                Touched::Variable(_, false) => {
                    ("reads", format!("`{}`", self.field_of(program, touch)))
                }
                Touched::Lock(_) => ("uses", "its lock".to_owned()),
            };
            format!("`{thread}` {does} {what} in line {line}")
        };
        let earlier = self.earlier_step().and_then(|step| Some((step, touched(step)?)));
        let earlier = match earlier {
            Some((step, touch)) => who(step.thread, touch, step.line),
            None => "another thread has come to where it takes its lock".to_owned(),
        };
        let rule = match self.class {
            Class::Unshared => "is not unshared",
            _ => "is not under the lock discipline",
        };
        let why = match self.class {
            Class::Unshared => "",
            _ => ", and no lock is owned at every access",
        };
        let last = who(self.thread, self.touch, self.line);
        format!("{subject} {rule}: {earlier}, {last}{why}")
    }

    /// The name of the field that is touched.
    fn field_of(&self, program: &Program, touch: Touched) -> String {
        match touch {
            Touched::Variable(variable, _) => {
                Shared::of(program, variable, self.variable.site).field
            }
            Touched::Lock(_) => "lock".to_owned(),
        }
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

/// The place of an earlier step of a run with which the touch of a thread at its end does not agree: by another thread, it touches
/// the same; for the lock discipline one of the two writes, and no lock is owned at both, if there is such a step.
fn earlier(run: &Run, class: Class, (thread, now): (ThreadId, Touched)) -> Option<usize> {
    let is_same = |other: Touched| match (class, now, other) {
        (_, Touched::Variable(one, _), Touched::Variable(two, _)) if one == two => true,
        (Class::Unshared, ..) => object(now).is_some() && object(now) == object(other),
        _ => false,
    };
    let others = (0..run.steps.len()).rev().filter(|at| {
        let step = &run.steps[*at];
        step.thread != thread && touched(step).is_some_and(is_same)
    });
    let locks = owned(run, run.steps.len().saturating_sub(1));
    let disagrees = |at: &usize| {
        let writes = |found| matches!(found, Some(Touched::Variable(_, true)));
        class == Class::Unshared
            || (writes(Some(now)) || writes(touched(&run.steps[*at])))
                && !owned(run, *at).iter().any(|lock| locks.contains(lock))
    };
    let others: Vec<usize> = others.collect();
    others.iter().copied().find(disagrees).or_else(|| others.first().copied())
}
