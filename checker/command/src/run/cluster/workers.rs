//! This process as a worker: its connection to the others, and the searches that they make together.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write as _;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use reductio::Exit;
use reductio::File;
use reductio::check::Engine;
use reductio::compare::SearchName;
use reductio::diagnostics::Diagnostic;
use reductio::discipline::{Discipline, Packed, Violation};
use reductio::exclusive::{ClaimedModel, Fault};
use reductio::locking::{LockDiscipline, LockViolation};
use reductio::programs::{CanonicalModel, Failure, Program};
use reductio::search::{
    Composed, Exploration, Model, Order, Portable, Query, Reduction, Unreduced,
};
use reductio_cluster::{Checkpoints, Cluster, LinkError, Loss, Plan, hosts};

use super::Checked;
use super::launch::{CONNECTED, PARENT, SECRET, exit_of};
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
        (subjects, programs): Checked<'_>,
        monitor: &Monitor,
    ) -> Result<Option<Self>, (Vec<Diagnostic>, Exit)> {
        let task = task(args, (subjects, programs));
        let search = args.search;
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
        if let Some(search) = search.filter(|search| !search.is_shared() || !programs.is_empty()) {
            return refused(not_shared(search, !programs.is_empty()));
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
        let started = args.addresses.is_some();
        if started {
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
        if started && worker > 0 {
            connected();
        }
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

    /// The engine that makes the searches.
    pub(in crate::run) fn engine(&self) -> &dyn Engine {
        self
    }

    /// Leaves the other workers. The end of the first process is that of all; what there is to be said about a worker
    /// that was lost is added to the faults. Returns whether this is the first process, which reports what was found.
    pub(in crate::run) fn end(self, exit: &mut Exit, faults: &mut Vec<Diagnostic>) -> bool {
        let is_first = self.is_first();
        *exit = self.agreed(*exit);
        faults.extend(self.leave());
        is_first
    }

    /// The end of the first process; this one's end is known.
    fn agreed(&self, exit: Exit) -> Exit {
        let first = self.tell(exit.code().into()).first().copied();
        let known = first.and_then(|code| i32::try_from(code).ok()).map(exit_of);
        if self.is_first() { exit } else { known.unwrap_or(Exit::Declined) }
    }

    /// Leaves the other workers. Returns what there is to be said about one that was lost.
    fn leave(self) -> Option<Diagnostic> {
        let cluster = self.cluster.into_inner()?;
        let lost = cluster.loss().map(lost);
        let unwritten = cluster.failed_checkpoint().map(|why| {
            let message = format!("the last checkpoint could not be written: {why}");
            Diagnostic::error("E0012", message).warning()
        });
        cluster.leave();
        lost.or(unwritten)
    }

    fn together<M: Model<State: Portable>, R: Reduction<M, Memory = ()>>(
        &self,
        model: &M,
        reduction: &R,
        query: &Query<'_>,
    ) -> Exploration<M::Violation> {
        let mut cluster = self.cluster.borrow_mut();
        let searched = cluster.as_mut().map(|cluster| cluster.search(model, reduction, query));
        let found = searched.and_then(Result::ok);
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
        self.together(model, &order, query)
    }

    fn search_locks(
        &self,
        model: &Packed<'_, LockDiscipline>,
        order: Order,
        query: &Query<'_>,
    ) -> Exploration<LockViolation> {
        self.together(model, &order, query)
    }

    fn search_composed(
        &self,
        model: &Packed<'_, Discipline>,
        query: &Query<'_>,
    ) -> Exploration<Violation> {
        self.together(model, &Composed, query)
    }

    fn search_composed_locks(
        &self,
        model: &Packed<'_, LockDiscipline>,
        query: &Query<'_>,
    ) -> Exploration<LockViolation> {
        self.together(model, &Composed, query)
    }

    fn search_claimed(&self, model: &ClaimedModel<'_>, query: &Query<'_>) -> Exploration<Fault> {
        self.together(model, &Unreduced, query)
    }

    fn search_program(
        &self,
        model: &CanonicalModel<'_>,
        query: &Query<'_>,
    ) -> Exploration<Failure> {
        self.together(model, &Unreduced, query)
    }

    fn is_first(&self) -> bool {
        self.number == 0
    }

    fn tell(&self, mine: u64) -> Vec<u64> {
        let mut cluster = self.cluster.borrow_mut();
        let told = cluster.as_mut().map(|cluster| cluster.exchange(&mine.to_le_bytes()));
        let told = told.and_then(Result::ok).unwrap_or_default();
        told.iter()
            .filter_map(|bytes| bytes.first_chunk().copied().map(u64::from_le_bytes))
            .collect()
    }
}

/// Tells whoever has started this process that it has found the others.
fn connected() {
    let mut out = std::io::stdout();
    // Where nobody listens, nobody waits for it.
    let _ = out.write_all(&CONNECTED).and_then(|()| out.flush());
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
    let text = reductio::source::read_text(&name).map_err(|error| {
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
fn task(args: &CheckArgs, (subjects, programs): Checked<'_>) -> String {
    let subjects: Vec<_> =
        subjects.iter().map(|subject| (subject.file.text(), &subject.parameters)).collect();
    let programs: Vec<_> = programs
        .iter()
        .map(|(subject, classes, properties)| (hash_of(&subject.program), classes, properties))
        .collect();
    let asked = (args.orders(), args.keep_going, args.search.map(|search| search.to_string()));
    // The options about programs say nothing about systems.
    let options = (!programs.is_empty()).then_some((&args.program, &programs));
    format!("{:?}", (asked, subjects, options))
}

/// A hash of all that a program is: its text would be long.
fn hash_of(program: &Program) -> u64 {
    struct Hashed(DefaultHasher);
    impl std::fmt::Write for Hashed {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            self.0.write(text.as_bytes());
            Ok(())
        }
    }
    let mut hashed = Hashed(DefaultHasher::new());
    // To write into a hash is always possible.
    let _ = write!(hashed, "{program:?}");
    hashed.0.finish()
}

/// The fault that a search by name is made by one process only.
fn not_shared(search: SearchName, has_programs: bool) -> Diagnostic {
    if has_programs {
        let message = format!("one process makes the search `{search}` of a program");
        let help = "without `--search`, several processes search programs too";
        return Diagnostic::error("E0016", message).help(help);
    }
    let message =
        format!("one process makes the search `{search}`: it walks along one run at a time");
    let help = "several processes make `unreduced`, `reduced` and `composed`, as they are";
    Diagnostic::error("E0016", message).help(help)
}

fn lost(loss: &Loss) -> Diagnostic {
    let message = format!("{loss}: what was not decided before is undecided");
    Diagnostic::error("E1303", message).help("each worker needs memory for its share of the states")
}
