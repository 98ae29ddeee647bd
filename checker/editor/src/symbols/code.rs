//! The declarations of systems and programs.

use std::ops::Range;

use reductio::{language, programs};

use super::{Symbol, SymbolKind, Tokens};

/// Hands each declaration to `add`: its first token, and the token behind it. `add` returns the token at which the next
/// one is looked for.
fn declarations(
    tokens: Tokens<'_>,
    starts: impl Fn(usize) -> bool,
    mut add: impl FnMut(usize, usize) -> usize,
) {
    let mut at = 0;
    while at < tokens.len() {
        if starts(at) {
            let end = (at + 1..tokens.len()).find(|at| starts(*at)).unwrap_or(tokens.len());
            at = add(at, end);
        } else {
            at += 1;
        }
    }
}

/// The declarations of a system.
pub(super) fn system(tokens: Tokens<'_>) -> Vec<Symbol> {
    let starts = |at: usize| {
        let word = tokens.word(at);
        let is_start = language::DECLARATIONS.contains(&word)
            || ["thread", "property", "fair", "strongly"].contains(&word);
        is_start && tokens.starts_line(at)
    };
    let mut found = Vec::new();
    declarations(tokens, starts, |at, end| {
        let word = tokens.word(at);
        let span = tokens.between(at, end);
        let kind = match word {
            "system" => SymbolKind::Whole,
            "const" => SymbolKind::Constant,
            "type" => SymbolKind::Type,
            "var" | "protected" | "unshared" | "disciplined" => SymbolKind::Variable,
            "lock" | "monitor" | "semaphore" | "queue" => SymbolKind::Object,
            "invariant" | "reach" | "property" => {
                let name =
                    (at + 1 < end).then_some(at + 1).filter(|at| tokens.word(*at).starts_with('"'));
                let mut claim = tokens.symbol(SymbolKind::Claim, name.unwrap_or(at), span.clone());
                claim.name.retain(|c| c != '"');
                found.push(claim);
                binders(tokens, at, end, &span, &mut found);
                return end;
            }
            _ => {
                // `fair thread t`, `strongly fair thread t`.
                let thread = (at..end).find(|at| tokens.word(*at) == "thread").unwrap_or(at);
                return thread_of_system(tokens, at, thread, end, &mut found);
            }
        };
        if tokens.is_name(at + 1) && at + 1 < end {
            found.push(tokens.symbol(kind, at + 1, span.clone()));
        }
        if kind == SymbolKind::Type {
            members(tokens, at, end, &mut found);
        }
        binders(tokens, at + 2, end, &span, &mut found);
        end
    });
    found
}

/// Adds a thread with what it declares, and returns the token behind it.
fn thread_of_system(
    tokens: Tokens<'_>,
    first: usize,
    thread: usize,
    end: usize,
    found: &mut Vec<Symbol>,
) -> usize {
    let body = (thread..end).find(|at| tokens.word(*at) == "{");
    let end = body.map_or(end, |body| tokens.behind_bracket(body)).max(first + 1);
    let span = tokens.between(first, end);
    if tokens.is_name(thread + 1) {
        found.push(tokens.symbol(SymbolKind::Thread, thread + 1, span.clone()));
    }
    binders(tokens, thread + 2, body.unwrap_or(end), &span, found);
    for at in body.unwrap_or(end)..end {
        if tokens.word(at) == "local" && tokens.is_name(at + 1) {
            let mut local = tokens.symbol(SymbolKind::Local, at + 1, tokens.between(at, at + 2));
            local.scope = Some(span.clone());
            found.push(local);
        }
    }
    labels(tokens, body.unwrap_or(end), end, &span, found);
    end
}

/// Adds the fields of a record, or the values of an enumeration.
fn members(tokens: Tokens<'_>, at: usize, end: usize, found: &mut Vec<Symbol>) {
    let Some(open) = (at..end).find(|at| tokens.word(*at) == "{") else { return };
    let close = tokens.behind_bracket(open).min(end);
    for at in open + 1..close {
        let is_first = ["{", ",", ";"].contains(&tokens.word(at - 1)) || tokens.starts_line(at);
        if !is_first || !tokens.is_name(at) {
            continue;
        }
        let is_field = tokens.word(at + 1) == ":";
        let kind = if is_field { SymbolKind::Field } else { SymbolKind::Constant };
        found.push(tokens.symbol(kind, at, tokens.span(at)));
    }
}

