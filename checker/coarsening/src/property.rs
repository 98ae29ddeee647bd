//! Formulas about the runs of a program, decided by its transition system, reduced or not.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use reductio_liveness::{Answer, Question, refute};
use reductio_programs::{ClassId, Condition, Observed, Program, State};
use reductio_search::{Model, Query, Verdict};
use reductio_temporal::{Fairness, Formula, NotTranslated};
use reductio_watched::{Alarm, Stopped, until};

use crate::check::{Limits, Unknown};
use crate::classify::Classification;
use crate::coarse::Coarse;
use crate::endless::{EndlessRun, replay};
use crate::model::CoarseModel;
use crate::options::Options;
use crate::runs::{Followed, Runs};

/// The claim that a formula is true of all maximal runs of a program: of those that go on for ever, and of those that
/// end where nobody can go on, whose last state counts as repeated for ever.
#[derive(Clone, Copy, Debug)]
pub struct Property<'f> {
    /// The formula.
    pub formula: &'f Formula<Condition>,
    /// Tells whether the property is claimed only of runs that are weakly fair: each thread that can always go on from
    /// some state on takes a step again and again.
    pub is_fair: bool,
}

/// The answer of a search about a formula.
#[derive(Clone, Debug)]
pub struct PropertyAnswer {
    /// A run of which the formula is false. It was run again in single steps, and judged there.
    pub run: Option<EndlessRun>,
    /// The reason why it is not known that there is none, if none was found.
    pub unknown: Option<Unknown>,
    /// The number of states of the transition system that were met.
    pub states: usize,
    /// The number of states of its product with the automaton of the negated formula.
    pub product_states: usize,
    /// The number of steps between those.
    pub transitions: u64,
    /// The number of bytes that the search takes.
    pub bytes: usize,
    /// The time that it took.
    pub time: Duration,
}

impl PropertyAnswer {
    /// The verdict: the formula is true of all runs, or false of this one.
    pub fn verdict(&self) -> Verdict<(), &EndlessRun, Unknown> {
        match (&self.run, &self.unknown) {
            (Some(run), _) => Verdict::Fails(run),
            (None, Some(why)) => Verdict::Declined(why.clone()),
            (None, None) => Verdict::Holds(()),
        }
    }
}

/// Decides whether a formula is true of all runs of a program, by the transitions of its model, which serves first who
/// comes first. `None` if the program does not ([`reductio_programs::Queues::FirstCome`]).
///
/// Writes of variables that the formula may read are visible, besides those of the options, and so is who makes an
/// object of a class of which a condition means the only one. What a run shows is so, whatever the classification is.
/// That there is no other rests on S2 section 4, on the argument of the [reference](crate::reference), and on the
/// classification. Cost: the states of the model times those of the automaton of the negated formula.
///
/// ```
/// use std::sync::Arc;
///
/// use reductio_coarsening::{Limits, Options, Property, Unclassified, decide};
/// use reductio_programs::{ENTRY, Queues, parse_formula, parse_program};
///
/// let text = "
///     thread main { b := new Box; fork other; loop { b.turn := 1 - b.turn } }
///     thread other { b.full := 1 }";
/// let program = parse_program(text, "box", ENTRY).unwrap().with_queues(Queues::FirstCome);
/// let formula = parse_formula("eventually Box.full == 1", &program).unwrap();
/// let word = |is_fair| {
///     let property = Property { formula: &formula, is_fair };
///     let known = Arc::new(Unclassified);
///     let answer = decide(&program, Options::default(), known, property, &Limits::default());
///     answer.unwrap().verdict().word()
/// };
/// // `main` may go on for ever, and `other` never come to its step, unless it is treated fairly.
/// assert_eq!((word(false), word(true)), ("fails", "holds"));
/// ```
pub fn decide<'p>(
    program: &'p Program,
    mut options: Options,
    known: Arc<dyn Classification + 'p>,
    property: Property<'_>,
    limits: &Limits<'_>,
) -> Option<PropertyAnswer> {
    let start = Instant::now();
    for observed in property.formula.occurrences().flat_map(Condition::observes) {
        match observed {
            Observed::Static(variable) => options.observed_statics.push(variable),
            Observed::Field(field) => options.observed_fields.push(field),
            Observed::Class(class) => options.observed_classes.push(class),
        }
    }
    options.observed_statics.sort_unstable();
    options.observed_statics.dedup();
    options.observed_fields.sort_unstable();
    options.observed_fields.dedup();
    options.observed_classes.sort_unstable();
    options.observed_classes.dedup();
    let model = CoarseModel::new(program, options, known)?;
    let runs = Runs { model: &model };
    let alarm = Alarm::new(limits.timeout, limits.cancel);
    let truths = Truths::new(&model);
    let fairness = if property.is_fair { Fairness::Weak } else { Fairness::Unfair };
    let found = until(alarm, |cancel| {
        let query = Query {
            max_states: limits.max_states,
            memory: limits.memory,
            progress: limits.progress,
            cancel: Some(cancel),
            ..Query::default()
        };
        let question = Question {
            model: &runs,
            formula: property.formula,
            truth: |condition: &Condition, state: &Coarse| truths.holds(condition, state),
            fairness: &vec![fairness; runs.threads()],
        };
        refute(&question, &Followed, &query)
    });
    let (run, unknown) = match &found {
        Ok(answer) => told(&runs, answer, property, &truths, alarm),
        Err(NotTranslated::TooLarge { .. }) => (None, Some(Unknown::Formula)),
        Err(_) => (None, Some(Unknown::Stopped(alarm.rings().unwrap_or(Stopped::Cancelled)))),
    };
    let found = found.ok();
    let count = |of: fn(&Answer) -> usize| found.as_ref().map_or(0, of);
    Some(PropertyAnswer {
        run,
        unknown,
        states: count(|answer| answer.states),
        product_states: count(|answer| answer.product_states),
        transitions: found.as_ref().map_or(0, |answer| answer.transitions),
        bytes: count(|answer| answer.bytes),
        time: start.elapsed(),
    })
}

