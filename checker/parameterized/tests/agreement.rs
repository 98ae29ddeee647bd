//! Answers for every number of threads, held against systems with fixed numbers.

use reductio_language::FamilyClaimKind;
use reductio_parameterized::{Answer, Outcome};

use crate::oracle::{self, Fixed};

/// How many answers were compared, and how.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Compared {
    pub holds: usize,
    pub fails: usize,
    pub undecided: usize,
}

/// Compares an answer with the systems of 1 to `most` threads, for each further family one more, those past so many
/// states left out. An error tells the first difference.
pub(crate) fn compare(
    text: &str,
    answer: &Answer,
    most: usize,
    states: usize,
) -> Result<Compared, String> {
    let mut compared = Compared::default();
    for outcome in answer.outcomes() {
        match outcome {
            Outcome::Holds(_) | Outcome::Never(_) => compared.holds += 1,
            Outcome::Fails { .. } | Outcome::Reached { .. } => compared.fails += 1,
            Outcome::Undecided { .. } => compared.undecided += 1,
        }
    }
    runs(text, answer)?;
    for threads in numbers(answer, most + answer.families.len() - 1) {
        let Some(fixed) = oracle::fixed(text, &answer.families, &threads, states) else { continue };
        for (name, outcome, is_so) in told(answer, &fixed) {
            one(outcome, is_so, &threads)
                .map_err(|what| format!("{name} with {threads:?} threads: {what}"))?;
        }
    }
    Ok(compared)
}

/// All numbers of threads of the families, with a sum of at most so many.
fn numbers(answer: &Answer, most: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for family in &answer.families {
        let more = all
            .iter()
            .flat_map(|some| (family.least..=most).map(|number| [&some[..], &[number]].concat()));
        all = more.filter(|some| some.iter().sum::<usize>() <= most).collect();
    }
    all
}

/// Tells whether numbers come before others: by their sum, then by the numbers of the first family.
fn is_before(some: &[usize], others: &[usize]) -> bool {
    let key = |numbers: &[usize]| (numbers.iter().sum::<usize>(), numbers.to_vec());
    key(some) < key(others)
}

fn told<'a>(answer: &'a Answer, fixed: &Fixed) -> Vec<(String, &'a Outcome, bool)> {
    let mut all = vec![
        ("the discipline".to_owned(), &answer.discipline, fixed.violates),
        ("failures".to_owned(), &answer.failures, fixed.fails),
        ("deadlock".to_owned(), &answer.deadlock, fixed.deadlocks),
        ("stuck threads".to_owned(), &answer.stuck, fixed.is_stuck),
    ];
    let (mut invariants, mut goals) = (fixed.broken.iter(), fixed.reached.iter());
    for claim in &answer.claims {
        let is_so = match claim.kind {
            FamilyClaimKind::Invariant => invariants.next(),
            FamilyClaimKind::Reach => goals.next(),
            FamilyClaimKind::Property => None,
        };
        all.push((claim.title.clone(), &claim.outcome, is_so.copied().unwrap_or(false)));
    }
    all
}

fn one(outcome: &Outcome, is_so: bool, numbers: &[usize]) -> Result<(), String> {
    let expected = match outcome {
        Outcome::Holds(_) | Outcome::Never(_) => false,
        Outcome::Undecided { .. } => return Ok(()),
        Outcome::Fails { threads, is_least, is_from_on, .. }
        | Outcome::Reached { threads, is_least, is_from_on, .. } => {
            let is_more = numbers.iter().zip(threads).all(|(number, least)| number >= least);
            match numbers {
                _ if numbers == threads || is_more && *is_from_on => true,
                _ if is_before(numbers, threads) && *is_least => false,
                _ => return Ok(()),
            }
        }
    };
    if is_so == expected { Ok(()) } else { Err(format!("{is_so}, but {outcome:?}")) }
}

/// Takes the steps of all runs, and looks at where they end.
fn runs(text: &str, answer: &Answer) -> Result<(), String> {
    let (mut invariants, mut goals) = (0, 0);
    let own = [&answer.discipline, &answer.failures, &answer.deadlock, &answer.stuck];
    let own = own.into_iter().map(|outcome| (None, outcome));
    for (place, (kind, outcome)) in
        own.chain(answer.claims.iter().map(|claim| (Some(claim.kind), &claim.outcome))).enumerate()
    {
        let number = match kind {
            Some(FamilyClaimKind::Invariant) => {
                invariants += 1;
                invariants - 1
            }
            Some(FamilyClaimKind::Reach) => {
                goals += 1;
                goals - 1
            }
            _ => 0,
        };
        let (Outcome::Fails { threads, run, .. } | Outcome::Reached { threads, run, .. }) = outcome
        else {
            continue;
        };
        let system = oracle::system(text, &answer.families, threads);
        let (state, fails) = oracle::replayed(&system, run);
        let is_shown = match (place, kind) {
            (0, _) => oracle::violates(&system, &state),
            (1, _) => fails,
            (2, _) => system.successors(&state).is_empty(),
            (3, _) => oracle::is_stuck_from(&system, &state),
            (_, Some(FamilyClaimKind::Invariant)) => {
                !system.holds(&system.invariants()[number].predicate, &state)
            }
            _ => system.holds(&system.reachable()[number].predicate, &state),
        };
        if !is_shown {
            return Err(format!("the run of {place} does not show it: {outcome:?}"));
        }
    }
    Ok(())
}
