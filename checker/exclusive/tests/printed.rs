//! The programs of which S2's rules, as printed, promise what is not so (H1 to H8): the search under exclusive access
//! finds each promise out.

#[path = "../../heap/tests/unsound/h5.rs"]
mod h5;

use std::path::Path;

use reductio_exclusive::{Claims, Options, derive};
use reductio_heap::{Inlined, Limits, Reading, Repair, analyze};
use reductio_programs::{ENTRY, Program, parse_program};

fn program(number: usize) -> Program {
    if number == 5 {
        return h5::h5();
    }
    let name = format!("../heap/tests/unsound/h{number}.prog");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    parse_program(&std::fs::read_to_string(path).unwrap(), "unsound", ENTRY).unwrap()
}

#[test]
fn what_is_promised_wrongly_is_found_out() {
    for (number, repair) in (1..).zip(Repair::ALL) {
        let program = program(number);
        let inlined = Inlined::new(&program, &Limits::default()).unwrap();
        let readings = [
            (Reading::printed(), true),
            (Reading::repaired().without(repair), true),
            (Reading::repaired(), false),
        ];
        for (reading, is_wrong) in readings {
            let analysis =
                analyze(&program, &inlined, reading, &reductio_heap::Options::default()).unwrap();
            let claims = Claims::of_analysis(&program, &inlined, &analysis);
            let derived = derive(&program, claims, &Options::default());
            let found: Vec<_> = derived.demoted.iter().map(|breach| breach.wrong).collect();
            println!("H{number}, {reading:?}: {found:?}");
            assert_eq!(!found.is_empty(), is_wrong, "H{number}, {reading:?}: {found:?}");
            // Each run was run again, and what is left holds: the race is there.
            assert_eq!(derived.answer.rules().word(), "holds");
            assert_eq!(derived.answer.races().word(), "fails", "H{number}");
        }
    }
}
