//! Goes through the ways that a computation can take in any state, without going through the states.
//!
//! A cell has no value here, but a variable; a value that is computed from it is a term ([`Terms`]). Where a
//! computation asks whether a condition holds, and intervals do not know, it goes both ways, one after the other, each
//! with the condition as a fact ([`Paths::for_all`]). So there are as many ways as the text has, whatever the ranges of
//! variables are. Whether there is a state in which a way is taken is asked at its end, and only if it matters
//! ([`Paths::find`]).
//!
//! An element whose index depends on the state would need one way for each index. Instead there is one way for each
//! element that the question is about ([`Paths::focus_on`]), and one for all others, on which the value of the element
//! is unknown ([`Precision::Coarse`]). That adds states and loses none: what happens in no state then, happens in no
//! state. Only if something is found on such a way, the question is asked again, exactly.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashMap;

use super::execute::{Elements, Shape};
use super::partial::PartialState;
use super::plan::ClassId;
use super::ranges::Ranges;
use super::solve::{Answer, solve};
use super::terms::{Store, Term, TermId, Terms};
use reductio_system::{CellId, Expression, System, Value};

/// The largest number of ways for one question.
const WAYS: usize = 20_000;
/// The largest number of steps of all searches for states for one question.
const STEPS: usize = 20_000;
/// The largest number of steps of the search for one state.
const STEPS_ONCE: usize = 2_000;

/// The treatment of elements whose index depends on the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Precision {
    /// Their values are unknown, but in their ranges.
    Coarse,
    /// Each element has a way of its own.
    Exact,
}

/// The answer to whether there is a state in which a way is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// There is, and these values show it.
    State(PartialState),
    /// There is none.
    Nothing,
    /// It is not known.
    Unknown,
}

/// The answers to a question.
#[derive(Clone, Debug)]
pub(super) struct Asked<T> {
    /// The things that were found, each with a state that shows it, or without one if it could not be ruled out.
    pub(super) found: Vec<(T, Option<PartialState>)>,
    /// Tells whether all ways were gone, so that there is nothing else.
    pub(super) is_complete: bool,
}

/// The error that a question was given up, because it has too many ways or was interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GivenUp;

/// The ways of a computation, one after the other: a state of which nothing is decided, and the facts of the present
/// way.
pub(super) struct Paths<'s> {
    pub(super) system: &'s System,
    /// The class of each cell's object.
    pub(super) classes: &'s [Option<ClassId>],
    cancel: Option<&'s AtomicBool>,
    pub(super) precision: Precision,
    pub(super) terms: Terms,
    pub(super) arrays: FxHashMap<(CellId, Vec<Shape>), Elements>,
    /// The cells that the question is about, sorted.
    pub(super) focus: Vec<CellId>,
    /// For each choice of the present way, the branch that was taken and the number of branches.
    ways: Vec<(u32, u32)>,
    next: usize,
    steps: usize,
    pub(super) store: Store,
    facts: Vec<(TermId, bool)>,
    pub(super) is_contradicted: bool,
    pub(super) written: FxHashMap<CellId, TermId>,
    touched: Vec<ClassId>,
    pub(super) looks_back: bool,
    /// The unknown values that elements were given on this way, by the first cell, the indices and their shapes.
    pub(super) unknowns: FxHashMap<(CellId, Vec<(TermId, Shape)>), TermId>,
    unknown_count: u32,
    /// Whether a value was taken for unknown on some way.
    is_coarse: bool,
    /// The number of values that were taken for unknown on this way.
    approximations: u32,
}

impl<'s> Paths<'s> {
    pub(super) fn new(
        system: &'s System,
        classes: &'s [Option<ClassId>],
        cancel: Option<&'s AtomicBool>,
    ) -> Self {
        Paths {
            system,
            classes,
            cancel,
            precision: Precision::Coarse,
            terms: Terms::default(),
            arrays: FxHashMap::default(),
            focus: Vec::new(),
            ways: Vec::new(),
            next: 0,
            steps: 0,
            store: Store::default(),
            facts: Vec::new(),
            is_contradicted: false,
            written: FxHashMap::default(),
            touched: Vec::new(),
            looks_back: false,
            unknowns: FxHashMap::default(),
            unknown_count: 0,
            is_coarse: false,
            approximations: 0,
        }
    }

    /// Runs `body` once for every way through it, or until it breaks.
    ///
    /// # Errors
    /// [`GivenUp`] past the largest number of ways, or when it is cancelled; the ways until then were gone.
    pub(super) fn for_all(
        &mut self,
        precision: Precision,
        mut body: impl FnMut(&mut Self) -> ControlFlow<()>,
    ) -> Result<(), GivenUp> {
        self.precision = precision;
        self.terms.clear();
        self.ways.clear();
        self.steps = STEPS;
        self.is_coarse = false;
        for _ in 0..WAYS {
            if self.is_cancelled() {
                return Err(GivenUp);
            }
            self.forget();
            if body(self).is_break() {
                return Ok(());
            }
            loop {
                let Some((way, count)) = self.ways.last_mut() else { return Ok(()) };
                *way += 1;
                if way < count {
                    break;
                }
                self.ways.pop();
            }
        }
        Err(GivenUp)
    }

