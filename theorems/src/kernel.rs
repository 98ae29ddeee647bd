//! The trusted kernel: the inference rules of S5 section 3, of index families, and nothing else.
//!
//! A [`Theorem`] is a sequent `H |- F`: whenever all hypotheses `H` hold, `F` holds, for all values of
//! the free symbols in any omega algebra, over any finite nonempty set of processes. Only the functions
//! of this file make theorems. Free symbols and free indices are universally quantified over the whole
//! sequent, so [`instantiate`] replaces them in hypotheses and conclusion alike.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use reductio_algebra::{
    Binder, Formula, Index, Name, Relation, Substitution, Symbol, Term, TermKind,
};

pub use crate::axiom::Axiom;
pub use crate::rule::{Given, Rule};
pub use crate::rule_error::{Expression, RuleError};

/// `H |- F`. No public constructor, no `Default`, no `From`, no deserialization: rules only.
#[derive(Clone)]
pub struct Theorem(Arc<Sequent>);

struct Sequent {
    hyps: Hypotheses,
    concl: Formula,
    rule: Rule,
    given: Given,
    /// At most two, in the order of the rule.
    premises: [Option<Theorem>; 2],
}

type Hypotheses = Option<Arc<[Formula]>>;

fn theorem(hyps: Hypotheses, concl: Formula, rule: Rule, from: &[&Theorem]) -> Theorem {
    theorem_given(hyps, concl, rule, Given::Nothing, from)
}

fn theorem_given(
    hyps: Hypotheses,
    concl: Formula,
    rule: Rule,
    given: Given,
    from: &[&Theorem],
) -> Theorem {
    let premises = [from.first().map(|t| (*t).clone()), from.get(1).map(|t| (*t).clone())];
    Theorem(Arc::new(Sequent { hyps, concl, rule, given, premises }))
}

fn union(a: &Hypotheses, b: &Hypotheses) -> Hypotheses {
    let (Some(x), Some(y)) = (a, b) else {
        return a.clone().or_else(|| b.clone());
    };
    if Arc::ptr_eq(x, y) || y.iter().all(|h| x.contains(h)) {
        return a.clone();
    }
    let more = y.iter().filter(|h| !x.contains(h));
    Some(x.iter().chain(more).cloned().collect())
}

fn without(hyps: &Hypotheses, formula: &Formula) -> Hypotheses {
    let kept: Vec<Formula> =
        hyps.iter().flat_map(|h| h.iter()).filter(|h| *h != formula).cloned().collect();
    if kept.is_empty() { None } else { Some(kept.into()) }
}

fn relation(t: &Theorem, rule: Rule) -> Result<(&Term, Relation, &Term), RuleError> {
    match &t.0.concl {
        Formula::Relation(a, r, b) => Ok((a, *r, b)),
        got => Err(RuleError::NotRelation { rule, got: got.clone() }),
    }
}

fn closed(rule: Rule, terms: &[&Term]) -> Result<(), RuleError> {
    match terms.iter().find(|t| !t.is_closed()) {
        Some(t) => Err(RuleError::Dangling { rule, got: Expression::Term((*t).clone()) }),
        None => Ok(()),
    }
}

fn weakest(a: Relation, b: Relation) -> Relation {
    if a == Relation::Equal { b } else { a }
}

// ---- hypotheses and quantifiers ---------------------------------------------------------------

/// `F |- F`.
///
/// # Errors
/// [`RuleError::Dangling`].
pub fn assume(formula: &Formula) -> Result<Theorem, RuleError> {
    closed_formula(Rule::Assume, formula)?;
    Ok(theorem(Some([formula.clone()].into()), formula.clone(), Rule::Assume, &[]))
}

/// From `H |- F` conclude `H - G |- G => F`.
///
/// # Errors
/// [`RuleError::Dangling`].
pub fn discharge(premise: &Formula, t: &Theorem) -> Result<Theorem, RuleError> {
    closed_formula(Rule::Discharge, premise)?;
    let concl = premise.clone().implies(t.0.concl.clone());
    Ok(theorem(without(&t.0.hyps, premise), concl, Rule::Discharge, &[t]))
}

fn closed_formula(rule: Rule, formula: &Formula) -> Result<(), RuleError> {
    if formula.is_closed() {
        Ok(())
    } else {
        Err(RuleError::Dangling { rule, got: Expression::Formula(formula.clone()) })
    }
}

