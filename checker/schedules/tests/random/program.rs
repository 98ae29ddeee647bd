//! Small programs over everything that threads communicate by, and a generator of them.

/// An instruction. Numbers name objects; a value that is read goes into the thread's register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Do {
    Lock(usize),
    TryLock(usize),
    Unlock(usize),
    /// Adds to what a mutex protects, if the thread holds it, and keeps the sum.
    Add(usize, u64),
    Wait(usize, usize),
    WaitTimed(usize, usize),
    NotifyOne(usize),
    NotifyAll(usize),
    Load(usize),
    Store(usize, u64),
    FetchAdd(usize, u64),
    /// Compare with the first, set the second.
    Swap(usize, u64, u64),
    /// Until the atomic has this value.
    Spin(usize, u64),
    Send(u64),
    DropSender,
    Receive,
    TryReceive,
    DropReceiver,
    SendSync(u64),
    TrySendSync(u64),
    ReceiveSync,
    Down,
    TryDown,
    Up,
    Count,
    Read,
    Write(u64),
    TryRead,
    TryWrite,
    EndRead,
    EndWrite,
    Park,
    ParkTimed,
    Unpark(usize),
    Arrive,
    Fill(u64),
    Look,
    Choose(u64),
    /// Ends the execution if the register has this value, modulo 4.
    PanicIf(u64),
    /// Writes or reads the shared value.
    SetShared(u64),
    GetShared,
    IsFinished(usize),
    /// While the thread holds a mutex and what it protects is less than this: waits with a limit of time.
    AwaitValue(usize, usize, u64),
    /// Locks a mutex, looks whether an atomic has this value, and unlocks, until it has.
    PollUnder(usize, usize, u64),
    /// Counts a call, if there was none.
    CallOnce,
    /// Sends a message, by the first or the second channel, whose destructor adds a value to what a mutex protects.
    SendWith(usize, u64),
    SendSyncWith(usize, u64),
    /// Makes a value with a destructor, which is dropped at the end of the thread's own instructions.
    Keep(Last),
    /// Makes one that is dropped with the variables of the thread, as the last thing that it does.
    KeepLocal(Last),
    /// Drops all values of [`Do::Keep`].
    LetGo,
}

/// What a destructor does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Last {
    /// Locks a mutex and adds to what it protects.
    Add(usize, u64),
    Store(usize, u64),
    /// Sends a message by a sender of its own, if the thread had one when the value was made, and drops it.
    Send(u64),
}

/// A program: thread 0 starts the others, and joins them in the end.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) threads: Vec<Vec<Do>>,
    pub(crate) semaphore: u64,
    /// The bound of the second channel.
    pub(crate) bound: usize,
    pub(crate) barrier: usize,
    /// Whether condition variables wake threads without a notification.
    pub(crate) spurious: bool,
}

pub(crate) const MUTEXES: usize = 2;
pub(crate) const CONDVARS: usize = 2;
pub(crate) const ATOMICS: usize = 2;

/// A generator of numbers (splitmix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, of: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % of
    }

    fn index(&mut self, of: usize) -> usize {
        usize::try_from(self.below(of as u64)).unwrap()
    }
}

/// Which objects a program uses: a few kinds at a time meet more often.
const THEMES: usize = 9;

impl Program {
    /// A random program of two or three threads.
    pub(crate) fn random(random: &mut Random, length: u64) -> Self {
        let count = 2 + random.index(2);
        Program::with_threads(random, length, count)
    }

    /// A random program of so many threads.
    pub(crate) fn with_threads(random: &mut Random, length: u64, count: usize) -> Self {
        let themes: Vec<usize> = (0..2).map(|_| random.index(THEMES)).collect();
        let mut threads = Vec::new();
        for me in 0..count {
            let steps = 1 + random.below(length);
            let mut held = Held::default();
            let mut thread = Vec::new();
            for _ in 0..steps {
                let theme = themes[random.index(themes.len())];
                one(random, theme, me, count, &mut held, &mut thread);
            }
            if random.below(5) == 0 {
                thread.push(Do::PanicIf(random.below(4)));
            }
            for mutex in 0..MUTEXES {
                if held.mutexes[mutex] {
                    thread.push(Do::Unlock(mutex));
                }
            }
            if held.reads {
                thread.push(Do::EndRead);
            }
            if held.writes {
                thread.push(Do::EndWrite);
            }
            threads.push(thread);
        }
        let semaphore = random.below(2);
        let (bound, spurious) = (random.index(2), random.below(8) == 0);
        Program { threads, semaphore, bound, barrier: 2, spurious }
    }
}

