//! Deciding and proving: random pairs of growing size, and laws against Coq's tactics and E in the same run.
//!
//! `cargo bench -p reductio-proofs --bench decide [random] [laws] [eprover]`; all three parts when none is named. Peers
//! that are not installed are skipped. One core.

#[allow(dead_code, reason = "shared with the tests")]
#[path = "../tests/decide/generate.rs"]
mod generate;
mod peers;

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use generate::{Generator, Kind, Pair, size};
use peers::{Law, coq, eprover};
use reductio_algebra::{Formula, Term, TermKind, Theory, Vocabulary};
use reductio_proofs::decide::{Decision, counterexample, decide};
use reductio_theorems::{StepSet, Theorem, bundled};

const SEED: u64 = 0x00DE_C1DE;
/// Pairs of each size.
const PAIRS: usize = 100;
/// The most states.
const STATES: usize = 10_000;
/// Of so many runs the fastest counts.
const RUNS: usize = 5;
/// At least so many times faster than Coq, end to end.
const BAR: f64 = 50.0;

/// Seconds of the fastest run.
fn fastest<T>(mut run: impl FnMut() -> T) -> f64 {
    let once = || {
        let start = Instant::now();
        black_box(run());
        start.elapsed().as_secs_f64()
    };
    std::iter::repeat_with(once).take(RUNS).fold(f64::INFINITY, f64::min)
}

/// `1.24 ms`.
fn shown(seconds: f64) -> String {
    match seconds {
        t if t < 1e-3 => format!("{:.1} us", t * 1e6),
        t if t < 1.0 => format!("{:.2} ms", t * 1e3),
        t => format!("{t:.2} s"),
    }
}

fn number(n: usize) -> f64 {
    f64::from(u32::try_from(n).expect("a small number"))
}

/// The value at a fraction of the sorted values.
fn quantile(mut values: Vec<f64>, fraction: usize) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get((values.len() * fraction / 100).min(values.len().max(1) - 1)).copied().unwrap_or(0.0)
}

/// The slope of the line through the logarithms: `k` where the second grows as the first to the power `k`.
fn exponent(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let n = number(logs.len());
    let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let covariance: f64 = logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    covariance / logs.iter().map(|p| (p.0 - x).powi(2)).sum::<f64>()
}

/// The least limit that suffices.
fn states(pair: &Pair) -> usize {
    let (mut low, mut high) = (0, STATES);
    while low < high {
        let limit = low.midpoint(high);
        match counterexample(&pair.lhs, pair.relation, &pair.rhs, limit) {
            Ok(_) => high = limit,
            Err(_) => low = limit + 1,
        }
    }
    low
}

fn random_pairs() {
    println!(
        "random pairs over 2 letters and 2 tests, {PAIRS} of each size (symbols and operators of both sides)"
    );
    println!("medians / 90 of 100 / largest; steps of the kernel for those that hold");
    let mut points = Vec::new();
    for each in [10, 20, 50, 100, 200] {
        let mut generator = Generator::new(SEED + each as u64, 2, 2);
        let (mut sizes, mut decided, mut proved) = (Vec::new(), Vec::new(), Vec::new());
        let (mut states_met, mut steps) = (Vec::new(), Vec::new());
        let mut declined = 0;
        for k in 0..PAIRS {
            let kind = [Kind::Rewritten, Kind::Enlarged, Kind::Sum, Kind::Unrelated][k % 4];
            let pair = generator.pair(kind, each / 2, each);
            let Pair { lhs, relation, rhs } = &pair;
            let whole = number(size(lhs) + size(rhs));
            sizes.push(whole);
            let decision = decide(lhs, *relation, rhs, STATES).expect("the kernel takes the proof");
            if let Decision::Declined { .. } = decision {
                declined += 1;
                continue;
            }
            decided.push(fastest(|| counterexample(lhs, *relation, rhs, STATES)));
            states_met.push(number(states(&pair)));
            if let Decision::Holds(theorem) = decision {
                proved.push(fastest(|| decide(lhs, *relation, rhs, STATES)));
                let count = number(theorem.count_steps(&mut StepSet::default()));
                steps.push(count);
                points.push((whole, count));
            }
        }
        let three = |values: &[f64], text: fn(f64) -> String| {
            [50, 90, 100].map(|q| text(quantile(values.to_vec(), q))).join(" / ")
        };
        let plain = |v: f64| format!("{v:.0}");
        println!(
            "size {:>3}: {} hold, {} fail, {declined} declined",
            plain(quantile(sizes, 50)),
            steps.len(),
            decided.len() - steps.len()
        );
        println!("    decision {}", three(&decided, shown));
        println!("    proof    {}", three(&proved, shown));
        println!("    states   {}", three(&states_met, plain));
        println!("    steps    {}", three(&steps, plain));
    }
    println!("steps grow as size to the power {:.2}\n", exponent(&points));
}

/// Whether the term is one of regular algebra with tests.
fn is_regular(t: &Term) -> bool {
    let is_outside = matches!(t.kind(), TermKind::Omega(_) | TermKind::Loop(..));
    !is_outside && t.operands().into_iter().all(is_regular)
}

/// `(x + y)^n`.
fn power(n: usize) -> String {
    "(x + y) ".repeat(n).trim_end().to_string()
}

