//! Theories of one's own on top of others, and scripts that find their theory.

use crate::common::Folder;

/// A folder with a law about S5 that is proved from a lemma of S5.
fn swallowed() -> Folder {
    Folder::new().with("mine.oa", "theory Mine extends S5\n\nlemma (A) ours: R y z <= R\n").with(
        "mine.oap",
        "proofs of Mine\n\nlemma (A): R y z <= R\nproof\n    R y z\n  <= {(34)}\n    R\nqed\n",
    )
}

#[test]
fn a_theory_may_extend_a_bundled_one() {
    let answer = swallowed().run("prove mine.oa mine.oap --format json");
    assert_eq!(answer.code, 0, "{answer:?}");
    let results = answer.json()["results"].as_array().unwrap().clone();
    assert_eq!(results.len(), 1);
    assert_eq!(results[0]["id"], "Mine (A)");
    assert_eq!(results[0]["hypotheses"].as_array().unwrap().len(), 0);
}

#[test]
fn a_label_can_be_asked_of_the_theory_that_is_extended() {
    let answer = swallowed().run("prove mine.oa mine.oap Mine:24 S5:24 --format json");
    let json = answer.json();
    let ids: Vec<&str> =
        json["results"].as_array().unwrap().iter().map(|r| r["id"].as_str().unwrap()).collect();
    assert_eq!((answer.code, ids), (0, vec!["S5 (24)", "Mine (24)"]), "{json}");
}

#[test]
fn a_given_script_goes_before_the_bundled_one() {
    let wrong = "proofs of S5\n\nlemma (34): R z <= R\nproof\n    R z\n  <= {(27)}\n    R\nqed\n";
    let folder = Folder::new().with("wrong.oap", wrong);
    let answer = folder.run("prove wrong.oap");
    assert_eq!((answer.code, answer.codes()), (1, vec!["E0304", "E0309"]), "{answer:?}");
    let answer = folder.run("prove wrong.oap 24");
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.out.contains("not proved"), "{answer:?}");
}

#[test]
fn one_formula_alone_takes_the_steps_that_it_takes_among_all() {
    let folder = Folder::new();
    let all = folder.run("prove --format json").json();
    let mut seen = 0;
    for result in all["results"].as_array().unwrap() {
        let [theory, label] = ["theory", "label"].map(|key| result[key].as_str().unwrap());
        if !["S5", "Predecessor", "Separation"].contains(&theory) {
            continue;
        }
        let label = format!("{theory}:{label}");
        let answer = folder.run_with(&["prove", "--format", "json", &label], None);
        assert_eq!(answer.json()["results"][0], *result, "{label}");
        seen += 1;
    }
    assert!(seen > 40);
}

#[test]
fn bases_are_found_in_any_order_of_the_files() {
    let folder = Folder::new()
        .with("a.oa", "theory A extends B\n\nlemma (2) ours: x <= x*\n")
        .with("b.oa", "theory B\naction x\n\nlemma (1) ours: 1 <= x*\n")
        .with(
            "b.oap",
            "proofs of B\nlemma (1): 1 <= x*\nproof\n 1\n <= {(regular algebra)}\n x*\nqed\n",
        )
        .with(
            "a.oap",
            "proofs of A\nlemma (2): x <= x*\nproof\n x\n <= {(regular algebra)}\n x*\nqed\n",
        );
    assert_eq!(folder.run("prove a.oa b.oa b.oap a.oap").code, 0);
    assert_eq!(folder.run("prove .").code, 0);
    // A fault of the base is told once; what rests on it is left out.
    let folder = folder.with("b.oa", "theory B\naction x\n\nlemma (1) ours: 1 <= y*\n");
    let answer = folder.run("prove .");
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0107"]), "{answer:?}");
}

#[test]
fn a_theory_to_be_extended_needs_no_lemmas() {
    let folder = Folder::new()
        .with("base.oa", "theory Base\naction x, y\n\nhypothesis (9) ours: x y <= y x\n")
        .with("more.oa", "theory More extends Base\n\nlemma (1) ours: x y y <= y x y\n")
        .with(
            "more.oap",
            "proofs of More\n\nlemma (1): x y y <= y x y\nproof\n    x y y\n  <= {(9)}\n    y x y\nqed\n",
        );
    let answer = folder.run("prove . --deny-warnings");
    assert_eq!((answer.code, answer.codes().len()), (0, 0), "{answer:?}");
    assert!(answer.out.contains("  9  "), "{answer:?}");
}
