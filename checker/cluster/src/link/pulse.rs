//! Signs of life. Beside the connection for messages, every two workers have one on which each says once a second that
//! it is there, whatever its search is doing, and in the end that it leaves.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::watch::{LossKind, Watch};

/// How often a worker says that it is there.
const BEAT: Duration = Duration::from_secs(1);

/// How long nothing may be heard of a worker.
const SILENCE: Duration = Duration::from_secs(7);

/// The byte that says that a worker is there.
const HERE: u8 = b'.';

/// The byte that says that a worker has what it needs from all others.
const LEAVES: u8 = b'!';

/// The threads that say and hear signs of life.
pub(super) struct Pulse {
    leave: Option<Sender<()>>,
    says: Option<std::thread::JoinHandle<()>>,
}

impl Pulse {
    /// Begins to say to all others that this worker is there, and to hear it of them.
    pub(super) fn begin(
        streams: Vec<(usize, TcpStream)>,
        watch: &Arc<Watch>,
        patience: Duration,
    ) -> std::io::Result<Self> {
        let mut says = Vec::new();
        for (worker, stream) in streams {
            stream.set_read_timeout(Some(BEAT))?;
            stream.set_write_timeout(Some(SILENCE))?;
            says.push((worker, stream.try_clone()?));
            let watch = Arc::clone(watch);
            thread("hears", move || hear(&stream, worker, &watch, patience))?;
        }
        let (leave, leaves) = channel();
        let watch = Arc::clone(watch);
        let says = thread("says", move || say(&says, &leaves, &watch))?;
        Ok(Pulse { leave: Some(leave), says: Some(says) })
    }

    /// Says to all others that this worker leaves.
    pub(super) fn leave(&mut self) {
        self.leave = None;
        if let Some(says) = self.says.take() {
            // It does not panic.
            let _ = says.join();
        }
    }
}

fn thread(
    name: &str,
    work: impl FnOnce() + Send + 'static,
) -> std::io::Result<std::thread::JoinHandle<()>> {
    std::thread::Builder::new().name(name.to_owned()).stack_size(1 << 17).spawn(work)
}

/// Says that this worker is there, until it leaves.
fn say(others: &[(usize, TcpStream)], leaves: &Receiver<()>, watch: &Watch) {
    let mut wait = Duration::ZERO;
    loop {
        let is_leaving = leaves.recv_timeout(wait) != Err(RecvTimeoutError::Timeout);
        wait = BEAT;
        for (worker, stream) in others {
            let mut stream = stream;
            if let Err(error) = stream.write_all(&[if is_leaving { LEAVES } else { HERE }]) {
                watch.ended(*worker, LossKind::Failed(error.kind()));
            }
        }
        if is_leaving {
            return;
        }
    }
}

/// Hears of one worker, until its connection ends. At first it may wait for others itself.
fn hear(mut stream: &TcpStream, worker: usize, watch: &Watch, patience: Duration) {
    let mut bytes = [0; 64];
    let mut silence = patience.max(SILENCE);
    let mut last = Instant::now();
    loop {
        let how = match stream.read(&mut bytes) {
            Ok(0) => LossKind::Closed,
            Ok(length) => {
                if bytes[..length].contains(&LEAVES) {
                    watch.leave(worker);
                    return;
                }
                last = Instant::now();
                silence = SILENCE;
                continue;
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                if last.elapsed() < silence {
                    continue;
                }
                LossKind::Silent(silence)
            }
            Err(error) => LossKind::Failed(error.kind()),
        };
        if !watch.is_over.load(Ordering::SeqCst) {
            watch.ended(worker, how);
        }
        return;
    }
}
