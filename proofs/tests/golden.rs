//! Every statement of S5 is proved; with which hypotheses, in how many steps; and (1)-(3), (22)-(34) by
//! the paper's own terms, in the paper's order.

use crate::common::{s5, s5_scripts, sign_text, texts};
use reductio_algebra::text::grammar::Parser;
use reductio_algebra::{Label, StatementKind, Term, Theory};
use reductio_proofs::replay::replay_only;
use reductio_proofs::script::{Body, Chain};
use reductio_proofs::{Replay, ReplayLimits, Script, replay};

const NONE: &[&str] = &[];
/// The hypotheses that commute steps with `p_i` and `u_i`, and what makes `M_i` start in `p_i`.
const COMMUTE: &[&str] = &["14", "15", "16", "17", "20"];
const WITH_18: &[&str] = &["14", "15", "16", "17", "18", "20"];
const ALL_BUT_13: &[&str] = &["14", "15", "16", "17", "18", "19", "20", "21"];
const ALL: &[&str] = &["13", "14", "15", "16", "17", "18", "19", "20", "21"];

/// Label, used hypotheses in the order of the theory, single steps; in the order of the theory.
const EXPECTED: [(&str, &[&str], usize); 29] = [
    ("1", NONE, 4),
    ("2", NONE, 6),
    ("3", NONE, 6),
    ("22", ALL, 8),
    ("23", NONE, 5),
    ("24", COMMUTE, 10),
    ("25", &["18"], 2),
    ("26", &["18"], 6),
    ("27", NONE, 2),
    ("28", NONE, 4),
    ("29", NONE, 3),
    ("30", ALL, 14),
    ("31", NONE, 3),
    ("32", ALL_BUT_13, 15),
    ("33", NONE, 3),
    ("34", NONE, 3),
    ("35", WITH_18, 4),
    ("36", WITH_18, 10),
    ("37", NONE, 3),
    ("38", COMMUTE, 17),
    ("Theorem 1", ALL, 1),
    ("14b", &["16", "18", "19"], 4),
    ("15b", &["17", "18", "19"], 4),
    ("Theorem 1, minimal", &["13", "16", "17", "18", "19", "20", "21", "14a", "15a"], 1),
    ("13'", &["13"], 3),
    ("16'", &["16"], 2),
    ("17'", &["17"], 2),
    ("21'", &["21", "I"], 3),
    ("monotonicity remark", &["13", "14", "15", "16", "17", "18", "19", "20", "21", "I"], 1),
];

fn replayed() -> (Theory, Vec<Script>, Replay) {
    let theory = s5();
    let scripts = s5_scripts(&theory);
    let replay = replay(&theory, &scripts, ReplayLimits::default());
    (theory, scripts, replay)
}

#[test]
fn s5_every_statement_is_proved() {
    let (theory, _, replay) = replayed();
    assert_eq!(replay.faults(), []);
    for outcome in replay.outcomes() {
        assert!(outcome.result.is_ok(), "{}: {:?}", outcome.label, outcome.result);
    }
    assert!(replay.all_hold());
    let stated: Vec<&Label> = theory
        .statements()
        .iter()
        .filter(|s| s.kind != StatementKind::Hypothesis)
        .map(|s| &s.label)
        .collect();
    let proved: Vec<&Label> = replay.outcomes().iter().map(|o| &o.label).collect();
    assert_eq!(proved, stated);
    assert_eq!(texts(&proved.into_iter().cloned().collect::<Vec<_>>()), EXPECTED.map(|e| e.0));
}

#[test]
fn s5_used_hypotheses_and_steps() {
    let (_, _, replay) = replayed();
    let found: Vec<_> = replay
        .outcomes()
        .iter()
        .map(|o| (o.label.as_str(), texts(o.result.as_ref().unwrap().hypotheses()), o.steps))
        .collect();
    let expected = EXPECTED.map(|(label, hypotheses, steps)| (label, hypotheses.to_vec(), steps));
    assert_eq!(found, expected);
    assert_eq!(EXPECTED.iter().map(|e| e.2).sum::<usize>(), 149);
}

#[test]
fn s5_closed_theorems_rest_on_nothing() {
    let (theory, _, replay) = replayed();
    for outcome in replay.outcomes() {
        let certificate = outcome.result.as_ref().unwrap();
        assert_eq!(certificate.closed().hypotheses().len(), 0, "{}", outcome.label);
        // |- H1 => ... => Hn => F, the hypotheses outermost first.
        let mut formula = certificate.closed().conclusion();
        for label in certificate.hypotheses() {
            let reductio_algebra::Formula::Implies(h, rest) = formula else {
                panic!("{}: {label} is not discharged", outcome.label)
            };
            assert_eq!(**h, theory.statement(label).unwrap().formula, "{}", outcome.label);
            formula = rest;
        }
        assert_eq!(*formula, theory.statement(&outcome.label).unwrap().formula);
    }
}

