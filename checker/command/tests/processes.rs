//! `reductio check --processes`: the answers are those of one process, a lost worker never gives one, and nothing
//! listens where it should not.

#![cfg(all(feature = "cluster", target_os = "linux"))]

use std::collections::BTreeSet;
use std::ops::Range;
use std::process::Child;
use std::time::{Duration, Instant};

use crate::common;
use crate::common::{Folder, children, signal, status_of};

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
        // Several processes rename no threads.
        let alone = folder.run(&format!("{arguments} --workers 1 --no-symmetry"));
        for processes in [1, 2, 3] {
            let found = folder.run(&format!("{arguments} --processes {processes}"));
            assert_eq!(found.code, alone.code, "{found:?}");
            assert_eq!(told(found.out.as_bytes()), told(alone.out.as_bytes()), "{processes}");
            assert_eq!(found.err, alone.err);
        }
    }
}

/// Programs, and Java programs, are searched as by one process that searches under exclusive access first.
#[test]
fn the_answers_about_programs_are_those_of_one_process() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../java/fixtures");
    let folder = Folder::new().with("registers.prog", registers(4, 2));
    let mut lines = vec!["check registers.prog --reading repaired".to_owned()];
    for (name, reading) in [
        ("indexer", "repaired"),
        ("halt_exception_broken", "repaired"),
        ("b_link_broken", "none"),
        ("io_manager", "none"),
    ] {
        lines.push(format!("check {examples}/{name}.prog --reading {reading}"));
    }
    for name in ["BoundedBufferNotify", "Barrier"] {
        lines.push(format!("check {fixtures}/{name}/classes"));
    }
    for (place, line) in lines.iter().enumerate() {
        let alone = folder.run(line);
        let found = folder.run(&format!("{line} --processes {}", 2 + place % 2));
        assert_eq!(found.code, alone.code, "{line}: {found:?}");
        assert_eq!(told(found.out.as_bytes()), told(alone.out.as_bytes()), "{line}");
        assert_eq!(found.err, alone.err, "{line}");
    }
}

/// The same of all examples, and of all Java programs of the fixtures.
#[test]
#[ignore = "minutes"]
fn the_answers_about_all_programs_are_those_of_one_process() {
    let folder = Folder::new();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let paths = |folder: &str| {
        let entries = std::fs::read_dir(format!("{root}/{folder}")).unwrap();
        let mut all: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        all.sort();
        all
    };
    let mut lines: Vec<String> = Vec::new();
    for path in paths("examples") {
        if path.extension().is_some_and(|extension| extension == "prog") {
            let path = path.display();
            lines.push(format!("check {path} --reading repaired"));
            lines.push(format!("check {path} --reading none"));
        }
    }
    let java = paths("java/fixtures").into_iter().map(|path| path.join("classes"));
    lines.extend(java.filter(|path| path.exists()).map(|path| format!("check {}", path.display())));
    let (mut codes, mut compared) = (BTreeSet::new(), 0);
    for line in &lines {
        let alone = folder.run(&format!("{line} --max-states 200000 --timeout 20"));
        if alone.out.contains("limit on time") || alone.out.contains("cancelled") {
            println!("{line}: takes too long");
            continue;
        }
        codes.insert(alone.code);
        for processes in [1, 2, 3] {
            let found = folder.run(&format!("{line} --max-states 200000 --processes {processes}"));
            assert_eq!(found.code, alone.code, "{line}: {found:?} {alone:?}");
            assert_eq!(told(found.out.as_bytes()), told(alone.out.as_bytes()), "{line}");
            compared += 1;
        }
    }
    println!("{compared} answers about {} programs, with the ends {codes:?}", lines.len());
    assert!(compared > 150, "{compared} answers");
}

