//! Persistent sets by lock disciplines (S1 section 6.2 and 7, Algorithms 2-LD and 2-LD').

use reductio_discipline::Packed;
use reductio_search::{Access, Accesses, Model, Touch};
use reductio_selective::{Ahead, Foresight, Object, Owner, might_interfere};
use reductio_system::{CellId, PackedState, ThreadId, VariableClass};

use crate::classes::Class;
use crate::discipline::{LockDiscipline, Mode};

/// The steps that threads may come to take, as far as a lock discipline bounds them: Algorithm 2-LD of S1 for
/// [`Rule::Eraser`](crate::Rule::Eraser), and 2-LD' for the other rules. They are steps of any
/// [`Granularity`](reductio_selective::Granularity).
///
/// A thread is about to do what its next transitions may touch (`pendVisOps`), and those invisible operations of all
/// that it may come to do (`ops`, by control point) that the discipline allows it under the locks that it owns or is
/// about to take (`pendInvisOps`), as the monitor knows them: of a variable that nobody has touched yet, if the thread
/// may initialize it; of one that one thread has touched, if it is that thread, or reads, or some lock is there; of one
/// that was only read, if it reads, or a lock is a candidate; of one that was written, if a lock is a candidate. Other
/// threads interfere as the tables of [`might_interfere`] say; an access that initializes a variable is in conflict
/// with every access to it, reads included.
///
/// ```
/// use reductio_language::parse_system;
/// use reductio_locking::{Classes, LockDiscipline, LockForesight, Rule};
/// use reductio_selective::foreseen_threads;
///
/// // Of two threads that are about to take a lock, each interferes with the other; a third one takes another lock.
/// let text = "
///     lock m
///     lock n
///     thread t[i : 0 .. 1] { acquire m; release m }
///     thread u { acquire n; release n }";
/// let system = parse_system(text, "locks", &[]).unwrap();
/// let discipline = LockDiscipline::new(&Classes::new(&system), Rule::Repaired).unwrap();
/// let foresight = LockForesight::new(&discipline);
/// let initial = reductio_discipline::Protocol::initial(&discipline);
/// assert_eq!(foreseen_threads(&foresight, &initial, 0), [0, 1]);
/// assert_eq!(foreseen_threads(&foresight, &initial, 2), [2]);
/// ```
#[derive(Debug)]
pub struct LockForesight<'d> {
    discipline: &'d LockDiscipline,
    ahead: Ahead,
    /// By cell, its place among the variables that have a class.
    places: Vec<Option<usize>>,
    /// By cell, whether it is protected by an access predicate.
    protected: Vec<bool>,
    /// By cell, if it holds the owner of a lock: the cells of those who wait, by thread, if it is a monitor.
    waiters: Vec<Option<Vec<CellId>>>,
}

impl<'d> LockForesight<'d> {
    /// Finds what the threads of a lock discipline's system may do. Cost: that of [`Ahead::of`].
    pub fn new(discipline: &'d LockDiscipline) -> Self {
        let system = discipline.base().system();
        let cells = system.cells();
        let mut places = vec![None; cells.len()];
        for (place, (cell, _)) in discipline.classes().iter().enumerate() {
            places[cell.index()] = Some(place);
        }
        let is_class = |class| matches!(class, VariableClass::Protected);
        let protected = cells.iter().enumerate().map(|(number, cell)| {
            let class = system.variables()[cell.variable().index()].class();
            places[number].is_none() && (is_class(class) || cell.object().is_some())
        });
        let protected = protected.collect();
        let threads = system.threads().len();
        let mut waiters = vec![None; cells.len()];
        for owner in system.owners() {
            // The fields of a lock lie behind its owner: the depth, and for a monitor whether each thread waits, in the
            // end.
            let mut end = owner.index() + 1;
            while end < cells.len()
                && cells[end].variable() == cells[owner.index()].variable()
                && !system.owners().contains(&CellId::new(end))
            {
                end += 1;
            }
            let fields = end - owner.index() - 1;
            let all = (end - threads.min(fields)..end).map(CellId::new).collect();
            waiters[owner.index()] = Some(if fields >= threads { all } else { Vec::new() });
        }
        let ahead = Ahead::of(system);
        LockForesight { discipline, ahead, places, protected, waiters }
    }

    /// What the next transitions of a thread may touch, and what decides which of them it can take.
    fn pending(&self, state: &PackedState, thread: usize) -> Accesses {
        let model = Packed::new(self.discipline);
        let mut all = model.waits_for(thread, state);
        model.steps(thread, state, |step, _| all.extend(&model.accesses(thread, step, state)));
        all
    }

