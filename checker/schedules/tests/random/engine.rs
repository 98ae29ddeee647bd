//! A program, run by the stand-ins of the crate under a search.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc as PlainArc;
use std::sync::Mutex as Plain;
use std::sync::atomic::AtomicU64 as PlainU64;
use std::time::Duration;

use reductio_schedules::sync::atomic::{AtomicU64, Ordering::SeqCst};
use reductio_schedules::sync::mpsc::{
    Receiver, Sender, SyncSender, TryRecvError, TrySendError, channel, sync_channel,
};
use reductio_schedules::sync::{
    Arc, Barrier, Condvar, Mutex, MutexGuard, Once, OnceLock, RwLock, RwLockReadGuard,
    RwLockWriteGuard, Semaphore,
};
use reductio_schedules::{
    Explorer, Finding, FindingKind, Memory, Report, Shared, choose, is_given_up, thread,
};

use super::oracle::Outcomes;
use super::program::{ATOMICS, CONDVARS, Do, Last, MUTEXES, Program};

/// What destructors use as well.
struct Basis {
    mutexes: Vec<Mutex<u64>>,
    atomics: Vec<AtomicU64>,
}

/// A message, whose destructor may add to what a mutex protects.
struct Message {
    value: u64,
    adds: Option<(usize, PlainArc<Basis>)>,
}

impl Drop for Message {
    fn drop(&mut self) {
        if let Some((lock, basis)) = &self.adds {
            *basis.mutexes[*lock].lock().unwrap() += self.value;
        }
    }
}

/// A value with a destructor.
struct Kept {
    last: Last,
    basis: PlainArc<Basis>,
    sender: Option<Sender<Message>>,
}

impl Drop for Kept {
    fn drop(&mut self) {
        match self.last {
            Last::Add(lock, value) => *self.basis.mutexes[lock].lock().unwrap() += value,
            Last::Store(atomic, value) => self.basis.atomics[atomic].store(value, SeqCst),
            Last::Send(value) => {
                let sender = self.sender.take();
                _ = sender.map(|sender| sender.send(Message { value, adds: None }));
            }
        }
    }
}

reductio_schedules::thread_local! {
    /// What is dropped as the last thing that a thread does.
    static LOCALS: RefCell<Vec<Kept>> = const { RefCell::new(Vec::new()) };
}

struct Objects {
    basis: PlainArc<Basis>,
    condvars: Vec<Condvar>,
    semaphore: Semaphore,
    guarded: RwLock<u64>,
    barrier: Barrier,
    cell: OnceLock<u64>,
    once: Once,
    calls: PlainU64,
    shared: Shared<u64>,
    /// Handles of the threads, the first one's too: filled before any of them runs on.
    threads: std::sync::OnceLock<Vec<thread::Thread>>,
    handles: Vec<Plain<Option<thread::JoinHandle<()>>>>,
    registers: Vec<PlainU64>,
}

/// What one thread has for itself.
#[derive(Default)]
struct Own {
    sender: Option<Sender<Message>>,
    sync_sender: Option<SyncSender<Message>>,
    receiver: Option<(Receiver<Message>, Receiver<Message>)>,
}

