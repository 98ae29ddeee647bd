//! Guessing which lock protects what (S5 section 9, of which only the announcement is extant; see DIVERGENCES).
//!
//! For systems that are synchronized by locks and monitors nobody has to write exclusive access predicates. Every
//! shared variable is taken to be protected by some lock. The reduced system is explored under that guess; where a
//! thread accesses a variable without the lock, the locks that it does hold there are the ones still possible, and
//! the search starts again. A variable without a possible lock is open. Each round takes a lock from the candidates of
//! some variable, so there are at most as many rounds as variables times locks.
//!
//! A guess that survives is not a guess any more: by Theorem 1 the original system follows the discipline.

use crate::discipline::Packed;
use crate::discipline::{Discipline, Role, Settings, Usage, Violation};
use crate::search::{FindingKind, Query, Stopped, VisibleStates, search};
use crate::system::{CellId, Defect, Expression, ObjectId, PackedState, System, ThreadId, Value};

/// The locks that may protect a shared cell, as far as is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The shared cell.
    pub cell: CellId,
    /// The owner cells of the locks that were held at all accesses seen so far; the first one is the guess. Without
    /// such a lock the cell is open.
    pub locks: Vec<CellId>,
}

/// A guess that a round of the search refuted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefutedGuess {
    /// The shared cell.
    pub cell: CellId,
    /// The owner cell of the lock that was guessed.
    pub guess: CellId,
    /// The thread that accessed the cell without the lock.
    pub thread: ThreadId,
    /// The owner cells of the locks that are still possible.
    pub left: Vec<CellId>,
    /// The run to the access: thread and transition of each step.
    pub run: Vec<(usize, usize)>,
}

/// The result of guessing locks.
#[derive(Clone, Debug)]
pub struct Guess {
    /// The system with every guessed variable protected.
    pub system: System,
    /// The shared cells, each with the locks that may protect it.
    pub candidates: Vec<Candidate>,
    /// The guesses that were refuted, in order, by all rounds but the last.
    pub rounds: Vec<RefutedGuess>,
    /// The reason why the last search was not complete, if it was not: then the guess is not confirmed.
    /// [`Stopped::Found`] means that a thread takes invisible steps for ever.
    pub stopped: Option<Stopped>,
}

/// Guesses the locks of all shared variables of a system. Variables that are declared as protected are guessed too; the
/// declarations are not looked at. Cost: a reduced search for each round.
///
/// # Errors
/// Never for a system made by a builder; [`Defect`] as [`System::protecting`].
///
/// ```
/// use reductio::language::parse_system;
/// use reductio::monitors::guess;
/// use reductio::search::Query;
///
/// let text = "
///     lock m
///     var x : 0 .. 3
///     var flag : bool
///     thread one { acquire m; x := 1; release m; flag := true }
///     thread two { acquire m; x := 2; release m; flag := false }";
/// let system = parse_system(text, "two", &[]).unwrap();
/// let found = guess(&system, &Query::default())?;
/// let open: Vec<bool> = found.candidates.iter().map(|c| c.locks.is_empty()).collect();
/// assert_eq!(open, [false, true]);
/// # Ok::<(), reductio::system::Defect>(())
/// ```
pub fn guess(system: &System, query: &Query<'_>) -> Result<Guess, Defect> {
    let bare = system.protecting(Vec::new())?;
    let mut candidates = shared(&bare);
    let mut rounds = Vec::new();
    let mut settings = Settings::default();
    loop {
        let guessed = protecting(&bare, &candidates)?;
        let Ok(discipline) = Discipline::with(&guessed, &settings, query.cancel) else {
            let stopped = Some(Stopped::Cancelled);
            return Ok(Guess { system: guessed, candidates, rounds, stopped });
        };
        let only_discipline =
            Query { deadlocks: false, failures: false, keep_going: false, ..*query };
        let found = search(&Packed::new(&discipline), &VisibleStates, &only_discipline);
        let violation = found.findings.iter().find_map(|finding| match finding.kind {
            FindingKind::Discipline(violation) => Some((violation, &finding.run)),
            _ => None,
        });
        let Some((Violation::Access { thread, object, .. }, run)) = violation else {
            // What happens after a failure counts as well.
            if found.cut_short && found.is_complete() {
                settings.visible_ups = true;
                continue;
            }
            return Ok(Guess { system: guessed, candidates, rounds, stopped: found.stopped });
        };
        let state = after(&guessed, run);
        let refutation = refute(&guessed, &mut candidates, object, thread, &state, run.clone());
        rounds.push(refutation);
    }
}

/// The cells that several threads use and some thread changes, each with all locks of the system as candidates.
fn shared(bare: &System) -> Vec<Candidate> {
    let usage = Usage::of(bare);
    let cells = (0..bare.cells().len()).map(CellId::new);
    let open = cells.filter(|&cell| usage.role(cell) == Role::Open);
    open.map(|cell| Candidate { cell, locks: bare.owners().to_vec() }).collect()
}

/// The system with each cell protected by its first candidate.
fn protecting(bare: &System, candidates: &[Candidate]) -> Result<System, Defect> {
    let object = |candidate: &Candidate| {
        let lock = *candidate.locks.first()?;
        let owns = |thread: ThreadId| Expression::cell(lock).equals(owner(thread));
        let name = bare.cell(candidate.cell).name().to_owned();
        Some((name, vec![candidate.cell], bare.thread_ids().map(owns).collect()))
    };
    bare.protecting(candidates.iter().filter_map(object).collect())
}

/// The value of an owner cell for a thread.
pub(crate) fn owner(thread: ThreadId) -> Value {
    Value::try_from(thread.index()).expect("at most 64 threads") + 1
}

/// The state after a run of single steps.
pub(crate) fn after(system: &System, run: &[(usize, usize)]) -> PackedState {
    let mut state = system.initial();
    for &(thread, number) in run {
        let thread = ThreadId::new(thread);
        let transition = &system.thread(thread).transitions()[number];
        let before = state.clone();
        system.execute(thread, transition, &before, &mut state);
    }
    state
}

/// Keeps, of the candidates of an object, the locks that the thread holds in the state; the guess is not among them.
fn refute(
    system: &System,
    candidates: &mut [Candidate],
    object: ObjectId,
    thread: ThreadId,
    state: &PackedState,
    run: Vec<(usize, usize)>,
) -> RefutedGuess {
    let cell = system.objects()[object.index()].cells()[0];
    let candidate = candidates.iter_mut().find(|candidate| candidate.cell == cell);
    let candidate = candidate.expect("every object is a candidate");
    let guess = candidate.locks[0];
    candidate.locks.retain(|&lock| system.value(state, lock) == owner(thread));
    debug_assert!(!candidate.locks.contains(&guess), "the violation is that it is not held");
    RefutedGuess { cell, guess, thread, left: candidate.locks.clone(), run }
}
