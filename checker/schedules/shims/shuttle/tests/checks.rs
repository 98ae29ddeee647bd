//! Tests as they are written for `shuttle`.

use reductio_shuttle as shuttle;
use shuttle::scheduler::{DfsScheduler, RandomScheduler};
use shuttle::sync::{Arc, Mutex};
use shuttle::{Config, PortfolioRunner, Runner, future, thread};

fn adds_in_two_steps() {
    let count = Arc::new(Mutex::new(0));
    let add = |count: &Mutex<u32>| {
        let before = *count.lock().unwrap();
        *count.lock().unwrap() = before + 1;
    };
    let other = Arc::clone(&count);
    let thread = thread::spawn(move || add(&other));
    add(&count);
    thread.join().unwrap();
    assert_eq!(*count.lock().unwrap(), 2, "an addition is lost");
}

#[test]
#[should_panic(expected = "an addition is lost")]
fn depth_first() {
    shuttle::check_dfs(adds_in_two_steps, None);
}

#[test]
#[should_panic(expected = "an addition is lost")]
fn at_random() {
    shuttle::check_random(adds_in_two_steps, 100);
}

#[test]
#[should_panic(expected = "an addition is lost")]
fn by_priorities() {
    shuttle::check_pct(adds_in_two_steps, 100, 2);
}

#[test]
fn a_schedule_is_repeated() {
    let report = reductio_schedules::Explorer::new().run(adds_in_two_steps);
    let schedule = report.findings[0].schedule().to_string();
    let again = std::panic::catch_unwind(|| shuttle::replay(adds_in_two_steps, &schedule));
    let text = again.unwrap_err().downcast::<String>().unwrap();
    assert!(text.contains("an addition is lost"), "{text}");
}

#[test]
fn runners_say_how_many_schedules_they_ran() {
    let all = Runner::new(DfsScheduler::new(None, false), Config::new());
    let adds = || {
        let sum = Arc::new(Mutex::new(0));
        let other = Arc::clone(&sum);
        let thread = thread::spawn(move || *other.lock().unwrap() += 1);
        *sum.lock().unwrap() += 1;
        thread.join().unwrap();
    };
    assert_eq!(all.run(adds), 2);
    assert_eq!(Runner::new(RandomScheduler::new(7), Config::new()).run(adds), 7);
}

#[test]
fn tasks_are_explored() {
    shuttle::check_dfs(
        || {
            let sum = Arc::new(Mutex::new(0));
            let tasks: Vec<_> = (0..2)
                .map(|_| {
                    let sum = Arc::clone(&sum);
                    future::spawn(async move {
                        future::yield_now().await;
                        *sum.lock().unwrap() += 1;
                    })
                })
                .collect();
            future::block_on(async {
                for task in tasks {
                    task.await.unwrap();
                }
            });
            assert_eq!(*sum.lock().unwrap(), 2);
        },
        Some(2000),
    );
}

#[test]
#[should_panic(expected = "an addition is lost")]
fn several_schedulers() {
    let mut all = PortfolioRunner::new(true, Config::new());
    all.add(RandomScheduler::new_from_seed(1, 1));
    all.add(DfsScheduler::new(None, false));
    all.run(adds_in_two_steps);
}
