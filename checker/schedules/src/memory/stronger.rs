//! Orderings that are made stronger in one line, and fences beside operations of a line, to see whether that helps.

use std::sync::atomic::Ordering;

use crate::memory::engine::Request;
use crate::memory::graph::Change;
use crate::search::event::Site;

/// The orderings and fences that are tried.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stronger {
    /// The strength in a line: what synchronizes, or the strongest.
    pub(crate) ordering: Option<(Site, bool)>,
    pub(crate) fences: Vec<Fence>,
}

/// A fence before the operations on atomics in a line, or after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fence {
    pub(crate) site: Site,
    pub(crate) after: bool,
    pub(crate) order: Ordering,
}

/// A request with a stronger ordering, if its line is the one that is tried.
pub(crate) fn strengthened(request: Request, site: Site, stronger: &Stronger) -> Request {
    let tried = stronger.ordering.filter(|(line, _)| *line == site);
    let Some((_, strongest)) = tried else { return request };
    let at_least = |order: Ordering, synchronizes: Ordering| match order {
        _ if strongest => Ordering::SeqCst,
        Ordering::SeqCst => order,
        _ => synchronizes,
    };
    match request {
        Request::Load { at, order } => {
            Request::Load { at, order: at_least(order, Ordering::Acquire) }
        }
        Request::Store { at, order, value } => {
            Request::Store { at, order: at_least(order, Ordering::Release), value }
        }
        Request::Update { at, change } => {
            let success = at_least(change.success, Ordering::AcqRel);
            let failure = at_least(change.failure, Ordering::Acquire);
            Request::Update { at, change: Change { success, failure, ..change } }
        }
        other => other,
    }
}
