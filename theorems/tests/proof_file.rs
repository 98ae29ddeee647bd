//! Certificate files: what is written is read back, and every lie is refused for what it is.

use reductio_algebra::{Formula, Index, Label, Substitution, Symbol, Term, Theory, name};
use reductio_theorems::Certificate;
use reductio_theorems::kernel::{self, Axiom, Theorem};
use reductio_theorems::proof_file::{self, FORMAT, MAX_DEPTH, MAX_NODES, Section};

/// The example of the document.
fn example() -> String {
    let section = FORMAT.split("## 10. Example").nth(1).unwrap();
    let lines: Vec<&str> = section.lines().filter_map(|l| l.strip_prefix("    ")).collect();
    assert!(lines.len() > 20);
    lines.join("\n") + "\n"
}

fn refusal(text: &str) -> String {
    proof_file::read(text).unwrap_err().to_string()
}

/// The example with one line changed.
fn with(line: &str, changed: &str) -> String {
    let text = example();
    assert_eq!(text.matches(&format!("\n{line}\n")).count(), 1, "{line}");
    text.replace(&format!("\n{line}\n"), &format!("\n{changed}\n"))
}

/// The example with lines put before the `end` line, and that line.
fn with_more(lines: &str, end: &str) -> String {
    let text = example();
    let before = &text[..text.rfind("end ").unwrap()];
    format!("{before}{lines}\n{end}\n")
}

#[test]
fn the_example_of_the_document_holds() {
    let checked = proof_file::read(&example()).unwrap();
    let theory = &checked.theories[0];
    assert_eq!(theory.name, "Small");
    let said: Vec<String> =
        theory.claims.iter().map(|c| format!("{} {}", c.label, c.theorem)).collect();
    assert_eq!(said, ["(a) x x <= x |- x x* = x", "(b) |- u u <= u => u u* = u"]);
    assert_eq!(theory.claims[0].hypotheses, [Label::new("h").unwrap()]);
    assert_eq!(checked.counts.steps, 4);
}

#[test]
fn the_document_tells_how_definitions_unfold() {
    let document = FORMAT.split_whitespace().collect::<Vec<_>>().join(" ");
    let fifth = document.split("`s 4 inst 3 1,i=0`").nth(1).unwrap();
    let said = fifth.split("would prove `").nth(1).unwrap().split('`').next().unwrap();
    let text = with_more("s 4 inst 3 1,i=0\nproved 1 4", "end y 2 t 10 d 1 f 5 h 1 c 2 s 5")
        .replace("proved 1 3\n", "");
    let proved = format!("line 31: (b) claims `u u <= u => u u* = u`, but step 4 proves `{said}`");
    assert_eq!(refusal(&text), proved);
}

