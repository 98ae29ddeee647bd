//! Backward search and abstraction for every number of threads, in turn with forward search for small numbers.

mod backward;
mod counting;

use reductio_language::{Families, FamilyClaimKind};

use crate::answer::{Answer, ClaimAnswer, DecidedFamily, Evidence, FamilyError, Outcome, RunStep};
use crate::certificate::Proofs;
use crate::forward::{self, Sought};
use crate::frame::Frame;
use crate::limits::Watch;
use crate::marked::Marked;
use crate::mutation::Mutation;
use crate::numbers::Numbers;
use crate::pairs::Pairs;
use crate::seeds::{Instances, Seeds, Wanted};

/// What is known of a claim.
#[derive(Clone, Debug)]
enum Known {
    /// Nothing yet.
    Open(String),
    /// It holds, or what is asked for is never reached.
    Holds(Evidence),
    /// A state that decides it can be reached with so many threads.
    Reachable(Numbers),
    /// A run to such a state.
    Shown { threads: Numbers, is_least: bool, run: Vec<RunStep> },
    /// It is not asked.
    NotAsked(String),
}

/// The most states of systems with few threads that are explored before the search through abstract states.
const FEW: usize = 20_000;

/// The most configurations of a backward search before the one through abstract states.
const FEW_CONFIGURATIONS: usize = 4_000;

/// The most abstract states that each level gets before a backward search without such a limit, one after the other.
const FEW_ABSTRACT: [usize; 3] = [2_000, 8_000, 64_000];

/// The configurations that decide a claim, by its number.
type Later = Vec<(usize, Seeds)>;

/// The decision of all claims, step by step.
pub(crate) struct Decision<'a> {
    families: &'a Families,
    /// The least number of threads of each family.
    least: Numbers,
    pub(crate) frame: Frame,
    pub(crate) instances: Instances<'a>,
    watch: Watch<'a>,
    mutation: Option<Mutation>,
    all: Vec<(Sought, Known)>,
    /// The numbers of threads of the system that is explored next.
    next: Numbers,
    /// The things of which counting further says nothing: they are so with some number of threads.
    real: Vec<Sought>,
    /// The reason why abstract states did not decide what is open.
    reason: String,
    /// The facts that a certificate needs, if one is made.
    pub(crate) proofs: Option<Proofs>,
}

/// The numbers of pairs and rules; pairs and marked threads, where no limit was reached.
pub(crate) type Run = ((usize, usize), Option<(Pairs, Option<Marked>)>);

fn sought(families: &Families) -> Vec<(Sought, Known)> {
    let open = || Known::Open(String::new());
    let mut all = vec![
        (Sought::Violation, open()),
        (Sought::Failure, open()),
        (Sought::Deadlock, open()),
        (Sought::Stuck, open()),
    ];
    let (mut invariants, mut goals) = (0.., 0..);
    for claim in &families.claims {
        let wanted = match claim.kind {
            FamilyClaimKind::Invariant => invariants.next().map(Wanted::Broken),
            FamilyClaimKind::Reach => goals.next().map(Wanted::Reached),
            FamilyClaimKind::Property => None,
        };
        let known = match &claim.obstacle {
            Some(obstacle) => Known::NotAsked(obstacle.construct.clone()),
            None => open(),
        };
        // Properties have no number: they are never asked.
        all.push((Sought::Claim(wanted.unwrap_or(Wanted::Broken(usize::MAX))), known));
    }
    all
}

