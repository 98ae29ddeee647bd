//! From a discipline to Theorem 1: every statement is proved from exactly the hypotheses that it states; and a
//! hypothesis that is turned round is not good enough.

use crate::common::{Row, own};
use reductio_algebra::{Label, StatementKind, Theory};
use reductio_proofs::{Replay, ReplayLimits, Script, bundled, replay};
use reductio_theorems::bundled::{BundledFile, DISCIPLINE, REDUCTION, S5};

/// The file with this theory.
fn number(name: &str) -> usize {
    let at = DISCIPLINE.iter().position(|s| s.path.ends_with(&format!("/{name}.oa")));
    at.unwrap_or_else(|| panic!("{name}"))
}

/// S5, the theory about any state, and the theories from a discipline, the last of which is number `last`; that one may
/// read otherwise than bundled.
fn theories(last: usize, text: &str) -> Vec<Theory> {
    let below = [S5, *REDUCTION.last().unwrap()].into_iter().chain(DISCIPLINE[..last].to_vec());
    let mut known: Vec<Theory> = Vec::new();
    for (path, text) in below.map(|s| (s.path, s.text)).chain([(DISCIPLINE[last].path, text)]) {
        let bases: Vec<&Theory> = known.iter().collect();
        let theory = Theory::parse(text, &bases).unwrap_or_else(|e| panic!("{path}: {e:?}"));
        known.push(theory);
    }
    known
}

/// Replays the scripts of a theory and of all that it rests on; in its own, `said` is read as `instead`.
fn replayed(theories: &[Theory], (said, instead): (&str, &str)) -> Replay {
    let read = |source: &BundledFile, text: &str, theory: &Theory| {
        Script::parse(text, theory).unwrap_or_else(|e| panic!("{}: {e:?}", source.path))
    };
    let mut sources = vec![
        (bundled::S5, &theories[0]),
        (bundled::S5_BEYOND, &theories[0]),
        (*bundled::REDUCTION.last().unwrap(), &theories[1]),
    ];
    sources.extend(bundled::DISCIPLINE.into_iter().zip(&theories[2..]));
    let (own, below) = sources.split_last().unwrap();
    let mut scripts = vec![read(&own.0, &own.0.text.replace(said, instead), own.1)];
    scripts.extend(below.iter().map(|(source, theory)| read(source, source.text, theory)));
    replay(own.1, &scripts, ReplayLimits::default())
}

const EXPECTED: [Row; 7] = [
    (
        "no-latch",
        37,
        &[
            ("Theorem 1, no latch", 10),
            ("any state, no latch", 10),
            ("visible states", 9),
            ("visible states, minimal", 9),
            ("visible states, no latch", 10),
            ("deadlocks, no latch", 10),
            ("claims, no latch", 11),
            ("claims from any state, no latch", 11),
        ],
    ),
    (
        "control-points",
        31,
        &[
            ("control points, no latch", 12),
            ("control points from any state, no latch", 12),
            ("control points", 11),
        ],
    ),
    (
        "local",
        57,
        &[
            ("commutation", 5),
            ("no mending", 16),
            ("Theorem 1, discipline", 22),
            ("any state, discipline", 22),
            ("visible states, discipline", 22),
            ("deadlocks, discipline", 22),
            ("claims, discipline", 23),
            ("claims from any state, discipline", 23),
            ("control points, discipline", 24),
            ("control points from any state, discipline", 24),
            ("Set A", 22),
            ("Set B", 23),
            ("Set C", 22),
            ("mixed sets", 26),
        ],
    ),
    (
        "endless",
        30,
        &[
            ("Theorem 1, endless", 26),
            ("any state, endless", 26),
            ("visible states, endless", 26),
            ("deadlocks, endless", 26),
            ("claims, endless", 27),
            ("claims from any state, endless", 27),
        ],
    ),
    (
        "invariant",
        67,
        &[
            ("Theorem 1, invariant", 24),
            ("visible states, invariant", 24),
            ("control points, invariant", 26),
            ("Theorem 1, endless invariant", 28),
            ("visible states, endless invariant", 28),
            ("deadlocks, endless invariant", 28),
            ("claims, endless invariant", 29),
            ("visible states, mixed sets", 32),
            ("claims, mixed sets", 33),
        ],
    ),
    (
        "progress",
        17,
        &[
            ("progress", 12),
            ("progress, no latch", 13),
            ("progress, discipline", 25),
            ("progress, invariant", 27),
            ("control points, endless", 28),
            ("control points, endless invariant", 30),
            ("control points, mixed sets", 34),
            ("progress, mixed sets", 35),
            ("stuck, mixed sets", 35),
        ],
    ),
    (
        "locks",
        43,
        &[
            ("violations locks", 24),
            ("visible states locks", 24),
            ("deadlocks locks", 24),
            ("claims locks", 29),
            ("Theorem 4 of S1", 13),
            ("Theorem 5 of S1 deadlocks", 14),
            ("Theorem 5 of S1 control points", 17),
            ("control points locks", 26),
        ],
    ),
];

