//! Several workers in one process: threads in place of processes, over the loopback all the same.

use std::net::TcpListener;
use std::sync::Mutex;

use reductio_cluster::{Cluster, Plan};

/// Lets each of some workers do the same, and returns what each has done.
pub(crate) fn together<T: Send>(workers: usize, work: impl Fn(&mut Cluster) -> T + Sync) -> Vec<T> {
    let listeners: Vec<TcpListener> =
        (0..workers).map(|_| TcpListener::bind(("127.0.0.1", 0)).unwrap()).collect();
    let addresses: Vec<_> = listeners.iter().map(|one| one.local_addr().unwrap()).collect();
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for (worker, listener) in listeners.into_iter().enumerate() {
            let (addresses, work, done) = (addresses.clone(), &work, &done);
            scope.spawn(move || {
                let plan = Plan::new(worker, addresses, [9; 32]);
                let plan = Plan { listener: Some(listener), ..plan };
                let mut cluster = Cluster::connect(plan).unwrap();
                let result = work(&mut cluster);
                cluster.leave();
                done.lock().unwrap().push((worker, result));
            });
        }
    });
    let mut done = done.into_inner().unwrap();
    done.sort_by_key(|(worker, _)| *worker);
    assert_eq!(done.len(), workers);
    done.into_iter().map(|(_, result)| result).collect()
}
