//! The claims that no run violates: backward from what violates them.

use reductio_language::FamilyClaim;

use super::{Decision, FEW_CONFIGURATIONS, Known, Later};
use crate::answer::{Evidence, FamilyError, RunStep};
use crate::backward::{self, Question, Reached};
use crate::closed::{Closed, is_within};
use crate::forward::Sought;
use crate::frame::MOST_WITNESSES;
use crate::limits::Stopped;
use crate::mutation::Mutation;
use crate::numbers::Numbers;
use crate::pairs::Pairs;
use crate::seeds::{Seeds, overlaps, witnessed};

impl Decision<'_> {
    fn claim(&self, number: usize) -> Option<&FamilyClaim> {
        self.families.claims.get(number.checked_sub(4)?)
    }

    /// The backward searches for all that is sought, each through a few configurations. Returns the configurations that
    /// decide those claims for which these were not enough.
    pub(super) fn all_backward(&mut self, pairs: &mut Pairs) -> Result<Later, FamilyError> {
        let mut later = Later::new();
        for number in 0..self.all.len() {
            if !matches!(self.all[number].1, Known::Open(_)) {
                continue;
            }
            let seeds = match self.seeds(number, self.all[number].0, pairs)? {
                Ok(Ok(seeds)) => seeds,
                Ok(Err(stopped)) => {
                    self.all[number].1 = Known::Open(stopped.to_string());
                    continue;
                }
                Err(reason) => {
                    self.all[number].1 = Known::Open(reason);
                    continue;
                }
            };
            let most = match self.mutation {
                Some(Mutation::CountsFirst | Mutation::LeastConfiguration) => 0,
                _ => FEW_CONFIGURATIONS,
            };
            let known = self.backward(number, &seeds, pairs, most)?;
            if matches!(known, Known::Open(_)) {
                later.push((number, seeds));
            }
            self.all[number].1 = known;
        }
        Ok(later)
    }

    /// The backward search for one thing that is sought, through at most so many configurations.
    pub(super) fn backward(
        &mut self,
        number: usize,
        seeds: &Seeds,
        pairs: &mut Pairs,
        most: usize,
    ) -> Result<Known, FamilyError> {
        let (sought, watch) = (self.all[number].0, self.watch.up_to(most));
        let question =
            Question { pairs, still: None, ends_at_initial: true, mutation: self.mutation };
        let seeds = seeds.iter().map(|(shared, locals)| ((*shared, None), locals.clone()));
        Ok(match backward::search(question, seeds, &watch) {
            Err(stopped) => Known::Open(stopped.to_string()),
            Ok(Reached { set, initial: None }) => {
                if let Some(proofs) = &mut self.proofs {
                    let all = (0..set.added()).map(|number| set.get(number));
                    let least = all.filter(|element| element.is_least);
                    let least = least.map(|element| (element.key.0, element.locals.clone()));
                    proofs.bases.insert(number, least.collect());
                }
                Known::Holds(Evidence::Backward { elements: set.len() })
            }
            Ok(Reached { set, initial: Some(initial) }) => {
                let threads = self.least.with(&set.get(initial).locals, &pairs.space);
                match self.guided(&set, initial, &threads, sought, pairs)? {
                    Some(run) => Known::Shown { threads, is_least: false, run },
                    None => Known::Reachable(threads),
                }
            }
        })
    }

    fn seeds(
        &mut self,
        number: usize,
        sought: Sought,
        pairs: &Pairs,
    ) -> Result<Result<Result<Seeds, Stopped>, String>, FamilyError> {
        Ok(match sought {
            Sought::Violation => Ok((|| {
                let mut seeds = overlaps(&self.frame, pairs, &self.watch)?;
                if self.mutation == Some(Mutation::NoOverlap) {
                    seeds.clear();
                }
                if self.mutation != Some(Mutation::NoTrespass) {
                    seeds.extend(pairs.trespasses.iter().cloned());
                }
                Ok(seeds)
            })()),
            Sought::Failure => {
                let failing = pairs.rules.iter().filter(|rule| rule.fails);
                Ok(Ok(failing.map(|rule| (rule.from, rule.sight.clone())).collect()))
            }
            Sought::Deadlock | Sought::Stuck => Err(String::new()),
            Sought::Claim(wanted) => {
                let witnesses = self.claim(number).and_then(|claim| claim.witnesses.clone());
                let Some(witnesses) = witnesses else {
                    let reason = "it says both that some thread is and that all are, so more threads may change it back";
                    return Ok(Err(reason.to_owned()));
                };
                let sum: usize = witnesses.iter().sum();
                if sum > MOST_WITNESSES {
                    let reason = format!("it takes {sum} threads to decide it, which are too many");
                    return Ok(Err(reason));
                }
                let (instances, mutation) = (&mut self.instances, self.mutation);
                let known = (&self.frame, pairs);
                Ok(witnessed(instances, known, wanted, &witnesses, &self.watch, mutation)?)
            }
        })
    }

    /// A run of the system with so many threads along the elements of a backward search.
    fn guided(
        &mut self,
        set: &Closed<backward::Key>,
        initial: usize,
        threads: &Numbers,
        sought: Sought,
        pairs: &mut Pairs,
    ) -> Result<Option<Vec<RunStep>>, FamilyError> {
        if self.mutation.is_some() || threads.sum() > 40 {
            return Ok(None);
        }
        let instance = self.instances.get(&threads.0)?;
        let system = &instance.system;
        let mut state = system.initial();
        let mut run = Vec::new();
        let mut at = initial;
        while let Some(next) = set.get(at).next {
            let element = set.get(next);
            let successors = system.successors(&state);
            let leads = successors.into_iter().find(|successor| {
                let (shared, locals) = instance.configuration(&successor.state, &mut pairs.space);
                shared == element.key.0 && is_within(&element.locals, &locals)
            });
            let step = leads.ok_or_else(|| {
                FamilyError::contradiction(
                    "a configuration of the backward search does not lead to the next one",
                )
            })?;
            run.push(RunStep::of(system, step.thread, step.transition));
            state = step.state;
            at = next;
        }
        let is_there = match sought {
            Sought::Violation => instance.is_bad(&state),
            Sought::Claim(wanted) => wanted.is_true(instance, &state),
            Sought::Failure => {
                let failing =
                    system.successors(&state).into_iter().find(|one| one.failure.is_some());
                run.extend(
                    failing.as_ref().map(|one| RunStep::of(system, one.thread, one.transition)),
                );
                failing.is_some()
            }
            Sought::Deadlock | Sought::Stuck => false,
        };
        if !is_there {
            let what = "what a backward search begins with is not what is sought";
            return Err(FamilyError::contradiction(what));
        }
        Ok(Some(run))
    }
}
