//! From an empty file to a checked theorem: the Church-Rosser law, in a theory of one's own.
//!
//! `x` are steps forwards and `y` steps backwards. If a step back followed by steps forward can be
//! rearranged as steps forward followed by steps back, then any path is as good as a valley: `x* y*`.
//!
//! Run with `cargo run --release -p reductio-proofs --example church_rosser`.

use reductio_algebra::{Label, ParseError, Style, TextErrors, Theory, line_col};
use reductio_proofs::{Replay, ReplayLimits, Script, replay};

/// The statements. Symbols stand for anything, but for those that a hypothesis speaks of: `a`, `b`.
const STATEMENTS: &str = "\
theory rewriting

action x, y     -- any steps
action a, b     -- the steps of one rewriting system, and their converses

hypothesis (confluence) ours: b a* <= a* b*

lemma   (1) ours: y x* <= x* y* => y* x* <= x* y*
theorem (2) ours: y* x* <= x* y* => (x + y)* <= x* y*
theorem (3) ours: (a + b)* <= a* b*
";

/// Why it holds: chains of terms, each step with its hint.
const SCRIPT: &str = "\
proofs of rewriting

lemma (1): y x* <= x* y* => y* x* <= x* y*
proof
    y* x*
  <= {1 <= y*}
    y* x* y*
  = {y x* y* <= x* y* (below); (* ind L)}
    x* y*
below
    y x* y*
  <= {y x* <= x* y* (hyp)}
    x* y* y*
  = {y* y* = y*}
    x* y*
qed

theorem (2): y* x* <= x* y* => (x + y)* <= x* y*
proof
    (x + y)*
  <= {1 <= x* y*}
    (x + y)* x* y*
  = {(x + y) x* y* <= x* y* (below); (* ind L)}
    x* y*
below
    (x + y) x* y*
  = {(distributivity)}
    x x* y* + y x* y*
  <= {x x* <= x*; y <= y*}
    x* y* + y* x* y*
  <= {y* x* <= x* y* (hyp)}
    x* y* + x* y* y*
  = {y* y* = y*}
    x* y*
qed

theorem (3): (a + b)* <= a* b*
proof
    (a + b)*
  <= {(confluence); (1) with x := a, y := b; (2) with x := a, y := b}
    a* b*
qed
";

fn main() {
    match prove() {
        Ok((theory, replay)) => report(&theory, &replay),
        Err(errors) => {
            println!("{errors}");
            std::process::exit(3);
        }
    }
}

fn prove() -> Result<(Theory, Replay), TextErrors<ParseError>> {
    let theory = Theory::parse(STATEMENTS, &[])?;
    let script = Script::parse(SCRIPT, &theory)?;
    let replay = replay(&theory, &[script], ReplayLimits::default());
    Ok((theory, replay))
}

fn report(theory: &Theory, replay: &Replay) {
    for outcome in replay.outcomes() {
        match &outcome.result {
            Ok(certificate) => {
                let theorem = certificate.closed();
                let used: Vec<String> =
                    certificate.hypotheses().iter().map(Label::to_string).collect();
                let used = if used.is_empty() { "nothing".to_owned() } else { used.join(", ") };
                println!("{}  {}", outcome.label, statement(theory, &outcome.label));
                println!("     holds, uses {used}; {} steps", outcome.steps);
                println!("     |- {}", theorem.conclusion().to_statement(Style::Ascii));
            }
            Err(faults) => {
                println!("{}  fails", outcome.label);
                for fault in faults {
                    let (line, column) = line_col(SCRIPT, fault.span.start);
                    println!("     {} at {line}:{column}: {fault}", fault.kind.code());
                }
            }
        }
    }
}

fn statement(theory: &Theory, label: &Label) -> String {
    theory.statement(label).map_or_else(String::new, |s| s.formula.to_statement(Style::Ascii))
}
