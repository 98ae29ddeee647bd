//! Kernel steps as applications of the prelude's lemmas.

use std::collections::HashSet;
use std::fmt::Write as _;

use reductio_algebra::{
    Formula, Index, Name, Relation, Sort, Substitution, Symbol, Term, TermKind,
};

use super::intern::Formulas;
use super::plan::Plan;
use super::terms::{ALGEBRA, As, PROCESSES, Writer, type_of};
use crate::axiom::Axiom;
use crate::kernel::{Given, Theorem};

/// Writes the steps of a plan.
pub(super) struct Steps<'a> {
    pub(super) writer: &'a Writer<'a>,
    pub(super) plan: &'a Plan<'a>,
    pub(super) formulas: &'a mut Formulas,
}

/// What a named step is a function of, and its text.
struct Body<'a, 'b> {
    steps: &'b mut Steps<'a>,
    /// The indices that are bound around the current place.
    bound: Vec<Name>,
    symbols: HashSet<Symbol>,
    indices: HashSet<Name>,
}

/// The free symbols and indices of a sequent: what its definition takes as arguments.
pub(super) fn parameters(theorem: &Theorem, writer: &Writer<'_>) -> (Vec<Symbol>, Vec<Name>) {
    let (mut symbols, mut indices): (Vec<Symbol>, Vec<Name>) = (Vec::new(), Vec::new());
    for formula in std::iter::once(theorem.conclusion()).chain(theorem.hypotheses()) {
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

fn relation(theorem: &Theorem) -> Option<(&Term, Relation, &Term)> {
    match theorem.conclusion() {
        Formula::Relation(a, r, b) => Some((a, *r, b)),
        _ => None,
    }
}

fn is_equation(theorem: &Theorem) -> bool {
    matches!(relation(theorem), Some((_, Relation::Equal, _)))
}

impl Steps<'_> {
    /// `Definition step_12 (x : ...) (h_3 : ...) : conclusion := ...`.
    pub(super) fn definition(&mut self, at: usize) -> String {
        let plan = self.plan;
        let theorem = plan.steps[at].theorem;
        let (symbols, indices) = parameters(theorem, self.writer);
        let mut body = Body {
            steps: self,
            bound: Vec::new(),
            symbols: HashSet::new(),
            indices: HashSet::new(),
        };
        let text = body.rule(at);
        let (used_symbols, used_indices) = (body.symbols, body.indices);
        let mut out = format!("Definition step_{at}");
        for symbol in &symbols {
            let _ = write!(out, " ({} : {})", self.writer.names.symbol(symbol), type_of(symbol));
        }
        for index in &indices {
            let _ = write!(out, " ({} : {PROCESSES})", self.writer.index(index));
        }
        for (number, formula) in plan.steps[at].hypotheses.iter().zip(theorem.hypotheses()) {
            let _ = write!(out, " (h_{number} : {})", self.writer.formula(formula));
        }
        let _ = write!(out, " : {} :=\n ", self.writer.formula(theorem.conclusion()));
        // What the proof mentions and the sequent does not may be anything.
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
            let name = self.writer.index(index);
            let _ = write!(out, " let {name} : {PROCESSES} := some_process {PROCESSES} in");
        }
        let _ = writeln!(out, " {text}.");
        out
    }
}

impl Body<'_, '_> {
    /// The text of a step where it is used.
    fn step(&mut self, at: usize) -> String {
        let plan = self.steps.plan;
        if !plan.steps[at].is_named {
            return self.rule(at);
        }
        let theorem = plan.steps[at].theorem;
        let (symbols, indices) = parameters(theorem, self.steps.writer);
        let mut out = format!("(step_{at}");
        for symbol in symbols {
            let _ = write!(out, " {}", self.steps.writer.names.symbol(&symbol));
            self.symbols.insert(symbol);
        }
        for index in indices {
            let _ = write!(out, " {}", self.index(&index));
        }
        for number in &plan.steps[at].hypotheses {
            let _ = write!(out, " h_{number}");
        }
        out + ")"
    }

    fn index(&mut self, name: &Name) -> String {
        if !self.bound.contains(name) {
            self.indices.insert(name.clone());
        }
        self.steps.writer.index(name)
    }

    fn note(&mut self, term: &Term) {
        self.symbols.extend(term.symbols());
        for index in term.free_indices() {
            self.index(&index);
        }
    }

    fn term(&mut self, term: &Term) -> String {
        self.note(term);
        self.steps.writer.atom(term, As::Action)
    }

    fn predicate(&mut self, term: &Term) -> String {
        self.note(term);
        self.steps.writer.atom(term, As::Predicate)
    }

    /// `(fun i => x_i)` of a sum or product.
    fn family(&mut self, term: &Term) -> String {
        self.note(term);
        match term.kind() {
            TermKind::Sum(binder) => self.steps.writer.family(binder, As::Action),
            TermKind::Product(binder) => self.steps.writer.family(binder, As::Predicate),
            _ => String::new(),
        }
    }

