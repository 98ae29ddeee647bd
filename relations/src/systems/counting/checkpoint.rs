//! Finished units on file: text, with the parameters of the run and a checksum.
//!
//! ```text
//! reductio-count 2
//! states 4 processes 2 units 97
//! 0 1432 12 1 0
//! checksum 1f2e3d4c5b6a7988
//! ```
//!
//! A line for each finished unit: its number, the systems, the tuples for which (22) was decided, and two
//! flags of [`Part`]. The checksum (FNV-1a) is over everything before its line.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use super::unit::Part;
use crate::systems::error::{CheckpointFault, SystemError};

const KIND: &str = "reductio-count ";
const VERSION: &str = "reductio-count 2";

/// The size of the largest checkpoint, in bytes.
const LARGEST: u64 = 1 << 24;

/// The finished units, by number.
pub(super) type Done = BTreeMap<usize, Part>;

/// The line of a checkpoint that tells runs apart.
pub(super) fn parameters(states: usize, processes: usize, units: usize) -> String {
    format!("states {states} processes {processes} units {units}")
}

fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

pub(super) fn write(parameters: &str, done: &Done) -> String {
    let mut text = format!("{VERSION}\n{parameters}\n");
    for (unit, part) in done {
        let (doomed, needs_n) = (u8::from(part.doomed), u8::from(part.needs_n));
        let _ = writeln!(text, "{unit} {} {} {doomed} {needs_n}", part.systems, part.decided);
    }
    let sum = checksum(&text);
    let _ = writeln!(text, "checksum {sum:016x}");
    text
}

pub(super) fn read(text: &str, parameters: &str) -> Result<Done, CheckpointFault> {
    let mut lines = text.lines();
    let version = lines.next().unwrap_or_default();
    if version != VERSION {
        let start: String = version.chars().take(40).collect();
        let is_other_version = start.starts_with(KIND);
        let fault =
            if is_other_version { CheckpointFault::Version } else { CheckpointFault::Foreign };
        return Err(fault(start));
    }
    let last = text.lines().count();
    let body = text.trim_end().rfind('\n').map_or(0, |at| at + 1);
    if text[body..] != format!("checksum {:016x}\n", checksum(&text[..body])) {
        return Err(CheckpointFault::Damaged(last));
    }
    let found = lines.next().unwrap_or_default();
    if found != parameters {
        let (expected, found) = (parameters.to_owned(), found.to_owned());
        return Err(CheckpointFault::OtherRun { expected, found });
    }
    let units: usize = parameters.rsplit(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
    let mut done = Done::new();
    for (k, line) in lines.enumerate().take(last - 3) {
        let (unit, part) = entry(line)
            .filter(|(unit, _)| *unit < units && !done.contains_key(unit))
            .ok_or(CheckpointFault::Damaged(k + 3))?;
        done.insert(unit, part);
    }
    Ok(done)
}

fn entry(line: &str) -> Option<(usize, Part)> {
    let flag = |word: &str| match word {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    };
    let mut words = line.split(' ');
    let mut next = || words.next();
    let unit = next()?.parse().ok()?;
    let (systems, decided) = (next()?.parse().ok()?, next()?.parse().ok()?);
    let (doomed, needs_n) = (flag(next()?)?, flag(next()?)?);
    next().is_none().then_some((unit, Part { systems, decided, doomed, needs_n }))
}

/// The text of a file, or of the start of one that is too large for a checkpoint.
fn read_text(path: &Path) -> io::Result<String> {
    // Pipes and devices may have no end, or never begin.
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is no regular file"));
    }
    let mut text = String::new();
    File::open(path)?.take(LARGEST).read_to_string(&mut text)?;
    Ok(text)
}

/// The units that the file `path` holds, none when there is no such file.
pub(super) fn load(path: &Path, parameters: &str) -> Result<Done, SystemError> {
    let fault = match read_text(path) {
        Ok(text) => match read(&text, parameters) {
            Ok(done) => return Ok(done),
            Err(fault) => fault,
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Done::new()),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            CheckpointFault::Foreign("bytes that are no text".to_owned())
        }
        Err(error) => CheckpointFault::File(error.to_string()),
    };
    Err(SystemError::Checkpoint(fault))
}