/// The laws of the library that have no premise and no omega, and some with more states.
fn laws() -> (Vocabulary, Vec<Law>) {
    let library = Theory::parse(bundled::LAWS.text, &[]).expect("the laws are read");
    let names = library.vocabulary().clone();
    let mut laws: Vec<Law> = Vec::new();
    for statement in library.statements() {
        if let Formula::Relation(lhs, _, rhs) = &statement.formula
            && is_regular(lhs)
            && is_regular(rhs)
        {
            let (name, text) = (statement.label.to_string(), statement.formula.to_string());
            laws.push(Law { name, text, formula: statement.formula.clone() });
        }
    }
    let mut more = Vec::new();
    for n in [3, 7, 10] {
        more.push(format!("((x + y)* x) {0} <= (x + y)* x {0}", power(n)));
        more.push(format!("(x + y)* x {0} = (x* y)* x x* {0} + (x + y)* x {0}", power(n)));
    }
    for n in [3, 5] {
        let any = power(n);
        more.push(format!(
            "{} <= (x + y)* + (x + y)* x {any} x + (x + y)* y {any} y",
            power(n + 2)
        ));
    }
    more.push("(p x + !p y)* = (p x)* (!p y (p x)*)*".into());
    more.push("(x + y + z)* = (x* (y + z)* x*)* (1 + z)".into());
    for (k, text) in more.into_iter().enumerate() {
        let formula = names.parse_formula(&text).expect("the law is read");
        laws.push(Law { name: format!("(more {})", k + 1), text, formula });
    }
    (names, laws)
}

/// From text to theorem.
fn prove(names: &Vocabulary, law: &Law) -> Theorem {
    let formula = names.parse_formula(&law.text).expect("the law is read");
    let Formula::Relation(lhs, relation, rhs) = &formula else { panic!("no relation") };
    match decide(lhs, *relation, rhs, STATES) {
        Ok(Decision::Holds(theorem)) => theorem,
        other => panic!("{}: {other:?}", law.name),
    }
}

/// Another's time, and how many times ours it is.
fn against(theirs: f64, ours: f64) -> String {
    format!(" | {:>9} {:>6.0}", shown(theirs), theirs / ours)
}

fn compare(parts: &[String], folder: &Path) {
    let (names, laws) = laws();
    let ours: Vec<f64> = laws.iter().map(|law| fastest(|| prove(&names, law))).collect();
    let coq = coq::times(&laws, folder).map_err(|why| println!("{why}")).ok();
    let mut is_asked = parts.is_empty() || parts.iter().any(|p| p == "eprover");
    println!(
        "law, steps, our time for the decision and from text to theorem | Coq and E: time, and ratio to ours"
    );
    let mut solved = Vec::new();
    for (k, law) in laws.iter().enumerate() {
        let steps = prove(&names, law).count_steps(&mut StepSet::default());
        let (lhs, relation, rhs) = law.sides();
        let decision = fastest(|| counterexample(lhs, relation, rhs, STATES));
        let (decision, proof) = (shown(decision), shown(ours[k]));
        let mut line = format!("{:<32}{steps:>8}{decision:>10}{proof:>10}", law.name);
        if let Some(times) = &coq {
            line += &against(times.each[k], ours[k]);
        }
        if is_asked {
            match eprover::time(law, folder) {
                Ok(Some(time)) => {
                    line += &against(time, ours[k]);
                    solved.push((ours[k], time));
                }
                Ok(None) => line += " | no proof",
                Err(why) => {
                    println!("{why}");
                    is_asked = false;
                }
            }
        }
        println!("{line}");
    }
    let whole: f64 = ours.iter().sum();
    println!("all {} laws: {}", laws.len(), shown(whole));
    if let Some(times) = &coq {
        let library = laws.iter().filter(|law| !law.name.starts_with("(more")).count();
        let (few, theirs): (f64, f64) =
            (ours[..library].iter().sum(), times.each[..library].iter().sum());
        println!("    Coq, the {library} laws of the library: {:.0} times ours", theirs / few);
        let each: f64 = times.each.iter().sum();
        let slowest = times.each.iter().zip(&ours).map(|(t, ours)| t / ours);
        println!("    Coq, tactic and Qed: {}, {:.0} times ours", shown(each), each / whole);
        println!(
            "    Coq, the file less its startup: {}, {:.0} times ours; startup {}",
            shown(times.whole),
            times.whole / whole,
            shown(times.startup)
        );
        println!(
            "    Coq, the law with the least ratio: {:.0}",
            slowest.fold(f64::INFINITY, f64::min)
        );
        let is_over = times.whole / whole < BAR;
        println!("    the bar is {BAR} times{}", if is_over { ": MISSED" } else { "" });
    }
    if is_asked {
        let (ours, theirs) = solved.iter().fold((0.0, 0.0), |s, t| (s.0 + t.0, s.1 + t.1));
        println!(
            "    E proves {} of {}, in {:.0} times our time",
            solved.len(),
            laws.len(),
            theirs / ours
        );
    }
}

fn main() {
    let parts: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let is_wanted = |part: &str| parts.is_empty() || parts.iter().any(|p| p == part);
    if is_wanted("random") {
        random_pairs();
    }
    if is_wanted("laws") || is_wanted("eprover") {
        let folder = std::env::temp_dir().join(format!("reductio-decide-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder can be made");
        compare(&parts, &folder);
        fs::remove_dir_all(&folder).expect("the temporary folder can be removed");
    }
}
