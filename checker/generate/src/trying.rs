//! Sketches in which threads try locks, and signal without them.

use super::random::Draw;
use super::sketch::{Action, LockKind, LockRef, Sketch, VariableRef};

/// The sketch with some acquisitions made tries, some notifications made signals, and a few of both where something
/// else was done.
pub(super) fn trying(mut sketch: Sketch, seed: u64) -> Sketch {
    let mut draw = Draw::new(seed ^ 0x7452_7941_4e64_5361);
    let draw = &mut draw;
    let (locks, flags, objects) = (sketch.locks, sketch.flags, sketch.objects.len());
    if locks == 0 {
        return sketch;
    }
    let is_monitor = sketch.lock_kind == LockKind::Monitor;
    for thread in &mut sketch.threads {
        for step in &mut thread.steps {
            let end = step.end;
            let tries = |draw: &mut Draw, lock| {
                let variable = match draw.below(8) {
                    0 | 1 if thread.locals > 0 => VariableRef::Local(draw.below(thread.locals)),
                    2 if flags > 0 => VariableRef::Flag(draw.below(flags)),
                    3 if thread.locals > 0 => VariableRef::DataAt(draw.below(thread.locals)),
                    _ => VariableRef::Data(draw.below(objects)),
                };
                let into = draw.happens(40).then_some(variable);
                let other = if into.is_some() && draw.happens(50) {
                    end
                } else {
                    draw.below(thread.points)
                };
                Action::Try(lock, into, other)
            };
            step.action = match step.action.clone() {
                Action::Acquire(lock) if draw.happens(55) => tries(draw, lock),
                Action::Notify(lock) if draw.happens(60) => Action::Signal(lock),
                Action::NotifyAll(lock) if draw.happens(60) => Action::Broadcast(lock),
                Action::Plain { .. } if draw.happens(6) => {
                    let lock = LockRef::Number(draw.below(locks));
                    match draw.below(4) {
                        0 if is_monitor => Action::Signal(lock),
                        1 if is_monitor => Action::Broadcast(lock),
                        _ => tries(draw, lock),
                    }
                }
                other => other,
            };
        }
    }
    sketch
}
