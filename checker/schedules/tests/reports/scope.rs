//! A scope counts its threads, and the last one that ends wakes the one that waits for them.
//!
//! Report: rust-lang/rust, issue 98498 (a data race in `thread::scope`).
//!
//! Broken: the last thread takes itself off the number, and then looks whom to wake. Who waits may have seen the number already, and have
//! thrown all of it away.

use reductio_schedules::Shared;
use reductio_schedules::sync::Arc;
use reductio_schedules::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use reductio_schedules::thread::{self, Thread};

struct Scope {
    running: AtomicUsize,
    /// Who waits. `None` when the scope is gone.
    main: Shared<Option<Thread>>,
}

impl Scope {
    fn end(&self, is_mended: bool) {
        let main = || self.main.with(|main| main.clone().expect("the scope is gone"));
        if is_mended {
            let main = main();
            if self.running.fetch_sub(1, SeqCst) == 1 {
                main.unpark();
            }
        } else if self.running.fetch_sub(1, SeqCst) == 1 {
            main().unpark();
        }
    }
}

fn run(is_mended: bool) {
    let main = Shared::new(Some(thread::current()));
    let scope = Arc::new(Scope { running: AtomicUsize::new(1), main });
    let own = Arc::clone(&scope);
    let thread = thread::spawn(move || own.end(is_mended));
    while scope.running.load(SeqCst) != 0 {
        thread::park();
    }
    scope.main.set(None);
    thread.join().unwrap();
}

pub(crate) fn mended() {
    run(true);
}

pub(crate) fn broken() {
    run(false);
}
