//! Sentences about how an execution ends. Errors have them as well as reports, so they are here; how they are laid out
//! is a matter of reports.

use super::names::{
    SHOWN_VALUES, and, at_most, cells_of, grouped, lock_name, one_line, point_name, statement_text,
    thread_name, values, where_clause,
};
use super::waiting::stays;
use super::{Ending, Execution, Keeps, Stuck, StuckFact};
use crate::system::{Expression, Fairness, Place, System, ThreadId};

/// A sentence about how an execution ends, or the head of a list of sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// A sentence about an earlier violation of the discipline, if there was one.
    pub before: Option<String>,
    /// The sentence, or what the parts are about.
    pub head: String,
    /// The sentences of the list; none if the head is all that there is to say.
    pub parts: Vec<String>,
}

impl Sentence {
    fn new(head: String, parts: Vec<String>) -> Self {
        Sentence { before: None, head, parts }
    }

    fn plain(head: String) -> Self {
        Sentence::new(head, Vec::new())
    }

    /// The sentence on one line, without the earlier violation.
    pub fn last_line(&self) -> String {
        if self.parts.is_empty() {
            return self.head.clone();
        }
        format!("{}: {}", self.head, self.parts.join("; "))
    }

    /// The sentence on one line.
    pub fn line(&self) -> String {
        let before = self.before.iter().map(|before| format!("{before}; "));
        before.collect::<String>() + &self.last_line()
    }
}

/// The longest formula that is written out beside the name of its property, in characters.
const LONGEST_FORMULA: usize = 60;

impl Execution<'_> {
    /// The sentence about how the execution ends, and about an earlier violation of the discipline.
    pub fn ending_in_words(&self) -> Sentence {
        let first = self.violations().iter().position(Option::is_some);
        let is_told = matches!(self.ending(), Ending::DisciplineViolated(_));
        let before = first.filter(|_| !is_told);
        let before = before.map(|step| format!("{}: the discipline is violated", after(step)));
        let words = Words { execution: self, system: self.system() };
        Sentence { before, ..words.last() }
    }
}

/// Makes sentences about an execution.
struct Words<'e> {
    execution: &'e Execution<'e>,
    system: &'e System,
}

