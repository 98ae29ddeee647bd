//! Claims about many threads: what a system with fewer threads forgets, because it decides the claim without it, must
//! not be forgotten where there are enough.

use reductio_parameterized::{Limits, Outcome, decide};

use crate::agreement::compare;

#[test]
fn a_claim_about_five_threads_reads_their_locals() {
    for (value, fails_with) in [(1, Some(5)), (0, None)] {
        let names = ["a", "b", "c", "d", "e"];
        let mut parts: Vec<String> =
            names.iter().map(|name| format!("user[{name}] at A")).collect();
        for (number, one) in names.iter().enumerate() {
            parts.extend(names[number + 1..].iter().map(|other| format!("{one} != {other}")));
        }
        let text = format!(
            "type User = any\nthread user[u : User] {{ local f : 0 .. 1 = 0\n f := 1\n A: skip }}\n\
             invariant \"five\": not (exists {} : User . {} and user[a].f == {value})",
            names.join(", "),
            parts.join(" and ")
        );
        let answer = decide(&text, &["User"], &[], &Limits::default()).unwrap();
        let told = match &answer.claims[0].outcome {
            Outcome::Fails { threads, .. } => Some(threads[0]),
            Outcome::Holds(_) => None,
            other => panic!("{other:?}"),
        };
        assert_eq!(told, fails_with, "{text}");
        compare(&text, &answer, 5, 100_000).unwrap_or_else(|what| panic!("{what}"));
    }
}
