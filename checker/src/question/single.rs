//! A theory with one theorem that is made of a formula, and a script with one step that asks for its proof.

use std::sync::Arc;

use reductio_algebra::{Formula, Label, Relation, Style, Theory};
use reductio_proofs::{Script, conclusion};

use crate::file::File;

/// A formula as the one theorem of a theory.
#[derive(Clone, Debug)]
pub(super) struct Single {
    pub(super) theory: Theory,
    pub(super) label: Label,
    pub(super) file: Arc<File>,
    statement: String,
}

impl Single {
    /// Makes the theory that extends `base` by the formula. `None` when the printed formula is not read as it was,
    /// which is a bug of this library.
    pub(super) fn new(base: &Theory, formula: &Formula) -> Option<Self> {
        let label = unused("formula", |l| base.labels().any(|known| known.as_str() == l));
        let name = unused("Formula", |n| base.name() == n).replace(' ', "");
        let statement = formula.to_statement(Style::Ascii);
        let base_name = base.name();
        let text =
            format!("theory {name} extends {base_name}\n\ntheorem ({label}) ours: {statement}\n");
        let theory = Theory::parse(&text, &[base]).ok()?;
        let label = Label::new(&label).ok()?;
        let is_same = theory.statement(&label).is_some_and(|s| s.formula == *formula);
        let file = Arc::new(File::new("formula.oa", &text));
        is_same.then_some(Single { theory, label, file, statement })
    }

    /// Makes a script with one step that has the hint `(auto)`, with or without the bundled laws.
    pub(super) fn script(&self, with_laws: bool) -> Option<(Arc<File>, Script)> {
        let conclusion = conclusion(&self.theory.statement(&self.label)?.formula);
        let Formula::Relation(left, relation, right) = conclusion else { return None };
        let sign = match relation {
            Relation::Equal => "=",
            Relation::Below => "<=",
        };
        let (name, label, statement) = (self.theory.name(), &self.label, &self.statement);
        let laws = if with_laws { "" } else { " without laws" };
        let text = format!(
            "proofs of {name}{laws}\n\ntheorem {label}: {statement}\nproof\n    {left}\n  {sign} {{(auto)}}\n    {right}\nqed\n"
        );
        let script = Script::parse(&text, &self.theory).ok()?;
        Some((Arc::new(File::new("formula.oap", &text)), script))
    }
}

/// Finds a name that is not used: the given one, or the given one with a number.
fn unused(name: &str, is_used: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|k| format!("{name} {k}"));
    let mut all = std::iter::once(name.to_owned()).chain(numbered);
    all.find(|n| !is_used(n)).unwrap_or_default()
}