#[expect(clippy::too_many_lines, reason = "one arm for each instruction")]
fn body(program: &Program, objects: &Objects, me: usize, own: &mut Own) {
    let mut register = 0_u64;
    let keep = |register: &mut u64, value: u64| *register = (*register * 5 + value + 1) % 100_003;
    let mut guards: Vec<Option<MutexGuard<'_, u64>>> = (0..MUTEXES).map(|_| None).collect();
    let mut reads: Vec<RwLockReadGuard<'_, u64>> = Vec::new();
    let mut writes: Option<RwLockWriteGuard<'_, u64>> = None;
    let mut kept = Vec::new();
    let plain = |value| Message { value, adds: None };
    let adding =
        |lock, value| Message { value, adds: Some((lock, PlainArc::clone(&objects.basis))) };
    for instruction in &program.threads[me] {
        match *instruction {
            Do::Lock(lock) => guards[lock] = Some(objects.basis.mutexes[lock].lock().unwrap()),
            Do::TryLock(lock) => {
                let guard = objects.basis.mutexes[lock].try_lock().ok();
                keep(&mut register, u64::from(guard.is_some()));
                if guard.is_some() {
                    guards[lock] = guard;
                }
            }
            Do::Unlock(lock) => guards[lock] = None,
            Do::Add(lock, value) => {
                if let Some(guard) = &mut guards[lock] {
                    **guard += value;
                    keep(&mut register, **guard);
                }
            }
            Do::Wait(condvar, lock) => {
                if let Some(guard) = guards[lock].take() {
                    guards[lock] = Some(objects.condvars[condvar].wait(guard).unwrap());
                }
            }
            Do::WaitTimed(condvar, lock) => {
                if let Some(guard) = guards[lock].take() {
                    let time = Duration::from_secs(1);
                    let (guard, late) =
                        objects.condvars[condvar].wait_timeout(guard, time).unwrap();
                    keep(&mut register, u64::from(!late.timed_out()));
                    guards[lock] = Some(guard);
                }
            }
            Do::NotifyOne(condvar) => objects.condvars[condvar].notify_one(),
            Do::NotifyAll(condvar) => objects.condvars[condvar].notify_all(),
            Do::Load(atomic) => keep(&mut register, objects.basis.atomics[atomic].load(SeqCst)),
            Do::Store(atomic, value) => objects.basis.atomics[atomic].store(value, SeqCst),
            Do::FetchAdd(atomic, value) => {
                keep(&mut register, objects.basis.atomics[atomic].fetch_add(value, SeqCst));
            }
            Do::Swap(atomic, expected, value) => {
                let found =
                    objects.basis.atomics[atomic].compare_exchange(expected, value, SeqCst, SeqCst);
                keep(&mut register, found.unwrap_or_else(|found| found));
            }
            Do::Spin(atomic, value) => while objects.basis.atomics[atomic].load(SeqCst) != value {},
            Do::Send(value) | Do::SendWith(_, value) => {
                if let Some(sender) = &own.sender {
                    let message = if let Do::SendWith(lock, _) = *instruction {
                        adding(lock, value)
                    } else {
                        plain(value)
                    };
                    keep(&mut register, u64::from(sender.send(message).is_ok()));
                }
            }
            Do::DropSender => drop(own.sender.take()),
            Do::Receive => {
                if let Some((receiver, _)) = &own.receiver {
                    keep(&mut register, receiver.recv().map_or(9, |message| message.value));
                }
            }
            Do::TryReceive => {
                if let Some((receiver, _)) = &own.receiver {
                    let error = |error| if error == TryRecvError::Empty { 8 } else { 9 };
                    let received = receiver.try_recv();
                    keep(&mut register, received.map_or_else(error, |message| message.value));
                }
            }
            Do::DropReceiver => drop(own.receiver.take()),
            Do::SendSync(value) | Do::SendSyncWith(_, value) => {
                if let Some(sender) = &own.sync_sender {
                    let message = if let Do::SendSyncWith(lock, _) = *instruction {
                        adding(lock, value)
                    } else {
                        plain(value)
                    };
                    keep(&mut register, u64::from(sender.send(message).is_ok()));
                }
            }
            Do::TrySendSync(value) => {
                if let Some(sender) = &own.sync_sender {
                    let sent = match sender.try_send(plain(value)) {
                        Ok(()) => 1,
                        Err(TrySendError::Full(_)) => 2,
                        Err(TrySendError::Disconnected(_)) => 0,
                    };
                    keep(&mut register, sent);
                }
            }
            Do::ReceiveSync => {
                if let Some((_, receiver)) = &own.receiver {
                    keep(&mut register, receiver.recv().map_or(9, |message| message.value));
                }
            }
            Do::Down => objects.semaphore.acquire(),
            Do::TryDown => keep(&mut register, u64::from(objects.semaphore.try_acquire())),
            Do::Up => objects.semaphore.release(1),
            Do::Count => keep(&mut register, u64::from(objects.semaphore.available())),
            Do::Read => {
                let guard = objects.guarded.read().unwrap();
                keep(&mut register, *guard);
                reads.push(guard);
            }
            Do::TryRead => {
                let guard = objects.guarded.try_read().ok();
                keep(&mut register, guard.as_ref().map_or(77, |guard| **guard));
                reads.extend(guard);
            }
            Do::Write(value) => {
                let mut guard = objects.guarded.write().unwrap();
                *guard += value;
                writes = Some(guard);
            }
            Do::TryWrite => {
                let mut guard = objects.guarded.try_write().ok();
                keep(&mut register, u64::from(guard.is_some()));
                if let Some(guard) = &mut guard {
                    **guard += 1;
                }
                writes = guard.or(writes);
            }
            Do::EndRead => _ = reads.pop(),
            Do::EndWrite => writes = None,
            Do::Park => thread::park(),
            Do::ParkTimed => thread::park_timeout(Duration::from_secs(1)),
            Do::Unpark(other) => objects.threads.get().unwrap()[other].unpark(),
            Do::Arrive => _ = objects.barrier.wait(),
            Do::Fill(value) => keep(&mut register, *objects.cell.get_or_init(|| value)),
            Do::Look => keep(&mut register, objects.cell.get().copied().unwrap_or(0)),
            Do::Choose(of) => keep(&mut register, choose(usize::try_from(of).unwrap()) as u64),
            Do::PanicIf(value) => assert!(register % 4 != value, "the register"),
            Do::SetShared(value) => objects.shared.set(value),
            Do::GetShared => keep(&mut register, objects.shared.get()),
            Do::AwaitValue(condvar, lock, value) => {
                if let Some(mut guard) = guards[lock].take() {
                    while *guard < value {
                        let time = Duration::from_secs(1);
                        guard = objects.condvars[condvar].wait_timeout(guard, time).unwrap().0;
                    }
                    guards[lock] = Some(guard);
                }
            }
            Do::PollUnder(lock, atomic, value) => loop {
                let _guard = objects.basis.mutexes[lock].lock().unwrap();
                if objects.basis.atomics[atomic].load(SeqCst) == value {
                    break;
                }
            },
            Do::Keep(last) | Do::KeepLocal(last) => {
                let sends = matches!(last, Last::Send(_));
                let sender = if sends { own.sender.clone() } else { None };
                if sender.is_some() || !sends {
                    let value = Kept { last, basis: PlainArc::clone(&objects.basis), sender };
                    if matches!(instruction, Do::Keep(_)) {
                        kept.push(value);
                    } else {
                        LOCALS.with_borrow_mut(|locals| locals.push(value));
                    }
                }
            }
            Do::LetGo => drop(std::mem::take(&mut kept)),
            Do::CallOnce => objects.once.call_once(|| _ = objects.calls.fetch_add(1, SeqCst)),
            Do::IsFinished(other) => {
                let handle = objects.handles[other].lock().unwrap().take().unwrap();
                let ended = handle.is_finished();
                *objects.handles[other].lock().unwrap() = Some(handle);
                keep(&mut register, u64::from(ended));
            }
        }
        objects.registers[me].store(register, SeqCst);
    }
    drop(kept);
    drop(own.sender.take());
    drop(own.sync_sender.take());
}

