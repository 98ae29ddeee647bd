//! Formulas: `prove --formula`, `decide` and `models --find` give the same answer.

#[path = "formula/generate.rs"]
mod generate;
#[path = "formula/oracle.rs"]
mod oracle;
#[path = "formula/random.rs"]
mod random;

use crate::common::{Folder, assert_valid};

const OWN: &str = "theory Own\naction a, b\nhypothesis (C) ours: a b = b a\n";

const FAMILIES: &str = "theory Families\nindex i\naction u_i\npredicate p_i, q_i\n";

#[test]
fn formulas_are_proved_refuted_or_refused() {
    let folder = Folder::new().with("own.oa", OWN);
    for (arguments, code, codes) in [
        (&["prove", "--formula", "x y <= y x => x* y <= y x*"][..], 0, &["W0303"][..]),
        // A law of the library under other names; by induction, no law is needed.
        (&["prove", "--formula", "w z <= z (z + w)* => (z + w)^w = z^w + z* w^w"], 0, &[]),
        (&["prove", "own.oa", "--formula", "a a b = b a a"], 0, &["W0303"]),
        (&["prove", "--formula", "x y = y x"], 1, &["E0019"]),
        (&["prove", "--formula", "x <= x T x"], 2, &["E0020"]),
        (&["prove", "--formula", "x +"], 3, &["E0104"]),
        (&["prove", "--formula", "i != j"], 3, &["E0017"]),
        (&["decide", "for all actions z: z <= T"], 0, &[]),
        (&["decide", "x <= y <=> x + y = y"], 0, &[]),
        (&["decide", "x y = 0 <=> y x = 0"], 1, &[]),
        (&["decide", "p x = 0 => q = p => x = 0 <=> (for all actions z: z x = 0)"], 0, &[]),
        // Within brackets there are none.
        (&["decide", "(x = 0 <=> y = 0) => z = 0"], 3, &["E0103"]),
        // Four states are needed.
        (&["decide", "y x <= x* y* => y* x* <= x* y*"], 1, &[]),
        (&["decide", "(for all i: p u_i !p = 0) => p (+i : u_i)* !p = 0"], 0, &[]),
        (&["decide", "(for all z: x z <= x) => x T <= x"], 3, &["E0116"]),
        (&["prove", "own.oa", "--formula", "x = x"], 3, &["E0107"]),
    ] {
        let answer = folder.run_with(arguments, None);
        assert_eq!((answer.code, &answer.codes()[..]), (code, codes), "{arguments:?}: {answer:?}");
    }
}

/// The verdict and the exit code of each verb.
fn verdicts(folder: &Folder, file: Option<&str>, formula: &str) -> [(String, i32); 3] {
    let verbs: [(&[&str], &str); 3] = [
        (
            &["decide", "--format", "json", formula],
            include_str!("../../schemas/decide.schema.json"),
        ),
        (
            &["prove", "--format", "json", "--formula", formula],
            include_str!("../../schemas/prove.schema.json"),
        ),
        (
            &["models", "--format", "json", "--find", formula],
            include_str!("../../schemas/models.schema.json"),
        ),
    ];
    verbs.map(|(arguments, schema)| {
        let answer = folder.run_with(&[arguments, file.as_slice()].concat(), None);
        let json = assert_valid(schema, &answer);
        let result = &json["results"][0];
        let verdict = result["verdict"].as_str().unwrap_or_else(|| panic!("{formula}: {answer:?}"));
        let found_by = result["found_by"].as_str();
        assert_eq!(found_by.is_none(), verdict == "declined", "{formula}: {answer:?}");
        assert_eq!(result["model"].is_string(), verdict == "fails", "{formula}: {answer:?}");
        (verdict.to_owned(), answer.code)
    })
}

/// True formulas were called false because a search found no proof, and false ones undecided because no model was
/// tried.
#[test]
fn one_question_has_one_answer() {
    let folder = Folder::new().with("own.oa", OWN).with("families.oa", FAMILIES);
    let (own, families) = (Some("own.oa"), Some("families.oa"));
    for (file, formula, verdict, code) in [
        (None, "p x !q = 0 => q y !r = 0 => p x y !r = 0", "holds", 0),
        (None, "(x = 0 => y = 0) => x = 0 => y = 0", "holds", 0),
        (None, "x x = x => x^w = x T", "holds", 0),
        (None, "!(.i : p_i) = (+i : !p_i)", "holds", 0),
        (families, "!(.i : p_i) = (+i : !p_i)", "holds", 0),
        (families, "(.k : p_k q_k) = (.i : p_i) (.i : q_i)", "holds", 0),
        (None, "x <= y => w y <= z w => w x* <= z* w", "holds", 0),
        (None, "x y <= y x => y* x <= y x*", "fails", 1),
        (None, "y x <= x y => x* y* <= y* x*", "fails", 1),
        (None, "(x + y)* = x* y*", "fails", 1),
        (None, "x <= x T x", "declined", 2),
        // Premises about all actions, or all predicates.
        (None, "(for all actions z: x z <= x) => x T = x + x T", "holds", 0),
        (None, "(for all actions z: x z = z x) => x y* = y* x", "holds", 0),
        (None, "(for all predicates p: p x <= x p) => !q x <= x !q", "holds", 0),
        (None, "(for all actions z: x z <= x) => y x <= x", "fails", 1),
        (None, "(for all actions z: z <= x) => y <= x", "holds", 0),
        (None, "x^w = 0 => (for all actions y: (y <= x y => y = 0))", "holds", 0),
        (None, "x^w <= 0 => (for all actions y: (y <= x => y = 0))", "fails", 1),
        (None, "x z <= x => x T <= x", "fails", 1),
        (None, "(for all predicates z: z x <= x z) => y x <= x y", "fails", 1),
        (None, "(for all actions z: z z = z) => x y = y x", "declined", 2),
        // Under the hypotheses of the file.
        (own, "a a b = b a a", "holds", 0),
        (own, "a b b = b a", "fails", 1),
    ] {
        let expected = (verdict.to_owned(), code);
        let found = verdicts(&folder, file, formula);
        assert!(found.iter().all(|v| *v == expected), "{formula}: {found:?}");
    }
}