impl<'a> Decision<'a> {
    pub(crate) fn new(
        families: &'a Families,
        (frame, instances): (Frame, Instances<'a>),
        watch: Watch<'a>,
        mutation: Option<Mutation>,
        proofs: Option<Proofs>,
    ) -> Self {
        let least = Numbers(families.families.iter().map(|family| family.least).collect());
        Decision {
            families,
            frame,
            instances,
            watch,
            mutation,
            all: sought(families),
            next: least.clone(),
            least,
            real: Vec::new(),
            reason: String::new(),
            proofs,
        }
    }

    /// Decides what can be decided.
    pub(crate) fn run(&mut self) -> Result<Run, FamilyError> {
        let pairs = Pairs::new(&self.frame, &self.watch, self.mutation);
        let mut pairs = match pairs {
            Ok(pairs) => pairs,
            Err(stopped) => {
                let reason = format!("{stopped} was reached in the search for pairs");
                self.all.iter_mut().for_each(|(_, known)| {
                    if matches!(known, Known::Open(_)) {
                        *known = Known::Open(reason.clone());
                    }
                });
                self.small_numbers(None, None, (self.watch.limits().threads, usize::MAX))?;
                return Ok(((0, 0), None));
            }
        };
        let sizes = (pairs.len(), pairs.rules.len());
        let later = self.all_backward(&mut pairs)?;
        let marked = self
            .is_asked(Sought::Stuck)
            .then(|| Marked::new(&self.frame, &mut pairs, &self.watch, self.mutation));
        let marked = match marked {
            None => None,
            Some(Ok(marked)) => Some(marked),
            Some(Err(stopped)) => {
                self.set(Sought::Stuck, &Known::Open(stopped.to_string()));
                None
            }
        };
        // What is wrong with few threads is found soonest there.
        let few = (self.least.sum() + 2, FEW);
        self.small_numbers(Some(&mut pairs), marked.as_ref(), few)?;
        self.counting(&mut pairs, marked.as_ref(), &later, &FEW_ABSTRACT);
        for (number, seeds) in &later {
            if matches!(self.all[*number].1, Known::Open(_)) {
                self.all[*number].1 = self.backward(*number, seeds, &mut pairs, usize::MAX)?;
            }
        }
        self.counting(&mut pairs, marked.as_ref(), &later, &[usize::MAX]);
        self.give_reasons();
        let more = (self.watch.limits().threads, usize::MAX);
        self.small_numbers(Some(&mut pairs), marked.as_ref(), more)?;
        Ok((sizes, Some((pairs, marked))))
    }

    fn set(&mut self, sought: Sought, now: &Known) {
        for (one, known) in &mut self.all {
            if *one == sought {
                known.clone_from(now);
            }
        }
    }

    /// Decides whether something is asked: that threads go on only where no thread fails.
    fn is_asked(&self, sought: Sought) -> bool {
        let fails = matches!(self.all[1].1, Known::Shown { .. } | Known::Reachable(_));
        !fails || !matches!(sought, Sought::Deadlock | Sought::Stuck)
    }

    fn is_open(&self, sought: Sought) -> bool {
        self.is_asked(sought)
            && self.all.iter().any(|(one, known)| *one == sought && matches!(known, Known::Open(_)))
    }

    /// Explores the systems with few threads, as long as something is sought: up to a number of threads and of states.
    fn small_numbers(
        &mut self,
        mut pairs: Option<&mut Pairs>,
        marked: Option<&Marked>,
        (threads, states): (usize, usize),
    ) -> Result<(), FamilyError> {
        let mut own = crate::space::Space::default();
        while self.next.sum() <= threads {
            let next = self.next.clone();
            let wanted = self.all.iter().filter(|(_, known)| match known {
                Known::Open(_) | Known::Reachable(_) => true,
                Known::Shown { threads: shown, is_least, .. } => !is_least && next <= *shown,
                Known::Holds(_) | Known::NotAsked(_) => false,
            });
            let wanted = wanted.map(|(sought, _)| *sought);
            let mut sought: Vec<Sought> = wanted.filter(|one| self.is_asked(*one)).collect();
            if sought.is_empty() {
                break;
            }
            let instance = self.instances.get(&next.0)?;
            let limits = (&self.watch, states.min(self.watch.limits().states));
            let (found, stopped) = match pairs.as_deref_mut() {
                Some(pairs) => {
                    // The local states that are met get numbers of the same space.
                    let mut space = std::mem::take(&mut pairs.space);
                    let marks = marked.map(|marked| (marked, pairs.known()));
                    let found = forward::explore(instance, &mut space, marks, &mut sought, limits);
                    pairs.space = space;
                    found
                }
                None => forward::explore(instance, &mut own, None, &mut sought, limits),
            }?;
            for (sought, run) in found {
                let threads = next.clone();
                self.set(sought, &Known::Shown { threads, is_least: true, run });
            }
            if stopped.is_some() {
                break;
            }
            self.next = next.following(&self.least);
        }
        Ok(())
    }

    pub(crate) fn answer(&self, (pairs, rules): (usize, usize)) -> Answer {
        let fails = matches!(self.all[1].1, Known::Shown { .. } | Known::Reachable(_));
        let mut outcomes = self.all.iter().map(|(sought, known)| {
            let is_rest = matches!(sought, Sought::Deadlock | Sought::Stuck);
            if is_rest && fails {
                let reason = "it is asked only where no thread fails".to_owned();
                return Outcome::Undecided { reason };
            }
            let is_known = matches!(sought, Sought::Violation | Sought::Failure);
            outcome(*sought, known, is_known)
        });
        let mut next = || outcomes.next().expect("there are four, and the claims");
        let (discipline, failures, deadlock, stuck) = (next(), next(), next(), next());
        let claims = self.families.claims.iter().zip(&self.all[4..]);
        let claims = claims.map(|(claim, (sought, known))| {
            (claim, outcome(*sought, known, claim.witnesses.is_some()))
        });
        let claims = claims.map(|(claim, outcome)| ClaimAnswer {
            kind: claim.kind,
            title: claim.title.clone().unwrap_or_else(|| claim.text.clone()),
            outcome,
        });
        Answer {
            families: self.families.families.iter().map(DecidedFamily::of).collect(),
            pairs,
            rules,
            discipline,
            failures,
            deadlock,
            stuck,
            claims: claims.collect(),
        }
    }
}

/// The outcome of a claim; `is_from_on` says that more threads do not make good what fails.
fn outcome(sought: Sought, known: &Known, is_from_on: bool) -> Outcome {
    let is_reach = matches!(sought, Sought::Claim(Wanted::Reached(_)));
    match known {
        Known::Open(reason) | Known::NotAsked(reason) => {
            Outcome::Undecided { reason: reason.clone() }
        }
        Known::Reachable(threads) => Outcome::Undecided {
            reason: format!(
                "a state that decides it is reached with {} threads, but no run was made",
                threads.sum()
            ),
        },
        Known::Holds(evidence) if is_reach => Outcome::Never(*evidence),
        Known::Holds(evidence) => Outcome::Holds(*evidence),
        Known::Shown { threads, is_least, run } => {
            let (threads, is_least, run) = (threads.0.clone(), *is_least, run.clone());
            if is_reach {
                Outcome::Reached { threads, is_least, is_from_on, run }
            } else {
                Outcome::Fails { threads, is_least, is_from_on, run }
            }
        }
    }
}