#[test]
fn lies_about_steps_are_refused_by_the_kernel() {
    for (line, changed, reason) in [
        ("s 0 assume 0", "s 0 assume 2", "(a) claims `x x* = x`, but step 1 proves `u u* = u`"),
        ("s 1 star_r 0", "s 1 star_l 0", "(a) claims `x x* = x`, but step 1 proves `x* x = x`"),
        (
            "s 1 star_r 0",
            "s 1 loop 0",
            "step 1: loop_ind needs a premise x <= y x + z, not x x <= x",
        ),
        ("s 1 star_r 0", "s 1 sym 0", "step 1: sym needs x = y, not x x <= x"),
        (
            "s 2 discharge 0 1",
            "s 2 discharge 0 2",
            "step 2: there is no step 2 before this line: there are 2",
        ),
        (
            "s 2 discharge 0 1",
            "s 2 discharge 9 1",
            "step 2: there is no formula 9 before this line: there are 5",
        ),
        ("s 2 discharge 0 1", "s 2 mp 0 1", "step 2: x x* = x is not the premise of x x <= x"),
        ("s 2 discharge 0 1", "s 2 trans 1 0", "step 2: the chain breaks: `x` is not `x x`"),
        ("s 2 discharge 0 1", "s 2 axiom not_plus 0", "step 2: axiom needs a predicate, not `x`"),
        (
            "s 2 discharge 0 1",
            "s 2 axiom plus_com 0 0",
            "step 2: expected an axiom, got `plus_com`",
        ),
        (
            "s 2 discharge 0 1",
            "s 2 axiom plus_comm 0",
            "step 2: expected term, got the end of the line",
        ),
        ("s 2 discharge 0 1", "s 2 believe 0", "step 2: expected a rule, got `believe`"),
        ("s 2 discharge 0 1", "s 2 refl 0 0", "step 2: expected the end of the line, got `0`"),
        ("s 2 discharge 0 1", "s 2 unfold 0", "step 2: unfold needs a defined name, not `x`"),
        ("s 2 discharge 0 1", "s 2 spec 1 j", "step 2: x x* = x is not quantified over an index"),
        (
            "s 2 discharge 0 1",
            "s 2 sum_upper 0 j",
            "step 2: sum_upper needs a sum (+i : ...), not `x`",
        ),
        ("s 2 discharge 0 1", "s 2  discharge 0 1", "step 2: expected a rule, got ``"),
        ("s 2 discharge 0 1", "s 02 discharge 0 1", "step 2: expected a number, got `02`"),
        ("s 3 inst 2 0=6", "s 3 inst 2 0=6 0=6", "step 3: the symbol `x` is given twice"),
        ("s 3 inst 2 0=6", "s 3 inst 2 0,i=6", "step 3: `x` takes 0 indices, not 1"),
        ("s 3 inst 2 0=6", "s 3 inst 2 1=6", "step 3: `u` takes 1 indices, not 0"),
        ("s 3 inst 2 0=6", "s 3 inst 2 i=j i=k", "step 3: the index `i` is given twice"),
        ("s 3 inst 2 0=6", "s 3 inst 2 i", "step 3: expected a replacement, got `i`"),
        (
            "s 3 inst 2 0=6",
            "s 3 inst 1 0=6",
            "(b) claims `u u <= u => u u* = u`, but step 3 proves `u u* = u`",
        ),
        (
            "s 3 inst 2 0=6",
            "s 3 inst 2 0=5",
            "(b) claims `u u <= u => u u* = u`, but step 3 proves `(+i : u_i) (+i : u_i) <= (+i : u_i) => (+i : u_i) (+i : u_i)* = (+i : u_i)`",
        ),
    ] {
        let got = refusal(&with(line, changed));
        assert!(got.ends_with(reason), "{changed}: {got}");
        assert!(got.contains("step "), "{got}");
    }
}

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
fn what_is_left_out_or_moved_is_missed() {
    let text = example();
    for (left_out, reason) in [
        ("s 1 star_r 0", "line 26: there is no step 1 before this line: there are 1"),
        (
            "s 2 discharge 0 1",
            "line 28: step 3: the next step has the number 2, not 3: something is left out or moved",
        ),
        ("s 3 inst 2 0=6", "line 29: there is no step 3 before this line: there are 3"),
        ("proved 1 3", "line 30: nothing proves (b)"),
        ("theory Small", "line 20: this item belongs to no theory: a `theory` line comes first"),
        (
            "definition 0 (d): u = (+i : u_i)",
            "line 23: `u` is used here by a definition that the theory does not list before",
        ),
        (
            "t 4 y 1 i",
            "line 10: the next term has the number 4, not 5: something is left out or moved",
        ),
        (
            "end y 2 t 10 d 1 f 5 h 1 c 2 s 4",
            "line 30: the file ends without an `end` line: it is cut off",
        ),
    ] {
        assert_eq!(refusal(&text.replace(&format!("\n{left_out}\n"), "\n")), reason);
    }
    // Cut anywhere, even at the end of a line.
    let mut cuts = 0;
    for cut in 0..text.len() {
        let got = proof_file::read(&text[..cut]).map(|_| ()).unwrap_err().to_string();
        let is_told = got.contains("cut off") || (cut == 0 && got.contains("a certificate starts"));
        assert!(is_told, "{cut}: {got}");
        cuts += 1;
    }
    assert!(cuts > 400);
    assert!(
        refusal(&format!("{text}s 4 refl 0\n")).ends_with("the `end` line is not the last one")
    );
    assert!(refusal(&text.replace('\n', "\r\n")).contains("the character U+000D is not allowed"));
    assert!(refusal(&format!("\u{feff}{text}")).contains("the character U+FEFF is not allowed"));
    // What turns a text round on the screen.
    for hidden in ['\u{ad}', '\u{200b}', '\u{2028}', '\u{202e}', '\u{2066}'] {
        let got = refusal(&text.replacen(" (", &format!(" ({hidden}"), 1));
        let said = format!("the character U+{:04X} is not allowed", u32::from(hidden));
        assert!(got.contains(&said), "{got}");
    }
}