#[test]
fn every_statement_is_proved_from_exactly_what_it_assumes() {
    for (at, (name, statements, theorems)) in EXPECTED.into_iter().enumerate() {
        assert_eq!(number(name), at);
        let theories = theories(at, DISCIPLINE[at].text);
        let (theory, below) = theories.split_last().unwrap();
        let replay = replayed(&theories, ("qed", "qed"));
        assert_eq!(replay.faults(), []);
        let own = own(theory, below);
        let mut found = Vec::new();
        for statement in &own {
            let label = &statement.label;
            let outcome = replay.outcome(label).unwrap();
            let result = outcome.result.as_ref();
            let certificate = result.unwrap_or_else(|e| panic!("{name} {label}: {e:?}"));
            assert!(outcome.warnings.is_empty(), "{name} {label}: {:?}", outcome.warnings);
            let used: Vec<&Label> = certificate.hypotheses().iter().collect();
            let allowed = reductio_theorems::allowed(theory, statement);
            let allowed: Vec<&Label> = allowed.map(|h| &h.label).collect();
            // A lemma that names no hypotheses needs none.
            let stated = if statement.assuming.is_some() { allowed } else { Vec::new() };
            assert_eq!(used, stated, "{name} {label}");
            if statement.kind == StatementKind::Theorem {
                found.push((label.as_str(), used.len()));
            }
        }
        assert_eq!((own.len(), &*found), (statements, theorems), "{name}");
    }
}

/// File, what it says, what it says instead, and the theorem that is lost.
const TURNED: [(&str, &str, &str, &str); 19] = [
    ("no-latch", "!b v_j !b u_i <= u_i v_j", "u_i v_j <= !b v_j !b u_i", "Theorem 1, no latch"),
    (
        "no-latch",
        "!b u_j b !p_i <= u_i (1 + u_j) b T",
        "!b u_j b u_i <= !p_i (1 + u_j) b T",
        "visible states, no latch",
    ),
    (
        "local",
        "c_{i,j} !f_i v_j !f_i u_i <= u_i v_j",
        "u_i v_j <= c_{i,j} !f_i v_j !f_i u_i",
        "commutation",
    ),
    (
        "local",
        "c_{i,j} !f_i s_j !p_i f_i <= u_i f_j T",
        "u_i f_j T <= c_{i,j} !f_i s_j !p_i f_i T",
        "Theorem 1, discipline",
    ),
    ("local", "c_{i,k} f_k u_i <= u_i f_k", "u_i f_k <= c_{i,k} f_k u_i", "no mending"),
    ("local", "o_i e_{g,k} u_i <= u_i e_{g,k}", "u_i e_{g,k} <= e_{g,k} u_i", "no mending"),
    ("local", "o_i !e_{g,k} u_i <= u_i !e_{g,k}", "u_i !e_{g,k} <= !e_{g,k} u_i", "no mending"),
    (
        "local",
        "!p_i a_{g,i} e_{g,i} v_j <= v_j e_{g,i}",
        "v_j e_{g,i} <= a_{g,i} e_{g,i} v_j",
        "deadlocks, discipline",
    ),
    (
        "local",
        "hypothesis (n)  ours: n_{i,i} = 0",
        "hypothesis (n)  ours: !n_{i,i} = 0",
        "Theorem 1, discipline",
    ),
    (
        "local",
        "(A)  ours: o_i e_{g,i} u_i <= u_i e_{g,i}",
        "(A)  ours: u_i e_{g,i} <= e_{g,i} u_i",
        "Set A",
    ),
    ("endless", "t'_i t_i <= 1", "1 <= t'_i t_i", "Theorem 1, endless"),
    (
        "invariant",
        "(J by v) ours: J v_i <= v_i J",
        "(J by v) ours: v_i J <= J v_i",
        "Theorem 1, invariant",
    ),
    (
        "endless",
        "c_{i,j} !f_i u_j !f_i t_i <= t_i u_j",
        "t_i u_j <= c_{i,j} !f_i u_j !f_i t_i",
        "visible states, endless",
    ),
    (
        "locks",
        "(not taken) ours: i != j => h_{l,i} s_j <= s_j h_{l,i}",
        "(not taken) ours: i != j => s_j h_{l,i} <= h_{l,i} s_j",
        "violations locks",
    ),
    ("locks", "k != l => m_{g,k} m_{g,l} = 0", "k != l => m_{k,g} m_{l,g} = 0", "Theorem 4 of S1"),
    (
        "locks",
        "hypothesis (kept) ours: J b = 0",
        "hypothesis (kept) ours: !J b = 0",
        "Theorem 5 of S1 deadlocks",
    ),
    ("progress", "s_k <= s_k w_k", "s_k <= w_k s_k", "progress"),
    (
        "control-points",
        "(not at) ours: i != j => !w_i s_j <= s_j !w_i",
        "(not at) ours: i != j => s_j !w_i <= !w_i s_j",
        "control points",
    ),
    (
        "control-points",
        "(at)     ours: i != j => w_i s_j <= s_j w_i",
        "(at)     ours: i != j => s_j w_i <= w_i s_j",
        "control points, no latch",
    ),
];

#[test]
fn a_hypothesis_turned_round_is_refused() {
    for (name, said, instead, lost) in TURNED {
        let at = number(name);
        let text = DISCIPLINE[at].text;
        assert_eq!(text.matches(said).count(), 1, "{name}: {said}");
        let theories = theories(at, &text.replace(said, instead));
        let replay = replayed(&theories, ("qed", "qed"));
        let (theory, below) = theories.split_last().unwrap();
        let codes: Vec<&str> = own(theory, below)
            .into_iter()
            .filter_map(|s| replay.outcome(&s.label)?.result.as_ref().err())
            .flatten()
            .map(|e| e.kind.code())
            .collect();
        assert!(replay.theorem(&Label::new(lost).unwrap()).is_none(), "{name}: {instead}");
        // A step, a fact, or a premise does not follow, or its search ends at the work limit; what cites the lost lemma
        // is lost with it.
        let mut causes = codes.iter().filter(|code| **code != "E0306").peekable();
        assert!(causes.peek().is_some(), "{name}: {codes:?}");
        let expected = ["E0309", "E0310", "E0313", "E0317"];
        assert!(causes.all(|code| expected.contains(code)), "{name}: {codes:?}");
    }
}
