//! The state of an execution: what threads are about to do, what they have done, and who goes on.

use std::fmt;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::finding::Found;
use crate::memory::weak::Weak;
use crate::mutants::{self, Mutant};
use crate::run::accesses::Accesses;
use crate::run::by_thread::ByThread;
use crate::run::drf::Drf;
use crate::run::given_up::{GivenUp, Kept};
use crate::run::happens::Happens;
use crate::run::naming::{Objects, ThreadNames};
use crate::run::next::Next;
use crate::run::ruled::Ruled;
use crate::run::slot::{Ending, Panic, Probe, Rules, Seen, Slot, Spin, Turn};
use crate::run::tasks::Closing;
use crate::run::users::Queueing;
use crate::run::world::World;
use crate::schedule::Schedule;
use crate::search::access::{ObjectId, Touch};
use crate::search::driver::Driver;
use crate::search::event::{Event, Site};
use crate::search::frame::Pending;
use crate::search::op::Op;
use crate::search::races::Sizes;
use crate::search::stack::Pick;

/// The number of rounds after which a thread that spins, while nothing else can go on, is said to spin for ever.
const TIRED: usize = 250;

/// For how many steps a thread may have to wait that could go on, where schedules have to be fair.
pub(crate) const PATIENCE: usize = 200;

/// Who touched an object, how, and in which step the last time.
type Touches = SmallVec<[(usize, Touch, usize); 4]>;

/// An execution, as far as it has come. It may be lent to another worker, and shares no line of a cache with what its
/// lender keeps.
#[repr(align(128))]
pub(crate) struct State {
    pub(crate) driver: Driver,
    pub(crate) names: ThreadNames,
    pub(crate) seen: FxHashSet<Seen>,
    pub(crate) rules: Arc<Rules>,
    pub(crate) world: World,
    pub(crate) objects: Objects,
    pub(crate) sizes: Sizes,
    /// The values with rules.
    pub(crate) ruled: Vec<Ruled>,
    /// The accesses to values that no guard protects, and what comes before what between them.
    pub(crate) accesses: FxHashMap<ObjectId, Accesses>,
    pub(crate) happens: Happens,
    /// The premise of DRF-SC, where it is watched.
    pub(crate) drf: Drf,
    pub(crate) trace: Vec<Event>,
    pub(crate) history: FxHashMap<ObjectId, Touches>,
    pub(crate) threads: ByThread<Slot>,
    /// The threads in the order in which they were started.
    pub(crate) order: Vec<usize>,
    pub(crate) ending: Option<Ending>,
    /// The threads of the operating system that have not come to their end.
    pub(crate) alive: usize,
    /// The thread that runs, and since when there was no scheduling.
    pub(crate) running: Option<usize>,
    /// A thread that goes on alone, to see whether it spins.
    pub(crate) probe: Option<Probe>,
    /// Some thread has been taken to wait for a change.
    pub(crate) spinning: bool,
    /// For how many steps a thread may have to wait that could go on, where schedules have to be fair.
    patience: Option<usize>,
    /// Spinning threads were taken to wait.
    pub(crate) spins: FxHashSet<Site>,
    /// The lines in which orderings weaker than `SeqCst` were given.
    pub(crate) weaker: FxHashSet<Site>,
    /// Two threads have used the same object.
    pub(crate) shares: bool,
    /// The panics so far, caught or not.
    pub(crate) panics: Vec<Panic>,
    /// The number of times that threads were unwound at the end.
    pub(crate) unwound: usize,
    /// Coroutines that unwind at the end, and let others go on; those that were unwound; how often it was not clear who
    /// unwinds.
    pub(crate) paused: usize,
    pub(crate) leaving: FxHashSet<usize>,
    pub(crate) silent: usize,
    /// The objects that are named by lines and used by an execution.
    pub(crate) late: FxHashMap<ObjectId, u32>,
    /// An atomic operation has failed without reason.
    pub(crate) failed: bool,
    /// The threads that use readers-writer locks, and how they do.
    pub(crate) queueing: Queueing,
    /// The number of times that threads did something that others may see, or that depends on who does it.
    pub(crate) talk: u64,
    /// The way in which tasks end that nobody waits for.
    pub(crate) closing: Closing,
    /// The execution is given up, and goes on by itself.
    pub(crate) given_up: Option<Box<GivenUp>>,
    pub(crate) kept: Kept,
    /// The memory, where it is not sequentially consistent.
    pub(crate) memory: Option<Box<Weak>>,
    /// Memory for what threads are about to do.
    able: Vec<Pending>,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State").field("trace", &self.trace).finish_non_exhaustive()
    }
}

