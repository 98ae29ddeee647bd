//! Facts as rewriting rules: a theorem `l <= r` lets a part of a word that lies below `l` grow to `r`.

use std::rc::Rc;

use reductio_algebra::{
    Definition, Formula, Index, Name, Relation, Substitution, Symbol, Term, TermKind,
};
use reductio_theorems::Theorem;
use reductio_theorems::kernel::{
    apart_sym, assume, discharge, instantiate, modus_ponens, specialize, sym,
};

use super::product::{all_factors, factors_of};
use super::word::Word;
use crate::derived::Derived;
use crate::step_error::{Attempt, Proposer};

/// The most words of a left side that serves as a pattern.
const MAX_PATTERNS: usize = 32;

/// A theorem made ready for matching.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    theorem: Theorem,
    reversed: bool,
    /// Quantified indices, to be matched.
    indices: Vec<Name>,
    /// Indices of sums on the left, which match but need not be known.
    loose: Vec<Name>,
    /// Symbols that stand for any term.
    variables: Vec<Symbol>,
    /// Side conditions `i != j`.
    conditions: Vec<(Index, Index)>,
    lhs: Term,
    rhs: Term,
    patterns: Vec<Word>,
    /// The reference of the hint that the rule comes from.
    pub(crate) source: Option<usize>,
}

/// Values for the indices and variables of a rule.
#[derive(Clone, Debug, Default)]
pub(crate) struct Binding {
    indices: Vec<(Name, Name)>,
    terms: Vec<(Symbol, Term)>,
}

/// A rule at values: `lhs <= rhs`, with the arguments that the kernel needs to prove it.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    rule: Rc<Rule>,
    binding: Binding,
    pub(crate) lhs: Term,
    pub(crate) rhs: Term,
}

impl Rule {
    /// The rules of a theorem: one for `<=`, two for `=`, none for other formulas. `variables` may be
    /// instantiated.
    pub(crate) fn from_theorem(
        theorem: &Theorem,
        variables: &[Symbol],
        source: Option<usize>,
    ) -> Vec<Rc<Rule>> {
        let (indices, body) = theorem.conclusion().stripped(&[]);
        let mut conditions = Vec::new();
        let (premises, conclusion) = body.horn();
        for premise in premises {
            let Formula::Apart(i, j) = premise else {
                return Vec::new();
            };
            conditions.push((i.clone(), j.clone()));
        }
        let Formula::Relation(l, relation, r) = conclusion else {
            return Vec::new();
        };
        let used: Vec<Symbol> = if variables.is_empty() { Vec::new() } else { body.symbols() };
        let variables: Vec<Symbol> =
            variables.iter().filter(|v| used.contains(v)).cloned().collect();
        let make = |lhs: &Term, rhs: &Term, reversed| {
            let mut loose = Vec::new();
            let mut words = Vec::new();
            expand(std::slice::from_ref(lhs), &indices, &mut loose, &mut words);
            let patterns = words.iter().map(|w| Word::new(w)).filter(|w| !is_bare(w, &variables));
            Rc::new(Rule {
                theorem: theorem.clone(),
                reversed,
                indices: indices.clone(),
                variables: variables.clone(),
                conditions: conditions.clone(),
                lhs: lhs.clone(),
                rhs: rhs.clone(),
                patterns: patterns.collect(),
                loose,
                source,
            })
        };
        let mut rules = vec![make(l, r, false)];
        if *relation == Relation::Equal {
            rules.push(make(r, l, true));
        }
        rules
    }

    /// The sides of `l <= r`.
    pub(crate) fn sides(&self) -> (&Term, &Term) {
        (&self.lhs, &self.rhs)
    }

    /// Tells whether the rule says that a term is 0.
    pub(crate) fn is_zero(&self) -> bool {
        *self.rhs.kind() == TermKind::Zero
    }