    /// Collects what `body` returns on its ways, each thing with a state that shows it, or without one if it is not
    /// known whether there is such a state. Ends when each of `wanted` is shown.
    pub(super) fn ask<T: Copy + PartialEq>(
        &mut self,
        wanted: &[T],
        mut body: impl FnMut(&mut Self) -> Option<T>,
    ) -> Asked<T> {
        let mut run = |paths: &mut Self, precision| {
            let mut found: Vec<(T, Option<PartialState>)> = Vec::new();
            let complete = paths.for_all(precision, |paths| {
                let Some(thing) = body(paths) else { return ControlFlow::Continue(()) };
                let known = found.iter().position(|(one, _)| *one == thing);
                if known.is_some_and(|known| found[known].1.is_some()) {
                    return ControlFlow::Continue(());
                }
                let state = match paths.find() {
                    Found::Nothing => return ControlFlow::Continue(()),
                    Found::State(state) => Some(state),
                    Found::Unknown => None,
                };
                match known {
                    Some(known) => found[known].1 = state,
                    None => found.push((thing, state)),
                }
                let shown = found.iter().filter(|(_, state)| state.is_some()).count();
                if shown == wanted.len() {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
            Asked { found, is_complete: complete.is_ok() }
        };
        let mut coarse = run(self, Precision::Coarse);
        let is_shown = coarse.found.iter().all(|(_, state)| state.is_some());
        if !self.is_coarse || coarse.is_complete && is_shown {
            return coarse;
        }
        let exact = run(self, Precision::Exact);
        if exact.is_complete {
            return exact;
        }
        // What was found without looking at indices may be, and what is shown is.
        for (thing, state) in &mut coarse.found {
            let shown = exact.found.iter().find(|(one, _)| one == thing);
            *state = state.take().or_else(|| shown.and_then(|(_, state)| state.clone()));
        }
        let is_new = |(one, _): &(T, _)| coarse.found.iter().all(|(thing, _)| thing != one);
        let more: Vec<_> = exact.found.iter().filter(|found| is_new(found)).cloned().collect();
        coarse.found.extend(more);
        coarse
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }

    fn forget(&mut self) {
        self.next = 0;
        self.store.clear();
        self.facts.clear();
        self.is_contradicted = false;
        self.written.clear();
        self.touched.clear();
        self.looks_back = false;
        self.unknowns.clear();
        self.unknown_count = 0;
        self.approximations = 0;
    }

    /// Chooses one of `0..count`, each in turn. `count` is at least one.
    pub(super) fn choose(&mut self, count: u32) -> u32 {
        if count <= 1 {
            return 0;
        }
        if self.next == self.ways.len() {
            self.ways.push((0, count));
        }
        let (way, expected) = self.ways[self.next];
        debug_assert_eq!(expected, count, "the computation depends on its answers only");
        self.next += 1;
        way
    }

    /// Decides whether a condition holds: if that is not known, both ways are gone in turn.
    pub(super) fn decide(&mut self, condition: TermId) -> bool {
        if self.is_contradicted {
            return false;
        }
        let condition = match *self.terms.get(condition) {
            Term::Constant(value) => return value == 1,
            Term::Not(inner) => return !self.decide(inner),
            Term::Variable(_) | Term::Compute(..) => {
                let one = self.terms.constant(1);
                self.terms.equal(condition, one)
            }
            _ => condition,
        };
        if let Some((_, known)) = self.facts.iter().find(|(fact, _)| *fact == condition) {
            return *known;
        }
        if let Some(known) = self.terms.truth(condition, &self.store) {
            return known;
        }
        let holds = self.choose(2) == 0;
        self.assume(condition, holds);
        holds
    }

    /// Notes the truth of a condition as a fact. A fact about one variable is kept with the variable.
    pub(super) fn assume(&mut self, condition: TermId, holds: bool) {
        let mut store = std::mem::take(&mut self.store);
        self.is_contradicted |= self.terms.contract(condition, holds, &mut store).is_err();
        if self.terms.about_one(condition).is_none() {
            self.facts.push((condition, holds));
        }
        self.store = store;
    }

    /// Assumes that a cell has a value before all writes.
    pub(super) fn assume_is(&mut self, cell: CellId, value: Value) {
        let (cell, value) = (self.variable(cell), self.terms.constant(value));
        let is = self.terms.equal(cell, value);
        match *self.terms.get(is) {
            Term::Constant(value) => self.is_contradicted |= value == 0,
            _ => self.assume(is, true),
        }
    }

    /// Looks for a state in which this way is taken.
    pub(super) fn find(&mut self) -> Found {
        if self.is_contradicted {
            return Found::Nothing;
        }
        let mut budget = STEPS_ONCE.min(self.steps);
        let before = budget;
        let answer = solve(&self.terms, &self.store, &self.facts, &mut budget);
        self.steps -= before - budget;
        let values = match answer {
            Answer::None => return Found::Nothing,
            Answer::Unknown => return Found::Unknown,
            Answer::Values(values) => values,
        };
        if self.approximations > 0 {
            return Found::Unknown;
        }
        let mut told: Vec<u32> = Vec::new();
        for (fact, _) in &self.facts {
            self.terms.for_each_variable(*fact, &mut |variable| told.push(variable));
        }
        // What any value would do for is not told.
        let matters = |variable: u32| {
            let all = self.system.cell(CellId::new(variable as usize)).domain().size();
            told.contains(&variable) || self.store.get(&variable).is_some_and(|v| v.size() < all)
        };
        let of = |(variable, value): (u32, i64)| {
            let value = Value::try_from(value).expect("a value of the cell");
            matters(variable).then_some((CellId::new(variable as usize), value))
        };
        Found::State(values.into_iter().filter_map(of).collect())
    }

    /// Sets whether reads see the state before all writes.
    pub(super) fn look_back(&mut self, looks_back: bool) {
        self.looks_back = looks_back;
    }

    /// Decides whether one of these cells was written; they are sorted.
    pub(super) fn has_written(&self, cells: &[CellId]) -> bool {
        self.written.keys().any(|cell| cells.binary_search(cell).is_ok())
    }

    /// The classes of the protected objects that were touched so far.
    pub(super) fn touched(&self) -> &[ClassId] {
        &self.touched
    }

    /// Runs a computation in the state before all writes; what it writes and touches is forgotten after it.
    #[cfg(feature = "unsound")]
    pub(super) fn aside<R>(&mut self, body: impl FnOnce(&mut Self) -> R) -> R {
        let written = std::mem::take(&mut self.written);
        let touched = std::mem::take(&mut self.touched);
        let looks_back = std::mem::replace(&mut self.looks_back, false);
        let out = body(self);
        (self.written, self.touched, self.looks_back) = (written, touched, looks_back);
        out
    }

    /// The value of a cell before all writes: its variable, or a constant if only one value is left.
    fn variable(&mut self, cell: CellId) -> TermId {
        let domain = self.system.cell(cell).domain();
        let number = u32::try_from(cell.index()).expect("at most 65,536 cells");
        let all = || Ranges::between(domain.low().into(), domain.high().into());
        let values = self.store.entry(number).or_insert_with(all);
        match values.hull() {
            Some((low, high)) if low == high => self.terms.constant(low),
            _ => self.terms.variable(number),
        }
    }

    pub(super) fn approximate(&mut self) {
        self.is_coarse = true;
        self.approximations += 1;
    }

    /// Sets the cells that the question is about.
    pub(super) fn focus_on(&mut self, cells: &[CellId]) {
        if self.focus != cells {
            self.focus = cells.to_vec();
            self.arrays.clear();
        }
    }

    /// Makes a value of which only the range is known.
    pub(super) fn unknown(&mut self, (low, high): (i64, i64)) -> TermId {
        self.approximate();
        let cells = u32::try_from(self.system.cells().len()).expect("at most 65,536 cells");
        let number = cells + self.unknown_count;
        self.unknown_count += 1;
        self.store.insert(number, Ranges::between(low, high));
        self.terms.variable(number)
    }

    pub(super) fn touch(&mut self, cell: CellId) {
        if let Some(Some(class)) = self.classes.get(cell.index()) {
            self.touch_class(*class);
        }
    }

    pub(super) fn touch_class(&mut self, class: ClassId) {
        if !self.touched.contains(&class) {
            self.touched.push(class);
        }
    }

    pub(super) fn read(&mut self, cell: CellId) -> TermId {
        self.touch(cell);
        match self.written.get(&cell) {
            Some(term) if !self.looks_back => *term,
            _ => self.variable(cell),
        }
    }

    pub(super) fn write(&mut self, cell: CellId, value: TermId) {
        self.touch(cell);
        self.written.insert(cell, value);
    }

    /// Decides whether a predicate holds; one that fails does not.
    pub(super) fn holds(&mut self, predicate: &Expression) -> bool {
        match self.evaluate(predicate) {
            Ok(value) => self.decide(value),
            Err(_) => false,
        }
    }

    /// Decides whether the truth of a predicate about one cell is known on the present way.
    pub(super) fn knows(&mut self, predicate: &Expression) -> bool {
        let value = self.evaluate(predicate);
        value.map_or(true, |value| self.terms.truth(value, &self.store).is_some())
    }

    /// Decides whether a guard is false; one that fails is not false.
    pub(super) fn is_false(&mut self, guard: &Expression) -> bool {
        self.evaluate(guard).is_ok_and(|value| !self.decide(value))
    }
}
