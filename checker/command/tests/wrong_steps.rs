//! Wrong steps in S5's own derivations are answered with a model of at most three states in which they are false.

use crate::common::Folder;

const STATEMENTS: &str = include_str!("../../../theorems/statements/s5.oa");
const SCRIPT: &str = include_str!("../../../proofs/scripts/s5.oap");

/// For each case the derivation, a line of it, and the wrong line in its place.
const WRONG: [(&str, &str, &str); 12] = [
    ("(1)", "    y z*\nbelow", "    z* y\nbelow"),
    ("(2)", "    x* y* (x + y)*\n", "    x* y* x y\n"),
    ("(3)", "    (x + 1)* y*\n", "    (x + 1)* y\n"),
    ("(23)", "    (+i : v_i u_i*)\n", "    (+i : v_i u_i)\n"),
    ("(23)", "    (+i : M_i)\n", "    (+i : N_i)\n"),
    ("(24)", "    M u + R\n", "    M + R\n"),
    ("(25)", "    p\n  <= {(Boolean algebra)}\n    1", "    p\n  <= {(Boolean algebra)}\n    0"),
    ("(26)", "    (+i : p_i u_i)\n", "    (+i : u_i p_i) p\n"),
    ("(28)", "    1 + R + R\n", "    1 + R R u\n"),
    ("(29)", "    q + R q\n", "    q R\n"),
    ("(32)", "    N* (1 + M) (p_i q + u_i q) T\n", "    N* (1 + M) q T p_i\n"),
    ("(36)", "    M_i p_i !q p_i + M_i p_i !q u_i\n", "    M_i p_i q\n"),
];

/// The script with a line of one derivation replaced.
fn changed(label: &str, line: &str, by: &str) -> String {
    let start = SCRIPT.find(&format!(" {label}: ")).expect("the derivation is there");
    let end = start + SCRIPT[start..].find("\nqed").expect("it ends");
    let part = &SCRIPT[start..end];
    assert!(part.contains(line), "{label} has no line {line:?}");
    format!("{}{}{}", &SCRIPT[..start], part.replacen(line, by, 1), &SCRIPT[end..])
}

#[test]
fn wrong_steps_are_false_in_a_small_model() {
    let mut missing = Vec::new();
    for (label, line, by) in WRONG {
        let folder =
            Folder::new().with("s5.oa", STATEMENTS).with("s5.oap", changed(label, line, by));
        let answer = folder.run("prove s5.oa s5.oap");
        assert_eq!(answer.code, 1, "{label}: {}", answer.err);
        let shown = answer.err.replace('\n', " ");
        let states = |n: &str| shown.contains(&format!("is false in a model with {n} state"));
        if !["1", "2", "3"].into_iter().any(states) {
            missing.push(format!("{label}, {by:?}:\n{}", answer.err));
        }
    }
    assert!(missing.is_empty(), "no small model for\n{}", missing.join("\n"));
}