    /// The places of a word between which the rule can rewrite it, and the values.
    pub(crate) fn matches(&self, word: &Word) -> Vec<(usize, usize, Binding)> {
        let mut found: Vec<(usize, usize, Binding)> = Vec::new();
        for pattern in &self.patterns {
            for start in 0..=word.end() {
                let mut here = Vec::new();
                self.walk(pattern, 0, word, start, Binding::default(), &mut here);
                for (end, binding) in here {
                    if !found.iter().any(|(s, e, b)| {
                        *s == start
                            && *e == end
                            && b.terms == binding.terms
                            && b.indices == binding.indices
                    }) {
                        found.push((start, end, binding));
                    }
                }
            }
        }
        found
    }

    fn walk(
        &self,
        pattern: &Word,
        at: usize,
        word: &Word,
        place: usize,
        binding: Binding,
        out: &mut Vec<(usize, Binding)>,
    ) {
        // First the tests of this place of the pattern, in all ways.
        let mut bindings = vec![binding];
        for test in &pattern.tests[at] {
            let mut next = Vec::new();
            for binding in &bindings {
                for known in &word.tests[place] {
                    let mut b = binding.clone();
                    if self.unify(test, known, &mut b) {
                        next.push(b);
                    }
                }
            }
            bindings = next;
        }
        for binding in bindings {
            let Some(action) = pattern.actions.get(at) else {
                out.push((place, binding));
                continue;
            };
            if let TermKind::Symbol(symbol, _) = action.kind()
                && self.variables.contains(symbol)
                && symbol.arity == 0
            {
                for end in place + 1..=word.end() {
                    let value = super::product::product(&word.inner(place, end));
                    let mut b = binding.clone();
                    if b.bind(symbol, &value) {
                        self.walk(pattern, at + 1, word, end, b, out);
                    }
                }
            } else if place < word.end() {
                let mut b = binding;
                if self.unify(action, &word.actions[place], &mut b) {
                    self.walk(pattern, at + 1, word, place + 1, b, out);
                }
            }
        }
    }

    fn unify(&self, pattern: &Term, term: &Term, b: &mut Binding) -> bool {
        use TermKind as K;
        if let K::Symbol(symbol, _) = pattern.kind()
            && self.variables.contains(symbol)
            && symbol.arity == 0
        {
            return term.sort() <= symbol.sort && b.bind(symbol, term);
        }
        if self.is_ground(pattern, b) {
            let to = b.substitution().map(|s| s.apply(pattern));
            return to.is_some_and(|t| super::key::key_of(&t) == super::key::key_of(term));
        }
        match (pattern.kind(), term.kind()) {
            (K::Symbol(s, is), K::Symbol(t, js)) => s == t && self.unify_indices(is, js, b),
            (K::Plus(p1, p2), K::Plus(t1, t2)) => {
                let saved = b.clone();
                if self.unify(p1, t1, b) && self.unify(p2, t2, b) {
                    return true;
                }
                *b = saved;
                self.unify(p1, t2, b) && self.unify(p2, t1, b)
            }
            (K::Loop(p1, p2), K::Loop(t1, t2)) => self.unify(p1, t1, b) && self.unify(p2, t2, b),
            (K::Seq(p1, p2), K::Seq(t1, t2)) => {
                let saved = b.clone();
                if self.unify(p1, t1, b) && self.unify(p2, t2, b) {
                    return true;
                }
                // However the products are grouped.
                *b = saved;
                let (patterns, terms) = (factors_of(pattern), factors_of(term));
                patterns.len() == terms.len()
                    && patterns.iter().zip(&terms).all(|(p, t)| self.unify(p, t, b))
            }
            (K::Star(p), K::Star(t)) | (K::Omega(p), K::Omega(t)) | (K::Not(p), K::Not(t)) => {
                self.unify(p, t, b)
            }
            (K::Sum(p), K::Sum(t)) | (K::Product(p), K::Product(t)) => {
                self.unify(p.body(), t.body(), b)
            }
            (K::Defined(d, is, ts), K::Defined(e, js, us)) => {
                d == e
                    && self.unify_indices(is, js, b)
                    && ts.iter().zip(us).all(|(t, u)| self.unify(t, u, b))
            }
            _ => pattern == term,
        }
    }

