//! The time from class files to a program.

use std::path::Path;
use std::time::{Duration, Instant};

use reductio_java::{ClassPath, Options, lower};

#[test]
#[ignore = "a measurement, for release builds on a machine that does nothing else"]
fn a_program_of_twenty_classes_is_there_within_50_milliseconds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/classes");
    for (name, folders) in
        [("Classes", &["Classes", "Library"]), ("Concurrent", &["Concurrent", "Exceptions"])]
    {
        // The first time includes the decoding of the library.
        let mut times = Vec::new();
        for _ in 0..5 {
            let start = Instant::now();
            let mut path = ClassPath::default();
            for inner in folders {
                path.add(&folder.join(inner)).unwrap();
            }
            let options = Options { main: Some(name.to_owned()), ..Options::default() };
            let methods = lower(&path, &options).unwrap().program.methods().len();
            times.push(start.elapsed());
            let count = path.classes().len();
            println!("{name}: {count} classes, {methods} methods, {:?}", start.elapsed());
        }
        assert!(times[0] < Duration::from_millis(50), "{times:?}");
    }
}
