//! The lines for claims, and for the steps that prove them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use reductio_algebra::{
    Definition, Formula, Index, Label, Name, StatementKind, Style, Symbol, Term, TermKind,
};
use reductio_theorems::Theorem;

use super::checked::{CheckedClaim, CheckedTheory};
use super::error::ReadErrorKind;
use super::fields::{Fields, Numbered, Read, wrong};
use super::steps::Steps;
use super::terms::Known;

/// Theories, hypotheses and claims so far.
pub(super) struct Items {
    theories: Vec<TheoryItems>,
    pub(super) hypotheses: Numbered<Hypothesis>,
    pub(super) claims: Numbered<Claim>,
}

/// A hypothesis, with the place of its theory.
pub(super) struct Hypothesis {
    theory: usize,
    label: Label,
    formula: Formula,
}

/// A claim, with the place of its theory and the numbers of its hypotheses.
pub(super) struct Claim {
    theory: usize,
    label: Label,
    kind: StatementKind,
    formula: Formula,
    uses: Vec<usize>,
    proved: Option<Theorem>,
}

#[derive(Default)]
struct TheoryItems {
    name: String,
    labels: HashSet<Label>,
    /// The meaning of a name with a number of indices; `None` is a definition.
    names: HashMap<(Box<str>, usize), Option<Symbol>>,
    symbols: Vec<Symbol>,
    definitions: Vec<(Label, Arc<Definition>)>,
    listed: HashSet<*const Definition>,
}

/// An item line: the fields before the label, the label, the text.
fn parts(line: &str) -> Read<(Fields<'_>, Label, &str)> {
    let expected = "a label in parentheses, a colon and a text";
    let missing = || ReadErrorKind::Field { expected, got: None };
    let (head, rest) = line.split_once(" (").ok_or_else(missing)?;
    let (label, text) = rest.split_once(')').ok_or_else(missing)?;
    let text = text.strip_prefix(": ").ok_or_else(|| wrong(expected, text))?;
    let read = Label::new(label).ok().filter(|read| read.as_str() == label);
    let read = read.ok_or_else(|| wrong("a label", label))?;
    let mut fields = Fields::of(head);
    fields.word("an item")?;
    Ok((fields, read, text))
}

impl Items {
    pub(super) fn new() -> Self {
        Items {
            theories: Vec::new(),
            hypotheses: Numbered::new("hypothesis"),
            claims: Numbered::new("claim"),
        }
    }

    /// Reads `theory NAME`.
    pub(super) fn theory(&mut self, fields: &mut Fields<'_>) -> Read<()> {
        let name = fields.name("the name of a theory")?.to_string();
        if self.theories.iter().any(|t| t.name == name) {
            return Err(ReadErrorKind::Twice { what: format!("the theory `{name}`") });
        }
        self.theories.push(TheoryItems { name, ..TheoryItems::default() });
        Ok(())
    }

    fn current(&mut self) -> Read<&mut TheoryItems> {
        self.theories.last_mut().ok_or(ReadErrorKind::NoTheory)
    }

    /// Reads `definition D (LABEL): TEXT`.
    pub(super) fn definition(&mut self, terms: &Known, line: &str) -> Read<()> {
        let (mut fields, label, text) = parts(line)?;
        let definition = terms.definitions.read(&mut fields)?;
        fields.end()?;
        self.current()?.define(&label, definition)?;
        same_text(text, &equation(definition)?.to_text(Style::Ascii))
    }

    /// Reads `hypothesis NUMBER F (LABEL): TEXT`.
    pub(super) fn hypothesis(&mut self, terms: &Known, line: &str) -> Read<()> {
        let (mut fields, label, text) = parts(line)?;
        self.hypotheses.next(&mut fields)?;
        let formula = terms.formulas.read(&mut fields)?.0.clone();
        fields.end()?;
        self.current()?.state(&label, &formula)?;
        same_text(text, &formula.to_text(Style::Ascii))?;
        let theory = self.theories.len() - 1;
        self.hypotheses.push(Hypothesis { theory, label, formula });
        Ok(())
    }

