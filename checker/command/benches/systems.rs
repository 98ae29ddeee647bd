//! A benchmark of systems from text against Spin: the same models in both languages, in one run.
//!
//! `cargo bench -p reductio-command --bench systems`. The peer is Debian's spin with gcc -O2; without them the program
//! says so and ends. `benches/spin` holds the twins of five systems of `examples`, with one transition for each
//! statement, and with `-DATOMIC` context switches placed by hand. The claims of our systems are taken out, because the
//! twins have none; assertions stay.
//!
//! Times on a processor are those of the Linux scheduler, and the best of several runs.

#[path = "peers/spin.rs"]
mod spin;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use reductio::discipline::Packed;
use reductio::discipline::{Discipline, Violation};
use reductio::language::parse_system;
use reductio::search::{Exploration, Query, Unreduced, VisibleStates, search};
use reductio::system::System;
use spin::{Run, Variant, Verifier};

/// The number of runs of which the fastest counts.
const RUNS: usize = 5;
/// The smallest number of unreduced states for which a comparison of speed says something.
const LARGE: usize = 400_000;
/// The largest part of Spin's time on a processor that an unreduced search may take.
const SPIN: f64 = 0.35;
/// How many times as fast as one worker two are to be, by the clock.
const TWO: f64 = 1.7;
/// The largest number of bytes allowed for a stored state of the philosophers.
const BYTES: f64 = 48.0;
/// The largest factor that looking for violations of the discipline may cost.
const DISCIPLINE: f64 = 3.0;

/// A system and its twin in Spin's language.
struct Model {
    name: &'static str,
    /// The name of both files, without their endings.
    file: &'static str,
    constants: &'static [(&'static str, i64)],
}

const MODELS: &[Model] = &[
    Model { name: "philosophers, 11", file: "philosophers", constants: &[("SEATS", 11)] },
    Model {
        name: "bounded buffer, 10 items, 6 places",
        file: "bounded_buffer",
        constants: &[("ITEMS", 10), ("CAPACITY", 6)],
    },
    Model {
        name: "bounded buffer, 250 items, 20 places",
        file: "bounded_buffer",
        constants: &[("ITEMS", 250), ("CAPACITY", 20)],
    },
    Model {
        name: "file system, 2 files, 2 blocks, 2 threads",
        file: "file_system",
        constants: &[("FILES", 2), ("BLOCKS", 2), ("THREADS", 2)],
    },
    Model {
        name: "file system, 3 files, 3 blocks, 2 threads",
        file: "file_system",
        constants: &[("FILES", 3), ("BLOCKS", 3), ("THREADS", 2)],
    },
    Model { name: "device driver, 2 users", file: "device_driver", constants: &[("USERS", 2)] },
    Model { name: "device driver, 3 users", file: "device_driver", constants: &[("USERS", 3)] },
    Model {
        name: "Flanagan and Godefroid, 6 threads",
        file: "flanagan_godefroid",
        constants: &[("THREADS", 6)],
    },
];

/// A count as a number for quotients.
fn number(n: usize) -> f64 {
    f64::from(u32::try_from(n).expect("a count below 2^32"))
}

/// Seconds as text: `1.2 ms`.
fn shown(seconds: f64) -> String {
    match seconds {
        t if t < 1e-3 => format!("{:.0} us", t * 1e6),
        t if t < 1.0 => format!("{:.1} ms", t * 1e3),
        t => format!("{t:.2} s"),
    }
}

/// Says whether our number is at most the bar, and by what factor.
fn judged(ours: f64, bar: f64) -> String {
    if ours <= bar {
        format!("met by {:.2}", bar / ours)
    } else {
        format!("MISSED by {:.2}", ours / bar)
    }
}

/// The seconds of a run, by the clock and of this thread on a processor.
fn timed(run: impl FnOnce()) -> (f64, f64) {
    let clock = || spin::processor_seconds(Path::new("/proc/thread-self/schedstat"));
    let (start, before) = (Instant::now(), clock());
    run();
    let passed = start.elapsed().as_secs_f64();
    (passed, clock().zip(before).map_or(passed, |(after, before)| after - before))
}

/// The seconds of the fastest run, by the clock and of this thread on a processor.
fn fastest(mut run: impl FnMut()) -> (f64, f64) {
    let times = (0..RUNS).map(|_| timed(&mut run));
    times.fold((f64::INFINITY, f64::INFINITY), |(wall, processor), (passed, used)| {
        (wall.min(passed), processor.min(used))
    })
}