impl Program {
    /// A random program with loops that wait, and things that are done once.
    pub(crate) fn looping(random: &mut Random) -> Self {
        Program::of_actions(random, |random, me| action(random, me == 0))
    }

    /// A random program with destructors of messages, of values and of variables of threads, with receivers that are dropped, and with
    /// threads that read while they read.
    pub(crate) fn dropping(random: &mut Random) -> Self {
        let themes = [random.index(4), random.index(4)];
        Program::of_actions(random, |random, me| {
            let theme = themes[random.index(2)];
            last_action(random, theme, me)
        })
    }

    fn of_actions(random: &mut Random, action: impl Fn(&mut Random, usize) -> Vec<Do>) -> Self {
        let count = 2 + random.index(2);
        let threads = (0..count).map(|me| {
            let actions = 1 + random.index(if count == 2 { 3 } else { 2 });
            (0..actions).flat_map(|_| action(random, me)).collect()
        });
        let threads = threads.collect();
        let (bound, spurious) = (random.index(2), random.below(12) == 0);
        Program { threads, semaphore: 0, bound, barrier: 2, spurious }
    }
}

/// Some instructions that belong together, of one of four themes: messages, destructors, readers, and some of each with loops.
fn last_action(r: &mut Random, theme: usize, me: usize) -> Vec<Do> {
    let (mutex, atomic, value) = (r.index(MUTEXES), r.index(ATOMICS), 1 + r.below(2));
    let last = match r.below(4) {
        0 | 1 => Last::Add(mutex, value),
        2 => Last::Store(atomic, value),
        _ => Last::Send(value),
    };
    let pick = r.below(8);
    match theme {
        0 if me == 0 => match pick {
            0 | 1 => vec![Do::DropReceiver],
            2 => vec![Do::TryReceive],
            3 | 4 => vec![Do::ReceiveSync],
            5 => vec![Do::Lock(mutex), Do::DropReceiver, Do::Unlock(mutex)],
            _ => vec![Do::Receive],
        },
        0 => match pick {
            0..3 => vec![Do::SendWith(mutex, value)],
            3..6 => vec![Do::SendSyncWith(mutex, value)],
            6 => vec![Do::Lock(mutex), Do::SendWith(mutex, value), Do::Unlock(mutex)],
            _ => vec![Do::SendSync(value), Do::TrySendSync(value)],
        },
        1 => match pick {
            0..3 => vec![Do::Keep(last)],
            3..5 if me > 0 => vec![Do::KeepLocal(last)],
            5 => vec![Do::Keep(last), Do::Lock(mutex), Do::LetGo, Do::Unlock(mutex)],
            6 => vec![Do::Load(atomic)],
            _ if me == 0 => vec![Do::Receive],
            _ => vec![Do::Lock(mutex), Do::Add(mutex, value), Do::Unlock(mutex)],
        },
        2 => match pick {
            0 | 1 => vec![Do::Read, Do::Read, Do::EndRead, Do::EndRead],
            2 => vec![Do::Read, Do::Store(atomic, value), Do::Read, Do::EndRead, Do::EndRead],
            3 => vec![Do::Read, Do::TryRead, Do::EndRead, Do::EndRead],
            4 => vec![Do::Read, Do::Lock(mutex), Do::Unlock(mutex), Do::EndRead],
            _ => vec![Do::Write(value), Do::EndWrite],
        },
        _ => {
            let other = r.index(4);
            if other == 3 { action(r, me == 0) } else { last_action(r, other, me) }
        }
    }
}

