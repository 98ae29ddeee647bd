//! All execution graphs of a program: from each consistent graph, every further event of every thread is added in every
//! way; equal graphs are one.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::atomic::Ordering::{self, Acquire, Relaxed, Release};

use super::judge::{Event, Graph, Kind, Source, Where};
use super::language::{Do, Program, REGISTERS};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    graph: Graph,
    /// Of each thread, the next step, the registers, and whether it is in the middle of the step.
    threads: Vec<(usize, [u64; REGISTERS], bool)>,
    /// The threads in the middle of a loop, each with the write that it read last: next it reads another one.
    waits: Vec<(usize, Source)>,
    /// The reads, by thread and number, after which a loop that waits goes round again.
    failed: BTreeSet<(usize, usize)>,
}

/// All that is known of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    /// The number of graphs that end with these registers and last values.
    pub(crate) ends: BTreeMap<String, usize>,
    /// The number of graphs that end with threads that wait for ever.
    pub(crate) stuck: usize,
    pub(crate) races: bool,
}

/// A graph with a further read, what is read, and the value.
type Read = (State, Source, u64);

/// The place of a write in the order of writes.
#[derive(Clone, Copy)]
enum Behind {
    Any,
    This(Source),
}

impl State {
    fn add(&self, thread: usize, event: (Kind, Option<Where>, Option<Ordering>)) -> (State, Event) {
        let number = self.graph.threads[thread].len();
        let (kind, place, order) = event;
        let event =
            Event { thread, number, kind, place, order, value: 0, reads: None, second: false };
        (self.clone(), event)
    }

    /// All ways to write a value, at a place of the order of writes if it has to be there.
    fn writes(
        &self,
        thread: usize,
        place: Where,
        order: Ordering,
        value: u64,
        behind: Behind,
    ) -> Vec<State> {
        let list = self.graph.writes.get(&place).cloned().unwrap_or_default();
        let fixed = match behind {
            Behind::Any => None,
            Behind::This(None) => Some(0),
            Behind::This(Some(write)) => {
                Some(list.iter().position(|found| *found == write).unwrap() + 1)
            }
        };
        let ranks = fixed.map_or(0..=list.len(), |rank| rank..=rank);
        let mut found = Vec::new();
        for rank in ranks {
            let (mut state, mut event) = self.add(thread, (Kind::Write, Some(place), Some(order)));
            (event.value, event.second) = (value, fixed.is_some());
            let list = state.graph.writes.entry(place).or_default();
            list.insert(rank, (thread, event.number));
            state.graph.threads[thread].push(event);
            found.push(state);
        }
        found
    }

    /// All ways to read, with what is read, and the value. The second part makes the ordering of it.
    fn reads(&self, thread: usize, place: Where, order: impl Fn(u64) -> Ordering) -> Vec<Read> {
        let list = self.graph.writes.get(&place).cloned().unwrap_or_default();
        let all = std::iter::once(None).chain(list.into_iter().map(Some));
        let read = |from: Source| {
            let value = self.graph.value(from);
            let (mut state, mut event) =
                self.add(thread, (Kind::Read, Some(place), Some(order(value))));
            event.reads = from;
            state.graph.threads[thread].push(event);
            (state, from, value)
        };
        all.map(read).collect()
    }

    fn moves(mut self, thread: usize, to: Option<(usize, u64)>) -> State {
        self.threads[thread].0 += 1;
        if let Some((register, value)) = to {
            self.threads[thread].1[register] = value;
        }
        self
    }

    /// Exchanges: all ways, with the value that was read and whether it was exchanged.
    fn exchanges(
        &self,
        thread: usize,
        at: usize,
        orders: (Ordering, Ordering),
        new: impl Fn(u64) -> Option<u64>,
    ) -> Vec<(State, u64, bool)> {
        let place = Where::Atomic(at);
        let order = |value| if new(value).is_some() { orders.0 } else { orders.1 };
        let mut all = Vec::new();
        for (state, from, value) in self.reads(thread, place, order) {
            match new(value) {
                None => all.push((state, value, false)),
                Some(new) => {
                    let written = state.writes(thread, place, orders.0, new, Behind::This(from));
                    all.extend(written.into_iter().map(|state| (state, value, true)));
                }
            }
        }
        all
    }

