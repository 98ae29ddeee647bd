//! The time of the analysis, how it grows with the number of statements, and the Java program of the fixtures that
//! takes longest.
//!
//! `cargo bench -p reductio-heap --bench heap`. The programs have a first thread that makes lists and pairs in loops,
//! and starts threads that walk the lists under locks. A time is the mean of several runs; on Linux it is the time that
//! the processor worked for them.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use reductio_heap::{Inlined, Limits, Options, Reading, Verdict, analyze};
use reductio_java::{ClassPath, Options as JavaOptions, lower};
use reductio_programs::{ENTRY, Program, parse_program};

/// The least number of runs, of which the mean counts, and the least time of all together.
const RUNS: (u32, Duration) = (5, Duration::from_millis(100));

/// A program with so many lists, each with a kind of thread.
fn lists(count: usize) -> Program {
    let (mut main, mut threads) = (String::new(), String::new());
    for k in 0..count {
        let _ = write!(
            main,
            "  first{k} := null; i := 0
  while i < 2 {{
    s{k} := new Subject{k}
    o{k} := new Observer{k}
    o{k}.subject := s{k}
    synchronized s{k} {{ s{k}.observer := o{k} }}
    s{k}.next := first{k}
    first{k} := s{k}
    i := i + 1
  }}
  fork t{k}
  fork t{k}
"
        );
        let _ = write!(
            threads,
            "thread t{k} {{
  while first{k} != null {{
    synchronized first{k} {{
      first{k}.state := 1
      x{k} := first{k}.observer
      synchronized x{k} {{ x{k}.state := x{k}.subject.state }}
    }}
    first{k} := first{k}.next
  }}
}}
"
        );
    }
    let text = format!("thread main {{\n{main}}}\n{threads}");
    parse_program(&text, "lists", ENTRY).unwrap()
}

/// The time that the processor has worked for this thread; where nobody counts it, the time since the first call.
fn now() -> Duration {
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    let begin = BEGIN.get_or_init(Instant::now);
    let counted = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = counted.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| begin.elapsed(), Duration::from_nanos)
}

/// What an analysis takes and says.
struct Taken {
    statements: usize,
    /// Of all calls together with the analysis.
    time: Duration,
    visible: usize,
}

/// Analyzes a program; `None` if its calls cannot be inlined.
fn taken(program: &Program) -> Option<Taken> {
    let begin = now();
    let mut runs = 0;
    loop {
        let inlined = Inlined::new(program, &Limits::default()).ok()?;
        let analysis = analyze(program, &inlined, Reading::default(), &Options::default()).ok()?;
        runs += 1;
        let time = now().saturating_sub(begin);
        if runs >= RUNS.0 && time >= RUNS.1 {
            let visible = |row: &&reductio_heap::Row| row.verdict == Verdict::Visible;
            let visible = analysis.variables().iter().filter(visible).count();
            return Some(Taken {
                statements: inlined.statements().len(),
                time: time / runs,
                visible,
            });
        }
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The exponent with which the second numbers grow with the first: the slope of the straight line through their
/// logarithms that is nearest to them all.
#[expect(clippy::cast_precision_loss, reason = "there are few points")]
fn exponent(points: &[(f64, f64)]) -> f64 {
    let logarithms: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logarithms.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let together: f64 = logarithms.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    together / logarithms.iter().map(|point| (point.0 - x).powi(2)).sum::<f64>()
}

/// A Java program of the fixtures.
fn fixture(folder: &Path) -> Option<Program> {
    let mut path = ClassPath::default();
    path.add(&folder.join("classes")).ok()?;
    Some(lower(&path, &JavaOptions::default()).ok()?.program.forgetting())
}

#[expect(clippy::cast_precision_loss, reason = "programs have few statements")]
fn main() {
    println!("statements        ms  ratio  visible variables");
    let mut points: Vec<(f64, f64)> = Vec::new();
    for count in [12, 24, 48, 96, 192] {
        let Some(taken) = taken(&lists(count)) else { continue };
        let ms = milliseconds(taken.time);
        let ratio =
            points.last().map_or(String::new(), |(_, before)| format!("{:.1}", ms / before));
        println!("{:10}  {ms:8.1}  {ratio:>5}  {}", taken.statements, taken.visible);
        points.push((taken.statements as f64, ms));
    }
    println!(
        "growth: the time grows with the number of statements to the {:.2}",
        exponent(&points)
    );

    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../java/fixtures");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut all: Vec<(Taken, String)> = entries
        .filter(|entry| entry.path().is_dir())
        .filter_map(|entry| {
            let taken = taken(&fixture(&entry.path())?)?;
            Some((taken, entry.file_name().to_string_lossy().into_owned()))
        })
        .collect();
    all.sort_by_key(|(taken, _)| std::cmp::Reverse(taken.time));
    println!("\nJava programs of the fixtures: {}; the slowest", all.len());
    for (taken, name) in all.iter().take(5) {
        println!("{:10}  {:8.1}  {name}", taken.statements, milliseconds(taken.time));
    }
}
