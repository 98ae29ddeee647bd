//! Data that may be anything: each alternative is tried.

use crate::run::context::current;

/// A number below `count`: in a search every one is tried, each in an execution of its own. Outside of a search it
/// is 0.
///
/// ```
/// use reductio_schedules::{choose, explore};
///
/// let report = explore(|| {
///     let (height, width) = (choose(3), choose(2));
///     assert!(height * width < 3);
/// });
/// assert_eq!(report.executions, 6);
/// ```
pub fn choose(count: usize) -> usize {
    let Some(context) = current() else { return 0 };
    let of = u32::try_from(count).unwrap_or(u32::MAX);
    context.choose(of).map_or(0, |picked| picked as usize)
}