/// From `H |- G => F` and `K |- G` conclude `H, K |- F`.
///
/// # Errors
/// [`RuleError::NotPremise`].
pub fn modus_ponens(implication: &Theorem, premise: &Theorem) -> Result<Theorem, RuleError> {
    match &implication.0.concl {
        Formula::Implies(g, f) if **g == premise.0.concl => {
            let hyps = union(&implication.0.hyps, &premise.0.hyps);
            Ok(theorem(hyps, (**f).clone(), Rule::ModusPonens, &[implication, premise]))
        }
        other => Err(RuleError::NotPremise {
            implication: other.clone(),
            premise: premise.0.concl.clone(),
        }),
    }
}

/// From `H |- F`, where the index `i` is not free in `H`, conclude `H |- for all i: F`.
///
/// # Errors
/// [`RuleError::IndexNotFree`].
pub fn generalize(i: &Name, t: &Theorem) -> Result<Theorem, RuleError> {
    not_free(i, t)?;
    Ok(theorem_given(
        t.0.hyps.clone(),
        t.0.concl.for_all(i),
        Rule::Generalize,
        Given::Index(i.clone()),
        &[t],
    ))
}

/// Refuses an index that occurs in a hypothesis.
fn not_free(i: &Name, t: &Theorem) -> Result<(), RuleError> {
    match t.hypotheses().iter().find(|h| h.has_free_index(i)) {
        Some(h) => {
            let place = Expression::Formula(h.clone());
            Err(RuleError::IndexNotFree { index: i.clone(), place })
        }
        None => Ok(()),
    }
}

fn not_free_in(i: &Name, x: &Term) -> Result<(), RuleError> {
    if x.free_indices().contains(i) {
        return Err(RuleError::IndexNotFree {
            index: i.clone(),
            place: Expression::Term(x.clone()),
        });
    }
    Ok(())
}

/// From `H |- for all i: F` conclude `H |- F` with the free index `j` for `i`.
///
/// # Errors
/// [`RuleError::NotForAll`].
pub fn specialize(t: &Theorem, j: &Name) -> Result<Theorem, RuleError> {
    match &t.0.concl {
        Formula::ForAll(binder) => {
            let concl = binder.opened(&Index::Free(j.clone()));
            Ok(theorem_given(
                t.0.hyps.clone(),
                concl,
                Rule::Specialize,
                Given::Index(j.clone()),
                &[t],
            ))
        }
        got => Err(RuleError::NotForAll { got: got.clone() }),
    }
}

/// From `H |- F`, where the symbol `x` has no indices and is not free in `H`, conclude
/// `H |- for all actions x: F`, or `H |- for all predicates x: F` for a predicate symbol.
///
/// # Errors
/// [`RuleError::SymbolNotFree`], [`RuleError::Family`].
pub fn generalize_symbol(x: &Symbol, t: &Theorem) -> Result<Theorem, RuleError> {
    // The symbols of a formula are also those behind its defined names.
    if let Some(h) = t.hypotheses().iter().find(|h| h.symbols().contains(x)) {
        return Err(RuleError::SymbolNotFree { symbol: x.clone(), place: h.clone() });
    }
    let Ok(concl) = t.0.concl.for_all_values(x, &x.name) else {
        return Err(RuleError::Family { symbol: x.clone() });
    };
    let given = Given::Symbol(x.clone());
    Ok(theorem_given(t.0.hyps.clone(), concl, Rule::GeneralizeSymbol, given, &[t]))
}

/// From `H |- for all actions x: F` conclude `H |- F` with a term for `x`; for `for all predicates x: F`, with a
/// predicate.
///
/// # Errors
/// [`RuleError::NotForAllSymbols`], [`RuleError::Shape`] when a predicate is needed, [`RuleError::Dangling`].
pub fn specialize_symbol(t: &Theorem, to: &Term) -> Result<Theorem, RuleError> {
    closed(Rule::SpecializeSymbol, &[to])?;
    let Formula::ForAllSymbols(binder) = &t.0.concl else {
        return Err(RuleError::NotForAllSymbols { got: t.0.concl.clone() });
    };
    let concl = binder.opened(to).map_err(|e| RuleError::Shape {
        rule: Rule::SpecializeSymbol,
        needed: "a predicate",
        got: e.term,
    })?;
    let given = Given::Term(to.clone());
    Ok(theorem_given(t.0.hyps.clone(), concl, Rule::SpecializeSymbol, given, &[t]))
}

