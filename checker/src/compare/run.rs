//! The searches of a comparison, one after the other.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::engine::{Engined, invisible};
use super::justify::{Grounds, Justification};
use super::name::{Asleep, SearchName, Steps, Walk};
use super::options::{CompareOptions, Progress};
use super::replay;
use super::row::Row;
use super::walked::{Ended, Walked};
use crate::check::{Engine, Subject, ending};
use crate::discipline::{Discipline, Packed, Premise, Settings};
use crate::execution::{Execution, ExecutionError};
use crate::locking::{Classes, LockDiscipline, LockForesight, LockViolation, Rule};
use crate::search::{Finding, Order, Query, SearchProgress, search};
use crate::selective::{
    self, Ahead, Choice, Foresight, Granularity, Limits, Selection, StateLimits, deepen, explore,
    explore_states,
};
use crate::system::{PackedState, ThreadId};
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
    /// The run of a finding, executed again and shown to end in it.
    ///
    /// # Errors
    /// [`ExecutionError`]: a bug of the search.
    ///
    /// # Panics
    /// Never: who finds something has a discipline.
    pub fn execution(
        &self,
        finding: &Finding<LockViolation>,
    ) -> Result<Execution<'_>, ExecutionError> {
        let rules = self.subject.rules().expect("who finds something has a discipline");
        let steps: Vec<_> =
            finding.run.iter().map(|&(thread, step)| (ThreadId::new(thread), step)).collect();
        let execution = Execution::replay(rules, &steps)?;
        let ending = ending(&finding.kind, &execution);
        Ok(execution.ending_in(ending)?.with_origin(self.subject.origin()))
    }

    /// The exit of a run with this comparison: a bug, if a search differs from the unreduced one although its theorem
    /// excludes that; else it fails if some search found something; else it holds if one of them decides everything.
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
pub(super) type Listener<'a> = &'a (dyn Fn(SearchName, Progress) + Sync);

/// Makes the searches of a system that the options name. Where they name the unreduced search, the others are compared
/// with it. Cost: that of each search.
///
/// # Panics
/// If the run of a finding cannot be executed again: a bug of this library.
pub fn compare(
    subject: &Subject,
    options: &CompareOptions,
    cancel: Option<&AtomicBool>,
    progress: Option<Listener<'_>>,
) -> Comparison {
    compared(subject, &Searches { options, cancel, progress, engine: None })
}

/// Makes the searches as [`compare`] does, those by an engine that can be made [by several](SearchName::is_shared). The
/// depth of a composed search is then the greatest distance of a state, and its runs are shortest.
pub fn compare_by(
    engine: &dyn Engine,
    subject: &Subject,
    options: &CompareOptions,
    cancel: Option<&AtomicBool>,
    progress: Option<Listener<'_>>,
) -> Comparison {
    compared(subject, &Searches { options, cancel, progress, engine: Some(engine) })
}

fn compared(subject: &Subject, searches: &Searches<'_>) -> Comparison {
    let cancel = searches.cancel;
    let made = match (exclusive(subject, cancel), subject.locks()) {
        (None, _) => Vec::new(),
        (Some(protocols), None) => {
            let ahead = Ahead::of(subject.system());
            // Nothing is monitored: its states are those of exclusive access.
            let locks = LockDiscipline::new(&Classes::new(subject.system()), Rule::Repaired);
            let locks = locks.expect("a system without classes");
            let foresight = LockForesight::new(&locks);
            let (ahead, foresight) = (&ahead, &foresight as &dyn Foresight<PackedState>);
            searches.make(&protocols, Known { ahead, foresight }, LockViolation::Exclusive)
        }
        (Some(_), Some(locks)) => match monitored(subject, locks, cancel) {
            None => Vec::new(),
            Some(protocols) => {
                let (ahead, foresight) = (locks.ahead(), LockForesight::new(locks));
                let (ahead, foresight) = (&ahead, &foresight as &dyn Foresight<PackedState>);
                searches.make(&protocols, Known { ahead, foresight }, |violation| violation)
            }
        },
    };
    Comparison { subject: subject.clone(), rows: judged(&made, subject.locks().is_some()) }
}

/// The searches that are to be made.
struct Searches<'a> {
    options: &'a CompareOptions,
    cancel: Option<&'a AtomicBool>,
    progress: Option<Listener<'a>>,
    engine: Option<&'a dyn Engine>,
}

