//! Engines with a wrong rule. Each has to be found out.

use reductio_races::engine::{Key, Sync};
use reductio_races::{Clocks, Engine, Lazy, Table};

use crate::oracle::{difference, random, readings};

/// What an engine gets wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mistake {
    /// An acquire does not take what was left at the lock.
    NoAcquire,
    /// A release also takes, as if it acquired.
    ReleaseTakes,
    /// A fork does not lead to the child.
    NoFork,
    /// A fork leads from the child to its parent, not from the parent to the child.
    ForkBack,
    /// A join does not lead from the child.
    NoJoin,
    /// A join leads from the thread to the child, not from the child to the thread.
    JoinBack,
    /// Whoever writes a volatile variable leaves nothing there.
    NoPublish,
    /// Whoever reads a volatile variable takes nothing.
    NoObserve,
    /// Whoever writes a volatile variable takes something too.
    PublishTakes,
    /// Whoever reads a volatile variable leaves something too.
    ObserveLeaves,
    /// A lock is taken for its neighbour when it is acquired.
    OtherLock,
    /// A fresh lockset has only the locks, without the thread.
    NoThread,
    /// A fresh lockset has a lock that the thread does not have.
    OneMore,
    /// An old lockset is used for later accesses of the thread.
    Stale,
    /// Nothing is ordered.
    Never,
    /// A thread that has a lock is after everything.
    LocksSuffice,
    /// Locksets are forgotten while variables have them.
    NoGrowth,
    /// A release by one thread is held for that of the thread with the next number.
    OtherThread,
}

const MISTAKES: [Mistake; 18] = [
    Mistake::NoAcquire,
    Mistake::ReleaseTakes,
    Mistake::NoFork,
    Mistake::ForkBack,
    Mistake::NoJoin,
    Mistake::JoinBack,
    Mistake::NoPublish,
    Mistake::NoObserve,
    Mistake::PublishTakes,
    Mistake::ObserveLeaves,
    Mistake::OtherLock,
    Mistake::NoThread,
    Mistake::OneMore,
    Mistake::Stale,
    Mistake::Never,
    Mistake::LocksSuffice,
    Mistake::NoGrowth,
    Mistake::OtherThread,
];

/// An engine with a mistake.
struct Mutant<E: Engine> {
    engine: E,
    mistake: Option<Mistake>,
    first: Vec<(Key, E::Stamp)>,
    last_lock: Option<Key>,
}

impl<E: Engine> Default for Mutant<E> {
    fn default() -> Self {
        Self { engine: E::default(), mistake: None, first: Vec::new(), last_lock: None }
    }
}

impl<E: Engine> Mutant<E> {
    fn take(&mut self, thread: Key, lock: Key) {
        let held = [lock];
        self.engine.pass(Sync::Acquire { thread, lock, held: &held });
    }
}

impl<E: Engine> Engine for Mutant<E> {
    type Stamp = E::Stamp;

    fn begin(&mut self, thread: Key, held: &[Key]) -> E::Stamp {
        match self.mistake {
            Some(Mistake::NoThread) => self.engine.begin(Key(thread.0 + 40), held),
            Some(Mistake::OneMore) => {
                let mut more = held.to_vec();
                more.extend(self.last_lock);
                self.engine.begin(thread, &more)
            }
            Some(Mistake::Stale) => {
                if let Some((_, stamp)) = self.first.iter().find(|(other, _)| *other == thread) {
                    return *stamp;
                }
                let stamp = self.engine.begin(thread, held);
                self.first.push((thread, stamp));
                stamp
            }
            _ => self.engine.begin(thread, held),
        }
    }

    fn forget(&mut self, stamp: E::Stamp) {
        if self.mistake != Some(Mistake::Stale) {
            self.engine.forget(stamp);
        }
    }

