//! Products and closures of [`Bits`] against M4RI and SuiteSparse:GraphBLAS, on the same relations in the same run.
//!
//! `cargo bench -p reductio-relations --bench relations -- [STATES ...] [KIND ...]`: for instance
//! `1024 order degree-2`, all without arguments. Peers that are not installed are skipped. One thread each; medians of
//! runs that take turns. The peers' closure is repeated squaring of `1 + x`, as often as this relation needs, known
//! beforehand; `squaring` is the same with our product. The numbers of pairs are compared.

mod peers;

use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use peers::{Answer, Running};
use reductio_algebra::OmegaAlgebra;
use reductio_relations::{BitRelation, Bits, Random};

const SEED: u64 = 0x5EED_BE7C;
/// The most times that we may take longer than the fastest peer.
const BAR: f64 = 1.3;
/// Repeated squaring with our own product.
const OWN: &str = "squaring";
/// The most time for the runs of one operation, as long as each ran once.
const BUDGET: Duration = Duration::from_secs(2);
/// Up to so many states all operations are compared, past it sparse products.
const MOST: usize = 4096;
/// The most runs of one operation.
const RUNS: usize = 25;
/// The least time of one run: faster operations are repeated.
const RUN: Duration = Duration::from_millis(2);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// Every other pair.
    Dense,
    /// Every other pair of a linear order: no row of the product fills up.
    Order,
    /// As many pairs as make the product half full.
    Critical,
    /// So many pairs for each state.
    Degree(u32),
}

impl Kind {
    fn name(self) -> String {
        match self {
            Kind::Degree(degree) => format!("degree-{degree}"),
            kind => format!("{kind:?}").to_lowercase(),
        }
    }

    /// The chance of a pair in 2^32.
    fn chance(self, states: usize) -> u64 {
        let states = f64::from(u32::try_from(states).expect("a small number"));
        let chance = match self {
            Kind::Dense | Kind::Order => 0.5,
            Kind::Critical => (2f64.ln() / states).sqrt(),
            Kind::Degree(degree) => f64::from(degree) / states,
        };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 2^32")]
        let chance = (chance * 2f64.powi(32)) as u64;
        chance
    }

    fn pairs(self, states: usize, random: &mut Random) -> Vec<(usize, usize)> {
        let chance = self.chance(states);
        let mut pairs = Vec::new();
        for from in 0..states {
            let first = if self == Kind::Order { from + 1 } else { 0 };
            pairs.extend(
                (first..states).filter(|_| random.bits() >> 32 < chance).map(|to| (from, to)),
            );
        }
        pairs
    }
}

/// Both relations as the peers read them.
fn write(path: &Path, states: usize, factors: [&[(usize, usize)]; 2]) {
    let mut bytes = (states as u64).to_le_bytes().to_vec();
    for pairs in factors {
        let stride = states.div_ceil(64);
        let mut words = vec![0u64; states * stride];
        for (s, t) in pairs {
            words[s * stride + t / 64] |= 1 << (t % 64);
        }
        bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    }
    fs::write(path, bytes).expect("a temporary file can be written");
}

/// The number of squarings of `1 + x` until nothing is added.
fn squarings(model: Bits, x: &BitRelation, star: &BitRelation) -> u32 {
    let mut power = model.plus(&model.one(), x);
    let mut count = 0;
    while power != *star {
        power = model.seq(&power, &power);
        count += 1;
    }
    count
}

fn squared(model: Bits, x: &BitRelation, count: u32) -> BitRelation {
    let start = model.plus(&model.one(), x);
    (0..count).fold(start, |power, _| model.seq(&power, &power))
}

/// Someone who runs the operation so many times and says how many nanoseconds one takes, and the number of pairs.
type Contender<'a> = Box<dyn FnMut(u32) -> Answer + 'a>;

fn own<'a>(operation: impl Fn() -> BitRelation + 'a) -> Contender<'a> {
    Box::new(move |repetitions| {
        let start = Instant::now();
        (1..repetitions).for_each(|_| drop(black_box(operation())));
        let last = black_box(operation());
        (start.elapsed().as_secs_f64() * 1e9 / f64::from(repetitions), Some(last.len()))
    })
}