    /// All that a thread may do next.
    #[expect(clippy::too_many_lines, reason = "one arm for each step of the language")]
    fn steps(&self, program: &Program, thread: usize) -> Vec<State> {
        let (next, registers, loaded) = self.threads[thread];
        let Some(step) = program[thread].get(next) else { return Vec::new() };
        let waits =
            self.waits.iter().find(|(waiting, _)| *waiting == thread).map(|(_, from)| *from);
        let only = |found: Vec<(State, u64, bool)>| {
            found.into_iter().map(move |(state, value, _)| (state, value))
        };
        match *step {
            Do::Load { at, order, to } => {
                let read = self.reads(thread, Where::Atomic(at), |_| order).into_iter();
                read.map(|(state, _, value)| state.moves(thread, Some((to, value)))).collect()
            }
            Do::Await { at, order, value } => self.awaits(thread, at, order, value, waits),
            Do::AwaitReg { at, order, from } => {
                self.awaits(thread, at, order, registers[from], waits)
            }
            Do::Store { at, order, value } => {
                let written = self.writes(thread, Where::Atomic(at), order, value, Behind::Any);
                written.into_iter().map(|state| state.moves(thread, None)).collect()
            }
            Do::StoreFrom { at, order, from, more } => {
                let value = registers[from] + more;
                let written = self.writes(thread, Where::Atomic(at), order, value, Behind::Any);
                written.into_iter().map(|state| state.moves(thread, None)).collect()
            }
            Do::Add { at, order, value, to } => {
                let found = self.exchanges(thread, at, (order, order), |old| Some(old + value));
                only(found).map(|(state, value)| state.moves(thread, Some((to, value)))).collect()
            }
            Do::Cas { at, expected, new, success, failure, to } => {
                let change = |old| (old == expected).then_some(new);
                let found = self.exchanges(thread, at, (success, failure), change);
                only(found).map(|(state, value)| state.moves(thread, Some((to, value)))).collect()
            }
            Do::AwaitCas { at, expected, new, success } => {
                let change = |old| (old == expected).then_some(new);
                let found = self.exchanges(thread, at, (success, Relaxed), change).into_iter();
                found.filter_map(|(state, _, done)| state.awaited(thread, waits, done)).collect()
            }
            Do::Increment { at, .. } if !loaded => {
                let read = self.reads(thread, Where::Atomic(at), |_| Relaxed).into_iter();
                let load = |(mut state, _, value): Read| {
                    state.threads[thread].1[REGISTERS - 1] = value;
                    state.threads[thread].2 = true;
                    state
                };
                read.map(load).collect()
            }
            Do::Increment { at, order } => {
                let expected = registers[REGISTERS - 1];
                let change = |old| (old == expected).then_some(old + 1);
                let found = self.exchanges(thread, at, (order, Relaxed), change).into_iter();
                let tried = |(mut state, _, done): (State, u64, bool)| {
                    state.threads[thread].2 = false;
                    if done { state.moves(thread, None) } else { state }
                };
                found.map(tried).collect()
            }
            Do::Fence(order) => {
                let (mut state, event) = self.add(thread, (Kind::Fence, None, Some(order)));
                state.graph.threads[thread].push(event);
                vec![state.moves(thread, None)]
            }
            Do::Lock(lock) => {
                let place = Where::Lock(lock);
                let read = self.reads(thread, place, |_| Acquire).into_iter();
                let free = read.filter(|(.., value)| *value == 0);
                let take = |(state, from, _): Read| {
                    state.writes(thread, place, Relaxed, 1, Behind::This(from))
                };
                free.flat_map(take).map(|state| state.moves(thread, None)).collect()
            }
            Do::TryLock { lock, to, skip } => {
                let place = Where::Lock(lock);
                let read =
                    self.reads(thread, place, |value| if value == 0 { Acquire } else { Relaxed });
                let tried = |(state, from, value): Read| {
                    if value == 0 {
                        let taken = state.writes(thread, place, Relaxed, 1, Behind::This(from));
                        let moved = |state: State| state.moves(thread, Some((to, 1)));
                        return taken.into_iter().map(moved).collect();
                    }
                    let mut failed = state.moves(thread, Some((to, 0)));
                    failed.threads[thread].0 += skip;
                    vec![failed]
                };
                read.into_iter().flat_map(tried).collect()
            }
            Do::Unlock(lock) => {
                let place = Where::Lock(lock);
                let own = self.graph.threads[thread].iter().rev();
                let mut own =
                    own.filter(|event| event.place == Some(place) && event.kind == Kind::Write);
                let taken = own.next().map(|event| (event.thread, event.number));
                let mut written = self.writes(thread, place, Release, 0, Behind::This(taken));
                for state in &mut written {
                    state.graph.threads[thread].last_mut().unwrap().second = false;
                }
                written.into_iter().map(|state| state.moves(thread, None)).collect()
            }
            Do::Write { at, value } => {
                let (mut state, mut event) =
                    self.add(thread, (Kind::DataWrite, Some(Where::Data(at)), None));
                event.value = value;
                state.graph.threads[thread].push(event);
                vec![state.moves(thread, None)]
            }
            Do::Read { at, to } => {
                let place = Some(Where::Data(at));
                let (mut state, event) = self.add(thread, (Kind::DataRead, place, None));
                let number = event.number;
                state.graph.threads[thread].push(event);
                // The write that no other one comes after, of those that happen before.
                let hb = state.graph.judge().hb;
                let all = state.graph.all();
                let own =
                    all.iter().position(|e| (e.thread, e.number) == (thread, number)).unwrap();
                let known: Vec<usize> = (0..all.len())
                    .filter(|w| all[*w].kind == Kind::DataWrite && all[*w].place == place)
                    .filter(|w| hb.has(*w, own))
                    .collect();
                let last = known.iter().find(|w| known.iter().all(|other| !hb.has(**w, *other)));
                let value = last.map_or(0, |last| all[*last].value);
                vec![state.moves(thread, Some((to, value)))]
            }
            Do::Unless { register, value, skip } => {
                let mut state = self.clone();
                state.threads[thread].0 += if registers[register] == value { 1 } else { 1 + skip };
                vec![state]
            }
        }
    }

