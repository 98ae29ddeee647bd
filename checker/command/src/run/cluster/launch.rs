//! Starts the workers of `--processes`, and waits for them.

use std::ffi::OsString;
use std::io::{self, Read};
use std::net::{SocketAddr, TcpListener};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use reductio::Exit;
use reductio::diagnostics::Diagnostic;

use crate::cli::CheckArgs;
use crate::monitor::Monitor;
use crate::run::{Said, tell};
use crate::stop::Cause;

/// The variable of the environment that has the secret of workers that one command has started. Other users of the
/// machine cannot read it.
pub(super) const SECRET: &str = "REDUCTIO_WORKERS_SECRET";

/// The variable of the environment that has the number of the process that has started a worker.
pub(super) const PARENT: &str = "REDUCTIO_WORKERS_PARENT";

/// The byte that a worker but the first writes when it has found the others.
pub(super) const CONNECTED: [u8; 1] = *b".";

/// How long workers may go on when one of them has ended otherwise than it should, or the first one has ended.
const GRACE: Duration = Duration::from_secs(6);

/// Starts the workers that are asked for, and waits for them. None where this process is a worker itself.
pub(in crate::run) fn launch(args: &CheckArgs, monitor: &Monitor) -> Option<Said> {
    let workers = usize::from(args.cluster.processes?);
    if args.cluster.addresses.is_some() {
        return None;
    }
    if args.files.iter().any(|file| file == "-") {
        let message = "several processes cannot all read the standard input";
        let fault = Diagnostic::error("E0016", message).help("name a file in place of `-`");
        tell(&[fault]);
        return Some(Said::nothing(Exit::BadInput));
    }
    let started = match start(workers) {
        Ok(started) => started,
        Err(error) => {
            let message = format!("cannot start the processes: {error}");
            tell(&[Diagnostic::error("E1302", message)]);
            return Some(Said::nothing(Exit::Declined));
        }
    };
    // The workers keep the limits, and one of them writes the answer.
    monitor.stop.answering();
    Some(Said::nothing(started.wait(monitor)))
}

/// The arguments of this command, for a worker.
fn arguments(worker: usize, addresses: &str) -> Vec<OsString> {
    let own = std::env::args_os().skip(1);
    // Files may stand behind `--`, at the end: what is added goes to the front, behind the verb.
    let mut all: Vec<OsString> = own.collect();
    let verb = all.iter().position(|word| word == "check").map_or(0, |at| at + 1);
    let more = ["--process".into(), worker.to_string().into(), "--addresses".into()];
    all.splice(verb..verb, more.into_iter().chain([addresses.into()]));
    all
}

/// Starts all workers. Each is given the socket on which it listens as its standard input, so that nobody else can
/// take its port, and nothing but these ports is listened on.
fn start(workers: usize) -> io::Result<Started> {
    let program = std::env::current_exe()?;
    let mut listeners = Vec::new();
    for _ in 0..workers {
        listeners.push(TcpListener::bind(("127.0.0.1", 0))?);
    }
    let addresses: Vec<SocketAddr> =
        listeners.iter().map(TcpListener::local_addr).collect::<io::Result<_>>()?;
    let list = addresses.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let secret = secret();
    let mut started = Started { children: Vec::new(), connected: Arc::default() };
    for (worker, listener) in listeners.into_iter().enumerate() {
        let mut command = Command::new(&program);
        command.args(arguments(worker, &list)).env(SECRET, &secret);
        command.env(PARENT, std::process::id().to_string());
        // Nobody calls the last one.
        let input = if worker + 1 < workers { inherited(listener) } else { Stdio::null() };
        command.stdin(input);
        apart(&mut command);
        if worker > 0 {
            command.stdout(Stdio::piped()).stderr(Stdio::null());
        }
        // Where one cannot be started, the others are ended.
        let mut child = command.spawn()?;
        if let Some(said) = child.stdout.take() {
            started.listen(said)?;
        }
        started.children.push(child);
    }
    Ok(started)
}

#[cfg(unix)]
fn inherited(listener: TcpListener) -> Stdio {
    Stdio::from(std::os::fd::OwnedFd::from(listener))
}

/// The port is free again, and the worker takes it.
#[cfg(not(unix))]
fn inherited(listener: TcpListener) -> Stdio {
    drop(listener);
    Stdio::null()
}