/// For how many steps a thread may have to wait that could go on, if that is limited.
fn patience(driver: &Driver, seen: &FxHashSet<Seen>) -> Option<usize> {
    let is_fair = seen.contains(&Seen::Unfair) && !matches!(driver, Driver::Replay(_));
    is_fair.then_some(PATIENCE)
}

impl State {
    /// An execution that has not begun.
    pub(crate) fn new(
        driver: Driver,
        names: ThreadNames,
        seen: FxHashSet<Seen>,
        rules: Arc<Rules>,
    ) -> Self {
        let patience = patience(&driver, &seen);
        State {
            driver,
            names,
            seen,
            rules,
            world: World::default(),
            objects: Objects::default(),
            sizes: Sizes::default(),
            ruled: Vec::new(),
            accesses: FxHashMap::default(),
            happens: Happens::default(),
            drf: Drf::default(),
            trace: Vec::new(),
            history: FxHashMap::default(),
            threads: ByThread::default(),
            order: Vec::new(),
            ending: None,
            alive: 0,
            running: None,
            probe: None,
            spinning: false,
            patience,
            spins: FxHashSet::default(),
            weaker: FxHashSet::default(),
            shares: false,
            panics: Vec::new(),
            unwound: 0,
            paused: 0,
            leaving: FxHashSet::default(),
            silent: 0,
            late: FxHashMap::default(),
            failed: false,
            queueing: Queueing::default(),
            talk: 0,
            closing: Closing::default(),
            given_up: None,
            kept: Kept::default(),
            memory: None,
            able: Vec::new(),
        }
        .with_clocks()
    }

    /// Keeps clocks from the beginning if they are asked for.
    fn with_clocks(mut self) -> Self {
        self.starts_clocks();
        self
    }

    fn starts_clocks(&mut self) {
        let is_replay = matches!(self.driver, Driver::Replay(_));
        let needs_orders = self.seen.contains(&Seen::Orders) || is_replay;
        self.drf.begin(self.rules.watches && needs_orders && self.memory.is_none());
        if self.keeps_clocks() {
            self.happens.start();
        }
    }

    /// Says that clocks are asked for. A schedule that is repeated does not say so.
    pub(crate) fn keeps_clocks(&self) -> bool {
        self.seen.contains(&Seen::Clocks) || matches!(self.driver, Driver::Replay(_))
    }

    /// Becomes the next execution, which has not begun: what is kept is memory, and what was learnt.
    pub(crate) fn again(&mut self) {
        self.patience = patience(&self.driver, &self.seen);
        let State { world, objects, sizes, ruled, accesses, happens, trace, history, .. } = self;
        world.clear();
        objects.clear();
        sizes.clear();
        ruled.clear();
        accesses.clear();
        *happens = Happens::default();
        trace.clear();
        history.clear();
        let State { threads, order, ending, alive, running, probe, spinning, spins, .. } = self;
        threads.clear();
        order.clear();
        (*ending, *alive, *running, *probe, *spinning) = (None, 0, None, None, false);
        spins.clear();
        let State { weaker, shares, panics, unwound, paused, leaving, silent, late, .. } = self;
        weaker.clear();
        panics.clear();
        (*shares, *unwound, *paused, *silent) = (false, 0, 0, 0);
        leaving.clear();
        late.clear();
        let State { failed, queueing, talk, closing, .. } = self;
        queueing.clear();
        closing.clear();
        (*failed, *talk) = (false, 0);
        self.kept = Kept::default();
        self.starts_clocks();
    }