/// From `H |- F` conclude `H s |- F s` for a substitution `s` of terms for symbols and of indices for
/// free indices.
pub fn instantiate(t: &Theorem, substitution: &Substitution) -> Theorem {
    let hyps: Hypotheses =
        t.0.hyps.as_ref().map(|h| h.iter().map(|f| f.substituted(substitution)).collect());
    let given = Given::Substitution(Arc::new(substitution.clone()));
    theorem_given(hyps, t.0.concl.substituted(substitution), Rule::Instantiate, given, &[t])
}

/// From `H |- F[j for i]` and `K |- F` conclude `H, K - (i != j) |- F`.
///
/// # Errors
/// [`RuleError::CasesDiffer`] when the first premise is not the second with `j` for `i`.
pub fn cases(i: &Name, j: &Name, equal: &Theorem, apart: &Theorem) -> Result<Theorem, RuleError> {
    // Abstracting `i` and opening with `j` replaces it, and cannot fail.
    let wanted = match apart.0.concl.for_all(i) {
        Formula::ForAll(binder) => binder.opened(&Index::Free(j.clone())),
        other => other,
    };
    if wanted != equal.0.concl {
        return Err(RuleError::CasesDiffer {
            i: i.clone(),
            j: j.clone(),
            equal: wanted.into(),
            apart: equal.0.concl.clone().into(),
        });
    }
    let side = Formula::Apart(Index::Free(i.clone()), Index::Free(j.clone()));
    let hyps = union(&equal.0.hyps, &without(&apart.0.hyps, &side));
    let given = Given::Indices(i.clone(), j.clone());
    Ok(theorem_given(hyps, apart.0.concl.clone(), Rule::Cases, given, &[equal, apart]))
}

/// From `H |- i != j` conclude `H |- j != i`.
///
/// # Errors
/// [`RuleError::NotOfShape`] when the premise is not of the form `i != j`.
pub fn apart_sym(t: &Theorem) -> Result<Theorem, RuleError> {
    match &t.0.concl {
        Formula::Apart(i, j) => {
            let concl = Formula::Apart(j.clone(), i.clone());
            Ok(theorem(t.0.hyps.clone(), concl, Rule::ApartSym, &[t]))
        }
        _ => Err(wrong(Rule::ApartSym, "i != j", t)),
    }
}

// ---- equality and order -----------------------------------------------------------------------

/// An axiom of S5 section 3 at given terms; axioms over fewer than three terms ignore the rest.
///
/// # Errors
/// [`RuleError::Shape`] when a complement axiom is asked of an action, [`RuleError::Dangling`].
pub fn axiom(axiom: Axiom, x: &Term, y: &Term, z: &Term) -> Result<Theorem, RuleError> {
    closed(Rule::Axiom, &[x, y, z])?;
    Ok(theorem_given(None, axiom.at(x, y, z)?, Rule::Axiom, Given::Axiom(axiom), &[]))
}

/// `|- x = x`.
///
/// # Errors
/// [`RuleError::Dangling`].
pub fn refl(x: &Term) -> Result<Theorem, RuleError> {
    closed(Rule::Refl, &[x])?;
    Ok(theorem(None, Formula::equal(x, x), Rule::Refl, &[]))
}

/// From `H |- x = y` conclude `H |- y = x`.
///
/// # Errors
/// [`RuleError::NotOfShape`] when the premise is no equation.
pub fn sym(t: &Theorem) -> Result<Theorem, RuleError> {
    match relation(t, Rule::Sym)? {
        (x, Relation::Equal, y) => {
            Ok(theorem(t.0.hyps.clone(), Formula::equal(y, x), Rule::Sym, &[t]))
        }
        _ => Err(wrong(Rule::Sym, "x = y", t)),
    }
}

/// From `x R y` and `y S z` conclude `x = z` when both are `=`, else `x <= z`.
///
/// # Errors
/// [`RuleError::NotRelation`], [`RuleError::Broken`].
pub fn trans(a: &Theorem, b: &Theorem) -> Result<Theorem, RuleError> {
    let (x, r, y) = relation(a, Rule::Trans)?;
    let (y2, s, z) = relation(b, Rule::Trans)?;
    if y != y2 {
        return Err(RuleError::Broken { left: y.clone(), right: y2.clone() });
    }
    let concl = Formula::Relation(x.clone(), weakest(r, s), z.clone());
    Ok(theorem(union(&a.0.hyps, &b.0.hyps), concl, Rule::Trans, &[a, b]))
}

