//! The time and memory of S2's tables. `cargo bench -p reductio-coarsening`; with `-- all` the base model of five
//! mutators too.

use std::sync::Arc;

use reductio_coarsening::{Column, Limits, System, reproduce};

fn main() {
    let all = std::env::args().any(|argument| argument == "all");
    for system in System::ALL {
        for size in system.sizes() {
            for column in Column::ALL {
                if size == 5 && column == Column::Base && !all {
                    continue;
                }
                let known = Arc::new(system.by_hand(size));
                let cell = reproduce(system, size, column, known, &Limits::default());
                if let Some(cell) = cell {
                    println!(
                        "{:18} {size} {column:?}: {} states, {:.3} s",
                        system.name(),
                        cell.states,
                        cell.time.as_secs_f64()
                    );
                }
            }
        }
    }
}
