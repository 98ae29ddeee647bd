//! Validations as lines of text.

use std::fmt::Write as _;

use super::{
    AssumedInvariant, Check, Exchange, Fault, LocalCheck, LocalFault, LocalInstance,
    LocalValidation, Parting, Space, StateView, StepView, ThreadName, Validation,
};

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
    for AssumedInvariant { name, holds } in &validation.assumed {
        let _ = if *holds {
            writeln!(out, "  in all of them holds the invariant \"{name}\", which is assumed")
        } else {
            writeln!(
                out,
                "  fails: the invariant \"{name}\" is assumed, and does not hold in all of them"
            )
        };
    }
    for name in outside {
        let _ = writeln!(
            out,
            "  the theorem does not apply to `{name}`: it meets no set of side conditions"
        );
    }
    validation.checks.iter().for_each(|check| one(&mut out, check));
    if let Some(local) = &validation.local {
        all_local(&mut out, local);
        let is_13 = |check: &&Check| check.label == "13" && check.claim.is_none();
        let endless = !validation.checks.iter().find(is_13).is_some_and(|check| check.holds);
        if !endless && local.holds_but_for_endless_runs() {
            let said = "a thread runs for ever after a violation only, which no search needs to see: (13) holds";
            let _ = writeln!(out, "  {said}");
        }
    }
    out
}

fn all_local(out: &mut String, local: &LocalValidation) {
    let LocalValidation { states, hypotheses, looping, conclusions, .. } = local;
    let _ = writeln!(out, "  without the history variable, {states} states: the local hypotheses");
    for check in hypotheses {
        one_local(out, check);
    }
    let _ = writeln!(out, "  what follows from them, with b for q");
    for check in conclusions {
        one(out, check);
    }
    let failing: Vec<String> =
        looping.iter().filter(|check| !check.holds).map(|it| format!("({})", it.label)).collect();
    let verdict = if failing.is_empty() {
        "(13)-(22) hold".to_owned()
    } else {
        let verb = if failing.len() == 1 { "fails" } else { "fail" };
        format!("{} {verb}", failing.join(", "))
    };
    let _ = writeln!(out, "  {verdict} for U_i = !b u_i + b !p_i and V_i = !b v_i");
}

fn one_local(out: &mut String, check: &LocalCheck) {
    let LocalCheck { label, formula, holds, cases, instances, .. } = check;
    let verdict = match (holds, cases) {
        _ if !check.is_required() && !instances.is_empty() => "is not required",
        (true, 0) => "holds vacuously",
        (true, _) => "holds",
        (false, _) => "fails",
    };
    let spoken_of = match cases {
        0 => String::new(),
        _ if !holds => format!(" somewhere in {cases} {}", check.hypothesis.unit()),
        _ => format!(" in {cases} {}", check.hypothesis.unit()),
    };
    let _ = writeln!(out, "  ({label}) {verdict}{spoken_of}  {formula}{}", where_required(check));
    let mut failing =
        instances.iter().filter(|instance| instance.is_required && instance.fault.is_some());
    if let Some(LocalInstance { object, threads, fault: Some(fault), .. }) = failing.next() {
        let object = object.iter().map(|name| format!("g = {name}"));
        let threads = threads.iter().map(|(index, thread)| format!("{index} = {}", thread.name));
        let indices: Vec<String> = object.chain(threads).collect();
        let more = match failing.count() {
            0 => String::new(),
            more => format!(" ({more} more)"),
        };
        if !indices.is_empty() {
            let _ = writeln!(out, "      for {}{more}", indices.join(", "));
        }
        explain_local(out, fault);
    }
}

