//! The search of a program under exclusive access: what an analysis of the heap claims, checked by the reduced search
//! that it justifies.

use std::time::Instant;

use super::engine::Engine;
use crate::exclusive::{self, ClaimedModel, Claims, Derived, derive};
use crate::heap::{self, HeapError, Inlined, Limits, Reading, analyze};
use crate::locksets::{Conflict, Options};
use crate::programs::Program;
use crate::search::Query;

/// The result of a search under exclusive access: the claims come from an analysis of the heap (S2, sections 5 and 6),
/// and those that were wrong were taken back.
#[derive(Clone, Debug)]
pub struct Ownership {
    /// The reading of S2.
    pub reading: Reading,
    /// The number of claims that the analysis made, or why it made none. Then objects are their makers' own until they
    /// are shared, and no more is claimed.
    pub claimed: Result<usize, HeapError>,
    /// Tells whether two reads race as well, as the search was asked: that is not looked for here.
    pub do_reads_race: bool,
    /// The claims that are left, and the findings of the search.
    pub derived: Derived,
}

/// The time after which the analysis of the heap ends, in seconds: then nothing is claimed.
const ANALYSIS: u64 = 10;

impl Ownership {
    /// Analyzes a program, and searches it under what the analysis claims, within the limits of the options.
    pub(super) fn of(
        program: &Program,
        reading: Reading,
        options: &Options<'_>,
        engine: Option<&dyn Engine>,
    ) -> Ownership {
        let start = Instant::now();
        let mut claims = claims(program, reading, options);
        if let Some(engine) = engine {
            // Which claims are searched under is the same everywhere: where one process has had no time for them, there
            // are none.
            let is_known = |told: &u64| *told == 1;
            if !engine.tell(claims.is_ok().into()).iter().all(is_known) {
                claims = claims.and(Err(HeapError::Cancelled));
            }
        }
        let searcher = engine.map(|engine| {
            move |model: &ClaimedModel<'_>, query: &Query<'_>| engine.search_claimed(model, query)
        });
        let claimed = claims.as_ref().map(Claims::len).map_err(Clone::clone);
        let do_reads_race = options.conflict == Conflict::All;
        let options = exclusive::Options {
            bounds: options.bounds,
            max_states: options.max_states,
            memory: options.memory,
            timeout: options.timeout.map(|time| time.saturating_sub(start.elapsed())),
            cancel: options.cancel,
            progress: options.progress,
            workers: options.workers,
            stuck: options.stuck && engine.is_none_or(Engine::is_first),
            searcher: searcher.as_ref().map(|searcher| searcher as exclusive::Searcher<'_>),
            ..exclusive::Options::default()
        };
        let derived = derive(program, claims.unwrap_or_default(), &options);
        Ownership { reading, claimed, do_reads_race, derived }
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
