// A run of `twice` as a test: after step 5: the invariant "x < 2" is violated, where x = 2.
//
// `reductio check --emit-test rust` wrote it. It passes as long as the system can go wrong in this way: when the
// system below is mended, the run cannot be executed any more, or ends otherwise.

use std::sync::Arc;

use reductio::File;
use reductio::check::{Demotion, Parameters, Subject};
use reductio::execution::{Ending, RunFile};

/// The text of the system.
const SYSTEM: &str = r#"-- A "system" whose name is no name of Rust, and two threads that both count.
lock m
protected x : 0 .. 2 = 0 by m

thread one {
  acquire m
  x := x + 1
  release m
}

thread two {
  acquire m
  x := x + 1
  release m
}
"#;

/// The run: its steps, and what they do.
const RUN: &str = r#"{
  "tool": "reductio",
  "version": "0.1.0",
  "kind": "run",
  "system": "twice",
  "file": "twice.sys",
  "constants": {},
  "demoted": [
    "x"
  ],
  "seed": null,
  "threads": [
    "one",
    "two"
  ],
  "reduced": true,
  "access": [],
  "violation": null,
  "steps": [
    {
      "thread": "one",
      "transition": 0,
      "text": "acquire m",
      "line": 6,
      "from": "line 6",
      "to": "line 7",
      "visible": true,
      "changes": [
        {
          "name": "m.owner",
          "before": "none",
          "after": "one"
        }
      ],
      "gained": [],
      "lost": [],
      "failure": null,
      "violation": null
    },
    {
      "thread": "one",
      "transition": 2,
      "text": "x := x + 1",
      "line": 7,
      "from": "line 7",
      "to": "line 8",
      "visible": true,
      "changes": [
        {
          "name": "x",
          "before": "0",
          "after": "1"
        }
      ],
      "gained": [],
      "lost": [],
      "failure": null,
      "violation": null
    },
    {
      "thread": "one",
      "transition": 3,
      "text": "release m",
      "line": 8,
      "from": "line 8",
      "to": "end",
      "visible": false,
      "changes": [
        {
          "name": "m.owner",
          "before": "one",
          "after": "none"
        }
      ],
      "gained": [],
      "lost": [],
      "failure": null,
      "violation": null
    },
    {
      "thread": "two",
      "transition": 0,
      "text": "acquire m",
      "line": 12,
      "from": "line 12",
      "to": "line 13",
      "visible": true,
      "changes": [
        {
          "name": "m.owner",
          "before": "none",
          "after": "two"
        }
      ],
      "gained": [],
      "lost": [],
      "failure": null,
      "violation": null
    },
    {
      "thread": "two",
      "transition": 2,
      "text": "x := x + 1",
      "line": 13,
      "from": "line 13",
      "to": "line 14",
      "visible": true,
      "changes": [
        {
          "name": "x",
          "before": "1",
          "after": "2"
        }
      ],
      "gained": [],
      "lost": [],
      "failure": null,
      "violation": null
    }
  ],
  "ending": {
    "kind": "invariant",
    "number": 0,
    "name": "x < 2"
  },
  "ending_in_words": "after step 5: the invariant \"x < 2\" is violated, where x = 2"
}"#;

#[test]
fn twice_violates_an_invariant() {
    let file = Arc::new(File::new("twice.sys", SYSTEM));
    let parameters = Parameters { properties: vec!["x < 2".to_owned()], demotion: Demotion::Named(vec!["x".to_owned()]), ..Parameters::default() };
    let subject = Subject::load(&file, &parameters, None).expect("the system is in order");
    let rules = subject.rules().expect("nobody interrupts it");
    let run = RunFile::parse(RUN).expect("this is a run");
    // Every step is executed again, and compared with what the run says of it.
    let execution = run.replay(rules, subject.origin()).expect("the run can be executed");
    assert_eq!(execution.ending(), Ending::InvariantViolated(0));
}