fn whole(program: &std::sync::Arc<Program>) -> String {
    let count = program.threads.len();
    let objects = Arc::new(Objects {
        basis: PlainArc::new(Basis {
            mutexes: (0..MUTEXES).map(|_| Mutex::new(0)).collect(),
            atomics: (0..ATOMICS).map(|_| AtomicU64::new(0)).collect(),
        }),
        condvars: (0..CONDVARS).map(|_| Condvar::new()).collect(),
        semaphore: Semaphore::new(u32::try_from(program.semaphore).unwrap()),
        guarded: RwLock::new(0),
        barrier: Barrier::new(program.barrier),
        cell: OnceLock::new(),
        once: Once::new(),
        calls: PlainU64::new(0),
        shared: Shared::new(0),
        threads: std::sync::OnceLock::new(),
        handles: (0..count).map(|_| Plain::new(None)).collect(),
        registers: (0..count).map(|_| PlainU64::new(0)).collect(),
    });
    let (sender, receiver) = channel();
    let (sync_sender, sync_receiver) = sync_channel(program.bound);
    let mut handles = vec![thread::current()];
    for me in 1..count {
        let mut own = Own {
            sender: Some(sender.clone()),
            sync_sender: Some(sync_sender.clone()),
            receiver: None,
        };
        let (program, of) = (std::sync::Arc::clone(program), Arc::clone(&objects));
        let handle = thread::spawn(move || body(&program, &of, me, &mut own));
        handles.push(handle.thread().clone());
        *objects.handles[me].lock().unwrap() = Some(handle);
    }
    // No step lies between the first start and this.
    objects.threads.set(handles).unwrap();
    drop((sender, sync_sender));
    // The receivers stay until the others have ended.
    let mut own = Own { receiver: Some((receiver, sync_receiver)), ..Own::default() };
    body(program, &objects, 0, &mut own);
    for handle in &objects.handles[1..] {
        let handle = handle.lock().unwrap().take().unwrap();
        handle.join().unwrap();
    }
    drop(own);
    let registers: Vec<u64> = objects.registers.iter().map(|r| r.load(SeqCst)).collect();
    let protected: Vec<u64> = objects.basis.mutexes.iter().map(|m| *m.lock().unwrap()).collect();
    let atomics: Vec<u64> = objects.basis.atomics.iter().map(|a| a.load(SeqCst)).collect();
    let guarded = *objects.guarded.read().unwrap();
    let cell = objects.cell.get().copied();
    let calls = objects.calls.load(SeqCst);
    let shared = {
        let objects = Arc::into_inner(objects);
        objects.map_or(0, |objects| objects.shared.into_inner())
    };
    format!("{registers:?} {protected:?} {atomics:?} {guarded} {cell:?} {shared} {calls}")
}