    /// Under `fun i`.
    fn under(&mut self, i: &Name, at: usize) -> String {
        self.bound.push(i.clone());
        let body = self.step(at);
        self.bound.pop();
        format!("(fun {} : {PROCESSES} => {body})", self.steps.writer.index(i))
    }

    /// A premise as an inclusion.
    fn inclusion(&mut self, at: usize) -> String {
        let text = self.step(at);
        if is_equation(self.steps.plan.steps[at].theorem) {
            format!("(r_eq_le {text})")
        } else {
            text
        }
    }

    /// A rule of two premises with a form for `=` and one for `<=`.
    fn congruence(&mut self, name: &str, a: usize, b: usize, is_equal: bool) -> String {
        if is_equal {
            let (a, b) = (self.step(a), self.step(b));
            format!("(r_{name} {a} {b})")
        } else {
            let (a, b) = (self.inclusion(a), self.inclusion(b));
            format!("(r_{name}_le {a} {b})")
        }
    }

    fn trans(&mut self, a: usize, b: usize) -> String {
        let of = |at: usize| is_equation(self.steps.plan.steps[at].theorem);
        let name = match (of(a), of(b)) {
            (true, true) => "r_trans",
            (true, false) => "r_trans_eq_le",
            (false, true) => "r_trans_le_eq",
            (false, false) => "r_trans_le",
        };
        let (a, b) = (self.step(a), self.step(b));
        format!("({name} {a} {b})")
    }

    fn rule(&mut self, at: usize) -> String {
        let plan = self.steps.plan;
        let step = &plan.steps[at];
        let theorem = step.theorem;
        let is_equal = is_equation(theorem);
        match (theorem.rule(), &step.premises[..], theorem.given()) {
            ("assume", _, _) => format!("h_{}", step.hypotheses[0]),
            ("discharge", [t], _) => {
                let Formula::Implies(premise, _) = theorem.conclusion() else {
                    return String::new();
                };
                self.assuming(premise, *t)
            }
            ("modus ponens", [a, b], _) => format!("({} {})", self.step(*a), self.step(*b)),
            ("generalize", [t], Given::Index(i)) => self.under(i, *t),
            ("specialize", [t], Given::Index(j)) => {
                format!("({} {})", self.step(*t), self.index(j))
            }
            ("instantiate", [t], Given::Substitution(substitution)) => {
                self.instance(*t, substitution)
            }
            ("cases", [equal, apart], Given::Indices(i, j)) => {
                self.bound.push(i.clone());
                if let Formula::Relation(a, _, b) = theorem.conclusion() {
                    self.note(a);
                    self.note(b);
                }
                self.bound.pop();
                let family = self.steps.writer.formula(theorem.conclusion());
                let (i_text, j_text) = (self.index(i), self.index(j));
                let side = Formula::Apart(Index::Free(i.clone()), Index::Free(j.clone()));
                let equal = self.step(*equal);
                let apart = self.assuming(&side, *apart);
                format!(
                    "(r_cases (fun {i_text} : {PROCESSES} => {family}) {i_text} {j_text} {equal} {apart})"
                )
            }
            ("apart sym", [t], _) => format!("(r_apart_sym {})", self.step(*t)),
            ("axiom", _, Given::Axiom(axiom)) => self.axiom(*axiom, theorem),
            ("sym", [t], _) => format!("(r_sym {})", self.step(*t)),
            ("trans", [a, b], _) => self.trans(*a, *b),
            ("le intro", [t], _) => format!("(r_le_intro {})", self.step(*t)),
            ("le elim", [t], _) => format!("(r_le_elim {})", self.step(*t)),
            ("plus", [a, b], _) => self.congruence("plus", *a, *b, is_equal),
            ("seq", [a, b], _) => self.congruence("seq", *a, *b, is_equal),
            ("* ind R", [t], _) => format!("(r_star_ind_r {})", self.step(*t)),
            ("* ind L", [t], _) => format!("(r_star_ind_l {})", self.step(*t)),
            ("? ind", [t], _) => format!("(r_loop_ind {})", self.step(*t)),
            (rule, premises, given) => self.family_rule(rule, premises, given, theorem),
        }
    }

