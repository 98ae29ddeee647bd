//! The time that each family among the examples takes, the slowest first.
//!
//! `cargo bench -p reductio-parameterized --bench families`, with `-- NAME` for one of them.

use std::time::{Duration, Instant};

use reductio_language::Families;
use reductio_parameterized::{Evidence, Limits, Outcome, decide};

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|one| !one.starts_with('-')).collect();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/any");
    let mut rows: Vec<(Duration, String, String)> = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the examples are there") {
        let path = entry.expect("a file").path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !wanted.is_empty() && !wanted.contains(&name) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a text");
        let indices: Vec<String> =
            Families::declared(&text).into_iter().map(|(index, _)| index).collect();
        let start = Instant::now();
        let decided = decide(&text, &indices, &[], &Limits::default());
        let took = start.elapsed();
        // Some are not treated alike, which is told soonest.
        let sizes = decided.map_or_else(
            |_| "declined".to_owned(),
            |answer| {
                let stuck = match answer.stuck {
                    Outcome::Holds(Evidence::Abstraction { level, states }) => {
                        format!("{states:6} abstract states, level {level}")
                    }
                    _ => String::new(),
                };
                format!("{:6} pairs, {:6} rules {stuck}", answer.pairs, answer.rules)
            },
        );
        rows.push((took, name, sizes));
    }
    rows.sort_unstable_by(|one, other| other.cmp(one));
    for (took, name, sizes) in rows {
        println!("{name:24} {:10.3} ms {sizes}", took.as_secs_f64() * 1e3);
    }
}
