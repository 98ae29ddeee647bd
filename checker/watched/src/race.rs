//! Failures and races that can be reached, each with a run that shows it.

use reductio_programs::{Action, Failure, Place, Program};

use crate::run::{Run, Step};
use crate::shared::Shared;

/// A failure that can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The place where the program goes wrong, and the reason.
    pub failure: Failure,
    /// The source line; 0 if there is none.
    pub line: u32,
    /// A run that ends with it.
    pub run: Run,
}

/// A race: two accesses of one variable that conflict and are not ordered by happens-before (S4 section 4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// The variable, by the place where its object was made, and its field.
    pub variable: Shared,
    /// The place of the earlier access in the run.
    pub earlier: usize,
    /// A run that ends with the later access.
    pub run: Run,
    /// Decides whether the two accesses race in the run, by the definition of happens-before. Only S4's search as
    /// printed reports races for which this is not so.
    pub confirmed: bool,
    /// Of an element of an array, the variable that refers to the array where the race was found, such as
    /// `Buffer.items`.
    pub holder: Option<String>,
}

impl Race {
    /// The earlier and the later access.
    pub fn accesses(&self) -> Option<(&Step, &Step)> {
        Some((self.run.steps.get(self.earlier)?, self.run.steps.last()?))
    }

    /// The instructions of the two accesses, the lesser first.
    pub fn places(&self) -> Option<(Place, Place)> {
        let (earlier, later) = self.accesses()?;
        let (one, two) = (earlier.event.place, later.event.place);
        Some((one.min(two), one.max(two)))
    }

    /// The name of the variable, such as `Buffer.slot`, or `Buffer.items[]` for the elements of an array in that field.
    pub fn name(&self, program: &Program) -> String {
        let (class, field) = (self.variable.class(program), &self.variable.field);
        match &self.holder {
            Some(holder) => format!("{holder}[]"),
            // Fields of several classes have the class in their names.
            None if class.is_empty() || field.contains('.') => field.clone(),
            None if field == "[]" => format!("{}[]", class.trim_end_matches("[]")),
            None => format!("{class}.{field}"),
        }
    }

    /// Decides whether a step of a race writes.
    pub fn is_write(step: &Step) -> bool {
        matches!(step.event.action, Action::Write { .. } | Action::Update { .. })
    }
}
