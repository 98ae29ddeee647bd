//! Spin beside `check`: the same programs in Promela (`tests/spin`) and in `.sys`, the same formulas, threads that are
//! weakly fair. The verdicts agree; where programs have locks, reduced steps leave a tenth of the states that Spin
//! stores.
//!
//! Where `spin` or a C compiler is not installed, the test says so and passes, unless `REDUCTIO_REQUIRE_SPIN` is set.
//! `cargo test -p reductio --test reductio spin:: -- --nocapture` prints the table of the guide.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::time::Instant;

use reductio::File;
use reductio::Verdict;
use reductio::check::{
    CheckOptions, EXAMPLES, Parameters, PropertyAnswer, Subject, SystemClaim, check,
};
use reductio::search::Order;

/// A program that exists in both languages.
struct Program {
    name: &'static str,
    /// The title of the property in the example; Spin's file has one formula, the same.
    property: &'static str,
    /// A constant of the same name in both, and its value: by default these are the same.
    constant: Option<(&'static str, i64)>,
    holds: bool,
    /// Whether threads synchronize by locks alone.
    has_locks: bool,
}

const fn program(name: &'static str, property: &'static str, holds: bool) -> Program {
    Program { name, property, constant: None, holds, has_locks: false }
}

const fn with_locks(
    name: &'static str,
    property: &'static str,
    constant: Option<(&'static str, i64)>,
    holds: bool,
) -> Program {
    Program { name, property, constant, holds, has_locks: true }
}

const PROGRAMS: [Program; 10] = [
    program("peterson", "side 0 comes in", true),
    program("peterson_broken", "side 0 comes in", false),
    program("ticket_lock", "client 0 comes in again and again", true),
    program("ticket_lock_broken", "client 0 comes in again and again", false),
    with_locks("pool", "client 0 is woken", Some(("CLIENTS", 4)), true),
    with_locks("pool_broken", "client 0 is woken", Some(("CLIENTS", 4)), false),
    with_locks("ab_ba_ticker", "both locks are taken again and again", Some(("PLACES", 12)), true),
    with_locks(
        "ab_ba_ticker_broken",
        "both locks are taken again and again",
        Some(("PLACES", 12)),
        false,
    ),
    with_locks(
        "readers_turnstile",
        "the writer that comes to the room writes",
        Some(("READERS", 6)),
        true,
    ),
    with_locks(
        "readers_turnstile_broken",
        "the writer that comes to the room writes",
        Some(("READERS", 6)),
        false,
    ),
];

/// What Spin says: whether the formula holds, the states that it has stored, seconds, and megabytes.
struct Spun {
    holds: bool,
    states: usize,
    seconds: f64,
    megabytes: f64,
}

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(output.status.success(), "{command:?}: {output:?}");
    output
}

fn is_installed() -> bool {
    let is_there = |name: &str, argument: &str| Command::new(name).arg(argument).output().is_ok();
    let is_there = is_there("spin", "-V") && is_there("cc", "--version");
    assert!(
        is_there || std::env::var_os("REDUCTIO_REQUIRE_SPIN").is_none(),
        "Spin or a C compiler is not installed"
    );
    is_there
}

/// The number before a word in what Spin prints.
fn number(text: &str, word: &str) -> f64 {
    let line = text.lines().find(|line| line.contains(word)).unwrap_or_else(|| panic!("{text}"));
    let before = line.split(word).next().unwrap();
    before.split_whitespace().next_back().unwrap().parse().unwrap()
}

fn spin(program: &Program, folder: &Path) -> Spun {
    let file = format!("{}/tests/spin/{}.pml", env!("CARGO_MANIFEST_DIR"), program.name);
    let mut generate = Command::new("spin");
    generate.current_dir(folder);
    if let Some((name, value)) = program.constant {
        generate.arg(format!("-D{name}={value}"));
    }
    run(generate.arg("-a").arg(file));
    // Spin's fairness is for as many processes as are asked for; partial-order reduction is on.
    run(Command::new("cc").current_dir(folder).args(["-O2", "-DNFAIR=4", "-o", "pan", "pan.c"]));
    let begun = Instant::now();
    let searched =
        run(Command::new(folder.join("pan")).current_dir(folder).args(["-a", "-f", "-m1000000"]));
    let seconds = begun.elapsed().as_secs_f64();
    let text = String::from_utf8(searched.stdout).unwrap();
    let (_, errors) = text.split_once("errors: ").unwrap_or_else(|| panic!("{text}"));
    let holds = errors.split_whitespace().next() == Some("0");
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let states = number(&text, "states, stored") as usize;
    Spun { holds, states, seconds, megabytes: number(&text, "total actual memory usage") }
}

/// What `check` says: whether the formula holds, the states that the search for it has met and those with the
/// automaton, seconds, and megabytes.
struct Checked {
    holds: bool,
    states: usize,
    product_states: usize,
    seconds: f64,
    megabytes: f64,
}

/// The example, all of whose threads are weakly fair: Spin has no strong fairness.
fn subject(program: &Program) -> Subject {
    let example = EXAMPLES.iter().find(|example| example.name == program.name).unwrap();
    let text =
        example.text.replace("strongly fair thread", "thread").replace("fair thread", "thread");
    let text = text.replace("\nthread", "\nfair thread");
    let constants = program.constant.into_iter().map(|(name, value)| (name.to_owned(), value));
    let parameters = Parameters { constants: constants.collect(), ..Parameters::default() };
    let file = Arc::new(File::new(program.name, &text));
    Subject::load(&file, &parameters, None).unwrap_or_else(|e| panic!("{}: {e:?}", program.name))
}

fn checked(program: &Program, order: Order) -> Checked {
    let subject = subject(program);
    let properties = subject.system().properties();
    let number = properties.iter().position(|p| p.name() == program.property).unwrap();
    let options = CheckOptions { order, keep_going: true, ..CheckOptions::default() };
    let begun = Instant::now();
    let report = check(&subject, &options, None, None);
    let seconds = begun.elapsed().as_secs_f64();
    let is_it = |(claim, _): &&(SystemClaim, _)| *claim == SystemClaim::Property(number);
    let holds = match report.claims.iter().find(is_it).unwrap().1 {
        Verdict::Holds(()) => true,
        Verdict::Fails(_) => false,
        Verdict::Declined(why) => panic!("{}: {why:?}", program.name),
    };
    let PropertyAnswer { states, product_states, bytes, .. } = report.properties[number];
    #[expect(clippy::cast_precision_loss)]
    let megabytes = bytes as f64 / 1e6;
    Checked { holds, states, product_states, seconds, megabytes }
}

#[test]
fn spin_and_check_agree() {
    if !is_installed() {
        eprintln!("neither compared nor counted: there is no `spin`, or no `cc`");
        return;
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../guide/src/comparison.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (_, section) = page.split_once("\n## Temporal formulas, beside Spin\n").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let told: Vec<Vec<&str>> =
        rows.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect();
    assert_eq!(told.len(), PROGRAMS.len());
    println!(
        "| program | formula | Spin: states | s | MB | all steps: states | with automaton | s | MB | \
         reduced: states | with automaton | s | MB |"
    );
    let mut stale = Vec::new();
    for program in PROGRAMS {
        let folder = tempfile::tempdir().unwrap();
        let spun = spin(&program, folder.path());
        let [all, reduced] =
            [Order::Unreduced, Order::Reduced].map(|order| checked(&program, order));
        let verdicts = [spun.holds, all.holds, reduced.holds];
        assert_eq!(verdicts, [program.holds; 3], "{}", program.name);
        let constant =
            program.constant.map_or(String::new(), |(name, value)| format!(", {name} = {value}"));
        print!("| {}{constant} | {} ", program.name, if program.holds { "holds" } else { "fails" });
        print!("| {} | {:.2} | {:.0} ", spun.states, spun.seconds, spun.megabytes);
        for Checked { states, product_states, seconds, megabytes, .. } in [&all, &reduced] {
            print!("| {states} | {product_states} | {seconds:.2} | {megabytes:.1} ");
        }
        println!("|");
        let [all_states, few_states] =
            [&all, &reduced].map(|checked| grouped(checked.product_states));
        let row = told.iter().find(|row| row[0] == format!("`{}`{constant}", program.name));
        let row = row.unwrap_or_else(|| panic!("{} is not in the guide", program.name));
        if [row[5], row[8]] != [&*all_states, &*few_states] {
            stale.push(format!("{}: {all_states}, {few_states}", row[0]));
        }
        // Where the formula fails, how much is seen before is a matter of luck.
        if program.has_locks && program.holds {
            assert!(10 * reduced.product_states <= spun.states, "{}", program.name);
        }
    }
    assert!(stale.is_empty(), "the guide has other numbers: {stale:#?}");
}

/// A number with its thousands apart.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<&str> = groups.map(|group| std::str::from_utf8(group).unwrap()).collect();
    groups.join(",")
}
