//! Ten bugs of well-known crates that were reported in public, each written anew in a few lines: broken, where the search finds the mistake, and
//! mended. The page of the guide shows what is printed.

#[path = "reports/batches.rs"]
mod batches;
#[path = "../../command/tests/documents/blocks.rs"]
mod blocks;
#[path = "reports/discard.rs"]
mod discard;
#[path = "reports/get_with.rs"]
mod get_with;
#[path = "reports/idle.rs"]
mod idle;
#[path = "reports/oneshot.rs"]
mod oneshot;
#[path = "reports/permit.rs"]
mod permit;
#[path = "reports/scope.rs"]
mod scope;
#[path = "reports/stealing.rs"]
mod stealing;
#[path = "reports/subscriber.rs"]
mod subscriber;
#[path = "reports/tip.rs"]
mod tip;

use reductio_schedules::FindingKind::{self, Deadlock, Discipline, LockedTwice, Panic};
use reductio_schedules::{Explorer, Finding, Report};

use blocks::{blocks, matches};

const PAGE: &str = include_str!("../../../guide/src/reference/schedules-reports.md");

/// A report of a bug, what is found, in which execution, and the number of executions of the mended program.
struct Bug {
    name: &'static str,
    text: &'static str,
    broken: fn(),
    mended: fn(),
    found: (FindingKind, usize),
    executions: usize,
}

macro_rules! bug {
    ($name:ident, $kind:ident, $first:expr, $executions:expr) => {
        Bug {
            name: stringify!($name),
            text: include_str!(concat!("reports/", stringify!($name), ".rs")),
            broken: $name::broken,
            mended: $name::mended,
            found: ($kind, $first),
            executions: $executions,
        }
    };
}

const ALL: [Bug; 10] = [
    bug!(oneshot, Panic, 4, 3),
    bug!(permit, Panic, 3, 2),
    bug!(batches, Panic, 2, 3),
    bug!(idle, Panic, 3, 4),
    bug!(subscriber, Deadlock, 1, 5),
    bug!(get_with, Panic, 4, 28),
    bug!(stealing, LockedTwice, 31, 606),
    bug!(tip, Deadlock, 3, 2),
    bug!(discard, Panic, 2, 8),
    bug!(scope, Discipline, 2, 2),
];

/// All runs are of one line: charts name it.
fn search(program: fn()) -> Report {
    Explorer::new().run(program)
}

#[test]
fn each_is_found_and_each_mended_one_holds() {
    for bug in &ALL {
        let report = search(bug.broken);
        let kinds: Vec<_> = report.findings.iter().map(Finding::kind).collect();
        assert_eq!(
            (&kinds[..], report.executions),
            (&[bug.found.0][..], bug.found.1),
            "{}",
            bug.name
        );
        let again = Explorer::new().replay(report.findings[0].schedule().clone()).run(bug.broken);
        assert_eq!(again.findings[0].message(), report.findings[0].message(), "{}", bug.name);
        let report = search(bug.mended);
        assert!(report.holds(), "{}: {report}", bug.name);
        assert_eq!(report.executions, bug.executions, "{}", bug.name);
    }
}

#[test]
fn the_guide_shows_what_is_printed() {
    for bug in &ALL {
        let printed = search(bug.broken).findings[0].to_string();
        let printed = printed.replace("checker/schedules/tests/reports/", "");
        let finding = printed.split("\n\nTo run").next().unwrap_or_default();
        let printed: Vec<&str> = finding.trim_end().lines().collect();
        let block = blocks(PAGE).into_iter().find(|b| b.info == format!("text {}", bug.name));
        let block = block.unwrap_or_else(|| panic!("{} is not shown:\n{finding}", bug.name));
        assert!(matches(&block.lines, &printed), "{}:\n{finding}", bug.name);
        let row = format!("| {:?} | {} | {} |", bug.found.0, bug.found.1, bug.executions);
        let rows = || PAGE.lines().filter(|line| line.contains(&format!("| `{}` |", bug.name)));
        assert!(rows().any(|line| line.ends_with(&row)), "{}: {row}", bug.name);
    }
}

#[test]
fn each_names_its_report() {
    for bug in &ALL {
        let source = bug.text.lines().find_map(|line| line.strip_prefix("//! Report: "));
        let mut digits = source.unwrap().split(|c: char| !c.is_ascii_digit());
        let number = digits.find(|digits| digits.len() > 2).unwrap();
        let is_of = |line: &str| line.contains(&format!("| `{}` |", bug.name));
        let is_linked = PAGE.lines().any(|line| is_of(line) && line.contains(number));
        assert!(is_linked, "{}: {number}", bug.name);
    }
}