/// What is known of what threads may still do, for persistent sets.
#[derive(Clone, Copy)]
struct Known<'a> {
    ahead: &'a Ahead,
    foresight: &'a dyn Foresight<PackedState>,
}

impl Searches<'_> {
    fn make<P: Engined>(
        &self,
        protocols: &Protocols<P>,
        known: Known<'_>,
        violation: impl Fn(P::Violation) -> LockViolation + Copy,
    ) -> Vec<Made> {
        let run =
            |protocol: &P, name| Run { searches: self, protocol, known, name }.make(violation);
        let made = |&name: &SearchName| match name.walk {
            Walk::Reduced => {
                let made = run(&protocols.plain, name);
                // Where a thread is about to fail at an invisible `up`, what comes after is known with every `up`
                // visible.
                if made.is_cut_short { run(&protocols.with_ups, name) } else { made }
            }
            walk if walk.is_coarse() => run(&protocols.with_choices, name),
            _ => run(&protocols.plain, name),
        };
        self.options.searches.iter().map(made).collect()
    }
}

/// The rules of a system, in forms for different searches.
struct Protocols<P> {
    plain: Arc<P>,
    /// The same with every `up` of a semaphore visible.
    with_ups: Arc<P>,
    /// The same with visible choices too, for searches that put the invisible transitions of a thread together: they do
    /// not look out for threads that are about to fail at an `up`.
    with_choices: Arc<P>,
}

/// Classifies the transitions of a system for its searches; `None` if this was cancelled.
fn exclusive(subject: &Subject, cancel: Option<&AtomicBool>) -> Option<Protocols<Discipline>> {
    let plain = subject.discipline()?;
    let with =
        |settings| Discipline::with(plain.shared_system(), &settings, cancel).ok().map(Arc::new);
    let with_ups = Settings { visible_ups: true, ..subject.settings().clone() };
    let with_choices = Settings { visible_choices: true, ..with_ups.clone() };
    Some(Protocols {
        plain: plain.clone(),
        with_ups: with(with_ups)?,
        with_choices: with(with_choices)?,
    })
}

/// The same for a system whose variables have a lock discipline, under which every `up` is visible.
fn monitored(
    subject: &Subject,
    plain: &Arc<LockDiscipline>,
    cancel: Option<&AtomicBool>,
) -> Option<Protocols<LockDiscipline>> {
    let settings = Settings { visible_choices: true, ..subject.settings().clone() };
    let with_choices = Arc::new(subject.locks_with(&settings, cancel)?);
    Some(Protocols { plain: plain.clone(), with_ups: plain.clone(), with_choices })
}

/// A search that was made.
struct Made {
    name: SearchName,
    walked: Walked,
    premises: Vec<Premise>,
    /// Whether a search by reduced steps ended where a thread is about to fail.
    is_cut_short: bool,
    time: Duration,
}

