//! The second opinion: all states of a program, breadth first. It shares no code with the crate.

mod steps;

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

pub(crate) use steps::steps;

use super::program::{ATOMICS, Do, Last, MUTEXES, Program};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "a state")]
pub(crate) struct Thread {
    pub(crate) at: usize,
    /// Where in an instruction: 1 after the first half.
    half: usize,
    register: u64,
    token: bool,
    /// Which condition variable it waits at.
    waits: Option<usize>,
    woken: bool,
    pub(crate) sender: bool,
    pub(crate) sync_sender: bool,
    pub(crate) ended: bool,
    /// The values that it has, those that belong to its variables, and the destructors that are to be run now.
    pub(crate) kept: VecDeque<Last>,
    locals: VecDeque<Last>,
    pub(crate) drops: VecDeque<Last>,
    /// It is in the middle of the first one.
    pub(crate) within: bool,
}

/// A message, and what its destructor does.
type Message = (u64, Option<Last>);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub(crate) threads: Vec<Thread>,
    owner: [Option<usize>; MUTEXES],
    protected: [u64; MUTEXES],
    atomics: [u64; ATOMICS],
    queue: VecDeque<Message>,
    sync_queue: VecDeque<(Message, usize)>,
    receiver: bool,
    sync_receiver: bool,
    semaphore: u64,
    /// Who reads, and how often.
    readers: BTreeMap<usize, usize>,
    writer: Option<usize>,
    guarded: u64,
    arrived: usize,
    round: usize,
    cell: Option<u64>,
    /// How often something was done that is done once.
    calls: u64,
    shared: u64,
    /// The writers that wait, and for each reader that waits behind some, which ones.
    queued: BTreeSet<usize>,
    behind: BTreeMap<usize, BTreeSet<usize>>,
}

/// How executions end.
pub(crate) type Outcomes = BTreeSet<String>;

/// Whether two sets of ends agree. Panics and violations end an execution: where several threads are about to do so, which of them comes
/// first is no difference. All others have to be the same; where there are violations, those that were found have to be among those that are
/// expected, since an execution goes on here after a violation, and not there.
pub(crate) fn agree(expected: &Outcomes, found: &Outcomes) -> bool {
    if expected.contains("discipline") {
        return found.contains("discipline") && found.is_subset(expected);
    }
    let stops = |end: &&String| end.starts_with("panic") || *end == "discipline";
    let whole =
        |ends: &Outcomes| ends.iter().filter(|end| !stops(end)).cloned().collect::<Vec<_>>();
    let has_stop = |ends: &Outcomes| ends.iter().any(|end| stops(&end));
    whole(expected) == whole(found)
        && has_stop(expected) == has_stop(found)
        && found.is_subset(expected)
}

/// What a register becomes.
fn keep(register: u64, value: u64) -> u64 {
    (register * 5 + value + 1) % 100_003
}

/// Where a program begins.
pub(crate) fn first(program: &Program) -> State {
    let threads = program.threads.iter().enumerate().map(|(me, _)| Thread {
        at: 0,
        half: 0,
        register: 0,
        token: false,
        waits: None,
        woken: false,
        sender: me > 0,
        sync_sender: me > 0,
        ended: false,
        kept: VecDeque::new(),
        locals: VecDeque::new(),
        drops: VecDeque::new(),
        within: false,
    });
    State {
        threads: threads.collect(),
        owner: [None; MUTEXES],
        protected: [0; MUTEXES],
        atomics: [0; ATOMICS],
        queue: VecDeque::new(),
        sync_queue: VecDeque::new(),
        receiver: true,
        sync_receiver: true,
        semaphore: program.semaphore,
        readers: BTreeMap::new(),
        writer: None,
        guarded: 0,
        arrived: 0,
        round: 0,
        cell: None,
        calls: 0,
        shared: 0,
        queued: BTreeSet::new(),
        behind: BTreeMap::new(),
    }
}

