//! Panics of threads of an execution: they are kept for the finding instead of being printed.

use std::cell::RefCell;
use std::panic::{self, PanicHookInfo};
use std::sync::Once;

thread_local! {
    /// What this thread's last panic said, and where.
    static LAST: RefCell<Option<(String, String)>> = const { RefCell::new(None) };
}

/// Makes panics of threads for which `is_ours` silent, and leaves all others as they are.
pub(crate) fn install(is_ours: fn() -> bool) {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if is_ours() {
                let at = info.location().map(ToString::to_string).unwrap_or_default();
                LAST.with(|last| *last.borrow_mut() = Some((message(info), at)));
            } else {
                before(info);
            }
        }));
    });
}

fn message(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "a value that is no text".to_owned())
}

/// The message of this thread's last panic, and the line where it happened.
pub(crate) fn last_panic() -> (String, String) {
    let last = LAST.with(|last| last.borrow_mut().take());
    last.unwrap_or_else(|| ("a panic that was resumed".to_owned(), "an unknown line".to_owned()))
}
