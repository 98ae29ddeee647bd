//! The search of one model by all workers.

use std::time::{Duration, Instant};

use reductio_search::{
    Exploration, Finding, FoundApart, Model, Next, Portable, Query, Reduction, SearchProgress,
    Settling, Stopped, StuckAnswer, Totals, Way, Worker,
};

use crate::checkpoint::Keeper;
use crate::link::{Loss, LossKind};
use crate::net::{Batch, Kind, Net};
use crate::wire::{put, take};
use crate::words::{self, Come, Parcels};

/// The number of states that are expanded between two looks at what has come.
const SLICE: usize = 1 << 8;

/// The number of bytes from which a message is sent.
const MESSAGE: usize = 1 << 15;

/// The number of states of a run that are sent at once.
const STRAND: usize = 1 << 12;

/// How often workers tell each other how far they have come.
const TELL: Duration = Duration::from_millis(200);

/// What is known about threads that are stuck, and the findings, each with the number of its worker.
type Stuck = (StuckAnswer, Vec<(usize, FoundApart)>);

/// What came of a round in which sets went back along steps, and what came of the one before to each worker.
type Swept = (Result<(), Stopped>, Vec<Result<bool, Stopped>>);

/// One worker in one search.
pub(crate) struct Searching<'s, 'a, M: Model, R: Reduction<M, Memory = ()>> {
    net: &'s mut Net,
    keeper: &'s mut Keeper,
    query: &'a Query<'a>,
    worker: Worker<'a, M, R>,
    /// The place of states that are read.
    state: M::State,
    out: Vec<Parcels>,
    come: Vec<Come>,
    told: Instant,
    /// The worker that has sent something that is no message, if one has.
    garbled: Option<usize>,
}

