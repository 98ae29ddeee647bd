//! Panics of threads of an execution: they are kept for the finding instead of being printed.

use std::panic::{self, PanicHookInfo};
use std::sync::Once;

/// Hands panics to `keep`, with their messages and the lines where they happened; those that it does not want are told
/// as before.
pub(crate) fn install(keep: fn(&dyn Fn() -> (String, String)) -> bool) {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let at = || info.location().map(ToString::to_string).unwrap_or_default();
            if !keep(&|| (message(info), at())) {
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

/// Decides whether a message of a panic is one of those after which `std` ends the process: a destructor panics while
/// its thread unwinds.
pub(crate) fn aborts(message: &str) -> bool {
    matches!(
        message,
        "panic in a destructor during cleanup" | "panic in a function that cannot unwind"
    )
}
