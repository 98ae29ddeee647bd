//! Spin as a peer: the verifier that it generates, compiled with gcc -O2 (Debian: spin, gcc).

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The option for the largest depth of a search; Spin reserves the memory for it.
const DEPTH: &str = "-m2000000";

/// A way of using Spin: which of its optimisations are on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variant {
    /// Whether dataflow analysis, dead variables and merging of statements are off, so that each statement is one step.
    pub(crate) is_plain: bool,
    /// Whether partial-order reduction is on.
    pub(crate) reduces: bool,
}

impl Variant {
    /// Spin with all optimisations off: every state of every statement.
    pub(crate) const PLAIN: Variant = Variant { is_plain: true, reduces: false };
    /// Spin as it is used by default, but without partial-order reduction.
    pub(crate) const USUAL: Variant = Variant { is_plain: false, reduces: false };
    /// All four ways of using Spin.
    pub(crate) const ALL: [Variant; 4] = [
        Self::PLAIN,
        Self::USUAL,
        Variant { is_plain: true, reduces: true },
        Variant { is_plain: false, reduces: true },
    ];
}

/// A compiled verifier of one model.
pub(crate) struct Verifier {
    program: PathBuf,
    /// The seconds that its generation and compilation took.
    pub(crate) seconds: f64,
}

/// The numbers that a verifier reports of a model without errors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) states: usize,
    /// The bytes that all states take, without their table.
    pub(crate) bytes: f64,
    /// The seconds by the clock.
    pub(crate) wall: f64,
    /// The seconds on a processor.
    pub(crate) processor: f64,
}

impl Run {
    /// Keeps the shorter times of this run and another one.
    pub(crate) fn keep_best(&mut self, other: &Run) {
        self.wall = self.wall.min(other.wall);
        self.processor = self.processor.min(other.processor);
    }
}

/// Checks that Spin and gcc can be run; the error says why not.
pub(crate) fn is_there() -> Result<(), String> {
    for (program, argument) in [("spin", "-V"), ("gcc", "--version")] {
        let status = Command::new(program)
            .arg(argument)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        if status.is_err() {
            return Err(format!("{program} is not installed"));
        }
    }
    Ok(())
}

/// Generates and compiles the verifier of a model.
pub(crate) fn compile(
    model: &Path,
    macros: &[(&str, i64)],
    is_atomic: bool,
    variant: Variant,
    folder: &Path,
) -> Result<Verifier, String> {
    let defined = macros.iter().map(|(name, value)| format!("-D{name}={value}"));
    let mut arguments: Vec<String> = defined.collect();
    arguments.extend(is_atomic.then(|| "-DATOMIC".to_owned()));
    if variant.is_plain {
        arguments.extend(["-o1", "-o2", "-o3"].map(str::to_owned));
    }
    arguments.push("-a".to_owned());
    let kind = format!("{is_atomic}-{}-{}", variant.is_plain, variant.reduces);
    let stem = model.file_stem().unwrap_or_default().to_string_lossy();
    let values: Vec<String> = macros.iter().map(|(_, value)| value.to_string()).collect();
    let folder = folder.join(format!("{stem}-{}-{kind}", values.join("-")));
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let start = Instant::now();
    let mut generate = Command::new("spin");
    succeed(generate.args(&arguments).arg(model).current_dir(&folder))?;
    let mut gcc = Command::new("gcc");
    gcc.args(["-O2", "-w", "-DSAFETY"]).args((!variant.reduces).then_some("-DNOREDUCE"));
    succeed(gcc.args(["-o", "pan", "pan.c"]).current_dir(&folder))?;
    Ok(Verifier { program: folder.join("pan"), seconds: start.elapsed().as_secs_f64() })
}

fn succeed(command: &mut Command) -> Result<Output, String> {
    let output = command.output().map_err(|e| format!("{command:?}: {e}"))?;
    if output.status.success() {
        return Ok(output);
    }
    Err(format!("{command:?} failed:\n{}", String::from_utf8_lossy(&output.stderr)))
}

impl Verifier {
    /// Runs the verifier once. It is an error if it finds an error in the model, or does not search everything.
    pub(crate) fn run(&self) -> Result<Run, String> {
        let start = Instant::now();
        let mut child = Command::new(&self.program)
            .args([DEPTH, "-n"])
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| e.to_string())?;
        let mut said = String::new();
        let mut output = child.stdout.take().ok_or("no output")?;
        output.read_to_string(&mut said).map_err(|e| e.to_string())?;
        // Its clock can be read from its last word until it is waited for.
        let place = PathBuf::from(format!("/proc/{}", child.id()));
        while start.elapsed() < Duration::from_secs(600) && !has_ended(&place) {
            std::thread::sleep(Duration::from_micros(200));
        }
        let wall = start.elapsed().as_secs_f64();
        let processor = processor_seconds(&place.join("schedstat")).unwrap_or(wall);
        child.wait().map_err(|e| e.to_string())?;
        let complete = said.contains("errors: 0") && !said.contains("max search depth too small");
        let before = |words: &str| {
            let line = said.lines().find(|line| line.contains(words))?;
            line.split_whitespace().next()?.parse::<f64>().ok()
        };
        match (before("states, stored"), before("actual memory usage")) {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "counts")]
            (Some(states), Some(megabytes)) if complete => Ok(Run {
                states: states as usize,
                bytes: megabytes * f64::from(1 << 20),
                wall,
                processor,
            }),
            _ => Err(format!("the verifier says\n{said}")),
        }
    }
}

/// Whether a process has ended and is not waited for yet. Without `/proc` this is not known, and the answer is no.
fn has_ended(place: &Path) -> bool {
    let Ok(stat) = fs::read_to_string(place.join("stat")) else { return true };
    stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z'))
}

/// The seconds that a process or thread has had on a processor, by the Linux scheduler.
pub(crate) fn processor_seconds(place: &Path) -> Option<f64> {
    let text = fs::read_to_string(place).ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds * 1e-9)
}