#[test]
fn s5_theorem_1_minimal_needs_one_inclusion() {
    let (theory, scripts, _) = replayed();
    let label = Label::new("Theorem 1, minimal").unwrap();
    let replay = replay_only(&theory, &scripts, ReplayLimits::default(), &|l| *l == label);
    let theorem = replay.theorem(&label).unwrap();
    let formula =
        |text: &str| theory.statement(&Label::new(text).unwrap()).unwrap().formula.clone();
    for equation in ["14", "15"] {
        assert!(!theorem.hypotheses().contains(&formula(equation)), "({equation})");
    }
    for inclusion in ["14a", "15a"] {
        assert!(theorem.hypotheses().contains(&formula(inclusion)), "({inclusion})");
    }
    assert_eq!(theorem.conclusion(), &formula("Theorem 1"));
}

/// The kernel's work for all of S5: a change of the tactic that multiplies it is seen here.
#[test]
fn s5_kernel_steps_stay_few() {
    let (_, _, replay) = replayed();
    let total: usize = replay.outcomes().iter().map(|o| replay.kernel_steps(&o.label)).sum();
    assert!((10_000..100_000).contains(&total), "{total}");
}

/// A term of a chain with the sign before it.
type Line = (&'static str, Term);

/// `(30)` or `(30) below` with its lines.
type Block = (String, Vec<Line>);

fn paper(theory: &Theory) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for line in include_str!("paper_chains.txt").lines() {
        let line = line.split("--").next().unwrap_or("").trim();
        let last = blocks.last().map(|(name, _)| name.clone()).unwrap_or_default();
        if line.is_empty() {
            continue;
        }
        if line == "below" {
            blocks.push((format!("{last} below"), Vec::new()));
        } else if let Some(label) = line.strip_prefix('(').and_then(|l| l.strip_suffix(')'))
            && label.bytes().all(|b| b.is_ascii_digit())
        {
            blocks.push((line.to_owned(), Vec::new()));
        } else {
            let (sign, text) = match line.split_once(' ') {
                Some(("<=", rest)) => ("<=", rest),
                Some(("=", rest)) => ("=", rest),
                _ => ("", line),
            };
            let mut parser = Parser::new(text).unwrap();
            let term = parser.term(theory.vocabulary()).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(parser.span().start, text.len(), "{text}");
            blocks.last_mut().unwrap().1.push((sign, term));
        }
    }
    blocks
}

fn lines(chain: &Chain) -> Vec<Line> {
    let first = ("", chain.first.clone());
    let rest = chain.links.iter().map(|l| (sign_text(l.sign), l.term.clone()));
    [first].into_iter().chain(rest).collect()
}

fn script(scripts: &[Script]) -> Vec<Block> {
    let mut blocks = Vec::new();
    for derivation in &scripts[0].derivations {
        if let Body::Chain(main, below) = &derivation.body {
            blocks.push((derivation.label.to_string(), lines(main)));
            for chain in below {
                blocks.push((format!("{} below", derivation.label), lines(chain)));
            }
        }
    }
    blocks
}

/// Where the script has another sign than the page, the printed one first: label, line (the first term is
/// line 0).
const OTHER_SIGNS: [(&str, usize, &str, &str); 1] = [
    // A slip in print: `T z <= T` holds, `T z = T` does not, for z = 0.
    ("(34)", 2, "=", "<="),
];

#[test]
fn s5_intermediate_terms_are_the_papers() {
    let (theory, scripts, _) = replayed();
    let (paper, script) = (paper(&theory), script(&scripts));
    let names: Vec<&str> = paper.iter().map(|(name, _)| name.as_str()).collect();
    // (1)-(3) and (22)-(34), those with sub-derivations twice.
    assert_eq!(names.len(), 16 + 3);
    assert_eq!(paper.iter().map(|(_, l)| l.len() - 1).sum::<usize>(), 94);
    let mut other_signs = Vec::new();
    for (name, printed) in &paper {
        let (_, written) =
            script.iter().find(|(n, _)| n == name).unwrap_or_else(|| panic!("{name}"));
        let terms = |lines: &[Line]| lines.iter().map(|(_, t)| t.clone()).collect::<Vec<_>>();
        assert_eq!(terms(written), terms(printed), "{name}");
        for (k, (p, w)) in printed.iter().zip(written).enumerate() {
            if p.0 != w.0 {
                other_signs.push((name.as_str(), k, p.0, w.0));
            }
        }
    }
    assert_eq!(other_signs, OTHER_SIGNS);
    // In the paper's order, and with nothing between but what the paper has.
    let ours: Vec<&str> = script.iter().map(|(n, _)| n.as_str()).collect();
    assert_eq!(ours[..names.len()], names);
}