/// The seconds of one run on a processor. Short runs are repeated, since the scheduler's clock is coarse.
fn processor_of(mut run: impl FnMut()) -> f64 {
    let (once, _) = fastest(&mut run);
    // The scheduler counts in steps of some milliseconds.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "1 to 10000")]
    let times = (0.2 / once).clamp(1.0, 10_000.0) as usize;
    fastest(|| (0..times).for_each(|_| run())).1 / number(times)
}

impl Model {
    fn text(&self) -> String {
        let path = path(&format!("../examples/{}.sys", self.file));
        fs::read_to_string(path).expect("an example can be read")
    }

    /// The text of the system without its claims, which come last.
    fn stripped(&self) -> String {
        let text = self.text();
        let is_claim = |line: &&str| line.starts_with("invariant") || line.starts_with("reach");
        let rest = text.lines().skip_while(|line| !is_claim(line));
        assert!(!rest.into_iter().any(|line| line.starts_with("thread")), "claims come last");
        text.lines().take_while(|line| !is_claim(line)).flat_map(|line| [line, "\n"]).collect()
    }

    fn system(&self, text: &str) -> System {
        let constants: Vec<_> =
            self.constants.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        parse_system(text, self.file, &constants).expect("an example is read")
    }

    /// Makes the verifier of the twin, with a step for each statement or with context switches placed by hand.
    fn verifier(
        &self,
        is_atomic: bool,
        variant: Variant,
        folder: &Path,
    ) -> Result<Verifier, String> {
        let twin = path(&format!("benches/spin/{}.pml", self.file));
        spin::compile(&twin, self.constants, is_atomic, variant, folder)
    }
}

fn path(inside: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(inside)
}

/// The measurements of one model.
struct Measured<'m> {
    model: &'m Model,
    /// The numbers of reduced states: ours, and those of Spin's model with context switches placed by hand.
    reduced: usize,
    atomic: usize,
    /// The seconds from text to verdict: in this process, by the command with all claims, and by Spin at its best.
    text: f64,
    command: f64,
    spin_text: f64,
    /// The seconds for reading and for classifying, both a part of `text`, and for classifying with all claims.
    parse: f64,
    classify: f64,
    classify_claims: f64,
    /// The unreduced searches: ours and Spin's.
    unreduced: Exploration<Violation>,
    plain: Run,
    /// Spin's seconds on a processor for a state, in the better of two variants.
    spin_each: f64,
    /// The number of unreduced states when dead locals are forgotten; otherwise there are `unreduced.states`.
    forgetting: usize,
    /// The seconds on a processor, and by the clock with one worker and with two.
    processor: f64,
    workers: [f64; 2],
    /// The seconds of the reduced search with the discipline, and without it.
    discipline: [f64; 2],
}

impl<'m> Measured<'m> {
    fn of(model: &'m Model, folder: &Path) -> Result<Self, String> {
        let stripped = model.stripped();
        let system = model.system(&stripped);
        let discipline = Discipline::new(&system);
        let packed = Packed::new(&discipline);
        let reduced = search(&packed, &VisibleStates, &Query::default());
        assert!(reduced.is_complete() && reduced.findings.is_empty(), "{}: it holds", model.name);
        let unreduced = Query { discipline: false, ..Query::default() };
        let forgetting = search(&packed, &Unreduced, &unreduced).states;

        let parse = processor_of(|| drop(model.system(&stripped)));
        let classify = processor_of(|| drop(Discipline::new(&system)));
        let whole = model.system(&model.text());
        let classify_claims = processor_of(|| drop(Discipline::new(&whole)));
        let (text, _) = fastest(|| {
            let system = model.system(&model.stripped());
            let discipline = Discipline::new(&system);
            assert!(
                search(&Packed::new(&discipline), &VisibleStates, &Query::default())
                    .findings
                    .is_empty()
            );
        });
        let with = |discipline| {
            let query = Query { discipline, ..Query::default() };
            processor_of(|| drop(search(&packed, &VisibleStates, &query)))
        };
        let costs = [with(true), with(false)];

        // The twin forgets nothing.
        let kept = model.system(&stripped).remembering();
        let discipline = Discipline::new(&kept);
        let packed = Packed::new(&discipline);
        let mut found = search(&packed, &Unreduced, &unreduced);
        let both = Query { workers: 2, ..unreduced };
        let verifiers =
            [Variant::PLAIN, Variant::USUAL].map(|variant| model.verifier(false, variant, folder));
        let [plain, usual] = verifiers;
        let (plain_verifier, usual_verifier) = (plain?, usual?);
        let (mut plain, mut usual) = (plain_verifier.run()?, usual_verifier.run()?);
        let (mut one, mut two, mut processor) = (f64::INFINITY, f64::INFINITY, f64::INFINITY);
        // In turns: what else the machine does meets all of them.
        for _ in 0..RUNS {
            let (wall, used) = timed(|| found = search(&packed, &Unreduced, &unreduced));
            (one, processor) = (one.min(wall), processor.min(used));
            plain.keep_best(&plain_verifier.run()?);
            two = two.min(timed(|| found.states = search(&packed, &Unreduced, &both).states).0);
            usual.keep_best(&usual_verifier.run()?);
        }
        let more = plain.states.checked_sub(found.states);
        assert!(
            more.is_some_and(|more| more <= 2),
            "{}: {} states and Spin's {}, of which `init` may be the cause of two",
            model.name,
            found.states,
            plain.states
        );
        let each = |run: &Run| run.processor / number(run.states);
        let spin_each = each(&plain).min(each(&usual));

        let (mut atomic, mut spin_text) = (usize::MAX, f64::INFINITY);
        for variant in Variant::ALL {
            let verifier = model.verifier(true, variant, folder)?;
            for _ in 0..RUNS {
                let run = verifier.run()?;
                atomic = atomic.min(run.states);
                spin_text = spin_text.min(verifier.seconds + run.wall);
            }
        }
        Ok(Measured {
            model,
            reduced: reduced.states,
            atomic,
            text,
            command: command(model),
            spin_text,
            parse,
            classify,
            classify_claims,
            unreduced: found,
            plain,
            spin_each,
            forgetting,
            processor,
            workers: [one, two],
            discipline: costs,
        })
    }