/// The median times of all, taking turns; a run that takes longer than the budget is not repeated.
fn medians(contenders: &mut [Contender<'_>], pairs: usize) -> Vec<f64> {
    let (budget, run) = (BUDGET.as_secs_f64() * 1e9, RUN.as_secs_f64() * 1e9);
    let mut times = Vec::new();
    for contender in contenders.iter_mut() {
        let (time, counted) = contender(1);
        assert!(counted.is_none_or(|c| c == pairs), "{counted:?} pairs instead of {pairs}");
        times.push(vec![time]);
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 1000")]
    let often = |time: f64| (run / time).clamp(1.0, 1000.0) as u32;
    // The first run finds everything cold.
    let repetitions: Vec<u32> = (contenders.iter_mut().zip(&times))
        .map(|(contender, t)| if t[0] < run { often(contender(4).0) } else { often(t[0] / 2.0) })
        .collect();
    let start = Instant::now();
    for _ in 0..RUNS {
        for ((contender, times), often) in contenders.iter_mut().zip(&mut times).zip(&repetitions) {
            if times[0] < budget {
                times.push(contender(*often).0);
            }
        }
        if start.elapsed() > BUDGET {
            break;
        }
    }
    let median = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    times.into_iter().map(median).collect()
}

/// `1.24 ms`.
fn shown(nanoseconds: f64) -> String {
    match nanoseconds {
        t if t < 1e3 => format!("{t:.0} ns"),
        t if t < 1e6 => format!("{:.1} us", t / 1e3),
        t => format!("{:.2} ms", t / 1e6),
    }
}

/// A line of the table: our time, and for each other its time and ours divided by it.
fn line(title: &str, names: &[&str], times: &[f64]) -> String {
    let mut line = format!("{title:<26}{:>10}", shown(times[0]));
    for (name, time) in names.iter().zip(&times[1..]) {
        write!(line, " |{name:>13} {:>9} {:>7.3}", shown(*time), times[0] / time)
            .expect("a string can be written to");
    }
    let others = names.iter().zip(&times[1..]).filter(|(name, _)| **name != OWN);
    let best = others.map(|(_, time)| *time).fold(f64::INFINITY, f64::min);
    if times[0] > BAR * best { line + "  OVER THE BAR" } else { line }
}

fn compare(states: usize, kind: Kind, peers: &[peers::Peer], folder: &Path) {
    let mut random = Random::new(SEED ^ states as u64);
    let (left, right) = (kind.pairs(states, &mut random), kind.pairs(states, &mut random));
    let file = folder.join("factors");
    write(&file, states, [&left, &right]);
    let model = Bits::new(states).expect("the size is in range");
    let relation = |pairs: Vec<_>| model.relation(pairs).expect("the states are in range");
    let (x, y) = (relation(left), relation(right));
    let (product, star) = (model.seq(&x, &y), model.star(&x));
    let squarings = squarings(model, &x, &star);
    let mut running: Vec<Running> = peers.iter().map(|p| p.start(&file)).collect();
    let mut names: Vec<&str> = peers.iter().map(|p| p.name).collect();
    // GraphBLAS takes minutes for a closure that is larger.
    let operations = if states <= MOST { &["product", "closure"][..] } else { &["product"] };
    for &operation in operations {
        let mut contenders = Vec::new();
        let pairs = if operation == "product" {
            contenders.push(own(|| model.seq(&x, &y)));
            product.len()
        } else {
            contenders.push(own(|| model.star(&x)));
            star.len()
        };
        contenders.extend(running.iter_mut().map(|peer| -> Contender<'_> {
            Box::new(move |repetitions| peer.run(operation, repetitions, squarings))
        }));
        if operation == "closure" {
            contenders.push(own(|| squared(model, &x, squarings)));
            names.push(OWN);
        }
        let times = medians(&mut contenders, pairs);
        println!(
            "{}",
            line(&format!("{states:>5} {:<9} {operation}", kind.name()), &names, &times)
        );
    }
}

fn main() {
    let folder = std::env::temp_dir().join(format!("reductio-relations-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a temporary folder can be made");
    let peers = peers::compile(&folder);
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let (sizes, kinds): (Vec<&String>, Vec<&String>) =
        arguments.iter().partition(|a| a.parse::<usize>().is_ok());
    let chosen = |all: &[&String], name: &str| all.is_empty() || all.iter().any(|a| *a == name);
    println!("states, relation, operation, our time | peer, its time, ratio ours / peer");
    for states in [64, 256, 1024, MOST, 2 * MOST] {
        let sparse = [Kind::Degree(8), Kind::Degree(4), Kind::Degree(2)];
        let all = [Kind::Dense, Kind::Order, Kind::Critical];
        // And for a dense product.
        for kind in all.into_iter().filter(|_| states <= MOST).chain(sparse) {
            if chosen(&sizes, &states.to_string()) && chosen(&kinds, &kind.name()) {
                compare(states, kind, &peers, &folder);
            }
        }
    }
    fs::remove_dir_all(&folder).expect("the temporary folder can be removed");
}
