//! A pool of connections, shared by more clients than it has connections: `pool.sys`.
//!
//! What is sent over a connection belongs to the client that has taken it, which no type says; `Shared` checks it by an exclusive
//! access predicate. Broken: who puts a connection back wakes nobody.

use std::sync::{Mutex as Plain, PoisonError};

use reductio_schedules::sync::{Arc, Condvar, Mutex};
use reductio_schedules::thread::{self, ThreadId};
use reductio_schedules::{Asker, Shared};

const CLIENTS: usize = 3;

/// Who has taken which connection. Nobody decides anything by it: only the predicate looks at it.
type Owners = Arc<Plain<[Option<ThreadId>; CLIENTS - 1]>>;

fn set_owner(owners: &Owners, number: usize, owner: Option<ThreadId>) {
    owners.lock().unwrap_or_else(PoisonError::into_inner)[number] = owner;
}

struct Pool {
    taken: Mutex<[bool; CLIENTS - 1]>,
    put_back: Condvar,
    owners: Owners,
    stages: Vec<Shared<u32>>,
    is_silent: bool,
}

impl Pool {
    fn new(is_silent: bool) -> Self {
        let owners = Owners::default();
        let stage = |number: usize| {
            let owners = Arc::clone(&owners);
            let owns = move |asker: &Asker| {
                let owners = owners.lock().unwrap_or_else(PoisonError::into_inner);
                owners[number] == Some(asker.thread())
            };
            Shared::with_rule(0, owns)
        };
        let stages = (0..CLIENTS - 1).map(stage).collect();
        Pool { taken: Mutex::default(), put_back: Condvar::new(), owners, stages, is_silent }
    }

    fn take(&self) -> usize {
        let mut taken = self.taken.lock().unwrap();
        loop {
            if let Some(number) = taken.iter().position(|is_taken| !is_taken) {
                taken[number] = true;
                set_owner(&self.owners, number, Some(thread::current().id()));
                return number;
            }
            taken = self.put_back.wait(taken).unwrap(); // one side
        }
    }

    fn put_back(&self, number: usize) {
        let mut taken = self.taken.lock().unwrap();
        set_owner(&self.owners, number, None);
        taken[number] = false;
        if !self.is_silent {
            self.put_back.notify_one();
        }
    }

    /// A query and its reply.
    fn ask(&self) {
        let mine = self.take();
        for stage in 1..=4 {
            assert_eq!(self.stages[mine].get(), stage - 1);
            self.stages[mine].set(stage % 4);
            if stage == 4 {
                break;
            }
        }
        self.put_back(mine);
    }
}

fn run(is_silent: bool) {
    let pool = Arc::new(Pool::new(is_silent));
    let clients: Vec<_> = (0..CLIENTS)
        .map(|_| {
            let pool = Arc::clone(&pool);
            thread::spawn(move || pool.ask())
        })
        .collect();
    for client in clients {
        client.join().unwrap(); // other side
    }
}

pub(crate) fn correct() {
    run(false);
}

pub(crate) fn broken() {
    run(true);
}
