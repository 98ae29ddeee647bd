//! The systems of `checker/examples`: verdicts, state counts with and without reduction, runs, hypotheses.

#[path = "examples/hypotheses.rs"]
mod hypotheses;
#[path = "examples/pins.rs"]
mod pins;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use pins::{PINS, Pin};
use reductio::check::{
    CheckOptions, CheckReport, Demotion, EXAMPLES, Expected, Parameters, Subject, check,
    disagreement,
};
use reductio::discipline::Discipline;
use reductio::execution::{Ending, Execution};
use reductio::search::{FindingKind, Order};
use reductio::system::ThreadId;
use reductio::testing::{Forgotten, Property, Sample, trial};
use reductio::validate::{Space, StateSpace};
use reductio::{Exit, File};

/// An example with some constants.
fn subject(name: &str, constants: &[(&str, i64)], demotion: &Demotion) -> Subject {
    let example = EXAMPLES.iter().find(|example| example.name == name).unwrap();
    let file = Arc::new(File::new(&format!("{name}.sys"), example.text));
    let constants: Vec<_> =
        constants.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
    let demotion = demotion.clone();
    let parameters = Parameters { constants, demotion, ..Parameters::default() };
    Subject::load(&file, &parameters, None).unwrap()
}

fn explored(subject: &Subject, order: Order, keep_going: bool) -> CheckReport {
    // The numbers are compared with those of papers and other tools, which rename nothing.
    let symmetry = false;
    let options = CheckOptions { order, keep_going, symmetry, ..CheckOptions::default() };
    check(subject, &options, None, None)
}

/// Whether the run of the first finding, by which a property is false, is one by the steps by which it was searched
/// for. These are not those of the report: what the property and fairness see is visible to its search, so that threads
/// take turns where the main search would not let them.
fn is_reduced_for_property(report: &CheckReport, property: usize) -> bool {
    if report.properties[property].order == Order::Unreduced {
        return true;
    }
    let observing = report.subject.discipline().unwrap().observing(property, None).unwrap();
    let run = report.exploration.findings[0].run.iter();
    let run: Vec<(ThreadId, usize)> = run.map(|(t, step)| (ThreadId::new(*t), *step)).collect();
    Execution::replay(&observing, &run).unwrap().is_reduced()
}

/// The runs of properties are reduced ones to the discipline that sees what the property sees, and some of them are not
/// to the one that does not: that is why these are asked of another discipline than the others.
#[test]
fn runs_of_properties_are_reduced_to_who_sees_the_property() {
    let mut others = Vec::new();
    for example in EXAMPLES.iter().filter(|example| example.expected == Expected::Property) {
        let report = explored(&example.subject(), Order::Reduced, false);
        let FindingKind::Property { number, .. } = report.exploration.findings[0].kind else {
            panic!("{}: {:?}", example.name, report.exploration.findings[0]);
        };
        assert_eq!(report.properties[number].order, Order::Reduced, "{}", example.name);
        assert!(is_reduced_for_property(&report, number), "{}", example.name);
        if !report.execution(0).unwrap().is_reduced() {
            others.push(example.name);
        }
    }
    assert!(others.contains(&"peterson_broken"), "{others:?}");
}

/// The kind of the first finding, taken from the ending of its run; `Holds` if there is no finding.
fn first_ending(report: &CheckReport) -> Expected {
    if report.exploration.findings.is_empty() {
        assert_ne!(report.exit(), Exit::Declined);
        return Expected::Holds;
    }
    let execution = report.execution(0).unwrap();
    let is_reduced = match report.exploration.findings[0].kind {
        FindingKind::Property { number, .. } => is_reduced_for_property(report, number),
        _ => report.order == Order::Unreduced || execution.is_reduced(),
    };
    assert!(is_reduced, "{}: {execution:?}", report.subject.system().name());
    match execution.ending() {
        Ending::DisciplineViolated(_) => Expected::Discipline,
        Ending::Failed { .. } => Expected::Failure,
        Ending::InvariantViolated(_) => Expected::Invariant,
        Ending::Deadlock => Expected::Deadlock,
        Ending::Stuck { .. } => Expected::Stuck,
        Ending::PropertyFalse { .. } => Expected::Property,
        other => panic!("{}: {other:?}", report.subject.system().name()),
    }
}

