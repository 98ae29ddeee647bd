//! Random runs of one system, with shrinking.

use std::sync::atomic::{AtomicBool, Ordering};

use quickcheck::{Arbitrary, Gen};

use super::failing::Failing;
use crate::discipline::Discipline;
use crate::execution::Execution;
use crate::system::{PackedState, System, ThreadId};

/// The choices of a random run: at each step one of the transitions that are enabled. A schedule fits every system, and
/// shrinks to shorter runs with smaller choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule(pub Vec<u16>);

impl Arbitrary for Schedule {
    fn arbitrary(g: &mut Gen) -> Self {
        let length = usize::arbitrary(g) % (g.size() + 1);
        Schedule((0..length).map(|_| u16::arbitrary(g)).collect())
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let choices = self.0.clone();
        // Without one step first: that is what makes a run readable.
        let shorter = (0..choices.len()).rev().map(move |step| {
            let mut rest = choices.clone();
            rest.remove(step);
            Schedule(rest)
        });
        Box::new(shorter.chain(self.0.shrink().map(Schedule)))
    }
}

impl Schedule {
    /// The steps of the run in a system; the run ends early where nothing is enabled.
    pub fn steps(&self, system: &System) -> Vec<(ThreadId, usize)> {
        let mut state = system.initial();
        let mut steps = Vec::new();
        for &choice in &self.0 {
            let mut enabled = system.successors(&state);
            if enabled.is_empty() {
                break;
            }
            let chosen = enabled.swap_remove(usize::from(choice) % enabled.len());
            steps.push((chosen.thread, chosen.transition));
            state = chosen.state;
        }
        steps
    }

    /// The run in the system of a discipline.
    ///
    /// # Panics
    /// Never: only enabled transitions are chosen.
    pub fn run<'d>(&self, discipline: &'d Discipline) -> Execution<'d> {
        let steps = self.steps(discipline.system());
        Execution::replay(discipline, &steps).expect("enabled transitions were chosen")
    }
}

/// Draws a state of a system, any valuation, reachable or not.
pub fn any_state(system: &System, g: &mut Gen) -> PackedState {
    let mut state = system.initial();
    for index in 0..system.cells().len() {
        let cell = crate::system::CellId::new(index);
        let domain = system.cell(cell).domain();
        // A domain has at most 2^31 values.
        #[expect(clippy::cast_possible_truncation)]
        let offset = (u64::arbitrary(g) % domain.size()) as u32;
        system.layout().write(&mut state, cell, domain.low().wrapping_add_unsigned(offset));
    }
    state
}

/// The settings of a test with random runs: how many, how long, from which seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The number of runs that are drawn.
    pub runs: usize,
    /// The most single steps of a run.
    pub steps: usize,
    /// The seed; equal seeds give equal runs.
    pub seed: u64,
}

impl Default for Sample {
    fn default() -> Self {
        Sample { runs: 1_000, steps: 60, seed: 1 }
    }
}

/// Draws runs of a system and gives each to `property`; the first run in which the property fails is shrunk. Returns
/// how many runs passed, which is fewer than the sample has when `cancel` was raised.
///
/// # Errors
/// [`Failing`], with a run from which no step can be left out; undecided where no run is to be drawn.
///
/// ```
/// use reductio::discipline::Discipline;
/// use reductio::language::parse_system;
/// use reductio::testing::{Sample, for_runs};
///
/// let text = "var x : 0 .. 9\nthread t { loop { if x < 9 { x := x + 1 } } }";
/// let system = parse_system(text, "count", &[]).unwrap();
/// let x = system.cells().iter().position(|cell| cell.name() == "x").unwrap();
/// let discipline = Discipline::new(&system);
/// let failing = for_runs(&discipline, Sample::default(), None, |run| {
///     let value = system.value(run.last(), reductio::system::CellId::new(x));
///     if value < 3 { Ok(()) } else { Err(format!("x is {value}")) }
/// })
/// .unwrap_err();
/// // Two steps for each of three rounds.
/// assert_eq!((failing.reason.as_str(), failing.steps.len()), ("x is 3", 6));
/// ```
pub fn for_runs(
    discipline: &Discipline,
    sample: Sample,
    cancel: Option<&AtomicBool>,
    property: impl Fn(&Execution<'_>) -> Result<(), String>,
) -> Result<usize, Box<Failing>> {
    if sample.runs == 0 {
        let reason = "no run is drawn: nothing is tested".to_owned();
        return Err(Failing::without_run(reason, None).undecided().into());
    }
    let mut g = Gen::from_size_and_seed(sample.steps, sample.seed);
    for passed in 0..sample.runs {
        if cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Ok(passed);
        }
        let schedule = Schedule::arbitrary(&mut g);
        if property(&schedule.run(discipline)).is_err() {
            let is_over = || cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
            return Err(Box::new(shrunk(discipline, schedule, sample.seed, &property, &is_over)));
        }
    }
    Ok(sample.runs)
}

fn shrunk(
    discipline: &Discipline,
    mut schedule: Schedule,
    seed: u64,
    property: &impl Fn(&Execution<'_>) -> Result<(), String>,
    is_over: &impl Fn() -> bool,
) -> Failing {
    let fails = |schedule: &Schedule| !is_over() && property(&schedule.run(discipline)).is_err();
    while let Some(smaller) = schedule.shrink().find(fails) {
        schedule = smaller;
    }
    let run = without_parts(discipline, schedule.run(discipline), property, is_over);
    let reason = property(&run).err().unwrap_or_default();
    Failing::in_run(reason, &run, Some(seed))
}

/// The most steps of a run of which parts are left out: the tries grow with the square of it.
const MOST_SHRUNK: usize = 200;

/// The run without parts that it does not need: stretches of steps, the longest first, and pairs of steps, such as an
/// `acquire` and its `release`. A choice of a [`Schedule`] means another step where the one before it is left out;
/// here the other steps stay what they are.
fn without_parts<'d>(
    discipline: &'d Discipline,
    mut run: Execution<'d>,
    property: &impl Fn(&Execution<'_>) -> Result<(), String>,
    is_over: &impl Fn() -> bool,
) -> Execution<'d> {
    loop {
        let steps: Vec<_> = run.steps().iter().map(|s| (s.thread, s.transition)).collect();
        let count = steps.len();
        if count > MOST_SHRUNK {
            return run;
        }
        let stretches = (1..=count).rev().flat_map(|length| {
            (0..=count - length).map(move |from| (from..from + length).collect::<Vec<_>>())
        });
        let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |two| vec![one, two]));
        let mut parts = stretches.chain(pairs).take_while(|_| !is_over());
        let shorter = parts.find_map(|left_out| {
            let kept = steps.iter().enumerate().filter(|(at, _)| !left_out.contains(at));
            let kept: Vec<_> = kept.map(|(_, step)| *step).collect();
            let shorter = Execution::replay(discipline, &kept).ok()?;
            property(&shorter).is_err().then_some(shorter)
        });
        match shorter {
            Some(shorter) => run = shorter,
            None => return run,
        }
    }
}
