//! Reduced and unreduced searches agree on mutants of the bundled systems: tokens are left out, doubled, exchanged and
//! replaced, and each text that is still a system is explored both ways.
//!
//! The seed is another one each time, and printed; `REDUCTIO_SEED=N` takes one again, `REDUCTIO_MUTANTS=N` asks for
//! more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use reductio::File;
use reductio::check::{EXAMPLES, Parameters, Subject, disagreement};
use reductio::discipline::{Discipline, Settings};
use reductio::search::{FindingKind, Order, Query};

use super::{explore, has};

/// How many mutants are compared, unless asked otherwise.
const WANTED: usize = 60;

/// The most states of a mutant; one with more is passed over.
const MOST: usize = 2_000;

/// The longest time that a mutant may take; one that takes longer is passed over.
const PATIENCE: Duration = Duration::from_secs(4);

/// The tokens that may take the place of another one, beside the tokens of the file.
const OTHERS: [&str; 24] = [
    "true", "false", "not", "and", "or", "==", "!=", "<", "<=", "+", "-", "0", "1", "2", "skip",
    "stop", "any", "await", "assert", "if", "loop", "idle", "atomic", ";",
];

/// Numbers at random (splitmix64), so that a seed says everything.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.next() % most.max(1) as u64).unwrap()
    }
}

/// The tokens of a text and the texts between them.
fn tokens(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = if rest.starts_with("--") {
            rest.find('\n').unwrap_or(rest.len())
        } else if first == '"' {
            rest[1..].find('"').map_or(rest.len(), |end| end + 2)
        } else if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else if [":=", "..", "==", "!=", "<=", ">="].iter().any(|two| rest.starts_with(two)) {
            2
        } else {
            first.len_utf8()
        };
        out.push(rest[..length].to_owned());
        rest = &rest[length..];
    }
    out
}

/// Mutates a text once to three times.
fn mutant(text: &str, random: &mut Random) -> String {
    let mut tokens = tokens(text);
    for _ in 0..=random.below(3) {
        let places: Vec<usize> = (0..tokens.len())
            .filter(|&at| !tokens[at].trim().is_empty() && !tokens[at].starts_with("--"))
            .collect();
        let [one, other] = [(); 2].map(|()| places[random.below(places.len())]);
        match random.below(7) {
            0 => tokens[one].clear(),
            1 => tokens[one] = format!("{0} {0}", tokens[one]),
            2 => tokens.swap(one, other),
            3 => tokens[one] = String::from(&*tokens[other]),
            4 => tokens[one] = String::from(OTHERS[random.below(OTHERS.len())]),
            5 => {
                // Another number, or the next one.
                if let Ok(number) = tokens[one].parse::<i64>() {
                    let more = random.below(3);
                    tokens[one] = (number + i64::try_from(more).unwrap() - 1).to_string();
                }
            }
            _ => {
                // A statement: up to the semicolon or the end of the line.
                let ends = |token: &String| token == ";" || token.contains('\n');
                let end = tokens[one..].iter().position(ends).map_or(one, |length| one + length);
                tokens[one..end].iter_mut().for_each(String::clear);
            }
        }
    }
    tokens.concat()
}

/// The result for a mutant.
enum Fate {
    /// The mutant is no system.
    Refused,
    /// The mutant has too many states or takes too long, or the theorem does not apply to it.
    PassedOver,
    /// Both searches agree; the value says whether they found something.
    Agrees(bool),
    Differs(String),
}

fn fate(name: &str, text: &str, cancel: &AtomicBool) -> Fate {
    let file = Arc::new(File::new(name, text));
    let Ok(subject) = Subject::load(&file, &Parameters::default(), None) else {
        return Fate::Refused;
    };
    let settings = Settings { exact_reach: true, ..Settings::default() };
    let found = Discipline::with(subject.system(), &settings, Some(cancel));
    let Ok(discipline) = found else { return Fate::PassedOver };
    if discipline.outside().next().is_some() {
        return Fate::PassedOver;
    }
    let query = Query { max_states: MOST, cancel: Some(cancel), ..Query::default() };
    let unreduced = explore(&discipline, Order::Unreduced, query);
    if !unreduced.is_complete() {
        return Fate::PassedOver;
    }
    let reduced = explore(&discipline, Order::Reduced, query);
    if !reduced.is_complete() {
        // It stores no state that the other does not: it was too slow.
        return Fate::PassedOver;
    }
    match disagreement(&unreduced, &reduced, true) {
        Some(what) => Fate::Differs(format!("{what:?}")),
        None => Fate::Agrees(has(&unreduced, |kind| !matches!(kind, FindingKind::Invariant(_)))),
    }
}

#[test]
fn reduced_and_unreduced_agree_on_mutants_of_the_bundled_systems() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let clock = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().subsec_nanos();
    let seed = number("REDUCTIO_SEED").unwrap_or_else(|| u64::from(clock));
    let wanted = number("REDUCTIO_MUTANTS").map_or(WANTED, |n| usize::try_from(n).unwrap());
    println!("REDUCTIO_SEED={seed} makes the same mutants again");
    let (mut compared, mut refused, mut passed_over, mut broken) = (0, 0, 0, 0);
    let mut tried: u64 = 0;
    while compared < wanted {
        // Each mutant has a number of its own, so that one can be made again alone.
        let own = seed.wrapping_add(tried << 32);
        tried += 1;
        let mut random = Random(own);
        let example = EXAMPLES[random.below(EXAMPLES.len())];
        let text = mutant(example.text, &mut random);
        let (cancel, is_done) = (AtomicBool::new(false), AtomicBool::new(false));
        let fate = std::thread::scope(|scope| {
            let watch = scope.spawn(|| {
                let end = Instant::now() + PATIENCE;
                while let left = end.saturating_duration_since(Instant::now())
                    && !left.is_zero()
                    && !is_done.load(Ordering::Relaxed)
                {
                    std::thread::park_timeout(left);
                }
                cancel.store(true, Ordering::Relaxed);
            });
            let fate = fate(example.name, &text, &cancel);
            is_done.store(true, Ordering::Relaxed);
            watch.thread().unpark();
            fate
        });
        match fate {
            Fate::Refused => refused += 1,
            Fate::PassedOver => passed_over += 1,
            Fate::Agrees(is_broken) => {
                compared += 1;
                broken += usize::from(is_broken);
            }
            Fate::Differs(what) => {
                panic!("REDUCTIO_SEED={seed}: {what} in a mutant of {}:\n{text}", example.name)
            }
        }
        assert!(tried < 200 * wanted as u64, "too few mutants are systems: {compared}");
    }
    println!(
        "{tried} mutants: {refused} are no systems, {passed_over} passed over, {compared} compared, {broken} of them \
         violate, fail or deadlock"
    );
    assert!(broken * 20 >= compared, "{broken} of {compared} mutants are broken");
    assert!(broken < compared, "no mutant holds");
}

#[test]
fn a_missed_step_would_be_found() {
    // What is compared notices a difference: an unreduced search of another system is not agreed with.
    let text = |flag: &str| {
        format!("lock m\nthread one {{ acquire m{flag} }}\nthread two {{ acquire m; release m }}")
    };
    let subject = |text: &str| {
        let file = Arc::new(File::new("two", text));
        Subject::load(&file, &Parameters::default(), None).unwrap()
    };
    let (right, wrong) = (subject(&text("; release m")), subject(&text("")));
    let right = explore(&Discipline::new(right.system()), Order::Unreduced, Query::default());
    let wrong = explore(&Discipline::new(wrong.system()), Order::Reduced, Query::default());
    assert!(disagreement(&right, &wrong, true).is_some());
}
