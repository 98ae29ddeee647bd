// A run of `philosophers_broken` as a test: after step 3: no thread can go on: philosopher[0] waits at H for fork[1], owned by philosopher[1]; philosopher[1] waits at H for fork[2], owned by philosopher[2]; philosopher[2] waits at H for fork[0], owned by philosopher[0].
//
// `reductio check --emit-test rust` wrote it. It passes as long as the system can go wrong in this way: when the
// system below is mended, the run cannot be executed any more, or ends otherwise.

use std::sync::Arc;

use reductio::File;
use reductio::check::{Parameters, Subject};
use reductio::execution::{Ending, RunFile};

/// The text of the system.
const SYSTEM: &str = r#"-- Dining philosophers (Dijkstra), forks taken without an order: philosophers.sys, broken.
--
-- Wrong: everyone takes the left fork first.
--
-- Expected: the discipline is followed, but there is a deadlock: each has the left fork and waits for the right one.
system philosophers_broken
const SEATS = 5
type Seat = 0 .. SEATS - 1

lock fork[f : Seat]
protected clean[f : Seat] : bool = true by fork[f]

thread philosopher[i : Seat] {
  loop {
    T: acquire fork[i]
    H: acquire fork[(i + 1) mod SEATS]
    E: assert clean[i] and clean[(i + 1) mod SEATS]
    D: release fork[(i + 1) mod SEATS]
    R: release fork[i]
  }
}

invariant "who has one fork owns it":
  forall i : Seat . not philosopher[i] at H or fork[i].owner == philosopher[i]
reach "all have one fork": forall i : Seat . philosopher[i] at H
"#;

/// The run: its steps, and what they do.
const RUN: &str = r#"{
  "tool": "reductio",
  "version": "0.1.0",
  "kind": "run",
  "system": "philosophers_broken",
  "file": "philosophers_broken.sys",
  "constants": {
    "SEATS": 3
  },
  "demoted": [],
  "seed": null,
  "threads": [
    "philosopher[0]",
    "philosopher[1]",
    "philosopher[2]"
  ],
  "reduced": true,
  "access": [],
  "violation": null,
  "steps": [
    {
      "thread": "philosopher[0]",
      "transition": 0,
      "text": "acquire fork[i]",
      "line": 15,
      "from": "T",
      "to": "H",
      "visible": true,
      "changes": [
        {
          "name": "fork[0].owner",
          "before": "none",
          "after": "philosopher[0]"
        }
      ],
      "gained": [
        {
          "thread": "philosopher[0]",
          "object": "clean[0]"
        }
      ],
      "lost": [],
      "failure": null,
      "violation": null
    },
    {
      "thread": "philosopher[1]",
      "transition": 0,
      "text": "acquire fork[i]",
      "line": 15,
      "from": "T",
      "to": "H",
      "visible": true,
      "changes": [
        {
          "name": "fork[1].owner",
          "before": "none",
          "after": "philosopher[1]"
        }
      ],
      "gained": [
        {
          "thread": "philosopher[1]",
          "object": "clean[1]"
        }
      ],
      "lost": [],
      "failure": null,
      "violation": null
    },
    {
      "thread": "philosopher[2]",
      "transition": 0,
      "text": "acquire fork[i]",
      "line": 15,
      "from": "T",
      "to": "H",
      "visible": true,
      "changes": [
        {
          "name": "fork[2].owner",
          "before": "none",
          "after": "philosopher[2]"
        }
      ],
      "gained": [
        {
          "thread": "philosopher[2]",
          "object": "clean[2]"
        }
      ],
      "lost": [],
      "failure": null,
      "violation": null
    }
  ],
  "ending": {
    "kind": "deadlock"
  },
  "ending_in_words": "after step 3: no thread can go on: philosopher[0] waits at H for fork[1], owned by philosopher[1]; philosopher[1] waits at H for fork[2], owned by philosopher[2]; philosopher[2] waits at H for fork[0], owned by philosopher[0]"
}"#;

#[test]
fn philosophers_broken_deadlocks() {
    let file = Arc::new(File::new("philosophers_broken.sys", SYSTEM));
    let parameters = Parameters { constants: vec![("SEATS".to_owned(), 3)], ..Parameters::default() };
    let subject = Subject::load(&file, &parameters, None).expect("the system is in order");
    let rules = subject.rules().expect("nobody interrupts it");
    let run = RunFile::parse(RUN).expect("this is a run");
    // Every step is executed again, and compared with what the run says of it.
    let execution = run.replay(rules, subject.origin()).expect("the run can be executed");
    assert_eq!(execution.ending(), Ending::Deadlock);
}
