//! The time for S5 from text: `cargo bench -p reductio-proofs`.
//!
//! One core; the whole development is (1)-(3), (22)-(38), Theorem 1, its minimal form and the monotonicity
//! remark.

use divan::{Bencher, black_box};
use reductio_algebra::Theory;
use reductio_proofs::{Replay, ReplayLimits, Script, bundled, replay};
use reductio_theorems::bundled as statements;

fn main() {
    divan::main();
}

fn parse() -> (Theory, Vec<Script>) {
    let theory =
        Theory::parse(black_box(statements::S5.text), &[]).expect("the statements are read");
    let read = |text: &str| Script::parse(black_box(text), &theory).expect("the script is read");
    let scripts = [bundled::S5, bundled::S5_BEYOND].map(|s| read(s.text)).into();
    (theory, scripts)
}

fn check(theory: &Theory, scripts: &[Script]) -> Replay {
    let replay = replay(theory, scripts, ReplayLimits::default());
    assert!(replay.all_hold());
    replay
}

/// The figure of the README: statements and scripts as text in, theorems out.
#[divan::bench]
fn parse_and_replay_s5() -> Replay {
    let (theory, scripts) = parse();
    check(&theory, &scripts)
}

#[divan::bench]
fn parse_s5() -> (Theory, Vec<Script>) {
    parse()
}

#[divan::bench]
fn replay_s5(bencher: Bencher<'_, '_>) {
    let (theory, scripts) = parse();
    bencher.bench_local(|| check(&theory, black_box(&scripts)));
}
