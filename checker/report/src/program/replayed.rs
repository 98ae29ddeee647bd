//! Facts about a run of a Java program that are found by running it again: values, calls of the library, the messages
//! of exceptions.

use std::collections::{BTreeMap, BTreeSet};

use reductio::check::ProgramSubject;
use reductio::locksets::{Run, Step};
use reductio::programs::{
    Action, Address, Bounds, Event, Fresh, Instruction, Machine, MethodId, Place, State, ThreadId,
    Value, Variable,
};

/// Facts about the steps of a run that the steps do not say themselves.
#[derive(Debug, Default)]
pub(crate) struct Replayed {
    /// The facts about each step that could be taken again: about all steps, unless the run was made under other rules.
    pub(crate) details: Vec<Detail>,
    /// The calls of the library by the program's own code that have ended, in the order in which they began.
    pub(crate) calls: Vec<Call>,
}

/// Facts about a step.
#[derive(Debug, Default)]
pub(crate) struct Detail {
    /// The value of the variable that it accesses, before and after it.
    pub(crate) values: Option<(Value, Value)>,
    /// The message of the exception that nobody catches.
    pub(crate) message: Option<String>,
}

/// A call of a method of the library by the program's own code.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) method: MethodId,
    /// The object whose method it is.
    pub(crate) receiver: Address,
    /// The other arguments.
    pub(crate) arguments: Vec<Value>,
    pub(crate) outcome: Outcome,
    /// The steps of the library in it, which end with the one that ends it.
    pub(crate) steps: Vec<usize>,
    thread: ThreadId,
    /// The number of frames below it.
    depth: usize,
}

/// The end of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Nothing,
    Result(Value),
    /// It throws something.
    Throws,
}

/// Bounds that no run meets, since those that it was found within may have been others. Choices stay as they are.
fn unbounded() -> Bounds {
    let most = u32::MAX;
    Bounds {
        threads: most,
        objects: most,
        frames: most,
        elements: most,
        text: most,
        ..Bounds::default()
    }
}

impl Replayed {
    /// Takes the steps of a run again, as far as that is possible.
    pub(crate) fn of(subject: &ProgramSubject, run: &Run) -> Self {
        let program = &subject.program;
        let machine = Machine::new(program, unbounded());
        let mut state = machine.initial();
        let mut out = Replayed::default();
        let mut open: Vec<Call> = Vec::new();
        for (at, step) in run.steps.iter().enumerate() {
            let is_library = |place: &Place| program.method(place.method).is_library;
            let inner = |call: &Call| {
                let mut frames = step.calls.iter().chain([&step.place]).skip(call.depth);
                call.thread == step.thread && frames.all(is_library)
            };
            if let Some(call) = open.iter_mut().rev().find(|call| inner(call)) {
                call.steps.push(at);
            }
            let begun = (!is_library(&step.place)).then(|| begun(&machine, &state, step)).flatten();
            let returned = returned(&machine, &state, step);
            let message = step.event.wrong.and_then(|_| message(&machine, &state, step));
            let variable = accessed(&step.event);
            let before = variable.map(|variable| state.value(variable));
            let Some(event) = again(&machine, &mut state, step) else { break };
            let values = before.zip(variable.map(|variable| state.value(variable)));
            out.details.push(Detail { values, message });
            let frames = state.thread(step.thread).map_or(0, |thread| thread.frames.len());
            let is_over = |call: &Call| call.thread == step.thread && frames <= call.depth;
            while let Some(number) = open.iter().rposition(is_over) {
                let call = open.remove(number);
                if event.wrong.is_none() {
                    let has_result = subject
                        .kinds
                        .method(call.method)
                        .is_some_and(|(_, result)| result.is_some());
                    let outcome = match returned {
                        None => Outcome::Throws,
                        Some(value) if has_result => Outcome::Result(value),
                        Some(_) => Outcome::Nothing,
                    };
                    out.calls.push(Call { outcome, ..call });
                }
            }
            open.extend(begun.filter(|call| {
                let thread = state.thread(step.thread);
                let top = thread.and_then(|thread| thread.frames.get(call.depth));
                top.is_some_and(|frame| program.method(frame.place.method).is_library)
            }));
        }
        out.calls.sort_by_key(|call| call.steps.first().copied());
        out
    }

