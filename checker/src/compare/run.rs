//! The searches of a comparison, one after the other.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::justify::Justification;
use super::name::{Asleep, SearchName, Steps, Walk};
use super::options::{CompareOptions, Progress};
use super::replay;
use super::row::Row;
use super::walked::Walked;
use crate::check::Subject;
use crate::discipline::{Discipline, Packed, Premise, Protocol, Settings};
use crate::locking::LockViolation;
use crate::search::{Order, Query, SearchProgress, search};
use crate::selective::{
    self, Ahead, Choice, Granularity, Limits, Selection, StateLimits, deepen, explore,
    explore_states,
};
use crate::verdict::{Exit, Verdict};

/// Searches of one system, side by side.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The system.
    pub subject: Subject,
    /// The searches, in the order in which they were asked for.
    pub rows: Vec<Row>,
}

impl Comparison {
    /// How a run with this comparison ends: a bug, if a search differs from the unreduced one although its theorem excludes
    /// that; else it fails if some search found something; else it holds if one of them decides everything.
    pub fn exit(&self) -> Exit {
        if self.rows.iter().any(Row::is_wrong) {
            return Exit::Bug;
        }
        let all = || self.rows.iter().map(Row::exit);
        if all().any(|exit| exit == Exit::Fails) {
            Exit::Fails
        } else if all().any(|exit| exit == Exit::Holds) {
            Exit::Holds
        } else {
            Exit::Declined
        }
    }
}

/// A listener that is told how far a search has come.
type Listener<'a> = &'a (dyn Fn(SearchName, Progress) + Sync);

/// Makes the searches of a system that the options name. Where they name the unreduced search, the others are compared with
/// it. Cost: that of each search.
///
/// # Panics
/// If the run of a finding cannot be executed again: a bug of this library.
pub fn compare(
    subject: &Subject,
    options: &CompareOptions,
    cancel: Option<&AtomicBool>,
    progress: Option<Listener<'_>>,
) -> Comparison {
    let made = disciplines(subject, options, cancel).map_or_else(Vec::new, |disciplines| {
        let ahead = Ahead::of(subject.system());
        let made = |name: &SearchName| {
            let protocol = if name.walk.is_coarse() && name.walk != Walk::Reduced {
                &disciplines.with_choices
            } else {
                &disciplines.plain
            };
            let run = Run { protocol, ahead: &ahead, options, cancel, progress, name: *name };
            run.make(LockViolation::Exclusive)
        };
        options.searches.iter().map(made).collect()
    });
    Comparison { subject: subject.clone(), rows: judged(&made) }
}

/// The disciplines of a system by which it is searched.
struct Disciplines {
    plain: Discipline,
    /// The same with visible choices, for searches that put the invisible transitions of a thread together.
    with_choices: Discipline,
}

/// Classifies the transitions of a system for its searches; `None` if this was cancelled. An `up` is invisible only if a complete
/// reduced search has shown that no thread is about to fail at one: searches that put transitions together do not ask.
fn disciplines(
    subject: &Subject,
    options: &CompareOptions,
    cancel: Option<&AtomicBool>,
) -> Option<Disciplines> {
    let known = subject.discipline()?;
    let with = |settings| Discipline::with(known.shared_system(), &settings, cancel).ok();
    let settings = subject.settings();
    let is_coarse = options.searches.iter().any(|name| name.walk.is_coarse());
    let visible_ups = settings.visible_ups
        || is_coarse && {
            let CompareOptions { max_states, memory, .. } = *options;
            let query = Query { max_states, memory, cancel, keep_going: true, ..Query::default() };
            let found = search(&Packed::new(&**known), &Order::Reduced, &query);
            found.cut_short || !found.is_complete()
        };
    let plain = Settings { visible_ups, ..settings.clone() };
    let with_choices = Settings { visible_choices: true, ..plain.clone() };
    let plain = if visible_ups == settings.visible_ups { (**known).clone() } else { with(plain)? };
    Some(Disciplines { plain, with_choices: with(with_choices)? })
}

/// A search that was made.
struct Made {
    name: SearchName,
    walked: Walked,
    premises: Vec<Premise>,
    time: Duration,
}

/// Judges the searches of one system. That the discipline is kept, which some of them ask for, is known from those that do
/// not.
fn judged(made: &[Made]) -> Vec<Row> {
    let row = |made: &Made, is_kept| {
        let Made { name, walked, premises, time } = made;
        let justification = Justification::of(*name, walked, premises.clone(), is_kept);
        Row::new(*name, walked.clone(), justification, *time)
    };
    let is_kept = made.iter().find_map(|made| match row(made, None).discipline {
        Verdict::Holds(()) => Some(true),
        Verdict::Fails(_) => Some(false),
        Verdict::Declined(_) => None,
    });
    let mut rows: Vec<Row> = made.iter().map(|made| row(made, is_kept)).collect();
    let whole = made.iter().find(|made| made.name == SearchName::UNREDUCED);
    if let Some(whole) = whole {
        for row in &mut rows {
            row.compare(&whole.walked);
        }
    }
    rows
}

