//! The reduction theorems: every statement is proved, every theorem with exactly the hypotheses that it
//! states; and a hypothesis that is turned round is not good enough.

use crate::common::{Row, own};
use reductio_algebra::{Label, StatementKind, Theory};
use reductio_proofs::{Replay, ReplayLimits, Script, bundled, replay};
use reductio_theorems::bundled::{BundledFile, REDUCTION, S5};

/// The file with this theory, after the files that it may extend.
fn number(name: &str) -> usize {
    let at = REDUCTION.iter().position(|s| s.path.ends_with(&format!("/{name}.oa")));
    at.unwrap_or_else(|| panic!("{name}"))
}

/// The theory of a statement file that may read otherwise than bundled, and what it extends.
fn theory(number: usize, text: &str) -> (Theory, Theory) {
    let s5 = Theory::parse(S5.text, &[]).unwrap();
    let separation = Theory::parse(REDUCTION[0].text, &[]).unwrap();
    let path = REDUCTION[number].path;
    let theory =
        Theory::parse(text, &[&s5, &separation]).unwrap_or_else(|e| panic!("{path}: {e:?}"));
    let base = if text.contains("extends S5") { s5 } else { separation };
    (theory, base)
}

/// The theory that this one extends; the first one extends none of these.
fn below<'t>(theory: &Theory, base: &'t Theory) -> &'t [Theory] {
    if theory.name() == base.name() { &[] } else { std::slice::from_ref(base) }
}

/// Replays the script of a theory, in which `said` is read as `instead`.
fn replayed(
    number: usize,
    theory: &Theory,
    base: &Theory,
    (said, instead): (&str, &str),
) -> Replay {
    let below: &[BundledFile] = match base.name() {
        "S5" => &[bundled::S5, bundled::S5_BEYOND],
        _ if number == 0 => &[],
        _ => &bundled::REDUCTION[..1],
    };
    let read = |source: &BundledFile, text: &str, theory: &Theory| {
        Script::parse(text, theory).unwrap_or_else(|e| panic!("{}: {e:?}", source.path))
    };
    let own = &bundled::REDUCTION[number];
    let mut scripts = vec![read(own, &own.text.replace(said, instead), theory)];
    scripts.extend(below.iter().map(|source| read(source, source.text, base)));
    replay(theory, &scripts, ReplayLimits::default())
}

const EXPECTED: [Row; 9] = [
    (
        "separation",
        14,
        &[
            ("separation", 0),
            ("infinite runs", 0),
            ("all runs", 0),
            ("families", 0),
            ("termination", 0),
        ],
    ),
    ("lipton", 21, &[("Lipton", 5), ("safety", 5)]),
    (
        "cohen-lamport",
        23,
        &[
            ("blocks", 4),
            ("safety", 5),
            ("safety outside", 5),
            ("liveness", 5),
            ("liveness of blocks", 7),
        ],
    ),
    ("back", 12, &[("finite runs", 9), ("atomicity refinement", 10)]),
    ("data-refinement", 5, &[("data refinement", 5)]),
    ("persistent", 4, &[("first step", 4), ("deadlocks", 5), ("deadlocks, exactly", 7)]),
    ("predecessor", 2, &[("predecessor", 9), ("no violation", 9)]),
    ("static", 1, &[("static reduction", 9)]),
    ("any-state", 16, &[("22, from any state", 9)]),
];

#[test]
fn every_statement_is_proved_from_exactly_what_it_assumes() {
    for (at, (name, statements, theorems)) in EXPECTED.into_iter().enumerate() {
        assert_eq!(number(name), at);
        let (theory, base) = theory(at, REDUCTION[at].text);
        let replay = replayed(at, &theory, &base, ("qed", "qed"));
        assert_eq!(replay.faults(), []);
        let own = own(&theory, below(&theory, &base));
        assert_eq!(own.len(), statements, "{name}");
        let mut found = Vec::new();
        for statement in own {
            let label = &statement.label;
            let outcome = replay.outcome(label).unwrap();
            let result = outcome.result.as_ref();
            let certificate = result.unwrap_or_else(|e| panic!("{name} {label}: {e:?}"));
            assert!(outcome.warnings.is_empty(), "{name} {label}: {:?}", outcome.warnings);
            if statement.kind == StatementKind::Theorem {
                let allowed = reductio_theorems::allowed(&theory, statement);
                let allowed: Vec<&Label> = allowed.map(|h| &h.label).collect();
                let used: Vec<&Label> = certificate.hypotheses().iter().collect();
                assert_eq!(used, allowed, "{name} {label}");
                found.push((label.as_str(), used.len()));
            }
        }
        assert_eq!(found, theorems, "{name}");
    }
}

/// File, what it says, what it says instead, and the theorem that is lost. Where the theorem does not cite the
/// hypothesis itself, it is lost with a lemma.
const TURNED: [(&str, &str, &str, &str); 10] = [
    ("separation", "y x <= (x + 1) y* =>", "y x <= (y + 1) x* =>", "separation"),
    ("lipton", "R_i a_j <= a_j R_i", "a_j R_i <= R_i a_j", "Lipton"),
    ("lipton", "l_i a_j <= a_j l_i", "a_j l_i <= l_i a_j", "Lipton"),
    ("cohen-lamport", "e L <= L e", "L e <= e L", "safety"),
    ("cohen-lamport", "reconstructed: e r <= r e", "reconstructed: r e <= e r", "liveness"),
    ("back", "r_i b <= b r_i", "b r_i <= r_i b", "atomicity refinement"),
    ("data-refinement", "k h_i <= k", "k <= k h_i", "data refinement"),
    ("persistent", "e_i u_i t_i <= t_i u_i", "t_i u_i <= e_i u_i t_i", "deadlocks"),
    ("predecessor", "u_j u_i <= u_i u_j + u_i u_j q T", "u_j u_i <= T", "no violation"),
    ("static", "v_j u_i <= u_i v_j", "u_i v_j <= v_j u_i", "static reduction"),
];

#[test]
fn a_hypothesis_turned_round_is_refused() {
    for (name, said, instead, lost) in TURNED {
        let at = number(name);
        let text = REDUCTION[at].text;
        assert_eq!(text.matches(said).count(), 1, "{name}: {said}");
        let (theory, base) = theory(at, &text.replace(said, instead));
        let replay = replayed(at, &theory, &base, (said, instead));
        let codes: Vec<&str> = own(&theory, below(&theory, &base))
            .into_iter()
            .filter_map(|s| replay.outcome(&s.label)?.result.as_ref().err())
            .flatten()
            .map(|e| e.kind.code())
            .collect();
        assert!(replay.theorem(&Label::new(lost).unwrap()).is_none(), "{name}: {instead}");
        // A step, a fact, or a premise does not follow; what cites the lost lemma is lost with it.
        let mut causes = codes.iter().filter(|code| **code != "E0306").peekable();
        assert!(causes.peek().is_some(), "{name}: {codes:?}");
        assert!(causes.all(|code| ["E0309", "E0310", "E0313"].contains(code)), "{name}: {codes:?}");
    }
}
