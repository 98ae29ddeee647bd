//! Formulas about the runs of programs with a heap, decided by the transition system of S2.

use std::sync::Arc;

use crate::coarsening::{
    self, Analyzed, Classification, HeapError, Limits, Property, PropertyAnswer as Decided,
    Reading, Reductions, Unclassified, Unknown,
};
use crate::locksets::Options;
use crate::programs::{Program, Queues, SourceError, TemporalProperty, parse_formula};
use crate::verdict::Verdict;

/// What is to be found out of the properties of a program: its own, and others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgramProperties {
    /// Formulas besides those of the program.
    pub others: Vec<TemporalProperty>,
    /// Whether they are claimed only of runs in which no thread stops for ever where it can always go on.
    pub is_fair: bool,
    /// Whether the base model is searched, in which nothing is reduced.
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

/// What was found out of the properties of a program.
#[derive(Clone, Debug)]
pub struct DecidedProperties {
    /// How the rules of the analysis are read by which the system is reduced; `None` if it is not.
    pub reading: Option<Reading>,
    /// Why the analysis knows nothing, or `None` if it has answered or was not asked.
    pub declined: Option<HeapError>,
    /// Whether runs that are not fair count.
    pub is_fair: bool,
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
        let program = program.clone().with_queues(Queues::FirstCome);
        let limits = Limits {
            max_states: options.max_states,
            memory: options.memory,
            timeout: options.timeout,
            cancel: options.cancel,
            progress: options.progress,
            ..Limits::default()
        };
        let nothing = || -> Arc<dyn Classification> { Arc::new(Unclassified) };
        let (known, declined) = if wanted.is_base {
            (nothing(), None)
        } else {
            match Analyzed::within(&program, reading, &limits) {
                Ok(analyzed) => (Arc::new(analyzed) as Arc<dyn Classification>, None),
                Err(error) => (nothing(), Some(error)),
            }
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
        Some(DecidedProperties { reading, declined, is_fair: wanted.is_fair, all })
    }

    /// The verdict about a property. By the rules as printed nothing is known to hold: some of what they say is wrong; then there
    /// is no reason.
    pub fn verdict(&self, answer: &Decided) -> Verdict<(), (), Option<Unknown>> {
        let is_printed = self.declined.is_none()
            && self.reading.is_some_and(|reading| reading != Reading::repaired());
        match answer.verdict() {
            Verdict::Fails(_) => Verdict::Fails(()),
            Verdict::Declined(why) => Verdict::Declined(Some(why)),
            Verdict::Holds(()) if is_printed => Verdict::Declined(None),
            Verdict::Holds(()) => Verdict::Holds(()),
        }
    }
}