/// Replaces `path` in one step, so that an interruption leaves the old file or the new one.
///
/// A file that has come to be something else than a checkpoint of the run is left alone.
pub(super) fn save(path: &Path, parameters: &str, done: &Done) -> Result<(), SystemError> {
    load(path, parameters)?;
    // Through a link, the file is replaced, not the link.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    replace(&path, &write(parameters, done))
        .map_err(|error| SystemError::Checkpoint(CheckpointFault::File(error.to_string())))
}

/// Writes a new file in the same folder, which then takes the name. Where that fails, no new file is left.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let mut new = tempfile::Builder::new()
        .prefix(".reductio-")
        .suffix(".new")
        .make_in(folder.unwrap_or(Path::new(".")), |name| File::create_new(name))?;
    new.as_file_mut().write_all(text.as_bytes())?;
    new.persist(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> (String, Done) {
        let part = |systems, doomed| Part { systems, decided: 7, doomed, needs_n: false };
        (parameters(3, 2, 9), Done::from([(0, part(5, false)), (8, part(u128::MAX, true))]))
    }

    #[test]
    fn what_is_written_is_read_back() {
        let (parameters, done) = example();
        assert_eq!(read(&write(&parameters, &done), &parameters), Ok(done));
        assert_eq!(read(&write(&parameters, &Done::new()), &parameters), Ok(Done::new()));
    }

    #[test]
    fn another_run_and_another_version_are_refused() {
        let (parameters, done) = example();
        let text = write(&parameters, &done);
        let other = super::parameters(3, 2, 10);
        assert!(matches!(read(&text, &other), Err(CheckpointFault::OtherRun { .. })));
        let new = text.replace("count 2", "count 3");
        assert!(matches!(read(&new, &parameters), Err(CheckpointFault::Version(_))));
        for foreign in ["", "reductio\n", "a thesis\nof two lines\n"] {
            assert!(matches!(read(foreign, &parameters), Err(CheckpointFault::Foreign(_))));
        }
    }

    #[test]
    fn every_change_of_a_byte_is_noticed() {
        let (parameters, done) = example();
        let text = write(&parameters, &done);
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            if let Ok(changed) = String::from_utf8(bytes) {
                assert!(read(&changed, &parameters).is_err(), "byte {at}");
            }
            assert!(read(&text[..at], &parameters).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn nothing_but_a_checkpoint_of_the_run_is_replaced() {
        let (parameters, done) = example();
        let folder =
            std::env::temp_dir().join(format!("reductio-checkpoint-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("run");
        fs::write(folder.join(".reductio-mine.new"), "mine").unwrap();
        save(&path, &parameters, &Done::new()).unwrap();
        save(&path, &parameters, &done).unwrap();
        assert_eq!(load(&path, &parameters).unwrap(), done);
        assert_eq!(fs::read_to_string(folder.join(".reductio-mine.new")).unwrap(), "mine");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        for other in ["a thesis\n", ""] {
            fs::write(&path, other).unwrap();
            let refused = save(&path, &parameters, &done);
            assert!(matches!(refused, Err(SystemError::Checkpoint(CheckpointFault::Foreign(_)))));
            assert_eq!(fs::read_to_string(&path).unwrap(), other);
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn units_that_do_not_exist_or_stand_twice_are_refused() {
        let parameters = parameters(3, 2, 9);
        let with = |lines: &str| {
            let text = format!("{VERSION}\n{parameters}\n{lines}");
            format!("{text}checksum {:016x}\n", checksum(&text))
        };
        assert!(read(&with("8 1 1 0 0\n"), &parameters).is_ok());
        for lines in ["9 1 1 0 0\n", "1 1 1 0 0\n1 1 1 0 0\n", "1 1 1 0\n", "1 1 1 2 0\n", "x\n"] {
            assert!(matches!(
                read(&with(lines), &parameters),
                Err(CheckpointFault::Damaged(3 | 4))
            ));
        }
    }
}
