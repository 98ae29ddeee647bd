//! `reductio check --processes`: the answers are those of one process, a lost worker never gives one, and nothing listens
//! where it should not.

#![cfg(all(feature = "cluster", target_os = "linux"))]

mod common;

use std::collections::BTreeSet;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use common::{Folder, command};

/// A system whose size a constant says, in which nothing is wrong.
const PHILOSOPHERS: &str = include_str!("../../examples/philosophers.sys");

/// The lines of an answer that do not depend on where the states are: not their bytes.
fn told(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let is_told = |line: &&str| !line.contains("bytes") && !line.contains("MiB");
    text.lines().filter(is_told).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_answers_are_those_of_one_process() {
    let folder = Folder::new()
        .with("philosophers.sys", PHILOSOPHERS)
        .with("broken.sys", include_str!("../../examples/philosophers_broken.sys"))
        .with("locks.sys", include_str!("../../examples/initializer_locks.sys"))
        .with("reach.sys", include_str!("../../examples/peterson.sys"));
    for arguments in [
        "check philosophers.sys --unreduced --const SEATS=7",
        "check broken.sys reach.sys locks.sys --keep-going",
    ] {
        let alone = folder.run(&format!("{arguments} --workers 1"));
        for processes in [1, 2, 3] {
            let found = folder.run(&format!("{arguments} --processes {processes}"));
            assert_eq!(found.code, alone.code, "{found:?}");
            assert_eq!(told(found.out.as_bytes()), told(alone.out.as_bytes()), "{processes}");
            assert_eq!(found.err, alone.err);
        }
    }
}

/// The processes that a process has started.
fn children(parent: u32) -> Vec<u32> {
    let path = format!("/proc/{parent}/task/{parent}/children");
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

/// The addresses on which a process listens, as `/proc` has them: in hexadecimal, with the port.
fn listens(process: u32) -> BTreeSet<String> {
    let mut sockets = BTreeSet::new();
    for entry in std::fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten() {
        if let Ok(target) = std::fs::read_link(entry.path())
            && let Some(inode) = target.to_str().and_then(|name| name.strip_prefix("socket:["))
        {
            sockets.insert(inode.trim_end_matches(']').to_owned());
        }
    }
    let mut found = BTreeSet::new();
    for table in ["tcp", "tcp6", "udp", "udp6"] {
        let path = format!("/proc/{process}/net/{table}");
        let text = std::fs::read_to_string(path).unwrap_or_default();
        for line in text.lines().skip(1) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let is_open = table.starts_with("udp") || words[3] == "0A";
            if is_open && sockets.contains(words[9]) {
                found.insert(format!("{table} {}", words[1]));
            }
        }
    }
    found
}

/// Starts a search that takes longer than anybody waits here.
fn long_search(folder: &Folder, processes: usize) -> Child {
    command()
        .args(["check", "philosophers.sys", "--unreduced", "--const", "SEATS=13", "--processes"])
        .arg(processes.to_string())
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn wait_for_children(parent: u32, count: usize) -> Vec<u32> {
    let start = Instant::now();
    loop {
        let found = children(parent);
        if found.len() == count {
            return found;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "{found:?}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Ends a process at once.
fn kill(process: u32) {
    let killed = std::process::Command::new("kill").args(["-9", &process.to_string()]).status();
    assert!(killed.is_ok());
}

#[test]
fn nothing_listens_on_any_address_but_those_given() {
    let folder = Folder::new().with("philosophers.sys", PHILOSOPHERS);
    let mut child = long_search(&folder, 3);
    let workers = wait_for_children(child.id(), 3);
    let (mut early, mut late) = (BTreeSet::new(), BTreeSet::new());
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(1_500) {
        for &process in workers.iter().chain([&child.id()]) {
            let found = listens(process);
            // 127.0.0.1, in the order of the machine's bytes.
            assert!(found.iter().all(|one| one.starts_with("tcp 0100007F:")), "{found:?}");
            early.extend(found.iter().cloned());
            late = if process == workers[0] { found } else { &late | &found };
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    kill(workers[0]);
    assert_eq!(child.wait().unwrap().code(), Some(2));
    // The last worker is called by nobody.
    assert!((1..=3).contains(&early.len()), "{early:?}");
    assert!(late.is_empty(), "still listening after all have called: {late:?}");
}

/// Kills workers at moments that a seed gives, and looks at what is said.
fn kills(count: u64, first: u64) {
    let folder = Folder::new().with("philosophers.sys", PHILOSOPHERS);
    for round in first..first + count {
        let draw = (round + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let processes = 2 + usize::try_from(draw >> 60).unwrap() % 2;
        let child = long_search(&folder, processes);
        let workers = wait_for_children(child.id(), processes);
        std::thread::sleep(Duration::from_millis(draw >> 40 & 0x7FF));
        let victim = usize::try_from(draw >> 30 & 0xFF).unwrap() % processes;
        kill(workers[victim]);
        let start = Instant::now();
        let answer = child.wait_with_output().unwrap();
        let took = start.elapsed();
        let (out, err) = (told(&answer.stdout), String::from_utf8_lossy(&answer.stderr));
        let what = format!("round {round}: worker {victim} of {processes}, {took:?}\n{out}\n{err}");
        assert_eq!(answer.status.code(), Some(2), "{what}");
        assert!(!out.contains("holds"), "{what}");
        assert!(err.contains("E1303") || err.contains("E1302"), "{what}");
        assert!(took < Duration::from_secs(10), "{what}");
        assert!(workers.iter().all(|worker| !is_there(*worker)), "{what}");
        println!("{what}");
    }
}

/// Kills workers of searches that write checkpoints, lets the searches go on with another number of processes, and holds
/// the answers against an uninterrupted one.
fn kills_and_goes_on(count: u64, first: u64, seats: usize, most: u64) {
    let folder = Folder::new().with("philosophers.sys", PHILOSOPHERS);
    let line = format!("check philosophers.sys --unreduced --const SEATS={seats}");
    let start = Instant::now();
    let whole = folder.run(&format!("{line} --processes 2"));
    assert_eq!(whole.code, 0, "{whole:?}");
    let time = u64::try_from(start.elapsed().as_millis()).unwrap().min(most);
    let (mut killed, mut gone_on) = (0, 0);
    for round in first..first + count {
        let draw = (round + 1).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let processes = 2 + usize::try_from(draw >> 60).unwrap() % 2;
        let written = format!("--checkpoint at{round} --checkpoint-every 0.05");
        let child = command()
            .args(common::words(&format!("{line} {written} --processes {processes}")))
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let workers = wait_for_children(child.id(), processes);
        if count < 10 {
            // Few rounds are for what goes on, so there has to be something to go on from.
            let current = folder.path().join(format!("at{round}/current"));
            let begun = Instant::now();
            while !current.exists() && begun.elapsed() < Duration::from_secs(5) {
                std::thread::sleep(Duration::from_millis(1));
            }
        } else {
            std::thread::sleep(Duration::from_millis(draw % time));
        }
        let victim = usize::try_from(draw >> 30 & 0xFF).unwrap() % processes;
        kill(workers[victim]);
        let start = Instant::now();
        let answer = child.wait_with_output().unwrap();
        assert!(start.elapsed() < Duration::from_secs(10));
        let out = told(&answer.stdout);
        match answer.status.code() {
            // It had all totals before.
            Some(0) => assert_eq!(out, told(whole.out.as_bytes())),
            Some(2) => {
                killed += 1;
                assert!(!out.contains("holds"), "{out}");
            }
            other => panic!("{other:?}: {answer:?}"),
        }
        if folder.path().join(format!("at{round}/current")).exists() {
            gone_on += 1;
            let others = 1 + (processes + 1) % 3;
            let again = folder.run(&format!("{line} --resume at{round} --processes {others}"));
            assert_eq!((again.code, told(again.out.as_bytes())), (0, told(whole.out.as_bytes())));
            let other = folder.run(&format!(
                "check philosophers.sys --const SEATS={seats} --resume at{round} --processes 1"
            ));
            assert_eq!((other.code, other.codes()), (3, vec!["E0015"]), "{other:?}");
        }
    }
    println!("{killed} of {count} were killed, {gone_on} went on");
    assert!(killed * 2 > count && gone_on * 2 > count, "{killed} killed, {gone_on} went on");
}

#[test]
fn a_search_goes_on_after_a_worker_was_killed() {
    kills_and_goes_on(2, 0, 10, 10_000);
}

#[test]
#[ignore = "minutes"]
fn fifty_searches_go_on_after_a_worker_was_killed() {
    kills_and_goes_on(50, 100, 10, 10_000);
}

fn is_there(process: u32) -> bool {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // One that has ended stays there until somebody asks how.
    text.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'))
}

#[test]
fn a_worker_that_is_killed_never_gives_an_answer() {
    kills(3, 0);
}

#[test]
#[ignore = "two minutes"]
fn fifty_workers_that_are_killed_never_give_an_answer() {
    kills(50, 100);
}

#[test]
fn a_command_that_is_killed_leaves_no_workers() {
    let folder = Folder::new().with("philosophers.sys", PHILOSOPHERS);
    let mut child = long_search(&folder, 2);
    let workers = wait_for_children(child.id(), 2);
    kill(child.id());
    child.wait().unwrap();
    let start = Instant::now();
    while workers.iter().any(|worker| is_there(*worker)) {
        assert!(start.elapsed() < Duration::from_secs(10));
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn what_does_not_go_together_is_refused() {
    let folder = Folder::new()
        .with("philosophers.sys", PHILOSOPHERS)
        .with("hosts", "127.0.0.1:4100\n127.0.0.1\n127.0.0.1:4100\n");
    for (arguments, code) in [
        ("check - --processes 2", "E0016"),
        ("check philosophers.sys --process 1", "E0016"),
        ("check philosophers.sys --hosts none --process 0", "E1301"),
    ] {
        let found = folder.run(arguments);
        assert_eq!((found.code, found.codes()), (3, vec![code]), "{found:?}");
    }
    let found = folder.run("check philosophers.sys --hosts hosts --process 0");
    assert_eq!((found.code, found.codes()), (3, vec!["E1301", "E1301"]), "{found:?}");
    assert!(found.err.contains("hosts:2:1") && found.err.contains("hosts:3:1"), "{found:?}");
    let usage = folder.run("check philosophers.sys --processes 2 --workers 2");
    assert_eq!(usage.code, 3);
}

#[test]
fn processes_with_other_files_are_refused() {
    let port = |listener: &std::net::TcpListener| listener.local_addr().unwrap().port();
    let free = [(); 2].map(|()| std::net::TcpListener::bind("127.0.0.1:0").unwrap());
    let hosts = free.each_ref().map(|one| format!("127.0.0.1:{}\n", port(one))).concat();
    drop(free);
    let folder = Folder::new()
        .with("philosophers.sys", PHILOSOPHERS)
        .with("other.sys", PHILOSOPHERS.replace("SEATS = 5", "SEATS = 4"))
        .with("hosts", hosts);
    let start = |file: &str, process: &str| {
        command()
            .args(["check", file, "--hosts", "hosts", "--process", process])
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let both = |files: [&str; 2]| {
        let all = [start(files[0], "0"), start(files[1], "1")];
        all.map(|child| child.wait_with_output().unwrap())
    };
    for answer in both(["philosophers.sys", "other.sys"]) {
        let err = String::from_utf8_lossy(&answer.stderr);
        assert_eq!(answer.status.code(), Some(3), "{err}");
        assert!(err.contains("E1302") && answer.stdout.is_empty(), "{err}");
    }
    let [first, second] = both(["philosophers.sys", "philosophers.sys"]);
    assert_eq!((first.status.code(), second.status.code()), (Some(0), Some(0)));
    assert!(!first.stdout.is_empty() && second.stdout.is_empty());
}
