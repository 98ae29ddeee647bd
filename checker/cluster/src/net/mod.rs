//! Messages between workers in rounds, on a dataflow of timely: the rounds are its timestamps, and that a round is over
//! is what timely's progress tracking says.

mod batch;

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{Allocator, ProcessBuilder};
use timely::communication::initialize::Hooks;
use timely::container::NoopBuilder;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use crate::link::{Link, LinkError, Loss, LossKind};
use batch::ByTarget;
pub(crate) use batch::{Batch, Kind};

/// The longest time for which a worker waits without a look at who is still there.
const LOOK: Duration = Duration::from_millis(50);

/// How long a round may go on when a worker has left.
const GRACE: Duration = Duration::from_secs(5);

/// The number of messages to one worker that may be on their way.
const MOST: usize = 48;

/// The number of messages after which their sender is told that they have come.
const TELL: usize = 8;

/// One worker's end of the messages between all workers.
pub(crate) struct Net {
    link: Link,
    worker: Worker,
    input: Option<InputHandle<u64, NoopBuilder<Batch>>>,
    probe: ProbeHandle<u64>,
    inbox: Rc<RefCell<Vec<Batch>>>,
    /// Messages of the next round.
    early: Vec<Batch>,
    round: u64,
    /// The number of messages to each worker that are on their way.
    on_way: Vec<usize>,
    /// The number of messages from each worker that it was not told of.
    untold: Vec<usize>,
    /// What each worker has told in this round.
    words: Vec<Option<Vec<u8>>>,
    /// Since when it is known that a worker has left.
    left_since: Option<Instant>,
    guard: Option<Box<dyn std::any::Any + Send>>,
}

impl Net {
    /// Makes the dataflow over the connections.
    pub(crate) fn new(mut link: Link) -> Result<Self, LinkError> {
        let hooks = Hooks::default();
        let local = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
        let streams = std::mem::take(&mut link.streams);
        let (builders, guard) =
            initialize_networking_from_sockets(local, streams, link.worker, 1, hooks)?;
        let builder = builders.into_iter().next().ok_or(std::io::ErrorKind::NotConnected);
        let builder = builder.map_err(|kind| LinkError::System(kind.into()))?;
        let allocator = Allocator::Tcp(builder.build());
        // Without a clock it never sleeps.
        let config = WorkerConfig::default();
        let mut worker = Worker::new(config, allocator, Some(Instant::now()));
        let inbox = Rc::new(RefCell::new(Vec::new()));
        let (input, probe) = worker.dataflow::<u64, _, _>(|scope| {
            let (input, stream) = scope.new_input_with_builder::<NoopBuilder<Batch>>();
            let pact = DistributorPact(|_: usize| ByTarget);
            let inbox = Rc::clone(&inbox);
            let received = stream.unary::<NoopBuilder<Batch>, _, _, _>(pact, "inbox", |_, _| {
                move |input, _| {
                    input.for_each_stamp(|_, data| {
                        inbox.borrow_mut().extend(data.map(std::mem::take));
                    });
                }
            });
            (input, received.probe().0)
        });
        let (on_way, untold) = (vec![0; link.workers], vec![0; link.workers]);
        let (input, guard): (_, Option<Box<dyn std::any::Any + Send>>) =
            (Some(input), Some(Box::new(guard)));
        let (early, round, left_since) = (Vec::new(), 0, None);
        let words = vec![None; link.workers];
        Ok(Net {
            link,
            worker,
            input,
            probe,
            inbox,
            early,
            round,
            on_way,
            untold,
            words,
            left_since,
            guard,
        })
    }

    pub(crate) fn worker(&self) -> usize {
        self.link.worker
    }

    pub(crate) fn workers(&self) -> usize {
        self.link.workers
    }