    fn awaits(
        &self,
        thread: usize,
        at: usize,
        order: Ordering,
        value: u64,
        waits: Option<Source>,
    ) -> Vec<State> {
        let read = self.reads(thread, Where::Atomic(at), |_| order).into_iter();
        read.filter_map(|(state, _, found)| state.awaited(thread, waits, found == value)).collect()
    }

    /// A thread in a loop has read what it waits for, or goes round again. `None` if it has read the same twice.
    fn awaited(mut self, thread: usize, before: Option<Source>, fits: bool) -> Option<State> {
        let mut own = self.graph.threads[thread].iter().rev();
        let read = own.find(|event| event.kind == Kind::Read).unwrap();
        let (from, number) = (read.reads, read.number);
        if before == Some(from) {
            return None;
        }
        self.waits.retain(|(waiting, _)| *waiting != thread);
        if fits {
            return Some(self.moves(thread, None));
        }
        self.waits.push((thread, from));
        self.waits.sort_unstable();
        self.failed.insert((thread, number));
        Some(self)
    }

    /// The graph without the reads of loops that went round again.
    fn without_failed(&self) -> String {
        let is_kept = |thread: usize, number: usize| !self.failed.contains(&(thread, number));
        let now = |(thread, number): (usize, usize)| {
            (thread, (0..number).filter(|earlier| is_kept(thread, *earlier)).count())
        };
        let mut out = Vec::new();
        for (thread, events) in self.graph.threads.iter().enumerate() {
            for event in events.iter().filter(|event| is_kept(thread, event.number)) {
                let (_, number) = now((thread, event.number));
                let event = Event { number, reads: event.reads.map(now), ..event.clone() };
                out.push(format!("{event:?}"));
            }
        }
        for (place, writes) in &self.graph.writes {
            let writes: Vec<_> = writes.iter().map(|write| now(*write)).collect();
            out.push(format!("{place:?} {writes:?}"));
        }
        out.join(" ")
    }

