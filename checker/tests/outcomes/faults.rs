//! Faults that are put back: a program is run as it is, and checked with a class of Java's library replaced by a twin
//! that is wrong as our model of it once was. The harness must find each.

use std::fs;
use std::path::Path;

use super::machine::{Compiled, compile, folder, is_there};
use super::{Size, agree};

/// A fault: the program that shows it, what is seen there and not found, the source of the program, and what is
/// replaced in it.
struct Fault {
    program: &'static str,
    source: &'static str,
    part: &'static str,
    replaced: &'static [(&'static str, &'static str)],
}

/// How often the programs are run whose faults were not found.
const ATTEMPTS: usize = 10;

const FAULTS: [Fault; 5] = [
    Fault {
        program: "Aids$SemaphoreBehindAQueue",
        source: "Aids",
        part: "seen 0",
        replaced: &[(
            "import java.util.concurrent.*;",
            "import faulty.Semaphore;\nimport java.util.concurrent.*;",
        )],
    },
    Fault {
        program: "Threads$AThirdHoldsIt",
        source: "Threads",
        part: "deadlock",
        replaced: &[("t.join();", "faulty.Ends.await(t);")],
    },
    Fault {
        program: "Printing$OppositeOrders",
        source: "Printing",
        part: "deadlock",
        replaced: &[("System.out.println();", "faulty.Stream.println();")],
    },
    Fault {
        program: "Hashing$KeyChanges",
        source: "Hashing",
        part: "seen 56",
        replaced: &[("import java.util.HashSet;", "import faulty.HashSet;")],
    },
    Fault {
        program: "Throws$Copies",
        source: "Throws",
        part: "seen 63",
        replaced: &[("System.arraycopy", "faulty.Copies.arraycopy")],
    },
];

#[test]
#[ignore = "half a minute"]
fn faults_that_are_put_back_are_found() {
    if !is_there() {
        return;
    }
    let work = tempfile::tempdir().unwrap();
    let programs = folder().join("programs");
    let compiled = Compiled::new(std::slice::from_ref(&programs), work.path());
    let faulty = work.path().join("faulty");
    // What is not replaced stays as it is.
    let sources = work.path().join("replaced");
    fs::create_dir_all(&sources).unwrap();
    fs::copy(programs.join("T.java"), sources.join("T.java")).unwrap();
    for fault in &FAULTS {
        let mut text = fs::read_to_string(programs.join(format!("{}.java", fault.source))).unwrap();
        for (from, to) in fault.replaced {
            assert!(text.contains(from), "{from}");
            text = text.replace(from, to);
        }
        fs::write(sources.join(format!("{}.java", fault.source)), text).unwrap();
    }
    compile(&[folder().join("checked"), folder().join("faulty"), sources], &faulty);
    let size = Size {
        one_of: 1,
        random: 0,
        rounds: 60,
        milliseconds: 3_000,
        searches: 0,
        searches_of_small: 0,
        again: 0,
        attempts: 0,
    };
    // What the fault hides may be rare.
    let mut missing: Vec<&Fault> = FAULTS.iter().collect();
    let mut found = Vec::new();
    for _ in 0..ATTEMPTS {
        let mains = missing.iter().map(|fault| fault.program.to_owned()).collect();
        let tally = agree(&compiled, Path::new(&faulty), Some(mains), size);
        found.extend(tally.disagreements.into_iter().chain(tally.known));
        let is_missing = |fault: &Fault| {
            let told = format!("{}: `{}` was seen", fault.program, fault.part);
            !found.iter().any(|found| found.starts_with(&told))
        };
        missing.retain(|fault| is_missing(fault));
        if missing.is_empty() {
            return;
        }
    }
    let missing: Vec<&str> = missing.iter().map(|fault| fault.program).collect();
    panic!("not found: {missing:?}; found: {found:?}");
}
