//! The semaphore of which several permits are taken at once.

use std::collections::BTreeSet;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::{Arc as Plain, Mutex as PlainMutex};
use std::task::Poll;

use reductio_shuttle as shuttle;
use shuttle::future::batch_semaphore::{Acquire, BatchSemaphore, Fairness, TryAcquireError};
use shuttle::future::block_on;
use shuttle::sync::{Arc, mpsc};
use shuttle::{check_dfs, thread};

/// Polls once.
fn is_ready(acquire: Pin<&mut Acquire<'_>>) -> bool {
    let mut acquire = acquire;
    block_on(poll_fn(move |context| Poll::Ready(acquire.as_mut().poll(context).is_ready())))
}

/// The orders in which two threads get permits that came one after the other and want 2 and 1, when 2 are given and
/// then 2 more.
fn orders(fairness: Fairness) -> BTreeSet<Vec<usize>> {
    let all = Plain::new(PlainMutex::new(BTreeSet::new()));
    let kept = Plain::clone(&all);
    check_dfs(
        move || {
            let semaphore = Arc::new(BatchSemaphore::new(0, fairness));
            let (gets, order) = mpsc::channel();
            let threads: Vec<_> = [2, 1]
                .into_iter()
                .enumerate()
                .map(|(number, permits)| {
                    let (own, gets) = (Arc::clone(&semaphore), gets.clone());
                    let (waits, is_waiting) = mpsc::channel();
                    let thread = thread::spawn(move || {
                        let mut acquire = pin!(own.acquire(permits));
                        assert!(!is_ready(acquire.as_mut()));
                        waits.send(()).unwrap();
                        block_on(acquire).unwrap();
                        gets.send(number).unwrap();
                    });
                    is_waiting.recv().unwrap();
                    thread
                })
                .collect();
            drop(gets);
            semaphore.release(2);
            // The one who has got them comes before the other gets more.
            let mut all = vec![order.recv().unwrap()];
            semaphore.release(2);
            for thread in threads {
                thread.join().unwrap();
            }
            all.extend(order.iter());
            kept.lock().unwrap().insert(all);
        },
        None,
    );
    std::mem::take(&mut *all.lock().unwrap())
}

#[test]
fn a_fair_one_serves_in_the_order_of_asking_and_an_unfair_one_in_any() {
    assert_eq!(orders(Fairness::StrictlyFair), BTreeSet::from([vec![0, 1]]));
    assert_eq!(orders(Fairness::Unfair), BTreeSet::from([vec![0, 1], vec![1, 0]]));
}

#[test]
fn permits_that_nobody_takes_are_given_to_the_next() {
    check_dfs(
        || {
            let semaphore = BatchSemaphore::new(0, Fairness::StrictlyFair);
            let mut large = Box::pin(semaphore.acquire(2));
            let mut small = pin!(semaphore.acquire(1));
            assert!(!is_ready(large.as_mut()) && !is_ready(small.as_mut()));
            semaphore.release(1);
            assert!(!is_ready(small.as_mut()));
            assert_eq!(semaphore.try_acquire(1), Err(TryAcquireError::NoPermits));
            semaphore.release(1);
            assert_eq!(semaphore.available_permits(), 0);
            // It has got them, and is dropped before it knows.
            drop(large);
            assert!(is_ready(small.as_mut()));
            assert_eq!(semaphore.available_permits(), 1);
        },
        None,
    );
}

#[test]
fn a_request_that_others_may_overtake_lets_them() {
    check_dfs(
        || {
            let semaphore = BatchSemaphore::new(1, Fairness::StrictlyFair);
            let mut large = pin!(semaphore.acquire_bypassable(2));
            assert!(!is_ready(large.as_mut()));
            semaphore.try_acquire(1).unwrap();
            let mut small = pin!(semaphore.acquire(1));
            assert!(!is_ready(small.as_mut()));
            semaphore.release(1);
            assert!(is_ready(small.as_mut()) && !is_ready(large.as_mut()));
            semaphore.release(2);
            assert!(is_ready(large.as_mut()));
        },
        None,
    );
}

#[test]
fn permits_are_kept_for_a_request_that_reserves() {
    check_dfs(
        || {
            let semaphore = BatchSemaphore::new(4, Fairness::Unfair);
            semaphore.try_acquire(3).unwrap();
            let mut reserves = Box::pin(semaphore.acquire_reserving(2, 4));
            assert!(!is_ready(reserves.as_mut()));
            // There are too few to reserve.
            semaphore.try_acquire(1).unwrap();
            semaphore.release(2);
            assert!(!is_ready(reserves.as_mut()));
            assert_eq!(semaphore.available_permits(), 0);
            assert_eq!(semaphore.try_acquire(1), Err(TryAcquireError::NoPermits));
            let mut small = pin!(semaphore.acquire(1));
            assert!(!is_ready(small.as_mut()));
            semaphore.release(2);
            assert!(!is_ready(small.as_mut()) && is_ready(reserves.as_mut()));
            semaphore.release(2);
            let mut again = Box::pin(semaphore.acquire_reserving(0, 4));
            assert!(!is_ready(again.as_mut()) && !is_ready(small.as_mut()));
            drop(again);
            assert!(is_ready(small.as_mut()));
            assert_eq!(semaphore.available_permits(), 1);
        },
        None,
    );
    let fair = std::panic::catch_unwind(|| {
        drop(BatchSemaphore::new(1, Fairness::StrictlyFair).acquire_reserving(1, 2));
    });
    assert!(fair.is_err());
}

#[test]
fn an_upgrade_goes_before_those_who_wait() {
    check_dfs(
        || {
            let semaphore = BatchSemaphore::new(4, Fairness::StrictlyFair);
            semaphore.try_acquire(2).unwrap();
            semaphore.try_acquire(1).unwrap();
            let mut writer = pin!(semaphore.acquire(4));
            assert!(!is_ready(writer.as_mut()));
            let mut upgrade = pin!(semaphore.upgrade(2, 4));
            assert!(!is_ready(upgrade.as_mut()));
            semaphore.release(1);
            assert!(is_ready(upgrade.as_mut()) && !is_ready(writer.as_mut()));
            semaphore.release(4);
            assert!(is_ready(writer.as_mut()));
            assert!(semaphore.try_upgrade(1, 2).is_err());
        },
        None,
    );
}

#[test]
fn all_who_wait_hear_that_it_is_closed() {
    check_dfs(
        || {
            let semaphore = Arc::new(BatchSemaphore::new(1, Fairness::Unfair));
            let threads = [2, 1].map(|permits| {
                let own = Arc::clone(&semaphore);
                thread::spawn(move || own.acquire_blocking(permits).is_ok())
            });
            semaphore.close();
            let [large, small] = threads.map(|thread| thread.join().unwrap());
            assert!(!large && semaphore.is_closed());
            assert_eq!(semaphore.available_permits(), usize::from(!small));
            assert_eq!(semaphore.try_acquire(1), Err(TryAcquireError::Closed));
        },
        None,
    );
}
