//! Kernel steps as applications of the prelude's lemmas.

use std::collections::HashSet;
use std::fmt::Write as _;

use reductio_algebra::{Formula, Index, Name, Sort, Substitution, Symbol, Term, TermKind};

use super::flat::Flattenings;
use super::intern::Formulas;
use super::names::Names;
use super::plan::Plan;
use super::planned::{How, Planned};
use super::terms::{As, PROCESSES, Writer, type_of};

/// Writes the steps of a plan.
pub(super) struct Steps<'a> {
    pub(super) writer: &'a Writer<'a>,
    pub(super) plan: &'a Plan<'a>,
    pub(super) formulas: &'a mut Formulas,
    pub(super) flat: &'a mut Flattenings,
}

/// A named step while it is written, with the symbols and indices that its text mentions.
pub(super) struct Body<'a, 'b> {
    pub(super) steps: &'b mut Steps<'a>,
    /// The indices that are bound around the current place.
    pub(super) bound: Vec<Name>,
    /// The atoms of the places that see the same indices and symbols, innermost last; `None` where no chain is.
    scopes: Vec<Option<Vec<Term>>>,
    symbols: HashSet<Symbol>,
    indices: HashSet<Name>,
}

/// The free symbols and indices of a sequent, which the step's definition takes as arguments.
pub(super) fn parameters(step: &Planned<'_>, writer: &Writer<'_>) -> (Vec<Symbol>, Vec<Name>) {
    let (mut symbols, mut indices): (Vec<Symbol>, Vec<Name>) = (Vec::new(), Vec::new());
    let hypotheses = step.hypotheses.iter().map(|h| &h.1);
    for formula in std::iter::once(&step.formula).chain(hypotheses) {
        for symbol in formula.symbols() {
            if !symbols.contains(&symbol) {
                symbols.push(symbol);
            }
        }
        for index in formula.free_indices() {
            if !indices.contains(&index) {
                indices.push(index);
            }
        }
    }
    (writer.in_order(symbols), indices)
}

impl Steps<'_> {
    /// The definition of a named step: `Definition step_12 (x : ...) (h_3 : ...) : conclusion := ...`.
    pub(super) fn definition(&mut self, at: usize) -> String {
        let plan = self.plan;
        let step = &plan.steps[at];
        let (symbols, indices) = parameters(step, self.writer);
        let mut body = Body {
            steps: self,
            bound: Vec::new(),
            scopes: Vec::new(),
            symbols: HashSet::new(),
            indices: HashSet::new(),
        };
        let text = body.in_scope(|body| body.text(at));
        let (used_symbols, used_indices) = (body.symbols, body.indices);
        let mut out = format!("Definition step_{at}");
        for symbol in &symbols {
            let _ = write!(out, " ({} : {})", self.writer.names.symbol(symbol), type_of(symbol));
        }
        for index in &indices {
            let _ = write!(out, " ({} : {PROCESSES})", Names::index(index));
        }
        for (number, formula) in &step.hypotheses {
            let _ = write!(out, " (h_{number} : {})", self.writer.formula(formula));
        }
        let _ = write!(out, " : {} :=\n ", self.writer.formula(&step.formula));
        // Symbols that the proof mentions and the sequent does not may be anything.
        let mut gone: Vec<&Symbol> = used_symbols.iter().filter(|s| !symbols.contains(s)).collect();
        gone.sort();
        for symbol in gone {
            let (name, kind) = (self.writer.names.symbol(symbol), type_of(symbol));
            let value = if symbol.sort == Sort::Predicate { "p_zero" } else { "zero" };
            let _ = write!(
                out,
                " let {name} : {kind} := {}{value} in",
                "fun _ => ".repeat(symbol.arity)
            );
        }
        let mut gone: Vec<&Name> = used_indices.iter().filter(|i| !indices.contains(i)).collect();
        gone.sort();
        for index in gone {
            let name = Names::index(index);
            let _ = write!(out, " let {name} : {PROCESSES} := some_process {PROCESSES} in");
        }
        let _ = writeln!(out, " {text}.");
        out
    }
}