/// What an answer says of the program: a run that was confirmed in single steps, or why it is not known that there is
/// none.
fn told(
    runs: &Runs<'_, '_>,
    answer: &Answer,
    property: Property<'_>,
    truths: &Truths<'_, '_>,
    alarm: Alarm<'_>,
) -> (Option<EndlessRun>, Option<Unknown>) {
    let model = runs.model;
    if let Some(class) = truths.several.get() {
        let class = model.program().classes().get(class.index());
        let class = class.map_or_else(String::new, |class| class.name.clone());
        return (None, Some(Unknown::Several { class }));
    }
    let not_confirmed = Some(Unknown::Stopped(Stopped::NotConfirmed));
    if let Some(lasso) = &answer.lasso {
        let run = replay(runs, lasso, property.formula, property.is_fair);
        let unknown = if run.is_some() { None } else { not_confirmed };
        return (run, unknown);
    }
    let stopped = Stopped::of(answer.stopped, alarm);
    let bound = || model.limits().first().copied().map(Stopped::Bound);
    let unknown = if let Some(stopped) = stopped.or_else(bound) {
        Some(Unknown::Stopped(stopped))
    } else if model.gives_up() {
        Some(Unknown::TooLong)
    } else if answer.met.is_cut {
        Some(Unknown::AfterFailure)
    } else if answer.has_none() {
        None
    } else {
        not_confirmed
    };
    (None, unknown)
}

/// The truth of conditions in states of a model.
struct Truths<'m, 'p> {
    model: &'m CoarseModel<'p>,
    /// The state that was asked for last, as one of the program: it is asked for several conditions.
    last: RefCell<Option<(Coarse, State)>>,
    /// A class of which a condition means the only object, and of which there were several.
    several: Cell<Option<ClassId>>,
}

impl fmt::Debug for Truths<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Truths").field("several", &self.several).finish_non_exhaustive()
    }
}

impl<'m, 'p> Truths<'m, 'p> {
    fn new(model: &'m CoarseModel<'p>) -> Self {
        Truths { model, last: RefCell::default(), several: Cell::default() }
    }

    fn holds(&self, condition: &Condition, state: &Coarse) -> bool {
        let mut last = self.last.borrow_mut();
        let found = match last.take() {
            Some((known, found)) if known == *state => found,
            _ => self.model.state(state),
        };
        let program = self.model.program();
        if self.several.get().is_none() {
            self.several.set(condition.ambiguous(program, &found));
        }
        let holds = condition.holds(program, &found);
        *last = Some((state.clone(), found));
        holds
    }
}
