//! A proof written in a row: every rule application once, premises before conclusions.

use std::collections::{HashMap, HashSet};

use crate::kernel::Theorem;

/// The rule applications behind some theorems, shared ones once, each after its premises.
///
/// ```
/// use reductio_algebra::Term;
/// use reductio_theorems::{Proof, kernel};
/// let one = kernel::refl(&Term::one())?;
/// let twice = kernel::trans(&one, &one)?;
/// let proof = Proof::of([&twice]);
/// assert_eq!(proof.steps().len(), 2);
/// assert_eq!(proof.steps()[1].premises(), [0, 0]);
/// assert_eq!(proof.number(&twice), Some(1));
/// # Ok::<(), reductio_theorems::RuleError>(())
/// ```
pub struct Proof<'a> {
    steps: Vec<ProofStep<'a>>,
    numbers: HashMap<usize, usize>,
}

/// A rule application of a [`Proof`].
pub struct ProofStep<'a> {
    theorem: &'a Theorem,
    premises: Vec<usize>,
}

impl<'a> Proof<'a> {
    /// The proof of all these theorems, in their order. Linear in the number of steps; does not recurse.
    pub fn of(theorems: impl IntoIterator<Item = &'a Theorem>) -> Self {
        let mut proof = Proof { steps: Vec::new(), numbers: HashMap::new() };
        for theorem in theorems {
            proof.add(theorem);
        }
        proof
    }

    fn add(&mut self, theorem: &'a Theorem) {
        let mut stack = vec![theorem];
        while let Some(&top) = stack.last() {
            if self.numbers.contains_key(&top.address()) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(top.premises().filter(|t| !self.numbers.contains_key(&t.address())));
            if stack.len() == before {
                stack.pop();
                let premises = top.premises().map(|t| self.numbers[&t.address()]).collect();
                self.numbers.insert(top.address(), self.steps.len());
                self.steps.push(ProofStep { theorem: top, premises });
            }
        }
    }

    /// The steps, numbered from 0.
    pub fn steps(&self) -> &[ProofStep<'a>] {
        &self.steps
    }

    /// The number of the step that made the theorem, `None` when it is not part of the proof.
    pub fn number(&self, theorem: &Theorem) -> Option<usize> {
        self.numbers.get(&theorem.address()).copied()
    }
}

impl<'a> ProofStep<'a> {
    /// The theorem that the step made: its conclusion, its rule, and the rule's arguments.
    pub fn theorem(&self) -> &'a Theorem {
        self.theorem
    }

    /// The numbers of the steps that the rule was applied to, in the order of the rule.
    pub fn premises(&self) -> &[usize] {
        &self.premises
    }
}

/// A set of rule applications that were counted already. It is valid as long as the theorems counted are alive.
#[derive(Default)]
pub struct StepSet(HashSet<usize>);

impl Theorem {
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
