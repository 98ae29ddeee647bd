//! The accesses that threads may still make: an upper bound of those of a thread from each of its control points on.

use reductio_discipline::may_access;
use reductio_search::Accesses;
use reductio_system::{Point, System, Target, Thread, ThreadId};

/// For each thread and each of its control points, all accesses that the thread may still make from there, whatever the
/// values of variables are (`ops` of S1 section 6.1, by control point). Objects have the numbers that
/// [`Model::accesses`](reductio_search::Model::accesses) gives them.
#[derive(Clone, Debug)]
pub struct Ahead {
    by_point: Vec<Vec<Accesses>>,
}

impl Ahead {
    /// Finds what the threads of a system may do, by following their transitions, whatever their guards say. Cost: for
    /// each thread the number of transitions times that of control points, at most.
    pub fn of(system: &System) -> Self {
        Ahead::with(system, |_, _, _| {})
    }

    /// Finds what the threads may do as [`Self::of`] does, where `also` may add to what each transition touches, for a
    /// monitor: it gets the thread and the number of the transition.
    pub fn with(system: &System, also: impl Fn(ThreadId, usize, &mut Accesses)) -> Self {
        let of_thread = |(number, thread): (usize, &Thread)| {
            let direct = |(transition, found)| {
                let mut all = may_access(system, found);
                also(ThreadId::new(number), transition, &mut all);
                all
            };
            let direct: Vec<Accesses> =
                thread.transitions().iter().enumerate().map(direct).collect();
            let from = |point: Point| {
                let mut all = Accesses::none();
                for number in reachable(thread, point) {
                    all.extend(&direct[number]);
                }
                all
            };
            let points = thread.points().len();
            (0..points).filter_map(|point| Point::try_from(point).ok()).map(from).collect()
        };
        Ahead { by_point: system.threads().iter().enumerate().map(of_thread).collect() }
    }

    /// The accesses that a thread may make from a control point on.
    pub fn from(&self, thread: usize, point: usize) -> &Accesses {
        &self.by_point[thread][point]
    }
}

/// The numbers of the transitions that a thread may come to from a control point.
fn reachable(thread: &Thread, start: Point) -> Vec<usize> {
    let mut seen = vec![false; thread.points().len()];
    let (mut open, mut found) = (vec![start], Vec::new());
    while let Some(point) = open.pop() {
        if std::mem::replace(&mut seen[usize::from(point)], true) {
            continue;
        }
        for number in thread.pending_numbers(point) {
            found.push(number);
            if let Target::Point(next) = thread.transitions()[number].target() {
                open.push(next);
            }
        }
    }
    found
}
