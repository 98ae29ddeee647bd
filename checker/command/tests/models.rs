//! The verb `models`, and models in the answers of `prove`.

use crate::common::Folder;

#[test]
fn false_formulas_are_refuted_and_true_ones_are_not() {
    let answer = Folder::new().run_with(&["models", "--find", "x y = y x"], None);
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.out.contains("false in a model with 2 states (the smallest)"), "{answer:?}");
    let answer =
        Folder::new().run_with(&["models", "--find", "(x + y)* = (x* y*)*", "--states", "2"], None);
    assert_eq!(answer.code, 0, "{answer:?}");
    assert!(answer.out.contains("holds (decision)"), "{answer:?}");
    // At 3 states three variables are sampled only: that decides nothing.
    let find = ["models", "--find", "x <= x T x + y z", "--evaluations", "100000"];
    assert_eq!(Folder::new().run_with(&find, None).code, 2);
    let answer = Folder::new().run_with(&["models", "--find", "x <= nothing"], None);
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.out.contains("nothing, x: actions"), "{answer:?}");
    let answer = Folder::new().run_with(&["models", "--find", "x <= )"], None);
    assert_eq!(answer.code, 3, "{answer:?}");
    assert!(answer.err.contains("E0104") && answer.err.contains("formula:1:6"), "{answer:?}");
}

#[test]
fn the_necessity_table() {
    let answer = Folder::new().run("models --all-drops --states 3");
    assert_eq!(answer.code, 0);
    for line in [
        "  (13)   needed: false without it with 3 states, 2 processes, 4 pairs",
        "  (14b)  no counterexample without it up to 3 states, 2 processes",
        "  (16)   no counterexample without it up to 3 states, 2 processes",
        "  (20)   needed: false without it with 3 states, 1 process, 3 pairs",
    ] {
        assert!(answer.out.contains(line), "{line}\n{}", answer.out);
    }
    assert_eq!(Folder::new().run("models --drop 22").code, 3);
}

#[test]
fn a_wrong_step_is_refuted_in_a_model() {
    let theory = "theory Law\naction x, y\nlemma (1) ours: x y <= y x => x* y <= y x*\n";
    let folder = Folder::new().with("law.oa", theory).with(
        "law.oap",
        "proofs of Law\nlemma (1): x y <= y x => x* y <= y x*\nproof\n    x* y\n  <= {(hyp)}\n    y x\n  <= {x <= x*}\n    y x*\nqed\n",
    );
    let answer = folder.run("prove law.oa law.oap");
    assert_eq!(answer.code, 1);
    assert!(
        answer.err.contains("this step is false in a model with 1 state: y = {(0,0)}"),
        "{answer:?}"
    );
    let answer = folder.run("prove law.oa law.oap --search-states 0");
    assert!(!answer.err.contains("in a model"), "{answer:?}");
}

#[test]
fn sizes_past_the_limit_are_declined_and_empty_ones_refused() {
    let answer = Folder::new().run("models --states 9 --processes 1");
    assert_eq!(answer.code, 2, "{answer:?}");
    assert!(
        answer.err.contains("E0014")
            && answer.err.contains("2^171 systems with 9 states and 1 process"),
        "{answer:?}"
    );
    assert!(answer.out.contains("5,440,169,675"), "what could be counted is: {answer:?}");
    for (question, says) in [
        (
            "models --states 5 --processes 3 --timeout 0.1",
            "with `--checkpoint FILE` it is counted all the same",
        ),
        ("models --states 5 --processes 4 --checkpoint run.txt", "the limit is a week by estimate"),
    ] {
        let answer = Folder::new().run(question);
        assert_eq!((answer.code, answer.codes()), (2, vec!["E0014"]), "{answer:?}");
        assert!(answer.err.contains(says), "{answer:?}");
    }
    // A number that is never taken is no question: nothing else is answered instead.
    for (question, says) in [
        (
            "models --states 1000 --processes 1",
            "1000 states: there must be at least 1 and at most 64",
        ),
        ("models --drop 16 --states 9 --processes 1", "at most 5"),
        ("models --states 0", "0 states"),
        ("models --processes 0", "0 processes"),
        ("models --drop 16 --states 0", "0 states"),
    ] {
        let answer = Folder::new().run(question);
        assert_eq!((answer.code, answer.codes()), (3, vec!["E0014"]), "{answer:?}");
        assert!(answer.err.contains(says) && answer.out.is_empty(), "{answer:?}");
    }
}