    fn unify_indices(&self, pattern: &[Index], indices: &[Index], b: &mut Binding) -> bool {
        pattern.iter().zip(indices).all(|(p, i)| match (p, i) {
            (Index::Free(name), Index::Free(value))
                if self.indices.contains(name) || self.loose.contains(name) =>
            {
                let known = b.indices.iter().find(|(n, _)| n == name).map(|(_, v)| v == value);
                known.unwrap_or_else(|| {
                    b.indices.push((name.clone(), value.clone()));
                    true
                })
            }
            _ => p == i,
        })
    }

    /// Whether no unbound index or variable of the rule occurs in the pattern.
    fn is_ground(&self, pattern: &Term, b: &Binding) -> bool {
        pattern.free_indices().iter().all(|i| {
            !(self.indices.contains(i) || self.loose.contains(i))
                || b.indices.iter().any(|(n, _)| n == i)
        }) && (self.variables.is_empty()
            || !pattern
                .mentions(&|s| self.variables.contains(s) && !b.terms.iter().any(|(t, _)| t == s)))
    }

    /// The instances for a binding: one for each choice of the indices that matching left open. None
    /// when a variable is open, or a side condition is not known.
    pub(crate) fn instances(
        self: &Rc<Self>,
        binding: &Binding,
        candidates: &[Name],
        apart: &[(Name, Name)],
    ) -> Vec<Instance> {
        if self.variables.iter().any(|v| !binding.terms.iter().any(|(s, _)| s == v)) {
            return Vec::new();
        }
        let mut bindings = vec![binding.clone()];
        for index in &self.indices {
            if binding.indices.iter().any(|(n, _)| n == index) {
                continue;
            }
            bindings = bindings
                .iter()
                .flat_map(|b| {
                    candidates.iter().map(|c| {
                        let mut b = b.clone();
                        b.indices.push((index.clone(), c.clone()));
                        b
                    })
                })
                .collect();
        }
        bindings
            .into_iter()
            .filter_map(|binding| {
                let s = binding.substitution()?;
                let known = |i: &Index, j: &Index| {
                    let (Index::Free(i), Index::Free(j)) = (i, j) else {
                        return false;
                    };
                    let value = |n: &Name| {
                        binding.indices.iter().find(|(m, _)| m == n).map_or(n, |(_, v)| v).clone()
                    };
                    let (i, j) = (value(i), value(j));
                    apart.iter().any(|(a, b)| (*a == i && *b == j) || (*a == j && *b == i))
                };
                if !self.conditions.iter().all(|(i, j)| known(i, j)) {
                    return None;
                }
                let (lhs, rhs) = (s.apply(&self.lhs), s.apply(&self.rhs));
                Some(Instance { rule: self.clone(), binding, lhs, rhs })
            })
            .collect()
    }
}

impl Binding {
    fn substitution(&self) -> Option<Substitution> {
        let mut s = Substitution::new();
        for (name, value) in &self.indices {
            s.index(name, &Index::Free(value.clone())).ok()?;
        }
        for (symbol, term) in &self.terms {
            s.symbol(symbol, &[], term).ok()?;
        }
        Some(s)
    }

    fn bind(&mut self, symbol: &Symbol, term: &Term) -> bool {
        let known = self.terms.iter().find(|(s, _)| s == symbol).map(|(_, known)| known == term);
        known.unwrap_or_else(|| {
            self.terms.push((symbol.clone(), term.clone()));
            true
        })
    }
}

impl Instance {
    /// The reference of the hint that the rule comes from.
    pub(crate) fn source(&self) -> Option<usize> {
        self.rule.source
    }

