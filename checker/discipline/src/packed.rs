//! Systems under a protocol as models for searches.

use reductio_search::{Accesses, Model, Renamings, Visibility};
use reductio_system::{
    Cell, CellId, PackedState, Point, Programs, StepOutcome, Symmetry, System, ThreadId,
};

use crate::{Discipline, Protocol, accesses};

/// A [`System`] under a [`Protocol`], as a model for searches. The steps of a thread are numbered as its transitions;
/// they are taken by the system's [`Programs`].
#[derive(Debug)]
pub struct Packed<'s, P = Discipline> {
    protocol: &'s P,
    system: &'s System,
    programs: &'s Programs,
    symmetry: Option<&'s Symmetry>,
}

impl<P> Clone for Packed<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Packed<'_, P> {}

impl<'s, P: Protocol> Packed<'s, P> {
    /// Makes the model of a protocol's system.
    ///
    /// ```
    /// use reductio_discipline::{Discipline, Packed};
    /// use reductio_search::{FindingKind, Query, Unreduced, search};
    /// use reductio_system::{Position, SystemBuilder};
    ///
    /// // Two threads take two locks in opposite orders.
    /// let mut system = SystemBuilder::new("opposite orders");
    /// let threads = [system.thread("one")?, system.thread("two")?];
    /// let locks = ["a", "b"].map(|name| system.locks(name, &[name.to_owned()], 1, false));
    /// let [a, b] = locks;
    /// let (a, b) = (a?.at(vec![]), b?.at(vec![]));
    /// for (thread, order) in threads.into_iter().zip([[&a, &b], [&b, &a]]) {
    ///     let points = ["A", "B", "end"].map(|name| system.point(thread, name, true));
    ///     let [start, between, end] = points;
    ///     let (start, between, end) = (start?, between?, end?);
    ///     let at = |start, end| Position { thread, start, end, text: "acquire".into(), place: None };
    ///     system.acquire(&at(start, between), order[0])?;
    ///     system.acquire(&at(between, end), order[1])?;
    /// }
    /// let system = system.finish()?;
    /// let discipline = Discipline::new(&system);
    /// let model = Packed::new(&discipline);
    /// let found = search(&model, &Unreduced, &Query::default());
    /// assert_eq!(found.findings[0].kind, FindingKind::Deadlock);
    /// assert_eq!(found.findings[0].run.len(), 2);
    /// # Ok::<(), reductio_system::Defect>(())
    /// ```
    pub fn new(protocol: &'s P) -> Self {
        let system = protocol.system();
        Packed { protocol, system, programs: system.programs(), symmetry: None }
    }

    /// The model whose states are stored up to renamings of threads, if there are some. They must change nothing of
    /// which steps are visible and which states are bad, as [`Discipline::symmetry`] finds out.
    #[must_use]
    pub fn up_to(self, symmetry: Option<&'s Symmetry>) -> Self {
        Packed { symmetry, ..self }
    }

    /// Takes the steps of a thread; the states after them are written into `next`. Of steps that do the same to threads
    /// that are alike, the first is enough; `alike` tells which are as an earlier one, and is asked where there are
    /// such steps.
    #[inline]
    fn steps_into(
        &self,
        thread: usize,
        state: &P::State,
        next: &mut P::State,
        alike: impl Fn(&Symmetry) -> u64,
        mut visit: impl FnMut(usize, &P::State),
    ) {
        let id = ThreadId::new(thread);
        let mut known = None;
        for number in self.programs.pending(id, P::state(state)) {
            if let Some(symmetry) = self.symmetry
                && let Some(other) = symmetry.acts_on(id, number)
                && other.is_as_earlier(symmetry, *known.get_or_insert_with(|| alike(symmetry)))
            {
                continue;
            }
            let (before, after) = (P::state(state), P::state_mut(next));
            let outcome = self.programs.execute(self.system, id, number, before, after);
            if outcome != StepOutcome::Disabled {
                self.protocol.remember(state, id, number, next);
                visit(number, next);
            }
        }
    }

    #[inline]
    fn at(&self, thread: usize, state: &P::State) -> Point {
        self.system.at(P::state(state), ThreadId::new(thread))
    }
}