    fn end(&self, atomics: usize) -> String {
        let last = |at| {
            let list = self.graph.writes.get(&Where::Atomic(at));
            self.graph.value(list.and_then(|list| list.last()).copied())
        };
        let last: Vec<u64> = (0..atomics).map(last).collect();
        let registers: Vec<_> = self
            .threads
            .iter()
            .map(|(_, registers, _)| {
                let mut shown = *registers;
                shown[REGISTERS - 1] = 0;
                shown
            })
            .collect();
        format!("{registers:?} {last:?}")
    }
}

/// The graphs of a program by RC11, unless there are more than so many on the way.
pub(crate) fn known(program: &Program, atomics: usize, most: usize) -> Option<Known> {
    walk(program, atomics, most, false).map(|found| found.known)
}

/// The number of graphs of a program by RC11, where what a loop has read before it goes round again does not count.
pub(crate) fn least(program: &Program) -> usize {
    walk(program, 0, usize::MAX, false).map_or(0, |found| found.least.len())
}

/// The graphs of a program in which all that is done has one order; and whether in all of them any two accesses that
/// conflict are ordered by happens-before, or both are `SeqCst`: the premise of DRF-SC.
pub(crate) fn sequential(program: &Program, atomics: usize, most: usize) -> Option<(Known, bool)> {
    walk(program, atomics, most, true).map(|found| (found.known, found.ordered))
}

/// All graphs of a program.
struct Walked {
    known: Known,
    /// Whether any two accesses that conflict are ordered by happens-before, or both are `SeqCst`.
    ordered: bool,
    /// The graphs without the reads of loops that went round again.
    least: HashSet<String>,
}

fn walk(program: &Program, atomics: usize, most: usize, sequential: bool) -> Option<Walked> {
    let threads = vec![(0, [0; REGISTERS], false); program.len()];
    let graph = Graph { threads: vec![Vec::new(); program.len()], writes: BTreeMap::new() };
    let mut work = vec![State { graph, threads, waits: Vec::new(), failed: BTreeSet::new() }];
    let mut least = HashSet::new();
    let mut seen = HashSet::new();
    let mut known = Known::default();
    let mut ordered = true;
    while let Some(state) = work.pop() {
        if !seen.insert(state.clone()) {
            continue;
        }
        if seen.len() > most {
            return None;
        }
        let hb = state.graph.judge().hb;
        ordered &= !sequential || !state.graph.conflicts(&hb);
        if state.graph.races(&hb) {
            known.races = true;
            continue;
        }
        let mut goes_on = false;
        for thread in 0..program.len() {
            for next in state.steps(program, thread) {
                let fits = || {
                    let judged = next.graph.judge();
                    judged.consistent && (judged.sequential || !sequential)
                };
                if next.graph == state.graph || fits() {
                    goes_on = true;
                    work.push(next);
                }
            }
        }
        if goes_on {
            continue;
        }
        least.insert(state.without_failed());
        if state
            .threads
            .iter()
            .enumerate()
            .all(|(thread, (next, ..))| *next >= program[thread].len())
        {
            *known.ends.entry(state.end(atomics)).or_default() += 1;
        } else {
            known.stuck += 1;
        }
    }
    Some(Walked { known, ordered, least })
}
