//! What tasks know of themselves and each other, and random numbers.

use std::collections::BTreeSet;
use std::panic::catch_unwind;
use std::sync::{Arc as Plain, Mutex as PlainMutex};

use reductio_shuttle as shuttle;
use shuttle::current::{self, ChildLabelFn, Labels, TaskId, TaskName, VectorClock, me};
use shuttle::rand::{Rng, RngCore, thread_rng};
use shuttle::scheduler::{DfsScheduler, RandomScheduler};
use shuttle::sync::{Arc, Mutex};
use shuttle::{Config, Runner, check_dfs, check_random, future, thread};

#[derive(Clone, Debug, PartialEq)]
struct Depth(usize);

#[test]
fn labels_are_handed_down_and_each_tasks_own() {
    check_dfs(
        || {
            assert_eq!(usize::from(me()), 0);
            current::set_label_for_task(me(), Depth(1));
            let deeper = || {
                let Depth(depth) = current::get_label_for_task(me()).unwrap();
                assert_eq!(current::set_label_for_task(me(), Depth(depth + 1)), Some(Depth(depth)));
            };
            let task = future::spawn(async move {
                deeper();
                let next = thread::Builder::new().name("next".to_owned()).spawn(move || {
                    deeper();
                    assert_eq!(current::get_name_for_task(me()), Some(TaskName::from("next")));
                    current::remove_label_for_task::<Depth>(me())
                });
                let next = next.unwrap();
                let id = TaskId::from(next.thread().id());
                assert_eq!(next.join().unwrap(), Some(Depth(3)));
                // Of one that has ended, as well.
                assert_eq!(current::get_label_for_task::<Depth>(id), None);
                current::get_label_for_task::<Depth>(me())
            });
            assert_eq!(future::block_on(task).unwrap(), Some(Depth(2)));
            assert_eq!(current::get_label_for_task(me()), Some(Depth(1)));
        },
        None,
    );
    assert_eq!(current::try_get_current_task(), None);
}

#[test]
fn a_label_may_change_those_of_children() {
    check_dfs(
        || {
            let names = |task: TaskId, labels: &mut Labels| {
                labels.insert(TaskName::from(format!("child {task}")));
                labels.remove::<ChildLabelFn>();
            };
            current::set_label_for_task(me(), ChildLabelFn(Plain::new(names)));
            let child = || {
                (
                    current::get_name_for_task(me()),
                    thread::spawn(|| current::get_name_for_task(me())).join().unwrap(),
                )
            };
            let name = Some(TaskName::from("child 1"));
            assert_eq!(thread::spawn(child).join().unwrap(), (name.clone(), name));
        },
        None,
    );
}

#[test]
fn two_tasks_that_use_the_same_labels_without_an_order_are_found() {
    let changes = |is_joined: bool| {
        move || {
            let parent = me();
            let other = thread::spawn(move || current::set_label_for_task(parent, Depth(1)));
            if is_joined {
                other.join().unwrap();
                assert_eq!(current::get_label_for_task(me()), Some(Depth(1)));
            } else {
                current::get_label_for_task::<Depth>(me());
                other.join().unwrap();
            }
        }
    };
    check_dfs(changes(true), None);
    assert!(catch_unwind(|| check_dfs(changes(false), None)).is_err());
}

#[test]
fn labels_are_dropped_in_their_execution() {
    #[derive(Clone, Debug)]
    struct Counts(Arc<Mutex<usize>>);
    impl Drop for Counts {
        fn drop(&mut self) {
            *self.0.lock().unwrap() += 1;
        }
    }
    let most = Plain::new(PlainMutex::new(0));
    let kept = Plain::clone(&most);
    check_random(
        move || {
            let count = Arc::new(Mutex::new(0));
            let kept = Plain::clone(&kept);
            current::set_label_for_task(me(), Counts(Arc::clone(&count)));
            let late = thread::spawn(|| {});
            drop(future::spawn(async move {
                late.join().unwrap();
                let count = *count.lock().unwrap();
                let mut most = kept.lock().unwrap();
                *most = count.max(*most);
            }));
        },
        200,
    );
    // Those of the first thread, and of the one that ended before it or after it.
    assert_eq!(*most.lock().unwrap(), 2);
}

