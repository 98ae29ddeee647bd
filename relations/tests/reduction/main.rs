//! The reduction theorems in small models: none is refuted, every hypothesis has its reason (`table`), and
//! none holds only because nothing satisfies its hypotheses (`examples`).

mod examples;
mod models;
mod table;

use reductio_algebra::{Formula, Label, Statement, StatementKind, Symbol, Theory};
use reductio_relations::step_formula;
use reductio_theorems::bundled::{REDUCTION, S5};

/// The theories, in the order of [`REDUCTION`].
fn theories() -> Vec<Theory> {
    let mut known = vec![Theory::parse(S5.text, &[]).unwrap()];
    for source in REDUCTION {
        let bases: Vec<&Theory> = known.iter().collect();
        let theory = Theory::parse(source.text, &bases);
        known.push(theory.unwrap_or_else(|e| panic!("{}: {e:?}", source.path)));
    }
    known.remove(0);
    known
}

/// A theorem with what it requires: the hypotheses that it assumes, and the premises of its formula.
struct Required {
    /// `Lipton (safety)`.
    name: String,
    /// Labels of hypotheses; `premise 1`, `premise 2`, ...
    names: Vec<String>,
    hypotheses: Vec<Formula>,
    premises: Vec<Formula>,
    conclusion: Formula,
    /// The symbols that a model may give values to.
    symbols: Vec<Symbol>,
}

impl Required {
    fn of(theory: &Theory, statement: &Statement) -> Self {
        let allowed = reductio_theorems::allowed(theory, statement);
        let hypotheses: Vec<&Statement> = allowed.collect();
        let (_, body) = statement.formula.stripped(&[]);
        let (premises, conclusion) = body.horn();
        let numbered = (1..=premises.len()).map(|k| format!("premise {k}"));
        Required {
            name: format!("{} {}", theory.name(), statement.label),
            names: hypotheses.iter().map(|h| h.label.to_string()).chain(numbered).collect(),
            hypotheses: hypotheses.iter().map(|h| h.formula.clone()).collect(),
            premises: premises.into_iter().cloned().collect(),
            conclusion: conclusion.clone(),
            symbols: theory.vocabulary().symbols().to_vec(),
        }
    }

    /// The requirements without number `dropped`.
    fn kept(&self, dropped: Option<usize>) -> Vec<Formula> {
        let all = self.hypotheses.iter().chain(&self.premises).enumerate();
        all.filter(|(k, _)| Some(*k) != dropped).map(|(_, f)| f.closed()).collect()
    }

    /// `kept => conclusion`. Indices of premises are bound in them, so that this says what the theorem does.
    fn formula(&self, dropped: Option<usize>) -> Formula {
        step_formula(&self.kept(dropped), &[], &self.conclusion)
    }
}

/// The theorems of all theories, those of the theories that they extend left out.
fn theorems() -> Vec<Required> {
    let theories = theories();
    let extended = Theory::parse(S5.text, &[]).unwrap();
    let is_own = |theory: &Theory, label: &Label| {
        extended.statement(label).is_none()
            && (theory.name() == theories[0].name() || theories[0].statement(label).is_none())
    };
    let mut all = Vec::new();
    for theory in &theories {
        let own = theory.statements().iter().filter(|s| is_own(theory, &s.label));
        all.extend(
            own.filter(|s| s.kind == StatementKind::Theorem).map(|s| Required::of(theory, s)),
        );
    }
    all
}

fn theorem(name: &str) -> Required {
    theorems().into_iter().find(|t| t.name == name).unwrap_or_else(|| panic!("{name}"))
}
