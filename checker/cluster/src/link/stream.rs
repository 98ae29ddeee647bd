//! Connections that carry timely's messages. Timely panics in its own threads when a connection ends; here the loss is
//! noted, and these threads wait for the end of the process, which whoever searches brings about.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use timely::communication::allocator::zero_copy::stream::Stream;

use super::watch::{LossKind, Watch};

/// The length of the header that timely sends last, which is all zeros.
const LAST: usize = 48;

/// A connection to another worker.
pub(crate) struct Watched {
    stream: TcpStream,
    worker: usize,
    watch: Arc<Watch>,
    /// The number of zero bytes that came last.
    zeros: usize,
}

impl Watched {
    pub(super) fn new(stream: TcpStream, worker: usize, watch: Arc<Watch>) -> Self {
        Watched { stream, worker, watch, zeros: 0 }
    }

    /// Notes that the connection is of no use any more.
    fn lose(&self, how: LossKind) {
        self.watch.ended(self.worker, how);
    }
}

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.stream.read(buffer) {
                // Timely has sent its last header before.
                Ok(0) if self.zeros >= LAST => return Ok(0),
                Ok(0) => self.lose(LossKind::Closed),
                Ok(length) => {
                    let zeros =
                        buffer[..length].iter().rev().take_while(|&&byte| byte == 0).count();
                    self.zeros = if zeros == length { self.zeros + zeros } else { zeros };
                    return Ok(length);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => self.lose(LossKind::Failed(error.kind())),
            }
            // Nothing will ever come.
            loop {
                std::thread::park();
            }
        }
    }
}

impl Write for Watched {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self.stream.write(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                self.lose(LossKind::Failed(error.kind()));
                // Nobody reads it.
                Ok(buffer.len())
            }
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        if let Err(error) = self.stream.flush() {
            self.lose(LossKind::Failed(error.kind()));
        }
        Ok(())
    }
}

impl Stream for Watched {
    fn try_clone(&self) -> io::Result<Self> {
        let (worker, watch) = (self.worker, Arc::clone(&self.watch));
        Ok(Watched { stream: self.stream.try_clone()?, worker, watch, zeros: 0 })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        let ended = self.stream.shutdown(how);
        if self.watch.is_over.load(Ordering::SeqCst) { Ok(()) } else { ended }
    }
}
