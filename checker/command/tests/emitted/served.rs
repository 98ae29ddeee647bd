// A run of `served` as a test: after step 8: steps 5 to 8 can be repeated for ever; the run is fair, and "user 0 is served" ((user[0] at W) leads_to (user[0] at C)) is false of it.
//
// `reductio check --emit-test rust` wrote it. It passes as long as the system can go wrong in this way: when the
// system below is mended, the run cannot be executed any more, or ends otherwise.

use std::sync::Arc;

use reductio::File;
use reductio::check::{Parameters, Subject};
use reductio::execution::{Ending, RunFile};

/// The text of the system.
const SYSTEM: &str = r#"type User = 0 .. 1
lock m
protected served : 0 .. 2 by m
fair thread user[u : User] {
  loop {
    idle A: skip
    W: acquire m
    C: served := u
    release m
  }
}
thread guard { acquire m; G: served := 2; release m }
property "one at a time": always not (user[0] at C and user[1] at C)
property "user 0 is served": user[0] at W leads_to user[0] at C
property "the guard comes": eventually guard at G
"#;

/// The run: its steps, and what they do.
const RUN: &str = r#"{
  "tool": "reductio",
  "version": "0.1.0",
  "kind": "run",
  "system": "served",
  "file": "served.sys",
  "constants": {},
  "demoted": [],
  "seed": null,
  "threads": [
    "user[0]",
    "user[1]",
    "guard"
  ],
  "reduced": true,
  "access": [],
  "violation": null,
  "steps": [
    {
      "thread": "user[0]",
      "transition": 0,
      "text": "skip",
      "line": 6,
      "from": "A",
      "to": "W",
      "visible": false,
      "changes": [],
      "gained": [],
      "lost": [],
      "failure": null,
      "violation": null
    },
    {
      "thread": "user[1]",
      "transition": 0,
      "text": "skip",
      "line": 6,
      "from": "A",
      "to": "W",
      "visible": false,
      "changes": [],
      "gained": [],
      "lost": [],
      "failure": null,
      "violation": null
    },
    {
      "thread": "user[1]",
      "transition": 1,
      "text": "acquire m",
      "line": 7,
      "from": "W",
      "to": "C",
      "visible": true,
      "changes": [
        {
          "name": "m.owner",
          "before": "none",
          "after": "user[1]"
        }
      ],
      "gained": [
        {
          "thread": "user[1]",
          "object": "served"
        }
      ],
      "lost": [],
      "failure": null,
      "violation": null
    },
    {
      "thread": "user[1]",
      "transition": 3,
      "text": "served := u",
      "line": 8,
      "from": "C",
      "to": "line 9",
      "visible": false,
      "changes": [
        {
          "name": "served",
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
      "thread": "user[1]",
      "transition": 4,
      "text": "release m",
      "line": 9,
      "from": "line 9",
      "to": "A",
      "visible": false,
      "changes": [
        {
          "name": "m.owner",
          "before": "user[1]",
          "after": "none"
        }
      ],
      "gained": [],
      "lost": [
        {
          "thread": "user[1]",
          "object": "served"
        }
      ],
      "failure": null,
      "violation": null
    },
    {
      "thread": "user[1]",
      "transition": 0,
      "text": "skip",
      "line": 6,
      "from": "A",
      "to": "W",
      "visible": false,
      "changes": [],
      "gained": [],
      "lost": [],
      "failure": null,
      "violation": null
    },
    {
      "thread": "user[1]",
      "transition": 1,
      "text": "acquire m",
      "line": 7,
      "from": "W",
      "to": "C",
      "visible": true,
      "changes": [
        {
          "name": "m.owner",
          "before": "none",
          "after": "user[1]"
        }
      ],
      "gained": [
        {
          "thread": "user[1]",
          "object": "served"
        }
      ],
      "lost": [],
      "failure": null,
      "violation": null
    },
    {
      "thread": "user[1]",
      "transition": 3,
      "text": "served := u",
      "line": 8,
      "from": "C",
      "to": "line 9",
      "visible": false,
      "changes": [],
      "gained": [],
      "lost": [],
      "failure": null,
      "violation": null
    }
  ],
  "ending": {
    "kind": "property",
    "number": 1,
    "name": "user 0 is served",
    "from": 4
  },
  "ending_in_words": "after step 8: steps 5 to 8 can be repeated for ever; the run is fair, and \"user 0 is served\" ((user[0] at W) leads_to (user[0] at C)) is false of it"
}"#;

#[test]
fn served_makes_a_property_false() {
    let file = Arc::new(File::new("served.sys", SYSTEM));
    let parameters = Parameters::default();
    let subject = Subject::load(&file, &parameters, None).expect("the system is in order");
    let rules = subject.rules().expect("nobody interrupts it");
    let run = RunFile::parse(RUN).expect("this is a run");
    // Every step is executed again, and compared with what the run says of it.
    let execution = run.replay(rules, subject.origin()).expect("the run can be executed");
    assert_eq!(execution.ending(), Ending::PropertyFalse { property: 1, from: Some(4) });
}