    fn pass(&mut self, sync: Sync<'_>) {
        use Mistake as M;
        if let Sync::Acquire { lock, .. } = sync {
            self.last_lock = Some(lock);
        }
        match (self.mistake, sync) {
            (Some(M::NoAcquire), Sync::Acquire { .. })
            | (Some(M::NoFork), Sync::Fork { .. })
            | (Some(M::NoJoin), Sync::Join { .. })
            | (Some(M::NoPublish), Sync::Publish { .. })
            | (Some(M::NoObserve), Sync::Observe { .. })
            | (Some(M::NoGrowth), _) => {}
            (Some(M::ReleaseTakes), Sync::Release { thread, lock }) => {
                // It takes what anybody left at the neighbour.
                self.take(thread, Key(lock.0 ^ 1));
                self.engine.pass(sync);
            }
            (Some(M::ForkBack), Sync::Fork { thread, child, held }) => {
                self.engine.pass(Sync::Fork { thread: child, child: thread, held });
            }
            (Some(M::JoinBack), Sync::Join { thread, child, held, .. }) => {
                self.engine.pass(Sync::Fork { thread, child, held });
            }
            (Some(M::PublishTakes), Sync::Publish { thread, volatile, held }) => {
                self.engine.pass(Sync::Observe { thread, volatile, held });
                self.engine.pass(sync);
            }
            (Some(M::ObserveLeaves), Sync::Observe { thread, volatile, held }) => {
                self.engine.pass(sync);
                self.engine.pass(Sync::Publish { thread, volatile, held });
            }
            (Some(M::OtherLock), Sync::Acquire { thread, lock, .. }) => {
                self.take(thread, Key(lock.0 ^ 1));
            }
            (Some(M::OtherThread), Sync::Release { thread, lock }) => {
                let thread = Key(thread.0 ^ 1);
                self.engine.pass(Sync::Publish { thread, volatile: lock, held: &[] });
            }
            _ => self.engine.pass(sync),
        }
    }

    fn is_before(&mut self, stamp: E::Stamp, thread: Key, held: &[Key]) -> bool {
        match self.mistake {
            Some(Mistake::Never) => false,
            Some(Mistake::LocksSuffice) if !held.is_empty() => true,
            _ => self.engine.is_before(stamp, thread, held),
        }
    }

    fn contains(&mut self, stamp: E::Stamp, element: Key, owner: Option<Key>) -> bool {
        self.engine.contains(stamp, element, owner)
    }
}

/// How many of some traces show a mistake. Without locksets: verdicts alone have to show it.
fn found<E: Engine>(mistake: Option<Mistake>, traces: u64) -> u64 {
    let shows = |seed: u64| {
        let (size, events) = random::trace(seed);
        readings().into_iter().any(|reading| {
            let mutant: Mutant<E> = Mutant { mistake, ..Mutant::default() };
            difference(mutant, reading, &size, &events, false).is_err()
        })
    };
    (0..traces).filter(|&seed| shows(seed)).count() as u64
}

/// Clocks do not look at the locks with which a span begins: there they cannot be wrong.
fn is_mute(engine: &str, mistake: Mistake) -> bool {
    engine == "clocks" && mistake == Mistake::OneMore
}

#[test]
fn every_mistake_is_found_out() {
    const TRACES: u64 = 400;
    assert_eq!(found::<Table>(None, TRACES), 0);
    assert_eq!(found::<Lazy>(None, TRACES), 0);
    assert_eq!(found::<Clocks>(None, TRACES), 0);
    for mistake in MISTAKES {
        let counts = [
            ("table", found::<Table>(Some(mistake), TRACES)),
            ("lazy", found::<Lazy>(Some(mistake), TRACES)),
            ("clocks", found::<Clocks>(Some(mistake), TRACES)),
        ];
        println!("{mistake:?}: found out by {counts:?} of {TRACES} traces");
        for (engine, count) in counts {
            assert!(count > 0 || is_mute(engine, mistake), "{mistake:?} in {engine}");
        }
    }
}
