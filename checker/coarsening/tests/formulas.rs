//! Formulas about runs are true of models that are reduced by what the reference analysis says if and only if they are
//! of base models, for random programs and for Java programs of the fixtures. That base models decide them as they
//! should is what `preservation` tests.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use reductio_coarsening::{
    Analyzed, Classification, Limits, Options, Property, PropertyAnswer, Reading, Reductions,
    Unclassified, Unknown, decide,
};
use reductio_java::{ClassPath, Options as JavaOptions, lower};
use reductio_programs::{
    Bounds, Condition, ENTRY, Program, Queues, generate, parse_formula, parse_program,
};
use reductio_temporal::Formula;
use reductio_watched::Stopped;

/// Random numbers, by the generator `SplitMix64`.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % u64::try_from(n).unwrap()).unwrap()
    }

    fn condition(&mut self, program: &Program) -> Option<String> {
        let classes: Vec<&str> = program
            .classes()
            .iter()
            .map(|class| &class.name[..])
            .filter(|name| name.starts_with("One"))
            .collect();
        if classes.is_empty() || program.fields().is_empty() {
            return None;
        }
        let class = classes[self.below(classes.len())];
        let field = &program.fields()[self.below(program.fields().len())];
        Some(match self.below(3) {
            0 => format!("{class}.{field} == null"),
            1 => format!("{class}.{field} != {}", self.below(3)),
            _ => format!("{class}.{field} == {}", 1 + self.below(2)),
        })
    }

    fn formula(&mut self, program: &Program) -> Option<Formula<Condition>> {
        let (one, two) = (self.condition(program)?, self.condition(program)?);
        let text = match self.below(7) {
            0 => format!("eventually {one}"),
            1 => format!("always ({one} or {two})"),
            2 => format!("always eventually {one}"),
            3 => format!("eventually always {one}"),
            4 => format!("{one} leads_to {two}"),
            5 => format!("{one} until {two}"),
            _ => format!("{one} release {two}"),
        };
        Some(parse_formula(&text, program).unwrap_or_else(|faults| panic!("{text}: {faults:?}")))
    }
}

/// What the base model and the reduced one say; `None` if there are too many states, or the analysis has no answer.
fn both(
    program: &Program,
    formula: &Formula<Condition>,
    is_fair: bool,
    most: usize,
) -> Option<[PropertyAnswer; 2]> {
    let limits = Limits { max_states: most, ..Limits::default() };
    let analyzed = Analyzed::within(program, Reading::repaired(), &limits).ok()?;
    let said = |reductions, known: Arc<dyn Classification>| {
        let bounds = Bounds { threads: 8, ..Bounds::default() };
        let options = Options { objects_per_site: 8, reductions, bounds, ..Options::default() };
        let property = Property { formula, is_fair };
        decide(program, options, known, property, &limits).unwrap()
    };
    let base = said(Reductions::NONE, Arc::new(Unclassified));
    let reduced = said(Reductions::ALL, Arc::new(analyzed));
    let is_over =
        |answer: &PropertyAnswer| answer.unknown == Some(Unknown::Stopped(Stopped::States));
    (!is_over(&base) && !is_over(&reduced)).then_some([base, reduced])
}

/// Compares the answers about random programs, in which each allocator has a class of its own. Returns how often
/// formulas fail, hold, are left open, and how often the reduced model is smaller.
fn compare(seeds: std::ops::Range<u64>, most: usize) -> [usize; 4] {
    println!("seeds {seeds:?}");
    let mut counts = [0; 4];
    for seed in seeds {
        let source = generate::random(seed).to_string();
        let mut parts = source.split("new ");
        let mut text = parts.next().unwrap().to_owned();
        for (number, part) in parts.enumerate() {
            let _ = write!(text, "new One{number}{part}");
        }
        let program = parse_program(&text, "random", ENTRY).unwrap();
        let program = program.with_queues(Queues::FirstCome);
        let mut random = Random(seed);
        for is_fair in [false, true] {
            let Some(formula) = random.formula(&program) else { continue };
            let Some([base, reduced]) = both(&program, &formula, is_fair, most) else { continue };
            let words = [&base, &reduced].map(|answer| answer.verdict().word());
            let why = [&base, &reduced].map(|answer| answer.unknown.clone());
            assert_eq!(
                words[0], words[1],
                "seed {seed}: {formula}, fair {is_fair}: {why:?}\n{text}"
            );
            let place = ["fails", "holds", "declined"].iter().position(|word| *word == words[0]);
            counts[place.unwrap()] += 1;
            counts[3] += usize::from(reduced.states < base.states);
        }
    }
    println!("{counts:?}");
    counts
}

