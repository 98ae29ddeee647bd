//! Abstract states as graphs.

use reductio_language::Families;
use reductio_parameterized::{Evidence, Limits, Outcome, Stopped, abstract_states, decide};

use crate::table::text;

#[test]
fn the_graph_has_the_states_that_show_that_nobody_is_stuck() {
    for name in ["counter", "producers_consumers", "clerks", "supervised"] {
        let text = text(name);
        let indices: Vec<String> =
            Families::declared(&text).into_iter().map(|(index, _)| index).collect();
        let answer = decide(&text, &indices, &[], &Limits::default()).unwrap();
        let Outcome::Holds(Evidence::Abstraction { level, states }) = answer.stuck else {
            panic!("{name}: {answer:?}");
        };
        assert_eq!(level, 1, "{name}");
        let limits = Limits::default();
        let graph = abstract_states(&text, &indices, &[], &limits, level).unwrap().unwrap();
        assert_eq!((graph.states.len(), graph.level), (states, level), "{name}");
        // Every state but the initial ones is reached, and told apart in words.
        for state in graph.initial..states {
            assert!(
                graph.steps.iter().any(|step| step.to == state && step.from != state),
                "{name}"
            );
        }
        let mut words = graph.states.clone();
        words.sort();
        words.dedup();
        assert_eq!(words.len(), states, "{name}");
        let few = Limits { configurations: 3, ..limits };
        assert!(
            matches!(
                abstract_states(&text, &indices, &[], &few, level),
                Ok(Err(Stopped::Configurations))
            ),
            "{name}"
        );
    }
}

#[test]
fn a_state_is_told_in_words() {
    let text = text("clerks");
    let graph =
        abstract_states(&text, &["Client", "Clerk"], &[], &Limits::default(), 1).unwrap().unwrap();
    assert_eq!(graph.movers, ["client", "clerk"]);
    let has = |part: &str| graph.states.iter().any(|state| state.contains(part));
    for part in ["1 or more clerk at C", "door = a client", "which is served", "done = 1"] {
        assert!(has(part), "{part}: {:#?}", graph.states);
    }
    assert!(
        graph.steps.iter().any(|step| step.mover == 1 && step.text.contains("up done[served]"))
    );
}
