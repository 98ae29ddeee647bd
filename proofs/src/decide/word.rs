//! Guarded words: what tells two terms apart.

use std::fmt;

use reductio_algebra::Term;

use super::alphabet::Alphabet;
use super::reach::Path;

/// Tests and actions in turn, `B0 a1 B1 ... an Bn`: a run that one term admits and another does not. A test that is
/// not named in a block does not matter there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuardedWord {
    /// The tests before each action and after the last: one block more than there are actions.
    pub tests: Vec<Vec<Term>>,
    /// The actions.
    pub actions: Vec<Term>,
}

impl GuardedWord {
    pub(super) fn of(path: &Path, alphabet: &Alphabet) -> Self {
        let mut word = GuardedWord { tests: vec![Vec::new()], actions: Vec::new() };
        let mut symbols = Vec::new();
        path.visit(&mut symbols);
        for symbol in symbols {
            match symbol {
                Path::Test(l) => {
                    let test = alphabet.literal(l).clone();
                    if let Some(block) = word.tests.last_mut()
                        && !block.contains(&test)
                    {
                        block.push(test);
                    }
                }
                Path::Act(a) => {
                    word.actions.push(alphabet.letter_term(a).clone());
                    word.tests.push(Vec::new());
                }
                Path::Empty | Path::Then(_) => {}
            }
        }
        word
    }
}

/// `p x !p y`; the empty word is `1`.
impl fmt::Display for GuardedWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut factors = Vec::new();
        for (block, action) in self.tests.iter().zip(self.actions.iter().map(Some).chain([None])) {
            factors.extend(block.iter().chain(action).cloned());
        }
        write!(f, "{}", crate::tactic::product::product(&factors))
    }
}
