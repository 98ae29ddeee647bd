//! Several threads search a program under a watch, and find what one finds.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId as Worker};

use reductio_programs::{
    Address, Bounds, ENTRY, Event, Machine, Memory, Program, Remembered, Renaming, State, ThreadId,
    Variable, parse_program,
};
use reductio_watched::{
    Answer, Breached, Confirmed, Doubts, Limits, Rules, Run, Shown, Unknown, Watch, Watched, check,
};

/// A watch that hides nothing, and notes who searches.
#[derive(Debug)]
struct Open {
    rules: Rules,
    workers: Arc<Mutex<HashSet<Worker>>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Nothing;

impl Memory for Nothing {
    fn bytes(&self) -> usize {
        0
    }
}

/// A broken rule: there is none.
#[derive(Debug)]
struct Broken(#[allow(dead_code, reason = "it is never made")] Run);

impl Breached for Broken {
    const UNKNOWN: Unknown = Unknown::WrongClaim;
}

impl Watch for Open {
    type Memory = Nothing;
    type Breach = ();
    type Before = ();
    type Told = ();
    type Mark = ();
    type Found = Broken;

    fn rules(&self) -> Rules {
        self.rules
    }

    fn follow(&self, _memory: &mut Nothing, _after: &State, _event: &Event, _before: ()) {
        self.workers.lock().unwrap().insert(thread::current().id());
    }

    fn is_access_hidden(
        &self,
        _state: &State,
        _memory: &Nothing,
        _thread: ThreadId,
        _variable: Variable,
        _is_volatile: bool,
    ) -> bool {
        false
    }

    fn is_lock_hidden(
        &self,
        _state: &State,
        _memory: &Nothing,
        _thread: ThreadId,
        _object: Address,
    ) -> bool {
        false
    }

    fn rename(&self, _memory: &mut Nothing, _renaming: &Renaming) {}

    fn breaches(&self, _at: &Remembered<Nothing>, _visit: impl FnMut(())) {}

    fn number(&self, _program: &Program, (): &()) -> usize {
        0
    }

    fn confirm(
        &self,
        _machine: Machine<'_>,
        (): (),
        shown: Shown<'_, Nothing, ()>,
    ) -> Option<Confirmed<Broken>> {
        Some(Confirmed::Breach(Broken(shown.replay.run)))
    }

    fn doubts(&self) -> Doubts {
        Doubts::default()
    }
}

/// Three threads write to two objects under two locks, which two of them take in opposite orders; one reads what the
/// others have written.
const TEXT: &str = "
thread main { a := new Box; b := new Box; fork one; fork two; fork three }
thread one { synchronized a { synchronized b { a.n := 1; b.n := 2; a.n := 3 } } }
thread two { synchronized b { synchronized a { a.n := 4; b.n := 5; a.n := 6 } } }
thread three { x := a.n; y := b.n; assert x != 3 }";

fn searched(workers: usize, stuck: bool) -> (Answer<Broken>, usize) {
    let program = parse_program(TEXT, "opposite", ENTRY).unwrap();
    let seen = Arc::new(Mutex::new(HashSet::new()));
    let watch = Open { rules: Rules::of(&program), workers: seen.clone() };
    let model = Watched::new(&program, watch, Bounds::default());
    let limits = Limits { workers, stuck, ..Limits::default() };
    let (answer, _) = check(model, &limits, limits.alarm(), None);
    let count = seen.lock().unwrap().len();
    (answer, count)
}

#[test]
fn several_workers_find_what_one_finds() {
    let (one, _) = searched(1, false);
    assert_eq!((one.failures().word(), one.deadlocks().word()), ("fails", "fails"));
    // In one pass with who is stuck, or without: the same states and runs.
    for (workers, stuck) in [(1, true), (2, false), (3, true)] {
        let (other, searching) = searched(workers, stuck);
        assert!(searching >= workers, "{searching} of {workers}");
        let size = |answer: &Answer<Broken>| (answer.states, answer.transitions, answer.depth);
        assert_eq!(size(&other), size(&one), "{workers} workers, stuck: {stuck}");
        assert_eq!((&other.wrong, &other.deadlock), (&one.wrong, &one.deadlock));
        assert_eq!(other.stuck.is_some(), stuck);
    }
}

#[test]
fn limits_end_one_pass_as_they_end_two() {
    let program = parse_program(TEXT, "opposite", ENTRY).unwrap();
    for max_states in [1, 7, 40] {
        let answer = |stuck| {
            let watch = Open { rules: Rules::of(&program), workers: Arc::default() };
            let model = Watched::new(&program, watch, Bounds::default());
            let limits = Limits { max_states, stuck, ..Limits::default() };
            check(model, &limits, limits.alarm(), None).0
        };
        let (two, one) = (answer(false), answer(true));
        assert!(two.stopped.is_some() && one.stuck.is_none());
        assert_eq!((one.stopped, one.states), (two.stopped, two.states), "{max_states}");
        assert_eq!((one.wrong, one.deadlock), (two.wrong, two.deadlock), "{max_states}");
    }
}
