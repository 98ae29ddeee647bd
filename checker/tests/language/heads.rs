//! The head of a queue of records has their fields.

use super::{codes, good};

/// A thread that sends a record and looks at its fields.
fn with(fields: &str) -> String {
    format!(
        "type U = 0 .. 2
         type P = record {{ u : U, b : bool }}
         type R = record {{ first : bool, p : P, last : U }}
         queue q of R capacity 1
         thread t {{
           local r : R
           local u : U
           local b : bool
           r.p.u := 2
           r.p.b := true
           r.last := 1
           send q r
           {fields}
           skip
         }}"
    )
}

#[test]
fn the_head_of_a_queue_has_fields() {
    let seen =
        "u := q.head.p.u; b := q.head.p.b; assert u == 2 and b; u := q.head.last; assert u == 1";
    let system = good(&with(seen));
    let mut state = system.initial();
    let mut steps = 0;
    while let Some(next) = system.successors(&state).pop() {
        state = next.state;
        steps += 1;
    }
    // Where an assertion is false, the `skip` is not reached.
    assert_eq!(steps, 10);
    for (wrong, code) in
        [("u := q.head.x", "E0611"), ("u := q.head.last.x", "E0611"), ("u := q.head.p", "E0614")]
    {
        let found = codes(&with(wrong));
        assert!(found.contains(&code), "{wrong}: {found:?}");
    }
}
