//! The arguments of searches by several processes.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::count;
use super::values::{seconds, within};

/// The options of searches by several processes.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ClusterArgs {
    /// Search with so many processes of this machine, each with its share of the states
    #[arg(long, value_name = "N", value_parser = within::<u16, 1, 64>, conflicts_with_all = ["hosts", "depth_first", "guess_locks", "workers", "certificate"])]
    pub(crate) processes: Option<u16>,
    /// Search with the processes whose addresses are the lines of a file, `host:port`; this one is --process
    #[arg(long, value_name = "FILE", requires = "process", conflicts_with_all = ["depth_first", "guess_locks", "workers", "certificate"])]
    pub(crate) hosts: Option<PathBuf>,
    /// The number of this process in the file of --hosts, from 0; process 0 prints the answer
    #[arg(long, value_name = "K", value_parser = count::<usize>)]
    pub(crate) process: Option<usize>,
    /// Write what the processes know to a folder of theirs in common, from time to time
    #[arg(long, value_name = "FOLDER")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Go on from what was written with --checkpoint, perhaps with another number of processes
    #[arg(long, value_name = "FOLDER")]
    pub(crate) resume: Option<PathBuf>,
    /// The least number of seconds between two checkpoints [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "checkpoint")]
    pub(crate) checkpoint_every: Option<Duration>,
    /// The addresses of processes that another one has started
    #[arg(long, value_name = "LIST", value_parser = addresses, hide = true)]
    pub(crate) addresses: Option<Addresses>,
}

/// The addresses of workers, by number.
#[derive(Clone, Debug)]
pub(crate) struct Addresses(pub(crate) Vec<SocketAddr>);

fn addresses(text: &str) -> Result<Addresses, String> {
    let all = text.split(',').map(str::parse).collect::<Result<_, _>>();
    all.map(Addresses).map_err(|error: std::net::AddrParseError| error.to_string())
}
