//! What is derived from a discipline, in small models: each local fact is needed (`table`), no theorem is refuted, and
//! systems with a lock (`lock`) and with a semaphore (`semaphore`) meet all of them.

mod lock;
mod models;
mod semaphore;
mod table;

use reductio_algebra::{Formula, Label, Statement, StatementKind, Symbol, Theory};
use reductio_relations::step_formula;
use reductio_theorems::bundled::{DISCIPLINE, REDUCTION, S5};

/// The theories, in the order of [`DISCIPLINE`].
fn theories() -> Vec<Theory> {
    let mut known: Vec<Theory> = Vec::new();
    for source in [S5, *REDUCTION.last().unwrap()].into_iter().chain(DISCIPLINE) {
        let bases: Vec<&Theory> = known.iter().collect();
        let theory = Theory::parse(source.text, &bases);
        known.push(theory.unwrap_or_else(|e| panic!("{}: {e:?}", source.path)));
    }
    known.split_off(2)
}

/// A theorem and the hypotheses that it assumes.
struct Theorem {
    label: Label,
    hypotheses: Vec<Statement>,
    conclusion: Formula,
    /// The symbols that a model may give values to.
    symbols: Vec<Symbol>,
}

impl Theorem {
    /// The hypotheses but one.
    fn kept(&self, dropped: Option<&str>) -> Vec<Formula> {
        let kept = self.hypotheses.iter().filter(|h| Some(h.label.as_str()) != dropped);
        kept.map(|h| h.formula.closed()).collect()
    }

    /// What the theorem says without one hypothesis.
    fn formula(&self, dropped: Option<&str>) -> Formula {
        step_formula(&self.kept(dropped), &[], &self.conclusion)
    }
}

/// The theorem with this label.
fn theorem(label: &str) -> Theorem {
    let label = Label::new(label).unwrap();
    let theories = theories();
    let (theory, statement) = theories
        .iter()
        .find_map(|t| Some((t, t.statement(&label)?)))
        .unwrap_or_else(|| panic!("{label}"));
    assert_eq!(statement.kind, StatementKind::Theorem);
    Theorem {
        hypotheses: reductio_theorems::allowed(theory, statement).cloned().collect(),
        conclusion: statement.formula.clone(),
        symbols: theory.vocabulary().symbols().to_vec(),
        label,
    }
}
