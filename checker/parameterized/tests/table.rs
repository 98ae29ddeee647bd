//! Known families, each with its verdicts and the least numbers; all held against fixed numbers of threads.

use reductio_language::Families;
use reductio_parameterized::{Answer, Limits, Outcome, decide};

use crate::agreement::compare;

pub(crate) fn text(name: &str) -> String {
    let path = format!("{}/../examples/any/{name}.sys", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// Decides the family, and compares with fixed numbers of threads.
fn decided(name: &str, most: usize, states: usize) -> Answer {
    let text = text(name);
    let start = std::time::Instant::now();
    let indices: Vec<String> =
        Families::declared(&text).into_iter().map(|(index, _)| index).collect();
    let answer = decide(&text, &indices, &[], &Limits::default()).unwrap();
    println!(
        "{name}: {:?}, {} pairs, {} rules: {:?}",
        start.elapsed(),
        answer.pairs,
        answer.rules,
        answer.outcomes().map(told).collect::<Vec<_>>()
    );
    compare(&text, &answer, most, states).unwrap_or_else(|what| panic!("{name}: {what}"));
    answer
}

/// `holds`, `never`, `undecided`, or the number from which on it fails or is reached.
fn told(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Holds(_) => "holds".to_owned(),
        Outcome::Never(_) => "never".to_owned(),
        Outcome::Undecided { .. } => "undecided".to_owned(),
        Outcome::Fails { threads, is_least, .. } => {
            format!("{}{}", sum(threads), if *is_least { "" } else { "?" })
        }
        Outcome::Reached { threads, .. } => format!("reached {}", sum(threads)),
    }
}

/// The numbers of threads of the families, as `1+2`.
fn sum(threads: &[usize]) -> String {
    threads.iter().map(usize::to_string).collect::<Vec<_>>().join("+")
}

pub(crate) const TABLE: [(&str, &str); 21] = [
    ("counter", "holds holds holds holds, holds"),
    ("buffer_one", "holds holds 1 1"),
    ("buffer_all", "holds holds holds holds"),
    ("readers_writers", "holds holds holds holds, holds, reached 2, never"),
    ("upgrade", "holds holds 2 2"),
    ("ticket_lock", "4 holds holds holds, 4"),
    ("pool", "holds holds holds holds, holds"),
    ("pool_if", "holds 4 undecided undecided"),
    ("double_checked", "holds holds holds holds, holds, reached 2"),
    ("last_claim", "2 holds holds holds"),
    ("three_inside", "holds holds holds holds"),
    ("master", "holds holds holds holds, holds, reached 1"),
    ("driver", "holds holds holds holds, holds, reached 2"),
    ("producers_consumers", "holds holds holds holds"),
    ("producers_consumers_one", "holds holds 1+2 1+2"),
    ("many_writers", "holds holds holds holds, holds, holds, reached 2+1"),
    ("many_writers_if", "holds holds holds holds, 1+1, 1+2"),
    ("clerks", "holds holds holds holds, holds, reached 1+1"),
    ("clerks_free", "holds holds holds 2+2"),
    ("supervised", "holds holds holds holds, holds, reached 1+1"),
    ("file_system", "holds holds holds holds, holds, reached 1"),
];

fn table(names: &[&str], most: usize, states: usize) {
    for (name, expected) in TABLE.iter().filter(|(name, _)| names.contains(name)) {
        let answer = decided(name, most, states);
        let own = [&answer.discipline, &answer.failures, &answer.deadlock, &answer.stuck];
        let own: Vec<String> = own.into_iter().map(told).collect();
        let claims = answer.claims.iter().map(|claim| format!(", {}", told(&claim.outcome)));
        assert_eq!(own.join(" ") + &claims.collect::<String>(), *expected, "{name}: {answer:?}");
    }
}

#[test]
fn small_families_of_the_table() {
    let large = ["ticket_lock", "driver"];
    let small: Vec<&str> =
        TABLE.iter().map(|(name, _)| *name).filter(|one| !large.contains(one)).collect();
    table(&small, 4, 3_000);
}

#[test]
fn a_fourth_thread_breaks_three_tickets() {
    // That nobody is stuck takes counts up to three.
    let limits = Limits { level: 2, threads: 4, ..Limits::default() };
    let answer = decide(&text("ticket_lock"), &["User"], &[], &limits).unwrap();
    let own = [&answer.discipline, &answer.failures, &answer.stuck, &answer.claims[0].outcome];
    assert_eq!(own.map(told), ["4", "holds", "undecided", "4"]);
}

#[test]
#[ignore = "takes long"]
fn all_families_of_the_table_with_up_to_six_threads() {
    let all: Vec<&str> = TABLE.iter().map(|(name, _)| *name).collect();
    table(&all, 6, 300_000);
}
