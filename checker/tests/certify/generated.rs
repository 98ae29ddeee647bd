//! Certificates of generated systems are confirmed; and where the discipline lacks a requirement, the verifier notices.

use std::collections::BTreeMap;
use std::sync::Arc;

use reductio::certify::{CertifyError, CertifyLimits, certify, to_file};
use reductio::check::{Argument, CheckOptions, CheckReport, Resort, Subject, check};
use reductio::discipline::{Discipline, Requirement};
use reductio::search::Order;
use reductio::testing::generate::Sketch;

use super::python::{python, verify_all};

fn explored(discipline: Discipline, order: Order) -> CheckReport {
    let options = CheckOptions { order, keep_going: true, ..CheckOptions::default() };
    check(&Subject::of_discipline(Arc::new(discipline)), &options, None, None)
}

/// Makes and verifies the certificates of generated systems, until `wanted` of them rest on the theorem.
fn confirm(first_seed: u64, name: &str, wanted: usize) {
    let Some(python) = python("generated systems") else { return };
    let (mut texts, mut reduced, mut watched) = (Vec::new(), 0, 0);
    let mut seeds = first_seed..;
    while reduced < wanted {
        let seed = seeds.next().unwrap();
        let sketch = Sketch::random(seed);
        let sketch = if seed % 4 == 3 { sketch.trying(seed) } else { sketch };
        let system = sketch.build().unwrap();
        let order = if seed.is_multiple_of(8) { Order::Unreduced } else { Order::Reduced };
        // No system is passed over.
        let report = explored(Discipline::new(&system), order);
        let made = certify(&report, &CertifyLimits::default());
        let made = made.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{sketch}"));
        let is_watched = report.resort == Some(Resort::Watching);
        watched += usize::from(is_watched);
        reduced += usize::from(report.basis.argument == Argument::Reduction && !is_watched);
        texts.push(to_file(&[made]));
    }
    for (answer, text) in verify_all(python, name, &texts).iter().zip(&texts) {
        assert_eq!(answer, "accepted", "{text}");
    }
    eprintln!(
        "{} systems, {reduced} of them by the theorem; {watched} by all steps, as a variable was watched",
        texts.len()
    );
    assert!(watched > wanted / 60, "{watched}");
}

#[test]
fn the_verifier_confirms_generated_systems() {
    confirm(0, "generated", 300);
}

#[test]
#[ignore = "minutes of Python"]
fn the_verifier_confirms_thousands_of_generated_systems() {
    for part in 0..10 {
        confirm((part + 1) << 32, "many", 500);
    }
}

/// How many certificates are looked for without a requirement, unless `REDUCTIO_WITHOUT` says it, and among how many
/// systems at most.
const WITHOUT: (usize, u64) = (15, 4_000);

/// Without a requirement something is invisible that must not be, or a bad state is passed over. Whenever the library
/// itself would refuse to certify the answers, so does the verifier; and it does for each requirement.
#[test]
fn the_verifier_notices_that_a_requirement_is_missing() {
    let Some(python) = python("a requirement is missing") else { return };
    let wanted = std::env::var("REDUCTIO_WITHOUT").map_or(WITHOUT.0, |n| n.parse().unwrap());
    let mut refused = BTreeMap::new();
    // The answers with all requirements, by seed.
    let mut wholes = BTreeMap::new();
    for requirement in Requirement::ALL {
        let (mut texts, mut ours) = (Vec::new(), Vec::new());
        for seed in 0..WITHOUT.1 {
            let system = Sketch::random(seed).build().unwrap();
            let (states, claims) = &*wholes.entry(seed).or_insert_with(|| {
                let whole = explored(Discipline::new(&system), Order::Reduced);
                (whole.exploration.states, whole.claims)
            });
            let lacking = explored(Discipline::without(&system, requirement), Order::Reduced);
            let is_other = *states != lacking.exploration.states || *claims != lacking.claims;
            if !is_other || lacking.basis.argument != Argument::Reduction {
                continue;
            }
            let trusting = CertifyLimits { trusts: true, ..CertifyLimits::default() };
            let Ok(made) = certify(&lacking, &trusting) else { continue };
            texts.push(to_file(&[made]));
            let careful = certify(&lacking, &CertifyLimits::default());
            ours.push(matches!(careful, Err(CertifyError::Contradiction { .. })));
            if texts.len() == wanted {
                break;
            }
        }
        let answers = verify_all(python, &format!("without-{requirement:?}"), &texts);
        for (ours, answer) in ours.iter().zip(&answers) {
            assert!(!ours || answer.starts_with("refused"), "{requirement:?}: {answer}");
        }
        // Steps that do not commute are noticed by the library as well, before it writes anything.
        let is_about_pairs = requirement == Requirement::VisibleOpen;
        assert!(!is_about_pairs || ours.contains(&true), "{requirement:?}");
        let noticed = answers.iter().filter(|answer| answer.starts_with("refused")).count();
        refused.insert(requirement, (noticed, texts.len()));
    }
    eprintln!("{refused:?}");
    for (requirement, (noticed, _)) in &refused {
        assert!(*noticed > 0, "{requirement:?}: {refused:?}");
    }
}
