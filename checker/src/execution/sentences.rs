//! Sentences about an execution: how it ends, what is bad.

use super::words::{
    SHOWN_VALUES, and, at_most, cell_name, cells_of, object_name, one_line, point_name,
    statement_text, stays, thread_name, where_values,
};
use super::{Ending, Execution};
use crate::discipline::{Usage, Violation};
use crate::system::{
    CellId, Expression, Layout, Memory, ObjectId, PackedState, Place, System, ThreadId, Value,
};

/// How an execution ends: a sentence, or the head of a list of sentences.
pub(super) struct Sentence {
    /// What was so before, and matters.
    pub(super) before: Option<String>,
    pub(super) head: String,
    pub(super) parts: Vec<String>,
}

impl Sentence {
    fn new(head: String, parts: Vec<String>) -> Self {
        Sentence { before: None, head, parts }
    }

    fn plain(head: String) -> Self {
        Sentence::new(head, Vec::new())
    }

    /// Without what was before, on one line.
    pub(super) fn last_line(&self) -> String {
        if self.parts.is_empty() {
            return self.head.clone();
        }
        format!("{}: {}", self.head, self.parts.join("; "))
    }

    /// On one line.
    pub(super) fn line(&self) -> String {
        let before = self.before.iter().map(|before| format!("{before}; "));
        before.collect::<String>() + &self.last_line()
    }
}

/// What to say about an execution.
pub(super) struct Words<'e> {
    execution: &'e Execution<'e>,
    system: &'e System,
}

impl<'e> Words<'e> {
    pub(super) fn of(execution: &'e Execution<'e>) -> Self {
        Words { execution, system: execution.system() }
    }

    /// How the execution ends, and whether the discipline was violated before.
    pub(super) fn ending(&self) -> Sentence {
        let first = self.execution.bad.iter().position(Option::is_some);
        let is_told = matches!(self.execution.ending, Ending::DisciplineViolated(_));
        let before = first.filter(|_| !is_told);
        let before = before.map(|step| format!("{}: the discipline is violated", after(step)));
        Sentence { before, ..self.last() }
    }

    fn last(&self) -> Sentence {
        let (execution, system) = (self.execution, self.system);
        let (count, last) = (execution.steps.len(), execution.last());
        let after = after(count);
        match execution.ending {
            Ending::DisciplineViolated(violation) => {
                Sentence::plain(self.violation(violation, count))
            }
            Ending::Failed { thread, .. } => Sentence::plain(self.failure(thread)),
            Ending::InvariantViolated(number) => {
                let claim = &system.invariants()[number];
                let cells = cells_of(system, last, [&claim.predicate]);
                let values =
                    self.at_points(&claim.predicate) + &where_values(system, last, &cells, None);
                let name = one_line(&claim.name);
                Sentence::plain(format!("{after}: the invariant \"{name}\" is violated{values}"))
            }
            Ending::EndlessLoop { thread, from } => {
                let name = thread_name(system, thread);
                let steps = match (from + 1, count) {
                    (first, last) if first == last => format!("step {last}"),
                    (first, last) => format!("steps {first} to {last}"),
                };
                Sentence::plain(format!(
                    "{after}: {name} can repeat {steps}, all invisible, for ever"
                ))
            }
            Ending::Deadlock => Sentence::new(format!("{after}: no thread can go on"), self.stay()),
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

    /// What is bad in the state after `number` steps.
    pub(super) fn violation(&self, violation: Violation, number: usize) -> String {
        let (system, state) = (self.system, &self.execution.states[number]);
        let after = after(number);
        match violation {
            Violation::Access { thread, transition, object } => {
                let name = thread_name(system, thread);
                let point = point_name(system, thread, system.at(state, thread));
                let usage = self.execution.discipline.usage();
                let (verb, cells) = access(system, usage, state, thread, transition, object);
                let holders: Vec<String> = system
                    .thread_ids()
                    .filter(|&holder| {
                        system.holds(system.objects()[object.index()].predicate(holder), state)
                    })
                    .map(|holder| thread_name(system, holder))
                    .collect();
                let who = match holders.len() {
                    0 => "nobody has it".to_owned(),
                    1 => format!("{} has it", holders[0]),
                    _ => format!("{} have it", and(&holders)),
                };
                format!(
                    "{after}: {name} at {point} is about to {verb} {cells} without exclusive access: {who}"
                )
            }
            Violation::NotExclusive { object, first, second } => {
                let [first, second] = [first, second].map(|thread| thread_name(system, thread));
                let object = object_name(system, object);
                format!("{after}: {first} and {second} both have exclusive access to {object}")
            }
        }
    }

    /// ` with user[0] at W and user[1] at W`, for the threads whose control points a predicate looks at.
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
        let mut steps = execution.steps.iter().enumerate();
        let Some((index, step, failure)) = steps.find_map(|(index, step)| {
            Some((index, step, step.failure.filter(|_| step.thread == thread)?))
        }) else {
            return "no thread fails".to_owned();
        };
        let (name, before) = (thread_name(system, thread), &execution.states[index]);
        let transition = &system.thread(thread).transitions()[step.transition];
        let mut expressions = vec![transition.guard()];
        for assignment in transition.command() {
            expressions.push(&assignment.value);
            if let Place::Element { indices, .. } = &assignment.target {
                expressions.extend(indices.iter().map(|index| &index.value));
            }
        }
        let cells = cells_of(system, before, expressions);
        let values = where_values(system, before, &cells, Some(thread));
        let point = point_name(system, thread, transition.start());
        let text = statement_text(system, thread, step.transition);
        format!("step {}: {name} fails at {point} in `{text}`: {failure}{values}", index + 1)
    }

    fn stay(&self) -> Vec<String> {
        let last = self.execution.last();
        self.system.thread_ids().map(|thread| stays(self.system, last, thread)).collect()
    }
}

fn after(step: usize) -> String {
    if step == 0 { "initially".to_owned() } else { format!("after step {step}") }
}

/// Whether a transition would write or read an object in a state, and which cells of it.
fn access(
    system: &System,
    usage: &Usage,
    state: &PackedState,
    thread: ThreadId,
    number: usize,
    object: ObjectId,
) -> (&'static str, String) {
    let transition = &system.thread(thread).transitions()[number];
    let mut scratch = state.clone();
    let mut memory = Tracing {
        layout: system.layout(),
        state: &mut scratch,
        read: Vec::new(),
        written: Vec::new(),
    };
    if transition.guard().evaluate(&mut memory) == Ok(1) {
        // Where the command fails, what it touched before counts.
        let _ = system.perform(thread, transition, &mut memory);
    }
    let of_object = |cells: Vec<CellId>| {
        let mut names: Vec<String> = Vec::new();
        for cell in cells.into_iter().filter(|&cell| usage.object(cell) == Some(object)) {
            let name = cell_name(system, cell, None);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    };
    let (read, written) = (of_object(memory.read), of_object(memory.written));
    let (verb, names) = if written.is_empty() { ("read", read) } else { ("write", written) };
    (verb, and(&at_most(names, SHOWN_VALUES)))
}

/// A memory that notes the cells that are read and written.
struct Tracing<'a> {
    layout: &'a Layout,
    state: &'a mut PackedState,
    read: Vec<CellId>,
    written: Vec<CellId>,
}

impl Memory for Tracing<'_> {
    fn read(&mut self, cell: CellId) -> Value {
        self.read.push(cell);
        self.layout.read(self.state, cell)
    }

    fn write(&mut self, cell: CellId, value: Value) {
        self.written.push(cell);
        self.layout.write(self.state, cell, value);
    }
}
