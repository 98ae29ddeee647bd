//! The time of the analysis, and how it grows with the number of statements.
//!
//! `cargo bench -p reductio-heap --bench heap`. The programs have a first thread that makes lists and pairs in loops, and starts threads
//! that walk the lists under locks.

use std::fmt::Write as _;
use std::time::Instant;

use reductio_heap::{Inlined, Limits, Options, Reading, analyze};
use reductio_programs::{ENTRY, Program, parse_program};

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

fn main() {
    println!("statements  inlined ms  analysis ms  visible variables");
    for count in [4, 8, 16, 32, 64, 96] {
        let program = lists(count);
        let begin = Instant::now();
        let inlined = Inlined::new(&program, &Limits::default()).unwrap();
        let between = Instant::now();
        let options = Options::default();
        let analysis = analyze(&program, &inlined, Reading::default(), &options).unwrap();
        let visible = analysis
            .variables()
            .iter()
            .filter(|row| row.verdict == reductio_heap::Verdict::Visible)
            .count();
        println!(
            "{:10}  {:10.1}  {:11.1}  {visible}",
            inlined.statements().len(),
            (between - begin).as_secs_f64() * 1e3,
            between.elapsed().as_secs_f64() * 1e3
        );
    }
}
