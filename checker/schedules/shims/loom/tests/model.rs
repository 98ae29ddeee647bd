//! Tests as they are written for `loom`.

use std::task::Poll;

use loom::cell::UnsafeCell;
use loom::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use loom::sync::{Arc, Notify};
use loom::{future, thread};
use reductio_loom as loom;

loom::lazy_static! {
    static ref COUNT: AtomicUsize = AtomicUsize::new(0);
}

#[test]
fn a_static_is_new_in_each_execution() {
    loom::model(|| {
        let thread = thread::spawn(|| COUNT.fetch_add(1, Ordering::AcqRel));
        COUNT.fetch_add(1, Ordering::AcqRel);
        thread.join().unwrap();
        assert_eq!(COUNT.load(Ordering::Acquire), 2);
    });
}

/// A value that one thread writes before it sets a flag.
struct Message {
    value: UnsafeCell<u32>,
    ready: AtomicBool,
}

// What is shared without a guard: the search checks the accesses. No pointer is used.
#[allow(
    unsafe_code,
    reason = "safe code cannot share the cell, and what is checked is that it is shared rightly"
)]
unsafe impl Sync for Message {}

fn message(looks: bool) {
    let message = Arc::new(Message { value: UnsafeCell::new(0), ready: AtomicBool::new(false) });
    let other = Arc::clone(&message);
    let thread = thread::spawn(move || {
        other.value.with_mut(|pointer| assert!(!pointer.is_null()));
        other.ready.store(true, Ordering::Release);
    });
    if !looks || message.ready.load(Ordering::Acquire) {
        message.value.with(|pointer| assert!(!pointer.is_null()));
    }
    thread.join().unwrap();
}

#[test]
fn a_cell_that_is_handed_over_by_a_flag() {
    loom::model(|| message(true));
}

#[test]
#[should_panic(expected = "breaks the discipline of UnsafeCell 1")]
fn a_cell_that_is_not() {
    loom::model(|| message(false));
}

#[test]
fn futures_are_woken() {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(|| {
        let shared = Arc::new((AtomicBool::new(false), future::AtomicWaker::new()));
        let other = Arc::clone(&shared);
        let thread = thread::spawn(move || {
            other.0.store(true, Ordering::SeqCst);
            other.1.wake();
        });
        future::block_on(std::future::poll_fn(|context| {
            shared.1.register_by_ref(context.waker());
            if shared.0.load(Ordering::SeqCst) { Poll::Ready(()) } else { Poll::Pending }
        }));
        thread.join().unwrap();
    });
}

#[test]
#[should_panic(expected = "No thread can go on")]
fn a_future_that_looks_before_it_registers_is_not_woken() {
    loom::model(|| {
        let shared = Arc::new((AtomicBool::new(false), future::AtomicWaker::new()));
        let other = Arc::clone(&shared);
        let thread = thread::spawn(move || {
            other.0.store(true, Ordering::SeqCst);
            other.1.wake();
        });
        future::block_on(std::future::poll_fn(|context| {
            if shared.0.load(Ordering::SeqCst) {
                return Poll::Ready(());
            }
            shared.1.register_by_ref(context.waker());
            Poll::Pending
        }));
        thread.join().unwrap();
    });
}

#[test]
fn a_notification_waits() {
    loom::model(|| {
        let notify = Arc::new(Notify::new());
        let other = Arc::clone(&notify);
        let thread = thread::spawn(move || other.notify());
        notify.wait();
        thread.join().unwrap();
    });
}

#[test]
fn a_future_is_polled_again_without_reason() {
    let polls = std::sync::Arc::new(std::sync::Mutex::new(std::collections::BTreeSet::new()));
    let kept = std::sync::Arc::clone(&polls);
    loom::model(move || {
        let (mut count, mut thread) = (0, None);
        let ready = Arc::new(AtomicBool::new(false));
        future::block_on(std::future::poll_fn(|context| {
            count += 1;
            let (other, waker) = (Arc::clone(&ready), context.waker().clone());
            thread.get_or_insert_with(|| {
                thread::spawn(move || {
                    other.store(true, Ordering::Release);
                    waker.wake();
                })
            });
            if ready.load(Ordering::Acquire) { Poll::Ready(()) } else { Poll::Pending }
        }));
        kept.lock().unwrap().insert(count);
    });
    assert_eq!(polls.lock().unwrap().iter().copied().collect::<Vec<_>>(), [1, 2, 3]);
}
