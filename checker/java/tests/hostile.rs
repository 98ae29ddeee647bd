//! Bytes that no compiler wrote: class files with changed bytes, and jars that want too much.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use reductio_java::{ClassPath, JavaError, Options, lower, missing};
use reductio_programs::{Bounds, Fresh, Limit, Machine, ThreadId};

/// Small random numbers, the same in each run.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % below.max(1)
    }

    /// Changes bytes here and there, cuts, or repeats a part.
    fn mutate(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        match self.next(10) {
            0 => bytes.truncate(self.next(bytes.len())),
            1 => {
                let (from, to) = (self.next(bytes.len()), self.next(bytes.len()));
                let part = bytes[from.min(to)..from.max(to)].to_vec();
                let at = self.next(bytes.len());
                bytes.splice(at..at, part);
            }
            _ => {
                for _ in 0..=self.next(6) {
                    let at = self.next(bytes.len());
                    bytes[at] = match self.next(4) {
                        0 => 0,
                        1 => 0xff,
                        2 => bytes[at] ^ (1 << self.next(8)),
                        _ => u8::try_from(self.next(256)).unwrap(),
                    };
                }
            }
        }
        bytes
    }
}

/// The name and the bytes of a class file.
type File = (String, Vec<u8>);

/// The class files of each program.
fn programs() -> Vec<(String, Vec<File>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/classes");
    let mut all = Vec::new();
    for program in fs::read_dir(folder).unwrap() {
        let program = program.unwrap();
        let mut files = Vec::new();
        for file in fs::read_dir(program.path()).unwrap() {
            let file = file.unwrap();
            let name = file.file_name().into_string().unwrap();
            files.push((name, fs::read(file.path()).unwrap()));
        }
        files.sort();
        all.push((program.file_name().into_string().unwrap(), files));
    }
    all.sort();
    all
}

/// How many of the mutants were refused as class files, and how many became programs.
fn mutants(count: usize, seed: u64) -> [usize; 2] {
    let programs = programs();
    let mut random = Random(seed);
    let mut counts = [0, 0];
    for number in 0..count {
        let (name, files) = &programs[number % programs.len()];
        let chosen = random.next(files.len());
        let mut path = ClassPath::default();
        let started = Instant::now();
        let mut is_read = true;
        for (at, (file, bytes)) in files.iter().enumerate() {
            let mutant = if at == chosen { random.mutate(bytes) } else { bytes.clone() };
            if path.add_bytes(file, &mutant).is_err() {
                is_read = false;
            }
        }
        counts[0] += usize::from(!is_read);
        missing(&path);
        let fold = number % 2 == 0;
        let options = Options { main: Some(name.clone()), fold, ..Options::default() };
        if let Ok(lowered) = lower(&path, &options) {
            counts[1] += usize::from(is_read);
            let machine = Machine::new(&lowered.program, Bounds::default());
            let mut state = machine.initial();
            for step in 0..300 {
                let thread = u32::try_from(step % state.threads.len()).unwrap();
                let event = machine.step(&mut state, ThreadId(thread), 0, &Fresh);
                let halted = event.and_then(|event| event.halted);
                // What the verifier lets through takes each value for what it is.
                assert_ne!(halted, Some(Limit::Contradiction), "mutant {number} of seed {seed}");
            }
        }
        let time = started.elapsed();
        assert!(time < Duration::from_secs(10), "mutant {number} of seed {seed} took {time:?}");
    }
    counts
}

#[test]
fn changed_class_files_are_refused_or_become_programs() {
    let [refused, lowered] = mutants(600, 0x5eed);
    assert!(refused > 50 && lowered > 50, "{refused} refused, {lowered} lowered");
}

#[test]
#[ignore = "60,000 class files: some minutes"]
fn many_changed_class_files_are_refused_or_become_programs() {
    let [refused, lowered] = mutants(60_000, 0x60_000);
    assert!(refused > 6_000 && lowered > 6_000, "{refused} refused, {lowered} lowered");
}

fn add(name: &str, bytes: &[u8]) -> JavaError {
    ClassPath::default().add_bytes(name, bytes).unwrap_err()
}

fn arithmetic() -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/classes");
    fs::read(folder.join("Arithmetic/Arithmetic.class")).unwrap()
}

#[test]
fn each_prefix_of_a_class_file_is_truncated() {
    let bytes = arithmetic();
    for length in 8..bytes.len() {
        let error = add("A.class", &bytes[..length]);
        assert!(matches!(error, JavaError::Truncated { .. }), "{length}: {error}");
    }
    let mut longer = bytes;
    longer.push(0);
    assert!(matches!(add("A.class", &longer), JavaError::Corrupt { .. }));
}

#[test]
fn versions_that_are_not_known_are_told() {
    let mut bytes = arithmetic();
    for (version, is_known) in [(44, false), (45, true), (66, true), (69, true), (70, false)] {
        bytes[7] = version;
        let added = ClassPath::default().add_bytes("A.class", &bytes);
        let is_refused = matches!(added, Err(JavaError::Version { newest: 69, .. }));
        assert_eq!(is_refused, !is_known, "{version}");
    }
}

