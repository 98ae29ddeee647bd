//! The conditions of S1, section 3.6, where they are said to hold, hold in all reachable states of generated systems.

use std::collections::{HashMap, HashSet};

use reductio::check::{GranularityCondition as Condition, Subject};
use reductio::discipline::Discipline;
use reductio::language::parse_system;
use reductio::system::{PackedState, System, ThreadId};
use reductio::testing::generate::Sketch;

/// A state with its steps.
type Node = (PackedState, Vec<(ThreadId, usize, usize)>);

/// All reachable states, each with its steps: thread, transition, and the number of the state after it.
fn graph(system: &System) -> Vec<Node> {
    let mut numbers = HashMap::from([(system.initial(), 0)]);
    let mut all = vec![(system.initial(), Vec::new())];
    let mut from = 0;
    while from < all.len() {
        for step in system.successors(&all[from].0.clone()) {
            let to = *numbers.entry(step.state.clone()).or_insert_with(|| {
                all.push((step.state, Vec::new()));
                all.len() - 1
            });
            all[from].1.push((step.thread, step.transition, to));
        }
        from += 1;
    }
    all
}

/// Whether a thread can take more than `bound` invisible steps in a row from some state, others staying where they are.
/// (Steps of others do not change whether it takes invisible steps, only what they read; each state is looked at.)
fn longest(
    all: &[Node],
    thread: ThreadId,
    from: usize,
    left: usize,
    is_visible: &dyn Fn(ThreadId, usize) -> bool,
) -> bool {
    all[from].1.iter().any(|&(other, number, to)| {
        other == thread
            && !is_visible(other, number)
            && (left == 0 || longest(all, thread, to, left - 1, is_visible))
    })
}

fn compare(subject: &Subject, told: &str, counts: &mut HashMap<(Condition, Option<bool>), usize>) {
    let system = subject.system();
    let discipline = subject.classifying(subject.discipline().unwrap());
    let always = |thread, number| discipline.classification().is_visible(thread, number);
    let visible = |thread, number| {
        let locks = subject.locks();
        let first = locks.is_some_and(|locks| !locks.visible_at_first(thread, number).is_empty());
        always(thread, number) || first
    };
    let all = graph(system);
    for answer in subject.granularity() {
        *counts.entry((answer.condition, answer.holds)).or_default() += 1;
        let holds = match answer.condition {
            Condition::Separation => system.thread_ids().all(|thread| {
                let owner = system.thread(thread);
                (0..owner.points().len()).all(|point| {
                    let own = owner.pending_numbers(u16::try_from(point).unwrap());
                    own.map(|number| visible(thread, number)).collect::<HashSet<_>>().len() < 2
                })
            }),
            Condition::InitVis => system.thread_ids().all(|thread| {
                system.thread(thread).pending_numbers(0).all(|number| visible(thread, number))
            }),
            Condition::BoundedInvis => {
                let Some(bound) = answer.bound else { continue };
                let states = 0..all.len();
                !states.clone().any(|from| {
                    system.thread_ids().any(|thread| longest(&all, thread, from, bound, &always))
                })
            }
            Condition::DetermInvis => all.iter().all(|(_, steps)| {
                system.thread_ids().all(|thread| {
                    let own = steps
                        .iter()
                        .filter(|(other, number, _)| *other == thread && !visible(thread, *number));
                    own.count() < 2
                })
            }),
            Condition::NonBlockInvis => all.iter().all(|(state, steps)| {
                system.thread_ids().all(|thread| {
                    let mut own = system.thread(thread).pending_numbers(system.at(state, thread));
                    !own.any(|number| !visible(thread, number))
                        || steps.iter().any(|(other, ..)| *other == thread)
                })
            }),
            Condition::PureVis => system.thread_ids().all(|thread| {
                let mut own = system.thread(thread).transitions().iter().enumerate();
                own.all(|(number, transition)| {
                    let mut touches = false;
                    let mut look = |place: &reductio::system::Place| {
                        place.for_each_candidate(&mut |cell| {
                            let variable = system.cell(cell).variable();
                            let class = system.variables()[variable.index()].class();
                            touches |= class == reductio::system::VariableClass::Disciplined;
                        });
                    };
                    transition.guard().for_each_place(&mut look);
                    for assignment in transition.command() {
                        assignment.value.for_each_place(&mut look);
                        look(&assignment.target);
                    }
                    !touches || !always(thread, number)
                })
            }),
        };
        match answer.holds {
            Some(said) if answer.condition == Condition::PureVis => {
                // A condition about texts: decided both ways.
                assert_eq!(said, holds, "{:?} {told}", answer.condition);
            }
            Some(true) => assert!(holds, "{answer:?} {told}"),
            Some(false) => assert!(!holds && !answer.at.is_empty(), "{answer:?} {told}"),
            None => assert!(!answer.at.is_empty(), "{answer:?} {told}"),
        }
    }
}

#[test]
fn what_is_said_to_hold_holds_in_all_states() {
    let mut counts = HashMap::new();
    for seed in 0..400 {
        for sketch in [Sketch::random(seed), Sketch::with_classes(seed)] {
            let system = sketch.build().unwrap();
            let subject = Subject::of_discipline(Discipline::new(&system));
            compare(&subject, &format!("seed {seed}\n{sketch}"), &mut counts);
        }
    }
    println!("{counts:?}");
    for (condition, holds) in [
        (Condition::InitVis, Some(false)),
        (Condition::BoundedInvis, None),
        (Condition::BoundedInvis, Some(true)),
        (Condition::DetermInvis, None),
        (Condition::DetermInvis, Some(true)),
        (Condition::PureVis, Some(false)),
        (Condition::PureVis, Some(true)),
    ] {
        assert!(counts[&(condition, holds)] > 10, "{condition:?} {holds:?} {counts:?}");
    }
}

/// Where a condition does not hold the transitions are named.
#[test]
fn where_conditions_fail() {
    let text = "
        var open : 0 .. 1
        disciplined x : 0 .. 1
        thread t {
          local n : 0 .. 3
          A: n := any
          B: while n < 3 { n := n }
          C: atomic { x := 1; open := 1 }
        }
        thread u { await open == 0 }";
    let system = parse_system(text, "fails", &[]).unwrap();
    let subject = Subject::of_discipline(Discipline::new(&system));
    let thread = &system.threads()[0];
    let found: Vec<(Condition, Option<bool>, Vec<&str>)> = subject
        .granularity()
        .into_iter()
        .map(|answer| {
            let texts = answer.at.iter().map(|(_, number)| thread.transitions()[*number].text());
            (answer.condition, answer.holds, texts.collect())
        })
        .collect();
    assert_eq!(found[0], (Condition::Separation, Some(true), vec![]));
    assert_eq!(found[1], (Condition::InitVis, Some(false), vec!["n := any (0)"]));
    assert_eq!((found[2].1, found[2].2.len()), (None, 1), "{found:?}");
    assert_eq!(found[3], (Condition::DetermInvis, None, vec!["n := any (0)", "n := any (1)"]));
    assert_eq!(found[4], (Condition::NonBlockInvis, Some(true), vec![]));
    assert_eq!(found[5].1, Some(false));
}
