//! The attribute for tests.

use reductio_schedules::sync::{Arc, Mutex};
use reductio_schedules::thread;

fn counts(by_one: fn(&Mutex<u32>)) -> u32 {
    let count = Arc::new(Mutex::new(0));
    let other = Arc::clone(&count);
    let thread = thread::spawn(move || by_one(&other));
    by_one(&count);
    thread.join().unwrap();
    *count.lock().unwrap()
}

fn atomically(count: &Mutex<u32>) {
    *count.lock().unwrap() += 1;
}

fn in_two_steps(count: &Mutex<u32>) {
    let before = *count.lock().unwrap();
    *count.lock().unwrap() = before + 1;
}

#[reductio_schedules::test]
fn all_schedules() {
    assert_eq!(counts(atomically), 2);
}

#[reductio_schedules::test]
#[should_panic(expected = "thread 0 panics")]
fn an_addition_is_lost() {
    assert_eq!(counts(in_two_steps), 2);
}

// Within no preemption, none is lost.
#[reductio_schedules::test(preemptions = 0, steps = 100 * 2)]
fn with_settings() -> Result<(), String> {
    match counts(in_two_steps) {
        2 => Ok(()),
        other => Err(format!("{other}")),
    }
}

#[reductio_schedules::test(all_findings)]
#[should_panic(expected = "an addition is lost: 1")]
fn an_error_that_is_returned() -> Result<(), String> {
    match counts(in_two_steps) {
        2 => Ok(()),
        other => Err(format!("an addition is lost: {other}")),
    }
}
