//! Sketches as text, for reports of failing properties.

use std::fmt::{self, Display, Formatter};

use super::build::point_name;
use super::sketch::{
    Action, ClassSketch, Literal, LockRef, PredicateSketch, Read, Sketch, ValueSketch, VariableRef,
};
use reductio_system::Fairness;

impl Display for Sketch {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Sketch { flags, locks, lock_kind, semaphores, .. } = self;
        writeln!(f, "{flags} flags, {locks} locks ({lock_kind:?}), semaphores {semaphores:?}")?;
        for (k, class) in self.classes.iter().enumerate() {
            writeln!(f, "x{k}: {class:?}")?;
        }
        for (k, predicates) in self.objects.iter().enumerate() {
            if self.classes.get(k).is_some_and(|class| *class != ClassSketch::Protected) {
                continue;
            }
            for (thread, predicate) in predicates.iter().enumerate() {
                writeln!(f, "e(x{k}, t{thread}) = {predicate}")?;
            }
        }
        for (k, claim) in self.invariants.iter().enumerate() {
            writeln!(f, "invariant {k}: {claim}")?;
        }
        for (k, claim) in self.goals.iter().enumerate() {
            writeln!(f, "goal {k}: {claim}")?;
        }
        for (k, claim) in self.properties.iter().enumerate() {
            let formula = claim.formula.map(|atom| claim.atoms[*atom].to_string());
            writeln!(f, "property {k}: {formula}")?;
        }
        for (number, thread) in self.threads.iter().enumerate() {
            let fairness = match thread.fairness {
                Fairness::Unfair => "",
                Fairness::Weak => "fair ",
                Fairness::Strong => "strongly fair ",
            };
            let end = thread
                .end
                .map_or("no end".to_owned(), |end| format!("ends at {}", point_name(end)));
            let (points, locals) = (thread.points, thread.locals);
            writeln!(f, "{fairness}t{number}: {points} points, {end}, {locals} locals")?;
            for step in &thread.steps {
                let (start, end) = (point_name(step.start), point_name(step.end));
                writeln!(f, "  {start} -> {end}: {}", step.action)?;
            }
        }
        Ok(())
    }
}

impl Display for Action {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Action::Plain { guard, assignments } => {
                if guard.is_empty() && assignments.is_empty() {
                    return f.write_str("skip");
                }
                for (k, (x, value)) in guard.iter().enumerate() {
                    write!(f, "{}{x} == {value}", if k == 0 { "when " } else { " and " })?;
                }
                for (k, (x, source)) in assignments.iter().enumerate() {
                    let gap = if k == 0 && guard.is_empty() { "" } else { "; " };
                    write!(f, "{gap}{x} := {source}")?;
                }
                Ok(())
            }
            Action::Await(value) => write!(f, "await {value}"),
            Action::Assert(x, value) => write!(f, "assert {x} == {value}"),
            Action::Acquire(lock) => write!(f, "acquire {lock}"),
            Action::Release(lock) => write!(f, "release {lock}"),
            Action::Wait(lock) => write!(f, "wait {lock}"),
            Action::Notify(lock) => write!(f, "notify {lock}"),
            Action::NotifyAll(lock) => write!(f, "notifyAll {lock}"),
            Action::Try(lock, into, otherwise) => {
                if let Some(target) = into {
                    write!(f, "{target} := ")?;
                }
                write!(f, "try {lock}, else to {}", point_name(*otherwise))
            }
            Action::Signal(lock) => write!(f, "signal {lock}"),
            Action::Broadcast(lock) => write!(f, "broadcast {lock}"),
            Action::Down(k) => write!(f, "down s{k}"),
            Action::Up(k) => write!(f, "up s{k}"),
        }
    }
}

impl Display for VariableRef {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            VariableRef::Local(k) => write!(f, "l{k}"),
            VariableRef::Flag(k) => write!(f, "f{k}"),
            VariableRef::Data(k) => write!(f, "x{k}"),
            VariableRef::DataAt(k) => write!(f, "x[l{k}]"),
        }
    }
}

impl Display for ValueSketch {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ValueSketch::Constant(value) => write!(f, "{value}"),
            ValueSketch::Copy(x) => write!(f, "{x}"),
            ValueSketch::Not(x) => write!(f, "not {x}"),
            ValueSketch::Next(x) => write!(f, "{x} + 1"),
        }
    }
}

impl Display for LockRef {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            LockRef::Number(k) => write!(f, "m{k}"),
            LockRef::At(local) => write!(f, "m[l{local}]"),
        }
    }
}

impl Display for PredicateSketch {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("false");
        }
        for (k, cube) in self.0.iter().enumerate() {
            if k > 0 {
                f.write_str(" or ")?;
            }
            if cube.is_empty() {
                f.write_str("true")?;
            }
            for (k, literal) in cube.iter().enumerate() {
                write!(f, "{}{literal}", if k > 0 { " and " } else { "" })?;
            }
        }
        Ok(())
    }
}

impl Display for Literal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let number = |value: &i32| usize::try_from(*value).unwrap_or(0);
        let shown: Vec<String> = match self.read {
            Read::Point(_) => self.values.iter().map(|v| point_name(number(v))).collect(),
            Read::Owner(_) => self
                .values
                .iter()
                .map(|v| number(v).checked_sub(1).map_or("none".to_owned(), |t| format!("t{t}")))
                .collect(),
            _ => self.values.iter().map(ToString::to_string).collect(),
        };
        write!(f, "{} in {{{}}}", self.read, shown.join(", "))
    }
}

impl Display for Read {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Read::Point(thread) => write!(f, "t{thread}"),
            Read::Local(thread, k) => write!(f, "t{thread}.l{k}"),
            Read::Flag(k) => write!(f, "f{k}"),
            Read::Data(k) => write!(f, "x{k}"),
            Read::Owner(k) => write!(f, "m{k}.owner"),
            Read::Semaphore(k) => write!(f, "s{k}"),
        }
    }
}