/// A formula that holds under contradictory hypotheses is told with a warning, and every answer names the hypotheses
/// that it needs.
#[test]
fn hypotheses_are_named_and_looked_at() {
    let absurd = "theory Absurd\naction x, y\nhypothesis (h) ours: 1 = 0\nlemma (1) ours: x = y\n";
    let script = "proofs of Absurd\nlemma (1): x = y\nproof\n  x\n = {(h)}\n  0 x\n = {(regular algebra)}\n  0 y\n = {(h)}\n  y\nqed\n";
    let unknown = "theory Odd\naction x, y, z\nhypothesis (h) ours: x T y + 1 <= z\nhypothesis (g) ours: z T = 0\n";
    let folder = Folder::new()
        .with("own.oa", OWN)
        .with("absurd.oa", absurd)
        .with("absurd.oap", script)
        .with("odd.oa", unknown);
    let answer = folder.run("prove absurd.oa absurd.oap");
    assert_eq!((answer.code, answer.codes()), (0, vec!["W0005"]), "{answer:?}");
    assert!(answer.err.contains("`1 = 0` follows from them"), "{answer:?}");
    let all = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(all.contains("holds in every omega algebra that satisfies h:"), "{answer:?}");
    for arguments in [
        &["decide", "absurd.oa", "x = y"][..],
        &["prove", "absurd.oa", "--formula", "x = y"],
        &["models", "absurd.oa", "--find", "x = y"],
    ] {
        let answer = folder.run_with(arguments, None);
        assert_eq!(answer.code, 0, "{arguments:?} {answer:?}");
        assert!(answer.codes().contains(&"W0005"), "{arguments:?} {answer:?}");
        assert!(answer.out.contains("that satisfies h"), "{arguments:?} {answer:?}");
    }
    // These have a model; nothing is said.
    let answer = folder.run_with(&["decide", "own.oa", "a a b = b a a"], None);
    assert_eq!((answer.code, answer.codes()), (0, vec![]), "{answer:?}");
    assert!(answer.out.contains("that satisfies C of Own"), "{answer:?}");
    let answer = folder.run_with(&["prove", "own.oa", "--formula", "a* a = a a*"], None);
    assert!(answer.out.contains("holds in every omega algebra:"), "{answer:?}");
}

/// A step whose proof is given up is tried in models, and refused where it is false in one.
#[test]
fn a_step_that_is_given_up_is_tried_in_models() {
    let theory = "theory Law\naction x, y\nlemma (1) ours: x y <= y x => y* x <= y x*\nlemma (2) ours: x <= x T x\n";
    let script = |label: &str, statement: &str, left: &str, right: &str| {
        format!(
            "proofs of Law\nlemma {label}: {statement}\nproof\n  {left}\n <= {{(auto)}}\n  {right}\nqed\n"
        )
    };
    let folder = Folder::new()
        .with("law.oa", theory)
        .with("1.oap", script("(1)", "x y <= y x => y* x <= y x*", "y* x", "y x*"))
        .with("2.oap", script("(2)", "x <= x T x", "x", "x T x"));
    let answer = folder.run("prove law.oa 1.oap 1");
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.err.contains("this step is false in a model with"), "{answer:?}");
    let answer = folder.run("prove law.oa 2.oap 2");
    assert_eq!((answer.code, answer.codes()), (2, vec!["E0321"]), "{answer:?}");
}

#[test]
fn theories_are_named_like_statements() {
    let theory = "theory Law\naction x\nlemma (Law) ours: x <= x*\nlemma (2) ours: 1 <= x*\n";
    let proof = |label: &str, left: &str| {
        format!(
            "lemma ({label}): {left} <= x*\nproof\n  {left}\n <= {{(regular algebra)}}\n  x*\nqed\n"
        )
    };
    let script = format!("proofs of Law\n{}{}", proof("Law", "x"), proof("2", "1"));
    let folder = Folder::new().with("law.oa", theory).with("law.oap", script);
    let count = |arguments: &str| {
        let answer = folder.run(&format!("prove {arguments} --format json"));
        let json = assert_valid(include_str!("../../schemas/prove.schema.json"), &answer);
        assert_eq!(answer.code, 0, "{answer:?}");
        (json["results"].as_array().unwrap().len(), json["warnings"].as_array().unwrap().len())
    };
    // A statement of that name goes first, and the other meaning is told.
    assert_eq!(count("law.oa law.oap Law"), (1, 1));
    assert_eq!(count("law.oa law.oap Law:"), (2, 0));
    assert_eq!(count("law.oa law.oap law:"), (2, 0));
    let (s5, warnings) = count("S5");
    assert!(s5 > 15 && warnings == 0, "{s5}");
    let coq = folder.run("export coq Law: law.oa law.oap");
    assert_eq!(coq.code, 0, "{coq:?}");
    assert_eq!(folder.run("prove Lew").codes(), ["E0008"]);
}
