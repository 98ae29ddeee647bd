//! A shortest word that tells two regular terms apart: breadth first over the rest of the left side and the state of
//! the right side.

use std::collections::VecDeque;

use reductio_algebra::Term;
use rustc_hash::FxHashSet;

use super::alphabet::Factor;
use super::head::END;
use super::monomial::Rest;
use super::reach::{Path, Reach};
use super::state::{ALL, State, Stop};

/// The most pairs that are looked at.
const LIMIT: usize = 5_000;

impl Reach<'_> {
    /// A word of `e` with as few actions as possible that is refused from `s`. None where `e` has `T` or an infinite
    /// repetition, or no such word was found within the limit.
    pub(super) fn shortest(&mut self, e: &Term, s: State) -> Result<Option<Path>, Stop> {
        if !self.is_finite(e) {
            return Ok(None);
        }
        let root = self.states.heads.cons(e, END);
        let mut seen: FxHashSet<_> = [(root, s)].into_iter().collect();
        let mut frontier: VecDeque<_> = [(root, s, Path::Empty)].into();
        while let Some((tail, s, path)) = frontier.pop_front() {
            self.states.look_up()?;
            for m in self.states.heads.head(tail).iter() {
                let (mut s, mut path) = (s, path.clone());
                for l in &m.guard {
                    s = self.states.test(s, *l)?;
                    path = path.then(&Path::Test(*l));
                }
                match m.rest {
                    _ if s == ALL => {}
                    Rest::End => {
                        if let Some(tests) = self.refusal(s)? {
                            let end = |word: Path, l| word.then(&Path::Test(l));
                            return Ok(Some(tests.into_iter().fold(path, end)));
                        }
                    }
                    Rest::Act(a, rest) => {
                        for (t, step) in self.act(a, s)? {
                            if t != ALL && seen.insert((rest, t)) {
                                frontier.push_back((rest, t, path.then(&step)));
                            }
                        }
                    }
                    // `T` and infinite repetition are not here.
                    Rest::Top => return Ok(None),
                }
            }
            if seen.len() > LIMIT {
                return Ok(None);
            }
        }
        Ok(None)
    }

    fn is_finite(&mut self, e: &Term) -> bool {
        match self.states.heads.alphabet.factor(e) {
            Factor::Plus(a, b) | Factor::Seq(a, b) => self.is_finite(&a) && self.is_finite(&b),
            Factor::Star(a) | Factor::Rewritten(a) => self.is_finite(&a),
            Factor::Zero | Factor::One | Factor::Test(_) | Factor::Letter(_) => true,
            _ => false,
        }
    }
}
