//! Guarded words, which tell two terms apart.

use std::fmt;

use reductio_algebra::Term;

use super::alphabet::Alphabet;
use super::reach::Path;
use crate::tactic::product::product;

/// A run that one term admits and another does not: tests and actions in turn, `B0 a1 B1 ... an Bn`. A test that is
/// not named in a block does not matter there. With a cycle the run goes on for ever: after the last action everything
/// is as it was before the first action of the cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuardedWord {
    /// The tests before each action, and, unless there is a cycle, after the last.
    pub tests: Vec<Vec<Term>>,
    /// The actions.
    pub actions: Vec<Term>,
    /// The number of actions before those that are repeated for ever.
    pub cycle: Option<usize>,
}

impl GuardedWord {
    /// The word of a path. If it is `exact`, it ends with the first `T` or infinite repetition: the rest may be left
    /// out.
    pub(super) fn of(path: &Path, alphabet: &Alphabet, exact: bool) -> Self {
        let mut word = GuardedWord { tests: vec![Vec::new()], actions: Vec::new(), cycle: None };
        let mut symbols = Vec::new();
        path.visit(&mut symbols);
        for symbol in symbols {
            match symbol {
                Path::Lasso(_, lasso) if exact => {
                    word.append(&lasso.stem, alphabet);
                    word.cycle = Some(word.actions.len());
                    word.append(&lasso.cycle, alphabet);
                    word.tests.pop();
                    break;
                }
                Path::Act(a) if exact && alphabet.letter_term(a).is_top() => {
                    word.enter(&symbol, alphabet);
                    break;
                }
                _ => word.enter(&symbol, alphabet),
            }
        }
        word
    }

    fn append(&mut self, path: &Path, alphabet: &Alphabet) {
        let mut symbols = Vec::new();
        path.visit(&mut symbols);
        for symbol in &symbols {
            self.enter(symbol, alphabet);
        }
    }

    fn enter(&mut self, symbol: &Path, alphabet: &Alphabet) {
        match symbol {
            Path::Test(l) => {
                let test = alphabet.literal(*l).clone();
                if let Some(block) = self.tests.last_mut()
                    && !block.contains(&test)
                {
                    block.push(test);
                }
            }
            Path::Act(a) | Path::Lasso(a, _) => {
                self.actions.push(alphabet.letter_term(*a).clone());
                self.tests.push(Vec::new());
            }
            Path::Empty | Path::Then(_) => {}
        }
    }
}

/// `p x !p y`, or `p x (!p y)^w` with a cycle; the empty word is `1`.
impl fmt::Display for GuardedWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let factors = |from: usize, to: usize| -> Vec<Term> {
            let block = |k: usize| self.tests[k].iter().chain(self.actions.get(k)).cloned();
            (from..to).flat_map(block).collect()
        };
        let all = match self.cycle {
            None => factors(0, self.tests.len()),
            Some(n) => {
                let mut all = factors(0, n);
                all.push(product(&factors(n, self.tests.len())).omega());
                all
            }
        };
        write!(f, "{}", product(&all))
    }
}
