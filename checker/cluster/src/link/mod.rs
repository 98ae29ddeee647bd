//! Connections between all workers: who listens where, who calls whom, and what is said first.
//!
//! A worker listens on its own address and no other, for the workers behind it, and only until they have all called; it
//! calls the workers before it. Each two have two connections, one for messages and one for signs of life.

mod greet;
mod pulse;
mod stream;
mod watch;

use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use greet::{Greeting, Misfit, Purpose};
use pulse::Pulse;
pub(crate) use stream::Watched;
pub(crate) use watch::Watch;
pub use watch::{Loss, LossKind};

/// How long a worker waits before it calls again.
const AGAIN: Duration = Duration::from_millis(20);

/// The places of all workers, and which of them this process is.
pub struct Plan {
    /// The number of this worker.
    pub worker: usize,
    /// The address of each worker, by number.
    pub addresses: Vec<SocketAddr>,
    /// The socket on which this worker listens, if there is one already; it is bound to the worker's address otherwise.
    pub listener: Option<TcpListener>,
    /// A hash of what is searched, with a secret if the workers have one in common: those with another one are refused.
    pub task: [u8; 32],
    /// The time for which to wait for the other workers.
    pub patience: Duration,
    /// The action to take when a worker is lost. It is called on another thread, once.
    pub on_loss: Box<dyn Fn(&Loss) + Send + Sync>,
}

impl Plan {
    /// Makes a plan in which the worker binds its own address, waits for half a minute, and is told of losses by its
    /// searches alone.
    pub fn new(worker: usize, addresses: Vec<SocketAddr>, task: [u8; 32]) -> Self {
        let patience = Duration::from_secs(30);
        Plan { worker, addresses, listener: None, task, patience, on_loss: Box::new(|_| {}) }
    }
}

impl std::fmt::Debug for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Plan { worker, addresses, .. } = self;
        f.debug_struct("Plan").field("worker", worker).field("addresses", addresses).finish()
    }
}

/// The reason why workers do not come together.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LinkError {
    /// This worker cannot listen on its address.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The reason.
        error: io::Error,
    },
    /// A worker did not come in time.
    #[error("worker {worker}, {address}, was not there within {} s", .patience.as_secs())]
    Absent {
        /// The number of the worker.
        worker: usize,
        /// Its address.
        address: SocketAddr,
        /// The time for which this worker waited for it.
        patience: Duration,
    },
    /// A worker searches something else: its files, options, or its version are others.
    #[error(
        "worker {worker} searches something else: all need the same files, options and version"
    )]
    OtherTask {
        /// The number of the worker, as it says.
        worker: usize,
    },
    /// A worker counts the workers otherwise, or has the number of this one.
    #[error(
        "worker {worker} does not fit: all need the same addresses, and each a number of its own"
    )]
    OtherNumber {
        /// The number of the worker, as it says.
        worker: usize,
    },
    /// The system does not do what is needed for a connection.
    #[error("cannot connect the workers: {0}")]
    System(#[from] io::Error),
}

impl LinkError {
    fn of(misfit: Misfit) -> Option<Self> {
        match misfit {
            Misfit::Stranger => None,
            Misfit::OtherTask(worker) => Some(LinkError::OtherTask { worker }),
            Misfit::OtherNumber(worker) => Some(LinkError::OtherNumber { worker }),
        }
    }
}

/// The connections of one worker to all others.
pub(crate) struct Link {
    pub(crate) worker: usize,
    pub(crate) workers: usize,
    pub(crate) watch: Arc<Watch>,
    pulse: Pulse,
    /// The connections for messages, by worker; taken once.
    pub(crate) streams: Vec<Option<Watched>>,
}

/// The connections to one worker, as they come.
#[derive(Default)]
struct Pair {
    messages: Option<TcpStream>,
    pulse: Option<TcpStream>,
}