    /// The kernel's proof of `lhs <= rhs` or `lhs = rhs`.
    pub(crate) fn prove(&self) -> Attempt {
        let rule = &self.rule;
        let mut s = Substitution::new();
        for (symbol, term) in &self.binding.terms {
            if s.symbol(symbol, &[], term).is_err() {
                return Err(Proposer::Tactic.unfit(term));
            }
        }
        let mut t =
            if s.is_empty() { rule.theorem.clone() } else { instantiate(&rule.theorem, &s) };
        for index in &rule.indices {
            let value = self.binding.indices.iter().find(|(n, _)| n == index);
            t = specialize(&t, value.map_or(index, |(_, v)| v))?;
        }
        t = discharge_apart(&t)?;
        if rule.reversed { Ok(sym(&t)?) } else { Ok(t) }
    }
}

/// Removes premises `i != j` by assuming them (they are hypotheses of the case under proof).
pub(crate) fn discharge_apart(t: &Theorem) -> Derived {
    let mut t = t.clone();
    while let Formula::Implies(premise, _) = t.conclusion().clone() {
        let Formula::Apart(i, j) = &*premise else {
            break;
        };
        // The hypothesis is kept in one orientation only, the alphabetical one.
        let known = if name(i) <= name(j) {
            assume(&premise)?
        } else {
            apart_sym(&assume(&Formula::Apart(j.clone(), i.clone()))?)?
        };
        t = modus_ponens(&t, &known)?;
    }
    Ok(t)
}

/// The theorem with `j != i` instead of `i != j` among its hypotheses, where `premise` is `j != i`.
pub(crate) fn oriented(theorem: Theorem, premise: &Formula) -> Derived {
    if let Formula::Apart(i, j) = premise {
        let other = Formula::Apart(j.clone(), i.clone());
        if theorem.hypotheses().contains(&other) {
            let flipped = apart_sym(&assume(premise)?)?;
            let implication = discharge(&other, &theorem)?;
            return modus_ponens(&implication, &flipped);
        }
    }
    Ok(theorem)
}

fn name(i: &Index) -> Option<&Name> {
    match i {
        Index::Free(name) => Some(name),
        Index::Bound(_) | Index::Process(_) => None,
    }
}

/// A pattern that is a lone variable would match everything; such rules (`x <= T`) are built in.
fn is_bare(word: &Word, variables: &[Symbol]) -> bool {
    word.tests.iter().all(Vec::is_empty)
        && matches!(&word.actions[..], [one] if matches!(one.kind(),
            TermKind::Symbol(s, _) if variables.contains(s)))
}

/// The words of a product of factors, sums multiplied out and sums over indices opened.
fn expand(list: &[Term], taken: &[Name], loose: &mut Vec<Name>, out: &mut Vec<Vec<Term>>) {
    if out.len() >= MAX_PATTERNS {
        return;
    }
    let flat = all_factors(list);
    if flat.iter().any(|t| *t.kind() == TermKind::Zero) {
        return;
    }
    for (k, t) in flat.iter().enumerate() {
        let with = |to: &Term| {
            let mut next = flat.clone();
            next[k] = to.clone();
            next
        };
        match t.kind() {
            TermKind::Plus(a, b) => {
                expand(&with(a), taken, loose, out);
                expand(&with(b), taken, loose, out);
                return;
            }
            TermKind::Sum(binder) => {
                let mut names = taken.to_vec();
                names.extend(loose.iter().cloned());
                names.extend(flat.iter().flat_map(Term::free_indices));
                let name = reductio_algebra::fresh(binder.hint(), &names);
                loose.push(name.clone());
                expand(&with(&binder.opened(&Index::Free(name))), taken, loose, out);
                return;
            }
            _ => {}
        }
    }
    out.push(flat);
}

/// Decides whether a definition only names the sum, or the product, of a family: `M = (+i : M_i)`. Such names are read
/// without being cited, as the papers do.
pub(crate) fn names_a_family(def: &Definition) -> bool {
    match def.body().kind() {
        TermKind::Sum(b) | TermKind::Product(b) => {
            matches!(b.body().kind(), TermKind::Symbol(..) | TermKind::Defined(..))
        }
        _ => false,
    }
}