    fn print(&self) {
        let states = number(self.unreduced.states);
        let (ours, theirs) = (self.processor / states, self.spin_each);
        println!("\n{}", self.model.name);
        println!(
            "  states         unreduced {} (Spin {}; {} without dead locals), reduced {}, factor {:.1}",
            self.unreduced.states,
            self.plain.states,
            self.forgetting,
            self.reduced,
            states / number(self.reduced)
        );
        println!(
            "  (a) reduced    {} states, Spin's atomic {}: {}",
            self.reduced,
            self.atomic,
            judged(number(self.reduced), number(self.atomic))
        );
        println!(
            "  (b) to verdict {} (reading {}, classifying {}), Spin {}: {}",
            shown(self.text),
            shown(self.parse),
            shown(self.classify),
            shown(self.spin_text),
            judged(self.text, self.spin_text)
        );
        println!(
            "      all claims the command {} (classifying {}): {}",
            shown(self.command),
            shown(self.classify_claims),
            judged(self.command, self.spin_text)
        );
        if self.unreduced.states >= LARGE {
            println!(
                "  (c) unreduced  {:.0} ns/state, Spin {:.0}, {:.2} of it: {}",
                ours * 1e9,
                theirs * 1e9,
                ours / theirs,
                judged(ours, theirs * SPIN)
            );
            let [one, two] = self.workers;
            println!(
                "      by clock   {} with one worker, {} with two, times {:.2}: {}; Spin {}",
                shown(one),
                shown(two),
                one / two,
                judged(two, one / TWO),
                shown(self.plain.wall)
            );
        }
        let bytes = self.unreduced.bytes_per_state();
        let bar = if self.model.file == "philosophers" {
            judged(bytes, BYTES)
        } else {
            "no bar".to_owned()
        };
        let spin = self.plain.bytes / number(self.plain.states);
        println!(
            "  (d) memory     {bytes:.1} bytes/state, Spin {spin:.1} without its table: {bar}"
        );
        let [with, without] = self.discipline;
        println!(
            "  (e) discipline {} with, {} without, times {:.2}: {}",
            shown(with),
            shown(without),
            with / without,
            judged(with / without, DISCIPLINE)
        );
    }
}

/// The seconds by the clock that `reductio check` takes, with all claims of the example.
fn command(model: &Model) -> f64 {
    let (wall, _) =
        fastest(|| {
            let status =
                Command::new(env!("CARGO_BIN_EXE_reductio"))
                    .arg("check")
                    .arg(path(&format!("../examples/{}.sys", model.file)))
                    .args(model.constants.iter().flat_map(|(name, value)| {
                        ["--const".to_owned(), format!("{name}={value}")]
                    }))
                    .stdout(Stdio::null())
                    .status()
                    .expect("the command runs");
            assert!(status.success(), "{}: all claims hold", model.name);
        });
    wall
}

fn main() -> Result<(), String> {
    if let Err(why) = spin::is_there() {
        println!("skipped: {why}");
        return Ok(());
    }
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("spin-{}", std::process::id()));
    let measured = MODELS.iter().try_for_each(|model| {
        Measured::of(model, &folder)?.print();
        Ok(())
    });
    // What it leaves behind is in the target folder.
    let _ = fs::remove_dir_all(&folder);
    measured
}
