//! The claims that hold in all abstract states: that no thread is stuck, that there is no deadlock, and those for which
//! a backward search had to look at many configurations.

use rustc_hash::FxHashMap;

use super::{Decision, Known, Later};
use crate::abstraction::{self, About, Abstract, Asked, Order, Question, Said};
use crate::answer::Evidence;
use crate::counts::{Levels, MOST_LEVEL};
use crate::forward::Sought;
use crate::limits::Stopped;
use crate::marked::Marked;
use crate::pairs::Pairs;
use crate::rule::Locals;
use crate::space::SharedId;

impl Decision<'_> {
    /// The searches through abstract states, with each of these numbers of them: first with levels that are raised
    /// where needed, then with one for all.
    pub(super) fn counting(
        &mut self,
        pairs: &mut Pairs,
        marked: Option<&Marked>,
        later: &Later,
        sizes: &[usize],
    ) {
        let seeds: Vec<(Sought, FxHashMap<SharedId, Vec<Locals>>)> = later
            .iter()
            .map(|(number, seeds)| {
                let mut by_shared: FxHashMap<SharedId, Vec<Locals>> = FxHashMap::default();
                for (shared, locals) in seeds {
                    by_shared.entry(*shared).or_default().push(locals.clone());
                }
                (self.all[*number].0, by_shared)
            })
            .collect();
        let mut questions: Vec<Question<'_>> = vec![];
        let mut ask = |sought, about| questions.push(Question { sought, about });
        if let Some(marked) = marked {
            ask(Sought::Stuck, About::Stuck(marked));
        }
        ask(Sought::Deadlock, About::Deadlock);
        for (sought, seeds) in &seeds {
            ask(*sought, About::Threads(seeds));
        }
        let least = self.least.0.clone();
        let mut asked = Asked { questions, least: &least };
        let greatest = u8::try_from(self.watch.limits().level.min(MOST_LEVEL)).unwrap_or(u8::MAX);
        let mut is_done = vec![false; usize::from(greatest) + 1];
        for most in sizes {
            // The levels of all, of which none says that they are raised where needed.
            for level in std::iter::once(None).chain((1..=greatest).map(Some)) {
                let is_done = &mut is_done[usize::from(level.unwrap_or(0))];
                if *is_done {
                    continue;
                }
                match self.counted(pairs, &mut asked, (level, greatest), *most) {
                    // What is not shown now is not shown with more states either.
                    None => *is_done = true,
                    Some(Stopped::Configurations | Stopped::Memory) => {}
                    Some(Stopped::Time | Stopped::Cancelled) => return,
                }
            }
        }
    }

    /// Explores abstract states as long as something is decided by them. Returns why this had to stop.
    fn counted(
        &mut self,
        pairs: &mut Pairs,
        asked: &mut Asked<'_>,
        (level, greatest): (Option<u8>, u8),
        most: usize,
    ) -> Option<Stopped> {
        loop {
            asked
                .questions
                .retain(|one| self.is_open(one.sought) && !self.real.contains(&one.sought));
            if asked.questions.is_empty() {
                return None;
            }
            let (frame, limits) = (&self.frame, (&self.watch, most));
            let found = match level {
                None => abstraction::refined(frame, pairs, asked, greatest, limits, self.mutation),
                Some(level) => {
                    let levels = Levels::uniform(level);
                    abstraction::explore(
                        frame,
                        pairs,
                        asked,
                        (&levels, Order::Largest),
                        limits,
                        self.mutation,
                    )
                    .map(|found| (found, levels))
                }
            };
            match found {
                Err(stopped) => {
                    let count = level.unwrap_or(greatest);
                    self.reason =
                        format!("{stopped} was reached when threads were counted up to {count}");
                    return Some(stopped);
                }
                Ok((found, levels)) => {
                    let real = self.real.len();
                    let is_shown = self.note(&found, &levels, asked);
                    if !is_shown && self.real.len() == real {
                        return None;
                    }
                }
            }
        }
    }

    /// Notes what a search through abstract states shows. Returns whether it shows something.
    fn note(&mut self, found: &Abstract, levels: &Levels, asked: &Asked<'_>) -> bool {
        let (level, states) = (levels.most(), found.known.len());
        let evidence = Evidence::Abstraction { level, states };
        let mut shown = Vec::new();
        for (question, said) in asked.questions.iter().zip(&found.said) {
            if *said == Said::Never {
                shown.push(question.sought);
                // Where nobody is stuck there is no deadlock.
                if question.sought == Sought::Stuck && self.is_open(Sought::Deadlock) {
                    shown.push(Sought::Deadlock);
                }
            } else if said.is_real() {
                self.real.push(question.sought);
            }
        }
        for sought in &shown {
            self.set(*sought, &Known::Holds(evidence));
        }
        if shown.is_empty() {
            self.reason = format!(
                "no small number shows one, and counting threads in equal local states up to {level} does not show that there is none"
            );
        } else if let Some(proofs) = &mut self.proofs {
            let numbers = self.all.iter().enumerate().filter(|(_, (one, _))| shown.contains(one));
            let states = found.known.states().map(|(_, state)| state.clone()).collect();
            proofs.counted.push((numbers.map(|(number, _)| number).collect(), states));
        }
        !shown.is_empty()
    }

    /// Says of threads and deadlocks that are not decided why.
    pub(super) fn give_reasons(&mut self) {
        for (sought, known) in &mut self.all {
            if let (Sought::Stuck | Sought::Deadlock, Known::Open(why)) = (sought, known)
                && why.is_empty()
            {
                why.clone_from(&self.reason);
            }
        }
    }
}
