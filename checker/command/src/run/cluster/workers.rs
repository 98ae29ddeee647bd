//! This process as a worker: its connection to the others, and the searches that they make together.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use reductio::Exit;
use reductio::File;
use reductio::check::{Engine, Subject};
use reductio::diagnostics::Diagnostic;
use reductio::discipline::{Discipline, Packed, Violation};
use reductio::locking::{LockDiscipline, LockViolation};
use reductio::search::{Exploration, Model, Order, Portable, Query};
use reductio_cluster::{Checkpoints, Cluster, LinkError, Loss, Plan, hosts};

use super::launch::{PARENT, SECRET};
use crate::cli::{CheckArgs, ClusterArgs};
use crate::monitor::Monitor;

/// How long the workers of `--hosts` wait for each other: somebody has to start them.
const PATIENCE: Duration = Duration::from_secs(120);

/// How long the workers of `--processes` wait for each other.
const SHORT_PATIENCE: Duration = Duration::from_secs(30);

/// The time between two checkpoints.
const EVERY: Duration = Duration::from_secs(60);

/// This process, and its connection to the other workers.
pub(in crate::run) struct Workers {
    cluster: RefCell<Option<Cluster>>,
    number: usize,
}

impl Workers {
    /// Connects this process with the other workers, if it is one of several: all check these subjects.
    ///
    /// # Errors
    /// Why they do not come together, or what is wrong with the file of hosts.
    pub(in crate::run) fn of(
        args: &CheckArgs,
        subjects: &[Subject],
        has_programs: bool,
        monitor: &Monitor,
    ) -> Result<Option<Self>, (Vec<Diagnostic>, Exit)> {
        let task = task(args, subjects);
        let args = &args.cluster;
        let refused = |fault| Err((vec![fault], Exit::BadInput));
        let Some(worker) = args.process else {
            if args.checkpoint.is_some() || args.resume.is_some() {
                let message = "`--checkpoint` and `--resume` are for searches by several processes";
                return refused(
                    Diagnostic::error("E0016", message).help("`--processes 1` is one of them"),
                );
            }
            return Ok(None);
        };
        if has_programs {
            let message = "several processes search systems of threads only";
            return refused(Diagnostic::error("E0016", message));
        }
        let (addresses, patience) = match (&args.addresses, &args.hosts) {
            (Some(list), _) => (list.0.clone(), SHORT_PATIENCE),
            (None, Some(path)) => {
                (read(path).map_err(|faults| (faults, Exit::BadInput))?, PATIENCE)
            }
            (None, None) => {
                let fault =
                    Diagnostic::error("E0016", "`--process` is of no use without `--hosts`");
                return refused(
                    fault.help("`--processes N` searches with N processes of this machine"),
                );
            }
        };
        if worker >= addresses.len() {
            let message = format!(
                "there is no process {worker}: the processes are numbered from 0 to {}",
                addresses.len() - 1
            );
            return refused(Diagnostic::error("E0016", message));
        }
        if args.addresses.is_some() {
            end_with_parent();
        }
        let stop = monitor.stop.clone();
        let secret = std::env::var(SECRET).unwrap_or_default();
        let plan = Plan {
            listener: inherited(args, worker, &addresses),
            patience,
            on_loss: Box::new(move |_| stop.raise()),
            ..Plan::new(worker, addresses, fingerprint(&task, &secret))
        };
        let mut cluster = Cluster::connect(plan).map_err(|error| not_connected(&error))?;
        let checkpoints = Checkpoints {
            folder: args.checkpoint.clone(),
            every: args.checkpoint_every.unwrap_or(EVERY),
            task: fingerprint(&task, "").last_chunk().copied().unwrap_or_default(),
        };
        if let Err(error) = cluster.set_checkpoints(checkpoints, args.resume.as_deref()) {
            return refused(Diagnostic::error("E0015", error.to_string()));
        }
        Ok(Some(Workers { cluster: RefCell::new(Some(cluster)), number: worker }))
    }

    /// Whether this process prints the answer.
    pub(in crate::run) fn is_first(&self) -> bool {
        self.number == 0
    }

    /// What makes the searches.
    pub(in crate::run) fn engine(&self) -> &dyn Engine {
        self
    }

    /// Leaves the other workers. Returns what there is to be said about one that was lost.
    pub(in crate::run) fn leave(self) -> Option<Diagnostic> {
        let cluster = self.cluster.into_inner()?;
        let lost = cluster.loss().map(lost);
        let unwritten = cluster.failed_checkpoint().map(|why| {
            let message = format!("the last checkpoint could not be written: {why}");
            Diagnostic::error("E0012", message).warning()
        });
        cluster.leave();
        lost.or(unwritten)
    }