#[test]
fn clocks_are_ordered_as_what_they_stand_for() {
    let [low, high, beside] = [&[1, 0], &[1, 2], &[0, 3]].map(VectorClock::from);
    assert!(low < high);
    assert_eq!(low, VectorClock::from(&[1]));
    assert_eq!(low.partial_cmp(&beside), None);
    assert_eq!((high.get(1), high.get(9), high.len()), (2, 0, 2));
    check_dfs(
        || {
            let before = current::clock();
            let other = thread::spawn(|| drop(Mutex::new(()).lock()));
            assert_eq!(current::clock().get(1), 0);
            other.join().unwrap();
            assert!(before < current::clock() && current::clock().get(1) > 0);
        },
        None,
    );
}

#[test]
fn random_numbers_are_drawn_with_the_schedule() {
    let drawn = || {
        let all = Plain::new(PlainMutex::new(BTreeSet::new()));
        let kept = Plain::clone(&all);
        check_random(
            move || {
                let own = thread_rng().next_u64();
                let other = thread::spawn(|| thread_rng().next_u64()).join().unwrap();
                assert_ne!(own, other);
                kept.lock().unwrap().insert(own);
            },
            100,
        );
        std::mem::take(&mut *all.lock().unwrap())
    };
    let all = drawn();
    assert!(all.len() > 95, "{all:?}");
    assert_eq!(all, drawn());
    // What was found is found again by its schedule.
    let finds = || assert_ne!(thread_rng().gen_range(0..10), 7, "seven");
    let search = Runner::new(RandomScheduler::new(1000), Config::new());
    let text = catch_unwind(|| search.run(finds)).unwrap_err().downcast::<String>().unwrap();
    let (_, rest) = text.split_once("REDUCTIO_REPLAY='").unwrap();
    let (schedule, _) = rest.split_once('\'').unwrap();
    let again = catch_unwind(|| shuttle::replay(finds, schedule)).unwrap_err();
    assert!(again.downcast::<String>().unwrap().contains("seven"));
}

#[test]
fn a_search_of_all_schedules_gives_the_same_numbers_or_none() {
    let all = Plain::new(PlainMutex::new(BTreeSet::new()));
    let kept = Plain::clone(&all);
    let draws = move || {
        let lock = Arc::new(Mutex::new(()));
        let other = Arc::clone(&lock);
        let thread = thread::spawn(move || drop(other.lock()));
        drop(lock.lock());
        thread.join().unwrap();
        let mut bytes = [0; 11];
        thread_rng().fill_bytes(&mut bytes);
        kept.lock().unwrap().insert(bytes);
    };
    let runs = Runner::new(DfsScheduler::new(None, true), Config::new()).run(draws.clone());
    assert_eq!((runs, all.lock().unwrap().len()), (2, 1));
    let refused = catch_unwind(move || check_dfs(draws, None)).unwrap_err();
    assert!(refused.downcast::<String>().unwrap().contains("requested random data"));
}

#[test]
fn what_is_not_repeated_is_found() {
    let count = Plain::new(std::sync::atomic::AtomicUsize::new(0));
    let same = || drop(thread::spawn(|| thread_rng().next_u64()));
    shuttle::check_uncontrolled_nondeterminism(same, 10);
    let other = catch_unwind(move || {
        shuttle::check_uncontrolled_nondeterminism(
            move || {
                let before = count.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                (0..before).for_each(|_| thread::yield_now());
            },
            10,
        );
    });
    let text = other.unwrap_err().downcast::<String>().unwrap();
    assert!(text.contains("possible nondeterminism"), "{text}");
}

#[test]
fn aborted_tasks_and_those_that_nobody_waits_for() {
    check_dfs(
        || {
            drop(future::spawn_local(std::future::pending::<()>()));
            let task = future::spawn(std::future::pending::<()>());
            task.abort();
            assert!(matches!(future::block_on(task), Err(future::JoinError::Cancelled)));
        },
        None,
    );
}
