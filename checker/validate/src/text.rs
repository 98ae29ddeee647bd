//! Validations as lines of text.

use std::fmt::Write as _;

use super::{Check, Exchange, Fault, Parting, Space, StateView, StepView, Validation};

/// The validation as a text for people: one line for each statement, and below it why it fails.
pub fn render(validation: &Validation) -> String {
    let mut out = String::new();
    let space = match validation.space {
        Space::Reachable => "reachable states",
        Space::All => "states, reachable or not,",
        Space::Given => "states, from the initial one and others that were given,",
    };
    let Validation { system, states, steps, outside, .. } = validation;
    let _ =
        writeln!(out, "{system}: {states} {space} and {steps} steps, with the history variable");
    for name in outside {
        let _ = writeln!(
            out,
            "  the theorem does not apply to `{name}`: it meets no set of side conditions"
        );
    }
    validation.checks.iter().for_each(|check| one(&mut out, check));
    out
}

fn one(out: &mut String, check: &Check) {
    let Check { label, formula, holds, instances, .. } = check;
    let verdict = match (holds, instances) {
        (true, 0) => "holds vacuously",
        (true, _) => "holds",
        (false, _) => "fails",
    };
    let claim = check.claim.as_ref().map(|name| format!(", I: `{name}`")).unwrap_or_default();
    let _ = writeln!(out, "  ({label}) {verdict}  {formula}{claim}");
    if *holds {
        // Where something is missing for each pair of threads, the first says enough.
        let shown = if *instances == 0 { 1 } else { check.vacuous_for.len() };
        for missing in check.vacuous_for.iter().take(shown) {
            let _ = writeln!(out, "      nothing to check: {missing}");
        }
    }
    if let Some(fault) = &check.fault {
        explain(out, fault);
    }
}

fn explain(out: &mut String, fault: &Fault) {
    let indices: Vec<String> =
        fault.indices.iter().map(|(index, thread)| format!("{index} = {}", thread.name)).collect();
    if !indices.is_empty() {
        let _ = writeln!(out, "      for {}", indices.join(", "));
    }
    let (from, to) = &fault.pair;
    let side = if fault.is_left { "left" } else { "right" };
    let _ = writeln!(out, "      state {}: {}", from.number, values(from));
    if from.number != to.number {
        let _ = writeln!(out, "      state {}: {}", to.number, values(to));
    }
    let _ = writeln!(out, "      only the {side} side relates them: {}", fault.path);
    match &fault.exchange {
        Some(exchange) => both_orders(out, from, exchange),
        None => steps(out, from, &fault.steps),
    }
}

fn both_orders(out: &mut String, from: &StateView, exchange: &Exchange) {
    let _ = writeln!(out, "      one order:");
    steps(out, from, &exchange.given);
    let _ = writeln!(out, "      the other:");
    steps(out, from, &exchange.exchanged);
    match &exchange.parting {
        Parting::NotEnabled => {
            let next = exchange.given.get(1 - exchange.exchanged.len());
            let next = next.map(|step| format!("{}: {}", step.thread.name, step.text));
            let _ = writeln!(out, "        not enabled: {}", next.unwrap_or_default());
        }
        Parting::Different { cells, violated } => {
            let mut what = cells.clone();
            if *violated {
                what.push("whether the discipline was violated".to_owned());
            }
            let _ = writeln!(out, "      they differ in {}", what.join(", "));
        }
    }
}

fn steps(out: &mut String, from: &StateView, steps: &[StepView]) {
    let mut before = from;
    for step in steps {
        let kind = if step.visible { "visible" } else { "invisible" };
        let StepView { thread, text, to, .. } = step;
        let _ = writeln!(
            out,
            "        {}: {text} ({kind}) -> state {}: {}",
            thread.name,
            to.number,
            changes(before, to)
        );
        before = to;
    }
}

fn values(state: &StateView) -> String {
    let all: Vec<String> =
        state.cells.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    all.join(", ") + if state.violated { ", violated" } else { "" }
}

fn changes(before: &StateView, after: &StateView) -> String {
    let pairs = before.cells.iter().zip(&after.cells).filter(|(one, other)| one != other);
    let mut all: Vec<String> =
        pairs.map(|(_, (name, value))| format!("{name} = {value}")).collect();
    if after.violated && !before.violated {
        all.push("violated".to_owned());
    }
    if all.is_empty() { "no change".to_owned() } else { all.join(", ") }
}