impl Link {
    /// Connects this worker with all others.
    pub(crate) fn connect(plan: Plan) -> Result<Self, LinkError> {
        let Plan { worker, addresses, listener, task, patience, on_loss } = plan;
        let workers = addresses.len();
        let end = Instant::now() + patience;
        let greeting = Greeting { task, worker, workers };
        let mut pairs: Vec<Pair> = (0..workers).map(|_| Pair::default()).collect();
        // Those behind may call before those in front have answered.
        let listener = if worker + 1 < workers {
            let address = addresses[worker];
            let bound = listener.map_or_else(|| TcpListener::bind(address), Ok);
            Some(bound.map_err(|error| LinkError::Listen { address, error })?)
        } else {
            None
        };
        for (other, &address) in addresses.iter().enumerate().take(worker) {
            for purpose in [Purpose::Messages, Purpose::Pulse] {
                let absent = LinkError::Absent { worker: other, address, patience };
                let stream = call(greeting, purpose, address, end)?.ok_or(absent)?;
                match purpose {
                    Purpose::Messages => pairs[other].messages = Some(stream),
                    Purpose::Pulse => pairs[other].pulse = Some(stream),
                }
            }
        }
        if let Some(listener) = listener {
            let called = listen(&listener, greeting, &mut pairs, end);
            close(listener);
            called?;
        }
        let watch = Arc::new(Watch::new(workers, on_loss));
        let mut streams: Vec<Option<Watched>> = Vec::new();
        let mut pulses = Vec::new();
        for (other, pair) in pairs.into_iter().enumerate() {
            let absent =
                || LinkError::Absent { worker: other, address: addresses[other], patience };
            if other == worker {
                streams.push(None);
                continue;
            }
            let messages = pair.messages.ok_or_else(absent)?;
            streams.push(Some(Watched::new(messages, other, Arc::clone(&watch))));
            pulses.push((other, pair.pulse.ok_or_else(absent)?));
        }
        let pulse = Pulse::begin(pulses, &watch, patience)?;
        Ok(Link { worker, workers, watch, pulse, streams })
    }

    /// Says to all others that this worker leaves, and waits until they have said so too, or one of them is lost.
    pub(crate) fn leave(&mut self) {
        self.pulse.leave();
        let others = || (0..self.workers).filter(|&other| other != self.worker);
        while self.watch.loss().is_none() && !others().all(|other| self.watch.has_left(other)) {
            std::thread::sleep(Duration::from_millis(2));
        }
        self.watch.is_over.store(true, Ordering::SeqCst);
    }
}

/// Calls a worker until it answers; none if it does not in time.
fn call(
    greeting: Greeting,
    purpose: Purpose,
    address: SocketAddr,
    end: Instant,
) -> Result<Option<TcpStream>, LinkError> {
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(None);
        }
        if let Ok(mut stream) = TcpStream::connect_timeout(&address, left)
            && let Ok(said) = greeting.call(&mut stream, purpose, left)
        {
            match said {
                Ok(_) => return Ok(Some(stream)),
                Err(misfit) => {
                    if let Some(error) = LinkError::of(misfit) {
                        return Err(error);
                    }
                }
            }
        }
        std::thread::sleep(AGAIN);
    }
}

/// Answers those who call until all workers behind this one have; strangers are not answered.
fn listen(
    listener: &TcpListener,
    greeting: Greeting,
    pairs: &mut [Pair],
    end: Instant,
) -> Result<(), LinkError> {
    listener.set_nonblocking(true)?;
    let is_missing = |pair: &Pair| pair.messages.is_none() || pair.pulse.is_none();
    while pairs[greeting.worker + 1..].iter().any(is_missing) && Instant::now() < end {
        match listener.accept() {
            Ok((mut stream, _)) => match greeting.answer(&mut stream) {
                Ok(Ok((purpose, other))) if other > greeting.worker => {
                    let place = match purpose {
                        Purpose::Messages => &mut pairs[other].messages,
                        Purpose::Pulse => &mut pairs[other].pulse,
                    };
                    if place.replace(stream).is_some() {
                        return Err(LinkError::OtherNumber { worker: other });
                    }
                }
                Ok(Ok((_, other))) => return Err(LinkError::OtherNumber { worker: other }),
                Ok(Err(misfit)) => {
                    if let Some(error) = LinkError::of(misfit) {
                        return Err(error);
                    }
                }
                // It has gone, or says nothing.
                Err(_) => {}
            },
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => std::thread::sleep(AGAIN),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Ends listening, also where the process has the socket a second time: as its standard input.
fn close(listener: TcpListener) {
    #[cfg(unix)]
    {
        let socket = TcpStream::from(std::os::fd::OwnedFd::from(listener));
        // Nobody is connected: that is what it may complain about.
        let _ = socket.shutdown(std::net::Shutdown::Both);
    }
    #[cfg(not(unix))]
    drop(listener);
}
