//! `prove --formula`.

mod common;

use common::Folder;

#[test]
fn formulas_are_proved_refuted_or_refused() {
    let folder =
        Folder::new().with("own.oa", "theory Own\naction a, b\nhypothesis (C) ours: a b = b a\n");
    for (arguments, code, codes) in [
        (&["prove", "--formula", "x y <= y x => x* y <= y x*"][..], 0, &["W0303"][..]),
        // A law of the library under other names.
        (&["prove", "--formula", "w z <= z (z + w)* => (z + w)^w = z^w + z* w^w"], 0, &["W0303"]),
        (&["prove", "own.oa", "--formula", "a a b = b a a"], 0, &["W0303"]),
        (&["prove", "--formula", "x y = y x"], 1, &["E0309"]),
        (&["prove", "--formula", "x +"], 3, &["E0104"]),
        (&["prove", "--formula", "i != j"], 3, &["E0017"]),
        (&["prove", "own.oa", "--formula", "x = x"], 3, &["E0107"]),
    ] {
        let answer = folder.run_with(arguments, None);
        assert_eq!((answer.code, &answer.codes()[..]), (code, codes), "{arguments:?}: {answer:?}");
    }
}