#[test]
fn formulas_about_random_programs_are_decided_alike() {
    let counts = compare(0..14, 2_000);
    assert!(counts.into_iter().zip([3, 8, 3, 8]).all(|(is, least)| is >= least), "{counts:?}");
}

#[test]
#[ignore = "minutes"]
fn formulas_about_many_random_programs_are_decided_alike() {
    let counts = compare(1_000..1_300, 20_000);
    assert!(counts.iter().all(|count| *count >= 50), "{counts:?}");
}

/// The Java program of a fixture.
fn java(name: &str) -> Program {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../java/fixtures").join(name);
    let mut classes = ClassPath::default();
    classes.add(&folder.join("classes")).unwrap();
    let lowered = lower(&classes, &JavaOptions::default()).unwrap();
    lowered.program.forgetting().with_queues(Queues::FirstCome)
}

#[test]
fn formulas_about_static_variables_of_java_programs_are_decided_alike() {
    for (name, text, words) in [
        ("JoinOrder", "eventually JoinOrder.value == 22", ["holds", "holds"]),
        ("JoinOrder", "JoinOrder.value == 10 leads_to JoinOrder.value == 22", ["holds", "holds"]),
        ("JoinOrder", "always JoinOrder.value <= 12", ["fails", "fails"]),
        // The signal may come before anybody waits for it.
        ("MissedSignal", "eventually MissedSignal.x == 1", ["holds", "holds"]),
        ("MissedSignal", "eventually MissedSignal.y == 1", ["fails", "fails"]),
        ("VolatileFlag", "eventually VolatileFlag.ready == 1", ["fails", "holds"]),
        ("MissedSignal", "MissedSignal.y == 0 until MissedSignal.x == 1", ["holds", "holds"]),
    ] {
        let program = java(name);
        let formula = parse_formula(text, &program).unwrap_or_else(|faults| panic!("{faults:?}"));
        for (is_fair, expected) in [false, true].into_iter().zip(words) {
            let [base, reduced] = both(&program, &formula, is_fair, 20_000).unwrap();
            let said = [&base, &reduced].map(|answer| answer.verdict().word());
            assert_eq!(said, [expected; 2], "{name}: {text}, fair {is_fair}");
        }
    }
}

/// Who makes a second object of a class is seen, even if a thread does so where it goes round for ever and nobody
/// looks: a condition about the only object means nothing then.
#[test]
fn a_second_object_is_noticed_wherever_it_is_made() {
    let text = |body: &str| {
        format!("thread main {{ b := new Box; fork t; b.full := 0 }}\nthread t {{ {body} }}")
    };
    let found = |body: &str, reductions: Reductions| {
        let program = parse_program(&text(body), "boxes", ENTRY).unwrap();
        let program = program.with_queues(Queues::FirstCome);
        let formula = parse_formula("always Box.full == 0", &program).unwrap();
        let options = Options { reductions, ..Options::default() };
        let known: Arc<dyn Classification> = Arc::new(Unclassified);
        let property = Property { formula: &formula, is_fair: false };
        decide(&program, options, known, property, &Limits::default()).unwrap()
    };
    for reductions in [Reductions::NONE, Reductions::ALL] {
        let answer = found("loop { c := 1 }", reductions);
        assert_eq!(answer.verdict().word(), "holds", "{answer:?}");
        for body in ["c := new Box; loop { c := 1 }", "loop { c := new Box; c := 1 }"] {
            let answer = found(body, reductions);
            assert_eq!(answer.verdict().word(), "declined", "{body}: {answer:?}");
        }
        let answer = found("c := new Box; loop { c := 1 }", reductions);
        assert!(matches!(answer.unknown, Some(Unknown::Several { .. })), "{answer:?}");
    }
}
