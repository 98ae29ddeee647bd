//! Steps with the hint `(auto)`: what is found can be written instead, needs the search, and respects the order of
//! proofs.

use reductio_algebra::{Label, Theory};
use reductio_proofs::replay::error::{ReplayErrorKind, WarningKind};
use reductio_proofs::replay::replay_only;
use reductio_proofs::{Replay, ReplayLimits, Script, replay};

fn words() -> Theory {
    Theory::parse(include_str!("words.oa"), &[]).unwrap()
}

/// Replays the statements of a text.
fn run(theory: &Theory, text: &str) -> Replay {
    let script = Script::parse(text, theory).unwrap_or_else(|e| panic!("{text}\n{e:?}"));
    let proved: Vec<Label> = script.derivations.iter().map(|d| d.label.clone()).collect();
    replay_only(theory, &[script], ReplayLimits::default(), &|l| proved.contains(l))
}

/// The hints that `(auto)` found, with the places of the hints, in the order of the text.
fn found(replay: &Replay) -> Vec<(std::ops::Range<usize>, String)> {
    let warnings = replay.outcomes().iter().flat_map(|o| &o.warnings);
    let mut found: Vec<_> = warnings
        .filter_map(|w| match &w.kind {
            WarningKind::Auto { found } => Some((w.span.clone(), found.clone())),
            _ => None,
        })
        .collect();
    found.sort_by_key(|(span, _)| span.start);
    found
}

const ACCEPTED: [(&str, &str); 7] = [
    ("laws", include_str!("accept/auto_laws.oap")),
    ("one_fact", include_str!("accept/auto_one_fact.oap")),
    ("two_facts", include_str!("accept/auto_two_facts.oap")),
    ("words", include_str!("accept/auto_words.oap")),
    ("inclusions", include_str!("accept/auto_inclusions.oap")),
    ("families", include_str!("accept/auto_families.oap")),
    ("lemma", include_str!("accept/auto_lemma.oap")),
];

/// Written in place of the hint, what was found proves the step without a search, and without a warning.
#[test]
fn what_is_found_can_be_written_instead() {
    let theory = words();
    let mut written = 0;
    for (name, text) in ACCEPTED {
        let mut text = text.to_owned();
        for (span, hint) in found(&run(&theory, &text)).into_iter().rev() {
            text.replace_range(span, &hint);
            written += 1;
        }
        assert!(!text.contains("(auto)"), "{name}");
        let replay = run(&theory, &text);
        for outcome in replay.outcomes() {
            assert!(outcome.result.is_ok(), "{name} {}: {:?}", outcome.label, outcome.result);
            assert_eq!(outcome.warnings, [], "{name} {}\n{text}", outcome.label);
        }
    }
    assert_eq!(written, 19);
}

/// The chains need the search: with all facts in one hint, the same steps are refused.
#[test]
fn chains_are_found_where_one_hint_does_not_do() {
    let theory = words();
    let all = "(M), (C), (I), (E2), (F3), (EF), (U)";
    let mut refused = 0;
    for name in ["words", "inclusions", "families"] {
        let text = ACCEPTED.iter().find(|(n, _)| *n == name).unwrap().1;
        let limits = ReplayLimits { suggestions: false, ..ReplayLimits::default() };
        for one in text.split("lemma ").skip(1) {
            let hyp = if one.starts_with("(9)") { ", (hyp)" } else { "" };
            let hint = format!("{{{all}{hyp}}}");
            let script = format!("proofs of words\nlemma {}", one.replace("{(auto)}", &hint));
            let script = Script::parse(&script, &theory).unwrap();
            let label = script.derivations[0].label.clone();
            let replay = replay_only(&theory, &[script], limits, &|l| *l == label);
            let faults = replay.outcome(&label).unwrap().result.as_ref().unwrap_err();
            assert!(
                matches!(
                    faults[0].kind,
                    ReplayErrorKind::Step { .. } | ReplayErrorKind::WorkLimit { .. }
                ),
                "{label}: {faults:?}"
            );
            refused += 1;
        }
    }
    assert_eq!(refused, 8);
}

#[test]
fn what_is_found_names_no_more_than_is_needed() {
    let theory = words();
    let texts = |k: usize| -> Vec<String> {
        found(&run(&theory, ACCEPTED[k].1)).into_iter().map(|(_, text)| text).collect()
    };
    assert_eq!(texts(0), ["{(regular algebra)}", "{(regular algebra)}"]);
    assert_eq!(texts(1), ["{(C)}", "{(hyp)}", "{(I)}", "{(C)}"]);
    assert_eq!(texts(2), ["{(E2), (EF)}", "{(I), (P)}", "{(C), (I), (E2)}"]);
    let links: Vec<usize> = (3..6).flat_map(texts).map(|t| t.matches('{').count()).collect();
    assert_eq!(links, [5, 4, 5, 1, 2, 2, 4, 3]);
    assert_eq!(texts(6)[1], "{(3)}");
}