impl Body<'_, '_> {
    /// The text of a step where it is used.
    pub(super) fn step(&mut self, at: usize) -> String {
        let plan = self.steps.plan;
        if !plan.steps[at].is_named {
            return self.text(at);
        }
        let (symbols, indices) = parameters(&plan.steps[at], self.steps.writer);
        let mut out = format!("(step_{at}");
        for symbol in symbols {
            let _ = write!(out, " {}", self.steps.writer.names.symbol(&symbol));
            self.symbols.insert(symbol);
        }
        for index in indices {
            let _ = write!(out, " {}", self.index(&index));
        }
        for (number, _) in &plan.steps[at].hypotheses {
            let _ = write!(out, " h_{number}");
        }
        out + ")"
    }

    /// A text whose atoms are listed before it.
    fn in_scope(&mut self, text: impl FnOnce(&mut Self) -> String) -> String {
        self.scopes.push(None);
        let text = text(self);
        let name = format!("l_{}", self.scopes.len());
        let Some(atoms) = self.scopes.pop().flatten() else { return text };
        let mut list = String::new();
        for atom in &atoms {
            let _ = write!(list, "(f_cons {} ", self.term(atom));
        }
        let _ = write!(list, "f_nil{}", ")".repeat(atoms.len()));
        format!("(let {name} := {list} in {text})")
    }

    /// The name of the list of atoms at the current place.
    pub(super) fn atoms(&mut self) -> String {
        let name = format!("l_{}", self.scopes.len());
        if let Some(scope) = self.scopes.last_mut() {
            scope.get_or_insert_with(Vec::new);
        }
        name
    }

    /// The place of an atom in the list.
    pub(super) fn number_of_atom(&mut self, atom: Term) -> usize {
        let Some(scope) = self.scopes.last_mut() else { return usize::MAX };
        let atoms = scope.get_or_insert_with(Vec::new);
        atoms.iter().position(|known| *known == atom).unwrap_or_else(|| {
            atoms.push(atom);
            atoms.len() - 1
        })
    }

    pub(super) fn index(&mut self, name: &Name) -> String {
        if !self.bound.contains(name) {
            self.indices.insert(name.clone());
        }
        Names::index(name)
    }

    pub(super) fn note(&mut self, term: &Term) {
        self.symbols.extend(term.symbols());
        for index in term.free_indices() {
            self.index(&index);
        }
    }

    pub(super) fn term(&mut self, term: &Term) -> String {
        self.note(term);
        self.steps.writer.atom(term, As::Action)
    }

    pub(super) fn predicate(&mut self, term: &Term) -> String {
        self.note(term);
        self.steps.writer.atom(term, As::Predicate)
    }

    /// The family `(fun i => x_i)` of a sum or product.
    pub(super) fn family(&mut self, term: &Term) -> String {
        self.note(term);
        match term.kind() {
            TermKind::Sum(binder) => self.steps.writer.family(binder, As::Action),
            TermKind::Product(binder) => self.steps.writer.family(binder, As::Predicate),
            _ => String::new(),
        }
    }

    /// The text of a step under `fun i`.
    pub(super) fn under(&mut self, i: &Name, at: usize) -> String {
        self.bound.push(i.clone());
        let body = self.in_scope(|scope| scope.step(at));
        // The claim is said, so that no atom that mentions the index has to be guessed from outside.
        let claim = self.claim(at);
        self.bound.pop();
        format!("(fun {} : {PROCESSES} => ({body} : {claim}))", Names::index(i))
    }

