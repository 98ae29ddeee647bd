//! Statements that are not what is proved, and names that mean two things.

use crate::example::{refusal, with, with_more};

#[test]
fn lies_about_statements_are_refused() {
    for (line, changed, reason) in [
        (
            "lemma 0 1 0 (a): x x* = x",
            "lemma 0 1 0 (a): x* x = x",
            "the text says `x* x = x`, but the formula is `x x* = x`",
        ),
        (
            "lemma 0 1 0 (a): x x* = x",
            "lemma 0 1 (a): x x* = x",
            "step 1 uses the hypothesis `x x <= x`, which (a) does not list",
        ),
        (
            "lemma 0 1 0 (a): x x* = x",
            "lemma 0 1 1 (a): x x* = x",
            "there is no hypothesis 1 before this line: there are 1",
        ),
        (
            "lemma 0 1 0 (a): x x* = x",
            "lemma 0 1 0 0 (a): x x* = x",
            "hypothesis 0 is not one of this theory that comes after those before it",
        ),
        ("lemma 0 1 0 (a): x x* = x", "lemma 0 1 0 (b): x x* = x", "the label (b) is given twice"),
        ("lemma 0 1 0 (a): x x* = x", "lemma 0 1 0 ( a): x x* = x", "expected a label, got ` a`"),
        (
            "lemma 0 1 0 (a): x x* = x",
            "lemma 0 1 0 (a -- b): x x* = x",
            "expected a label, got `a -- b`",
        ),
        (
            "lemma 0 1 0 (a): x x* = x",
            "lemma 0 1 0 (a: 1 = 0): x x* = x",
            "expected a label, got `a: 1 = 0`",
        ),
        (
            "lemma 0 1 0 (a): x x* = x",
            "lemma 0 1 0 (\u{430}): x x* = x",
            "expected a label, got `\u{430}`",
        ),
        ("y 0 action x 0", "y 0 action all 0", "expected the name of a symbol, got `all`"),
        ("theory Small", "theory theorem", "expected the name of a theory, got `theorem`"),
        (
            "lemma 0 1 0 (a): x x* = x",
            "lemma 0 1 0 (a) x x* = x",
            "expected a label in parentheses, a colon and a text, got ` x x* = x`",
        ),
        (
            "theorem 1 4 (b): u u <= u => u u* = u",
            "theorem 1 4 0 (b): u u <= u => u u* = u",
            "step 3 does not use the hypothesis (h), which (b) lists",
        ),
        (
            "hypothesis 0 0 (h): x x <= x",
            "hypothesis 0 2 (h): u u <= u",
            "step 1 uses the hypothesis `x x <= x`, which (a) does not list",
        ),
        (
            "definition 0 (d): u = (+i : u_i)",
            "definition 0 (d): u = (+j : u_j)",
            "the text says `u = (+j : u_j)`, but the formula is `u = (+i : u_i)`",
        ),
        (
            "d 0 u 5",
            "d 0 w 5",
            "the text says `u = (+i : u_i)`, but the formula is `w = (+i : u_i)`",
        ),
        ("d 0 u 5", "d 0 u 4", "the index `i` is free on the right of the definition of `u`"),
        ("d 0 u 5", "d 0 u i i 4", "`i` is a parameter of `u` twice"),
        ("d 0 u 5", "d 0 T 5", "expected the name of a definition, got `T`"),
        ("t 6 d 0", "t 6 d 0 i", "expected the end of the line, got `i`"),
        ("t 4 y 1 i", "t 4 y 1", "expected an index, got the end of the line"),
        (
            "t 5 sum i 4",
            "t 5 prod i 4",
            "`u_i` is not a predicate: only predicates have complements and index products",
        ),
        (
            "t 5 sum i 4",
            "t 5 ! 4",
            "`u_i` is not a predicate: only predicates have complements and index products",
        ),
        ("y 1 action u 1", "y 1 action x 0", "the symbol `x` is given twice"),
        ("y 1 action u 1", "y 1 action u 0", "expected the end of the line, got `i`"),
        ("theory Small", "theory Small extends S5", "expected the end of the line, got `extends`"),
        ("theory Small", "-- theory", "expected a line of the certificate format, got `--`"),
        (
            "proved 1 3",
            "proved 1 2",
            "(b) claims `u u <= u => u u* = u`, but step 2 proves `x x <= x => x x* = x`",
        ),
        ("proved 1 3", "proved 0 1", "the proof of (a) is given twice"),
        (
            "proved 1 3",
            "s 4 refl 0",
            "the `end` line counts 4 steps, but the file has 5: lines are missing or added",
        ),
    ] {
        let got = refusal(&with(line, changed));
        assert!(got.ends_with(reason), "{changed}: {got}");
    }
}

#[test]
fn names_that_mean_two_things_are_refused() {
    // A predicate x beside the action x, a definition of u with another body, an index bound twice.
    let cases = [
        (
            "y 2 predicate x 0\nt 10 y 2\nf 5 = 10 10\ns 4 refl 10\nhypothesis 1 5 (e): x = x",
            "`x` with 0 indices means two things in this theory",
        ),
        (
            "d 1 u 0\nt 10 d 1\nf 5 = 10 10\nhypothesis 1 5 (e): u = u",
            "`u` is used here by a definition that the theory does not list before",
        ),
        ("d 1 u 0\ndefinition 1 (e): u = x", "`u` with 0 indices means two things in this theory"),
        (
            "t 10 . 4 5\nt 11 sum i 10\nf 5 = 11 11\nhypothesis 1 5 (e): (+i : u_i (+i : u_i)) = (+i : u_i (+i : u_i))",
            "the index `i` is bound twice, one binder within the other",
        ),
        (
            "f 5 = 4 4\nhypothesis 1 5 (e): u_i = u_i",
            "the index `i` is free: a statement holds for all its indices",
        ),
        ("d 1 u 5", "the definition of `u` is given twice"),
        ("theory Small", "the theory `Small` is given twice"),
        (
            "theory Other\nlemma 2 0 0 (e): x x <= x",
            "hypothesis 0 is not one of this theory that comes after those before it",
        ),
        (
            "d 1 [] 0 6\nt 10 d 1 8\nd 2 [] 0 10\ny 2 action v 0\nd 3 [] 2 0\nt 11 d 3 0\nd 4 [] 0 11",
            "`x` is a parameter of `[]` and also a symbol behind `[]`: rename the parameter",
        ),
    ];
    for (lines, reason) in cases {
        let got = refusal(&with_more(lines, "end y 2 t 10 d 1 f 5 h 1 c 2 s 4"));
        assert!(got.ends_with(reason), "{lines}: {got}");
    }
}