/// From `x + y = y` conclude `x <= y`.
///
/// # Errors
/// [`RuleError::NotOfShape`] when the premise has any other shape.
pub fn le_intro(t: &Theorem) -> Result<Theorem, RuleError> {
    if let (sum, Relation::Equal, z) = relation(t, Rule::LeIntro)?
        && let TermKind::Plus(x, y) = sum.kind()
        && y == z
    {
        return Ok(theorem(t.0.hyps.clone(), Formula::below(x, y), Rule::LeIntro, &[t]));
    }
    Err(wrong(Rule::LeIntro, "x + y = y", t))
}

/// From `x <= y` conclude `x + y = y`.
///
/// # Errors
/// [`RuleError::NotOfShape`] when the premise has any other shape.
pub fn le_elim(t: &Theorem) -> Result<Theorem, RuleError> {
    match relation(t, Rule::LeElim)? {
        (x, Relation::Below, y) => {
            Ok(theorem(t.0.hyps.clone(), Formula::equal(&x.plus(y), y), Rule::LeElim, &[t]))
        }
        _ => Err(wrong(Rule::LeElim, "x <= y", t)),
    }
}

fn wrong(rule: Rule, shape: &'static str, t: &Theorem) -> RuleError {
    RuleError::NotOfShape { rule, shape, got: t.0.concl.clone() }
}

fn not_inductive(rule: Rule, shape: &'static str, t: &Theorem) -> RuleError {
    RuleError::NotInductive { rule, shape, got: t.0.concl.clone() }
}

/// From `x R x'` and `y S y'` conclude `x + y = x' + y'` when both are `=`, else `<=`.
///
/// # Errors
/// [`RuleError::NotRelation`].
pub fn plus(a: &Theorem, b: &Theorem) -> Result<Theorem, RuleError> {
    let (x, r, x2) = relation(a, Rule::Plus)?;
    let (y, s, y2) = relation(b, Rule::Plus)?;
    let concl = Formula::Relation(x.plus(y), weakest(r, s), x2.plus(y2));
    Ok(theorem(union(&a.0.hyps, &b.0.hyps), concl, Rule::Plus, &[a, b]))
}

/// From `x R x'` and `y S y'` conclude `x y = x' y'` when both are `=`, else `<=`.
///
/// # Errors
/// [`RuleError::NotRelation`].
pub fn seq(a: &Theorem, b: &Theorem) -> Result<Theorem, RuleError> {
    let (x, r, x2) = relation(a, Rule::Seq)?;
    let (y, s, y2) = relation(b, Rule::Seq)?;
    let concl = Formula::Relation(x.seq(y), weakest(r, s), x2.seq(y2));
    Ok(theorem(union(&a.0.hyps, &b.0.hyps), concl, Rule::Seq, &[a, b]))
}

// ---- induction --------------------------------------------------------------------------------

/// `(* ind R)`, S5 section 3: from `x y <= x` conclude `x y* = x`.
///
/// # Errors
/// [`RuleError::NotInductive`] when the premise has any other shape.
pub fn star_ind_r(t: &Theorem) -> Result<Theorem, RuleError> {
    if let (product, Relation::Below, x2) = relation(t, Rule::StarIndR)?
        && let TermKind::Seq(x, y) = product.kind()
        && x == x2
    {
        let concl = Formula::equal(&x.seq(&y.star()), x);
        return Ok(theorem(t.0.hyps.clone(), concl, Rule::StarIndR, &[t]));
    }
    Err(not_inductive(Rule::StarIndR, "x y <= x", t))
}

/// `(* ind L)`, S5 section 3: from `x y <= y` conclude `x* y = y`.
///
/// # Errors
/// [`RuleError::NotInductive`] when the premise has any other shape.
pub fn star_ind_l(t: &Theorem) -> Result<Theorem, RuleError> {
    if let (product, Relation::Below, y2) = relation(t, Rule::StarIndL)?
        && let TermKind::Seq(x, y) = product.kind()
        && y == y2
    {
        let concl = Formula::equal(&x.star().seq(y), y);
        return Ok(theorem(t.0.hyps.clone(), concl, Rule::StarIndL, &[t]));
    }
    Err(not_inductive(Rule::StarIndL, "x y <= y", t))
}

