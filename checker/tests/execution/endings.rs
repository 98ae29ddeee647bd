//! Endings of executions: worked out, claimed and accepted, claimed and refused.

use reductio::discipline::{Discipline, Violation};
use reductio::execution::{Ending, Execution, ExecutionError, StepRole};
use reductio::locking::LockViolation;
use reductio::system::{Failure, ObjectId, ThreadId};

use crate::execution::systems::{DEADLOCK, HAND_OVER, MANY, REST, execution, system};

fn access(transition: usize) -> Ending {
    let (thread, object) = (ThreadId::new(0), ObjectId::new(0));
    let violation = Violation::Access { thread, transition, object };
    Ending::DisciplineViolated(LockViolation::Exclusive(violation))
}

fn failed(failure: Failure) -> Ending {
    Ending::Failed { thread: ThreadId::new(0), failure }
}

fn looping(thread: usize, from: usize) -> Ending {
    Ending::EndlessLoop { thread: ThreadId::new(thread), from }
}

/// A system, the threads of the steps, and the ending of the execution.
type Case = (&'static str, &'static [&'static str], Ending);

fn cases() -> Vec<Case> {
    vec![
        (HAND_OVER, &["writer", "writer", "reader"], access(3)),
        (MANY, &["one", "two", "one", "one"], failed(Failure::Assertion)),
        (MANY, &["one", "two"], Ending::InvariantViolated(0)),
        (MANY, &["two", "two", "two"], looping(1, 1)),
        (DEADLOCK, &["philosopher[0]", "philosopher[1]"], Ending::Deadlock),
        (REST, &["client", "server"], Ending::AtRest),
        (MANY, &["one"], Ending::Stopped),
    ]
}

#[test]
fn every_ending_is_worked_out() {
    for (text, names, ending) in cases() {
        let system = system(text);
        let discipline = Discipline::new(&system);
        let execution = execution(&discipline, names).unwrap();
        assert_eq!(execution.ending(), ending, "{names:?}");
        let claimed = execution.ending_in(ending).unwrap();
        assert_eq!(claimed.ending(), ending);
    }
}

#[test]
fn what_is_reached_is_an_ending_when_it_is_claimed() {
    let system = system(MANY);
    let discipline = Discipline::new(&system);
    let execution = execution(&discipline, &["two", "two"]).unwrap();
    assert_eq!(execution.ending(), Ending::Stopped);
    assert_eq!(execution.endings(), [Ending::Reached(0)]);
    let execution = execution.ending_in(Ending::Reached(0)).unwrap();
    assert_eq!(execution.ending(), Ending::Reached(0));
}

#[test]
fn two_threads_with_access_are_found() {
    let text = "protected x : bool for one when one at A, B for two when two at B
        thread one { A: skip; B: skip }
        thread two { A: skip; B: skip }";
    let system = system(text);
    let discipline = Discipline::new(&system);
    let execution = execution(&discipline, &["two"]).unwrap();
    let [first, second] = [0, 1].map(ThreadId::new);
    let violation = Violation::NotExclusive { object: ObjectId::new(0), first, second };
    assert_eq!(execution.ending(), Ending::DisciplineViolated(LockViolation::Exclusive(violation)));
}

/// The reason why a claim about an execution is refused.
fn refused(text: &str, names: &[&str], claimed: Ending) -> String {
    let system = system(text);
    let discipline = Discipline::new(&system);
    match execution(&discipline, names).unwrap().ending_in(claimed) {
        Err(ExecutionError::Ending { reason, .. }) => reason.to_string(),
        other => panic!("{claimed:?} after {names:?}: {other:?}"),
    }
}

#[test]
fn false_claims_are_refused_with_the_reason() {
    let lock = &["philosopher[0]", "philosopher[1]"];
    let loops = &["two", "two", "two", "one"];
    let far = ThreadId::new(9);
    for (text, names, claimed, reason) in [
        (HAND_OVER, &["writer"][..], access(3), "the last state is not bad"),
        (
            HAND_OVER,
            &["writer", "writer", "reader"],
            access(0),
            "after step 3: writer at C is about to write data without exclusive access: reader has it",
        ),
        (MANY, &["one", "two", "one"], failed(Failure::Assertion), "one does not fail"),
        (
            MANY,
            &["one", "two", "one", "one"],
            failed(Failure::Overflow),
            "it fails for another reason: the assertion is false",
        ),
        (MANY, &[], failed(Failure::Assertion), "the thread takes no step"),
        (
            MANY,
            &[],
            Ending::Failed { thread: far, failure: Failure::Overflow },
            "the thread takes no step",
        ),
        (MANY, &["one"], Ending::InvariantViolated(0), "\"x is small\" holds in the last state"),
        (MANY, &["one"], Ending::InvariantViolated(1), "the system has 1 invariants"),
        (
            MANY,
            &["one"],
            Ending::Reached(0),
            "\"two is in its loop\" does not hold in the last state",
        ),
        (MANY, &["one"], Ending::Reached(7), "the system has 1 such claims"),
        (DEADLOCK, lock, Ending::Stopped, "it ends in this: a deadlock"),
        (MANY, loops, looping(1, 1), "step 4 is one of another thread"),
        (MANY, &["two", "two", "two"], looping(1, 0), "step 1 is visible"),
        (MANY, &["two", "two"], looping(1, 1), "the last state is not the one after step 1"),
        (MANY, &["two", "two"], looping(1, 2), "no step comes after step 2"),
        (MANY, &["two"], Ending::Deadlock, "one can go on: A: x := x + 1"),
        (REST, &["client", "server"], Ending::Deadlock, "all threads have ended or are idle"),
        (DEADLOCK, lock, Ending::AtRest, "some thread neither has ended nor is idle"),
    ] {
        assert_eq!(refused(text, names, claimed), reason, "{claimed:?} after {names:?}");
    }
}

#[test]
fn a_failed_thread_is_no_deadlock() {
    let text = "thread one { assert false }
        thread two { await false }";
    let system = system(text);
    let discipline = Discipline::new(&system);
    let execution = execution(&discipline, &["one"]).unwrap();
    assert_eq!(execution.endings(), [failed(Failure::Assertion)]);
    let refused = execution.ending_in(Ending::Deadlock).unwrap_err();
    assert!(refused.to_string().ends_with("a thread has failed"), "{refused}");
}

#[test]
fn a_loop_through_a_bad_state_is_not_endless() {
    // One steps round and round invisibly; without the lock each visit to the write is bad.
    let text = "lock m
        protected p : bool by m
        thread one { L: loop { skip; p := not p } }
        thread two { acquire m }";
    let system = system(text);
    let discipline = Discipline::new(&system);
    let execution = execution(&discipline, &["one"; 4]).unwrap();
    assert_eq!(execution.last(), &execution.states()[0]);
    assert_eq!(execution.endings(), []);
    assert_eq!(execution.ending(), Ending::Stopped);
    let claim = Ending::EndlessLoop { thread: ThreadId::new(0), from: 0 };
    let refused = execution.ending_in(claim).unwrap_err();
    assert!(refused.to_string().ends_with("the state after step 1 is bad"), "{refused}");
}

#[test]
fn steps_that_cannot_be_executed_are_named() {
    let system = system(DEADLOCK);
    let discipline = Discipline::new(&system);
    let [one, two] = [0, 1].map(ThreadId::new);
    let replay = |steps: &[(ThreadId, usize)]| {
        Execution::replay(&discipline, steps).unwrap_err().to_string()
    };
    assert_eq!(
        replay(&[(ThreadId::new(2), 0)]),
        "step 1: there is no thread with the number 2: the system has 2, from 0"
    );
    assert_eq!(
        replay(&[(one, 0), (two, 99)]),
        "step 2: philosopher[1] has no transition 99: it has 8, from 0"
    );
    assert_eq!(
        replay(&[(one, 2)]),
        "step 1: `acquire fork[1 - i]` of philosopher[0] starts at H, and philosopher[0] is at T"
    );
    assert_eq!(
        replay(&[(one, 0), (two, 0), (one, 2)]),
        "step 3: philosopher[0] cannot execute `acquire fork[1 - i]` at H: fork[1], owned by philosopher[1]"
    );
    assert_eq!(
        replay(&[(one, 1)]),
        "step 1: philosopher[0] cannot execute `acquire fork[i]` at T: fork[0], owned by nobody"
    );
}

#[test]
fn roles_in_reduced_steps() {
    let system = system(HAND_OVER);
    let discipline = Discipline::new(&system);
    let names = ["writer", "writer", "reader", "reader", "writer", "reader"];
    let all = execution(&discipline, &names).unwrap();
    let roles: Vec<StepRole> = all.steps().iter().map(|step| step.role).collect();
    let wanted = [
        StepRole::Initial,
        StepRole::Begins,
        StepRole::Begins,
        StepRole::GoesOn,
        StepRole::Resumes,
        StepRole::Resumes,
    ];
    assert_eq!(roles, wanted);
    assert_eq!((all.reduced_steps(), all.is_reduced()), (2, false));
    // The writer goes on to its end before the reader begins; the last reduced step need not be complete.
    let names = ["writer", "writer", "writer", "reader", "reader"];
    assert!(execution(&discipline, &names).unwrap().is_reduced());
    // The reader begins in a state that is not visible.
    assert!(!execution(&discipline, &["writer", "writer", "reader"]).unwrap().is_reduced());
}