#[test]
fn other_versions_and_other_files_are_named() {
    for (header, reason) in [
        (
            "reductio certificate 3",
            "line 1: the certificate is of version 3, and this verifier reads versions 1 and 2: use a newer one",
        ),
        (
            "reductio certificate 1 ",
            "line 1: the certificate is of version 1 , and this verifier reads versions 1 and 2: use a newer one",
        ),
        (
            "theory S5",
            "line 1: a certificate starts with the line `reductio certificate 1`, not with `theory S5`",
        ),
    ] {
        assert_eq!(refusal(&example().replacen("reductio certificate 1", header, 1)), reason);
    }
    let empty = "reductio certificate 1\nend y 0 t 0 d 0 f 0 h 0 c 0 s 0\n";
    assert_eq!(refusal(empty), "line 2: the certificate claims nothing");
}

const QUANTIFIED: &str = "
theory Q
action a, x, y, z
predicate p
definition (D) ours: D = z z
hypothesis (h) ours: for all actions z: a z <= a
hypothesis (k) ours: for all predicates p: p a <= a p
lemma (1) ours: a D x <= a
lemma (2) ours: (for all actions z, p: x z <= p x) => x x <= T x
lemma (3) ours: for all actions z: for all predicates p: a z p <= a
lemma (4) ours: D = z z
lemma (5) ours: for all actions x: D x = D x
";

/// Certificates for the statements of [`QUANTIFIED`], as a file.
fn quantified() -> (Theory, String) {
    let theory = Theory::parse(QUANTIFIED, &[]).unwrap();
    let names = theory.vocabulary();
    let term = |text: &str| names.parse_term(text).unwrap();
    let action = |text: &str| Symbol::action(text.parse().unwrap(), 0);
    let formula =
        |label: &str| theory.statement(&Label::new(label).unwrap()).unwrap().formula.clone();
    let h = kernel::assume(&formula("h")).unwrap();
    let first = kernel::specialize_symbol(&h, &term("D x")).unwrap();
    let premise = names.parse_formula("for all actions z, p: x z <= p x").unwrap();
    let second = kernel::assume(&premise).unwrap();
    let second = kernel::specialize_symbol(&second, &term("x")).unwrap();
    let second = kernel::specialize_symbol(&second, &Term::top()).unwrap();
    let second = kernel::discharge(&premise, &second).unwrap();
    let third = kernel::specialize_symbol(&h, &term("z p")).unwrap();
    let third = kernel::generalize_symbol(&Symbol::predicate(name!("p"), 0), &third).unwrap();
    let third = kernel::generalize_symbol(&action("z"), &third).unwrap();
    let fourth = kernel::unfold(&term("D")).unwrap();
    let fifth =
        kernel::generalize_symbol(&action("x"), &kernel::refl(&term("D x")).unwrap()).unwrap();
    let all = [("1", first), ("2", second), ("3", third), ("4", fourth), ("5", fifth)];
    let certificates: Vec<Certificate> = (all.iter())
        .map(|(label, t)| Certificate::new(&theory, &Label::new(label).unwrap(), t).unwrap())
        .collect();
    let certificates = certificates.iter().collect();
    let text = proof_file::write(&[Section { theory: &theory, certificates }]).unwrap();
    (theory, text)
}

#[test]
fn quantifiers_over_actions_go_through_a_file_of_version_2() {
    let (theory, text) = quantified();
    assert!(text.starts_with("reductio certificate 2\n"), "{text}");
    let checked = proof_file::read(&text).unwrap();
    assert!(checked.theories[0].differences(&theory).is_empty());
    let said: Vec<String> =
        checked.theories[0].claims.iter().map(|c| format!("{} {}", c.label, c.theorem)).collect();
    assert_eq!(
        said,
        [
            "(1) for all actions z: a z <= a |- a D x <= a",
            "(2) |- (for all actions z, p: x z <= p x) => x x <= T x",
            "(3) for all actions z: a z <= a |- for all actions z: for all predicates p: a z p <= a",
            "(4) |- D = z z",
            "(5) |- for all actions x: D x = D x",
        ]
    );
    // Another name for a bound symbol is another text, and so is another sort; version 1 has none of it.
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}\n{text}");
        refusal(&text.replacen(from, to, 1))
    };
    assert!(
        changed("(h): for all actions z:", "(h): for all actions y:").contains("the text says")
    );
    assert!(changed("(h): for all actions z:", "(h): for all z:").contains("the text says"));
    assert!(
        changed("(k): for all predicates p:", "(k): for all actions p:").contains("the text says")
    );
    let reason = changed("reductio certificate 2", "reductio certificate 1");
    assert!(
        reason
            .ends_with("`every` is of version 2, and the first line says `reductio certificate 1`")
    );
}

