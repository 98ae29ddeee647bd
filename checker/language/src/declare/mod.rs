//! From declarations to a [`Scope`] and the variables of a system.

mod constants;
mod families;
mod initialize;
mod names;
mod objects;
mod protect;
mod threads;
mod variables;

pub(super) use variables::bind_all;

use super::elaborate::{Budget, Elaborator, Mode};
use super::error::{Limit, SystemErrorKind};
use super::faults::Faults;
use super::scope::Scope;
use super::syntax::{File, Name, Span};
use reductio_system::{Defect, System, SystemBuilder};

/// A system that is being made from a text.
pub(super) struct Work<'a, 'f> {
    pub(super) file: &'f File<'a>,
    pub(super) scope: Scope,
    pub(super) builder: SystemBuilder,
    pub(super) budget: Budget,
    pub(super) faults: &'f mut Faults,
    /// The declaration of each group of threads, by its number in the file.
    pub(super) declarations: Vec<usize>,
    /// The number of cells so far.
    cells: u64,
}

impl<'a, 'f> Work<'a, 'f> {
    /// Declares everything, in the order in which it can be worked out.
    pub(super) fn declare(
        file: &'f File<'a>,
        name: &str,
        constants: &[(String, i64)],
        faults: &'f mut Faults,
    ) -> Self {
        let mut work = Work {
            file,
            scope: Scope::default(),
            builder: SystemBuilder::new(file.name.map_or(name, |name| name.text)),
            budget: Budget::default(),
            faults,
            declarations: Vec::new(),
            cells: 0,
        };
        work.scope.broken = file.broken.iter().map(|name| (*name).to_owned()).collect();
        work.scope.is_lenient = file.has_nameless;
        names::register(file, &mut work.scope, work.faults);
        work.constants_and_types(constants);
        work.declare_threads();
        work.declare_objects();
        work.declare_variables();
        work.declare_locals();
        work
    }

    /// The system, if there are no faults.
    pub(super) fn finish(mut self) -> Option<(System, Scope)> {
        self.builder.forget_dead_locals();
        if !self.faults.is_empty() {
            return None;
        }
        let builder = std::mem::replace(&mut self.builder, SystemBuilder::new(""));
        let system = built(builder.finish());
        let families = self.families(&system);
        Some((system.with_families(families), self.scope))
    }

    /// A reader of expressions.
    pub(super) fn reader(&mut self, mode: Mode) -> Elaborator<'_> {
        Elaborator::new(&self.scope, self.faults, &mut self.budget, mode)
    }

    /// Whether a declaration is the one that counts for its name: the first.
    fn is_first(&self, name: &Name<'_>) -> bool {
        self.scope.names.get(name.text).is_some_and(|(_, span)| *span == name.span())
    }

    /// Counts cells. Returns false when there are too many.
    fn take_cells(&mut self, count: u64, span: &Span) -> bool {
        self.cells = self.cells.saturating_add(count);
        let is_fine = self.cells <= Limit::Cells.most();
        if !is_fine {
            let kind = SystemErrorKind::Limit { limit: Limit::Cells, size: self.cells };
            self.faults.add(kind, span.clone());
            // The next declaration is judged by itself.
            self.cells -= count;
        }
        is_fine
    }
}

/// The result of the builder, which refuses nothing that this module lets through.
///
/// When the builder refuses something: that is a fault of this module.
/// When it does: that is a fault of this module.
pub(super) fn built<T>(result: Result<T, Defect>) -> T {
    result.unwrap_or_else(|defect| panic!("a checked system is refused: {defect}"))
}