    /// Reads `lemma NUMBER F H... (LABEL): TEXT`, or `theorem`.
    pub(super) fn claim(&mut self, kind: StatementKind, terms: &Known, line: &str) -> Read<()> {
        let (mut fields, label, text) = parts(line)?;
        self.claims.next(&mut fields)?;
        let formula = terms.formulas.read(&mut fields)?.0.clone();
        self.current()?.state(&label, &formula)?;
        let theory = self.theories.len() - 1;
        let mut uses: Vec<usize> = Vec::new();
        while let Some(word) = fields.word_or_end() {
            let number = Fields::of(word).number("a hypothesis")?;
            let is_own = self.hypotheses.get(number)?.theory == theory;
            if !is_own || uses.last().is_some_and(|last| *last >= number) {
                return Err(ReadErrorKind::Hypothesis { number });
            }
            uses.push(number);
        }
        same_text(text, &formula.to_text(Style::Ascii))?;
        self.claims.push(Claim { theory, label, kind, formula, uses, proved: None });
        Ok(())
    }

    /// Reads `proved C S`.
    pub(super) fn proved(&mut self, steps: &Steps, fields: &mut Fields<'_>) -> Read<()> {
        let number = fields.number("a claim")?;
        let by = fields.number("a step")?;
        let claim = self.claims.get(number)?;
        let label = claim.label.clone();
        if claim.proved.is_some() {
            return Err(ReadErrorKind::Twice { what: format!("the proof of {label}") });
        }
        let theorem = steps.all.get(by)?.theorem.clone();
        if *theorem.conclusion() != claim.formula {
            let (expected, got) = (claim.formula.clone(), theorem.conclusion().clone());
            return Err(ReadErrorKind::OtherConclusion { label, by, expected, got });
        }
        let uses: Vec<&Hypothesis> =
            claim.uses.iter().filter_map(|h| self.hypotheses.all().get(*h)).collect();
        let foreign =
            theorem.hypotheses().iter().find(|h| uses.iter().all(|listed| listed.formula != **h));
        if let Some(got) = foreign {
            return Err(ReadErrorKind::ForeignHypothesis { label, by, got: got.clone() });
        }
        if let Some(unused) = uses.iter().find(|h| !theorem.hypotheses().contains(&h.formula)) {
            let hypothesis = unused.label.clone();
            return Err(ReadErrorKind::UnusedHypothesis { label, by, hypothesis });
        }
        self.claims.get_mut(number)?.proved = Some(theorem);
        Ok(())
    }

    /// The theories with their proved claims; a claim without a proof is an error.
    pub(super) fn finish(self) -> Read<Vec<CheckedTheory>> {
        if self.claims.len() == 0 {
            return Err(ReadErrorKind::NoClaims);
        }
        let mut theories: Vec<CheckedTheory> = self
            .theories
            .into_iter()
            .map(|t| CheckedTheory {
                name: t.name,
                symbols: t.symbols,
                definitions: t.definitions,
                hypotheses: Vec::new(),
                claims: Vec::new(),
            })
            .collect();
        for h in self.hypotheses.all() {
            theories[h.theory].hypotheses.push((h.label.clone(), h.formula.clone()));
        }
        for claim in self.claims.all() {
            let Some(theorem) = claim.proved.clone() else {
                return Err(ReadErrorKind::Unproved { label: claim.label.clone() });
            };
            let label = |h: &usize| self.hypotheses.all()[*h].label.clone();
            theories[claim.theory].claims.push(CheckedClaim {
                label: claim.label.clone(),
                kind: claim.kind,
                formula: claim.formula.clone(),
                hypotheses: claim.uses.iter().map(label).collect(),
                theorem,
            });
        }
        Ok(theories)
    }
}

fn same_text(said: &str, is: &str) -> Read<()> {
    if said == is {
        return Ok(());
    }
    Err(ReadErrorKind::Text { said: said.to_owned(), is: is.to_owned() })
}

