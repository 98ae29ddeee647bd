//! Proofs made shorter: what holds by flattening alone needs no steps.
//!
//! The tactics' proofs are full of units, brackets and congruences of nothing. Here every relation is taken up to
//! flattening: a step that concludes what an earlier one concludes, so understood, falls away, and so does all
//! that flattening proves. Each step has the form that its premises happen to give it; where a rule asks for one
//! form, the step is brought into it.

use std::collections::HashMap;

use reductio_algebra::{Formula, Index, Relation, Substitution, Term, TermKind};
use reductio_theorems::{Proof, Theorem};

use super::chain::Sign;
use super::flat::Flat;
use super::intern::Formulas;
use super::planned::{How, Planned};
use crate::inference::Inference;

/// The result for a step of the kernel: it holds by flattening, or a step of the file proves it up to that.
#[derive(Clone, Copy)]
enum Found {
    Flat,
    Step(usize),
}

#[derive(PartialEq, Eq, Hash)]
enum Key {
    Relation(usize, bool, usize),
    Other(usize),
}

/// The shorter proof of some theorems.
pub(super) struct Compressed<'a> {
    pub(super) steps: Vec<Planned<'a>>,
    /// The number of the step that stands for each theorem asked for.
    pub(super) goals: Vec<usize>,
    pub(super) kernel_steps: usize,
}

struct Builder<'a, 'b> {
    steps: Vec<Planned<'a>>,
    known: HashMap<Key, Vec<usize>>,
    forms: HashMap<(Option<usize>, usize), usize>,
    formulas: &'b mut Formulas,
    flat: &'b mut Flat<true>,
}

/// The steps behind the theorems, each after its premises. Linear in the number of steps, but for flattening.
pub(super) fn compressed<'a>(
    goals: &[&'a Theorem],
    formulas: &mut Formulas,
    flat: &mut Flat<true>,
) -> Compressed<'a> {
    let proof = Proof::of(goals.iter().copied());
    let mut builder =
        Builder { steps: Vec::new(), known: HashMap::new(), forms: HashMap::new(), formulas, flat };
    let mut found: Vec<Found> = Vec::with_capacity(proof.steps().len());
    for step in proof.steps() {
        let theorem = step.theorem();
        let premises: Vec<Found> = step.premises().iter().map(|p| found[*p]).collect();
        found.push(builder.found(theorem, &premises));
    }
    let goals = goals
        .iter()
        .filter_map(|goal| Some(builder.exact(found[proof.number(goal)?], goal.conclusion())))
        .collect();
    Compressed { steps: builder.steps, goals, kernel_steps: proof.steps().len() }
}

fn sides(formula: &Formula) -> Option<(&Term, Relation, &Term)> {
    match formula {
        Formula::Relation(a, r, b) => Some((a, *r, b)),
        _ => None,
    }
}

/// The relation that follows from these: `=` where all are.
fn weakest(relations: &[Relation]) -> Relation {
    if relations.contains(&Relation::Below) { Relation::Below } else { Relation::Equal }
}