    /// The numbers of all other workers.
    pub(crate) fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let worker = self.worker();
        (0..self.workers()).filter(move |&other| other != worker)
    }

    /// Sends a message to another worker, in this round.
    pub(crate) fn send(&mut self, target: usize, kind: Kind, bytes: Vec<u8>) {
        if matches!(kind, Kind::Parcels | Kind::Sets) {
            self.on_way[target] += 1;
        }
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let (from, target, round) = (number(self.worker()), number(target), self.round);
        if let Some(input) = &mut self.input {
            input.send_batch(&mut Batch { from, target, round, kind, bytes, is_some: true });
        }
    }

    /// Takes part in what happens, and calls `take` with each message that has come in this round.
    pub(crate) fn poll(&mut self, take: &mut dyn FnMut(Batch)) -> Result<(), Loss> {
        self.step(Duration::ZERO, take)
    }

    /// Waits until no worker has too many messages on their way to it.
    pub(crate) fn make_room(&mut self, take: &mut dyn FnMut(Batch)) -> Result<(), Loss> {
        while self.on_way.iter().any(|&on_way| on_way > MOST) {
            self.step(LOOK, take)?;
        }
        Ok(())
    }

    /// Ends this round: waits until all workers do so, and all messages have come.
    pub(crate) fn end_round(&mut self, take: &mut dyn FnMut(Batch)) -> Result<(), Loss> {
        let next = self.round + 1;
        if let Some(input) = &mut self.input {
            input.advance_to(next);
        }
        while self.probe.less_than(&next) {
            self.step(LOOK, take)?;
        }
        self.round = next;
        self.left_since = None;
        self.on_way.fill(0);
        self.untold.fill(0);
        let early = std::mem::take(&mut self.early);
        self.inbox.borrow_mut().splice(0..0, early);
        Ok(())
    }

    /// Tells all workers something, ends this round, and returns what each of them tells, by its number. Other messages
    /// of the round are given to `take`.
    pub(crate) fn exchange(
        &mut self,
        words: &[u8],
        take: &mut dyn FnMut(Batch),
    ) -> Result<Vec<Vec<u8>>, Loss> {
        self.words[self.link.worker] = Some(words.to_vec());
        for other in self.others() {
            self.send(other, Kind::Words, words.to_vec());
        }
        self.end_round(take)?;
        let none = vec![None; self.workers()];
        let all = std::mem::replace(&mut self.words, none);
        let missing = |worker| Loss { worker, how: LossKind::Garbled };
        let words = all.into_iter().enumerate();
        words.map(|(worker, words)| words.ok_or_else(|| missing(worker))).collect()
    }

    fn step(&mut self, wait: Duration, take: &mut dyn FnMut(Batch)) -> Result<(), Loss> {
        if wait.is_zero() || !self.inbox.borrow().is_empty() {
            self.worker.step();
        } else {
            self.worker.step_or_park(Some(wait));
        }
        if let Some(loss) = self.link.watch.loss() {
            return Err(loss);
        }
        let come = std::mem::take(&mut *self.inbox.borrow_mut());
        for batch in come {
            let from = batch.from as usize;
            if from >= self.workers() {
                continue;
            }
            match batch.kind {
                Kind::Received => self.on_way[from] = self.on_way[from].saturating_sub(TELL),
                _ if batch.round > self.round => self.early.push(batch),
                Kind::Parcels | Kind::Sets => {
                    self.untold[from] += 1;
                    if self.untold[from] >= TELL {
                        self.untold[from] = 0;
                        self.send(from, Kind::Received, Vec::new());
                    }
                    take(batch);
                }
                // They may come before this worker tells its own.
                Kind::Words => self.words[from] = Some(batch.bytes),
                Kind::Progress => take(batch),
            }
        }
        self.look_at_left()
    }

    /// Who has left has taken part in all rounds: this one is over as soon as all messages are there. If it is not, the
    /// others are in another search.
    fn look_at_left(&mut self) -> Result<(), Loss> {
        let Some(worker) = self.others().find(|&other| self.link.watch.has_left(other)) else {
            return Ok(());
        };
        if self.left_since.get_or_insert_with(Instant::now).elapsed() < GRACE {
            return Ok(());
        }
        self.link.watch.lose(worker, LossKind::Left);
        self.link.watch.loss().map_or(Ok(()), Err)
    }

    /// Leaves: no worker needs this one any more, and this one needs none. Waits until all others have left too.
    pub(crate) fn leave(&mut self) {
        self.link.leave();
        if self.link.watch.loss().is_some() {
            return;
        }
        self.input = None;
    }
}

impl Drop for Net {
    fn drop(&mut self) {
        // Threads of timely may wait for workers that are lost: they end with the process.
        std::mem::forget(self.guard.take());
    }
}
