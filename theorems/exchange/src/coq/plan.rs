//! The plan of a proof: the steps with definitions of their own, and those that are written inside others.

use reductio_theorems::{Rule, Theorem};

use super::compress::compressed;
use super::flat::Flat;
use super::intern::Formulas;
use super::planned::{How, Planned};
use super::weave::woven;

/// The largest number of steps that is written as one term: Coq reads and checks terms by recursion.
const MAX_INLINE: usize = 150;

/// The steps behind some theorems, each after its premises.
pub(super) struct Plan<'a> {
    pub(super) steps: Vec<Planned<'a>>,
    /// The number of the step that stands for each theorem asked for.
    pub(super) goals: Vec<usize>,
    /// The number of kernel steps, before the proof was made shorter.
    pub(super) kernel_steps: usize,
}

impl<'a> Plan<'a> {
    /// The plan of a proof of the theorems. Linear in the number of steps.
    pub(super) fn of(
        goals: &[&'a Theorem],
        formulas: &mut Formulas,
        flat: &mut Flat<true>,
    ) -> Self {
        let proof = woven(compressed(goals, formulas, flat), flat);
        let mut plan =
            Plan { steps: proof.steps, goals: proof.goals, kernel_steps: proof.kernel_steps };
        plan.keep_what_is_needed();
        plan.name();
        plan
    }

    /// Leaves out the steps that no goal rests on any more.
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
                if let How::Chain(chains) = &mut step.how {
                    chains.for_each_fact(&mut |fact| fact.step = moved[fact.step]);
                }
                kept.push(step);
            }
        }
        self.steps = kept;
        self.goals.iter_mut().for_each(|g| *g = moved[*g]);
    }

    /// Names the steps that are used twice, that are long, and that are instantiated, which must be closed.
    fn name(&mut self) {
        let mut uses = vec![0; self.steps.len()];
        let mut is_closed = vec![false; self.steps.len()];
        for step in &self.steps {
            let is_instantiated =
                matches!(step.how, How::Rule(theorem) if theorem.rule() == Rule::Instantiate);
            for premise in &step.premises {
                uses[*premise] += 1;
                is_closed[*premise] |= is_instantiated;
            }
        }
        self.goals.iter().for_each(|goal| is_closed[*goal] = true);
        let mut size = vec![0; self.steps.len()];
        for at in 0..self.steps.len() {
            let inner: usize = self.steps[at].premises.iter().map(|p| size[*p]).sum();
            let is_shared = uses[at] > 1 && !self.steps[at].is_short();
            let is_named = is_closed[at] || is_shared || inner >= MAX_INLINE;
            self.steps[at].is_named = is_named;
            size[at] = if is_named { 1 } else { inner + 1 };
        }
    }
}