/// For a hypothesis that is required of some objects and threads only, which these are.
fn where_required(check: &LocalCheck) -> String {
    if !check.is_required() || check.instances.iter().all(|instance| instance.is_required) {
        return String::new();
    }
    let mut named: Vec<(&str, Vec<&str>)> = Vec::new();
    for LocalInstance { object, threads, .. } in check.instances.iter().filter(|it| it.is_required)
    {
        let object = object.as_deref().unwrap_or_default();
        if named.last().is_none_or(|(last, _)| *last != object) {
            named.push((object, Vec::new()));
        }
        let thread = threads.first().map(|(_, ThreadName { name, .. })| name.as_str());
        if let (Some((_, all)), Some(thread)) = (named.last_mut(), thread)
            && !all.contains(&thread)
        {
            all.push(thread);
        }
    }
    let one = |(object, threads): (&str, Vec<&str>)| format!("{object} by {}", threads.join(", "));
    format!("; for {}", named.into_iter().map(one).collect::<Vec<_>>().join("; "))
}

fn explain_local(out: &mut String, fault: &LocalFault) {
    let _ = writeln!(out, "      {}", fault.text);
    let cells: Vec<String> =
        fault.state.cells.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let bad = if fault.state.violated { ", bad" } else { "" };
    let _ = writeln!(out, "      state {}: {}{bad}", fault.state.number, cells.join(", "));
    match &fault.exchange {
        Some(exchange) => both_orders(out, &fault.state, exchange, Words::PLAIN),
        None => steps(out, &fault.state, &fault.steps, Words::PLAIN),
    }
}

/// The words for what is told of a state beside its cells.
#[derive(Clone, Copy)]
struct Words {
    /// For a state after one that is another in this.
    becomes: [&'static str; 2],
    /// For two states that differ in this.
    differ: &'static str,
}

impl Words {
    const HISTORY: Words =
        Words { becomes: ["", "violated"], differ: "whether the discipline was violated" };
    const PLAIN: Words = Words { becomes: ["not bad", "bad"], differ: "whether they are bad" };
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
        Some(exchange) => both_orders(out, from, exchange, Words::HISTORY),
        None => steps(out, from, &fault.steps, Words::HISTORY),
    }
}

fn both_orders(out: &mut String, from: &StateView, exchange: &Exchange, words: Words) {
    let _ = writeln!(out, "      one order:");
    steps(out, from, &exchange.given, words);
    let _ = writeln!(out, "      the other:");
    steps(out, from, &exchange.exchanged, words);
    match &exchange.parting {
        Parting::NotEnabled => {
            let next = exchange.given.get(1 - exchange.exchanged.len());
            let next = next.map(|step| format!("{}: {}", step.thread.name, step.text));
            let _ = writeln!(out, "        not enabled: {}", next.unwrap_or_default());
        }
        Parting::Different { cells, violated } => {
            let mut what = cells.clone();
            if *violated {
                what.push(words.differ.to_owned());
            }
            let _ = writeln!(out, "      they differ in {}", what.join(", "));
        }
    }
}

fn steps(out: &mut String, from: &StateView, steps: &[StepView], words: Words) {
    let mut before = from;
    for step in steps {
        let kind = if step.visible { "visible" } else { "invisible" };
        let StepView { thread, text, to, .. } = step;
        let _ = writeln!(
            out,
            "        {}: {text} ({kind}) -> state {}: {}",
            thread.name,
            to.number,
            changes(before, to, words)
        );
        before = to;
    }
}

fn values(state: &StateView) -> String {
    let all: Vec<String> =
        state.cells.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    all.join(", ") + if state.violated { ", violated" } else { "" }
}

fn changes(before: &StateView, after: &StateView, words: Words) -> String {
    let pairs = before.cells.iter().zip(&after.cells).filter(|(one, other)| one != other);
    let mut all: Vec<String> =
        pairs.map(|(_, (name, value))| format!("{name} = {value}")).collect();
    let word = words.becomes[usize::from(after.violated)];
    if after.violated != before.violated && !word.is_empty() {
        all.push(word.to_owned());
    }
    if all.is_empty() { "no change".to_owned() } else { all.join(", ") }
}
