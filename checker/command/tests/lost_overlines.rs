//! S5 with one overline lost: the answers about Theorem 1.

use crate::common::{Folder, assert_valid};
use reductio_algebra::{Formula, Theory};
use reductio_relations::{Bits, FiniteModel, satisfies};

const S5: &str = include_str!("../../../theorems/statements/s5.oa");
const SCHEMA: &str = include_str!("../../schemas/models.schema.json");

/// (20) as it stands in print, and without its overline.
const TWENTY: (&str, &str) = ("!p_i v_i = 0", "p_i v_i = 0");

/// The statement file with one formula changed.
fn misprinted((right, wrong): (&str, &str)) -> String {
    assert_eq!(S5.matches(right).count(), 1, "{right}");
    S5.replace(right, wrong)
}

/// Asserts that (22) has a countermodel, which is evaluated in the other kind of model, and returns its numbers of
/// states, processes and pairs; the pairs must be the fewest.
fn refuted(change: (&str, &str), sizes: &str) -> (usize, usize, usize) {
    let text = misprinted(change);
    let answer = Folder::new()
        .with("wrong.oa", &text)
        .run(&format!("models wrong.oa 22 {sizes} --format json"));
    assert_eq!((answer.code, &*answer.err), (1, ""), "{answer:?}");
    let result = &assert_valid(SCHEMA, &answer)["results"][0];
    assert_eq!((&result["id"], &result["is_exhaustive"]), (&"S5 (22)".into(), &true.into()));
    let theory = Theory::parse(&text, &[]).unwrap();
    let model = result["model"].as_str().unwrap();
    let model = FiniteModel::parse(model, theory.vocabulary().symbols()).unwrap();
    let bits = Bits::new(model.states()).unwrap();
    let meaning = bits.assignment(model.meaning()).unwrap();
    let holds = |f: &Formula| satisfies(f, &bits, &meaning).unwrap().holds();
    assert!(theory.hypotheses().all(|h| holds(&h.formula)), "{answer:?}");
    let theorem = theory.statements().iter().find(|s| s.label.as_str() == "22").unwrap();
    assert!(!holds(&theorem.formula), "{answer:?}");
    (model.states(), model.processes(), model.pairs())
}

/// The countermodel has two visible steps to a violation: the first is one of N, but does not end in q.
#[test]
fn s5_6_without_its_overline_has_a_countermodel() {
    assert_eq!(refuted(("N_i = M_i p_i !q", "N_i = M_i p_i q"), ""), (3, 1, 6));
}

/// In the countermodel an invisible loop lets the violation of another process wait for ever.
#[test]
fn s5_13_without_its_overline_has_a_countermodel() {
    let change = ("(u_i !q)^w = 0\nhyp", "(u_i q)^w = 0\nhyp");
    assert_eq!(refuted(change, "--states 4 --processes 2"), (4, 2, 12));
    // Smaller ones there are not: the search does not stop at what it can sample.
    let answer = Folder::new().with("wrong.oa", misprinted(change)).run("models wrong.oa 22");
    assert_eq!(answer.code, 0, "{answer:?}");
    assert!(answer.out.ends_with("up to 3 states, 2 processes; all models were tried\n"));
}

#[test]
fn s5_20_without_its_overline_has_no_small_countermodel() {
    let folder = Folder::new().with("wrong.oa", misprinted(TWENTY));
    let answer = folder.run("models wrong.oa 22 --states 2 --processes 2 --format json");
    let result = &assert_valid(SCHEMA, &answer)["results"][0];
    assert_eq!((answer.code, &result["is_exhaustive"]), (0, &true.into()), "{answer:?}");
    // The hypotheses have models all the same.
    assert_eq!(result["is_vacuous"], false);
}

/// Theorem 1 is proved from (18) and the misprint alone, because it says nothing then: from p no step is possible.
#[test]
fn s5_20_without_its_overline_makes_theorem_1_empty() {
    let theory = include_str!("lost/twenty.oa");
    // The same formulas as in the statement file.
    let (_, wrong) = TWENTY;
    assert!(theory.contains(&format!("hypothesis (20 misprinted) ours: {wrong}\n")), "{theory}");
    assert!(
        S5.contains("theorem (Theorem 1) transcribed assuming (13)-(21): p (u + v)* q <= N* R\n")
    );
    let folder =
        Folder::new().with("twenty.oa", theory).with("twenty.oap", include_str!("lost/twenty.oap"));
    let answer = folder.run("prove twenty.oa twenty.oap --format json");
    assert_eq!((answer.code, &*answer.err), (0, ""), "{answer:?}");
    let json = answer.json();
    let proved: Vec<_> = json["results"].as_array().unwrap().iter().collect();
    let statements = ["p (u + v) = 0", "p (u + v)* = p", "p (u + v)* q <= N* R"];
    assert_eq!(proved.len(), statements.len());
    for (result, statement) in proved.into_iter().zip(statements) {
        assert_eq!(
            (&result["statement"], &result["verdict"]),
            (&statement.into(), &"holds".into())
        );
        let used: Vec<_> = result["hypotheses"].as_array().unwrap().iter().collect();
        assert_eq!(used, ["18", "20 misprinted"], "{statement}");
    }
    // With the overline there is a step from p, and the proof is refused.
    let right = theory.replace(&format!("ours: {wrong}\n"), "ours: !p_i v_i = 0\n");
    assert_ne!(right, theory);
    let answer = folder.with("twenty.oa", right).run("prove twenty.oa twenty.oap");
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.err.contains("error[E0310]"), "{answer:?}");
    assert!(answer.err.contains("is false in a model with 1 state"), "{answer:?}");
}
