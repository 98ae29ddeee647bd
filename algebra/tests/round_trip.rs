//! Printed objects are read back as equal objects, and printed the same.

use crate::generate::{AnyFormula, AnyTerm, vocabulary};
use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult, Testable};
use reductio_algebra::{Style, Term, TermKind};

const SEED: u64 = 20_060_401;
const CASES: u64 = 3_000;
const STYLES: [Style; 2] = [Style::Ascii, Style::Unicode];

fn check(property: impl Testable) {
    println!("seed {SEED}, {CASES} cases");
    QuickCheck::new()
        .rng(Gen::from_size_and_seed(60, SEED))
        .tests(CASES)
        .max_tests(CASES)
        .min_tests_passed(CASES)
        .quickcheck(property);
}

fn term_returns(t: AnyTerm) -> TestResult {
    let AnyTerm(term) = t;
    for style in STYLES {
        let text = term.to_text(style);
        match vocabulary().parse_term(&text) {
            Ok(read) if read != term => return TestResult::error(format!("{text}: {read}")),
            Ok(read) if read.to_text(style) != text => {
                return TestResult::error(format!("{text}: printed {}", read.to_text(style)));
            }
            Ok(_) => {}
            Err(e) => return TestResult::error(format!("{text}: {e:?}")),
        }
    }
    TestResult::passed()
}

fn formula_returns(f: AnyFormula) -> TestResult {
    let AnyFormula(formula) = f;
    for style in STYLES {
        let text = formula.to_text(style);
        match vocabulary().parse_formula(&text) {
            Ok(read) if read != formula => return TestResult::error(format!("{text}: {read}")),
            Ok(read) if read.to_text(style) != text => {
                return TestResult::error(format!("{text}: printed {}", read.to_text(style)));
            }
            Ok(_) => {}
            Err(e) => return TestResult::error(format!("{text}: {e:?}")),
        }
        // A statement leaves out quantifiers; reading it as a statement puts them back.
        let closed = formula.closed();
        let text = closed.to_statement(style);
        match vocabulary().parse_formula(&text) {
            Ok(read) if read.closed() == closed => {}
            other => return TestResult::error(format!("{text}: {other:?}")),
        }
    }
    TestResult::passed()
}

#[test]
fn terms_return() {
    check(term_returns as fn(AnyTerm) -> TestResult);
}

#[test]
fn formulas_return() {
    check(formula_returns as fn(AnyFormula) -> TestResult);
}

/// The properties are about something: all kinds of terms occur among the random ones.
#[test]
fn random_terms_have_all_kinds() {
    fn mark(term: &Term, seen: &mut [bool; 12]) {
        let kind = match term.kind() {
            TermKind::Zero => 0,
            TermKind::One => 1,
            TermKind::Symbol(..) => 2,
            TermKind::Plus(..) => 3,
            TermKind::Seq(..) => 4,
            TermKind::Loop(..) => 5,
            TermKind::Star(_) => 6,
            TermKind::Omega(_) => 7,
            TermKind::Not(_) => 8,
            TermKind::Sum(_) => 9,
            TermKind::Product(_) => 10,
            TermKind::Defined(..) => 11,
            TermKind::Bound(..) => unreachable!("a symbol is bound in formulas only"),
        };
        seen[kind] = true;
        term.operands().into_iter().for_each(|t| mark(t, seen));
    }
    let mut seen = [false; 12];
    let mut g = Gen::from_size_and_seed(60, SEED);
    (0..100).for_each(|_| mark(&AnyTerm::arbitrary(&mut g).0, &mut seen));
    assert_eq!(seen, [true; 12]);
}

/// Shrinking is real: what it offers is smaller, and goes down to nothing.
#[test]
fn shrinking_comes_to_an_end() {
    let mut g = Gen::from_size_and_seed(30, SEED);
    for _ in 0..100 {
        let mut term = AnyTerm::arbitrary(&mut g);
        let mut formula = AnyFormula::arbitrary(&mut g);
        for _ in 0..1000 {
            let Some(less) = term.shrink().last() else {
                break;
            };
            term = less;
        }
        for _ in 0..1000 {
            let Some(less) = formula.shrink().last() else {
                break;
            };
            formula = less;
        }
        assert!(term.shrink().next().is_none() && formula.shrink().next().is_none());
    }
}

#[test]
fn binders_with_the_same_name_are_told_apart() {
    for (text, printed) in [
        ("(+i : (+i : u_i) u_i)", "(+i : (+i1 : u_i1) u_i)"),
        ("(+i' : (+i' : u_{i'}) u_{i'})", "(+i' : (+i1' : u_i1') u_i')"),
        ("(+i,i : u_i)", "(+i,i1 : u_i1)"),
        ("(+i : (.i : p_i) u_i)", "(+i : (.i1 : p_i1) u_i)"),
    ] {
        let term = vocabulary().parse_term(text).unwrap();
        assert_eq!(term.to_string(), printed);
        assert_eq!(vocabulary().parse_term(printed), Ok(term));
    }
}
