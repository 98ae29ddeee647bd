//! Formulas about the runs of programs with a heap, decided by the transition system of S2.

use std::sync::Arc;

use super::coarsened::{classify, has_one_order, limits_of};
use super::others::OtherExecutions;
use crate::coarsening::{
    self, Classification, HeapError, Property, PropertyAnswer as Decided, Reading, Reductions,
    Unclassified, Unknown,
};
use crate::locksets::Options;
use crate::programs::{Program, Queues, SourceError, TemporalProperty, parse_formula};
use crate::verdict::Verdict;

/// Questions about the properties of a program: its own, and others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgramProperties {
    /// Formulas besides those of the program.
    pub others: Vec<TemporalProperty>,
    /// Tells whether the properties are claimed only of runs in which no thread stops for ever where it can always go
    /// on.
    pub is_fair: bool,
    /// Tells whether the base model is searched, in which nothing is reduced.
    pub is_base: bool,
}

impl ProgramProperties {
    /// Adds a formula about the runs of a program, with its text for a title.
    ///
    /// # Errors
    /// All faults of the text, by place.
    pub fn add(&mut self, text: &str, program: &Program) -> Result<(), Vec<SourceError>> {
        let formula = parse_formula(text, program)?;
        self.others.push(TemporalProperty { title: text.to_owned(), formula });
        Ok(())
    }
}

/// The reason why a property is not decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// The search of the transition system did not find it out.
    Unknown(Unknown),
    /// It holds in the transition system, by the rules as they are printed; some of what these say is wrong.
    Printed,
    /// It holds where who comes first is served first, and the program may serve others before.
    Orders,
    /// It holds in all executions that were searched; there may be others.
    Others(OtherExecutions),
}

/// The answers about the properties of a program.
#[derive(Clone, Debug)]
pub struct DecidedProperties {
    /// The reading of the rules of the analysis by which the system is reduced; `None` if it is not.
    pub reading: Option<Reading>,
    /// The reason why the analysis knows nothing, or `None` if it has answered or was not asked.
    pub declined: Option<HeapError>,
    /// Tells whether only fair runs count.
    pub is_fair: bool,
    /// Tells whether the program has no other runs than those in which who comes first is served first.
    pub has_one_order: bool,
    /// The reason why the program may have executions that no search takes.
    pub others: Option<OtherExecutions>,
    /// The properties with their answers.
    pub all: Vec<(TemporalProperty, Decided)>,
}

impl DecidedProperties {
    /// Decides the properties of a program; `None` if there are none.
    pub(super) fn of(
        program: &Program,
        wanted: &ProgramProperties,
        reading: Reading,
        options: &Options<'_>,
    ) -> Option<Self> {
        let own = program.properties().iter();
        let properties: Vec<TemporalProperty> = own.chain(&wanted.others).cloned().collect();
        if properties.is_empty() {
            return None;
        }
        let has_one_order = has_one_order(program);
        let program = program.clone().with_queues(Queues::FirstCome);
        let limits = limits_of(options);
        let (known, declined): (Arc<dyn Classification>, _) = if wanted.is_base {
            (Arc::new(Unclassified), None)
        } else {
            classify(&program, reading, &limits)
        };
        let reductions = if wanted.is_base { Reductions::NONE } else { Reductions::ALL };
        let bounds = options.bounds;
        let mut all = Vec::new();
        for property in properties {
            let options = coarsening::Options { reductions, bounds, ..Default::default() };
            let asked = Property { formula: &property.formula, is_fair: wanted.is_fair };
            let answer = coarsening::decide(&program, options, known.clone(), asked, &limits)?;
            all.push((property, answer));
        }
        let reading = (!wanted.is_base).then_some(reading);
        let is_fair = wanted.is_fair;
        let others = None;
        Some(DecidedProperties { reading, declined, is_fair, has_one_order, others, all })
    }

    /// The verdict about a property of the program, by what its transition system shows. By the rules as printed
    /// nothing is known to hold, and runs in which others are served before who comes first are not among those that
    /// were searched.
    pub fn verdict(&self, answer: &Decided) -> Verdict<(), (), Undecided> {
        let is_printed = self.declined.is_none()
            && self.reading.is_some_and(|reading| reading != Reading::repaired());
        let found = match answer.verdict() {
            Verdict::Fails(_) => Verdict::Fails(()),
            Verdict::Declined(why) => Verdict::Declined(Undecided::Unknown(why)),
            Verdict::Holds(()) if is_printed => Verdict::Declined(Undecided::Printed),
            Verdict::Holds(()) if !self.has_one_order => Verdict::Declined(Undecided::Orders),
            Verdict::Holds(()) => Verdict::Holds(()),
        };
        OtherExecutions::of(self.others, found, Undecided::Others)
    }
}
