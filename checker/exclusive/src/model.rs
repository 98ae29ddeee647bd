//! A program under claims about its heap, under the watch of a judge.

use std::hash::BuildHasher;
use std::sync::atomic::{AtomicBool, Ordering};

use reductio_programs::{
    Action, Address, Bounds, Event, Fresh, Machine, Place, Program, Remembered, Renaming, State,
    ThreadId, Value, Variable,
};
use reductio_search::Portable;
use reductio_watched::{
    Breached, Confirmed, Doubts, Race, Rules, Run, Shared, Shown, Unknown, Watch, Watched,
};
use rustc_hash::FxBuildHasher;

use crate::claims::{Claims, Wrong};
use crate::ghost::{By, Ghost};
use crate::judge::Judge;
use crate::observed::Observed;
use crate::slip::Slip;

/// A thing that is wrong in a state of a program under claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Against {
    /// A claim is wrong.
    Claim(Wrong),
    /// Two threads are about to access one variable, and one of the two to write it: the instructions, the lesser
    /// first.
    Race(Place, Place),
}

/// Something that is wrong in a state.
pub type Fault = reductio_watched::Fault<Against>;

/// A program under claims, as a model whose states are canonical.
pub type ClaimedModel<'a> = Watched<'a, Claimed<'a>>;

/// Claims about the heap, under which a program is searched (S5, Theorem 1), and what tells whether they are right.
#[derive(Debug)]
pub struct Claimed<'a> {
    judge: Judge<'a>,
    rules: Rules,
    /// Whether a thread has learned something of others without being ordered after them: that a lock was not free, or
    /// that a thread was over.
    peeked: AtomicBool,
    /// Whether something that a thread has learned so may matter to races: it was an object, or there are accesses that
    /// are no synchronization and that no claim keeps apart. Where a claim does, two accesses of a variable are ordered
    /// by a lock, by their thread, or by the way on which the one came to know the object that the other has made.
    exposed: AtomicBool,
}

/// A claim that a run shows to be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The claim.
    pub wrong: Wrong,
    /// The run. With its last step, or with invisible ones of the same thread before it, the claim is broken.
    pub run: Run,
}

impl Breached for Breach {
    const UNKNOWN: Unknown = Unknown::WrongClaim;
}

/// The model of a program under claims, within bounds.
pub fn claimed<'a>(
    program: &'a Program,
    claims: &'a Claims,
    bounds: Bounds,
    slip: Option<Slip>,
) -> ClaimedModel<'a> {
    let watch = Claimed {
        judge: Judge::new(Machine::new(program, bounds), claims, slip),
        rules: Rules::of(program),
        peeked: AtomicBool::new(false),
        exposed: AtomicBool::new(false),
    };
    Watched::new(program, watch, bounds)
}

/// The model of a program under claims, whose steps are observed.
pub(crate) fn observed_model<'a>(
    program: &'a Program,
    claims: &'a Claims,
    bounds: Bounds,
    observed: &'a Observed,
) -> ClaimedModel<'a> {
    let judge = Judge::new(Machine::new(program, bounds), claims, None).observed(observed);
    let [peeked, exposed] = [false; 2].map(AtomicBool::new);
    let watch = Claimed { judge, rules: Rules::of(program), peeked, exposed };
    Watched::new(program, watch, bounds)
}

impl Claimed<'_> {
    fn machine(&self) -> Machine<'_> {
        self.judge.machine
    }

    fn slip(&self) -> Option<Slip> {
        self.judge.slip
    }

    fn has_peeked(&self) -> bool {
        self.peeked.load(Ordering::Relaxed)
    }

    fn is_exposed(&self) -> bool {
        self.exposed.load(Ordering::Relaxed)
    }

    /// Notes what a thread learns without being ordered after others, and accesses for which that matters. The memory
    /// is that of the state before the step.
    fn note_peeks(&self, ghost: &Ghost, after: &State, event: &Event) {
        let (peeks, exposes) = match event.action {
            Action::Refused { .. } => (true, false),
            Action::Look { variable } => {
                let teller = match variable {
                    Variable::Field(object, _) => {
                        ghost.record(object).and_then(|found| found.teller)
                    }
                    _ => None,
                };
                let peeks = teller.is_some_and(|by| by != By::Thread(event.thread));
                (peeks, peeks && matches!(after.value(variable), Value::Object(_)))
            }
            Action::Read { variable, is_volatile: false }
            | Action::Write { variable, is_volatile: false }
            | Action::Update { variable, is_volatile: false } => {
                (false, !self.judge.is_hidden(ghost, after, event.thread, variable))
            }
            _ => (false, false),
        };
        if peeks {
            self.peeked.store(true, Ordering::Relaxed);
        }
        if exposes {
            self.exposed.store(true, Ordering::Relaxed);
        }
    }

    /// The races of a state: two threads are about to access one variable without synchronization, and one of the two
    /// to write it.
    fn races(&self, state: &State, mut visit: impl FnMut(Against)) {
        let threads = (0..).map(ThreadId).take(state.threads.len());
        let may = |thread| Some((thread, self.machine().next_access(state, thread)?));
        let all: Vec<(ThreadId, (Variable, bool))> = threads.filter_map(may).collect();
        for (number, (first, one)) in all.iter().enumerate() {
            for (second, two) in &all[number + 1..] {
                if one.0 == two.0
                    && (one.1 || two.1)
                    && let (Some(one), Some(two)) =
                        (self.access(state, *first), self.access(state, *second))
                    && (one.1 || two.1)
                {
                    visit(Against::Race(one.2.min(two.2), one.2.max(two.2)));
                }
            }
        }
    }

    /// The variable that a thread accesses next without synchronization, whether it writes it, and the instruction.
    /// What goes wrong accesses nothing, and an update that does not find what it expects writes nothing.
    fn access(&self, state: &State, thread: ThreadId) -> Option<(Variable, bool, Place)> {
        let event = self.machine().step(&mut state.clone(), thread, 0, &Fresh)?;
        match event.action {
            Action::Read { variable, is_volatile: false } => Some((variable, false, event.place)),
            Action::Write { variable, is_volatile: false }
            | Action::Update { variable, is_volatile: false } => {
                Some((variable, true, event.place))
            }
            _ => None,
        }
    }
    /// The race of two threads that are about to access one variable at two instructions, with both accesses taken:
    /// nothing comes between them that could order them.
    fn raced(&self, shown: Shown<'_, Ghost, ()>, places: (Place, Place)) -> Option<Race> {
        let Shown { mut replay, end: Remembered { state, .. }, .. } = shown;
        let pending = |place: Place| {
            let at =
                (0..).zip(&state.threads).filter(move |(_, found)| found.place() == Some(place));
            at.filter_map(|(number, _)| {
                let (variable, writes, _) = self.access(&state, ThreadId(number))?;
                Some((ThreadId(number), variable, writes))
            })
        };
        let pairs = pending(places.0).flat_map(|one| pending(places.1).map(move |two| (one, two)));
        let mut meets =
            pairs.filter(|(one, two)| one.0 != two.0 && one.1 == two.1 && (one.2 || two.2));
        let ((one, variable, _), (two, ..)) = meets.next()?;
        let site = match variable {
            Variable::Field(object, _) | Variable::Element(object, _) => {
                state.object(object).map(|found| found.site)
            }
            Variable::Static(_) => None,
        };
        let variable = Shared::of(self.machine().program(), variable, site);
        replay.step(one, 0, &Fresh)?;
        replay.step(two, 0, &Fresh)?;
        let run = replay.run;
        let earlier = run.steps.len().checked_sub(2)?;
        let confirmed = run.are_unordered(earlier, earlier + 1);
        confirmed.then_some(Race { variable, earlier, run, confirmed, holder: None })
    }
}

