//! Mutated inputs: files of every kind with tokens changed, read and answered in this process, and command lines with
//! arguments changed, given to the command. Nothing may panic, be killed, hang, or end with an exit code that
//! contradicts its text; two searches of one system may not contradict each other.
//!
//! Every run has another seed, which it prints. A run can be repeated, or a much longer one made:
//!
//! ```text
//! REDUCTIO_FUZZ_SEED=1234 REDUCTIO_FUZZ_RUNS=100000 REDUCTIO_FUZZ_SECONDS=10 \
//!     cargo test -p reductio-command --test command mutations:: -- --nocapture
//! ```
//!
//! The input with number `k` of a run has the seed `SEED + k`. Wrongly answered inputs are kept in
//! `target/tmp/mutations`, and so is the input that was tried last: an abort leaves nothing else.

#[path = "mutations/answers.rs"]
mod answers;
#[path = "mutations/arguments.rs"]
mod arguments;
#[path = "mutations/files.rs"]
mod files;
#[path = "mutations/tokens.rs"]
mod tokens;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// The time of a run that nobody asked to do more, and the least number of inputs that it tries.
const BUDGET: Duration = Duration::from_secs(5);
const FEWEST: usize = 20;
/// The number of inputs after which a long run says how far it has come.
const TOLD: usize = 5_000;

/// The plan of a run.
pub(crate) struct Plan {
    seed: u64,
    /// The number of inputs; if `None`, as many as the time allows.
    runs: Option<usize>,
    /// The time after which an input counts as hanging.
    pub(crate) limit: Duration,
    start: Instant,
}

impl Plan {
    fn new(what: &str) -> Self {
        let number = |name: &str| {
            let text = std::env::var(name).ok()?;
            Some(text.parse::<u64>().unwrap_or_else(|e| panic!("{name}={text}: {e}")))
        };
        let clock = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
        let seed = number("REDUCTIO_FUZZ_SEED")
            .unwrap_or_else(|| u64::try_from(clock().as_micros() % (1 << 40)).unwrap());
        println!("{what}: REDUCTIO_FUZZ_SEED={seed}");
        Plan {
            seed,
            runs: number("REDUCTIO_FUZZ_RUNS").map(|n| usize::try_from(n).unwrap()),
            // A busy machine is no hang.
            limit: Duration::from_secs(number("REDUCTIO_FUZZ_SECONDS").unwrap_or(60)),
            start: Instant::now(),
        }
    }

    /// The seeds of the inputs that are to be tried.
    fn seeds(&self) -> impl Iterator<Item = u64> {
        let goes_on = move |done: usize| match self.runs {
            Some(runs) => done < runs,
            None => done < FEWEST || self.start.elapsed() < BUDGET,
        };
        (0..).take_while(move |done| goes_on(*done)).map(|done| self.seed + done as u64)
    }
}

/// The folder for inputs that are being tried, or were answered wrongly.
pub(crate) fn kept() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mutations");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The number of times that each answer was seen, and the faults.
#[derive(Default)]
struct Tally {
    tried: usize,
    seen: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

impl Tally {
    fn count(&mut self, seed: u64, outcome: Result<String, String>) {
        self.tried += 1;
        if self.tried.is_multiple_of(TOLD) {
            println!("{} inputs so far: {:?}", self.tried, self.seen);
        }
        match outcome {
            Ok(what) => *self.seen.entry(what).or_default() += 1,
            Err(wrong) => {
                println!("seed {seed}: {wrong}");
                self.wrong.push(format!("seed {seed}: {wrong}"));
            }
        }
    }

    /// Writes the tally, and fails if there are faults.
    fn end(self, plan: &Plan) {
        let all: usize = self.seen.values().sum::<usize>() + self.wrong.len();
        println!("{all} inputs in {:.0?}: {:?}", plan.start.elapsed(), self.seen);
        assert!(all >= FEWEST || plan.runs.is_some());
        assert!(
            self.wrong.is_empty(),
            "REDUCTIO_FUZZ_SEED={}\n{}",
            plan.seed,
            self.wrong.join("\n\n")
        );
    }
}

#[test]
fn mutated_files_are_answered() {
    let plan = Plan::new("files");
    let corpus = files::Corpus::new();
    let mut workers = answers::Worker::new();
    let mut tally = Tally::default();
    for seed in plan.seeds() {
        let input = corpus.mutated(seed);
        tally.count(seed, workers.answer(&input, seed, plan.limit));
    }
    tally.end(&plan);
}

#[test]
fn mutated_command_lines_are_answered() {
    let plan = Plan::new("command lines");
    let seeds = arguments::Seeds::new();
    let corpus = files::Corpus::new();
    let mut tally = Tally::default();
    for seed in plan.seeds() {
        tally.count(seed, seeds.run(seed, &corpus, plan.limit));
    }
    tally.end(&plan);
}

/// The fault that earlier fuzzing found, and other faults, are noticed.
#[test]
fn what_is_wrong_would_be_noticed() {
    let limit = Duration::from_millis(300);
    let said = |text: &str| files::Input { kind: files::Kind::Probe, text: text.to_owned() };
    let mut worker = answers::Worker::new();
    let long = Duration::from_secs(60);
    assert!(worker.answer(&said("panic"), 0, long).unwrap_err().contains("panicked: a probe"));
    assert_eq!(worker.answer(&said("well"), 0, long), Ok("probe".to_owned()));
    assert!(worker.answer(&said("hang"), 0, limit).unwrap_err().contains("hangs"));
    // What hangs is left behind, and the next input is answered.
    assert_eq!(worker.answer(&said("well"), 0, long), Ok("probe".to_owned()));
    for (code, out, err, sign) in [
        (Some(70), "", "", "code 70"),
        (Some(101), "", "", "code 101"),
        (None, "", "", "a signal"),
        (Some(1), "", "this is a bug of reductio", "calls itself a bug"),
        (Some(0), "", "error[E0001]: there is no file", "0 with an error"),
        (Some(3), "", "", "3 without a word"),
        (
            Some(0),
            "{\"command\": \"check\", \"results\": [{\"verdict\": \"fails\"}], \"errors\": []}",
            "",
            "belies",
        ),
        (
            Some(1),
            "{\"command\": \"decide\", \"results\": [{\"verdict\": \"declined\"}], \"errors\": []}",
            "",
            "belies",
        ),
        (Some(2), "{\"command\": \"prove\", \"results\": [], \"errors\": [{}]}", "", "belies"),
        (Some(0), "{\"command\": ", "", "no JSON"),
    ] {
        let wrong = arguments::judged(code, out, err).unwrap_err();
        assert!(wrong.contains(sign), "{wrong}");
    }
    let holds = "{\"command\": \"check\", \"results\": [{\"verdict\": \"holds\"}], \"errors\": []}";
    assert_eq!(arguments::judged(Some(0), holds, ""), Ok("exit 0".to_owned()));
}
