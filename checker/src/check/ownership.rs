//! The search of a program under exclusive access: what an analysis of the heap claims, checked by the reduced search
//! that it justifies.

use std::time::Instant;

use super::engine::Engine;
use crate::exclusive::{self, Alarm, ClaimedModel, Claims, Derived, derive};
use crate::heap::{self, HeapError, Inlined, Limits, Reading, analyze};
use crate::locksets::{Conflict, Options};
use crate::programs::Program;
use crate::search::Query;
use crate::watched::Stopped;

/// The result of a search under exclusive access: the claims come from an analysis of the heap (S2, sections 5 and 6),
/// and those that were wrong were taken back.
#[derive(Clone, Debug)]
pub struct Ownership {
    /// The reading of S2.
    pub reading: Reading,
    /// The number of claims that the analysis made, or why it made none. Then objects are their makers' own until they
    /// are shared, and no more is claimed.
    pub claimed: Result<usize, HeapError>,
    /// The number of claims that were added since some runs kept them.
    pub observed: usize,
    /// Tells whether two reads race as well, as the search was asked: that is not looked for here.
    pub do_reads_race: bool,
    /// The claims that are left, and the findings of the search.
    pub derived: Derived,
}

/// The time after which the analysis of the heap ends, in seconds: then nothing is claimed.
const ANALYSIS: u64 = 10;

/// So many states are searched under what the analysis claims alone.
const FEW: usize = 1000;

impl Ownership {
    /// Analyzes a program, and searches it under what the analysis claims, within the limits of the options.
    pub(super) fn of(
        program: &Program,
        reading: Reading,
        options: &Options<'_>,
        engine: Option<&dyn Engine>,
    ) -> Ownership {
        let start = Instant::now();
        let mut claimed = claims(program, reading, options);
        let mut claims = claimed.clone().unwrap_or_default();
        let searcher = engine.map(|engine| {
            move |model: &ClaimedModel<'_>, query: &Query<'_>| engine.search_claimed(model, query)
        });
        let do_reads_race = options.conflict == Conflict::All;
        let left = || options.timeout.map(|time| time.saturating_sub(start.elapsed()));
        let within = |max_states: usize| exclusive::Options {
            bounds: options.bounds,
            max_states,
            memory: options.memory,
            timeout: left(),
            cancel: options.cancel,
            progress: options.progress,
            workers: options.workers,
            stuck: options.stuck && engine.is_none_or(Engine::is_first),
            searcher: searcher.as_ref().map(|searcher| searcher as exclusive::Searcher<'_>),
            ..exclusive::Options::default()
        };
        // Few states cost less than the runs that would make them fewer.
        let mut demoted = Vec::new();
        if engine.is_none() {
            let derived = derive(program, claims, &within(options.max_states.min(FEW)));
            if derived.answer.stopped != Some(Stopped::States) {
                let claimed = claimed.map(|claims| claims.len());
                return Ownership { reading, claimed, observed: 0, do_reads_race, derived };
            }
            (claims, demoted) = (derived.claims, derived.demoted);
        }
        // Where there is no time for it, there is none for the search.
        let alarm = Alarm::new(left(), options.cancel);
        let mut observed = claims.add_observed(program, options.bounds, alarm).unwrap_or(0);
        if let Some(engine) = engine {
            // Which claims are searched under is the same everywhere: where one process has had no time for them, there
            // are none.
            let own = claims.fingerprint();
            if !engine.tell(own).iter().all(|told| *told == own) {
                claimed = claimed.and(Err(HeapError::Cancelled));
                (claims, observed) = (Claims::default(), 0);
            }
        }
        let claimed = claimed.map(|claims| claims.len());
        let mut derived = derive(program, claims, &within(options.max_states));
        demoted.append(&mut derived.demoted);
        derived.demoted = demoted;
        Ownership { reading, claimed, observed, do_reads_race, derived }
    }
}

/// What an analysis of the heap claims of a program.
fn claims(program: &Program, reading: Reading, options: &Options<'_>) -> Result<Claims, HeapError> {
    let most = std::time::Duration::from_secs(ANALYSIS);
    let options = heap::Options {
        timeout: Some(options.timeout.map_or(most, |time| time.min(most))),
        cancel: options.cancel,
        ..heap::Options::default()
    };
    let inlined = Inlined::within(program, &Limits::default(), &options)?;
    let analysis = analyze(program, &inlined, reading, &options)?;
    Ok(Claims::of_analysis(program, &inlined, &analysis))
}