/// Runs a program by a search of schedules that goes on after findings, and says how executions end.
pub(crate) fn outcomes(explorer: &Explorer, program: &Program) -> (Outcomes, Report) {
    run(&explorer.clone().all_findings(), program)
}

/// Runs a program by a search of schedules, and says how executions end. No graphs are walked, which would hide what
/// the search misses.
pub(crate) fn run(explorer: &Explorer, program: &Program) -> (Outcomes, Report) {
    under(&explorer.clone().memory(Memory::SequentiallyConsistent), program)
}

/// Runs a program by a search of the executions of C11's memory, and says how they end.
#[allow(dead_code, reason = "not all tests ask for these")]
pub(crate) fn graphs(explorer: &Explorer, program: &Program) -> (Outcomes, Report) {
    under(&explorer.clone().memory(Memory::Rc11).all_findings(), program)
}

fn under(explorer: &Explorer, program: &Program) -> (Outcomes, Report) {
    let program = std::sync::Arc::new(program.clone());
    let ends = std::sync::Arc::new(Plain::new(Outcomes::new()));
    let to = std::sync::Arc::clone(&ends);
    let explorer = explorer.clone();
    let explorer = if program.spurious { explorer.spurious_wake_ups() } else { explorer };
    let report = explorer.run(move || {
        let end = whole(&program);
        // What is given up may be beyond a bound, and hides what the search misses.
        if !is_given_up() {
            to.lock().unwrap().insert(end);
        }
    });
    let mut ends = std::mem::take(&mut *ends.lock().unwrap());
    ends.extend(report.findings.iter().map(told));
    (ends, report)
}

/// A finding in the words of the other side.
pub(crate) fn told(finding: &Finding) -> String {
    let number = |line: &str| -> usize {
        line.trim().strip_prefix("thread ").unwrap().split(' ').next().unwrap().parse().unwrap()
    };
    let message = finding.message();
    match finding.kind() {
        FindingKind::Panic => format!("panic {}", number(message)),
        FindingKind::LockedTwice => format!("twice {}", number(message)),
        FindingKind::Endless => "endless".to_owned(),
        FindingKind::Discipline => "discipline".to_owned(),
        FindingKind::Deadlock | FindingKind::Stuck => {
            let mut waits = BTreeMap::new();
            for line in message.lines().filter(|line| line.contains(" waits for ")) {
                let what = line.split(" waits for ").nth(1).unwrap();
                let starts = [
                    ("Mutex", "Mutex"),
                    ("a notification", "notification"),
                    ("a message", "message"),
                    ("its message", "taken"),
                    ("room", "room"),
                    ("Semaphore", "Semaphore"),
                    ("RwLock", "RwLock"),
                    ("its token", "token"),
                    ("the others", "others"),
                    ("thread", "thread"),
                ];
                let found = starts.iter().find(|(start, _)| what.starts_with(start));
                waits.insert(number(line), found.unwrap_or_else(|| panic!("{message}")).1);
            }
            format!("{:?} {waits:?}", finding.kind())
        }
        other => panic!("{other:?}: {finding}"),
    }
}
