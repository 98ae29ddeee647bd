//! S1's experiment (figure 4) with programs of our own: `cargo bench -p reductio-disciplined`.

#[path = "../tests/programs/mod.rs"]
mod programs;

use reductio_disciplined::{Options, experiment};
use reductio_programs::{ENTRY, parse_program};

fn main() {
    for (name, text) in programs::all() {
        let program = parse_program(&text, name, ENTRY).expect("it is one of ours");
        let classes = programs::classes(name).of(&program).expect("it fits");
        let table = experiment(&program, &classes, &Options::default());
        println!("## {name}\n\n{table}\nFactor: {:.0}.\n", table.factor());
    }
}
