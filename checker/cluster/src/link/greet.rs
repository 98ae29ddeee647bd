//! The greeting of two workers: that both are workers of this version, that they search the same, and who they are.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// The first bytes of a connection: the protocol and its version.
const PROTOCOL: [u8; 8] = *b"reductio";

/// How long a stranger may take to say who it is.
const PATIENCE: Duration = Duration::from_secs(2);

/// The length of a greeting.
const LENGTH: usize = 8 + 4 + 1 + 32 + 4 + 4;

/// The use of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Messages of the search.
    Messages,
    /// Signs of life.
    Pulse,
}

/// The description that a worker gives of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Greeting {
    /// A digest of the search: the same for all workers. What it is made of is a secret where workers know one in
    /// common.
    pub(super) task: [u8; 32],
    pub(super) worker: usize,
    pub(super) workers: usize,
}

/// The reason why two workers do not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Misfit {
    /// The other one is no worker of this version.
    Stranger,
    /// It searches something else.
    OtherTask(usize),
    /// It knows another number of workers.
    OtherNumber(usize),
}

impl Greeting {
    fn bytes(self, purpose: Purpose) -> [u8; LENGTH] {
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
        let version = crate::VERSION.to_le_bytes();
        let purpose = [u8::from(purpose == Purpose::Pulse)];
        let mut all = [0; LENGTH];
        let parts: [&[u8]; 6] = [
            &PROTOCOL,
            &version,
            &purpose,
            &self.task,
            &number(self.worker),
            &number(self.workers),
        ];
        let mut rest = &mut all[..];
        for part in parts {
            let (here, after) = rest.split_at_mut(part.len());
            here.copy_from_slice(part);
            rest = after;
        }
        all
    }

    /// Reads what the other side says, and compares it with what this one is.
    fn read(
        self,
        stream: &mut TcpStream,
        patience: Duration,
    ) -> io::Result<Result<(Purpose, usize), Misfit>> {
        let mut bytes = [0; LENGTH];
        stream.set_read_timeout(Some(patience))?;
        stream.read_exact(&mut bytes)?;
        let number = |at: usize| {
            let four = bytes[at..at + 4].try_into().unwrap_or([0; 4]);
            usize::try_from(u32::from_le_bytes(four)).unwrap_or(usize::MAX)
        };
        let (worker, workers) = (number(45), number(49));
        Ok(if bytes[..12] != self.bytes(Purpose::Messages)[..12] || bytes[12] > 1 {
            Err(Misfit::Stranger)
        } else if bytes[13..45] != self.task {
            Err(Misfit::OtherTask(worker))
        } else if workers != self.workers || worker >= workers || worker == self.worker {
            Err(Misfit::OtherNumber(worker))
        } else {
            Ok((if bytes[12] == 1 { Purpose::Pulse } else { Purpose::Messages }, worker))
        })
    }

    /// Greets a worker that listens, and waits for its answer, which it may give only when others have answered it.
    pub(super) fn call(
        self,
        stream: &mut TcpStream,
        purpose: Purpose,
        patience: Duration,
    ) -> io::Result<Result<usize, Misfit>> {
        stream.set_nodelay(true)?;
        stream.write_all(&self.bytes(purpose))?;
        let answer = self.read(stream, patience)?;
        stream.set_read_timeout(None)?;
        Ok(answer.map(|(_, worker)| worker))
    }

    /// Answers whoever calls.
    pub(super) fn answer(
        self,
        stream: &mut TcpStream,
    ) -> io::Result<Result<(Purpose, usize), Misfit>> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        let said = self.read(stream, PATIENCE)?;
        if said != Err(Misfit::Stranger) {
            // The other side finds out as well what does not fit. Who does not know the task is not told it.
            let task = if matches!(said, Err(Misfit::OtherTask(_))) { [0; 32] } else { self.task };
            let purpose = said.map_or(Purpose::Messages, |(purpose, _)| purpose);
            stream.write_all(&Greeting { task, ..self }.bytes(purpose))?;
        }
        stream.set_read_timeout(None)?;
        Ok(said)
    }
}
