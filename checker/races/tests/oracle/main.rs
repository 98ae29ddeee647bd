//! Detectors against Definition 1 by transitive closure, on random traces. They share the type of events and nothing
//! else.

mod closure;
mod mutants;
mod random;

use closure::Closure;
use random::Size;
use reductio_races::{
    Clocks, Conflicts, Detector, Element, Engine, Event, Lazy, Names, Operation, Printed, Reading,
    Table, Thread, Variable, Volatiles, Why,
};

/// The number of traces that `cargo test` looks at.
const FEW: u64 = 10_000;

/// What the traces were like.
#[derive(Debug, Default)]
struct Counts {
    traces: u64,
    events: u64,
    races: u64,
    racy: u64,
    locksets: u64,
    handed_on: u64,
    empty: u64,
    one_thread: u64,
}

pub(crate) fn readings() -> [Reading; 4] {
    let both = [Volatiles::WriteToRead, Volatiles::AllAccesses];
    [Conflicts::ReadWrite, Conflicts::All]
        .map(|conflicts| both.map(|volatiles| Reading { conflicts, volatiles }))
        .concat()
        .try_into()
        .unwrap()
}

/// Tells a detector a trace. The first difference to the closure, if there is one.
pub(crate) fn difference<E: Engine>(
    engine: E,
    reading: Reading,
    size: &Size,
    events: &[Event],
    with_locksets: bool,
) -> Result<(u64, u64), String> {
    let closure = Closure::new(events, reading);
    let mut detector = Detector::with_engine(reading, engine);
    let (mut races, mut locksets) = (0, 0);
    for (at, event) in events.iter().enumerate() {
        let race = detector.observe(event).map_err(|fault| format!("{event:?}: {fault}"))?;
        let with: Vec<u64> =
            race.iter().flat_map(|race| race.with.iter().map(|access| access.line)).collect();
        let expected = closure.with(at);
        if with != expected {
            return Err(format!("{event:?} races with {expected:?}, not with {with:?}"));
        }
        races += u64::from(race.is_some());
        if !with_locksets {
            continue;
        }
        for variable in (0..size.variables).map(Variable) {
            for (reader, access) in closure.counting(at + 1, variable) {
                let found = match reader {
                    None => detector.write_lockset(variable),
                    Some(reader) => detector.read_lockset(variable, reader),
                };
                let expected = closure.lemma_1(access, at + 1, size);
                if found.as_ref() != Some(&expected) {
                    return Err(format!("{variable} at {event:?}: {expected:?}, not {found:?}"));
                }
                locksets += 1;
            }
        }
    }
    for variable in (0..size.variables).map(Variable) {
        let first = (0..events.len()).find(|&l| {
            let is_of = matches!(events[l].operation,
                Operation::Read(other) | Operation::Write(other) if other == variable);
            is_of && !closure.races_at(l).is_empty()
        });
        let tally = detector.tallies().get(variable.index());
        let found = tally.and_then(|tally| tally.first.as_ref()).map(|race| race.access.line);
        if found != first.map(|l| events[l].line) {
            return Err(format!("{variable}: the first race is {first:?}, not {found:?}"));
        }
    }
    Ok((races, locksets))
}

/// The printed rules against the closure: whether each event races, and Lemma 1.
fn printed(reading: Reading, size: &Size, events: &[Event], lemma: bool) -> Result<(), String> {
    let closure = Closure::new(events, reading);
    let mut rules = Printed::new(reading);
    for (at, event) in events.iter().enumerate() {
        let races = rules.observe(event).map_err(|fault| format!("{event:?}: {fault}"))?;
        if races == closure.with(at).is_empty() {
            return Err(format!("{event:?} races by the printed rules: {races}"));
        }
        for variable in (0..size.variables).map(Variable).filter(|_| lemma) {
            for (reader, access) in closure.counting(at + 1, variable) {
                let found = match reader {
                    None => rules.write_lockset(variable),
                    Some(reader) => rules.read_lockset(variable, reader),
                };
                let expected = closure.lemma_1(access, at + 1, size);
                if found.as_ref() != Some(&expected) {
                    return Err(format!("{variable} at {event:?}: {expected:?}, not {found:?}"));
                }
            }
        }
    }
    Ok(())
}