/// The composed system C(M) is searched as by one process, but for its depth: that is of a search in another order.
#[test]
fn composed_systems_are_searched_as_by_one_process() {
    let folder = folder()
        .with("m_ex.sys", include_str!("../../examples/m_ex.sys"))
        .with("broken.sys", include_str!("../../examples/philosophers_broken.sys"));
    let counts = |text: &str| -> Vec<String> {
        let search = text.lines().find(|line| line.starts_with("search ")).unwrap();
        let parts = search.split(", ").filter(|part| !part.starts_with("depth"));
        parts.map(str::to_owned).collect()
    };
    for name in ["philosophers.sys", "m_ex.sys", "broken.sys"] {
        for search in ["unreduced", "reduced", "composed"] {
            let line = format!("check {name} --search {search}");
            let alone = folder.run(&line);
            for processes in [1, 2] {
                let found = folder.run(&format!("{line} --processes {processes}"));
                assert_eq!(found.code, alone.code, "{line}: {found:?}");
                assert_eq!(counts(&found.out), counts(&alone.out), "{line}: {found:?}");
            }
        }
    }
    for line in ["check m_ex.sys --search sss+sleep", "check registers.prog --search unreduced"] {
        let found = folder.run(&format!("{line} --processes 2"));
        assert_eq!((found.code, found.codes()), (3, vec!["E0016"]), "{found:?}");
    }
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

/// Starts a search, of which the arguments are given, with so many processes.
fn start(folder: &Folder, line: &str, processes: usize) -> Child {
    let processes = processes.to_string();
    let mut arguments = common::words(line);
    arguments.extend(["--processes", &processes]);
    folder.start(&arguments)
}

/// Two searches that take longer than anybody waits here: of a system, and of a program.
const LONG: [&str; 2] =
    ["check philosophers.sys --unreduced --const SEATS=13", "check registers.prog"];

/// The files of all searches.
fn folder() -> Folder {
    Folder::new().with("philosophers.sys", PHILOSOPHERS).with("registers.prog", registers(9, 40))
}

/// A program in which threads change a variable under a lock, each otherwise, some times.
fn registers(threads: usize, rounds: usize) -> String {
    let forks: Vec<String> = (1..=threads).map(|k| format!("  by := {k}\n  fork one\n")).collect();
    let forks = forks.concat();
    format!(
        "thread main {{\n  shared := new Register\n{forks}}}\nthread one {{\n  left := {rounds}\n  while left > 0 {{\n    \
         synchronized shared {{ shared.sum := (shared.sum * 3 + by) mod 1000003 }}\n    left := left - 1\n  }}\n}}\n"
    )
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

#[test]
fn nothing_listens_on_any_address_but_those_given() {
    let folder = folder();
    let mut child = start(&folder, LONG[0], 3);
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
    signal(workers[0], "KILL");
    assert_eq!(child.wait().unwrap().code(), Some(2));
    // The last worker is called by nobody.
    assert!((1..=3).contains(&early.len()), "{early:?}");
    assert!(late.is_empty(), "still listening after all have called: {late:?}");
}

/// Kills workers at moments that a seed gives, at the latest after so many milliseconds, and looks at what is said.
fn kills(line: &str, rounds: Range<u64>, latest: u64) {
    let folder = folder();
    for round in rounds {
        let draw = (round + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let processes = 2 + usize::try_from(draw >> 60).unwrap() % 2;
        let child = start(&folder, line, processes);
        let workers = wait_for_children(child.id(), processes);
        std::thread::sleep(Duration::from_millis((draw >> 40) % latest));
        let victim = usize::try_from(draw >> 30 & 0xFF).unwrap() % processes;
        signal(workers[victim], "KILL");
        let start = Instant::now();
        let answer = child.wait_with_output().unwrap();
        let took = start.elapsed();
        let (out, err) = (told(&answer.stdout), String::from_utf8_lossy(&answer.stderr));
        let what = format!("round {round}: worker {victim} of {processes}, {took:?}\n{out}\n{err}");
        assert_eq!(answer.status.code(), Some(2), "{what}");
        assert!(!out.contains("holds"), "{what}");
        assert!(err.contains("E1303") || err.contains("E1302"), "{what}");
        assert!(took < Duration::from_secs(5), "{what}");
        assert!(workers.iter().all(|worker| status_of(*worker).is_none()), "{what}");
        println!("{what}");
    }
}

/// Kills workers of searches that write checkpoints, lets the searches go on with another number of processes, and
/// holds the answers against an uninterrupted one. With other options, of which `other` is one, they do not go on.
fn kills_and_goes_on(rounds: Range<u64>, (line, other): (&str, &str), most: u64) {
    let folder = Folder::new()
        .with("philosophers.sys", PHILOSOPHERS)
        .with("registers.prog", registers(3, 4));
    let count = rounds.end - rounds.start;
    let begun = Instant::now();
    let whole = folder.run(&format!("{line} --processes 2"));
    assert_eq!(whole.code, 0, "{whole:?}");
    let time = u64::try_from(begun.elapsed().as_millis()).unwrap().min(most);
    let (mut killed, mut gone_on) = (0, 0);
    for round in rounds {
        let draw = (round + 1).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let processes = 2 + usize::try_from(draw >> 60).unwrap() % 2;
        let written = format!("{line} --checkpoint at{round} --checkpoint-every 0.05");
        let child = start(&folder, &written, processes);
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
        signal(workers[victim], "KILL");
        let asked = Instant::now();
        let answer = child.wait_with_output().unwrap();
        assert!(asked.elapsed() < Duration::from_secs(10));
        let out = told(&answer.stdout);
        match answer.status.code() {
            // It had all totals before.
            Some(0) => assert_eq!(out, told(whole.out.as_bytes())),
            Some(2) => {
                killed += 1;
                // What all have told before stays so: then it is told of all states.
                let counts = |text: &str| text.lines().nth(1).map(str::to_owned);
                let is_whole = counts(&out) == counts(&whole.out);
                assert!(!out.contains("holds") || is_whole && line.contains(".prog"), "{out}");
            }
            other => panic!("{other:?}: {answer:?}"),
        }
        if folder.path().join(format!("at{round}/current")).exists() {
            gone_on += 1;
            let others = 1 + (processes + 1) % 3;
            let again = folder.run(&format!("{line} --resume at{round} --processes {others}"));
            assert_eq!((again.code, told(again.out.as_bytes())), (0, told(whole.out.as_bytes())));
            let other = folder.run(&format!("{line} {other} --resume at{round} --processes 1"));
            assert_eq!((other.code, other.codes()), (3, vec!["E0015"]), "{other:?}");
        }
    }
    println!("{killed} of {count} were killed, {gone_on} went on");
    assert!(killed * 2 > count && gone_on * 2 > count, "{killed} killed, {gone_on} went on");
}

/// Of a system and of a program: a search, and an option with which it is another one.
const GOING_ON: [(&str, &str); 2] = [
    ("check philosophers.sys --unreduced --const SEATS=10", "--keep-going"),
    ("check registers.prog", "--bound threads=40"),
];

#[test]
fn a_search_goes_on_after_a_worker_was_killed() {
    kills_and_goes_on(0..2, GOING_ON[0], 10_000);
}

#[test]
fn the_search_of_a_program_goes_on_after_a_worker_was_killed() {
    kills_and_goes_on(0..1, GOING_ON[1], 10_000);
}

#[test]
#[ignore = "minutes"]
fn fifty_searches_go_on_after_a_worker_was_killed() {
    kills_and_goes_on(100..150, GOING_ON[0], 10_000);
}

#[test]
#[ignore = "minutes"]
fn twenty_searches_of_a_program_go_on_after_a_worker_was_killed() {
    kills_and_goes_on(200..220, GOING_ON[1], 10_000);
}

#[test]
fn a_worker_that_is_killed_never_gives_an_answer() {
    kills(LONG[0], 0..2, 2_048);
    kills(LONG[1], 0..2, 2_048);
}

#[test]
#[ignore = "two minutes"]
fn fifty_workers_that_are_killed_never_give_an_answer() {
    kills(LONG[0], 100..150, 2_048);
}

#[test]
#[ignore = "two minutes"]
fn fifty_workers_that_search_a_program_never_give_an_answer() {
    kills(LONG[1], 300..350, 2_048);
}

/// A worker that is killed while the workers look for each other is not waited for.
#[test]
fn a_worker_that_is_killed_at_once_ends_the_search_soon() {
    let folder = folder();
    for victim in [0, 1, 2] {
        let child = start(&folder, LONG[0], 3);
        let workers = wait_for_children(child.id(), 3);
        signal(workers[victim], "KILL");
        let asked = Instant::now();
        let answer = child.wait_with_output().unwrap();
        assert_eq!(answer.status.code(), Some(2), "{answer:?}");
        assert!(asked.elapsed() < Duration::from_secs(4), "{:?}", asked.elapsed());
    }
}

#[test]
fn a_command_that_is_killed_leaves_no_workers() {
    let folder = folder();
    let mut child = start(&folder, LONG[0], 2);
    let workers = wait_for_children(child.id(), 2);
    signal(child.id(), "KILL");
    child.wait().unwrap();
    let start = Instant::now();
    while workers.iter().any(|worker| status_of(*worker).is_some()) {
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
        folder.start(&["check", file, "--hosts", "hosts", "--process", process])
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
