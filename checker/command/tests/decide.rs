//! The verb `decide`: verdicts, exit codes, and models that refute.

use crate::common::{Folder, assert_valid};
use reductio_algebra::{Theory, Vocabulary};
use reductio_relations::FiniteModel;

const SCHEMA: &str = include_str!("../../schemas/decide.schema.json");

fn names() -> Vocabulary {
    let laws = Theory::parse(reductio_theorems::bundled::LAWS.text, &[]).unwrap();
    laws.vocabulary().clone()
}

#[test]
fn models_refute_what_fails() {
    let false_ones = ["(x + y)* = x* y*", "p x <= x p", "(x + y)^w = x^w + y^w", "x T = T"];
    let mut arguments = vec!["decide", "--format", "json", "--predicates", "p"];
    arguments.extend(false_ones);
    let answer = Folder::new().run_with(&arguments, None);
    assert_eq!(answer.code, 1, "{answer:?}");
    let json = assert_valid(SCHEMA, &answer);
    let results = json["results"].as_array().unwrap();
    assert_eq!(results.len(), false_ones.len());
    for (result, text) in results.iter().zip(false_ones) {
        assert_eq!(result["verdict"], "fails", "{text}");
        let formula = names().parse_formula(text).unwrap();
        let model =
            FiniteModel::parse(result["model"].as_str().unwrap(), &formula.symbols()).unwrap();
        assert!(!model.satisfies(&formula).unwrap().holds(), "{text}");
    }
}

#[test]
fn exit_codes() {
    let folder =
        Folder::new().with("own.oa", "theory Own\naction a, b\n\nlemma (1) ours: a <= a*\n");
    for (arguments, code) in [
        (&["decide", "x** = x*"][..], 0),
        (&["decide", "x** = x*", "x = y"], 1),
        (&["decide", "x y <= y x => x* y <= y x*"], 0),
        (&["decide", "x <= x T x"], 2),
        (&["decide", "x +"], 3),
        (&["decide", "i != j"], 3),
        (&["decide", "own.oa", "a (b a)* = (a b)* a"], 0),
        (&["decide", "own.oa", "x = x"], 3),
        (&["decide", "missing.oa", "x = x"], 3),
        (&["decide"], 3),
    ] {
        let answer = folder.run_with(arguments, None);
        assert_eq!(answer.code, code, "{arguments:?}: {answer:?}");
    }
}

#[test]
fn json_of_each_verdict() {
    let all = ["decide", "--format", "json", "x** = x*", "x = y", "x <= x T x", "x +"];
    let answer = Folder::new().run_with(&all, None);
    let json = assert_valid(SCHEMA, &answer);
    let verdicts: Vec<&str> = json["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| r["verdict"].as_str().unwrap())
        .collect();
    assert_eq!(verdicts, ["holds", "fails", "declined"]);
    assert_eq!(json["errors"].as_array().unwrap().len(), 1);
}