    /// Copies the state into new memory, before an execution; none if it is not that of a search.
    pub(crate) fn copied(&mut self) -> Option<Box<Self>> {
        let Driver::Search(stack) = &mut self.driver else { return None };
        let driver = Driver::Search(stack.copied());
        let rules = Arc::new((*self.rules).clone());
        let mut copy = State::new(driver, self.names.clone(), self.seen.clone(), rules);
        copy.kept.unwinds = self.kept.unwinds;
        Some(Box::new(copy))
    }

    /// An execution that has ended, and in which nothing happened.
    pub(crate) fn over(rules: Arc<Rules>) -> Self {
        let driver = Driver::replay(Schedule::default());
        let mut state = State::new(driver, ThreadNames::default(), FxHashSet::default(), rules);
        state.end(Ending::Done);
        state
    }

    /// Adds a thread that is about to start.
    pub(crate) fn add_thread(
        &mut self,
        number: usize,
        name: Option<String>,
        site: Site,
    ) -> Arc<Turn> {
        let past = self.trace.last().map(|event| event.clock.clone()).unwrap_or_default();
        if let Some(parent) = self.trace.last().map(|event| event.thread) {
            self.happens.fork(parent, number);
            self.drf.fork(parent, number);
        }
        let turn = Arc::new(Turn::default());
        let slot = Slot {
            name,
            children: 0,
            objects: 0,
            pending: Some((Op::Start, site)),
            reply: 0,
            last: None,
            past,
            started: self.trace.len(),
            turn: Arc::clone(&turn),
            ended: false,
            unwinds: false,
            spin: Spin::default(),
            watched: SmallVec::new(),
            making: None,
            hooks: None,
            task: None,
        };
        self.threads.insert(number, slot);
        self.world.threads.insert(number, crate::run::world::ThreadState::default());
        self.order.push(number);
        self.alive += 1;
        turn
    }

    /// Whether a thread that spins waits where it is: it holds no lock that it took in the loop, so that all others can
    /// go on that could if it went round again.
    fn waits_for_change(&self, thread: usize, slot: &Slot) -> bool {
        let Some((_, since)) = &slot.spin.waits else { return false };
        let is_inside = self.world.holds_since(thread, *since) && !mutants::is(Mutant::Inside);
        slot.spin.tired == 0 && !is_inside
    }

    /// Where schedules have to be fair, the thread that could go on and has not for the longest time, if that is too
    /// long.
    fn starved(&self) -> Option<usize> {
        let patience = self.patience?;
        self.longest_wait().filter(|(steps, _)| *steps > patience).map(|(_, thread)| thread)
    }

    /// The thread that can go on and has not for the longest time, and for how many steps.
    fn longest_wait(&self) -> Option<(usize, usize)> {
        let can = |(thread, slot): (&usize, &Slot)| {
            let (op, _) = slot.pending?;
            let can = !self.waits_for_change(*thread, slot) && self.world.is_enabled(*thread, op);
            let since = slot.last.unwrap_or(slot.started);
            can.then(|| (self.trace.len() - since.min(self.trace.len()), *thread))
        };
        self.threads.iter().filter_map(can).max()
    }

    /// Lists what the threads that have not ended are about to do. Returns whether one of them can go on.
    fn list(&self, to: &mut Vec<Pending>) -> bool {
        to.clear();
        let mut can = false;
        let starved = self.starved();
        for (thread, slot) in self.threads.iter() {
            let Some((op, _)) = slot.pending else { continue };
            let is_starved = starved.is_some_and(|starved| starved != *thread);
            let enabled = !is_starved
                && !self.waits_for_change(*thread, slot)
                && self.world.is_enabled(*thread, op);
            can |= enabled;
            to.push(Pending { thread: *thread, op, enabled });
        }
        can
    }

    /// Decides who goes on, and does what this thread's operation does. `None` at the end.
    pub(crate) fn next(&mut self) -> Option<Next> {
        let thread = self.schedule()?;
        let reply = self.threads.get(&thread).map(|slot| slot.reply);
        Some((thread, reply.filter(|_| self.ending.is_none())))
    }