/// Where no hint proves a step, the lemmas that a proof by induction made are told, and only if it may be looked for.
#[test]
fn induction_is_the_last_resort() {
    let theory = words();
    let text = include_str!("accept/auto_induction.oap");
    let script = Script::parse(text, &theory).unwrap();
    let labels: Vec<Label> = script.derivations.iter().map(|d| d.label.clone()).collect();
    let wanted = |l: &Label| labels.contains(l);
    let all = replay_only(&theory, std::slice::from_ref(&script), ReplayLimits::default(), &wanted);
    let mut told = Vec::new();
    for outcome in all.outcomes() {
        assert!(outcome.result.is_ok(), "{}: {:?}", outcome.label, outcome.result);
        let [warning] = &outcome.warnings[..] else { panic!("{:?}", outcome.warnings) };
        let WarningKind::AutoInduction { lemmas } = &warning.kind else { panic!("{warning:?}") };
        told.push(lemmas.as_str());
    }
    assert!(told[0].contains("y* x* <= x* y*  {(* ind L)}"), "{told:?}");
    assert!(told[1].contains("{(* ind L)}"), "{told:?}");
    let limits = ReplayLimits { induction: false, ..ReplayLimits::default() };
    for outcome in replay_only(&theory, &[script], limits, &wanted).outcomes() {
        let faults = outcome.result.as_ref().expect_err("only induction proves it");
        assert!(faults[0].kind.is_declined(), "{faults:?}");
    }
}

/// The answer is the same each time: no clock, and no order of a hash table, is in it.
#[test]
fn the_search_is_deterministic() {
    let theory = words();
    let text = ACCEPTED[3].1;
    assert_eq!(found(&run(&theory, text)), found(&run(&theory, text)));
}

// The order of proofs. LAW needs `(? ind)`, which is no part of the search; USER needs LAW.

// A sum that follows an infinite repetition is beyond the decision.
const LAW: &str = "y (x y)^w (z + z z) <= (y x)^w z + (y x)^w z z";
const USER: &str = "w y (x y)^w (z + z z) <= w (y x)^w z + w (y x)^w z z";

fn law_proof() -> String {
    let fact = "y (x y)^w <= (y x)^w";
    format!("    y (x y)^w (z + z z)\n  <= {{{fact}}}\n    (y x)^w z + (y x)^w z z\nqed\n")
}

fn user_proof(hint: &str) -> String {
    format!("    w y (x y)^w (z + z z)\n  <= {{{hint}}}\n    w (y x)^w z + w (y x)^w z z\nqed\n")
}

/// LAW from USER.
fn law_from(label: &str) -> String {
    format!(
        "    y (x y)^w (z + z z)\n  = {{(regular algebra)}}\n    1 y (x y)^w (z + z z)\n  \
         <= {{{label}}}\n    1 (y x)^w z + 1 (y x)^w z z\n  = {{(regular algebra)}}\n    \
         (y x)^w z + (y x)^w z z\nqed\n"
    )
}

fn statements(lemmas: [&str; 2]) -> Theory {
    let text = format!(
        "theory order\naction w, x, y, z\nlemma (1) ours: {}\nlemma (2) ours: {}\n",
        lemmas[0], lemmas[1]
    );
    Theory::parse(&text, &[]).unwrap()
}

fn proofs(theory: &Theory, header: &str, lemmas: [&str; 2], proofs: &[String; 2]) -> Replay {
    let text = format!(
        "proofs of order\n{header}lemma (1): {}\nproof\n{}lemma (2): {}\nproof\n{}",
        lemmas[0], proofs[0], lemmas[1], proofs[1]
    );
    replay(theory, &[Script::parse(&text, theory).unwrap()], ReplayLimits::default())
}

fn codes(replay: &Replay, label: &str) -> Vec<&'static str> {
    let outcome = replay.outcome(&Label::new(label).unwrap()).unwrap();
    outcome.result.as_ref().err().into_iter().flatten().map(|e| e.kind.code()).collect()
}

#[test]
fn lemmas_before_the_statement_are_in_scope() {
    let theory = statements([LAW, USER]);
    let replay = proofs(&theory, "", [LAW, USER], &[law_proof(), user_proof("(auto)")]);
    assert!(replay.all_hold());
    assert_eq!(found(&replay)[0].1, "{(1)}");
    // Not without the lemma.
    let theory = statements([USER, "x <= x"]);
    let trivial = "    x\n  <= {(regular algebra)}\n    x\nqed\n".to_owned();
    let replay = proofs(&theory, "", [USER, "x <= x"], &[user_proof("(auto)"), trivial]);
    assert!(!codes(&replay, "1").is_empty());
}