impl<P: Protocol> Model for Packed<'_, P> {
    type State = P::State;
    type Violation = P::Violation;
    type Store = P::Store;

    fn threads(&self) -> usize {
        self.system.threads().len()
    }

    fn initial(&self) -> P::State {
        self.protocol.initial()
    }

    #[inline]
    fn steps(&self, thread: usize, state: &P::State, mut visit: impl FnMut(usize, &P::State)) {
        let all = |_: &Symmetry| 0;
        self.steps_into(thread, state, &mut P::State::default(), all, |number, next| {
            visit(number, next);
        });
    }

    #[inline]
    fn all_steps(&self, state: &P::State, mut visit: impl FnMut(usize, usize, &P::State)) {
        let mut next = P::State::default();
        let alike = self.symmetry.map_or(0, |symmetry| symmetry.alike(P::state(state)));
        for thread in 0..self.threads() {
            if alike != 0 && alike >> thread & 1 == 1 {
                continue;
            }
            self.steps_into(
                thread,
                state,
                &mut next,
                |_| alike,
                |number, next| {
                    visit(thread, number, next);
                },
            );
        }
    }

    #[inline]
    fn steps_from(
        &self,
        thread: usize,
        origin: &P::State,
        state: &P::State,
        mut visit: impl FnMut(usize, &P::State),
    ) {
        let alike = |symmetry: &Symmetry| {
            symmetry.alike(P::state(origin)) & symmetry.alike(P::state(state))
        };
        self.steps_into(thread, state, &mut P::State::default(), alike, |number, next| {
            visit(number, next);
        });
    }

    fn store(&self) -> P::Store {
        self.protocol.store()
    }

    #[inline]
    fn violation(&self, state: &P::State) -> Option<P::Violation> {
        self.protocol.violation(state)
    }

    fn violations(&self, state: &P::State, visit: impl FnMut(P::Violation)) {
        self.protocol.violations(state).into_iter().for_each(visit);
    }

    fn violation_kind(&self, violation: &P::Violation) -> usize {
        match self.symmetry {
            None => self.protocol.violation_kind(violation),
            Some(symmetry) => self.protocol.renamed_violation_kind(violation, symmetry),
        }
    }

    #[inline]
    fn has_failed(&self, thread: usize, state: &P::State) -> bool {
        self.programs.has_failed(ThreadId::new(thread), P::state(state))
    }

    #[inline]
    fn about_to_fail(&self, state: &P::State, mut visit: impl FnMut(usize, usize)) {
        self.protocol.about_to_fail(state, |thread, number| visit(thread.index(), number));
    }

    /// The reason is the kind of the failure, whatever its value.
    fn failure_reason(&self, thread: usize, step: usize, before: &P::State) -> usize {
        let (id, before) = (ThreadId::new(thread), P::state(before));
        match self.programs.execute(self.system, id, step, before, &mut PackedState::new()) {
            StepOutcome::Failed(failure) => failure.kind(),
            StepOutcome::Disabled | StepOutcome::Done => 0,
        }
    }

    fn may_stop(&self, thread: usize, state: &P::State) -> bool {
        self.system.thread(ThreadId::new(thread)).may_stop(self.at(thread, state))
    }

    fn may_rest(&self, thread: usize, state: &P::State) -> bool {
        self.system.thread(ThreadId::new(thread)).may_rest(self.at(thread, state))
    }

    fn points(&self, thread: usize) -> usize {
        self.system.threads()[thread].points().len()
    }

    #[inline]
    fn point(&self, thread: usize, state: &P::State) -> usize {
        self.programs.at(ThreadId::new(thread), P::state(state))
    }

    /// Which thread is at a control point says little where threads are sorted.
    fn deals_by_points(&self) -> bool {
        self.symmetry.is_none()
    }

    #[inline]
    fn renamings(&self) -> Option<&dyn Renamings<P::State>> {
        self.symmetry.is_some().then_some(self as &dyn Renamings<P::State>)
    }

    #[inline]
    fn invariants(&self) -> usize {
        self.system.invariants().len()
    }

    fn invariant(&self, number: usize, state: &P::State) -> bool {
        match self.symmetry {
            None => self.system.invariant_holds(number, P::state(state)),
            Some(symmetry) => symmetry.invariant(number).all_hold(self.system, P::state(state)),
        }
    }

    fn goals(&self) -> usize {
        self.system.reachable().len()
    }

    fn goal(&self, number: usize, state: &P::State) -> bool {
        match self.symmetry {
            None => self.system.goal_holds(number, P::state(state)),
            Some(symmetry) => symmetry.reachable(number).any_holds(self.system, P::state(state)),
        }
    }

    /// A built-in operation is one access to its object, whose number is that of its first cell; other objects are the
    /// cells of variables that several threads may touch.
    fn accesses(&self, thread: usize, step: usize, state: &P::State) -> Accesses {
        let id = ThreadId::new(thread);
        let (system, packed) = (self.system, P::state(state));
        let fixed = self.protocol.fixed_accesses();
        let mut all = fixed
            .and_then(|fixed| fixed.of_step(system, id, step, packed))
            .unwrap_or_else(|| accesses::of_step(system, id, step, packed));
        self.protocol.also_touches(state, id, step, &mut all);
        all
    }

    fn waits_for(&self, thread: usize, state: &P::State) -> Accesses {
        let (id, at) = (ThreadId::new(thread), self.at(thread, state));
        let (system, packed) = (self.system, P::state(state));
        let fixed = self.protocol.fixed_accesses();
        fixed
            .and_then(|fixed| fixed.of_guards(system, id, at, packed))
            .unwrap_or_else(|| accesses::of_guards(system, id, at, packed))
    }

    fn thread_name(&self, thread: usize) -> String {
        self.system.threads()[thread].name().to_owned()
    }

    fn step_text(&self, thread: usize, step: usize) -> String {
        self.system.threads()[thread].transitions()[step].text().to_owned()
    }

    fn parts(&self, state: &P::State) -> Vec<(String, String)> {
        let cells = self.system.cells().iter().enumerate();
        let part = |(number, cell): (usize, &Cell)| {
            let value = self.system.value(P::state(state), CellId::new(number));
            (cell.name().to_owned(), cell.domain().show(value))
        };
        cells.map(part).collect()
    }
}

