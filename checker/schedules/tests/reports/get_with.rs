//! A cache makes a missing value once, however many ask for it at a time.
//!
//! Report: `moka`, pull request 195 (`get_with` may evaluate its closure more than once).
//!
//! Broken: who finds nothing in the cache, and then nobody who makes the value, makes it. The one who did may have come to his end in between.

use reductio_schedules::sync::{Arc, Mutex, OnceLock};
use reductio_schedules::thread;

#[derive(Default)]
struct Cache {
    value: Mutex<Option<u32>>,
    /// The value that somebody makes now.
    making: Mutex<Option<Arc<OnceLock<u32>>>>,
}

impl Cache {
    fn get(&self) -> Option<u32> {
        *self.value.lock().unwrap()
    }

    fn get_with(&self, is_mended: bool, make: impl FnOnce() -> u32) -> u32 {
        if let Some(value) = self.get() {
            return value;
        }
        let cell = {
            let mut making = self.making.lock().unwrap();
            Arc::clone(making.get_or_insert_with(|| Arc::new(OnceLock::new())))
        };
        let made = cell.get_or_init(|| {
            let there = if is_mended { self.get() } else { None };
            let value = there.unwrap_or_else(make);
            *self.value.lock().unwrap() = Some(value);
            value
        });
        self.making.lock().unwrap().take_if(|other| Arc::ptr_eq(other, &cell));
        *made
    }
}

fn run(is_mended: bool) {
    let cache = Arc::new(Cache::default());
    let made = Arc::new(Mutex::new(0));
    let ask = move |cache: &Cache, made: &Mutex<u32>| {
        cache.get_with(is_mended, || {
            let mut made = made.lock().unwrap();
            *made += 1;
            assert_eq!(*made, 1, "the value is made again");
            7
        })
    };
    let others = (Arc::clone(&cache), Arc::clone(&made));
    let thread = thread::spawn(move || ask(&others.0, &others.1));
    assert_eq!(ask(&cache, &made), 7);
    assert_eq!(thread.join().unwrap(), 7);
}

pub(crate) fn mended() {
    run(true);
}

pub(crate) fn broken() {
    run(false);
}