    /// The text of a step under `fun x` for a symbol.
    pub(super) fn under_symbol(&mut self, symbol: &Symbol, at: usize) -> String {
        let is_outside = self.symbols.contains(symbol);
        let body = self.in_scope(|scope| scope.step(at));
        let claim = self.claim(at);
        if !is_outside {
            self.symbols.remove(symbol);
        }
        let name = self.steps.writer.names.symbol(symbol);
        format!("(fun {name} : {} => ({body} : {claim}))", type_of(symbol))
    }

    fn claim(&mut self, at: usize) -> String {
        let formula = &self.steps.plan.steps[at].formula;
        self.symbols.extend(formula.symbols());
        for index in formula.free_indices() {
            self.index(&index);
        }
        self.steps.writer.formula(formula)
    }

    /// The text of a step that is written out.
    fn text(&mut self, at: usize) -> String {
        let plan = self.steps.plan;
        let step = &plan.steps[at];
        match &step.how {
            How::Rule(theorem) => self.rule(theorem, &step.premises),
            How::Chain(chains) => self.chains(&step.formula, chains),
            // All others are in chains.
            How::Flat | How::Shape | How::Sym | How::Trans => String::new(),
            How::Both(sign) => self.congruence(*sign, step.premises[0], step.premises[1]),
            How::Before(sign, x) => {
                let (rule, x) = (Self::in_context(*sign, "before", &step.formula), self.term(x));
                format!("({rule} {x} {})", self.step(step.premises[0]))
            }
            How::Behind(sign, y) => {
                let (rule, y) = (Self::in_context(*sign, "behind", &step.formula), self.term(y));
                format!("({rule} {y} {})", self.step(step.premises[0]))
            }
        }
    }

    /// The name and the text of a hypothesis.
    pub(super) fn hypothesis(&mut self, formula: &Formula) -> (String, String) {
        self.symbols.extend(formula.symbols());
        for index in formula.free_indices() {
            self.index(&index);
        }
        let number = self.steps.formulas.number(formula);
        (format!("h_{number}"), self.steps.writer.formula(formula))
    }

    /// The text of a step under `fun h` for a hypothesis.
    pub(super) fn assuming(&mut self, premise: &Formula, at: usize) -> String {
        let (name, kind) = self.hypothesis(premise);
        format!("(fun {name} : {kind} => {})", self.step(at))
    }

    /// The text of a named step at other symbols, indices and so hypotheses.
    pub(super) fn instance(&mut self, at: usize, substitution: &Substitution) -> String {
        let plan = self.steps.plan;
        let (symbols, indices) = parameters(&plan.steps[at], self.steps.writer);
        let mut out = format!("(step_{at}");
        for symbol in symbols {
            out.push(' ');
            let replaced = substitution.symbols().iter().find(|(s, _, _)| *s == symbol);
            if let Some((_, parameters, to)) = replaced {
                out += &self.replacement(symbol.sort, parameters, to);
            } else {
                out += &self.steps.writer.names.symbol(&symbol);
                self.symbols.insert(symbol);
            }
        }
        for index in indices {
            let replaced = substitution.indices().iter().find(|(n, _)| *n == index);
            let name = match replaced {
                Some((_, Index::Free(to))) => to.clone(),
                _ => index,
            };
            let _ = write!(out, " {}", self.index(&name));
        }
        for (_, formula) in &plan.steps[at].hypotheses {
            let number = self.steps.formulas.number(&formula.substituted(substitution));
            let _ = write!(out, " h_{number}");
        }
        out + ")"
    }

    fn replacement(&mut self, sort: Sort, parameters: &[Name], to: &Term) -> String {
        self.bound.extend(parameters.iter().cloned());
        self.note(to);
        self.bound.truncate(self.bound.len() - parameters.len());
        if parameters.is_empty() {
            return self.steps.writer.atom(to, As::sort(sort));
        }
        let mut out = "(fun".to_owned();
        for parameter in parameters {
            let _ = write!(out, " ({} : {PROCESSES})", Names::index(parameter));
        }
        let _ = write!(out, " => {})", self.steps.writer.atom(to, As::sort(sort)));
        out
    }
}