/// Measures an example, for comparison with its line of the table.
fn measured(pin: &Pin) -> Pin {
    let subject = subject(pin.name, pin.constants, &Demotion::None);
    let [unreduced, reduced] =
        [Order::Unreduced, Order::Reduced].map(|order| explored(&subject, order, true));
    let goals = reduced.subject.settings().exact_reach;
    let (all, few) = (&unreduced.exploration, &reduced.exploration);
    assert_eq!(disagreement(all, few, goals), None, "{}", pin.name);
    if reduced.speaks_for_all() {
        // The visible states of the one are the states of the other.
        let visible = explored(&reduced.subject, Order::Unreduced, true).exploration.visible_states;
        assert_eq!(visible, few.states, "{}", pin.name);
    }
    let example = EXAMPLES.iter().find(|example| example.name == pin.name).unwrap();
    // What is to be reached is meant for the constants of the text.
    let is_met = example.is_met_by(&unreduced) && example.is_met_by(&reduced);
    assert!(is_met || !pin.constants.is_empty(), "{}", pin.name);
    let first = first_ending(&explored(&subject, Order::Reduced, false));
    // By single steps the same fault may show another way first.
    let other = first_ending(&explored(&subject, Order::Unreduced, false));
    assert_eq!(other == Expected::Holds, first == Expected::Holds, "{}", pin.name);
    assert!(reduced.speaks_for_all() || example.expected == Expected::Discipline, "{}", pin.name);
    Pin { first, unreduced: all.states, reduced: few.states, ..*pin }
}

/// Statements that make one the only writer, or one of the readers, are missed where variables are read together.
#[test]
fn forgotten_statements_of_shared_reading_are_noticed() {
    // One user: what takes two cannot be reached then.
    let example = EXAMPLES.iter().find(|example| example.name == "cached_data").unwrap();
    let lines = example.text.lines().filter(|line| !line.starts_with("reach \"another user"));
    let text = lines.collect::<Vec<_>>().join("\n");
    assert_ne!(text.len() + 1, example.text.len());
    let constants = vec![("USERS".to_owned(), 1)];
    let parameters = Parameters { constants, ..Parameters::default() };
    let file = Arc::new(File::new("cached_data.sys", &text));
    let subject = Subject::load(&file, &parameters, None).unwrap();
    let tried = trial(subject.system(), Sample::default(), true, None);
    assert_eq!(tried.exit(), Exit::Holds);
    let forgotten = tried.forgotten.unwrap();
    for (statement, property, count) in [
        ("acquire rw", Property::Access, 7),
        ("writing := true", Property::Exclusion, 2),
        ("reading := reading + 1", Property::Exclusion, 2),
    ] {
        let noticed = |one: &&Forgotten| one.noticed.contains(&property);
        let missed = forgotten.iter().filter(|one| one.statement == statement).filter(noticed);
        assert_eq!(missed.count(), count, "{statement}: {forgotten:#?}");
    }
}

#[test]
fn every_example_is_bundled_and_in_the_table() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let stem = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("sys") => Some(stem),
            Some("prog") => None,
            _ => {
                // Families of any number of threads are checked by `--any`: the tests of
                // `parameterized` have their table.
                assert!(["any", "traces"].contains(&&*stem), "{}", path.display());
                None
            }
        }
    };
    let files: BTreeSet<String> = std::fs::read_dir(folder).unwrap().filter_map(stem).collect();
    let bundled: BTreeSet<String> = EXAMPLES.iter().map(|e| e.name.to_owned()).collect();
    assert_eq!(files, bundled);
    // With the constants of its text.
    let plain = PINS.iter().filter(|pin| pin.constants.is_empty());
    assert_eq!(files, plain.map(|pin| pin.name.to_owned()).collect());
    for example in EXAMPLES {
        let is_broken = example.name.ends_with("_broken");
        assert_eq!(is_broken, example.expected != Expected::Holds, "{}", example.name);
        let holds = example.name.split('_').scan(String::new(), |name, part| {
            let _ = write!(name, "{}{part}", if name.is_empty() { "" } else { "_" });
            Some(name.clone())
        });
        assert!(!is_broken || holds.into_iter().any(|name| files.contains(&name)));
    }
}

