//! Working through the units: threads, progress, cancellation, the checkpoint file.

use std::path::Path;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use super::checkpoint::{self, Done};
use super::fields::{Field, Unit, fields, units};
use super::unit::{Refutation, Stop, Sum};
use crate::systems::error::SystemError;
use crate::watch::{UnitProgress, Watch};

/// The time between two writes of the checkpoint file.
const INTERVAL: Duration = Duration::from_secs(2);

/// The options of [`count`](super::count()): by default one thread, to the end, without a checkpoint.
#[derive(Clone, Copy, Debug, Default)]
pub struct CountOptions<'a> {
    /// The number of threads; 0 is 1.
    pub threads: usize,
    /// The flag that ends the run within milliseconds, and the listener, which is called after each unit.
    pub watch: Watch<'a>,
    /// A file that is read at the start, if it exists, and written then, every few seconds and at the end. It
    /// must belong to a run with the same parameters. Sizes that take long are counted with a checkpoint only.
    pub checkpoint: Option<&'a Path>,
}

/// The fields of a run, and the results of its units.
pub(super) struct Ran {
    pub(super) fields: Vec<Field>,
    pub(super) units: Vec<Unit>,
    pub(super) done: Done,
    pub(super) refuted: Option<(usize, Refutation)>,
}

/// The state that the threads share.
struct Shared {
    next: usize,
    done: Done,
    refuted: Option<(usize, Refutation)>,
    saved: Instant,
    fault: Option<SystemError>,
}

/// Works through the units that the checkpoint does not hold yet.
pub(super) fn run(
    states: usize,
    processes: usize,
    options: &CountOptions<'_>,
) -> Result<Ran, SystemError> {
    let fields = fields(states, processes);
    let list = units(&fields);
    let parameters = checkpoint::parameters(states, processes, list.len());
    let done = options.checkpoint.map_or(Ok(Done::new()), |p| checkpoint::load(p, &parameters))?;
    if let Some(path) = options.checkpoint {
        checkpoint::save(path, &parameters, &done)?;
    }
    let shared =
        Mutex::new(Shared { next: 0, done, refuted: None, saved: Instant::now(), fault: None });
    let crew = Crew {
        fields: &fields,
        units: &list,
        shared: &shared,
        parameters: &parameters,
        size: UnitProgress { states, processes, done: 0, units: 0 },
        options,
    };
    thread::scope(|scope| {
        (1..options.threads.max(1)).for_each(|_| drop(scope.spawn(|| crew.work())));
        crew.work();
    });
    let shared = shared.into_inner().expect("no worker panics");
    if let Some(fault) = shared.fault {
        return Err(fault);
    }
    if let Some(path) = options.checkpoint {
        checkpoint::save(path, &parameters, &shared.done)?;
    }
    Ok(Ran { units: list, done: shared.done, refuted: shared.refuted, fields })
}

/// A worker of a run.
struct Crew<'a> {
    fields: &'a [Field],
    units: &'a [Unit],
    shared: &'a Mutex<Shared>,
    parameters: &'a str,
    /// The size of the systems, without units.
    size: UnitProgress,
    options: &'a CountOptions<'a>,
}

impl Crew<'_> {
    fn shared(&self) -> std::sync::MutexGuard<'_, Shared> {
        self.shared.lock().expect("no worker panics")
    }

    /// The number of a unit that nobody has begun.
    fn next(&self) -> Option<usize> {
        let mut shared = self.shared();
        let is_over = shared.fault.is_some() || shared.refuted.is_some();
        if is_over || self.options.watch.is_cancelled() {
            return None;
        }
        while shared.done.contains_key(&shared.next) {
            shared.next += 1;
        }
        let next = shared.next;
        shared.next += 1;
        (next < self.units.len()).then_some(next)
    }

    fn work(&self) {
        let mut sum: Option<(usize, Sum<'_>)> = None;
        while let Some(at) = self.next() {
            let unit = self.units[at];
            if sum.as_ref().is_none_or(|(field, _)| *field != unit.field) {
                sum = Some((unit.field, Sum::new(&self.fields[unit.field], self.options.watch)));
            }
            let Some((_, sum)) = sum.as_mut() else { return };
            match sum.unit(unit) {
                Ok(part) => {
                    let progress = {
                        let mut shared = self.shared();
                        shared.done.insert(at, part);
                        self.save_now_and_then(&mut shared);
                        let (done, units) = (shared.done.len(), self.units.len());
                        UnitProgress { done, units, ..self.size }
                    };
                    self.options.watch.report(progress);
                }
                Err(Stop::Cancelled) => return,
                Err(Stop::Refuted(refutation)) => {
                    self.shared().refuted.get_or_insert((unit.field, *refutation));
                    return;
                }
            }
        }
    }

    fn save_now_and_then(&self, shared: &mut Shared) {
        let Some(path) = self.options.checkpoint else { return };
        if shared.saved.elapsed() >= INTERVAL {
            shared.fault = checkpoint::save(path, self.parameters, &shared.done).err();
            shared.saved = Instant::now();
        }
    }
}