/// Some instructions that belong together. One thread polls under locks: each look of one that does is a change to another one, so that there are
/// too many executions with two.
fn action(r: &mut Random, polls: bool) -> Vec<Do> {
    let (mutex, condvar, atomic) = (r.index(MUTEXES), r.index(CONDVARS), r.index(ATOMICS));
    let (value, other) = (1 + r.below(2), 1 - mutex);
    let pick = r.below(12);
    match if polls || !(3..7).contains(&pick) { pick } else { pick % 3 } {
        0 | 1 => vec![Do::Lock(mutex), Do::Add(mutex, value), Do::Unlock(mutex)],
        2 => {
            vec![Do::Lock(mutex), Do::Add(mutex, value), Do::NotifyOne(condvar), Do::Unlock(mutex)]
        }
        3 | 4 => vec![Do::Lock(mutex), Do::AwaitValue(condvar, mutex, value), Do::Unlock(mutex)],
        5 => vec![Do::PollUnder(mutex, atomic, value)],
        6 => vec![Do::Lock(other), Do::PollUnder(mutex, atomic, value), Do::Unlock(other)],
        7 | 8 => vec![Do::Store(atomic, value)],
        9 => vec![Do::CallOnce, Do::CallOnce],
        10 => vec![Do::Lock(other), Do::Spin(atomic, value), Do::Unlock(other)],
        _ => vec![Do::CallOnce, Do::Load(atomic)],
    }
}

/// What a thread may hold, as far as the text says.
#[derive(Default)]
struct Held {
    mutexes: [bool; MUTEXES],
    reads: bool,
    writes: bool,
}

fn one(r: &mut Random, theme: usize, me: usize, count: usize, held: &mut Held, to: &mut Vec<Do>) {
    let (mutex, condvar, atomic) = (r.index(MUTEXES), r.index(CONDVARS), r.index(ATOMICS));
    let value = 1 + r.below(3);
    let pick = r.below(8);
    match theme {
        // Critical sections, nested or not.
        0 | 1 => {
            if held.mutexes[mutex] {
                match pick {
                    0..4 => to.push(Do::Add(mutex, value)),
                    4 if theme == 1 => to.push(Do::Wait(condvar, mutex)),
                    5 if theme == 1 => to.push(Do::WaitTimed(condvar, mutex)),
                    _ => {
                        held.mutexes[mutex] = false;
                        to.push(Do::Unlock(mutex));
                    }
                }
            } else if pick == 0 && theme == 0 {
                held.mutexes[mutex] = true;
                to.push(Do::TryLock(mutex));
            } else if pick < 3 && theme == 1 {
                to.push(if pick == 1 { Do::NotifyAll(condvar) } else { Do::NotifyOne(condvar) });
            } else {
                held.mutexes[mutex] = true;
                to.push(Do::Lock(mutex));
                to.push(Do::Add(mutex, value));
            }
        }
        2 => to.push(match pick {
            0..3 => Do::Load(atomic),
            3 | 4 => Do::Store(atomic, value),
            5 => Do::FetchAdd(atomic, value),
            6 => Do::Swap(atomic, r.below(3), value),
            _ => Do::Spin(atomic, value),
        }),
        3 if me == 0 => to.push(match pick {
            0..4 => Do::Receive,
            4..7 => Do::TryReceive,
            _ => Do::DropReceiver,
        }),
        3 => to.push(if pick < 6 { Do::Send(value) } else { Do::DropSender }),
        4 if me == 0 => to.push(if pick == 7 { Do::DropReceiver } else { Do::ReceiveSync }),
        4 => to.push(if pick < 5 { Do::SendSync(value) } else { Do::TrySendSync(value) }),
        5 => to.push(match pick {
            0..3 => Do::Down,
            3..5 => Do::Up,
            5 => Do::TryDown,
            6 => Do::Count,
            _ => Do::Choose(2),
        }),
        6 => {
            if held.reads {
                held.reads = false;
                to.push(Do::EndRead);
            } else if held.writes {
                held.writes = false;
                to.push(Do::EndWrite);
            } else {
                let what =
                    [Do::Read, Do::Read, Do::Write(value), Do::Write(value), Do::Read, Do::TryRead]
                        .get(r.index(7))
                        .copied()
                        .unwrap_or(Do::TryWrite);
                held.reads = matches!(what, Do::Read | Do::TryRead);
                held.writes = !held.reads;
                to.push(what);
            }
        }
        7 => to.push(match pick {
            0 | 1 => Do::Park,
            2..5 => Do::Unpark(r.index(count)),
            5 => Do::ParkTimed,
            6 => Do::Arrive,
            _ if me == 0 => Do::IsFinished(1 + r.index(count - 1)),
            _ => Do::ParkTimed,
        }),
        _ => to.push(match pick {
            0..3 => Do::Fill(value),
            3 => Do::Look,
            4 => Do::SetShared(value),
            5 => Do::GetShared,
            6 => Do::Choose(2),
            _ => Do::Load(atomic),
        }),
    }
}