#[test]
fn top_down_scripts_use_larger_numbers_only() {
    let up = statements([USER, LAW]);
    let both = || [user_proof("(auto)"), law_proof()];
    let replay = proofs(&up, "top down from (1)\n", [USER, LAW], &both());
    assert!(replay.all_hold());
    assert_eq!(found(&replay)[0].1, "{(2)}");
    // Without the top-down rule, the statements before only.
    let replay = proofs(&up, "", [USER, LAW], &both());
    assert!(!codes(&replay, "1").is_empty());
    assert_eq!(codes(&replay, "2"), [""; 0]);
    // Written out it could be cited.
    let replay = proofs(&up, "", [USER, LAW], &[user_proof("(2)"), law_proof()]);
    assert!(replay.all_hold());

    let down = statements([LAW, USER]);
    let replay =
        proofs(&down, "top down from (1)\n", [LAW, USER], &[law_proof(), user_proof("(auto)")]);
    assert_eq!(codes(&replay, "1"), [""; 0]);
    assert!(!codes(&replay, "2").is_empty());
    // Written out it is refused because of the rule.
    let cited =
        proofs(&down, "top down from (1)\n", [LAW, USER], &[law_proof(), user_proof("(1)")]);
    assert_eq!(codes(&cited, "2"), ["E0305"]);
}

#[test]
fn the_search_closes_no_circle() {
    let theory = statements([LAW, USER]);
    let replay = proofs(&theory, "", [LAW, USER], &[law_from("(2)"), user_proof("(auto)")]);
    assert!(!codes(&replay, "2").is_empty(), "(2) was proved from itself");
    assert_eq!(codes(&replay, "1"), ["E0306"]);
    // Each from the other: neither is proved.
    let replay = proofs(&theory, "", [LAW, USER], &[law_from("(auto)"), user_proof("(auto)")]);
    assert!(!codes(&replay, "1").is_empty() && !codes(&replay, "2").is_empty());
}

#[test]
fn the_answer_does_not_depend_on_what_is_asked_for() {
    let theory = statements([LAW, USER]);
    let text = format!(
        "proofs of order\nlemma (1): {LAW}\nproof\n{}lemma (2): {USER}\nproof\n{}",
        law_proof(),
        user_proof("(auto)")
    );
    let script = [Script::parse(&text, &theory).unwrap()];
    let two = Label::new("2").unwrap();
    let only = replay_only(&theory, &script, ReplayLimits::default(), &|l| *l == two);
    let all = replay(&theory, &script, ReplayLimits::default());
    assert!(only.all_hold());
    assert_eq!(found(&only), found(&all));
    assert_eq!(only.kernel_steps(&two), all.kernel_steps(&two));
}

/// A failed lemma that was not asked for, and that `(auto)` could not use, is not reported as a fault.
#[test]
fn failed_lemmas_in_scope_are_no_fault() {
    let trivial = "z <= z + y";
    let theory = statements(["x <= y", trivial]);
    let proof = |l: &str, r: &str| format!("    {l}\n  <= {{(auto)}}\n    {r}\nqed\n");
    let text = format!(
        "proofs of order\nlemma (1): x <= y\nproof\n{}lemma (2): {trivial}\nproof\n{}",
        proof("x", "y"),
        proof("z", "z + y")
    );
    let script = [Script::parse(&text, &theory).unwrap()];
    let two = Label::new("2").unwrap();
    let only = replay_only(&theory, &script, ReplayLimits::default(), &|l| *l == two);
    assert!(only.all_hold());
    assert_eq!(codes(&replay(&theory, &script, ReplayLimits::default()), "1"), ["E0321"]);
}

/// Two lemmas that a refused step needs are suggested; not where suggestions are switched off.
#[test]
fn two_labels_are_suggested() {
    let theory = words();
    let text = "proofs of words\nlemma (10): (e f)* e e = (f f e)*\nproof\n    (e f)* e e\n  \
                = {(regular algebra)}\n    (f f e)*\nqed\n";
    let script = [Script::parse(text, &theory).unwrap()];
    let label = Label::new("10").unwrap();
    let help = |suggestions| {
        let limits = ReplayLimits { suggestions, ..ReplayLimits::default() };
        let replay = replay_only(&theory, &script, limits, &|l| *l == label);
        let faults = replay.outcome(&label).unwrap().result.as_ref().unwrap_err();
        faults[0].help.clone().unwrap_or_default()
    };
    assert_eq!(help(true), "this step follows from (E2) and (EF): cite them");
    assert!(!help(false).contains("(E2)"));
}