    fn together<M: Model<State: Portable>>(
        &self,
        model: &M,
        order: Order,
        query: &Query<'_>,
    ) -> Exploration<M::Violation>
    where
        Order: reductio::search::Reduction<M, Memory = ()>,
    {
        let mut cluster = self.cluster.borrow_mut();
        let found = cluster.as_mut().and_then(|cluster| cluster.search(model, &order, query).ok());
        // Where a worker is lost, nothing is known.
        found.unwrap_or_else(|| Exploration::cancelled(model.goals()))
    }
}

impl Engine for Workers {
    fn search(
        &self,
        model: &Packed<'_, Discipline>,
        order: Order,
        query: &Query<'_>,
    ) -> Exploration<Violation> {
        self.together(model, order, query)
    }

    fn search_locks(
        &self,
        model: &Packed<'_, LockDiscipline>,
        order: Order,
        query: &Query<'_>,
    ) -> Exploration<LockViolation> {
        self.together(model, order, query)
    }
}

/// Ends this process when the one that has started it has ended: nobody waits for the answer.
fn end_with_parent() {
    #[cfg(unix)]
    {
        use std::os::unix::process::parent_id;
        // It may have ended already: who is the parent now is no matter.
        let told = std::env::var(PARENT).ok().and_then(|number| number.parse::<u32>().ok());
        let parent = told.unwrap_or_else(parent_id);
        let watch = move || {
            while parent_id() == parent {
                std::thread::sleep(Duration::from_millis(300));
            }
            std::process::exit(i32::from(Exit::Declined.code()));
        };
        // Where there is no room for a thread, it goes on until it has its answer.
        let _ = std::thread::Builder::new().stack_size(1 << 16).spawn(watch);
    }
}

/// Reads the file of hosts.
fn read(path: &Path) -> Result<Vec<SocketAddr>, Vec<Diagnostic>> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| {
        let message = format!("cannot read the file of hosts `{name}`: {error}");
        vec![Diagnostic::error("E1301", message)]
    })?;
    hosts(&text).map_err(|errors| {
        let file = Arc::new(File::new(&name, &text));
        let fault = |error: reductio_cluster::HostsError| {
            let fault = Diagnostic::error("E1301", error.to_string()).at(&file, &error.span);
            match error.kind.help() {
                Some(help) => fault.help(help),
                None => fault,
            }
        };
        errors.into_iter().map(fault).collect()
    })
}

/// The socket on which this worker listens, if whoever started it has passed one on.
#[cfg(unix)]
fn inherited(args: &ClusterArgs, worker: usize, addresses: &[SocketAddr]) -> Option<TcpListener> {
    use std::os::fd::AsFd as _;
    args.addresses.as_ref().filter(|_| worker + 1 < addresses.len())?;
    let listener = TcpListener::from(std::io::stdin().as_fd().try_clone_to_owned().ok()?);
    listener.local_addr().ok().filter(|address| *address == addresses[worker])?;
    Some(listener)
}

#[cfg(not(unix))]
fn inherited(_: &ClusterArgs, _: usize, _: &[SocketAddr]) -> Option<TcpListener> {
    None
}

/// A hash of what is checked, behind the secret that the workers have in common, if they have one.
fn fingerprint(task: &str, secret: &str) -> [u8; 32] {
    let hash = |what: &dyn Fn(&mut DefaultHasher)| {
        let mut hasher = DefaultHasher::new();
        what(&mut hasher);
        hasher.finish().to_le_bytes()
    };
    let version = env!("CARGO_PKG_VERSION");
    let parts = [
        hash(&|hasher| (1, secret).hash(hasher)),
        hash(&|hasher| (2, secret).hash(hasher)),
        hash(&|hasher| (3, version, task).hash(hasher)),
        hash(&|hasher| (4, version, task).hash(hasher)),
    ];
    let mut all = [0; 32];
    all.iter_mut().zip(parts.iter().flatten()).for_each(|(place, byte)| *place = *byte);
    all
}

/// What there is to be said when workers do not come together, and the end: undecided, unless they do not fit.
fn not_connected(error: &LinkError) -> (Vec<Diagnostic>, Exit) {
    let fault = Diagnostic::error("E1302", error.to_string());
    let (fault, exit) = match error {
        LinkError::Listen { .. } => (
            fault.help("the address of each process must be one of its machine, with a free port"),
            Exit::BadInput,
        ),
        LinkError::Absent { .. } => {
            (fault.help("all processes must be started within two minutes"), Exit::Declined)
        }
        LinkError::System(_) => (fault, Exit::Declined),
        _ => (fault, Exit::BadInput),
    };
    (vec![fault], exit)
}

/// What is checked: all workers need the same.
fn task(args: &CheckArgs, subjects: &[Subject]) -> String {
    let subjects: Vec<_> =
        subjects.iter().map(|subject| (subject.file.text(), &subject.parameters)).collect();
    format!("{:?}", (args.orders(), args.keep_going, subjects))
}

fn lost(loss: &Loss) -> Diagnostic {
    let message = format!("{loss}: what was not decided before is undecided");
    Diagnostic::error("E1303", message).help("each worker needs memory for its share of the states")
}
