//! Random programs over one `Arc` and its `Weak`s: the search meets the same ends as a search of all states by an interpreter that shares no code with
//! the crate. The destructor of the value locks, and says who runs it.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::sync::{Arc as Plain, Mutex as PlainMutex};

use reductio_schedules::sync::atomic::{AtomicBool, Ordering::SeqCst};
use reductio_schedules::sync::{Arc, Mutex, MutexGuard, Weak};
use reductio_schedules::{Bound, Explorer, FindingKind, Strategy, thread};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Do {
    Clone,
    Drop,
    Count,
    Unwrap,
    IntoInner,
    Upgrade,
    Lock,
    Unlock,
    Set,
    Look,
}

const ALL: [Do; 10] = [
    Do::Clone,
    Do::Drop,
    Do::Count,
    Do::Unwrap,
    Do::IntoInner,
    Do::Upgrade,
    Do::Lock,
    Do::Unlock,
    Do::Set,
    Do::Look,
];

type Program = Vec<Vec<Do>>;

/// A generator of numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, of: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % of as u64).unwrap()
    }

    /// Two or three threads. Half of the programs do not ask for numbers.
    fn program(&mut self) -> Program {
        let asks = self.below(2) == 0;
        let thread = |random: &mut Self| {
            let steps = random.below(5);
            let pick = |random: &mut Self| ALL[random.below(ALL.len())];
            let all = (0..steps).map(|_| pick(random));
            all.filter(|what| asks || !matches!(what, Do::Count | Do::Unwrap | Do::Upgrade))
                .collect()
        };
        (0..2 + self.below(2)).map(|_| thread(self)).collect()
    }
}

/// What a register becomes.
fn keep(register: &mut u64, value: u64) {
    *register = *register * 7 + value + 1;
}

/// A thread of the interpreter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Thread {
    at: usize,
    handles: u64,
    register: u64,
    /// It has to run the destructor.
    destroys: bool,
    ended: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    threads: Vec<Thread>,
    lock: Option<usize>,
    flag: bool,
    who: Option<usize>,
}

/// All ends of a program.
fn expected(program: &Program) -> BTreeSet<String> {
    let thread =
        |_: &Vec<Do>| Thread { at: 0, handles: 1, register: 0, destroys: false, ended: false };
    let threads = program.iter().map(thread).collect();
    let first = State { threads, lock: None, flag: false, who: None };
    let (mut ends, mut seen) = (BTreeSet::new(), HashSet::from([first.clone()]));
    let mut open = VecDeque::from([first]);
    while let Some(state) = open.pop_front() {
        let mut moved = false;
        for me in 0..program.len() {
            match step(program, &state, me) {
                None => {}
                Some(Ok(next)) => {
                    moved = true;
                    if seen.insert(next.clone()) {
                        open.push_back(next);
                    }
                }
                Some(Err(end)) => {
                    moved = true;
                    ends.insert(end);
                }
            }
        }
        if !moved {
            assert!(state.threads.iter().all(|thread| thread.ended), "{program:?} {state:?}");
            let registers: Vec<u64> = state.threads.iter().map(|t| t.register).collect();
            ends.insert(format!("{registers:?} {:?}", state.who));
        }
    }
    ends
}

/// What a thread does next: a state, an end, or nothing if it has to wait.
fn step(program: &Program, state: &State, me: usize) -> Option<Result<State, String>> {
    let mut next = state.clone();
    let all: u64 = state.threads.iter().map(|thread| thread.handles).sum();
    let own = &mut next.threads[me];
    if own.ended {
        return None;
    }
    if own.destroys {
        if state.lock == Some(me) {
            return Some(Err(format!("twice {me}")));
        }
        if state.lock.is_some() {
            return None;
        }
        own.destroys = false;
        next.who = Some(me);
        return Some(Ok(next));
    }
    let Some(what) = program[me].get(own.at) else {
        // The end: it unlocks, then drops what it has.
        if state.lock == Some(me) {
            next.lock = None;
        } else if own.handles > 0 {
            own.handles -= 1;
            own.destroys = all == 1;
        } else {
            own.ended = true;
        }
        return Some(Ok(next));
    };
    own.at += 1;
    let has = own.handles > 0;
    match what {
        Do::Clone if has => own.handles += 1,
        Do::Drop if has => {
            own.handles -= 1;
            own.destroys = all == 1;
        }
        Do::Count if has => keep(&mut own.register, all),
        Do::Unwrap | Do::IntoInner if has => {
            let is_last = all == 1;
            keep(&mut own.register, u64::from(is_last));
            if is_last || *what == Do::IntoInner {
                own.handles -= 1;
            }
            own.destroys = is_last;
        }
        Do::Upgrade => {
            own.handles += u64::from(all > 0);
            keep(&mut own.register, u64::from(all > 0));
        }
        Do::Lock if state.lock != Some(me) => {
            if state.lock.is_some() {
                return None;
            }
            next.lock = Some(me);
        }
        Do::Unlock if state.lock == Some(me) => next.lock = None,
        Do::Set => next.flag = true,
        Do::Look => keep(&mut own.register, u64::from(state.flag)),
        _ => {}
    }
    Some(Ok(next))
}

/// The value: whoever drops it last says so, under the lock.
struct Value(Plain<(Mutex<Option<thread::ThreadId>>, AtomicBool)>);

impl Drop for Value {
    fn drop(&mut self) {
        *self.0.0.lock().unwrap() = Some(thread::current().id());
    }
}