/// The steps by which variables are handed on: without steps there is a race, and steps lead from the one access to the
/// other.
fn handed_on(reading: Reading, size: &Size, events: &[Event]) -> Result<u64, String> {
    let closure = Closure::new(events, reading);
    let mut names = Names::default();
    for number in 0..size.variables {
        names.variable(&format!("v{number}"));
    }
    let at = |line: u64| events.iter().position(|event| event.line == line).unwrap();
    let mut count = 0;
    for variable in (0..size.variables).map(Variable) {
        let mut why = Why::new(reading, names.of_variable(variable));
        for event in events {
            why.observe(event, &names).map_err(|fault| fault.to_string())?;
        }
        let mut races = Vec::new();
        for hand_over in why.hand_overs() {
            let (from, to) = (hand_over.from, hand_over.to);
            if hand_over.steps.is_empty() {
                races.push((to.line, from.line));
                continue;
            }
            count += 1;
            let (mut element, mut line) = (Element::Thread(from.thread), from.line);
            for step in &hand_over.steps {
                let is_after = closure.is_before(at(line), at(step.event.line));
                if step.from != element || step.event.line < line || !is_after {
                    return Err(format!("{step:?} is no step from {element:?} after {line}"));
                }
                (element, line) = (step.to, step.event.line);
            }
            if element != Element::Thread(to.thread) || line > to.line {
                return Err(format!("{hand_over:?} does not end where it should"));
            }
        }
        let is_of = |l: &usize| match events[*l].operation {
            Operation::Read(other) | Operation::Write(other) => other == variable,
            _ => false,
        };
        let pairs = |l: usize| closure.with(l).into_iter().map(move |k| (events[l].line, k));
        let expected: Vec<_> = (0..events.len()).filter(is_of).flat_map(pairs).collect();
        races.sort_unstable();
        if races != expected {
            return Err(format!("{variable} races {expected:?}, not {races:?}"));
        }
    }
    Ok(count)
}

fn compare(seed: u64, counts: &mut Counts) {
    let (size, events) = random::trace(seed);
    let lemma = seed.is_multiple_of(10);
    counts.traces += 1;
    counts.events += events.len() as u64;
    counts.empty += u64::from(events.is_empty());
    counts.one_thread += u64::from(size.threads == 1);
    for reading in readings() {
        let longest = usize::try_from(seed % 7).unwrap() + 1;
        let small = Lazy::with_longest_log(longest);
        match handed_on(reading, &size, &events) {
            Ok(number) => counts.handed_on += number,
            Err(error) => panic!("seed {seed}, why, {reading:?}: {error} in\n{events:#?}"),
        }
        let answers = [
            difference(Table::default(), reading, &size, &events, lemma),
            difference(Lazy::default(), reading, &size, &events, lemma),
            difference(small, reading, &size, &events, lemma),
            difference(Clocks::default(), reading, &size, &events, lemma),
            printed(reading, &size, &events, lemma).map(|()| (0, 0)),
        ];
        for (engine, answer) in
            ["table", "lazy", "lazy, short log", "clocks", "printed"].iter().zip(answers)
        {
            match answer {
                Ok((races, locksets)) => {
                    counts.races += races;
                    counts.racy += u64::from(races > 0 && *engine == "table");
                    counts.locksets += locksets;
                }
                Err(difference) => {
                    panic!("seed {seed}, {engine}, {reading:?}: {difference} in\n{events:#?}")
                }
            }
        }
    }
}

fn compare_all(first: u64, number: u64) {
    let mut counts = Counts::default();
    for seed in first..first + number {
        compare(seed, &mut counts);
    }
    println!("seeds {first}..{}: {counts:?}", first + number);
    assert!(counts.racy * 20 > counts.traces && counts.racy < counts.traces * 4, "{counts:?}");
    assert!(counts.empty > 0 && counts.one_thread * 10 > counts.traces, "{counts:?}");
}

#[test]
fn detectors_agree_with_definition_1() {
    compare_all(0, FEW);
}

/// Run it with
/// `ORACLE_TRACES=100000 cargo test --release -p reductio-races --test races oracle:: -- --ignored --nocapture`;
/// `ORACLE_SEED` sets the first seed.
#[test]
#[ignore = "a minute"]
fn detectors_agree_on_many_more() {
    let number = |name: &str, default: u64| {
        std::env::var(name).map_or(default, |value| value.parse().unwrap())
    };
    compare_all(number("ORACLE_SEED", 1 << 32), number("ORACLE_TRACES", 100_000));
}

/// Two joins of a thread without events, by different threads: fork is before both.
#[test]
fn a_thread_without_events_orders() {
    use Operation::{Fork, Join, Write};
    let event =
        |line, thread, operation| Event { thread: Thread(thread), operation, line, location: None };
    let events = [
        event(1, 0, Write(Variable(0))),
        event(2, 0, Fork(Thread(1))),
        event(3, 2, Join(Thread(1))),
        event(4, 2, Write(Variable(0))),
        event(5, 3, Join(Thread(1))),
    ];
    let size = Size { threads: 4, locks: 1, variables: 1, volatiles: 1, events: 5 };
    let (races, _) = difference(Lazy::default(), Reading::default(), &size, &events, true).unwrap();
    assert_eq!(races, 0);
}
