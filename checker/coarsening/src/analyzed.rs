//! The answers of the reference analysis of S2, sections 5 and 6, about the variables and locks of a program.

use reductio_heap::{Access, HeapAnalysis, HeapError, Inlined, Limits, Options, Reading, analyze};
use reductio_programs::{Program, Thread};

use crate::check::Limits as CheckLimits;
use crate::classify::{Classification, Known};

/// The classification that the reference analysis of a program makes.
///
/// ```
/// use std::sync::Arc;
///
/// use reductio_coarsening::{Analyzed, Column, Limits, Reading, System, reproduce};
///
/// let program = System::Observer.program(2).unwrap();
/// let known = Arc::new(Analyzed::of(&program, Reading::repaired(), &Default::default()).unwrap());
/// let cell = reproduce(System::Observer, 2, Column::Reduced, known, &Limits::default()).unwrap();
/// assert_eq!(cell.states, 141);
/// ```
#[derive(Clone, Debug)]
pub struct Analyzed {
    inlined: Inlined,
    analysis: HeapAnalysis,
}

impl Analyzed {
    /// Analyzes a program.
    ///
    /// # Errors
    /// Whatever the analysis declines: recursion, too many statements, limits.
    pub fn of(
        program: &Program,
        reading: Reading,
        options: &Options<'_>,
    ) -> Result<Self, HeapError> {
        let inlined = Inlined::within(program, &Limits::default(), options)?;
        let analysis = analyze(program, &inlined, reading, options)?;
        Ok(Analyzed { inlined, analysis })
    }

    /// Analyzes a program within the limits of a check.
    ///
    /// # Errors
    /// As [`Analyzed::of`].
    pub fn within(
        program: &Program,
        reading: Reading,
        limits: &CheckLimits<'_>,
    ) -> Result<Self, HeapError> {
        let CheckLimits { timeout, cancel, memory, .. } = *limits;
        let options = Options { timeout, cancel, memory, ..Options::default() };
        Analyzed::of(program, reading, &options)
    }

    /// The result of the analysis.
    pub fn analysis(&self) -> &HeapAnalysis {
        &self.analysis
    }
}

impl Classification for Analyzed {
    fn known(&self, _program: &Program, thread: &Thread) -> Known {
        let statement = self.inlined.statement_of(thread);
        match statement.map(|statement| self.analysis.access(statement)) {
            Some(Access::Owned) => Known::Owned,
            Some(Access::Protected { .. }) => Known::Protected,
            // Where the analysis knows of no access nothing is said.
            Some(Access::Local | Access::Visible { .. }) | None => Known::Nothing,
        }
    }
}