/// The definition applied to its own parameters is its body.
pub(super) fn equation(definition: &Arc<Definition>) -> Read<Formula> {
    let indices = definition.index_parameters().iter().cloned().map(Index::Free).collect();
    let parameters = definition.term_parameters().iter();
    let terms =
        parameters.map(|s| Term::symbol(s.clone(), Vec::new())).collect::<Result<_, _>>()?;
    Ok(Formula::equal(&Term::defined(definition, indices, terms)?, definition.body()))
}

impl TheoryItems {
    fn label(&mut self, label: &Label) -> Read<()> {
        if self.labels.insert(label.clone()) {
            return Ok(());
        }
        Err(ReadErrorKind::Twice { what: format!("the label {label}") })
    }

    fn define(&mut self, label: &Label, definition: &Arc<Definition>) -> Read<()> {
        self.label(label)?;
        self.term(definition.body(), &mut Vec::new())?;
        for parameter in definition.term_parameters() {
            self.symbol(parameter)?;
        }
        let (name, arity): (Box<str>, _) =
            (definition.name().into(), definition.index_parameters().len());
        if self.names.insert((name.clone(), arity), None).is_some() {
            return Err(ReadErrorKind::Ambiguous { name, arity });
        }
        self.listed.insert(Arc::as_ptr(definition));
        self.definitions.push((label.clone(), definition.clone()));
        Ok(())
    }

    fn state(&mut self, label: &Label, formula: &Formula) -> Read<()> {
        self.label(label)?;
        if let Some(index) = formula.free_indices().into_iter().next() {
            return Err(ReadErrorKind::FreeIndex { index });
        }
        self.formula(formula, &mut Vec::new())
    }

    /// Checks that all names are clear, and that no binder stands within one of its name.
    fn formula(&mut self, formula: &Formula, bound: &mut Vec<Name>) -> Read<()> {
        match formula {
            Formula::Relation(x, _, y) => {
                self.term(x, bound)?;
                self.term(y, bound)
            }
            Formula::Apart(..) => Ok(()),
            Formula::Implies(f, g) => {
                self.formula(f, bound)?;
                self.formula(g, bound)
            }
            Formula::ForAll(binder) => {
                bind(binder.hint(), bound)?;
                self.formula(binder.body(), bound)?;
                bound.pop();
                Ok(())
            }
            // That the name is clear in the body is a matter of the formula's line.
            Formula::ForAllSymbols(binder) => {
                bind(binder.hint(), bound)?;
                self.formula(binder.body(), bound)?;
                bound.pop();
                Ok(())
            }
        }
    }

    fn term(&mut self, term: &Term, bound: &mut Vec<Name>) -> Read<()> {
        let binder = match term.kind() {
            TermKind::Symbol(symbol, _) => return self.symbol(symbol),
            TermKind::Sum(binder) | TermKind::Product(binder) => Some(binder),
            TermKind::Defined(definition, ..)
                if !self.listed.contains(&Arc::as_ptr(definition)) =>
            {
                return Err(ReadErrorKind::Unlisted { name: definition.name().into() });
            }
            _ => None,
        };
        if let Some(binder) = binder {
            bind(binder.hint(), bound)?;
        }
        for operand in term.operands() {
            self.term(operand, bound)?;
        }
        if binder.is_some() {
            bound.pop();
        }
        Ok(())
    }

    fn symbol(&mut self, symbol: &Symbol) -> Read<()> {
        let (name, arity): (Box<str>, _) = (symbol.name.as_str().into(), symbol.arity);
        match self.names.get(&(name.clone(), arity)) {
            Some(Some(known)) if known == symbol => Ok(()),
            Some(_) => Err(ReadErrorKind::Ambiguous { name, arity }),
            None => {
                self.symbols.push(symbol.clone());
                self.names.insert((name, arity), Some(symbol.clone()));
                Ok(())
            }
        }
    }
}

fn bind(name: &Name, bound: &mut Vec<Name>) -> Read<()> {
    if bound.contains(name) {
        return Err(ReadErrorKind::Shadowed { index: name.clone() });
    }
    bound.push(name.clone());
    Ok(())
}
