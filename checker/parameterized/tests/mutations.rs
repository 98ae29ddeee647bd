//! Faults of the engine that are put in on purpose: each is noticed by a family that is compared with fixed numbers.

use reductio_language::Families;
use reductio_parameterized::{FamilyError, Mutation, decide_with};

use crate::agreement::compare;
use crate::random::limits;

/// The number of the first text with which a fault is noticed.
fn noticed(mutation: Mutation, texts: &[String]) -> Option<usize> {
    texts.iter().position(|text| {
        let indices = Families::declared(text).into_iter().map(|(index, _)| index);
        let indices: Vec<String> = indices.collect();
        match decide_with(text, &indices, &[], &limits(), mutation) {
            Ok(answer) => compare(text, &answer, 5, 20_000).is_err(),
            // The engine notices some by itself.
            Err(FamilyError::Contradiction { .. }) => true,
            Err(error) => panic!("{error}"),
        }
    })
}

#[test]
fn each_fault_is_noticed() {
    let named = [
        "buffer_all",
        "pool_if",
        "last_claim",
        "upgrade",
        "ticket_lock",
        "pool",
        "many_writers_if",
    ];
    let mut texts: Vec<String> = named.into_iter().map(crate::table::text).collect();
    // Two threads have a right that they never use.
    texts.push("type User = any\nprotected y : bool for user[v] when user[v] at A\nthread user[u : User] { A: skip }".to_owned());
    // Of those that wait until the gate is closed, four may go on.
    texts.push(
        "type User = any\nvar is_closed : bool\nvar n : 0 .. 4\nthread user[u : User] {
           if not is_closed { await is_closed; await n < 4 then { n := n + 1 } }
         }\nthread gate { is_closed := true }"
            .to_owned(),
    );
    // More threads than small numbers have are in one local state.
    texts.push("type User = any\nthread user[u : User] { A: skip; B: skip }\ninvariant not (exists s, t, u, v : User . s != t and s != u and s != v and t != u and t != v and u != v and user[s] at B and user[t] at B and user[u] at B and user[v] at B)".to_owned());
    // Two witnesses are in one local state.
    texts.push("type User = any\nthread user[u : User] { A: skip; B: skip }\ninvariant not (exists u, v : User . u != v and user[u] at B and user[v] at B)".to_owned());
    let all = [
        Mutation::ForgetsTransfers,
        Mutation::KeepsFlags,
        Mutation::WakesNobody,
        Mutation::NobodyElse,
        Mutation::NoPreimages,
        Mutation::NoOverlap,
        Mutation::NoTrespass,
        Mutation::NoIdentifications,
        Mutation::WrongFamily,
        Mutation::ExactCounts,
        Mutation::ExactRest,
        Mutation::CoversMore,
        Mutation::LeastConfiguration,
    ];
    let found = all.map(|mutation| (mutation, noticed(mutation, &texts)));
    println!("{found:?}");
    assert!(found.iter().all(|(_, text)| text.is_some()), "{found:?}");
}

#[test]
fn searches_that_contradict_each_other_are_an_error() {
    let text = crate::table::text("buffer_all");
    let decided = decide_with(&text, &["User"], &[], &limits(), Mutation::ForgetsTransfers);
    assert!(matches!(decided, Err(FamilyError::Contradiction { .. })), "{decided:?}");
}