/// Judges the searches of one system. That the discipline is kept, which some of them ask for, is known from those that
/// do not.
fn judged(made: &[Made], is_monitored: bool) -> Vec<Row> {
    let row = |made: &Made, is_kept| {
        let Made { name, walked, premises, time, .. } = made;
        let grounds = Grounds { premises: premises.clone(), is_kept, is_monitored };
        let justification = Justification::of(*name, walked, grounds);
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
    searches: &'a Searches<'a>,
    protocol: &'a P,
    known: Known<'a>,
    name: SearchName,
}

impl<P: Engined> Run<'_, P> {
    /// Makes the search.
    fn make(&self, violation: impl Fn(P::Violation) -> LockViolation + Copy) -> Made {
        let start = Instant::now();
        let name = self.name;
        let takes_all = name.steps == Steps::All && name.sleep == Asleep::Never;
        let mut is_cut_short = false;
        let walked = match name.walk {
            Walk::Unreduced if takes_all => self.search(Order::Unreduced, violation).0,
            Walk::Reduced => {
                let (walked, cut_short) = self.search(Order::Reduced, violation);
                is_cut_short = cut_short;
                walked
            }
            Walk::Composed if name.is_shared() && self.searches.engine.is_some() => {
                self.composed(violation)
            }
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
        Made { name, walked, premises: self.protocol.premises(), is_cut_short, time }
    }

    /// A search that takes all steps, or all reduced steps, and whether it ended where a thread is about to fail.
    fn search(
        &self,
        order: Order,
        violation: impl Fn(P::Violation) -> LockViolation,
    ) -> (Walked, bool) {
        let teller = self.teller();
        let report = |now| teller.tell(Progress::States(now));
        let query = self.query(&report);
        let model = Packed::new(self.protocol);
        let found = match self.searches.engine {
            Some(engine) => P::by(engine, &model, order, &query),
            None => search(&model, &order, &query),
        };
        let is_cut_short = found.cut_short;
        (Walked::of_exploration(found, violation), is_cut_short)
    }

    /// A search of the composed system by an engine, breadth-first.
    fn composed(&self, violation: impl Fn(P::Violation) -> LockViolation) -> Walked {
        let model = Packed::new(self.protocol);
        let teller = self.teller();
        let report = |now| teller.tell(Progress::States(now));
        let query = self.query(&report);
        let Some(engine) = self.searches.engine else { return self.states(violation) };
        let mut found = P::composed_by(engine, &model, &query);
        let endless = invisible(&mut found).map(Ended::Stopped);
        let walked = Walked::of_exploration(found, violation);
        Walked { ended: endless.or(walked.ended), ..walked }
    }

    /// A selective search that stores states.
    fn states(&self, violation: impl Fn(P::Violation) -> LockViolation) -> Walked {
        let CompareOptions { max_states, memory, .. } = *self.searches.options;
        let teller = self.teller();
        let report = |now| teller.tell(Progress::States(now));
        let (cancel, progress) =
            (self.searches.cancel, Some(&report as &(dyn Fn(SearchProgress) + Sync)));
        let limits =
            StateLimits { states: max_states, memory, cancel, progress, ..StateLimits::default() };
        let selection = self.selection(None);
        let found = explore_states(&Packed::new(self.protocol), &selection, &limits);
        Walked::of_states(found.expect("a name that is read has no such parts"), violation)
    }

    /// A search that walks executions.
    fn executions(&self, violation: impl Fn(P::Violation) -> LockViolation) -> Walked {
        let teller = self.teller();
        let report = |now| teller.tell(Progress::Executions(now));
        let model = Packed::new(self.protocol);
        let selection = self.selection(self.searches.options.depth);
        let found = explore(&model, &selection, &self.limits(&report));
        Walked::of_executions(found, None, violation)
    }

    /// A search that walks executions up to one bound after the other.
    fn deepening(&self, violation: impl Fn(P::Violation) -> LockViolation) -> Walked {
        let teller = self.teller();
        let report = |now| teller.tell(Progress::Executions(now));
        let model = Packed::new(self.protocol);
        let found =
            deepen(&model, &self.selection(self.searches.options.depth), &self.limits(&report));
        Walked::of_executions(found.last, Some(found.bound), violation)
    }

    fn limits<'l>(&'l self, report: &'l (dyn Fn(selective::Progress) + Sync)) -> Limits<'l> {
        let executions = self.searches.options.max_executions;
        Limits {
            executions,
            cancel: self.searches.cancel,
            progress: Some(report),
            ..Limits::default()
        }
    }

    fn selection(&self, bound: Option<NonZeroUsize>) -> Selection<'_, P::State> {
        let granularity = match self.name.walk {
            Walk::Unreduced | Walk::Sss | Walk::SssCyc => Granularity::Transition,
            Walk::Reduced | Walk::IfSss | Walk::IfSssCyc => Granularity::InvisibleFirst,
            Walk::Composed | Walk::ComposedSss => Granularity::Composed,
        };
        let choice = match self.name.steps {
            Steps::All => Choice::All,
            Steps::Persistent => Choice::Persistent(self.known.ahead),
            Steps::Locks => Choice::Foreseen(self.known.foresight),
            Steps::Dynamic => Choice::Dynamic,
            Steps::Source => Choice::Source,
        };
        Selection { granularity, choice, sleep: self.name.sleep.sleep(), bound }
    }

    /// The query of a search to its end.
    fn query<'q>(&'q self, report: &'q (dyn Fn(SearchProgress) + Sync)) -> Query<'q> {
        let CompareOptions { max_states, memory, .. } = *self.searches.options;
        let (cancel, progress) = (self.searches.cancel, Some(report));
        Query { keep_going: true, max_states, memory, cancel, progress, ..Query::default() }
    }

    fn teller(&self) -> Teller<'_> {
        Teller { name: self.name, progress: self.searches.progress }
    }
}

/// Who tells a listener how far a search has come.
#[derive(Clone, Copy)]
struct Teller<'a> {
    name: SearchName,
    progress: Option<Listener<'a>>,
}

impl Teller<'_> {
    fn tell(self, now: Progress) {
        if let Some(progress) = self.progress {
            progress(self.name, now);
        }
    }
}
