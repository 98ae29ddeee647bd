//! Processor time and peak memory of a search by one process alone, by one worker, and by two, in alternating rounds:
//! `cargo bench -p reductio-cluster -- SEATS ROUNDS`, for so many of Dijkstra's philosophers, all steps taken.

use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::time::Instant;

use reductio_cluster::{Cluster, Plan};
use reductio_discipline::{Discipline, Packed};
use reductio_language::parse_system;
use reductio_search::{Query, Unreduced, search};

/// What one process has to say: states of the whole search, seconds of processor time, MiB at most, seconds.
type Measured = (usize, f64, f64, f64);

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if let [mode, seats, worker, addresses] = &arguments[..]
        && mode == "worker"
    {
        return work(seats, worker.parse().unwrap(), addresses);
    }
    let seats = arguments.first().map_or("11", String::as_str);
    let rounds = arguments.get(1).map_or(3, |word| word.parse().unwrap());
    println!("seats {seats}: states, CPU s in sum, MiB at most in a process, s");
    for _ in 0..rounds {
        for workers in [0, 1, 2] {
            let all = start(seats, workers);
            let states = all[0].0;
            assert!(all.iter().all(|one| one.0 == states));
            let sum: f64 = all.iter().map(|one| one.1).sum();
            let most = all.iter().map(|one| one.2).fold(0.0, f64::max);
            let longest = all.iter().map(|one| one.3).fold(0.0, f64::max);
            let name = ["alone    ", "1 worker ", "2 workers"][workers];
            println!("{name} {states:>9} {sum:>8.2} {most:>8.1} {longest:>7.2}");
        }
    }
}

/// Starts so many workers, or one process that searches alone, and returns what each has to say.
fn start(seats: &str, workers: usize) -> Vec<Measured> {
    let listeners: Vec<TcpListener> =
        (0..workers).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let addresses: Vec<String> =
        listeners.iter().map(|one| one.local_addr().unwrap().to_string()).collect();
    drop(listeners);
    let addresses = if workers == 0 { "none".to_owned() } else { addresses.join(",") };
    let children: Vec<_> = (0..workers.max(1))
        .map(|worker| {
            Command::new(std::env::current_exe().unwrap())
                .args(["worker", seats, &worker.to_string(), &addresses])
                .stdout(Stdio::piped())
                .spawn()
                .unwrap()
        })
        .collect();
    let read = |child: std::process::Child| {
        let out = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        let words: Vec<f64> = out.split_whitespace().map(|word| word.parse().unwrap()).collect();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        (words[0] as usize, words[1], words[2], words[3])
    };
    children.into_iter().map(read).collect()
}

fn work(seats: &str, worker: usize, addresses: &str) {
    let text = include_str!("../../examples/philosophers.sys");
    let seats = seats.parse().unwrap();
    let system = parse_system(text, "philosophers", &[("SEATS".to_owned(), seats)]).unwrap();
    let discipline = Discipline::new(system);
    let model = Packed::new(&discipline);
    let query = Query { stuck: std::env::var("STUCK").is_ok(), ..Query::default() };
    let start = Instant::now();
    let found = if addresses == "none" {
        search(&model, &Unreduced, &query)
    } else {
        let addresses = addresses.split(',').map(|one| one.parse().unwrap()).collect();
        let mut cluster = Cluster::connect(Plan::new(worker, addresses, [0; 32])).unwrap();
        let found = cluster.search(&model, &Unreduced, &query).unwrap();
        cluster.leave();
        found
    };
    println!("{} {} {} {}", found.states, cpu(), most(), start.elapsed().as_secs_f64());
}

/// The processor time of all threads of this process, in seconds.
fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = text.rsplit_once(')').unwrap().1.split_whitespace().collect();
    fields[11..13].iter().map(|ticks| ticks.parse::<f64>().unwrap() / 100.0).sum()
}

/// The most memory that this process had, in MiB.
fn most() -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.split_whitespace().next().unwrap().parse::<f64>().unwrap() / 1024.0
}
