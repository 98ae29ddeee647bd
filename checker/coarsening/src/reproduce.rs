//! The two tables of S2 section 7, made once more.

use std::sync::Arc;
use std::time::Duration;

use reductio_watched::Stopped;

use crate::check::{Answer, Limits, check};
use crate::classify::{Classification, Unclassified};
use crate::options::{Options, Points, Reductions};
use crate::systems::System;

/// The two models of a system whose states S2 counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// The base model (S2 section 4.1).
    Base,
    /// The model that all five reductions make.
    Reduced,
}

impl Column {
    /// Both.
    pub const ALL: [Column; 2] = [Column::Base, Column::Reduced];
}

/// The numbers that S2 prints of a model: of visible transformations, and of states, unless it ran out of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The number of visible transformations.
    pub transforms: usize,
    /// The number of states.
    pub states: Option<usize>,
}

/// The lines of table 1 and table 2, from size 1 on: of the base model, and of the reduced one.
type Lines = [[(usize, usize); 2]];

/// Table 1; no states where it says "out of mem".
const TABLE_1: &Lines = &[
    [(55, 445), (13, 56)],
    [(82, 3_323), (19, 317)],
    [(109, 25_481), (25, 2_140)],
    [(136, 0), (31, 17_043)],
];

/// Table 2.
const TABLE_2: &Lines = &[
    [(49, 85), (3, 5)],
    [(78, 1_400), (15, 141)],
    [(107, 26_367), (22, 1_203)],
    [(136, 0), (29, 10_671)],
    [(165, 0), (36, 98_967)],
];

impl System {
    fn lines(self) -> &'static Lines {
        match self {
            System::ProducerConsumer => TABLE_1,
            System::Observer => TABLE_2,
        }
    }

    /// The sizes that S2 prints, from 1 on.
    pub fn sizes(self) -> std::ops::RangeInclusive<usize> {
        1..=self.lines().len()
    }

    /// The numbers that S2 prints of a model of a size.
    pub fn printed(self, size: usize, column: Column) -> Option<Printed> {
        let line = self.lines().get(size.checked_sub(1)?)?;
        let (transforms, states) = line[usize::from(column == Column::Reduced)];
        Some(Printed { transforms, states: (states > 0).then_some(states) })
    }
}

/// A number of states that S2 prints, or ran out of memory for, and what is found now.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The system.
    pub system: System,
    /// Its size.
    pub size: usize,
    /// The model.
    pub column: Column,
    /// The numbers that S2 prints.
    pub printed: Printed,
    /// The number of states that were found.
    pub states: usize,
    /// The number of visible transformations that were found.
    pub transforms: usize,
    /// Tells whether a deadlock was found: S2 asks for deadlocks.
    pub deadlock: bool,
    /// The time that it took.
    pub time: Duration,
    /// The reason why the search is not complete, or `None` if it is.
    pub stopped: Option<Stopped>,
}

impl Cell {
    /// Tells whether the search is complete and has found as many states as S2 prints; `None` if S2 prints none, or the
    /// search ended early.
    pub fn agrees(&self) -> Option<bool> {
        let printed = self.printed.states?;
        self.stopped.is_none().then_some(printed == self.states)
    }
}

/// Counts the states of a model of one of S2's systems. `known` is what is known of its variables and locks; of the
/// base model nothing is used. `None` if S2 prints no such size. Cost: linear in the transitions: the base model of
/// five mutators has 7.5 million states.
///
/// ```
/// use std::sync::Arc;
///
/// use reductio_coarsening::{Column, Limits, System, reproduce};
///
/// let known = Arc::new(System::Observer.by_hand(2));
/// let cell = reproduce(System::Observer, 2, Column::Reduced, known, &Limits::default()).unwrap();
/// assert_eq!((cell.states, cell.agrees()), (141, Some(true)));
/// ```
pub fn reproduce(
    system: System,
    size: usize,
    column: Column,
    known: Arc<dyn Classification>,
    limits: &Limits<'_>,
) -> Option<Cell> {
    let printed = system.printed(size, column)?;
    let program = system.program(size).ok()?;
    let (reductions, known) = match column {
        Column::Base => (Reductions::NONE, Arc::new(Unclassified) as Arc<dyn Classification>),
        Column::Reduced => (Reductions::ALL, known),
    };
    let options = Options { reductions, points: Points::AfterVisible, ..Options::default() };
    let limits = Limits { stuck: false, ..*limits };
    let answer = check(&program, options, known, &limits)?;
    let Answer { states, transforms, time, stopped, .. } = answer;
    let deadlock = answer.deadlock.is_some();
    Some(Cell { system, size, column, printed, states, transforms, deadlock, time, stopped })
}