/// `(? ind)`, S5 section 3: from `x <= y x + z` conclude `x <= y ? z`.
///
/// # Errors
/// [`RuleError::NotInductive`] when the premise has any other shape.
pub fn loop_ind(t: &Theorem) -> Result<Theorem, RuleError> {
    if let (x, Relation::Below, sum) = relation(t, Rule::LoopInd)?
        && let TermKind::Plus(product, z) = sum.kind()
        && let TermKind::Seq(y, x2) = product.kind()
        && x == x2
    {
        let concl = Formula::below(x, &y.looping(z));
        return Ok(theorem(t.0.hyps.clone(), concl, Rule::LoopInd, &[t]));
    }
    Err(not_inductive(Rule::LoopInd, "x <= y x + z", t))
}

// ---- finite sums and products over the nonempty set of processes ------------------------------

fn sum_binder(sum: &Term, rule: Rule) -> Result<&Binder, RuleError> {
    closed(rule, &[sum])?;
    match sum.kind() {
        TermKind::Sum(binder) => Ok(binder),
        _ => Err(RuleError::Shape { rule, needed: "a sum (+i : ...)", got: sum.clone() }),
    }
}

/// `|- x_j <= (+i : x_i)`.
///
/// # Errors
/// [`RuleError::Shape`] when the term is no sum over indices.
pub fn sum_upper(sum: &Term, j: &Name) -> Result<Theorem, RuleError> {
    let binder = sum_binder(sum, Rule::SumUpper)?;
    let concl = Formula::below(&binder.opened(&Index::Free(j.clone())), sum);
    Ok(theorem_given(None, concl, Rule::SumUpper, Given::Index(j.clone()), &[]))
}

/// From `H |- x_i <= y`, `i` free neither in `H` nor in `y`, conclude `H |- (+i : x_i) <= y`.
///
/// # Errors
/// [`RuleError::IndexNotFree`], [`RuleError::NotOfShape`].
pub fn sum_least(i: &Name, t: &Theorem) -> Result<Theorem, RuleError> {
    let (x, Relation::Below, y) = relation(t, Rule::SumLeast)? else {
        return Err(wrong(Rule::SumLeast, "x_i <= y", t));
    };
    not_free(i, t)?;
    not_free_in(i, y)?;
    let concl = Formula::below(&Term::index_sum(i, x), y);
    Ok(theorem_given(t.0.hyps.clone(), concl, Rule::SumLeast, Given::Index(i.clone()), &[t]))
}

/// `|- x (+i : y_i) = (+i : x y_i)`.
///
/// # Errors
/// [`RuleError::Shape`] when the second term is no sum over indices.
pub fn sum_distrib_l(x: &Term, sum: &Term) -> Result<Theorem, RuleError> {
    closed(Rule::SumDistribL, &[x])?;
    let (i, y) = opened(sum_binder(sum, Rule::SumDistribL)?, &[x]);
    let concl = Formula::equal(&x.seq(sum), &Term::index_sum(&i, &x.seq(&y)));
    Ok(theorem(None, concl, Rule::SumDistribL, &[]))
}

/// `|- (+i : x_i) y = (+i : x_i y)`.
///
/// # Errors
/// [`RuleError::Shape`] when the first term is no sum over indices.
pub fn sum_distrib_r(sum: &Term, y: &Term) -> Result<Theorem, RuleError> {
    closed(Rule::SumDistribR, &[y])?;
    let (i, x) = opened(sum_binder(sum, Rule::SumDistribR)?, &[y]);
    let concl = Formula::equal(&sum.seq(y), &Term::index_sum(&i, &x.seq(y)));
    Ok(theorem(None, concl, Rule::SumDistribR, &[]))
}

/// The body of a binder at an index that occurs nowhere in it or in `others`.
fn opened(binder: &Binder, others: &[&Term]) -> (Name, Term) {
    let mut taken = binder.body().free_indices();
    taken.extend(others.iter().flat_map(|t| t.free_indices()));
    let i = reductio_algebra::fresh(binder.hint(), &taken);
    let body = binder.opened(&Index::Free(i.clone()));
    (i, body)
}

fn product_binder(product: &Term, rule: Rule) -> Result<&Binder, RuleError> {
    closed(rule, &[product])?;
    match product.kind() {
        TermKind::Product(binder) => Ok(binder),
        _ => Err(RuleError::Shape { rule, needed: "a product (.i : ...)", got: product.clone() }),
    }
}

