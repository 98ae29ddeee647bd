//! Persistent sets from what the threads may still do (Godefroid 1996; Algorithm 2 of S1 section 6.1, without a discipline).

use reductio_search::{Accesses, Visibility};

use crate::ahead::Ahead;
use crate::frame::Frame;
use crate::moves::Moves;

/// The threads, by bit, whose enabled steps are a persistent set in the frame's state: whatever the other threads do from there,
/// without these, depends on none of these steps. From each thread with an enabled step the set is closed under "may
/// interfere"; of the closures the first with the fewest enabled steps is taken.
pub(crate) fn threads<M: Visibility>(
    moves: &Moves<'_, M>,
    ahead: &Ahead,
    frame: &Frame<M::State>,
) -> u64 {
    let model = moves.model;
    let count = model.threads();
    // What each thread is about to do, enabled or not, and what it may do from here on.
    let about: Vec<Accesses> = (0..count)
        .map(|thread| {
            let mut about = moves.waits(thread, &frame.state);
            for found in frame.moves.iter().filter(|found| found.thread == thread) {
                about.extend(&found.accesses);
            }
            about
        })
        .collect();
    let may = |thread| ahead.from(thread, model.point(thread, &frame.state));
    let enabled = frame.enabled();
    let closure = |start: usize| {
        let mut set: u64 = 1 << start;
        let mut open = vec![start];
        while let Some(thread) = open.pop() {
            for other in (0..count).filter(|other| set & 1 << other == 0).collect::<Vec<_>>() {
                if !about[thread].commutes_with(may(other)) {
                    set |= 1 << other;
                    open.push(other);
                }
            }
        }
        set
    };
    let steps = |set: &u64| frame.moves.iter().filter(|found| set & 1 << found.thread != 0).count();
    let starts = (0..count).filter(|thread| enabled & 1 << thread != 0);
    starts.map(closure).min_by_key(steps).unwrap_or(0)
}
