//! Predicates: plans for a block of tests below a compound predicate, by case distinction.

use std::rc::Rc;

use reductio_algebra::{Term, TermKind};

use super::matching::Matcher;
use super::plan::{By, Plan, Rewrite};
use super::product::all_factors;
use super::prover::{Fuel, Prover};
use super::word::Word;

impl Prover<'_> {
    /// A plan for a block of tests below a predicate, by case distinction on the tests in it.
    pub(crate) fn boolean(&self, block: &[Term], t: &Term) -> Option<Rc<Plan>> {
        let mut atoms = Vec::new();
        collect_tests(t, &mut atoms);
        let steps = u8::try_from(atoms.len().min(6)).unwrap_or(6);
        let decided =
            |p: &Term| block.contains(p) || p.complement().is_ok_and(|not| block.contains(&not));
        // Compound tests have been matched part by part; the others need a case distinction.
        if atoms.iter().all(decided) || steps == 0 {
            return None;
        }
        self.cases(block, t, steps)
    }

    fn cases(&self, block: &[Term], t: &Term, steps: u8) -> Option<Rc<Plan>> {
        let p = undecided(block, t).into_iter().next()?;
        let not = p.complement().ok()?;
        let list = block.to_vec();
        let word = Word::new(&list);
        let fuel = Fuel { steps: 0, laws: false };
        let matcher = Matcher::new(self, &word, fuel);
        let matched = matcher.find(&Term::one(), 0, 0)?;
        let both = p.plus(&not);
        let rewrite =
            Rewrite { start: 0, end: 0, lhs: Term::one(), matched, by: By::Split(p.clone()) };
        // The list after the rewrite: the block, the sum, the block again; then the sum is split.
        let next = all_factors(&[word.segment(0, 0), both, word.segment(0, 0)]);
        let k = block.len();
        let side = |case: &Term| {
            let mut list = next.clone();
            list[k] = case.clone();
            self.case(&all_factors(&list), t, steps - 1)
        };
        let left = side(&p)?;
        let right = side(&not)?;
        Some(Rc::new(Plan::Rewrite(Box::new(rewrite), Rc::new(Plan::Plus(k, left, right)))))
    }

    fn case(&self, list: &[Term], t: &Term, steps: u8) -> Option<Rc<Plan>> {
        if !self.charge() {
            return None;
        }
        let word = Word::new(list);
        if word.contradiction().is_some() {
            return Some(Rc::new(Plan::Absurd));
        }
        let fuel = Fuel { steps: 0, laws: false };
        if let Some(m) = Matcher::new(self, &word, fuel).find(t, 0, 0) {
            return Some(Rc::new(Plan::Match(m)));
        }
        if steps == 0 { None } else { self.cases(list, t, steps) }
    }
}

/// Tests of a term that a block neither asserts nor denies.
pub(crate) fn undecided(block: &[Term], t: &Term) -> Vec<Term> {
    let mut atoms = Vec::new();
    collect_tests(t, &mut atoms);
    atoms.retain(|p| !block.contains(p) && p.complement().is_ok_and(|not| !block.contains(&not)));
    atoms
}

/// The tests in a term that are neither `0`, `1` nor compound.
fn collect_tests(t: &Term, out: &mut Vec<Term>) {
    match t.kind() {
        TermKind::Symbol(..) | TermKind::Defined(..) | TermKind::Product(_) => {
            if t.is_predicate() && t.is_closed() && !out.contains(t) {
                out.push(t.clone());
            }
        }
        _ => t.operands().into_iter().for_each(|o| collect_tests(o, out)),
    }
}