impl<'s, 'a, M, R> Searching<'s, 'a, M, R>
where
    M: Model<State: Portable>,
    R: Reduction<M, Memory = ()>,
{
    pub(crate) fn new(
        net: &'s mut Net,
        keeper: &'s mut Keeper,
        model: &'a M,
        reduction: &'a R,
        query: &'a Query<'a>,
    ) -> Self {
        let place = (net.worker(), net.workers());
        let out = (0..net.workers()).map(|_| Parcels::default()).collect();
        let come = vec![Come::default(); net.workers()];
        let worker = Worker::new(model, reduction, query, place);
        let (state, told) = (model.initial(), Instant::now());
        Searching { net, keeper, query, worker, state, out, come, told, garbled: None }
    }

    /// Searches. If the workers find something among at most `few` states, each of them searches again alone.
    pub(crate) fn run(mut self, few: usize) -> Result<Exploration<M::Violation>, Loss> {
        let mut next = match self.keeper.take_up(&mut self.worker) {
            None => {
                self.worker.begin();
                self.agree()?
            }
            Some(is_there) => {
                if !is_there {
                    // There is no room for all that was there.
                    self.worker.stop(Stopped::Memory);
                }
                Next::Level
            }
        };
        while next == Next::Level {
            self.level()?;
            next = self.agree()?;
        }
        let settling = self.worker.settling();
        let mut mine = words::ready(settling.as_ref().err().copied());
        mine.extend(words::totals(&self.worker.totals()));
        let ended = self.exchange(&mine, words::take_ended)?;
        let (ready, all): (Vec<_>, Vec<Totals>) = ended.into_iter().unzip();
        if let Some(answer) = self.worker.not_begun() {
            return Ok(answer);
        }
        let is_few = all.iter().map(|one| one.states).sum::<usize>() <= few;
        let mut found = self.worker.first_of_each(&all);
        let so_far = self.worker.exploration(&all, Vec::new(), StuckAnswer::NotAsked);
        if is_few && !(found.is_empty() && so_far.findings.is_empty()) {
            return Ok(self.worker.alone());
        }
        let (stuck, more) = match (settling, ready.into_iter().flatten().next()) {
            (Ok(settling), None) => self.stuck(settling, &all)?,
            (Err(answer), None) | (_, Some(answer)) => (answer, Vec::new()),
        };
        found.extend(more);
        if is_few && !found.is_empty() {
            return Ok(self.worker.alone());
        }
        let findings = self.runs(&found)?;
        Ok(self.worker.exploration(&all, findings, stuck))
    }

    /// Tells all workers something, and reads what each of them tells.
    fn exchange<T>(
        &mut self,
        mine: &[u8],
        read: impl Fn(&[u8]) -> Option<T>,
    ) -> Result<Vec<T>, Loss> {
        let all = self.net.exchange(mine, &mut |_| {})?;
        let read = |(worker, bytes): (usize, &Vec<u8>)| {
            read(bytes).ok_or(Loss { worker, how: LossKind::Garbled })
        };
        all.iter().enumerate().map(read).collect()
    }

    /// Agrees with all workers on what comes next.
    fn agree(&mut self) -> Result<Next, Loss> {
        let is_due = self.net.worker() == 0 && self.keeper.is_due();
        let mine = words::level(&self.worker.level_totals(), is_due);
        let all = self.exchange(&mine, words::take_level)?;
        let (totals, due): (Vec<_>, Vec<bool>) = all.into_iter().unzip();
        let next = self.worker.agree(&totals);
        if next == Next::Level && due.contains(&true) {
            self.checkpoint()?;
        }
        Ok(next)
    }

    /// Writes a checkpoint. That it cannot be written is no reason to end the search.
    fn checkpoint(&mut self) -> Result<(), Loss> {
        let place = (self.net.worker(), self.net.workers());
        let is_written = self.keeper.write(&mut self.worker, place);
        let all = self.exchange(&[u8::from(is_written)], |bytes| Some(bytes == [1]))?;
        if place.0 == 0 && all.iter().all(|&is_written| is_written) {
            self.keeper.commit(self.worker.snapshot().level, place.1);
        }
        self.keeper.begin_again();
        Ok(())
    }

    /// Expands the states of a level, and receives those that others send.
    fn level(&mut self) -> Result<(), Loss> {
        self.worker.begin_level();
        loop {
            let Searching { worker, out, .. } = self;
            let is_left = worker.expand(SLICE, |owner, parcel| out[owner].push(&parcel));
            self.send_all(if is_left { MESSAGE } else { 1 });
            self.tell();
            self.net_step(|net, take| net.poll(take).and_then(|()| net.make_room(take)))?;
            if !is_left {
                break;
            }
        }
        self.net_step(Net::end_round)?;
        self.worker.look_up();
        Ok(())
    }

    /// Sends the messages that have at least so many bytes.
    fn send_all(&mut self, least: usize) {
        for target in 0..self.out.len() {
            if self.out[target].bytes.len() >= least {
                let bytes = self.out[target].take();
                self.net.send(target, Kind::Parcels, bytes);
            }
        }
    }

    /// Does something with the net, and takes what comes meanwhile.
    fn net_step(
        &mut self,
        step: impl FnOnce(&mut Net, &mut dyn FnMut(Batch)) -> Result<(), Loss>,
    ) -> Result<(), Loss> {
        let Searching { net, worker, state, come, garbled, query, .. } = self;
        let mut received = 0_usize;
        step(net, &mut |batch| {
            let is_read = match batch.kind {
                Kind::Parcels => {
                    received += 1;
                    if received.is_multiple_of(16) {
                        worker.look_up();
                    }
                    Parcels::read(&batch.bytes, state, |parcel| worker.receive(parcel))
                }
                Kind::Progress => Come::decode(&batch.bytes)
                    .map(|told| {
                        come[batch.from as usize] = told;
                        let states = come.iter().map(|one| one.states).sum::<usize>();
                        let too_many = (states > query.max_states).then_some(Stopped::States);
                        if let Some(why) = told.stopped.or(too_many) {
                            worker.stop(why);
                        }
                    })
                    .is_some(),
                _ => true,
            };
            if !is_read {
                garbled.get_or_insert(batch.from as usize);
            }
        })?;
        match *garbled {
            Some(worker) => Err(Loss { worker, how: LossKind::Garbled }),
            None => Ok(()),
        }
    }

    /// Looks at the limits, and tells all workers from time to time how far this one has come.
    fn tell(&mut self) {
        self.worker.look_up();
        let stopped = self.worker.stopped();
        let mine = self.net.worker();
        let is_news = stopped.is_some() && self.come[mine].stopped.is_none();
        if self.told.elapsed() < TELL && !is_news {
            return;
        }
        self.told = Instant::now();
        let (states, frontier) = (self.worker.states(), self.worker.frontier());
        let come = Come { states, frontier, bytes: self.worker.bytes(), stopped };
        self.come[mine] = come;
        for other in self.net.others() {
            self.net.send(other, Kind::Progress, come.encode());
        }
        let all = |part: fn(&Come) -> usize| self.come.iter().map(part).sum::<usize>();
        if all(|one| one.states) > self.query.max_states {
            self.worker.stop(Stopped::States);
        }
        if let Some(report) = self.query.progress {
            report(SearchProgress {
                states: all(|one| one.states),
                frontier: all(|one| one.frontier),
                depth: self.worker.depth(),
                bytes: all(|one| one.bytes),
            });
        }
    }

    /// Works out which threads are stuck for ever.
    fn stuck(&mut self, mut settling: Settling, totals: &[Totals]) -> Result<Stuck, Loss> {
        // What came of the round before.
        let mut before = Ok(true);
        for round in 0_usize.. {
            let (swept, all) = self.sweep(&mut settling, round == 0, before)?;
            if let Some(stopped) = all.iter().find_map(|one| one.err()) {
                return Ok((StuckAnswer::Stopped(stopped), Vec::new()));
            }
            if all.iter().all(|one| *one == Ok(false)) {
                break;
            }
            let grows = settling.takes_growth();
            if round == 0 {
                self.worker.mark_deadlocks(&mut settling, totals);
            }
            before = swept.map(|()| round == 0 || grows);
        }
        let mine = words::stuck(&self.worker.first_stuck(&settling));
        let all = self.exchange(&mine, words::take_stuck)?;
        Ok(match all.into_iter().collect::<Result<Vec<_>, Stopped>>() {
            Ok(all) => self.worker.stuck(totals, &all),
            Err(stopped) => (StuckAnswer::Stopped(stopped), Vec::new()),
        })
    }

    /// Sends sets back along the steps, and takes those that come: one round. Returns what came of it, and what came of
    /// the round before to each worker.
    fn sweep(
        &mut self,
        settling: &mut Settling,
        is_first: bool,
        before: Result<bool, Stopped>,
    ) -> Result<Swept, Loss> {
        let width = settling.width();
        let mut out: Vec<Vec<u8>> = vec![Vec::new(); self.net.workers()];
        let Searching { net, worker, .. } = self;
        let mut lost = None;
        let mut come: Vec<Batch> = Vec::new();
        let mut send = |owner: usize, number: u32, set: &[u8]| {
            let bytes = &mut out[owner];
            put(bytes, number.into());
            bytes.extend_from_slice(set);
            if bytes.len() >= MESSAGE && lost.is_none() {
                net.send(owner, Kind::Sets, std::mem::take(bytes));
                let mut take = |batch| come.push(batch);
                lost = net.poll(&mut take).and_then(|()| net.make_room(&mut take)).err();
            }
        };
        let swept = if is_first {
            worker.tell_movers(settling, &mut send)
        } else {
            worker.sweep(settling, &mut send)
        };
        if let Some(loss) = lost {
            return Err(loss);
        }
        for (owner, bytes) in out.into_iter().enumerate() {
            if !bytes.is_empty() {
                net.send(owner, Kind::Sets, bytes);
            }
        }
        let told = net.exchange(&words::growth(before), &mut |batch| come.push(batch))?;
        for batch in come.iter().filter(|batch| batch.kind == Kind::Sets) {
            let mut bytes = &batch.bytes[..];
            while !bytes.is_empty() {
                let number = take(&mut bytes).and_then(|number| u32::try_from(number).ok());
                let (Some(number), Some((set, rest))) = (number, bytes.split_at_checked(width))
                else {
                    return Err(Loss { worker: batch.from as usize, how: LossKind::Garbled });
                };
                settling.receive(number, set);
                bytes = rest;
            }
        }
        let garbled = |worker| Loss { worker, how: LossKind::Garbled };
        let read = |(worker, bytes): (usize, &Vec<u8>)| {
            words::take_growth(bytes).ok_or_else(|| garbled(worker))
        };
        let all = told.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        Ok((swept, all))
    }

    /// Puts the runs of findings together, all at once: whoever has the next states of a run tells them to all.
    fn runs(&mut self, found: &[(usize, FoundApart)]) -> Result<Vec<Finding<M::Violation>>, Loss> {
        let start = |(worker, one): &(usize, FoundApart)| {
            (Way::Stored { worker: *worker, number: one.number }, Vec::new())
        };
        let mut runs: Vec<(Way, Vec<M::State>)> = found.iter().map(start).collect();
        while runs.iter().any(|(way, _)| matches!(way, Way::Stored { .. })) {
            let mut mine = Vec::new();
            for (place, (way, _)) in runs.iter().enumerate() {
                if let Way::Stored { worker, number } = *way
                    && worker == self.net.worker()
                {
                    let strand = self.worker.strand(number, STRAND);
                    words::put_strand(&mut mine, place, &strand);
                }
            }
            let count = runs.len();
            let all = self.exchange(&mine, |mut bytes| {
                let mut strands = Vec::new();
                while !bytes.is_empty() {
                    let (place, strand) = words::take_strand::<M::State>(&mut bytes)?;
                    (place < count && !strand.states.is_empty()).then_some(())?;
                    strands.push((place, strand));
                }
                Some(strands)
            })?;
            for (place, strand) in all.into_iter().flatten() {
                runs[place].0 = strand.way;
                runs[place].1.extend(strand.states);
            }
        }
        let mut findings = Vec::new();
        for ((_, one), (way, mut states)) in found.iter().zip(runs) {
            states.reverse();
            if let Way::Root(root) = way {
                findings.push(self.worker.finding(one, root, &states));
            }
        }
        Ok(findings)
    }
}
