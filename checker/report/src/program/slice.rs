//! The steps of a run on which its end depends, by happens-before and by what is read of what was written.

use std::collections::BTreeSet;

use reductio::locksets::Run;
use reductio::programs::{Action, Address, ThreadId, Variable};

/// Decides whether the end of a run depends on each of its steps. The end is the failure, or else the marked steps, or
/// else that the threads which have not ended do not go on.
pub(crate) fn needed(run: &Run, marked: &[usize]) -> Vec<bool> {
    let mut need = Need::default();
    let mut out = vec![false; run.steps.len()];
    for at in ends(run, marked) {
        out[at] = true;
    }
    for at in (0..run.steps.len()).rev() {
        let step = &run.steps[at];
        out[at] |= need.wants(step.thread, &step.event.action);
        if out[at] {
            need.add(step.thread, &step.event.action);
        }
    }
    out
}

/// The steps with which the run ends, as far as that matters.
fn ends(run: &Run, marked: &[usize]) -> Vec<usize> {
    let Some(last) = run.steps.len().checked_sub(1) else { return Vec::new() };
    if run.steps[last].event.wrong.is_some() {
        return vec![last];
    }
    if !marked.is_empty() {
        return marked.to_vec();
    }
    let mut out = Vec::new();
    let mut seen: BTreeSet<ThreadId> = BTreeSet::new();
    for (at, step) in run.steps.iter().enumerate().rev() {
        if seen.insert(step.thread) && (!step.event.has_ended || step.event.wrong.is_some()) {
            out.push(at);
        }
    }
    out.extend(kept(run));
    out
}

/// The steps that take the locks that are never given back.
fn kept(run: &Run) -> Vec<usize> {
    let mut owned: Vec<(Address, usize)> = Vec::new();
    for (at, step) in run.steps.iter().enumerate() {
        match step.event.action {
            Action::Acquire { object, depth: 1 } | Action::EndWait { object } => {
                owned.push((object, at));
            }
            Action::Release { object, depth: 0 } | Action::StartWait { object } => {
                owned.retain(|(other, _)| *other != object);
            }
            _ => {}
        }
    }
    owned.into_iter().map(|(_, at)| at).collect()
}

/// What later steps need of earlier ones.
#[derive(Default)]
struct Need {
    /// The threads that have come to a step which is needed.
    threads: BTreeSet<ThreadId>,
    /// The variables that are read before anybody writes them.
    variables: BTreeSet<Variable>,
    /// The locks that are taken, and of which it matters who has had them.
    locks: BTreeSet<Address>,
    /// The threads that have to be notified.
    waiting: BTreeSet<ThreadId>,
}

impl Need {
    /// Whether what comes later needs a step.
    fn wants(&self, thread: ThreadId, action: &Action) -> bool {
        self.threads.contains(&thread)
            || match action {
                Action::Write { variable, .. } | Action::Update { variable, .. } => {
                    self.variables.contains(variable)
                }
                Action::Acquire { object, .. }
                | Action::EndWait { object }
                | Action::Release { object, .. }
                | Action::StartWait { object } => self.locks.contains(object),
                Action::Notify { woken, .. } => {
                    woken.iter().any(|woken| self.waiting.contains(woken))
                }
                Action::Fork { child } => self.threads.contains(child),
                _ => false,
            }
    }

    /// Says that a step is needed.
    fn add(&mut self, thread: ThreadId, action: &Action) {
        self.threads.insert(thread);
        match action {
            // An update reads as well.
            Action::Read { variable, .. }
            | Action::Look { variable }
            | Action::Update { variable, .. } => {
                self.variables.insert(*variable);
            }
            Action::Write { variable, .. } => {
                self.variables.remove(variable);
            }
            Action::Acquire { object, .. } | Action::Refused { object } => {
                self.locks.insert(*object);
            }
            Action::EndWait { object } => {
                self.locks.insert(*object);
                self.waiting.insert(thread);
            }
            Action::StartWait { .. } => {
                self.waiting.remove(&thread);
            }
            Action::Join { thread } => {
                self.threads.insert(*thread);
            }
            _ => {}
        }
    }
}