/// What a file may not say of all actions.
#[test]
fn lies_about_quantifiers_are_refused() {
    let start = "reductio certificate 2\ny 0 action x 0\ny 1 predicate p 0\ny 2 action u 1\ny 3 predicate x 0\n\
        t 0 y 0\nt 1 y 1\nt 2 y 2 i\nt 3 y 3\nf 0 <= 0 1\nf 1 every 0 0\nf 2 <= 1 0\nf 3 every 1 2\n\
        d 0 D 0\nt 4 d 0\nf 4 <= 4 1\nf 5 <= 0 3\nd 1 x 1\nt 5 d 1\nf 6 = 0 5\nf 7 all i 1\n\
        s 0 assume 0\ns 1 assume 1\ns 2 assume 3\ns 3 assume 4\ns 4 assume 7\n";
    for (line, reason) in [
        ("s 5 gen_sym 0 0", "`x` occurs in x <= p"),
        ("s 5 gen_sym 0 3", "`x` occurs in D <= p"),
        ("s 5 gen_sym 2 1", "`u` takes indices: only symbols without any are generalized"),
        ("s 5 gen_sym 9 1", "there is no symbol 9 before this line: there are 4"),
        ("s 5 spec_sym 2 0", "specialize_symbol needs a predicate, not `x`"),
        ("s 5 spec_sym 0 0", "x <= p is not quantified over actions or predicates"),
        (
            "s 5 spec_sym 4 0",
            "for all i: for all actions x: x <= p is not quantified over actions or predicates",
        ),
        ("s 5 spec_sym 1", "expected term, got the end of the line"),
        ("s 5 spec 1 i", "for all actions x: x <= p is not quantified over an index"),
        ("f 8 every 0 4", "`x` is bound here, and something else in the formula has the same name"),
        ("f 8 every 0 5", "`x` is bound here, and something else in the formula has the same name"),
        ("f 8 every 0 6", "`x` is bound here, and something else in the formula has the same name"),
        ("f 8 every 2 0", "`u` takes 0 arguments, not 1"),
    ] {
        let text = format!("{start}{line}\nend\n");
        let got = refusal(&text);
        assert!(got.ends_with(reason), "{line}: {got}");
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

/// Lines that make a term from the one before, again and again.
fn tower(count: usize, line: impl Fn(usize) -> String) -> String {
    (10..10 + count).map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_is_too_large_is_declined() {
    let end = "end y 2 t 10 d 1 f 5 h 1 c 2 s 4";
    let is_limit = |lines: &str, reason: &str| {
        let error = proof_file::read(&with_more(lines, end)).unwrap_err();
        assert!(error.kind.is_limit() && error.to_string().contains(reason), "{error}");
    };
    // Each term twice the one before, and a tall one.
    is_limit(&tower(64, |n| format!("t {n} + {} {}", n - 1, n - 1)), "the nodes of a formula");
    is_limit(&tower(500, |n| format!("t {n} * {}", n - 1)), "the depth of a formula");
    // Definitions that double, never unfolded.
    let definition = |n: usize| {
        let t = 10 + 2 * (n - 10);
        format!("t {t} + {} {}\nd {} u 0 {t}\nt {} d {} i", t - 1, t - 1, n - 9, t + 1, n - 9)
    };
    let doubling = tower(64, |n| definition(n).replace(" u 0 ", &format!(" a{n} i ")));
    is_limit(&doubling, "the nodes of a formula");
    // Formulas that grow by steps: discharged again and again, or instantiated with themselves.
    let step = |n: usize| format!("s {} discharge 0 {}", n - 6, n - 7);
    is_limit(&tower(500, step), "the depth of a formula");
    let grow = "t 10 . 0 0\nt 11 . 10 10\nt 12 . 11 11\nt 13 . 12 12\nt 14 . 13 13\n";
    let steps = tower(20, |n| format!("s {} inst {} 0=14", n - 6, if n == 10 { 2 } else { n - 7 }));
    is_limit(&format!("{grow}{steps}"), "the nodes of a formula");
    // A line without end, many hypotheses.
    is_limit(&format!("s 4 inst 3 {}", "0".repeat(1 << 17)), "the bytes of a line");
    let hypotheses: Vec<String> = (0..1_100)
        .map(|k| {
            let (f, a, t) = (5 + k, 4 + 2 * k, 5 + 2 * k);
            let last = if k == 0 { 0 } else { t - 2 };
            format!("f {f} != i i{k}\ns {a} assume {f}\ns {t} discharge 4 {last}")
        })
        .collect();
    assert!(refusal(&with_more(&hypotheses.join("\n"), end)).contains("the depth of a formula"));
    const { assert!(MAX_DEPTH < 1_000 && MAX_NODES < 1 << 21) };
}

/// A theory with lemmas that take the rules which the bundled proofs do not need.
const OTHER: &str = "theory Other\n index i, j\n action x, u_i\n predicate r, p_i, w_{i,j}\n\
    definition (d) ours: D_i = p_i (.j : w_{i,j})\n\
    definition (b) ours: [x] = x (+i : u_i)\n\
    hypothesis (h) ours: r <= p_i\n hypothesis (g) ours: r = p_i\n\
    lemma (1) ours: r <= (.i : p_i)\n\
    lemma (2) ours: (.j : p_j) <= p_i\n\
    lemma (3) ours: D_i = p_i (.j : w_{i,j})\n\
    lemma (4) ours: [x] = x (+i : u_i)\n\
    lemma (5) ours: i != j => j != i\n\
    lemma (6) ours: (+i : u_i) x = (+i : u_i x)\n\
    lemma (7) ours: x (+i : u_i) = (+i : x u_i)\n\
    theorem (8) ours: p_i = p_j\n\
    lemma (9) ours: p_i (.j : w_{i,j}) = p_i (.j : w_{i,j})";

fn certified() -> Result<(Theory, Vec<Certificate>), Box<dyn std::error::Error>> {
    let theory = Theory::parse(OTHER, &[]).map_err(|e| format!("{e:?}"))?;
    let formula = |label| theory.statement(&Label::new(label).unwrap()).unwrap().formula.clone();
    let (i, j) = (name!("i"), name!("j"));
    let names = theory.vocabulary();
    let term = |text: &str| names.parse_term(text).map_err(|e| format!("{e:?}"));
    let for_all_i = |t: &Theorem| kernel::generalize(&i, t);
    let h = kernel::specialize(&kernel::assume(&formula("h"))?, &i)?;
    let g = kernel::assume(&formula("g"))?;
    let (gi, gj) = (kernel::specialize(&g, &i)?, kernel::specialize(&g, &j)?);
    let lemma_2 = kernel::product_lower(&term("(.i : p_i)")?, &i)?;
    // An index is renamed; a symbol behind a definition is replaced, by itself, and the definition unfolds.
    let defined = term("D_i")?;
    let mut rename = Substitution::new();
    rename.index(&i, &Index::Free(j.clone()))?;
    let renamed = kernel::instantiate(&kernel::unfold(&defined)?, &rename);
    let mut behind = Substitution::new();
    behind.symbol(&Symbol::predicate(name!("w"), 2), &[i.clone(), j.clone()], &term("w_{i,j}")?)?;
    let unfolded = kernel::instantiate(&kernel::refl(&defined)?, &behind);
    let mut apart = kernel::apart_sym(&kernel::assume(&premise(&formula("5")))?)?;
    apart = kernel::discharge(&premise(&formula("5")), &apart)?;
    let equal = kernel::trans(&kernel::sym(&gi)?, &gj)?;
    let all = [
        ("1", kernel::product_greatest(&i, &h)?),
        ("2", for_all_i(&lemma_2)?),
        ("3", kernel::generalize(&j, &renamed)?),
        ("4", kernel::unfold(&term("[x]")?)?),
        ("5", kernel::generalize(&i, &kernel::generalize(&j, &apart)?)?),
        ("6", kernel::sum_distrib_r(&term("(+i : u_i)")?, &term("x")?)?),
        ("7", kernel::sum_distrib_l(&term("x")?, &term("(+i : u_i)")?)?),
        ("8", kernel::generalize(&i, &kernel::generalize(&j, &equal)?)?),
        ("9", for_all_i(&unfolded)?),
    ];
    let certificates = all
        .iter()
        .map(|(label, t)| Certificate::new(&theory, &Label::new(label).unwrap(), t))
        .collect::<Result<Vec<_>, _>>()?;
    Ok((theory, certificates))
}

/// The premise of a statement below its quantifiers, over the names that it was written with.
fn premise(formula: &Formula) -> Formula {
    formula.stripped(&[]).1.horn().0[0].clone()
}

#[test]
fn rules_that_the_bundled_proofs_do_not_need_go_through_a_file() {
    let (theory, certificates) = certified().unwrap();
    let section = Section { theory: &theory, certificates: certificates.iter().collect() };
    let text = proof_file::write(&[section]).unwrap();
    let checked = proof_file::read(&text).unwrap();
    assert_eq!(checked.theories[0].claims.len(), 9);
    for (claim, certificate) in checked.theories[0].claims.iter().zip(&certificates) {
        assert_eq!(claim.theorem.to_string(), certificate.theorem().to_string());
    }
    assert_eq!(checked.theories[0].differences(&theory), []);
    for rule in ["prod_greatest", "prod_lower", "unfold", "apart", "sum_l", "sum_r", "discharge"] {
        assert!(text.contains(&format!(" {rule} ")), "{rule}");
    }
    // Another statement file: one formula, one definition, one hypothesis changed.
    for (from, to, reason) in [
        ("(2) ours: (.j : p_j) <= p_i", "(2) ours: (.j : p_j) <= r", "(2) states"),
        (
            "(d) ours: D_i = p_i",
            "(d) ours: D_i = r p_i",
            "(d) defines `D_i = p_i (.j : w_{i,j})` in the certificate, and `D_i = r p_i (.j : w_{i,j})` in the theory",
        ),
        (
            "(g) ours: r = p_i",
            "(g) ours: p_i = r",
            "(g) assumes `for all i: r = p_i` in the certificate, and `for all i: p_i = r` in the theory",
        ),
        ("theorem (8)", "lemma (8)", "(8) is a lemma in one, and a theorem in the other"),
        (
            "lemma (1) ours",
            "lemma (1) ours assuming (g)",
            "the proof of (1) rests on `r <= p_i`, which (1) does not assume",
        ),
        ("lemma (6)", "lemma (6a)", "the theory has no statement (6) to prove"),
    ] {
        let other = Theory::parse(&OTHER.replace(from, to), &[]).unwrap();
        let differences = checked.theories[0].differences(&other);
        assert!(
            differences.iter().any(|d| d.to_string().contains(reason)),
            "{to}: {differences:?}"
        );
    }
}

#[test]
fn every_axiom_goes_through_a_file() {
    let lemmas: Vec<String> = Axiom::ALL
        .iter()
        .enumerate()
        .map(|(k, axiom)| {
            let [x, y, z] = ["p q", "p + q", "p"].map(|_| Term::predicate(name!("p")));
            let t = kernel::axiom(*axiom, &x, &y, &z).unwrap();
            format!("lemma (a{k}) ours: {}", t.conclusion())
        })
        .collect();
    let text = format!("theory Axioms predicate p {}", lemmas.join("\n"));
    let theory = Theory::parse(&text, &[]).unwrap();
    let p = Term::predicate(name!("p"));
    let certificates: Vec<Certificate> = Axiom::ALL
        .iter()
        .enumerate()
        .map(|(k, axiom)| {
            let t = kernel::axiom(*axiom, &p, &p, &p).unwrap();
            Certificate::new(&theory, &Label::new(&format!("a{k}")).unwrap(), &t).unwrap()
        })
        .collect();
    let section = Section { theory: &theory, certificates: certificates.iter().collect() };
    let checked = proof_file::read(&proof_file::write(&[section]).unwrap()).unwrap();
    assert_eq!(checked.theories[0].claims.len(), 17);
    assert_eq!(checked.theories[0].differences(&theory), []);
}