impl Watch for Claimed<'_> {
    type Memory = Ghost;
    type Breach = Against;
    type Before = ();
    type Told = ();
    type Mark = ();
    type Found = Breach;

    fn rules(&self) -> Rules {
        self.rules
    }

    fn follow(&self, ghost: &mut Ghost, after: &State, event: &Event, _before: ()) {
        self.note_peeks(ghost, after, event);
        self.judge.follow(ghost, after, event);
    }

    fn is_access_hidden(
        &self,
        state: &State,
        ghost: &Ghost,
        thread: ThreadId,
        variable: Variable,
        _is_volatile: bool,
    ) -> bool {
        self.judge.is_hidden(ghost, state, thread, variable)
    }

    fn is_lock_hidden(
        &self,
        state: &State,
        ghost: &Ghost,
        thread: ThreadId,
        object: Address,
    ) -> bool {
        self.judge.is_lock_hidden(ghost, state, thread, object)
    }

    fn mistakes(&self, event: &Event) -> bool {
        match (self.slip(), &event.action) {
            (Some(Slip::AcquireInvisible), Action::Acquire { .. })
            | (Some(Slip::ReleaseInvisible), Action::Release { .. }) => true,
            (
                Some(Slip::AllInvisible),
                Action::Read { is_volatile, .. }
                | Action::Write { is_volatile, .. }
                | Action::Update { is_volatile, .. },
            ) => !is_volatile,
            _ => false,
        }
    }

    fn rename(&self, ghost: &mut Ghost, renaming: &Renaming) {
        ghost.rename(renaming);
    }

    fn breaches(&self, at: &Remembered<Ghost>, mut visit: impl FnMut(Against)) {
        at.memory.broken().iter().copied().map(Against::Claim).for_each(&mut visit);
        self.races(&at.state, visit);
    }

    fn number(&self, program: &Program, breach: &Against) -> usize {
        match *breach {
            Against::Claim(wrong) => wrong.number(program).wrapping_mul(2),
            Against::Race(one, two) => {
                2 * (program.number(one) * program.instructions() + program.number(two)) + 1
            }
        }
    }

    fn confirm(
        &self,
        _machine: Machine<'_>,
        breach: Against,
        shown: Shown<'_, Ghost, ()>,
    ) -> Option<Confirmed<Breach>> {
        Some(match breach {
            Against::Claim(wrong) => Confirmed::Breach(Breach { wrong, run: shown.replay.run }),
            Against::Race(one, two) => Confirmed::Race(Box::new(self.raced(shown, (one, two))?)),
        })
    }

    fn doubts(&self) -> Doubts {
        let races = (self.has_peeked() && self.is_exposed()).then_some(Unknown::Peeked);
        Doubts { races, rests_on_rules: true, ..Doubts::default() }
    }

    /// States mean the same under the same claims only. So a hash of these comes first, then what was met.
    fn noted(&self) -> Vec<u8> {
        let claims = FxBuildHasher.hash_one((self.judge.claims, self.rules.releases_are_visible));
        let mut out = Vec::new();
        claims.encode(&mut out);
        self.has_peeked().encode(&mut out);
        self.is_exposed().encode(&mut out);
        out
    }

    fn note(&self, elsewhere: &mut &[u8]) -> bool {
        let own = self.noted();
        let is_same = u64::decode(elsewhere) == u64::decode(&mut &own[..]);
        let (Some(peeked), Some(exposed)) = (bool::decode(elsewhere), bool::decode(elsewhere))
        else {
            return false;
        };
        if is_same {
            self.peeked.fetch_or(peeked, Ordering::Relaxed);
            self.exposed.fetch_or(exposed, Ordering::Relaxed);
        }
        is_same
    }
}
