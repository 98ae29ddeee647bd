// A run of `clean_broken` as a test: initially: first at L is about to read count[0] without exclusive access: nobody has it.
//
// `reductio check --emit-test rust` wrote it. It passes as long as the system can go wrong in this way: when the
// system below is mended, the run cannot be executed any more, or ends otherwise.

use std::sync::Arc;

use reductio::File;
use reductio::check::{Parameters, Subject};
use reductio::execution::{Ending, RunFile};

/// The text of the system.
const SYSTEM: &str = r#"-- Clean of clean.sys as it was in the Remote Agent: S1, section 10, broken.
--
-- Wrong: whether there is something new is looked up outside of the monitor, so the signal can come between
-- the look and the wait; then it is lost.
--
-- Expected: the discipline is violated (count[e] without exclusive access). With count treated as open, a deadlock:
-- each waits for an event that has already been signalled.
system clean_broken
const MODULUS = 3
type Event = 0 .. 1
type Count = 0 .. MODULUS - 1

monitor event[e : Event]
protected count[e : Event] : Count = 0 by event[e]

thread first {
  local seen : Count = 0
  loop {
    L: if seen == count[0] {                          -- event[0] is not held
      synchronized event[0] { wait event[0] }
    }
    K: seen := count[0]
    synchronized event[1] {
      count[1] := (count[1] + 1) mod MODULUS
      notifyAll event[1]
    }
  }
}

thread second {
  local seen : Count = 0
  loop {
    synchronized event[0] {
      count[0] := (count[0] + 1) mod MODULUS
      notifyAll event[0]
    }
    L: if seen == count[1] {                          -- event[1] is not held
      synchronized event[1] { wait event[1] }
    }
    K: seen := count[1]
  }
}

reach "both wait": event[0].waiters[first] and event[1].waiters[second]
"#;

/// The run: its steps, and what they do.
const RUN: &str = r#"{
  "tool": "reductio",
  "version": "0.1.0",
  "kind": "run",
  "system": "clean_broken",
  "file": "clean_broken.sys",
  "constants": {},
  "demoted": [],
  "seed": null,
  "threads": [
    "first",
    "second"
  ],
  "reduced": true,
  "access": [],
  "violation": "initially: first at L is about to read count[0] without exclusive access: nobody has it",
  "steps": [],
  "ending": {
    "kind": "access",
    "thread": "first",
    "transition": 0,
    "object": "count[0]"
  },
  "ending_in_words": "initially: first at L is about to read count[0] without exclusive access: nobody has it"
}"#;

#[test]
fn clean_broken_violates_the_discipline() {
    let file = Arc::new(File::new("clean_broken.sys", SYSTEM));
    let parameters = Parameters::default();
    let subject = Subject::load(&file, &parameters, None).expect("the system is in order");
    let rules = subject.rules().expect("nobody interrupts it");
    let run = RunFile::parse(RUN).expect("this is a run");
    // Every step is executed again, and compared with what the run says of it.
    let execution = run.replay(rules, subject.origin()).expect("the run can be executed");
    assert!(matches!(execution.ending(), Ending::DisciplineViolated(_)));
}
