//! Which steps of a proof become definitions of their own, and which are written inside others.

use std::collections::HashMap;

use super::intern::Formulas;
use crate::kernel::Theorem;
use crate::proof::Proof;

/// The largest number of steps that is written as one term: Coq reads and checks terms by recursion.
const MAX_INLINE: usize = 150;

/// The steps behind some theorems, equal ones once, each after its premises.
pub(super) struct Plan<'a> {
    pub(super) steps: Vec<Planned<'a>>,
    /// The number of the step that stands for each theorem asked for.
    pub(super) goals: Vec<usize>,
    /// The number of kernel steps, before equal ones were put together.
    pub(super) kernel_steps: usize,
}

/// A step of a [`Plan`].
pub(super) struct Planned<'a> {
    pub(super) theorem: &'a Theorem,
    pub(super) premises: Vec<usize>,
    /// The numbers of the hypotheses' formulas.
    pub(super) hypotheses: Vec<usize>,
    /// Whether it has a definition of its own.
    pub(super) is_named: bool,
}

/// Steps that are shorter than a name for them.
fn is_short(theorem: &Theorem) -> bool {
    theorem.premises().next().is_none()
}

impl<'a> Plan<'a> {
    /// The plan of a proof of the theorems. Linear in the number of steps.
    pub(super) fn of(goals: &[&'a Theorem], formulas: &mut Formulas) -> Self {
        let proof = Proof::of(goals.iter().copied());
        let mut known: HashMap<(Vec<usize>, usize), usize> = HashMap::new();
        let mut number: Vec<usize> = Vec::with_capacity(proof.steps().len());
        let mut steps: Vec<Planned<'_>> = Vec::new();
        for step in proof.steps() {
            let theorem = step.theorem();
            let hypotheses: Vec<usize> =
                theorem.hypotheses().iter().map(|h| formulas.number(h)).collect();
            let mut sequent = hypotheses.clone();
            sequent.sort_unstable();
            let next = steps.len();
            let at = *known.entry((sequent, formulas.number(theorem.conclusion()))).or_insert(next);
            number.push(at);
            if at == next {
                let premises = step.premises().iter().map(|p| number[*p]).collect();
                steps.push(Planned { theorem, premises, hypotheses, is_named: false });
            }
        }
        let goals: Vec<usize> =
            goals.iter().filter_map(|g| proof.number(g)).map(|n| number[n]).collect();
        let kernel_steps = proof.steps().len();
        let mut plan = Plan { steps, goals, kernel_steps };
        plan.keep_what_is_needed();
        plan.name();
        plan
    }

    /// Leaves out what no goal rests on any more.
    fn keep_what_is_needed(&mut self) {
        let mut is_needed = vec![false; self.steps.len()];
        for goal in &self.goals {
            is_needed[*goal] = true;
        }
        for at in (0..self.steps.len()).rev() {
            if is_needed[at] {
                self.steps[at].premises.iter().for_each(|p| is_needed[*p] = true);
            }
        }
        let mut moved = vec![0; self.steps.len()];
        let mut kept: Vec<Planned<'_>> = Vec::new();
        for (at, mut step) in std::mem::take(&mut self.steps).into_iter().enumerate() {
            if is_needed[at] {
                moved[at] = kept.len();
                step.premises.iter_mut().for_each(|p| *p = moved[*p]);
                kept.push(step);
            }
        }
        self.steps = kept;
        self.goals.iter_mut().for_each(|g| *g = moved[*g]);
    }

    /// What is instantiated is closed, so it needs a name; so does what is used twice, and what is long.
    fn name(&mut self) {
        let mut uses = vec![0; self.steps.len()];
        let mut is_closed = vec![false; self.steps.len()];
        for step in &self.steps {
            let is_instantiated = step.theorem.rule() == "instantiate";
            for premise in &step.premises {
                uses[*premise] += 1;
                is_closed[*premise] |= is_instantiated;
            }
        }
        self.goals.iter().for_each(|goal| is_closed[*goal] = true);
        let mut size = vec![0; self.steps.len()];
        for at in 0..self.steps.len() {
            let inner: usize = self.steps[at].premises.iter().map(|p| size[*p]).sum();
            let is_shared = uses[at] > 1 && !is_short(self.steps[at].theorem);
            let is_named = is_closed[at] || is_shared || inner >= MAX_INLINE;
            self.steps[at].is_named = is_named;
            size[at] = if is_named { 1 } else { inner + 1 };
        }
    }
}