    fn schedule(&mut self) -> Option<usize> {
        let mut pending = std::mem::take(&mut self.able);
        let mut next = None;
        if self.given_up.is_none() {
            next = if self.memory.is_some() {
                self.schedule_weak(&mut pending)
            } else {
                self.schedule_one(&mut pending)
            };
        }
        if next.is_none() && self.given_up.is_some() && self.ending.is_none() {
            next = self.drain();
        }
        self.able = pending;
        next
    }

    fn schedule_one(&mut self, pending: &mut Vec<Pending>) -> Option<usize> {
        self.running = None;
        self.check_rules();
        if self.ending.is_some() {
            return None;
        }
        if self.trace.len() >= self.rules.steps && self.probe.is_some() {
            self.spins_on();
            return None;
        }
        if self.trace.len() >= self.rules.steps {
            let repeats = matches!(self.driver, Driver::Replay(_));
            let is_unfair =
                self.longest_wait().is_some_and(|(wait, _)| wait * 4 > self.rules.steps);
            if is_unfair && !repeats && self.seen.insert(Seen::Unfair) {
                // Others could have gone on: it is no finding that it goes on for ever without them.
                return self.end(Ending::Again);
            }
            let thread = self.trace.last().map_or(0, |event| event.thread);
            let steps = self.trace.len();
            return self.end(Ending::Found(Found::Endless { thread, steps, spins: false }));
        }
        if let Some(thread) = self.probe.as_ref().map(|probe| probe.thread) {
            let can = |(op, _)| self.world.is_enabled(thread, op);
            if !self.threads.get(&thread).and_then(|slot| slot.pending).is_some_and(can) {
                self.gives_up(thread);
                return None;
            }
            self.execute(thread);
            self.running = Some(thread);
            return self.ending.is_none().then_some(thread);
        }
        if self.spinning {
            let spins = |(_, slot): &(&usize, &Slot)| slot.spin.tired > TIRED;
            let found = self.threads.iter().find(spins).map(|(thread, _)| *thread);
            if let Some(thread) = found {
                let steps = self.trace.len();
                let found = Found::Endless { thread, steps, spins: true };
                return self.end(Ending::Found(found));
            }
            self.wake_spinning();
        }
        let mut can = self.list(pending);
        if self.spinning && !can {
            for slot in self.threads.values_mut().filter(|slot| slot.spin.waits.is_some()) {
                slot.spin.tired = 1;
            }
            can = self.list(pending);
        }
        if !can && self.closes() {
            can = self.list(pending);
        }
        if !can && let Some(length) = self.driver.too_long() {
            let end = self.trace.len();
            let how =
                format!("the schedule has {length} steps, and the execution ends after {end}");
            return self.end(Ending::Found(Found::Differs { how }));
        }
        if pending.is_empty() {
            return self.end(Ending::Done);
        }
        if !can {
            for stuck in std::mem::take(pending) {
                self.may_wait(stuck.thread);
            }
            return self.end(Ending::Found(Found::Stuck));
        }
        match self.driver.next(pending, &self.trace, &self.order, &self.sizes) {
            Pick::Thread(thread) => {
                self.execute(thread);
                self.running = Some(thread);
                self.ending.is_none().then_some(thread)
            }
            Pick::Asleep => self.end(Ending::Asleep),
            Pick::Bounded => self.end(Ending::Bounded),
            Pick::Differs(how) => self.end(Ending::Found(Found::Differs { how })),
        }
    }

    /// Lets all threads go on, so that they see that the execution has ended.
    pub(crate) fn wake_all(&self) {
        for slot in self.threads.values() {
            slot.turn.give();
        }
    }

    /// Chooses one of some alternatives within the step.
    pub(crate) fn choose(&mut self, of: u32) -> u32 {
        self.talk += 1;
        if of < 2 {
            return 0;
        }
        if self.memory.is_some() {
            return self.choose_weak(of);
        }
        match self.driver.choose(of) {
            Ok(picked) => {
                if let Some(event) = self.trace.last_mut() {
                    event.choices.push((picked, of));
                }
                picked
            }
            Err(how) => {
                self.end(Ending::Found(Found::Differs { how }));
                0
            }
        }
    }

