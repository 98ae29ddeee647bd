//! No script makes the reader or the search panic or run away; and no wrong law is certified.

#![allow(clippy::needless_pass_by_value)] // properties own their arguments

use std::time::{Duration, Instant};

use crate::common::{SCRIPTS, s5};
use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult, Testable};
use reductio_algebra::{Evaluator, Formula, Label, MAX_DEPTH, MAX_SOURCE_BYTES, Theory};
use reductio_proofs::{Replay, ReplayLimits, Script, replay};
use reductio_relations::{Naive, Random};

const SEED: u64 = 20_060_313;
const LIMITS: ReplayLimits<'_> =
    ReplayLimits { states_per_step: 500, suggestions: true, induction: true, cancel: None };

fn check(cases: u64, property: impl Testable) {
    println!("seed {SEED}, {cases} cases");
    QuickCheck::new()
        .rng(Gen::from_size_and_seed(40, SEED))
        .tests(cases)
        .max_tests(cases)
        .min_tests_passed(cases)
        .quickcheck(property);
}

fn below(g: &mut Gen, n: usize) -> usize {
    usize::arbitrary(g) % n
}

/// A fault that no replay may have, if it has one: the kernel refused a proposal of the search, or the replay
/// certified a theorem that rests on a hypothesis.
fn fault_of(replay: &Replay) -> Option<String> {
    for outcome in replay.outcomes() {
        match &outcome.result {
            Ok(c) if !c.closed().hypotheses().is_empty() => {
                return Some(format!("{} is not closed", outcome.label));
            }
            Ok(_) => {}
            Err(faults) => {
                let kernel = faults.iter().find(|f| f.kind.code() == "E0319");
                if let Some(fault) = kernel {
                    return Some(fault.to_string());
                }
            }
        }
    }
    None
}

/// Reads a script, and replays it if it can be read.
fn run(theory: &Theory, text: &str) -> TestResult {
    let fault = match Script::parse(text, theory) {
        Ok(script) => fault_of(&replay(theory, &[script], LIMITS)),
        Err(errors) => errors
            .iter()
            .find(|e| text.get(e.span.clone()).is_none())
            .map(|e| format!("{e:?} has no place")),
    };
    fault.map_or_else(TestResult::passed, |f| TestResult::error(format!("{text}\n{f}")))
}

// Words in any order.

const WORDS: [&str; 59] = [
    "(auto)",
    "proofs",
    "of",
    "small",
    "top",
    "down",
    "from",
    "lemma",
    "theorem",
    "proof",
    "below",
    "case",
    "qed",
    "with",
    "so",
    "definition",
    "(7)",
    "(H)",
    "(1)",
    "(2)",
    "(D)",
    "(hyp)",
    "(below)",
    "(* ind L)",
    "(* ind R)",
    "(? ind)",
    "(regular algebra)",
    "(Boolean algebra)",
    "{",
    "}",
    ";",
    ",",
    ":=",
    ":",
    "<=",
    ">=",
    "=",
    "=>",
    "!=",
    "x",
    "y",
    "a",
    "p",
    "u_i",
    "p_j",
    "M_i",
    "[x]",
    "(+i : u_i)",
    "i",
    "(",
    ")",
    "+",
    "*",
    "^w",
    "?",
    "!",
    "0",
    "1",
    "T",
];

