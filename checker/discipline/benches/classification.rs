//! Times of the classification: families of threads, ranges of variables, bundled systems.
//!
//! `cargo bench -p reductio-discipline --bench classification`.

use std::path::Path;
use std::time::Instant;

use reductio_discipline::Discipline;
use reductio_language::parse_system;
use reductio_system::System;

const LEAST: &str = "
    const N = 440
    const THREADS = 2
    lock m
    protected x : 0 .. N by m
    protected y : 0 .. N by m
    protected k : 0 .. N by m
    thread t[i : 0 .. THREADS - 1] {
      acquire m
      k := if x < y then x else y
      x := if k < y then y else k
      release m
    }";

fn read(name: &str, text: &str, constants: &[(&str, i64)]) -> System {
    let constants: Vec<_> = constants.iter().map(|(c, value)| ((*c).to_owned(), *value)).collect();
    parse_system(text, name, &constants).unwrap_or_else(|errors| panic!("{name}: {errors:?}"))
}

fn measure(what: &str, system: &System) {
    let mut best = f64::INFINITY;
    let mut undecided = 0;
    for _ in 0..5 {
        let start = Instant::now();
        let discipline = Discipline::new(system);
        best = best.min(start.elapsed().as_secs_f64());
        undecided = discipline.effects().undecided().count();
    }
    println!("{what:40} {:9.3} ms  {undecided} undecided", best * 1e3);
}

fn main() {
    for threads in [1, 2, 4, 8, 16] {
        let system = read("least", LEAST, &[("THREADS", threads), ("N", 450)]);
        measure(&format!("the least of two, {threads} threads"), &system);
    }
    for most in [440, 1_000_000_000] {
        measure(&format!("the least of two, up to {most}"), &read("least", LEAST, &[("N", most)]));
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut paths: Vec<_> = folder
        .read_dir()
        .expect("the bundled systems")
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    for path in paths {
        let (name, text) = (path.file_stem().unwrap(), std::fs::read_to_string(&path).unwrap());
        measure(&name.to_string_lossy(), &read(&name.to_string_lossy(), &text, &[]));
    }
}