impl<'a> Builder<'a, '_> {
    fn found(&mut self, theorem: &'a Theorem, premises: &[Found]) -> Found {
        let formula = theorem.conclusion();
        if self.flat.holds(formula) {
            return Found::Flat;
        }
        if let Some(at) = self.known(theorem) {
            return Found::Step(at);
        }
        let from = theorem.premises().map(Theorem::conclusion);
        let premises: Vec<(Found, &Formula)> = premises.iter().copied().zip(from).collect();
        // A relation that is too large to be flattened may have lost the form on the way.
        if let Some(at) = self.loose(theorem, &premises)
            && self.is_form_of(at, formula)
        {
            return Found::Step(at);
        }
        let premises: Vec<usize> = premises.into_iter().map(|(p, f)| self.exact(p, f)).collect();
        Found::Step(self.rule(theorem, premises))
    }

    /// A step by a rule that takes its premises in any form, if the rule is one.
    fn loose(&mut self, theorem: &'a Theorem, premises: &[(Found, &Formula)]) -> Option<usize> {
        use Inference as I;
        match Inference::of(theorem, premises)? {
            I::Sym((Found::Step(p), _)) => Some(self.sym(p)),
            I::Trans([a, b]) => Some(self.trans(a, b)),
            I::Plus([a, b]) => self.congruence(Sign::Plus, a, b),
            I::Seq([a, b]) => self.congruence(Sign::Seq, a, b),
            I::Instantiate((Found::Step(p), _), substitution) => {
                Some(self.instance(theorem, p, substitution))
            }
            I::Sym((Found::Flat, _))
            | I::Instantiate((Found::Flat, _), _)
            | I::Assume(..)
            | I::Discharge(..)
            | I::ModusPonens(..)
            | I::Generalize(..)
            | I::Specialize(..)
            | I::GeneralizeSymbol(..)
            | I::SpecializeSymbol(..)
            | I::Cases(..)
            | I::ApartSym(..)
            | I::Axiom(..)
            | I::Refl(..)
            | I::LeIntro(..)
            | I::LeElim(..)
            | I::StarIndR(..)
            | I::StarIndL(..)
            | I::LoopInd(..)
            | I::SumUpper(..)
            | I::SumLeast(..)
            | I::SumDistribL(..)
            | I::SumDistribR(..)
            | I::ProductLower(..)
            | I::ProductGreatest(..)
            | I::Unfold(..) => None,
        }
    }

    fn is_form_of(&mut self, at: usize, formula: &Formula) -> bool {
        let Some((a, _, b)) = sides(formula) else { return self.steps[at].formula == *formula };
        let (x, _, y) = self.sides(at);
        self.flat.holds(&Formula::equal(&x, a)) && self.flat.holds(&Formula::equal(&y, b))
    }

    fn key(&mut self, formula: &Formula, relation: Relation) -> Key {
        match formula {
            Formula::Relation(a, _, b) => {
                let (a, b) = (self.flat.number(a), self.flat.number(b));
                Key::Relation(a, relation == Relation::Equal, b)
            }
            other => Key::Other(self.formulas.number(other)),
        }
    }

    /// An earlier step that concludes the same, or `=` for `<=`, and rests on no more.
    fn known(&mut self, theorem: &Theorem) -> Option<usize> {
        let hypotheses: Vec<usize> =
            theorem.hypotheses().iter().map(|h| self.formulas.number(h)).collect();
        let formula = theorem.conclusion();
        let relation = sides(formula).map_or(Relation::Equal, |s| s.1);
        for relation in [Relation::Equal, relation] {
            let key = self.key(formula, relation);
            let known = self.known.get(&key).into_iter().flatten();
            let mut fits = known.filter(|at| {
                self.steps[**at].hypotheses.iter().all(|(number, _)| hypotheses.contains(number))
            });
            if let Some(at) = fits.next() {
                return Some(*at);
            }
        }
        None
    }

    fn push(&mut self, step: Planned<'a>) -> usize {
        let at = self.steps.len();
        let relation = sides(&step.formula).map_or(Relation::Equal, |s| s.1);
        let key = self.key(&step.formula, relation);
        self.known.entry(key).or_default().push(at);
        self.steps.push(step);
        at
    }

    fn relate(
        &mut self,
        how: How<'a>,
        premises: Vec<usize>,
        (a, relation, b): (&Term, Relation, &Term),
    ) -> usize {
        let hypotheses = self.hypotheses(&premises);
        let formula = Formula::Relation(a.clone(), relation, b.clone());
        self.push(Planned { formula, how, premises, hypotheses, is_named: false })
    }

    fn hypotheses(&self, premises: &[usize]) -> Vec<(usize, Formula)> {
        let mut all: Vec<(usize, Formula)> = Vec::new();
        for hypothesis in premises.iter().flat_map(|p| &self.steps[*p].hypotheses) {
            if !all.contains(hypothesis) {
                all.push(hypothesis.clone());
            }
        }
        all
    }

    fn sides(&self, at: usize) -> (Term, Relation, Term) {
        match &self.steps[at].formula {
            Formula::Relation(a, r, b) => (a.clone(), *r, b.clone()),
            // Only relations are asked for.
            _ => (Term::zero(), Relation::Equal, Term::zero()),
        }
    }

    /// The step with just this conclusion.
    fn exact(&mut self, found: Found, formula: &Formula) -> usize {
        let (how, premises) = match found {
            Found::Step(at) if self.steps[at].formula == *formula => return at,
            Found::Step(at) => (How::Shape, vec![at]),
            Found::Flat => (How::Flat, Vec::new()),
        };
        let key = (premises.first().copied(), self.formulas.number(formula));
        if let Some(at) = self.forms.get(&key) {
            return *at;
        }
        let hypotheses = self.hypotheses(&premises);
        let formula = formula.clone();
        let at = self.steps.len();
        self.steps.push(Planned { formula, how, premises, hypotheses, is_named: false });
        self.forms.insert(key, at);
        at
    }

    fn sym(&mut self, at: usize) -> usize {
        let (a, relation, b) = self.sides(at);
        self.relate(How::Sym, vec![at], (&b, relation, &a))
    }

    fn trans(&mut self, (a, x): (Found, &Formula), (b, y): (Found, &Formula)) -> usize {
        let equal = |formula: &Formula| sides(formula).map(|(l, _, r)| Formula::equal(l, r));
        // A step by flattening to an equal term, or back from one, is none.
        if let (Found::Flat, Found::Step(b), Some(e)) = (a, b, equal(x))
            && self.flat.holds(&e)
        {
            return b;
        }
        if let (Found::Step(a), Found::Flat, Some(e)) = (a, b, equal(y))
            && self.flat.holds(&e)
        {
            return a;
        }
        let (a, b) = match (a, b) {
            (Found::Step(a), Found::Step(b)) => (a, b),
            (Found::Flat, Found::Step(b)) => {
                let start = sides(x).map_or_else(Term::zero, |(x, ..)| x.clone());
                let end = self.sides(b).2;
                return self.relate(How::Shape, vec![b], (&start, Relation::Below, &end));
            }
            (Found::Step(a), Found::Flat) => {
                let start = self.sides(a).0;
                let end = sides(y).map_or_else(Term::zero, |(.., y)| y.clone());
                return self.relate(How::Shape, vec![a], (&start, Relation::Below, &end));
            }
            (Found::Flat, Found::Flat) => (self.exact(a, x), self.exact(b, y)),
        };
        let ((l, r, _), (_, s, t)) = (self.sides(a), self.sides(b));
        self.relate(How::Trans, vec![a, b], (&l, weakest(&[r, s]), &t))
    }

    /// A side of a congruence: a term, when both sides are the same.
    fn side(&mut self, found: Found, formula: &Formula) -> Result<usize, Term> {
        match (found, formula) {
            (Found::Flat, Formula::Relation(a, _, b)) => {
                if self.flat.holds(&Formula::equal(a, b)) {
                    Err(if size(b) < size(a) { b.clone() } else { a.clone() })
                } else {
                    Ok(self.exact(found, formula))
                }
            }
            (found, formula) => match found {
                Found::Step(at) => Ok(at),
                Found::Flat => Ok(self.exact(found, formula)),
            },
        }
    }

    fn congruence(
        &mut self,
        sign: Sign,
        (a, x): (Found, &Formula),
        (b, y): (Found, &Formula),
    ) -> Option<usize> {
        Some(match (self.side(a, x), self.side(b, y)) {
            (Ok(a), Ok(b)) => {
                let ((x, r, x2), (y, s, y2)) = (self.sides(a), self.sides(b));
                let (l, t) = (sign.of(&x, &y), sign.of(&x2, &y2));
                self.relate(How::Both(sign), vec![a, b], (&l, weakest(&[r, s]), &t))
            }
            (Err(x), Ok(b)) => {
                let (y, s, y2) = self.sides(b);
                let (l, t) = (sign.of(&x, &y), sign.of(&x, &y2));
                self.relate(How::Before(sign, x), vec![b], (&l, s, &t))
            }
            (Ok(a), Err(y)) => {
                let (x, r, x2) = self.sides(a);
                let (l, t) = (sign.of(&x, &y), sign.of(&x2, &y));
                self.relate(How::Behind(sign, y), vec![a], (&l, r, &t))
            }
            (Err(_), Err(_)) => return None,
        })
    }

    fn instance(&mut self, theorem: &'a Theorem, at: usize, substitution: &Substitution) -> usize {
        let formula = self.steps[at].formula.substituted(substitution);
        let mut hypotheses = Vec::new();
        for (_, hypothesis) in self.steps[at].hypotheses.clone() {
            let hypothesis = hypothesis.substituted(substitution);
            let hypothesis = (self.formulas.number(&hypothesis), hypothesis);
            if !hypotheses.contains(&hypothesis) {
                hypotheses.push(hypothesis);
            }
        }
        let how = How::Rule(theorem);
        let premises = vec![at];
        self.push(Planned { formula, how, premises, hypotheses, is_named: false })
    }

    fn rule(&mut self, theorem: &'a Theorem, premises: Vec<usize>) -> usize {
        use Inference as I;
        let formula = theorem.conclusion().clone();
        let mut hypotheses = self.hypotheses(&premises);
        match Inference::of(theorem, &premises) {
            Some(I::Assume(formula)) => {
                hypotheses.push((self.formulas.number(formula), formula.clone()));
            }
            Some(I::Discharge(premise, _)) => hypotheses.retain(|(_, h)| h != premise),
            Some(I::Cases(i, j, [equal, _])) => {
                let side = Formula::Apart(Index::Free(i.clone()), Index::Free(j.clone()));
                let equal = &self.steps[equal].hypotheses;
                hypotheses.retain(|h| h.1 != side || equal.contains(h));
            }
            Some(I::Instantiate(at, substitution)) => {
                return self.instance(theorem, at, substitution);
            }
            Some(
                I::ModusPonens(..)
                | I::Generalize(..)
                | I::Specialize(..)
                | I::GeneralizeSymbol(..)
                | I::SpecializeSymbol(..)
                | I::ApartSym(..)
                | I::Axiom(..)
                | I::Refl(..)
                | I::Sym(..)
                | I::Trans(..)
                | I::LeIntro(..)
                | I::LeElim(..)
                | I::Plus(..)
                | I::Seq(..)
                | I::StarIndR(..)
                | I::StarIndL(..)
                | I::LoopInd(..)
                | I::SumUpper(..)
                | I::SumLeast(..)
                | I::SumDistribL(..)
                | I::SumDistribR(..)
                | I::ProductLower(..)
                | I::ProductGreatest(..)
                | I::Unfold(..),
            )
            | None => {}
        }
        self.push(Planned {
            formula,
            how: How::Rule(theorem),
            premises,
            hypotheses,
            is_named: false,
        })
    }
}

fn size(term: &Term) -> usize {
    /// Larger terms may share their parts, and are not gone through.
    const SMALL: u32 = 10_000;
    match term.kind() {
        _ if term.size() > SMALL => term.size() as usize,
        TermKind::Plus(..) | TermKind::Seq(..) => {
            1 + term.operands().into_iter().map(size).sum::<usize>()
        }
        _ => 1,
    }
}