#[derive(Clone, Debug)]
struct Soup(Vec<&'static str>);

impl Arbitrary for Soup {
    fn arbitrary(g: &mut Gen) -> Self {
        let length = 1 + below(g, g.size());
        Soup((0..length).map(|_| WORDS[below(g, WORDS.len())]).collect())
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let words = self.0.clone();
        Box::new((0..words.len()).map(move |at| {
            let mut less = words.clone();
            less.remove(at);
            Soup(less)
        }))
    }
}

fn small() -> Theory {
    Theory::parse(include_str!("small.oa"), &[]).unwrap()
}

#[test]
fn words_are_read_or_refused() {
    fn any_words(soup: Soup) -> TestResult {
        let theory = small();
        let text = soup.0.join(" ");
        [
            run(&theory, &text),
            run(&theory, &format!("proofs of small {text}")),
            run(&theory, &format!("proofs of small lemma (7): {text}")),
        ]
        .into_iter()
        .find(TestResult::is_failure)
        .unwrap_or_else(TestResult::passed)
    }
    check(2_000, any_words as fn(Soup) -> TestResult);
}

/// The parts of a hint, in any order: these can be read.
const ITEMS: [&str; 24] = [
    "(hyp)",
    "(below)",
    "(* ind L)",
    "(* ind R)",
    "(? ind)",
    "(regular algebra)",
    "(1)",
    "(2)",
    "(8)",
    "(D)",
    "(E)",
    "(H)",
    "(K)",
    "(C)",
    "x y <= y",
    "x y <= y (below)",
    "x <= x y >= 0",
    "x = y",
    "(2) with x := y, y := x*",
    "(* ind L) with x := x, y := y",
    "(? ind) with x := x, y := 0, z := x",
    "u_j p_i = p_i u_j (C)",
    "(8) with x := T",
    "[y] = y + p y (12')",
];

#[derive(Clone, Debug)]
struct HintOf(Vec<&'static str>);

impl Arbitrary for HintOf {
    fn arbitrary(g: &mut Gen) -> Self {
        HintOf((0..=below(g, 5)).map(|_| ITEMS[below(g, ITEMS.len())]).collect())
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let items = self.0.clone();
        Box::new((0..items.len()).map(move |at| {
            let mut less = items.clone();
            less.remove(at);
            HintOf(less)
        }))
    }
}

#[test]
fn hints_are_used_or_refused() {
    fn any_hint(hint: HintOf) -> TestResult {
        let theory = small();
        let hint = hint.0.join("; ");
        let steps = [
            ("lemma (2): x y <= y => x* y <= y", "x* y", "y"),
            ("lemma (5): i != j => u_j* p_i <= p_i u_j*", "u_j* p_i", "p_i u_j*"),
            ("lemma (8): x + y = y + x", "x + y", "y + x"),
            ("lemma (9): p x <= x", "p x", "x"),
        ];
        let proof = |(head, a, b)| {
            let below = "below\n x y\n <= {(hyp)}\n y\n";
            format!("{head}\nproof\n {a}\n <= {{{hint}}}\n {b}\n{below}qed\n")
        };
        let text: String = steps.map(proof).concat();
        run(&theory, &format!("proofs of small\n{text}"))
    }
    check(400, any_hint as fn(HintOf) -> TestResult);
}

/// A part of a bundled script taken away, or put in at another place.
#[test]
fn torn_scripts_are_read_or_refused() {
    fn torn(script: bool, from: usize, length: usize, to: usize) -> TestResult {
        let text = SCRIPTS[usize::from(script)].text;
        let boundary = |at: usize| (0..=at % text.len()).rfind(|&b| text.is_char_boundary(b));
        let (Some(from), Some(to)) = (boundary(from), boundary(to)) else {
            return TestResult::failed();
        };
        let end = boundary((from + length % 200).min(text.len() - 1)).unwrap_or(from);
        let theory = s5();
        let without = [&text[..from], &text[end..]].concat();
        let doubled = [&text[..to], &text[from..end], &text[to..]].concat();
        for text in [without, doubled] {
            for e in Script::parse(&text, &theory).err().into_iter().flatten() {
                if text.get(e.span.clone()).is_none() {
                    return TestResult::error(format!("{e:?}"));
                }
            }
        }
        TestResult::passed()
    }
    check(300, torn as fn(bool, usize, usize, usize) -> TestResult);
}

// Laws that are mostly wrong.

const DECLARATIONS: &str = "theory random\nindex i\naction x, y, u_i\npredicate p, p_i\n";

/// The text of a term with at most about `size` symbols.
fn term(g: &mut Gen, size: usize, predicate: bool) -> String {
    if size <= 1 {
        let atoms: &[&str] = if predicate {
            &["p", "0", "1", "(.i : p_i)", "p"]
        } else {
            &["x", "y", "p", "0", "1", "T", "(+i : u_i)", "x", "y", "p"]
        };
        return atoms[below(g, atoms.len())].to_owned();
    }
    let half = |g: &mut Gen| term(g, size / 2, predicate);
    match below(g, if predicate { 5 } else { 9 }) {
        0 | 1 => format!("({} + {})", half(g), half(g)),
        2 | 3 => format!("({} {})", half(g), half(g)),
        4 => format!("!{}", term(g, size - 1, true)),
        5 | 6 => format!("({})*", term(g, size - 1, false)),
        7 => format!("({} ? {})", half(g), half(g)),
        _ => format!("({})^w", term(g, size - 1, false)),
    }
}

/// `s <= t` or `s = t`, perhaps with a premise, and the facts of a hint.
#[derive(Clone, Debug)]
struct Law {
    premise: Option<(String, String)>,
    lhs: String,
    sign: &'static str,
    rhs: String,
}

impl Arbitrary for Law {
    fn arbitrary(g: &mut Gen) -> Self {
        let size = 1 + below(g, 6);
        let premise = bool::arbitrary(g).then(|| (term(g, 3, false), term(g, 3, false)));
        let lhs = term(g, size, false);
        // Near misses are more telling than any two terms: often the sides share a part.
        let rhs = match below(g, 4) {
            0 => format!("{lhs} + {}", term(g, 2, false)),
            1 => format!("({lhs})*"),
            2 => format!("{lhs} {}", term(g, 2, false)),
            _ => term(g, size, false),
        };
        Law { premise, lhs, sign: if below(g, 3) == 0 { "=" } else { "<=" }, rhs }
    }
}

impl Law {
    fn statement(&self) -> String {
        let Law { premise, lhs, sign, rhs } = self;
        let premise = premise.as_ref().map(|(s, t)| format!("{s} <= {t} => ")).unwrap_or_default();
        format!("{premise}{lhs} {sign} {rhs}")
    }

    fn theory(&self) -> Theory {
        let text = format!("{DECLARATIONS}lemma (law) ours: {}\n", self.statement());
        Theory::parse(&text, &[]).unwrap_or_else(|e| panic!("{text}: {e:?}"))
    }

    fn script(&self) -> String {
        let (facts, rules) = match &self.premise {
            Some((s, t)) => (format!("{s} <= {t} (hyp)"), "(hyp); (* ind L); (* ind R); (? ind)"),
            None => ("0 <= x".to_owned(), "(regular algebra)"),
        };
        // An induction rule without a fact of its shape is a fault: one hint without, one with.
        let Law { lhs, sign, rhs, .. } = self;
        let hint =
            if self.lhs.len().is_multiple_of(2) { format!("{facts}; {rules}") } else { facts };
        format!(
            "proofs of random\nlemma (law): {}\nproof\n  {lhs}\n{sign} {{{hint}}}\n  {rhs}\nqed\n",
            self.statement()
        )
    }

    fn certified(&self) -> Result<bool, String> {
        let theory = self.theory();
        let text = self.script();
        let script = Script::parse(&text, &theory).map_err(|e| format!("{text}: {e:?}"))?;
        let limits = ReplayLimits {
            states_per_step: 2_000,
            suggestions: false,
            induction: true,
            cancel: None,
        };
        let replay = replay(&theory, &[script], limits);
        fault_of(&replay).map_or(Ok(()), |f| Err(format!("{text}\n{f}")))?;
        Ok(replay.theorem(&Label::new("law").unwrap()).is_some())
    }

    /// The first model in which the law is wrong.
    fn countermodel(&self) -> Option<String> {
        let theory = self.theory();
        let formula: &Formula = &theory.statement(&Label::new("law").unwrap()).unwrap().formula;
        let symbols = formula.symbols();
        let mut random = Random::new(SEED);
        for states in [1, 2, 2, 3] {
            let model = Naive { states };
            for _ in 0..25 {
                let processes = 1 + usize::from(random.bits().is_multiple_of(3));
                let assignment = random.assignment(model, processes, &symbols);
                if !Evaluator::new(&model, &assignment).formula(formula).unwrap() {
                    return Some(assignment.to_string());
                }
            }
        }
        None
    }
}

#[test]
fn wrong_laws_are_not_certified() {
    fn sound(law: Law) -> TestResult {
        match (law.certified(), law.countermodel()) {
            (Err(fault), _) => TestResult::error(fault),
            (Ok(true), Some(model)) => {
                TestResult::error(format!("certified, but false: {}: {model}", law.statement()))
            }
            _ => TestResult::passed(),
        }
    }
    check(4_000, sound as fn(Law) -> TestResult);
}

/// The property above is about something: many laws are certified, and many are wrong.
#[test]
fn random_laws_are_right_and_wrong() {
    let mut g = Gen::from_size_and_seed(40, SEED);
    let laws: Vec<Law> = (0..400).map(|_| Law::arbitrary(&mut g)).collect();
    let certified = laws.iter().filter(|l| l.certified() == Ok(true)).count();
    let wrong = laws.iter().filter(|l| l.countermodel().is_some()).count();
    println!("{certified} certified, {wrong} wrong, {} neither", laws.len() - certified - wrong);
    assert!(certified >= 50 && wrong >= 50, "{certified} certified, {wrong} wrong");
}

// Large and deep.

fn timed(what: &str, limit: Duration, run: impl FnOnce()) {
    let start = Instant::now();
    run();
    let taken = start.elapsed();
    println!("{what}: {taken:?}");
    assert!(taken < limit, "{what} took {taken:?}");
}

#[test]
fn large_and_deep_scripts_are_refused() {
    let theory = small();
    let codes = |text: &str| -> Vec<&str> {
        Script::parse(text, &theory).err().into_iter().flatten().map(|e| e.kind.code()).collect()
    };
    let head = "proofs of small\nlemma (7): x <= x + y\nproof\n";
    let large = format!("{head}{}", " ".repeat(MAX_SOURCE_BYTES));
    assert_eq!(codes(&large), ["E0101"]);
    let deep = |n: usize| format!("{head}{}x{} <= {{(1)}} x + y qed", "(".repeat(n), ")".repeat(n));
    assert!(codes(&deep(MAX_DEPTH)).is_empty());
    assert_eq!(codes(&deep(MAX_DEPTH + 1)), ["E0106"]);
    let on_small_stack = move || {
        let theory = small();
        for piece in [
            "(",
            "{",
            "{(",
            "x <= {(1)} ",
            "lemma ",
            "(1) ",
            "case i = j ",
            "below ",
            "x <= {x <= ",
        ] {
            let text = format!("{head}{}", piece.repeat(900_000 / piece.len()));
            timed(piece, Duration::from_secs(20), || {
                assert!(Script::parse(&text, &theory).is_err(), "{piece}");
            });
        }
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(on_small_stack).unwrap();
    thread.join().unwrap();
}

/// Inputs for which a search that looks at every word of a product of sums would not return.
#[test]
fn the_search_gives_up_in_time() {
    let n = 60;
    let steps = [
        (vec!["(x + y)"; n].join(" "), "<=", "(x + y)*".to_owned()),
        (vec!["(x + y)"; n].join(" "), "<=", vec!["(y + x)"; n].join(" ")),
        (vec!["(x + y)"; n].join(" "), "<=", "x*".to_owned()),
        (vec!["(x + y)"; n].join(" "), "=", vec!["(x + y + p x)"; n].join(" ")),
        (vec!["(p + !p)"; n].join(" "), "=", "1".to_owned()),
        (vec!["x*"; n].join(" "), "<=", vec!["y*"; n].join(" ")),
        (vec!["x* y*"; n / 2].join(" "), "<=", vec!["y* x*"; n / 2].join(" ")),
        (format!("x{}", "*".repeat(n)), "=", "x*".to_owned()),
        (format!("{}x{}", "(".repeat(n), " y)*".repeat(n)), "<=", "(x + y)*".to_owned()),
        (format!("{}x{}", "(".repeat(n), " + y)*".repeat(n)), "=", "(y* x)*".to_owned()),
        (vec!["x"; n].join(" + "), "=", "x".to_owned()),
        (vec!["(+i : u_i)"; n / 4].join(" "), "<=", vec!["(+i : v_i)"; n / 4].join(" ")),
        ("(.i : p_i)".repeat(n / 4), "=", "(.i : p_i)".to_owned()),
    ];
    for (lhs, sign, rhs) in steps {
        let small = include_str!("small.oa");
        let text = format!("{small}\nlemma (99) ours: {lhs} {sign} {rhs}\n");
        let theory = Theory::parse(&text, &[]).unwrap();
        let text = format!(
            "proofs of small\nlemma (99): {lhs} {sign} {rhs}\nproof {lhs} {sign} {{(regular algebra)}} {rhs} qed"
        );
        let script = Script::parse(&text, &theory).unwrap();
        let what =
            format!("{} ... {sign} {}", &lhs[..lhs.len().min(20)], &rhs[..rhs.len().min(20)]);
        timed(&what, Duration::from_secs(30), || {
            let replay = replay(&theory, &[script], ReplayLimits::default());
            let outcome = replay.outcome(&Label::new("99").unwrap()).unwrap();
            println!(
                "{:?}",
                outcome.result.as_ref().map(|_| "holds").map_err(|e| e[0].kind.code())
            );
        });
    }
}