    /// The rules about sums and products over the processes, and those that are equal by definition.
    fn family_rule(
        &mut self,
        rule: &str,
        premises: &[usize],
        given: &Given,
        theorem: &Theorem,
    ) -> String {
        let Some((lhs, _, rhs)) = relation(theorem) else { return String::new() };
        match (rule, premises, given) {
            ("sum upper", _, Given::Index(j)) => {
                format!("(r_sum_upper {} {})", self.family(rhs), self.index(j))
            }
            ("sum least", [t], Given::Index(i)) => {
                let family = self.family(lhs);
                format!("(r_sum_least (x := {family}) {})", self.under(i, *t))
            }
            ("sum distrib L", _, _) => match lhs.kind() {
                TermKind::Seq(x, sum) => {
                    format!("(r_sum_distrib_l {} {})", self.term(x), self.family(sum))
                }
                _ => String::new(),
            },
            ("sum distrib R", _, _) => match lhs.kind() {
                TermKind::Seq(sum, y) => {
                    format!("(r_sum_distrib_r {} {})", self.family(sum), self.term(y))
                }
                _ => String::new(),
            },
            ("product lower", _, Given::Index(j)) => {
                format!("(r_product_lower {} {})", self.family(lhs), self.index(j))
            }
            ("product greatest", [t], Given::Index(i)) => {
                let (r, p) = (self.predicate(lhs), self.family(rhs));
                format!("(r_product_greatest (r := {r}) (p := {p}) {})", self.under(i, *t))
            }
            // `x == x`, and a defined name is its definition.
            _ => format!("(r_refl {})", self.term(lhs)),
        }
    }

    /// Under `fun h`.
    fn assuming(&mut self, premise: &Formula, at: usize) -> String {
        let number = self.steps.formulas.number(premise);
        self.symbols.extend(premise.symbols());
        for index in premise.free_indices() {
            self.index(&index);
        }
        let kind = self.steps.writer.formula(premise);
        format!("(fun h_{number} : {kind} => {})", self.step(at))
    }

    /// A named step at other symbols, indices and so hypotheses.
    fn instance(&mut self, at: usize, substitution: &Substitution) -> String {
        let plan = self.steps.plan;
        let theorem = plan.steps[at].theorem;
        let (symbols, indices) = parameters(theorem, self.steps.writer);
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
        for formula in theorem.hypotheses() {
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
            let _ = write!(out, " ({} : {PROCESSES})", self.steps.writer.index(parameter));
        }
        let _ = write!(out, " => {})", self.steps.writer.atom(to, As::sort(sort)));
        out
    }

    fn axiom(&mut self, axiom: Axiom, theorem: &Theorem) -> String {
        use TermKind as K;
        let Some((lhs, _, rhs)) = relation(theorem) else { return String::new() };
        let (name, terms) = match (axiom, lhs.kind(), rhs.kind()) {
            (Axiom::PlusAssoc, K::Plus(xy, z), _) => match xy.kind() {
                K::Plus(x, y) => ("plus_assoc", vec![x, y, z]),
                _ => return String::new(),
            },
            (Axiom::SeqAssoc, K::Seq(x, yz), _) => match yz.kind() {
                K::Seq(y, z) => ("seq_assoc", vec![x, y, z]),
                _ => return String::new(),
            },
            (Axiom::DistribL, K::Seq(x, yz), _) => match yz.kind() {
                K::Plus(y, z) => ("distrib_l", vec![x, y, z]),
                _ => return String::new(),
            },
            (Axiom::DistribR, K::Seq(xy, z), _) => match xy.kind() {
                K::Plus(x, y) => ("distrib_r", vec![x, y, z]),
                _ => return String::new(),
            },
            (Axiom::PlusComm, K::Plus(x, y), _) => ("plus_comm", vec![x, y]),
            (Axiom::PlusIdem, _, _) => ("plus_idem", vec![rhs]),
            (Axiom::PlusZero, _, _) => ("plus_zero", vec![rhs]),
            (Axiom::ZeroSeq, K::Seq(_, x), _) => ("zero_seq", vec![x]),
            (Axiom::SeqZero, K::Seq(x, _), _) => ("seq_zero", vec![x]),
            (Axiom::OneSeq, _, _) => ("one_seq", vec![rhs]),
            (Axiom::SeqOne, _, _) => ("seq_one", vec![rhs]),
            (Axiom::StarUnfold, K::Star(x), _) => ("star_unfold", vec![x]),
            (Axiom::OmegaUnfold, K::Omega(x), _) => ("omega_unfold", vec![x]),
            (Axiom::LoopDef, K::Loop(x, y), _) => {
                return format!("(r_loop_def {} {})", self.term(x), self.term(y));
            }
            (Axiom::NotSeqR, K::Seq(p, _), _) => {
                return format!("(r_meets_not {})", self.predicate(p));
            }
            (Axiom::NotSeqL, K::Seq(_, p), _) => {
                return format!("(r_not_meets {})", self.predicate(p));
            }
            (Axiom::NotPlus, K::Plus(p, _), _) => {
                return format!("(r_covers {})", self.predicate(p));
            }
            _ => return String::new(),
        };
        let mut out = format!("({name} {ALGEBRA}");
        for term in terms {
            let _ = write!(out, " {}", self.term(term));
        }
        out + ")"
    }
}