/// One search of a system under a protocol.
struct Run<'a, P> {
    protocol: &'a P,
    ahead: &'a Ahead,
    options: &'a CompareOptions,
    cancel: Option<&'a AtomicBool>,
    progress: Option<Listener<'a>>,
    name: SearchName,
}

impl<P: Protocol> Run<'_, P> {
    /// Makes the search.
    fn make(&self, violation: impl Fn(P::Violation) -> LockViolation + Copy) -> Made {
        let start = Instant::now();
        let name = self.name;
        let takes_all = name.steps == Steps::All && name.sleep == Asleep::Never;
        let walked = match name.walk {
            Walk::Unreduced if takes_all => self.search(Order::Unreduced, violation),
            Walk::Reduced => self.search(Order::Reduced, violation),
            Walk::Unreduced | Walk::Composed => self.states(violation),
            _ if name.walk.deepens() => self.deepening(violation),
            _ => self.executions(violation),
        };
        let time = start.elapsed();
        let model = Packed::new(self.protocol);
        for finding in &walked.findings {
            assert!(
                replay::is_real(&model, finding),
                "{name} found what is not there: {finding:?}"
            );
        }
        Made { name, walked, premises: self.protocol.premises(), time }
    }

    /// A search that takes all steps, or all reduced steps.
    fn search(&self, order: Order, violation: impl Fn(P::Violation) -> LockViolation) -> Walked {
        let CompareOptions { max_states, memory, .. } = *self.options;
        let report = |now| self.tell(Progress::States(now));
        let (cancel, keep_going) = (self.cancel, true);
        let progress: Option<&(dyn Fn(SearchProgress) + Sync)> = Some(&report);
        let query = Query { keep_going, max_states, memory, cancel, progress, ..Query::default() };
        Walked::of_exploration(search(&Packed::new(self.protocol), &order, &query), violation)
    }

    /// A selective search that stores states.
    fn states(&self, violation: impl Fn(P::Violation) -> LockViolation) -> Walked {
        let CompareOptions { max_states, memory, .. } = *self.options;
        let report = |now| self.tell(Progress::States(now));
        let (cancel, progress) = (self.cancel, Some(&report as &(dyn Fn(SearchProgress) + Sync)));
        let limits =
            StateLimits { states: max_states, memory, cancel, progress, ..StateLimits::default() };
        let selection = self.selection(None);
        let found = explore_states(&Packed::new(self.protocol), &selection, &limits);
        Walked::of_states(found.expect("a name that is read has no such parts"), violation)
    }

    /// A search that walks executions.
    fn executions(&self, violation: impl Fn(P::Violation) -> LockViolation) -> Walked {
        let report = |now| self.tell(Progress::Executions(now));
        let model = Packed::new(self.protocol);
        let selection = self.selection(self.options.depth);
        let found = explore(&model, &selection, &self.limits(&report));
        Walked::of_executions(found, None, violation)
    }

    /// A search that walks executions up to one bound after the other.
    fn deepening(&self, violation: impl Fn(P::Violation) -> LockViolation) -> Walked {
        let report = |now| self.tell(Progress::Executions(now));
        let model = Packed::new(self.protocol);
        let found = deepen(&model, &self.selection(self.options.depth), &self.limits(&report));
        Walked::of_executions(found.last, Some(found.bound), violation)
    }

    fn limits<'l>(&'l self, report: &'l (dyn Fn(selective::Progress) + Sync)) -> Limits<'l> {
        let executions = self.options.max_executions;
        Limits { executions, cancel: self.cancel, progress: Some(report), ..Limits::default() }
    }

    fn selection(&self, bound: Option<NonZeroUsize>) -> Selection<'_, P::State> {
        let granularity = match self.name.walk {
            Walk::Unreduced | Walk::Sss | Walk::SssCyc => Granularity::Transition,
            Walk::Reduced | Walk::IfSss | Walk::IfSssCyc => Granularity::InvisibleFirst,
            Walk::Composed | Walk::ComposedSss => Granularity::Composed,
        };
        let choice = match self.name.steps {
            Steps::All => Choice::All,
            Steps::Persistent => Choice::Persistent(self.ahead),
            Steps::Dynamic => Choice::Dynamic,
            Steps::Source => Choice::Source,
        };
        Selection { granularity, choice, sleep: self.name.sleep.sleep(), bound }
    }

    fn tell(&self, now: Progress) {
        if let Some(progress) = self.progress {
            progress(self.name, now);
        }
    }
}