    /// The objects that several threads use in the run, or another one than that which has made them.
    pub(crate) fn shared(&self, run: &Run) -> BTreeSet<Address> {
        let mut users: BTreeMap<Address, BTreeSet<ThreadId>> = BTreeMap::new();
        let mut note = |object, thread| {
            users.entry(object).or_default().insert(thread);
        };
        for step in &run.steps {
            match step.event.action {
                Action::Allocate { object }
                | Action::Acquire { object, .. }
                | Action::Release { object, .. }
                | Action::Refused { object }
                | Action::StartWait { object }
                | Action::EndWait { object } => note(object, step.thread),
                _ => {
                    if let Some(Variable::Field(object, _) | Variable::Element(object, _)) =
                        accessed(&step.event)
                    {
                        note(object, step.thread);
                    }
                }
            }
        }
        for call in &self.calls {
            note(call.receiver, call.thread);
        }
        users.into_iter().filter(|(_, users)| users.len() > 1).map(|(object, _)| object).collect()
    }
}

/// The variable that a step accesses.
pub(crate) fn accessed(event: &Event) -> Option<Variable> {
    match event.action {
        Action::Read { variable, .. }
        | Action::Write { variable, .. }
        | Action::Update { variable, .. }
        | Action::Look { variable } => Some(variable),
        _ => None,
    }
}

/// Takes a step again; `None` if there is no such step.
fn again(machine: &Machine<'_>, state: &mut State, step: &Step) -> Option<Event> {
    let choices = machine.choices(state, step.thread);
    // Those who wait have other numbers where states are renamed.
    let others = (0..choices).filter(|choice| *choice != step.choice);
    for choice in std::iter::once(step.choice).chain(others) {
        let mut next = state.clone();
        let event = machine.step(&mut next, step.thread, choice, &Fresh)?;
        if event == step.event {
            *state = next;
            return Some(event);
        }
    }
    None
}

/// The call of an object's method with which a step begins, if it does.
fn begun(machine: &Machine<'_>, state: &State, step: &Step) -> Option<Call> {
    let program = machine.program();
    let thread = state.thread(step.thread)?;
    let (Instruction::Call { arguments, .. } | Instruction::CallVirtual { arguments, .. }) =
        program.instruction(step.place)
    else {
        return None;
    };
    let values: Option<Vec<Value>> =
        arguments.iter().map(|argument| machine.evaluate(state, step.thread, argument)).collect();
    let values = values?;
    let Some(Value::Object(receiver)) = values.first().copied() else { return None };
    let method = match program.instruction(step.place) {
        Instruction::Call { method, .. } => *method,
        Instruction::CallVirtual { selector, .. } => {
            let class = state.class_of(program, Value::Object(receiver))?;
            *program.classes()[class.index()].methods.get(selector)?
        }
        _ => return None,
    };
    let is_constructor = program.method(method).name.ends_with(".<init>");
    (program.method(method).has_receiver && !is_constructor).then(|| Call {
        method,
        receiver,
        arguments: values[1..].to_vec(),
        outcome: Outcome::Nothing,
        steps: Vec::new(),
        thread: step.thread,
        depth: thread.frames.len(),
    })
}

/// What a step returns, if it returns from a method: 0 if that has no result.
fn returned(machine: &Machine<'_>, state: &State, step: &Step) -> Option<Value> {
    let Instruction::Return { value } = machine.program().instruction(step.place) else {
        return None;
    };
    machine.evaluate(state, step.thread, value)
}

/// The message of what a step throws.
fn message(machine: &Machine<'_>, state: &State, step: &Step) -> Option<String> {
    let program = machine.program();
    let Instruction::Throw { value } = program.instruction(step.place) else { return None };
    let Value::Object(thrown) = machine.evaluate(state, step.thread, value)? else { return None };
    let mut fields = (0..).zip(program.fields());
    let (number, _) = fields.find(|(_, name)| *name == "java.lang.Throwable.message")?;
    let field = reductio::programs::FieldId(number);
    match state.value(Variable::Field(thrown, field)) {
        Value::Text { text, .. } => Some(program.text(text)),
        _ => None,
    }
}