/// A zip archive with one entry, which is not compressed, of a name.
fn stored(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut crc = !0_u32;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    let size = u32::try_from(bytes.len()).unwrap();
    let mut head = vec![20, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    head.extend((!crc).to_le_bytes());
    head.extend(size.to_le_bytes());
    head.extend(size.to_le_bytes());
    head.extend(u16::try_from(name.len()).unwrap().to_le_bytes());
    head.extend([0, 0]);
    let mut zip = b"PK\x03\x04".to_vec();
    zip.extend(&head);
    zip.extend(name.as_bytes());
    zip.extend(bytes);
    let start = u32::try_from(zip.len()).unwrap();
    zip.extend(b"PK\x01\x02\x14\x00");
    zip.extend(&head);
    zip.extend([0; 14]);
    zip.extend(name.as_bytes());
    let length = u32::try_from(zip.len()).unwrap() - start;
    zip.extend(b"PK\x05\x06\x00\x00\x00\x00\x01\x00\x01\x00");
    zip.extend(length.to_le_bytes());
    zip.extend(start.to_le_bytes());
    zip.extend([0, 0]);
    zip
}

#[test]
fn jars_are_read_and_none_leads_out_of_itself() {
    let bytes = arithmetic();
    let mut path = ClassPath::default();
    path.add_bytes("a.jar", &stored("Arithmetic.class", &bytes)).unwrap();
    assert_eq!(path.mains(), ["Arithmetic"]);
    for name in ["../Arithmetic.class", "/Arithmetic.class", "a/../../b.class", "a\\..\\b.class"] {
        let error = add("a.jar", &stored(name, &bytes));
        assert!(matches!(error, JavaError::Traversal { .. }), "{name}: {error}");
    }
    let jar = stored("Arithmetic.class", &bytes);
    for length in [2, 20, jar.len() / 2, jar.len() - 1] {
        let error = add("a.jar", &jar[..length]);
        assert!(matches!(error, JavaError::Jar { .. }), "{length}: {error}");
    }
}

#[test]
fn of_two_classes_of_one_name_the_first_counts() {
    let bytes = arithmetic();
    let mut path = ClassPath::default();
    path.add_bytes("one", &bytes).unwrap();
    path.add_bytes("two", &bytes).unwrap();
    assert_eq!(path.classes(), ["Arithmetic"]);
}

#[test]
fn it_is_told_which_class_has_a_main() {
    let path = ClassPath::default();
    assert_eq!(lower(&path, &Options::default()).unwrap_err(), JavaError::NoMain);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/classes");
    let mut path = ClassPath::default();
    path.add(&folder).unwrap();
    let JavaError::SeveralMains { classes } = lower(&path, &Options::default()).unwrap_err() else {
        panic!();
    };
    assert_eq!(classes.len(), programs().len());
    let of = |main: &str| Options { main: Some(main.to_owned()), ..Options::default() };
    let error = lower(&path, &of("Nobody")).unwrap_err();
    assert!(matches!(error, JavaError::MissingClass { .. }));
    let error = lower(&path, &of("Classes$A")).unwrap_err();
    assert!(matches!(error, JavaError::NoMainIn { .. }));
}

#[test]
fn a_jar_that_grows_is_refused() {
    use std::io::Write;
    let mut jar = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    jar.start_file("Big.class", options.compression_method(zip::CompressionMethod::Deflated))
        .unwrap();
    let zeros = vec![0; 1 << 20];
    for _ in 0..65 {
        jar.write_all(&zeros).unwrap();
    }
    let jar = jar.finish().unwrap().into_inner();
    assert!(jar.len() < 1 << 20, "{} bytes", jar.len());
    let error = add("a.jar", &jar);
    assert!(matches!(error, JavaError::TooLarge { limit: 0x0400_0000, .. }), "{error}");
}

#[test]
fn of_many_classes_those_are_read_that_are_needed() {
    // The name of the class is told by its constant: `Arithmetic` becomes `A0123metic` and so on.
    let mut bytes = arithmetic();
    let at = bytes.windows(13).position(|part| part == b"\x01\x00\x0aArithmetic").unwrap() + 3;
    let mut path = ClassPath::default();
    let mut renamed = |bytes: &mut [u8], number: usize| {
        bytes[at + 1..at + 5].copy_from_slice(format!("{number:04}").as_bytes());
        path.add_bytes(&format!("A{number}.class"), bytes).unwrap();
    };
    for number in 0..9_999 {
        renamed(&mut bytes, number);
    }
    // The last one has code that nobody can read.
    let text = bytes.windows(3).position(|part| part[0] == 0x12 && part[2] == 0xb6).unwrap();
    bytes[text] = 0xcb;
    renamed(&mut bytes, 9_999);
    assert_eq!(path.classes().len(), 10_000);
    let of = |main: &str| Options { main: Some(main.to_owned()), ..Options::default() };
    lower(&path, &of("A9998metic")).unwrap();
    let error = lower(&path, &of("A9999metic")).unwrap_err();
    assert!(matches!(&error, JavaError::Corrupt { file, .. } if file == "A9999.class"), "{error}");
}

#[test]
#[ignore = "the classes of a folder or a jar of one's own: REDUCTIO_CLASSES=PATH"]
fn classes_that_compilers_write_are_not_refused() {
    let given = std::env::var("REDUCTIO_CLASSES").unwrap();
    let mut path = ClassPath::default();
    path.add(Path::new(&given)).unwrap();
    let listed = missing(&path);
    let mut refused = listed.iter().filter(|one| one.what.contains("Error`:"));
    let told = refused.next().map(|one| format!("{}: {}", one.class, one.what));
    assert_eq!((told, refused.count()), (None, 0), "of {} classes", path.classes().len());
}