#[test]
fn verdicts_and_state_counts_are_pinned() {
    let found: Vec<Pin> = PINS.iter().map(measured).collect();
    let table: Vec<String> = found.iter().map(|pin| format!("    {pin}")).collect();
    let table = table.join("\n");
    for (pin, found) in PINS.iter().zip(&found) {
        assert_eq!(pin, found, "measured:\n{table}");
    }
}

#[test]
fn m_ex_reaches_nine_pairs_of_control_points_by_reduced_steps() {
    // S1, section 3.3: the reachable states of M_ex's composed system, values left out.
    let subject = subject("m_ex", &[], &Demotion::None);
    let discipline = Discipline::new(subject.system());
    let space = StateSpace::new(&discipline, Space::Reachable, 100, None).unwrap();
    let states = || space.states().iter().map(|(state, _)| state);
    let pairs = |only_visible: bool| -> BTreeSet<Vec<String>> {
        let wanted = states().filter(|state| !only_visible || discipline.is_visible(state));
        let point = |state, thread| {
            let at = subject.system().at(state, thread);
            subject.system().thread(thread).points()[usize::from(at)].name().to_owned()
        };
        wanted
            .map(|state| subject.system().thread_ids().map(|t| point(state, t)).collect())
            .collect()
    };
    assert_eq!(states().filter(|state| discipline.is_visible(state)).count(), 12);
    assert_eq!(pairs(true).len(), 9);
    assert_eq!(states().count(), 41);
    assert_eq!(pairs(false).len(), 35);
    // The paper releases both locks in one transition, and has no e2b.
    let without = pairs(false).into_iter().filter(|pair| pair[1] != "e2b").count();
    assert_eq!(without, 30);
}

#[test]
fn clean_as_it_was_deadlocks_when_the_counters_are_open() {
    let demotion = Demotion::Named(vec!["count".to_owned()]);
    let subject = subject("clean_broken", &[], &demotion);
    assert_eq!(first_ending(&explored(&subject, Order::Reduced, false)), Expected::Deadlock);
    let report = explored(&subject, Order::Reduced, true);
    assert!(report.speaks_for_all());
}

#[test]
fn lock_free_reads_of_the_flag_are_what_double_checking_needs() {
    // With the flag open instead of protected, the broken sibling is the correct system.
    let demotion = Demotion::Named(vec!["ready".to_owned()]);
    let [broken, correct] =
        [("double_checked_broken", &demotion), ("double_checked", &Demotion::None)].map(
            |(name, demotion)| explored(&subject(name, &[], demotion), Order::Unreduced, true),
        );
    assert_eq!(broken.exit(), Exit::Holds);
    assert_eq!(broken.exploration.states, correct.exploration.states);
}

/// Each bundled program has what is to be found in it and nothing else, and each file of the folder is bundled.
#[test]
fn programs_with_a_heap_are_as_expected() {
    let searched = reductio::check::search_programs(None);
    let wrong: Vec<&str> = searched.wrong.iter().map(|example| example.name).collect();
    assert_eq!(wrong, [""; 0]);
    assert_eq!(searched.exit(), Exit::Holds);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<String> = files
        .filter(|path| path.extension().is_some_and(|ending| ending == "prog"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let bundled: Vec<&str> = reductio::check::PROGRAMS.iter().map(|example| example.name).collect();
    assert_eq!(names, bundled);
    // A report about another program is not as expected.
    let broken = &reductio::check::PROGRAMS[1];
    assert!(!broken.is_met_by(&searched.reports[0]));
}
