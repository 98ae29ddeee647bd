//! Words that start statements, and those that operations may look at.

use reductio::language::{STATEMENTS, WORDS, parse_system};

/// The words that are proposed for a misspelt one are just those that can stand there.
#[test]
fn the_words_of_statements_are_those_that_start_one() {
    for word in WORDS {
        let errors = parse_system(&format!("thread t {{ {word} }}"), "t", &[]).err();
        let said: Vec<String> =
            errors.unwrap_or_default().iter().map(ToString::to_string).collect();
        let is_refused = said.contains(&format!("expected a statement, found `{word}`"));
        let is_elsewhere = ["local", "when"].contains(&word)
            || said.iter().any(|said| said.contains("may only stand outside"));
        assert_eq!(is_refused || is_elsewhere, !STATEMENTS.contains(&word), "{word}: {said:?}");
    }
}

/// An operation that looks at another semaphore or queue is a fault of the text, at its place; its own it may look at.
#[test]
fn operations_look_at_no_other_semaphore_or_queue() {
    let with = |statement: &str| {
        format!(
            "semaphore s[i : 0 .. 1] max 1
             semaphore n max 1
             queue q of 0 .. 1 capacity 1
             monitor m[i : 0 .. 1]
             var a[i : 0 .. 1] : 0 .. 1
             var t[i : 0 .. 1] : bool
             thread x {{ {statement} }}
             thread y {{ skip }}"
        )
    };
    for statement in [
        "receive q into a[n.value]",
        "send q n.value",
        "t[q.length] := try m[0]",
        "t[0] := try m[n.value]",
        "if not try m[n.value] { skip }",
        "acquire m[n.value]",
        "wait m[q.length]",
        "signal m[q.length]",
        "down s[n.value]",
        "up s[q.length]",
        "synchronized m[q.length] { skip }",
    ] {
        let codes = super::codes(&with(statement));
        assert!(!codes.is_empty(), "{statement}");
        assert!(codes.iter().all(|code| *code == "E0627"), "{statement}: {codes:?}");
    }
    for statement in ["receive q into a[q.length]", "send q q.length", "a[n.value] := q.head"] {
        let read = parse_system(&with(statement), "test", &[]);
        let is_plain = !statement.starts_with("a[");
        assert_eq!(read.is_ok(), is_plain, "{statement}: {read:?}");
    }
}