/// All ends of a program, or `None` if it has more states than this.
pub(crate) fn outcomes(program: &Program, most: usize) -> Option<Outcomes> {
    let first = first(program);
    let mut ends = Outcomes::new();
    let mut seen = HashSet::from([first.clone()]);
    let mut open = VecDeque::from([first]);
    while let Some(state) = open.pop_front() {
        if seen.len() > most {
            return None;
        }
        if races(program, &state) {
            ends.insert("discipline".to_owned());
        }
        let mut moved = false;
        for me in 0..program.threads.len() {
            for next in steps(program, &state, me) {
                moved = true;
                match next {
                    Ok(next) => {
                        if seen.insert(next.clone()) {
                            open.push_back(next);
                        }
                    }
                    Err(end) => _ = ends.insert(end),
                }
            }
        }
        if moved && spins_for_ever(program, &state) {
            ends.insert("endless".to_owned());
        }
        if !moved {
            ends.insert(end(program, &state));
        }
    }
    Some(ends)
}

/// Whether two threads are about to access the shared value, and one of them writes: nothing says who is first.
fn races(program: &Program, state: &State) -> bool {
    let next = |me: usize| program.threads[me].get(state.threads[me].at).copied();
    let accesses = |what: &Do| matches!(what, Do::SetShared(_) | Do::GetShared);
    let all: Vec<Do> = (0..program.threads.len()).filter_map(next).filter(accesses).collect();
    all.len() > 1 && all.iter().any(|what| matches!(what, Do::SetShared(_)))
}

/// Whether threads only go round in loops from here on, and nobody ever leaves one.
fn spins_for_ever(program: &Program, state: &State) -> bool {
    let mut seen = HashSet::from([state.clone()]);
    let mut open = vec![state.clone()];
    while let Some(state) = open.pop() {
        for (me, thread) in state.threads.iter().enumerate() {
            let what = program.threads[me].get(thread.at);
            let loops = matches!(what, Some(Do::AwaitValue(..) | Do::PollUnder(..)));
            for next in steps(program, &state, me) {
                let Ok(next) = next else { return false };
                if !loops || next.threads[me].at != thread.at {
                    return false;
                }
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
    }
    true
}

/// Thread 0 has run its own instructions and joins the others; the last thing is its end.
fn is_main_done(state: &State) -> bool {
    state.threads[0].ended
}

/// How an execution ends in which nobody can go on.
pub(crate) fn end(program: &Program, state: &State) -> String {
    if state.threads.iter().all(|thread| thread.ended) {
        let registers: Vec<u64> = state.threads.iter().map(|thread| thread.register).collect();
        return format!(
            "{registers:?} {:?} {:?} {} {:?} {} {}",
            state.protected, state.atomics, state.guarded, state.cell, state.shared, state.calls
        );
    }
    let mut waits = BTreeMap::new();
    for (me, thread) in state.threads.iter().enumerate().filter(|(_, thread)| !thread.ended) {
        if let Some(Last::Add(lock, _)) = thread.drops.front() {
            if state.owner[*lock] == Some(me) {
                return format!("twice {me}");
            }
            waits.insert(me, "Mutex");
            continue;
        }
        let what = match program.threads[me].get(thread.at) {
            None => "thread",
            Some(Do::Spin(..)) => return "endless".to_owned(),
            Some(Do::Lock(lock)) if state.owner[*lock] == Some(me) => return format!("twice {me}"),
            Some(Do::PollUnder(lock, ..)) if state.owner[*lock] == Some(me) => {
                return format!("twice {me}");
            }
            Some(Do::Lock(_) | Do::WaitTimed(..) | Do::AwaitValue(..) | Do::PollUnder(..)) => {
                "Mutex"
            }
            Some(Do::Wait(..)) if thread.woken || program.spurious => "Mutex",
            Some(Do::Wait(..)) => "notification",
            Some(Do::Receive | Do::ReceiveSync) => "message",
            Some(Do::SendSync(_) | Do::SendSyncWith(..)) if thread.half == 1 => "taken",
            Some(Do::SendSync(_) | Do::SendSyncWith(..)) => "room",
            Some(Do::Down) => "Semaphore",
            Some(Do::Read | Do::Write(_)) => "RwLock",
            Some(Do::Park) => "token",
            Some(Do::Arrive) => "others",
            other => panic!("{other:?} does not wait"),
        };
        waits.insert(me, what);
    }
    let kind = if is_main_done(state) { "Stuck" } else { "Deadlock" };
    format!("{kind} {waits:?}")
}
