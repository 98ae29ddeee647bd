//! Coq with D. Pous's library of relation algebra, its tactics `ka` and `kat` (Debian: coq, libcoq-relation-algebra).

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use reductio_algebra::{Relation, Term, TermKind};

use super::{Law, Notation};

/// Goals of the same law in one file: Coq's clock counts milliseconds.
const ROUNDS: u32 = 5;

const HEADER: &str = "From RelationAlgebra Require Import kat_tac.
From RelationAlgebra Require Import monoid kat lattice level.
Section laws.
Context `{L: kat.laws} (n: ob X).
Variables v w x y z: X n n.
Variables p q r s: @tst X n.
";
const FOOTER: &str = "End laws.\n";

const ACTIONS: Notation = Notation {
    zero: "(zer n n)",
    one: "(one n)",
    plus: |a, b| format!("({a} + {b})"),
    seq: |a, b| format!("({a} \u{22c5} {b})"),
    star: |a| format!("{a}^*"),
    not: |a| format!("!{a}"),
};

const TESTS: Notation = Notation {
    zero: "bot",
    one: "top",
    plus: |a, b| format!("({a} \u{2294} {b})"),
    seq: |a, b| format!("({a} \u{2293} {b})"),
    ..ACTIONS
};

/// A term; the largest predicates in it are written between brackets.
fn term(t: &Term) -> String {
    let is_test =
        |t: &Term| t.is_predicate() && !matches!(t.kind(), TermKind::Zero | TermKind::One);
    ACTIONS.write(t, &|t| is_test(t).then(|| format!("[{}]", TESTS.write(t, &|_| None))))
}

/// Times in seconds.
pub(crate) struct Times {
    /// For each law, its tactic and the check of the proof, by Coq's clock for the processor.
    pub(crate) each: Vec<f64>,
    /// For all laws together, by our clock, without `startup`.
    pub(crate) whole: f64,
    /// A file without a law.
    pub(crate) startup: f64,
}

/// Proves the laws in one run of Coq, or says why not.
pub(crate) fn times(laws: &[Law], folder: &Path) -> Result<Times, String> {
    let mut text = String::from(HEADER);
    for law in laws {
        let (lhs, relation, rhs) = law.sides();
        let relation = if relation == Relation::Equal { '\u{2261}' } else { '\u{2266}' };
        for _ in 0..ROUNDS {
            let (lhs, rhs) = (term(lhs), term(rhs));
            writeln!(text, "Goal {lhs} {relation} {rhs}.\nTime kat.\nTime Qed.")
                .expect("a string can be written to");
        }
    }
    let empty = run(&folder.join("empty.v"), &format!("{HEADER}{FOOTER}"))?;
    let (mut startup, _) = empty;
    for _ in 0..2 {
        startup = startup.min(run(&folder.join("empty.v"), &format!("{HEADER}{FOOTER}"))?.0);
    }
    let (whole, printed) = run(&folder.join("laws.v"), &(text + FOOTER))?;
    let seconds: Vec<f64> = printed.lines().filter_map(seconds).collect();
    let per_law = 2 * ROUNDS as usize;
    if seconds.len() != per_law * laws.len() {
        return Err(format!("Coq is skipped: {} times for {} laws", seconds.len(), laws.len()));
    }
    let each = seconds.chunks(per_law).map(|c| c.iter().sum::<f64>() / f64::from(ROUNDS)).collect();
    Ok(Times { each, whole: (whole - startup) / f64::from(ROUNDS), startup })
}

/// `Finished transaction in 0.017 secs (0.008u,0.009s) (successful)`: of the processor, others may be at work too.
fn seconds(line: &str) -> Option<f64> {
    let times = line.strip_prefix("Finished transaction in ")?.split(['(', ')']).nth(1)?;
    let (user, system) = times.split_once(',')?;
    let time = |text: &str| text.trim_end_matches(['u', 's']).parse::<f64>().ok();
    Some(time(user)? + time(system)?)
}

/// Seconds and what was printed.
fn run(file: &Path, text: &str) -> Result<(f64, String), String> {
    let skipped = |why: String| {
        format!("Coq is skipped (Debian packages coq, libcoq-relation-algebra): {why}")
    };
    fs::write(file, text).map_err(|e| skipped(e.to_string()))?;
    let start = Instant::now();
    let output = Command::new("coqc").arg("-q").arg(file).output();
    let time = start.elapsed().as_secs_f64();
    let output = output.map_err(|e| skipped(format!("coqc: {e}")))?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok((time, printed));
    }
    Err(skipped(String::from_utf8_lossy(&output.stderr).into_owned()))
}
