#![doc = include_str!("../README.md")]

mod checkpoint;
mod hosts;
mod link;
mod net;
mod search;
mod wire;
mod words;

use std::path::Path;

use reductio_search::{Exploration, FEW, Model, Portable, Query, Reduction};

pub use checkpoint::{CheckpointError, Checkpoints};
pub use hosts::{HostsError, HostsErrorKind, hosts};
pub use link::{LinkError, Loss, LossKind, Plan};

use checkpoint::{Found, Keeper};
use link::Link;
use net::Net;
use search::Searching;

/// The version of what workers say to each other.
const VERSION: u32 = 2;

/// Decides whether the current thread is one that carries messages between workers. Such a thread panics when the other
/// end is gone; that is no fault, and searches tell it as a [`Loss`].
pub fn is_carrier() -> bool {
    std::thread::current().name().is_some_and(|name| name.starts_with("timely:"))
}

/// One of several processes that search together.
pub struct Cluster {
    net: Net,
    keeper: Keeper,
    few: usize,
    lost: Option<Loss>,
}

impl Cluster {
    /// Connects this process with all others. It listens on its own address, until all others have called.
    ///
    /// # Errors
    /// [`LinkError`], where they do not come together.
    pub fn connect(plan: Plan) -> Result<Self, LinkError> {
        let net = Net::new(Link::connect(plan)?)?;
        Ok(Cluster { net, keeper: Keeper::default(), few: FEW, lost: None })
    }

    /// The number of this worker.
    pub fn worker(&self) -> usize {
        self.net.worker()
    }

    /// The number of workers.
    pub fn workers(&self) -> usize {
        self.net.workers()
    }

    /// Sets the number of states up to which each worker searches again alone after a finding, so that it does not
    /// depend on the number of workers which of several shortest runs is told: [`FEW`] unless this is called. All
    /// workers need the same.
    pub fn set_few(&mut self, few: usize) {
        self.few = few;
    }

    /// Sets where checkpoints are written between levels, and takes up the one in the folder `resume` in the search
    /// that it is of: the searches before that one are made again. All workers need the same, and the same folder. A
    /// checkpoint may be of another number of workers; while it is read, each worker needs eight bytes for each state
    /// of all.
    ///
    /// # Errors
    /// Why the checkpoint cannot be taken up.
    pub fn set_checkpoints(
        &mut self,
        plan: Checkpoints,
        resume: Option<&Path>,
    ) -> Result<(), CheckpointError> {
        let found = resume.map(|folder| Found::read(folder, plan.task)).transpose()?;
        self.keeper = Keeper::new(plan, found);
        Ok(())
    }

    /// The reason why the last checkpoint of this worker could not be written, if it could not.
    pub fn failed_checkpoint(&self) -> Option<&str> {
        self.keeper.failed.as_deref()
    }

    /// Explores a model by the steps that a reduction takes, together with all other workers, breadth-first. All of
    /// them must do so, with the same model, reduction and query, and all are given the same answer. The limit on
    /// memory is each worker's own, that on states is for all.
    ///
    /// # Errors
    /// The loss of a worker: nothing is known then. After it there is no other search.
    pub fn search<M, R>(
        &mut self,
        model: &M,
        reduction: &R,
        query: &Query<'_>,
    ) -> Result<Exploration<M::Violation>, Loss>
    where
        M: Model<State: Portable>,
        R: Reduction<M, Memory = ()>,
    {
        if let Some(loss) = &self.lost {
            return Err(loss.clone());
        }
        let Cluster { net, keeper, few, .. } = self;
        let searched = Searching::new(net, keeper, model, reduction, query).run(*few);
        self.keeper.search += 1;
        self.lost = searched.as_ref().err().cloned();
        searched
    }

    /// Tells all workers something, and returns what each of them tells, by its number. All of them must do so, in the
    /// same place among their searches.
    ///
    /// # Errors
    /// The loss of a worker: after it there is no other search.
    pub fn exchange(&mut self, mine: &[u8]) -> Result<Vec<Vec<u8>>, Loss> {
        if let Some(loss) = &self.lost {
            return Err(loss.clone());
        }
        let told = self.net.exchange(mine, &mut |_| {});
        self.lost = told.as_ref().err().cloned();
        told
    }

    /// The loss of a worker, if one was noticed in a search.
    pub fn loss(&self) -> Option<&Loss> {
        self.lost.as_ref()
    }

    /// Leaves, and waits until all others have left too or one is lost: until then this process has to be there.
    pub fn leave(mut self) {
        if self.lost.is_none() {
            self.net.leave();
        }
    }
}

impl std::fmt::Debug for Cluster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cluster")
            .field("worker", &self.worker())
            .field("workers", &self.workers())
            .finish_non_exhaustive()
    }
}
