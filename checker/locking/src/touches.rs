//! The accesses of threads to variables in a state (S1 section 3.4): a pending transition accesses what its guard
//! reads, and one that is enabled also what its command touches. A transition that is not enabled does nothing.

use reductio_system::{CellId, Memory, PackedState, Point, System, ThreadId, Transition, Value};
use smallvec::SmallVec;

/// A cell that was touched, by its place among the watched ones, and whether it was written.
pub(crate) type Touched = SmallVec<[(usize, bool); 4]>;

/// The transitions that may touch each watched cell.
#[derive(Clone, Debug)]
pub(crate) struct Touches {
    /// By cell, its place among the watched ones.
    watched: Vec<Option<usize>>,
    /// By thread and transition, the watched cells that it may touch in some state.
    may: Vec<Vec<Vec<usize>>>,
    /// By thread and control point, whether a transition from there may touch a watched cell.
    points: Vec<Vec<bool>>,
}

impl Touches {
    pub(crate) fn new(system: &System, cells: impl Iterator<Item = CellId>) -> Self {
        let mut watched = vec![None; system.cells().len()];
        for (place, cell) in cells.enumerate() {
            watched[cell.index()] = Some(place);
        }
        let of = |transition: &Transition| {
            let all = reductio_discipline::may_access(system, transition);
            let known = all.known().unwrap_or_default().iter();
            let mut places: Vec<usize> = known.filter_map(|touch| watched[touch.object]).collect();
            places.sort_unstable();
            places.dedup();
            places
        };
        let may: Vec<Vec<Vec<usize>>> =
            system.threads().iter().map(|t| t.transitions().iter().map(of).collect()).collect();
        let points = system.threads().iter().zip(&may).map(|(thread, may)| {
            let is_one = |point: usize| {
                Point::try_from(point)
                    .is_ok_and(|point| thread.pending_numbers(point).any(|n| !may[n].is_empty()))
            };
            (0..thread.points().len()).map(is_one).collect()
        });
        let points = points.collect();
        Touches { watched, may, points }
    }

    /// The watched cells that a transition may touch in some state.
    pub(crate) fn may(&self, thread: ThreadId, transition: usize) -> &[usize] {
        &self.may[thread.index()][transition]
    }

    /// The accesses of a thread in a state.
    pub(crate) fn of_thread(
        &self,
        system: &System,
        thread: ThreadId,
        state: &PackedState,
    ) -> Touched {
        let at = system.at(state, thread);
        let mut touched = Touched::new();
        if self.points[thread.index()][usize::from(at)] {
            for number in system.thread(thread).pending_numbers(at) {
                self.add(system, thread, number, state, &mut touched);
            }
        }
        touched
    }

    /// The accesses of a transition that is pending in a state.
    pub(crate) fn of_transition(
        &self,
        system: &System,
        thread: ThreadId,
        number: usize,
        state: &PackedState,
    ) -> Touched {
        let mut touched = Touched::new();
        self.add(system, thread, number, state, &mut touched);
        touched
    }

    fn add(
        &self,
        system: &System,
        thread: ThreadId,
        number: usize,
        state: &PackedState,
        touched: &mut Touched,
    ) {
        if self.may(thread, number).is_empty() {
            return;
        }
        let transition = &system.thread(thread).transitions()[number];
        // What the monitor remembers is nobody's variable.
        let state = PackedState::from_slice(&state[..system.layout().words()]);
        let mut memory = Noting { touches: self, system, state, touched };
        if transition.guard().evaluate(&mut memory).is_ok_and(|value| value == 1) {
            // Where the command fails, what it touched before counts.
            let _ = system.perform(thread, transition, &mut memory);
        }
    }
}

/// A copy of a state that notes which watched cells are touched.
struct Noting<'a> {
    touches: &'a Touches,
    system: &'a System,
    state: PackedState,
    touched: &'a mut Touched,
}

impl Noting<'_> {
    fn note(&mut self, cell: CellId, is_written: bool) {
        let Some(place) = self.touches.watched[cell.index()] else { return };
        match self.touched.iter_mut().find(|(known, _)| *known == place) {
            Some((_, written)) => *written |= is_written,
            None => self.touched.push((place, is_written)),
        }
    }
}

impl Memory for Noting<'_> {
    fn read(&mut self, cell: CellId) -> Value {
        self.note(cell, false);
        self.system.value(&self.state, cell)
    }

    fn write(&mut self, cell: CellId, value: Value) {
        self.note(cell, true);
        self.system.layout().write(&mut self.state, cell, value);
    }
}
