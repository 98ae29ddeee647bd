//! Questions about finite models that are ended before they are answered.

use std::sync::atomic::AtomicBool;

use reductio::Library;
use reductio::models::{Cause, ModelQuestion, Watcher, models};
use reductio_algebra::Style;
use reductio_relations::UnitProgress;

/// A clock that runs out when everything is answered, or before anything is.
struct Clock(AtomicBool);

impl Watcher for Clock {
    fn flag(&self) -> Option<&AtomicBool> {
        Some(&self.0)
    }

    fn cause(&self) -> Option<Cause> {
        Some(Cause::TimeIsUp)
    }

    fn note(&self, _: &str, _: UnitProgress) {}
}

#[test]
fn what_is_answered_was_not_ended() {
    let question =
        ModelQuestion { states: Some(1), processes: Some(1), ..ModelQuestion::default() };
    let ask = |is_raised| {
        let clock = Clock(AtomicBool::new(is_raised));
        models(&Library::bundled(), &question, Style::Ascii, &clock).cause
    };
    assert_eq!([ask(false), ask(true)], [None, Some(Cause::TimeIsUp)]);
}