/// `|- (.i : p_i) <= p_j`, for predicates `p_i`.
///
/// # Errors
/// [`RuleError::Shape`] when the term is no product over indices.
pub fn product_lower(product: &Term, j: &Name) -> Result<Theorem, RuleError> {
    let binder = product_binder(product, Rule::ProductLower)?;
    let concl = Formula::below(product, &binder.opened(&Index::Free(j.clone())));
    Ok(theorem_given(None, concl, Rule::ProductLower, Given::Index(j.clone()), &[]))
}

/// From `H |- r <= p_i`, `r` and `p_i` predicates, `i` free neither in `H` nor in `r`, conclude
/// `H |- r <= (.i : p_i)`.
///
/// # Errors
/// [`RuleError::IndexNotFree`], [`RuleError::NotOfShape`], [`RuleError::Shape`] when `r` or `p_i` is
/// no predicate.
pub fn product_greatest(i: &Name, t: &Theorem) -> Result<Theorem, RuleError> {
    let (r, Relation::Below, p) = relation(t, Rule::ProductGreatest)? else {
        return Err(wrong(Rule::ProductGreatest, "r <= p_i", t));
    };
    not_free(i, t)?;
    not_free_in(i, r)?;
    let shape =
        |got: Term| RuleError::Shape { rule: Rule::ProductGreatest, needed: "a predicate", got };
    if !r.is_predicate() {
        return Err(shape(r.clone()));
    }
    let product = Term::index_product(i, p).map_err(|e| shape(e.term))?;
    Ok(theorem_given(
        t.0.hyps.clone(),
        Formula::below(r, &product),
        Rule::ProductGreatest,
        Given::Index(i.clone()),
        &[t],
    ))
}

// ---- definitions ------------------------------------------------------------------------------

/// `|- M_i = v_i u_i*`: a defined name is equal to what its definition says.
///
/// # Errors
/// [`RuleError::Shape`] when the term is no defined name.
pub fn unfold(term: &Term) -> Result<Theorem, RuleError> {
    closed(Rule::Unfold, &[term])?;
    let Some(body) = term.unfolded() else {
        return Err(RuleError::Shape {
            rule: Rule::Unfold,
            needed: "a defined name",
            got: term.clone(),
        });
    };
    Ok(theorem(None, Formula::equal(term, &body), Rule::Unfold, &[]))
}

// ---- reading a theorem ------------------------------------------------------------------------

impl Theorem {
    /// The hypotheses that the proof used.
    pub fn hypotheses(&self) -> &[Formula] {
        self.0.hyps.as_deref().unwrap_or(&[])
    }

    /// The formula that holds under them.
    pub fn conclusion(&self) -> &Formula {
        &self.0.concl
    }

    /// The rule that made the theorem.
    pub fn rule(&self) -> Rule {
        self.0.rule
    }

    /// What the rule was given besides.
    pub fn given(&self) -> &Given {
        &self.0.given
    }

    /// The theorems that the rule was applied to.
    pub fn premises(&self) -> impl Iterator<Item = &Theorem> {
        self.0.premises.iter().flatten()
    }

    /// Where the theorem lives: clones share it, and no two theorems that are alive at once do.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }

    /// The number of distinct rule applications behind the theorem that are not in `counted` yet; they
    /// are added to it. Linear in that number.
    pub fn count_steps(&self, counted: &mut StepSet) -> usize {
        let before = counted.0.len();
        let mut stack = vec![self];
        while let Some(t) = stack.pop() {
            if counted.0.insert(t.address()) {
                stack.extend(t.premises());
            }
        }
        counted.0.len() - before
    }
}

/// Rule applications that were counted already. Valid as long as the theorems counted are alive.
#[derive(Default)]
pub struct StepSet(HashSet<usize>);

/// Proofs are deep; dropping them must not recurse.
impl Drop for Sequent {
    fn drop(&mut self) {
        let mut stack: Vec<Theorem> = Vec::new();
        stack.extend(self.premises.iter_mut().filter_map(Option::take));
        while let Some(t) = stack.pop() {
            if let Some(mut sequent) = Arc::into_inner(t.0) {
                stack.extend(sequent.premises.iter_mut().filter_map(Option::take));
            }
        }
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, h) in self.hypotheses().iter().enumerate() {
            write!(f, "{}{h}", if k > 0 { "; " } else { "" })?;
        }
        write!(f, "{}|- {}", if self.hypotheses().is_empty() { "" } else { " " }, self.conclusion())
    }
}

impl fmt::Debug for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