/// The renamings are those of the [`Symmetry`]; without one there is none.
impl<P: Protocol> Renamings<P::State> for Packed<'_, P> {
    #[inline]
    fn canonize(&self, state: &mut P::State, parts: &mut Vec<u8>) {
        if let Some(symmetry) = self.symmetry {
            symmetry.canonize(P::state_mut(state), parts);
        }
    }

    fn is_as_earlier(&self, thread: usize, state: &P::State) -> bool {
        self.symmetry.is_some_and(|symmetry| symmetry.alike(P::state(state)) >> thread & 1 == 1)
    }

    fn first_alike(&self, thread: usize) -> usize {
        let first = |symmetry: &Symmetry| symmetry.first_alike(ThreadId::new(thread)).index();
        self.symmetry.map_or(thread, first)
    }

    fn renaming(&self, state: &P::State) -> Vec<usize> {
        let same = || (0..self.threads()).collect();
        self.symmetry.map_or_else(same, |symmetry| symmetry.renaming(P::state(state)))
    }

    fn renamed(&self, state: &P::State, threads: &[usize]) -> P::State {
        let mut out = state.clone();
        if let Some(symmetry) = self.symmetry {
            *P::state_mut(&mut out) = symmetry.renamed(P::state(state), threads);
        }
        out
    }

    fn exchange(&self, one: usize, other: usize) -> Vec<usize> {
        let same = || (0..self.threads()).collect();
        let [one, other] = [one, other].map(ThreadId::new);
        self.symmetry.map_or_else(same, |symmetry| symmetry.exchange(one, other))
    }

    fn breaking(&self, invariant: usize, state: &P::State) -> Option<Vec<usize>> {
        self.symmetry?.invariant(invariant).breaking(self.system, P::state(state))
    }
}

impl<P: Protocol> Visibility for Packed<'_, P> {
    #[inline]
    fn is_visible(&self, thread: usize, state: &P::State) -> bool {
        self.protocol.is_visible(ThreadId::new(thread), state)
    }
}