/// Keeps Ctrl-C of a terminal from a worker: this process passes it on, once.
fn apart(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Tells workers that they are interrupted: they end with what is known.
fn interrupt(children: &[Child]) {
    let numbers = children.iter().map(|child| child.id().to_string());
    // Where there is no such command they are ended later.
    let _ = Command::new("kill").arg("-INT").args(numbers).stderr(Stdio::null()).status();
}

/// A secret of 128 bits, from the system's source of random numbers.
fn secret() -> String {
    use std::hash::{BuildHasher as _, RandomState};
    // Each `RandomState` of a thread has the same random key but for a counter; a hash under it tells nothing of it.
    let part = |number: u64| RandomState::new().hash_one((std::process::id(), number));
    format!("{:016x}{:016x}", part(1), part(2))
}

/// Ends workers at once.
fn end(children: &mut [Child]) {
    for child in children {
        // It may have ended already.
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// The workers that were started.
struct Started {
    children: Vec<Child>,
    /// The number of workers behind the first that have found the others.
    connected: Arc<AtomicUsize>,
}

impl Started {
    /// Waits on a thread of its own until a worker says that it has found the others.
    fn listen(&self, mut said: ChildStdout) -> io::Result<()> {
        let connected = Arc::clone(&self.connected);
        let wait = move || {
            let mut first = [0; CONNECTED.len()];
            if said.read_exact(&mut first).is_ok() && first == CONNECTED {
                connected.fetch_add(1, Ordering::SeqCst);
            }
            // Whatever else it says is of no interest.
            let _ = io::copy(&mut said, &mut io::sink());
        };
        std::thread::Builder::new().stack_size(1 << 16).spawn(wait).map(drop)
    }

    /// Whether some workers still look for others: nobody tells them that one of these is gone.
    fn is_starting(&self) -> bool {
        self.connected.load(Ordering::SeqCst) + 1 < self.children.len()
    }

    /// Waits until all have ended. The exit code is that of the first one, which has printed the answer.
    fn wait(mut self, monitor: &Monitor) -> Exit {
        let mut ended: Vec<Option<Option<i32>>> = vec![None; self.children.len()];
        let mut last_moment: Option<Instant> = None;
        let mut pause = Duration::from_millis(1);
        loop {
            for (place, child) in ended.iter_mut().zip(&mut self.children) {
                if place.is_none() {
                    *place = match child.try_wait() {
                        Ok(Some(status)) => Some(status.code()),
                        Ok(None) => None,
                        Err(_) => Some(None),
                    };
                }
            }
            if ended.iter().all(Option::is_some) {
                break;
            }
            let is_odd = |end: &Option<Option<i32>>| matches!(end, Some(None | Some(70..)));
            let is_late = ended[0].is_some() || ended.iter().any(is_odd);
            if is_late || monitor.stop.cause().is_some() {
                // Workers keep the limits of time and memory by themselves.
                let is_interrupted = monitor.stop.cause() == Some(Cause::Interrupted);
                if is_interrupted && !is_late && last_moment.is_none() && cfg!(unix) {
                    interrupt(&self.children);
                }
                let moment = *last_moment.get_or_insert_with(|| Instant::now() + GRACE);
                let is_alone = ended.iter().any(is_odd) && self.is_starting();
                if is_alone || Instant::now() > moment {
                    end(&mut self.children);
                    break;
                }
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        }
        // Those that were ended here come second.
        let of = |wanted| ended.iter().position(|end| *end == wanted);
        let killed = of(Some(None)).or_else(|| of(None));
        if let Some(Some(code)) = ended[0] {
            return exit_of(code);
        }
        let worker = killed.unwrap_or(0);
        let message = format!("worker {worker} was lost: nothing is decided");
        let fault = Diagnostic::error("E1303", message);
        tell(&[fault.help("the other workers have ended; the machine may be out of memory")]);
        Exit::Declined
    }
}

/// The end that an exit code stands for.
pub(super) fn exit_of(code: i32) -> Exit {
    let all = [Exit::Holds, Exit::Fails, Exit::Declined, Exit::BadInput];
    all.into_iter().find(|exit| i32::from(exit.code()) == code).unwrap_or(Exit::Bug)
}

impl Drop for Started {
    fn drop(&mut self) {
        end(&mut self.children);
    }
}