fn run(
    thread: &[Do],
    shared: &(Mutex<Option<thread::ThreadId>>, AtomicBool),
    first: Arc<Value>,
    weak: &Weak<Value>,
) -> u64 {
    let (mut handles, mut register) = (vec![first], 0);
    let mut held: Option<MutexGuard<'_, _>> = None;
    for what in thread {
        match what {
            Do::Clone => handles.extend(handles.first().cloned()),
            Do::Drop => drop(handles.pop()),
            Do::Count => {
                if let Some(handle) = handles.first() {
                    keep(&mut register, Arc::strong_count(handle) as u64);
                }
            }
            Do::Unwrap => {
                if let Some(handle) = handles.pop() {
                    let unwrapped = Arc::try_unwrap(handle);
                    keep(&mut register, u64::from(unwrapped.is_ok()));
                    handles.extend(unwrapped.err());
                }
            }
            Do::IntoInner => {
                if let Some(handle) = handles.pop() {
                    let value = Arc::into_inner(handle);
                    keep(&mut register, u64::from(value.is_some()));
                }
            }
            Do::Upgrade => {
                let upgraded = weak.upgrade();
                keep(&mut register, u64::from(upgraded.is_some()));
                handles.extend(upgraded);
            }
            Do::Lock => {
                if held.is_none() {
                    held = Some(shared.0.lock().unwrap());
                }
            }
            Do::Unlock => held = None,
            Do::Set => shared.1.store(true, SeqCst),
            Do::Look => keep(&mut register, u64::from(shared.1.load(SeqCst))),
        }
    }
    drop(held);
    while let Some(handle) = handles.pop() {
        drop(handle);
    }
    register
}

fn whole(program: &Program) -> String {
    let shared = Plain::new((Mutex::new(None), AtomicBool::new(false)));
    let value = Arc::new(Value(Plain::clone(&shared)));
    let weak = Arc::downgrade(&value);
    let mut ids = vec![thread::current().id()];
    let mut threads = Vec::new();
    // All handles are there before another thread runs.
    let others = program[1..].iter();
    let others: Vec<_> = others.map(|body| (body, Arc::clone(&value), weak.clone())).collect();
    for (body, value, weak) in others {
        let shared = Plain::clone(&shared);
        let body = body.clone();
        let thread = thread::spawn(move || run(&body, &shared, value, &weak));
        ids.push(thread.thread().id());
        threads.push(thread);
    }
    let mut registers = vec![run(&program[0], &shared, value, &weak)];
    registers.extend(threads.into_iter().map(|thread| thread.join().unwrap()));
    let who = *shared.0.lock().unwrap();
    let who = who.and_then(|who| ids.iter().position(|id| *id == who));
    format!("{registers:?} {who:?}")
}

/// The ends that a search finds, and the number of its executions. `None` if these are too many.
fn found(program: &Program, strategy: Strategy) -> Option<(BTreeSet<String>, usize)> {
    let ends = Plain::new(PlainMutex::new(BTreeSet::new()));
    let (to, own) = (Plain::clone(&ends), program.clone());
    let explorer = Explorer::new().strategy(strategy).executions(20_000).all_findings();
    let report = explorer.run(move || {
        let end = whole(&own);
        to.lock().unwrap().insert(end);
    });
    if !report.is_complete() {
        assert!(matches!(report.bounds[..], [Bound::Executions(_)]), "{program:?} {report}");
        return None;
    }
    let mut ends = std::mem::take(&mut *ends.lock().unwrap());
    for finding in &report.findings {
        assert_eq!(finding.kind(), FindingKind::LockedTwice, "{program:?} {finding}");
        let thread =
            finding.message().strip_prefix("thread ").and_then(|rest| rest.split(' ').next());
        ends.insert(format!("twice {}", thread.unwrap()));
    }
    Some((ends, report.executions))
}

/// Compares so many programs, and says how many end in more than one way, and how many executions there were.
fn compare(seed: u64, programs: usize) -> (usize, usize) {
    println!("seed {seed}");
    let (mut random, mut several, mut all, mut unfinished) = (Random(seed), 0, 0, 0);
    for number in 0..programs {
        let program = random.program();
        let expected = expected(&program);
        several += usize::from(expected.len() > 1);
        for strategy in [Strategy::Optimal, Strategy::Source, Strategy::InvisibleFirst] {
            let Some((found, executions)) = found(&program, strategy) else {
                unfinished += 1;
                continue;
            };
            all += executions;
            assert_eq!(found, expected, "{strategy:?}, program {number}: {program:?}");
        }
    }
    println!("{unfinished} searches over the bound");
    assert!(unfinished * 20 <= programs, "{unfinished}");
    (several, all)
}

#[test]
fn random_programs_over_one_arc_end_as_the_interpreter_says() {
    let (several, executions) = compare(38, 20);
    println!("{several} with several ends, {executions} executions");
    assert!(several > 10, "{several}");
}

#[test]
#[ignore = "minutes: REDUCTIO_PROGRAMS says how many"]
fn many_random_programs_over_one_arc_end_as_the_interpreter_says() {
    let programs = std::env::var("REDUCTIO_PROGRAMS").ok().and_then(|text| text.parse().ok());
    let (several, executions) = compare(3838, programs.unwrap_or(2000));
    println!("{several} with several ends, {executions} executions");
    assert!(several > programs.unwrap_or(2000) / 2, "{several}");
}