/// Adds the names that `[i : T]`, `forall i : T` and `exists i : T` bind. They mean this in the whole declaration.
fn binders(
    tokens: Tokens<'_>,
    from: usize,
    end: usize,
    scope: &Range<usize>,
    found: &mut Vec<Symbol>,
) {
    for at in from.max(1)..end {
        let is_bound = ["[", ",", "forall", "exists"].contains(&tokens.word(at - 1))
            && tokens.is_name(at)
            && tokens.word(at + 1) == ":";
        if is_bound {
            let mut bound = tokens.symbol(SymbolKind::Index, at, tokens.span(at));
            bound.scope = Some(scope.clone());
            found.push(bound);
        }
    }
}

/// Adds the labels of control points: names with a colon at the beginning of a statement.
fn labels(
    tokens: Tokens<'_>,
    from: usize,
    end: usize,
    scope: &Range<usize>,
    found: &mut Vec<Symbol>,
) {
    for at in from.max(1)..end {
        let before = tokens.word(at - 1);
        let is_first = tokens.starts_line(at) || ["{", ";", "idle"].contains(&before);
        if is_first && tokens.is_name(at) && tokens.word(at + 1) == ":" {
            let mut label = tokens.symbol(SymbolKind::Label, at, tokens.between(at, at + 2));
            label.scope = Some(scope.clone());
            found.push(label);
        }
    }
}

/// The declarations of a program: threads, labels, and variables where they are first assigned to.
pub(super) fn program(tokens: Tokens<'_>) -> Vec<Symbol> {
    let starts =
        |at: usize| programs::DECLARATIONS.contains(&tokens.word(at)) && tokens.starts_line(at);
    let mut found = Vec::new();
    declarations(tokens, starts, |at, end| {
        match tokens.word(at) {
            "program" if tokens.is_name(at + 1) => {
                found.push(tokens.symbol(SymbolKind::Whole, at + 1, tokens.between(at, end)));
            }
            "volatile" if tokens.word(at + 2) == "." && tokens.is_name(at + 3) => {
                found.push(tokens.symbol(SymbolKind::Field, at + 3, tokens.between(at, at + 4)));
            }
            "thread" => {
                let body = (at..end).find(|at| tokens.word(*at) == "{").unwrap_or(end);
                let end = tokens.behind_bracket(body).clamp(at + 1, tokens.len().max(at + 1));
                let span = tokens.between(at, end);
                if tokens.is_name(at + 1) {
                    found.push(tokens.symbol(SymbolKind::Thread, at + 1, span.clone()));
                }
                labels(tokens, body, end, &span, &mut found);
                assigned(tokens, body, end, &span, &mut found);
                return end;
            }
            _ => {}
        }
        end
    });
    found
}

/// Adds the variables that a thread assigns to, each once: in the thread, and in the whole program if it is the first
/// that does, since a thread begins with a copy of the variables of the one that starts it.
fn assigned(
    tokens: Tokens<'_>,
    from: usize,
    end: usize,
    scope: &Range<usize>,
    found: &mut Vec<Symbol>,
) {
    for at in from.max(1)..end {
        let is_target =
            tokens.is_name(at) && tokens.word(at + 1) == ":=" && tokens.word(at - 1) != ".";
        if !is_target {
            continue;
        }
        let mut variable = tokens.symbol(SymbolKind::Variable, at, tokens.span(at));
        let same =
            |symbol: &&Symbol| symbol.kind == SymbolKind::Variable && symbol.name == variable.name;
        let is_known = found.iter().filter(same).any(|known| known.scope.as_ref() == Some(scope));
        let is_first = found.iter().find(same).is_none();
        if is_first {
            found.push(variable);
        } else if !is_known && !found.iter().filter(same).any(|k| scope.contains(&k.span.start)) {
            variable.scope = Some(scope.clone());
            found.push(variable);
        }
    }
}
