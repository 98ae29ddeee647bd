//! All statements of S5 over generated systems: rows of bits and sets of pairs give the same verdict, and the same
//! witness.

use reductio_algebra::{Symbol, Theory, name};
use reductio_relations::systems::generate::{random_program, random_repaired};
use reductio_relations::systems::{LargeSystem, Rows, System, Wide};
use reductio_relations::{Assignment, Bits, Naive, PairSet, Random, Satisfaction, satisfies};
use reductio_theorems::bundled::S5;

const SEED: u64 = 0x5EED_0005;

/// The values of the symbols of S5: those of a system, and random ones for what is not part of a system.
fn meaning(random: &mut Random, system: &LargeSystem, theory: &Theory) -> Assignment<PairSet> {
    let others = ["w", "x", "y", "z"].map(|name| Symbol::action(name.parse().unwrap(), 0));
    let others = others.into_iter().chain([Symbol::predicate(name!("I"), 0)]).collect::<Vec<_>>();
    assert!(others.iter().all(|s| theory.vocabulary().symbols().contains(s)));
    let drawn = random.assignment(Naive { states: system.states() }, 1, &others);
    drawn
        .iter()
        .fold(system.assignment(), |all, (symbol, at, value)| all.with(symbol, at, value.clone()))
}

/// A system of random relations, which mostly violates some hypothesis.
fn any_system(random: &mut Random, states: usize, processes: usize) -> LargeSystem {
    let all = (1 << states) - 1;
    let mut relation = || {
        let mut x = Wide::empty(states);
        (0..states).for_each(|s| x.set_row(s, random.bits() & random.bits() & random.bits() & all));
        x
    };
    let u = (0..processes).map(|_| relation()).collect();
    let v = (0..processes).map(|_| relation()).collect();
    System::new(states, random.bits() & all, u, v).expect("a system")
}

#[derive(Default)]
struct Verdicts {
    hold: usize,
    fail: usize,
}

/// Every statement, by both models.
fn compare(meaning: &Assignment<PairSet>, states: usize, theory: &Theory, seen: &mut Verdicts) {
    let (naive, bits) = (Naive { states }, Bits::new(states).expect("the size is in range"));
    let fast = bits.assignment(meaning).expect("the states are in range");
    for statement in theory.statements() {
        let formula = &statement.formula;
        let expected = satisfies(formula, &naive, meaning).expect("every symbol has a value");
        let got = satisfies(formula, &bits, &fast).expect("every symbol has a value");
        assert_eq!(got, expected, "({}) in {meaning}", statement.label);
        match got {
            Satisfaction::Holds => seen.hold += 1,
            Satisfaction::Fails(_) => seen.fail += 1,
        }
    }
}

#[test]
fn s5_statements_have_the_same_verdict_and_witness_in_both_models() {
    let theory = Theory::parse(S5.text, &[]).expect("the statement file is right");
    let mut random = Random::new(SEED);
    let (mut large, mut seen) = (0, Verdicts::default());
    for round in 0..24 {
        let processes = 1 + round % 3;
        let systems = [
            random_program(random.bits(), 20, processes),
            random_repaired(random.bits(), 20, processes),
            any_system(&mut random, 2 + round % 10, processes),
        ];
        for system in systems {
            let values = meaning(&mut random, &system, &theory);
            compare(&values, system.states(), &theory, &mut seen);
            large += usize::from(system.states() > 8);
        }
    }
    assert!(large >= 20, "only {large} systems have more states than fit into a word");
    assert!(seen.hold >= 1000 && seen.fail >= 200, "{} hold, {} fail", seen.hold, seen.fail);
}
