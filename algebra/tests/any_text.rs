//! No text makes the reader panic.

#![allow(clippy::needless_pass_by_value)] // properties own their arguments

use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult, Testable};
use reductio_algebra::text::lexer::decode;
use reductio_algebra::{ParseError, TextErrors, Theory};

const SEED: u64 = 20_060_403;
const CASES: u64 = 4_000;

fn check(property: impl Testable) {
    println!("seed {SEED}, {CASES} cases");
    QuickCheck::new()
        .rng(Gen::from_size_and_seed(80, SEED))
        .tests(CASES)
        .max_tests(CASES)
        .min_tests_passed(CASES)
        .quickcheck(property);
}

const WORDS: [&str; 68] = [
    "theory",
    "extends",
    "index",
    "action",
    "predicate",
    "definition",
    "hypothesis",
    "lemma",
    "theorem",
    "assuming",
    "for",
    "all",
    "proof",
    "transcribed",
    "ours",
    "t",
    "x",
    "u",
    "p",
    "q'",
    "i",
    "j",
    "u_i",
    "p_i",
    "_",
    "_{",
    "{",
    "}",
    "(",
    ")",
    "(+",
    "(.",
    "[",
    "]",
    "]'",
    "+",
    ".",
    "·",
    "?",
    "⋆",
    "*",
    "∗",
    "^w",
    "ω",
    "!",
    "¬",
    "T",
    "⊤",
    "<=",
    "≤",
    ">=",
    "=",
    "!=",
    "≠",
    "=>",
    "⇒",
    ",",
    ":",
    ";",
    ":=",
    "-",
    "--",
    "\n",
    "ᵢ",
    "0",
    "1",
    "2x'",
    "(1)",
];

const START: &str = "theory t\nindex i, j\naction x, u_i\npredicate p, p_i\n";

/// Words of the language in any order.
#[derive(Clone, Debug)]
struct Soup(Vec<&'static str>);

impl Arbitrary for Soup {
    fn arbitrary(g: &mut Gen) -> Self {
        let length = usize::arbitrary(g) % g.size();
        Soup((0..length).map(|_| *g.choose(&WORDS).expect("there are words")).collect())
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

/// Every error has a place in the text, on character boundaries.
fn places_are_in(text: &str, result: Result<impl Sized, TextErrors<ParseError>>) -> TestResult {
    let errors = result.err().unwrap_or_default();
    match errors.iter().find(|e| text.get(e.span.clone()).is_none()) {
        Some(e) => TestResult::error(format!("{text:?}: {e:?} has no place")),
        None => TestResult::passed(),
    }
}

fn read(text: &str) -> TestResult {
    let names = Theory::parse(START, &[]).expect("the start is read").vocabulary().clone();
    let file = format!("{START}{text}");
    let results = [
        places_are_in(text, Theory::parse(text, &[])),
        places_are_in(&file, Theory::parse(&file, &[])),
        places_are_in(text, names.parse_formula(text)),
        places_are_in(text, names.parse_term(text)),
    ];
    results.into_iter().find(TestResult::is_failure).unwrap_or_else(TestResult::passed)
}

fn any_characters(text: String) -> TestResult {
    read(&text)
}

fn any_words(soup: Soup) -> TestResult {
    let tight = read(&soup.0.concat());
    if tight.is_failure() { tight } else { read(&soup.0.join(" ")) }
}

fn any_statement(soup: Soup) -> TestResult {
    read(&format!("lemma (1) ours: {}", soup.0.join(" ")))
}

fn any_bytes(bytes: Vec<u8>) -> bool {
    decode(&bytes).is_ok() == std::str::from_utf8(&bytes).is_ok()
}

#[test]
fn characters_are_read_or_refused() {
    check(any_characters as fn(String) -> TestResult);
}

#[test]
fn words_are_read_or_refused() {
    check(any_words as fn(Soup) -> TestResult);
}

#[test]
fn statements_are_read_or_refused() {
    check(any_statement as fn(Soup) -> TestResult);
}

#[test]
fn bytes_are_decoded_or_refused() {
    check(any_bytes as fn(Vec<u8>) -> bool);
}
