//! Random families, held against systems with fixed numbers of threads.

use std::collections::BTreeMap;
use std::time::Duration;

use reductio_language::Families;
use reductio_parameterized::{FamilyError, Limits, Mutation, Outcome, decide, decide_with};

use crate::agreement::compare;
use crate::text;

pub(crate) fn limits() -> Limits<'static> {
    Limits {
        configurations: 20_000,
        states: 5_000,
        threads: 4,
        level: 2,
        timeout: Some(Duration::from_secs(5)),
        ..Limits::default()
    }
}

fn families(made: fn(u64) -> String, seeds: std::ops::Range<u64>, most: usize, states: usize) {
    families_by(made, seeds, (most, states), None);
}

fn families_by(
    made: fn(u64) -> String,
    seeds: std::ops::Range<u64>,
    (most, states): (usize, usize),
    mutation: Option<Mutation>,
) {
    let (mut holds, mut fails, mut undecided, mut families, mut declined) =
        (0, 0, 0, 0, Vec::new());
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for seed in seeds {
        let text = made(seed);
        let declared = Families::declared(&text).into_iter().map(|(index, _)| index);
        let mut indices: Vec<String> = declared.filter(|index| index != "User").collect();
        indices.push("User".to_owned());
        let decided = match mutation {
            None => decide(&text, &indices, &[], &limits()),
            Some(mutation) => decide_with(&text, &indices, &[], &limits(), mutation),
        };
        match decided {
            Ok(answer) => {
                let compared = compare(&text, &answer, most, states);
                let compared =
                    compared.unwrap_or_else(|what| panic!("seed {seed}: {what}\n{text}"));
                families += 1;
                for outcome in answer.outcomes() {
                    if let Outcome::Undecided { reason } = outcome {
                        *reasons.entry(reason.clone()).or_default() += 1;
                    }
                }
                holds += compared.holds;
                fails += compared.fails;
                undecided += compared.undecided;
                if families % 250 == 0 {
                    println!("{families} so far: {holds}, {fails}, {undecided}");
                }
            }
            Err(FamilyError::Text(errors)) => panic!("seed {seed}: {errors}\n{text}"),
            Err(error) => declined.push(format!("{seed}: {error}")),
        }
    }
    println!(
        "{families} families: {holds} claims hold, {fails} fail or are reached, {undecided} are undecided; {} declined",
        declined.len()
    );
    for (reason, count) in &reasons {
        println!("{count:6} undecided: {reason}");
    }
    assert!(holds > families && fails > families / 2, "{holds} and {fails} of {families}");
    assert!(declined.is_empty(), "{declined:?}");
}

#[test]
fn random_families_agree_with_fixed_numbers() {
    families(text::family, 0..40, 3, 2_000);
}

#[test]
fn random_families_whose_claims_abstract_states_decide_agree_with_fixed_numbers() {
    families_by(text::family, 100..130, (3, 2_000), Some(Mutation::CountsFirst));
    families_by(text::two_families, 100..120, (3, 2_000), Some(Mutation::CountsFirst));
}

#[test]
fn random_pairs_of_families_agree_with_fixed_numbers() {
    families(text::two_families, 0..30, 3, 2_000);
}

#[test]
#[ignore = "takes long"]
fn many_random_families_agree_with_fixed_numbers() {
    let from = std::env::var("FROM_SEED").map_or(10_000, |from| from.parse().unwrap());
    families(text::family, from..15_000, 5, 3_000);
}

#[test]
#[ignore = "takes long"]
fn many_random_pairs_of_families_agree_with_fixed_numbers() {
    families(text::two_families, 20_000..22_000, 4, 3_000);
}