impl Words<'_> {
    fn last(&self) -> Sentence {
        let (execution, system) = (self.execution, self.system);
        let (count, last) = (execution.steps().len(), execution.last());
        let after = after(count);
        match execution.ending() {
            Ending::DisciplineViolated(violation) => {
                Sentence::plain(execution.named_violation(violation, count).to_string())
            }
            Ending::Failed { thread, .. } => Sentence::plain(self.failure(thread)),
            Ending::InvariantViolated(number) => {
                let claim = &system.invariants()[number];
                let cells = cells_of(system, last, [&claim.predicate]);
                let values = self.at_points(&claim.predicate)
                    + &where_clause(&values(system, last, &cells, None));
                let name = one_line(&claim.name);
                Sentence::plain(format!("{after}: the invariant \"{name}\" is violated{values}"))
            }
            Ending::EndlessLoop { thread, from } => {
                let name = thread_name(system, thread);
                let steps = steps(from + 1, count);
                Sentence::plain(format!(
                    "{after}: {name} can repeat {steps}, all invisible, for ever"
                ))
            }
            Ending::PropertyFalse { property, from } => self.refuted(property, from),
            Ending::Deadlock => Sentence::new(format!("{after}: no thread can go on"), self.stay()),
            Ending::Stuck { thread } => {
                let name = thread_name(system, thread);
                let parts = execution.stuck().map_or_else(Vec::new, |stuck| self.stuck(stuck));
                Sentence::new(format!("{after}: {name} is stuck for ever"), parts)
            }
            Ending::AtRest => {
                Sentence::new(format!("{after}: no thread can go on, and none has to"), self.stay())
            }
            Ending::Reached(number) => {
                let name = one_line(&system.reachable()[number].name);
                Sentence::plain(format!("{after}: \"{name}\" is reached"))
            }
            Ending::Stopped if count == 0 => Sentence::plain("no step is taken".to_owned()),
            Ending::Stopped => Sentence::plain(format!("the run stops after step {count}")),
        }
    }

    /// That a property is false of the run, as which its steps come again and again, or which ends.
    fn refuted(&self, property: usize, from: Option<usize>) -> Sentence {
        let (system, count) = (self.system, self.execution.steps().len());
        let known = &system.properties()[property];
        let how = match from {
            Some(from) if from + 1 == count => {
                format!("{}: step {count} can be repeated for ever", after(count))
            }
            Some(from) => {
                format!("{}: {} can be repeated for ever", after(count), steps(from + 1, count))
            }
            None if self.execution.can_go_on().is_some() => {
                format!("{}: whoever can go on is idle, and the state stays", after(count))
            }
            None => format!("{}: no thread can go on, and the state stays", after(count)),
        };
        let (name, formula) = (one_line(known.name()), one_line(&known.to_string()));
        // A long one is in the text of the system.
        let is_told = name != formula && formula.chars().count() <= LONGEST_FORMULA;
        let said = if is_told { format!(" ({formula})") } else { String::new() };
        let fair = system.threads().iter().any(|thread| thread.fairness() != Fairness::Unfair);
        let fair = if fair { "the run is fair, and " } else { "" };
        Sentence::plain(format!("{how}; {fair}\"{name}\"{said} is false of it"))
    }

    /// The control points of the threads whose points a predicate looks at: ` with user[0] at W and user[1] at W`.
    fn at_points(&self, predicate: &Expression) -> String {
        let (system, last) = (self.system, self.execution.last());
        let mut looks = vec![false; system.threads().len()];
        predicate.for_each_place(&mut |place| {
            if let Place::Cell(cell) = place
                && let Some(looks) = looks.get_mut(cell.index())
            {
                *looks = true;
            }
        });
        let looked_at = system.thread_ids().filter(|thread| looks[thread.index()]);
        let at = |thread| {
            let point = point_name(system, thread, system.at(last, thread));
            format!("{} at {point}", thread_name(system, thread))
        };
        let at = at_most(looked_at.map(at).collect(), SHOWN_VALUES);
        if at.is_empty() { String::new() } else { format!(" with {}", and(&at)) }
    }

    fn failure(&self, thread: ThreadId) -> String {
        let (execution, system) = (self.execution, self.system);
        let mut steps = execution.steps().iter().enumerate();
        let Some((index, step, failure)) = steps.find_map(|(index, step)| {
            Some((index, step, step.failure.filter(|_| step.thread == thread)?))
        }) else {
            return "no thread fails".to_owned();
        };
        let (name, before) = (thread_name(system, thread), &execution.states()[index]);
        let transition = &system.thread(thread).transitions()[step.transition];
        let mut expressions = vec![transition.guard()];
        for assignment in transition.command() {
            expressions.push(&assignment.value);
            if let Place::Element { indices, .. } = &assignment.target {
                expressions.extend(indices.iter().map(|index| &index.value));
            }
        }
        let cells = cells_of(system, before, expressions);
        let values = where_clause(&values(system, before, &cells, Some(thread)));
        let point = point_name(system, thread, transition.start());
        let text = statement_text(system, thread, step.transition);
        format!("step {}: {name} fails at {point} in `{text}`: {failure}{values}", index + 1)
    }

    /// Who waits for what, why nobody helps, who goes on, and how this is known.
    fn stuck(&self, stuck: &Stuck) -> Vec<String> {
        let (system, last) = (self.system, self.execution.last());
        let name = |thread: &ThreadId| thread_name(system, *thread);
        let mut out: Vec<String> =
            stuck.chain.iter().map(|thread| stays(system, last, *thread)).collect();
        if let Some(first) = stuck.cycle {
            let around: Vec<String> = stuck.chain[first..].iter().map(name).collect();
            out.push(format!("so {} wait for one another", and(&around)));
        }
        out.extend(stuck.facts.iter().map(|fact| self.fact(fact)));
        let stuck_name = name(&stuck.thread);
        out.push(match (stuck.states, stuck.going_on.is_empty()) {
            (Some(1), _) => "no thread can go on".to_owned(),
            (Some(2), _) => format!(
                "{} can go on, and the one state that can come after does not let {stuck_name} take a step",
                and(&stuck.going_on.iter().map(name).collect::<Vec<_>>()),
            ),
            (Some(states), _) => {
                let going_on = at_most(stuck.going_on.iter().map(name).collect(), SHOWN_VALUES);
                format!(
                    "{} can go on, and none of the {} states that can come after lets {stuck_name} take a step",
                    and(&going_on),
                    grouped(&(states - 1)),
                )
            }
            (None, _) => format!(
                "that it is for ever rests on the search that found it: more states can come after than are looked at \
                 again, and in those that are {stuck_name} takes no step"
            ),
        });
        out
    }

    fn fact(&self, fact: &StuckFact) -> String {
        let (system, last) = (self.system, self.execution.last());
        match fact {
            StuckFact::NotNotified { monitor } => {
                format!("from here on no thread notifies {}", lock_name(system, *monitor))
            }
            StuckFact::Kept { lock, owner, why } => {
                let (lock, owner) = (lock_name(system, *lock), thread_name(system, *owner));
                match why {
                    Keeps::Ended => format!("{owner} has ended, and owns {lock}"),
                    Keeps::Failed => format!("{owner} has failed, and owns {lock}"),
                    Keeps::Rests => format!("{owner} takes no step from here on, and owns {lock}"),
                    Keeps::GoesOn => {
                        format!("{owner} can go on, and from here on never releases {lock}")
                    }
                }
            }
            StuckFact::Unchanged { cells } => {
                let shown = values(system, last, cells, None);
                let shown = shown.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                format!("from here on always {}", and(&at_most(shown, SHOWN_VALUES)))
            }
        }
    }

    fn stay(&self) -> Vec<String> {
        let last = self.execution.last();
        self.system.thread_ids().map(|thread| stays(self.system, last, thread)).collect()
    }
}

fn steps(first: usize, last: usize) -> String {
    if first == last { format!("step {last}") } else { format!("steps {first} to {last}") }
}

fn after(step: usize) -> String {
    if step == 0 { "initially".to_owned() } else { format!("after step {step}") }
}