    /// Adds the invisible operations that the thread may come to do in its next step.
    fn add_invisible(&self, state: &PackedState, thread: usize, about: &mut Accesses) {
        let system = self.discipline.base().system();
        let at = usize::from(system.at(state, ThreadId::new(thread)));
        // All operations on locks that do not wait, those that may be invisible, interfere with nothing.
        let Some(all) = self.ahead.from(thread, at).known() else {
            *about = Accesses::unknown();
            return;
        };
        let me = i32::try_from(thread + 1).unwrap_or(i32::MAX);
        let takes: Vec<usize> = about
            .known()
            .unwrap_or_default()
            .iter()
            .filter(|touch| matches!(touch.access, Access::Acquire | Access::EndWait))
            .map(|touch| touch.object)
            .collect();
        let has = |lock: CellId| system.value(state, lock) == me || takes.contains(&lock.index());
        let some_lock = system.owners().iter().any(|lock| has(*lock));
        for touch in all.iter().filter(|t| matches!(t.access, Access::Read | Access::Write)) {
            let reads = touch.access == Access::Read;
            let is_allowed = match self.places[touch.object] {
                None => self.protected[touch.object],
                Some(place) => match self.discipline.classes()[place].1 {
                    Class::Unshared => false,
                    Class::Disciplined { .. } => match self.discipline.mode(place, state) {
                        Mode::Virgin => {
                            self.discipline.may_initialize(place, ThreadId::new(thread))
                        }
                        Mode::Exclusive(first) => first.index() == thread || reads || some_lock,
                        Mode::Shared { is_modified, candidates } => {
                            reads && !is_modified || candidates.into_iter().any(has)
                        }
                    },
                },
            };
            if is_allowed {
                about.touch(*touch);
            }
        }
    }

    /// Whether one of two threads may initialize a variable by its access.
    fn initializes(&self, object: usize, state: &PackedState, threads: [usize; 2]) -> bool {
        let Some(place) = self.places[object] else { return false };
        let may = |thread: &usize| self.discipline.conflicts(place, ThreadId::new(*thread));
        !matches!(self.discipline.mode(place, state), Mode::Shared { .. })
            && threads.iter().any(may)
    }

    /// The state of an object, as a thread that stays and another one see it.
    fn object(&self, touch: &Touch, state: &PackedState, [stays, other]: [usize; 2]) -> Object {
        let system = self.discipline.base().system();
        let cell = CellId::new(touch.object);
        let value = system.value(state, cell);
        if let Some(waiters) = &self.waiters[touch.object] {
            let owner = usize::try_from(value).ok().and_then(|value| value.checked_sub(1));
            let waits = |thread: usize| {
                waiters.get(thread).is_some_and(|cell| system.value(state, *cell) != 0)
            };
            return Object::Lock {
                owner: match owner {
                    None => Owner::Free,
                    Some(owner) if owner == stays => Owner::One,
                    Some(owner) if owner == other => Owner::Other,
                    Some(_) => Owner::Third,
                },
                waits: waits(stays),
                other_waits: waits(other),
                all_wait: (0..system.threads().len()).all(waits),
            };
        }
        match touch.access {
            Access::Down | Access::Up | Access::Send | Access::Receive => {
                Object::Filled { value, most: system.cell(cell).domain().high() }
            }
            _ => Object::Variable,
        }
    }
}

impl Foresight<PackedState> for LockForesight<'_> {
    fn interfering(&self, state: &PackedState, thread: usize) -> u64 {
        let system = self.discipline.base().system();
        let mut about = self.pending(state, thread);
        self.add_invisible(state, thread, &mut about);
        let mut all = 0;
        for other in system.thread_ids().filter(|other| other.index() != thread) {
            let may = self.ahead.from(other.index(), usize::from(system.at(state, other)));
            let threads = [thread, other.index()];
            let is_one = match (about.known(), may.known()) {
                (Some(about), Some(may)) => about.iter().any(|stays| {
                    let mut same = may.iter().filter(|comes| comes.object == stays.object);
                    same.any(|comes| {
                        self.initializes(stays.object, state, threads)
                            || might_interfere(
                                &self.object(stays, state, threads),
                                stays.access,
                                comes.access,
                            )
                    })
                }),
                _ => true,
            };
            all |= u64::from(is_one) << other.index();
        }
        all
    }
}