    /// The first panic of those threads that unwind, when one has ended by a panic: others may only follow from it.
    pub(crate) fn first_panic(&self, thread: usize) -> Found {
        let unwinds = |panic: &&Panic| {
            panic.thread == thread
                || self.threads.get(&panic.thread).is_some_and(|slot| slot.unwinds)
        };
        let panic = self.panics.iter().find(unwinds).cloned();
        let Panic { thread, message, at } = panic.unwrap_or_else(|| Panic {
            thread,
            message: "a panic that was resumed".to_owned(),
            at: "an unknown line".to_owned(),
        });
        Found::Panic { thread, message, at }
    }

    /// Decides whether the thread that runs stops before a small operation (it unlocks, or ends), since somebody may
    /// see it.
    pub(crate) fn stops(&mut self, seen: Option<Seen>) -> bool {
        if self.rules.all_visible {
            return self.stops_if(true);
        }
        let is_seen = seen.is_some_and(|seen| self.seen.contains(&seen));
        self.stops_if(is_seen)
    }

    /// Decides as [`Self::stops`] about an operation that is none where nobody sees it, not even where all others are
    /// visible.
    pub(crate) fn stops_where_seen(&mut self, seen: Seen) -> bool {
        let is_seen = self.seen.contains(&seen);
        self.stops_if(is_seen)
    }

    fn stops_if(&mut self, is_seen: bool) -> bool {
        let Some(passed) = self.trace.last().map(|event| event.passed) else { return false };
        let stops = self.driver.stops(passed).unwrap_or(is_seen);
        if let Some(event) = self.trace.last_mut() {
            event.stops = stops;
            event.passed += u32::from(!stops);
        }
        stops
    }

    /// Says that somebody may see an operation; if it had not been visible so far, the search begins again.
    pub(crate) fn is_seen(&mut self, seen: Seen) {
        let is_search = matches!(self.driver, Driver::Search(_) | Driver::Sample(_));
        if mutants::is(Mutant::Seen) || self.declines(seen) {
            return;
        }
        if self.seen.insert(seen) && is_search && !self.rules.all_visible {
            self.end(Ending::Again);
        }
    }

    /// Says as [`Self::is_seen`] that somebody may see something that is a step only where it is seen.
    pub(crate) fn sees(&mut self, seen: Seen) {
        let is_search = matches!(self.driver, Driver::Search(_) | Driver::Sample(_));
        if self.declines(seen) {
            return;
        }
        if is_search && !mutants::is(Mutant::Seen) && self.seen.insert(seen) {
            self.end(Ending::Again);
        }
    }

    /// Tells whether a schedule is repeated.
    pub(crate) fn is_replay(&self) -> bool {
        self.given_up.is_none() && matches!(self.driver, Driver::Replay(_))
    }

    /// Says as [`Self::sees`] that somebody may see something, in an execution that has ended.
    pub(crate) fn saw(&mut self, seen: Seen) {
        let is_search = matches!(self.driver, Driver::Search(_) | Driver::Sample(_));
        let is_graph = matches!(self.driver, Driver::Graphs | Driver::Sample(_));
        if self.memory.is_some() && is_graph && !self.may_see(seen) {
            self.ending = Some(Ending::Declined(seen.unknown()));
            return;
        }
        if is_search && !mutants::is(Mutant::Seen) && self.seen.insert(seen) {
            self.ending = Some(Ending::Again);
        }
    }

    /// Decides whether all that a thread did after a step of its own, up to the next one, came before what another
    /// thread does now, in every schedule that is equivalent to this one.
    pub(crate) fn is_past(&self, me: usize, thread: usize, step: usize) -> bool {
        let Some(slot) = self.threads.get(&me) else { return false };
        let clock =
            slot.last.and_then(|last| self.trace.get(last)).map_or(&slot.past, |e| &e.clock);
        let ended = self.world.threads.get(&thread).map(|state| &state.joined);
        thread == me
            || clock.has(thread, step + 1)
            || ended.into_iter().flatten().any(|(who, join)| *who == me || clock.has(*who, *join))
    }

    /// The line in which an object was made.
    pub(crate) fn made(&self, object: ObjectId) -> Option<Site> {
        self.objects.get(&object).map(|made| made.site)
    }
}
