//! What several workers find in programs with a heap is what one finds: all examples and random programs, all
//! instructions and under claims, whose wrong ones all workers take back alike.

use std::cell::RefCell;

use crate::support::together;
use reductio_exclusive::{ClaimedModel, Claims, Derived, Fault, Options, claimed, derive};
use reductio_heap::{Inlined, Limits, Reading, analyze};
use reductio_programs::{
    Bounds, CanonicalModel, ENTRY, Expression, Granularity, Instruction, Method, Program,
    ProgramBuilder, Register, TextOp, generate, parse_program,
};
use reductio_search::{Exploration, Finding, FindingKind, Model, Query, Unreduced, search};

/// A program as each worker makes it for itself, so that no two share what they compute.
struct Named {
    name: String,
    make: Box<dyn Fn() -> Program + Sync>,
}

fn examples() -> Vec<Named> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    let mut all: Vec<Named> = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "prog") {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let text = std::fs::read_to_string(&path).unwrap();
            let make = move || parse_program(&text, "example", ENTRY).unwrap();
            all.push(Named { name, make: Box::new(make) });
        }
    }
    all.sort_by(|one, two| one.name.cmp(&two.name));
    assert!(all.len() > 15, "{} examples", all.len());
    all
}

fn generated(seeds: std::ops::Range<u64>) -> impl Iterator<Item = Named> {
    seeds.map(|seed| {
        let text = generate::random(seed).to_string();
        let make = move || parse_program(&text, "random", ENTRY).unwrap();
        Named { name: format!("seed {seed}"), make: Box::new(make) }
    })
}

/// Two threads put texts together, each in another order, and compare what comes out.
fn texts() -> Named {
    let make = || {
        let mut builder = ProgramBuilder::new("texts");
        let (class, field) = (builder.class("Box"), builder.field("text"));
        let [one, two] = ["one ", "two "].map(|text| builder.text(text));
        let text = Expression::Text;
        let [object, made] = [Register(0), Register(1)];
        let method = Method { parameters: 1, registers: 2, temporaries: 1, ..Method::default() };
        let other = builder.method(method.clone());
        let main = builder.method(Method { parameters: 0, ..method });
        builder.push(main, 1, Instruction::New { to: object, class });
        builder.push(
            main,
            2,
            Instruction::Write { object: object.into(), field, value: text(one) },
        );
        let arguments = [object.into()].into();
        builder.push(main, 3, Instruction::Fork { to: None, method: other, arguments });
        for (method, more) in [(main, one), (other, two)] {
            for line in 4..7 {
                builder.push(
                    method,
                    line,
                    Instruction::Read { to: made, object: object.into(), field },
                );
                let arguments = [made.into(), text(more)].into();
                builder.push(
                    method,
                    line,
                    Instruction::Text { to: made, op: TextOp::Concat, arguments },
                );
                builder.push(
                    method,
                    line,
                    Instruction::Write { object: object.into(), field, value: made.into() },
                );
            }
        }
        builder.build(main).unwrap()
    };
    Named { name: "texts".to_owned(), make: Box::new(make) }
}

fn bounds() -> Bounds {
    Bounds { threads: 8, objects: 40, ..Bounds::default() }
}

/// What an analysis of the heap claims, or nothing.
fn claims(program: &Program) -> Claims {
    let options = reductio_heap::Options::default();
    let inlined = Inlined::within(program, &Limits::default(), &options);
    let found = inlined.and_then(|inlined| {
        let analysis = analyze(program, &inlined, Reading::repaired(), &options)?;
        Ok(Claims::of_analysis(program, &inlined, &analysis))
    });
    found.unwrap_or_default()
}

/// Claims of which many are wrong: everything is handed over, and one thread alone uses every variable.
fn wrong(program: &Program) -> Claims {
    use reductio_exclusive::{Guard, Variables};
    let mut claims = Claims::default();
    let places = || (0..program.instructions()).filter_map(|number| program.place(number));
    for site in places().filter(|place| program.class_at(*place).is_some()) {
        for field in 0..u32::try_from(program.fields().len()).unwrap() {
            let variables = Variables::Field(site, reductio_programs::FieldId(field));
            claims.guards.insert(variables, Guard::OneThread);
        }
        let forks = places()
            .filter(|place| matches!(program.instruction(*place), Instruction::Fork { .. }));
        claims.handed.extend(forks.map(|fork| (fork, site)));
    }
    claims
}

/// Everything of an answer that does not depend on which of several runs is told: the lengths of runs do not.
fn told<V: std::fmt::Debug>(found: &Exploration<V>) -> impl PartialEq + std::fmt::Debug + use<V> {
    let Exploration { states, transitions, depth, deadlocks, stopped, .. } = *found;
    let kind = |finding: &Finding<V>| (format!("{:?}", finding.kind), finding.run.len());
    let mut kinds: Vec<_> = found.findings.iter().map(kind).collect();
    kinds.sort();
    ((states, transitions, depth, deadlocks, stopped), kinds)
}

/// What three searches of one program find: by single instructions, by persistent sets, and under claims.
fn searched(
    program: &Program,
    is_thorough: bool,
    mut by: impl FnMut(&dyn Searched) -> String,
) -> Vec<String> {
    let claims = claims(program);
    let of = |granularity| CanonicalModel::new(program, bounds(), granularity);
    let mut all =
        vec![by(&of(Granularity::AloneAfter)), by(&claimed(program, &claims, bounds(), None))];
    all.extend(is_thorough.then(|| by(&of(Granularity::Instruction))));
    all
}

/// A model of either kind, for searches that tell what they have found.
trait Searched {
    /// What one process finds, with the number of states and of findings.
    fn alone(&self, query: &Query<'_>) -> (String, usize, usize);
    fn by(&self, cluster: &mut reductio_cluster::Cluster, query: &Query<'_>) -> String;
}

macro_rules! searched {
    ($($model:ident),*) => {$(
        impl Searched for $model<'_> {
            fn alone(&self, query: &Query<'_>) -> (String, usize, usize) {
                let found = search(self, &Unreduced, query);
                let told = format!("{:?} {:?}", told(&found), (self.limits(), self.noted()));
                (told, found.states, found.findings.len())
            }

            fn by(&self, cluster: &mut reductio_cluster::Cluster, query: &Query<'_>) -> String {
                let found = cluster.search(self, &Unreduced, query).unwrap();
                for finding in &found.findings {
                    assert!(is_run(self, finding), "{finding:?}");
                }
                format!("{:?} {:?}", told(&found), (self.limits(), self.noted()))
            }
        }
    )*};
}

searched!(CanonicalModel, ClaimedModel);

/// Whether the run of a finding is one of the model, at whose end there is what is said.
fn is_run<M: Model>(model: &M, finding: &Finding<M::Violation>) -> bool {
    let mut state = model.initial();
    for &(thread, step) in &finding.run {
        let mut after = None;
        model.steps(thread, &state, |taken, next| {
            if taken == step && after.is_none() {
                after = Some(next.clone());
            }
        });
        let Some(after) = after else { return false };
        state = after;
    }
    match &finding.kind {
        FindingKind::Discipline(fault) => {
            let mut is_there = false;
            model.violations(&state, |found| is_there |= found == *fault);
            is_there
        }
        _ => true,
    }
}

/// The text of what was derived that does not depend on which runs are told.
fn derived(found: &Derived) -> String {
    let answer = &found.answer;
    let wrong: Vec<_> = answer.wrong.iter().map(|wrong| wrong.failure).collect();
    let races: Vec<_> = answer.races.iter().map(|race| (&race.variable, race.places())).collect();
    let mut back: Vec<_> = found.demoted.iter().map(|breach| breach.wrong).collect();
    back.sort_unstable();
    let counts = (answer.states, answer.transitions, answer.depth, answer.deadlock.is_some());
    let verdicts = (answer.unknown(), answer.races().word(), answer.stopped);
    format!("{counts:?} {wrong:?} {races:?} {back:?} {:?} {verdicts:?}", found.claims)
}

/// Lets workers search all programs, with findings told as one worker does, and as several do. Returns how many states
/// there were, how many claims were taken back, and how many runs were told.
fn compare(
    programs: &[Named],
    workers: usize,
    few: &[usize],
    most: usize,
) -> (usize, usize, usize) {
    let is_thorough = most > 10_000;
    let of = |program: &Program, named: &Named| {
        // Everyday these are searched under directly, and not taken back.
        let mut all: Vec<Claims> = is_thorough.then(|| claims(program)).into_iter().collect();
        // These are searched once more for each claim that is taken back.
        all.extend((is_thorough || named.name.starts_with("seed")).then(|| wrong(program)));
        all
    };
    let mut tally = (0, 0, 0);
    let query = Query { keep_going: true, max_states: most, ..Query::default() };
    for &few in few {
        let all = together(workers, |cluster| {
            cluster.set_few(few);
            let cluster = RefCell::new(cluster);
            let mut found = Vec::new();
            for named in programs {
                let program = (named.make)().with_portable_texts();
                found.push(searched(&program, is_thorough, |model| {
                    model.by(&mut cluster.borrow_mut(), &query)
                }));
                for claims in of(&program, named) {
                    let by = |model: &ClaimedModel<'_>, query: &Query<'_>| -> Exploration<Fault> {
                        cluster.borrow_mut().search(model, &Unreduced, query).unwrap()
                    };
                    let options = Options {
                        bounds: bounds(),
                        max_states: most,
                        searcher: Some(&by),
                        ..Options::default()
                    };
                    found.push(vec![derived(&derive(&program, claims, &options))]);
                }
            }
            found
        });
        let mut place = 0;
        for named in programs {
            let program = (named.make)().with_portable_texts();
            let found = searched(&program, is_thorough, |model| {
                let (told, states, findings) = model.alone(&query);
                tally.0 += states;
                tally.2 += findings;
                told
            });
            let mut expected = vec![found];
            for claims in of(&program, named) {
                let options = Options { bounds: bounds(), max_states: most, ..Options::default() };
                let found = derive(&program, claims, &options);
                tally.1 += found.demoted.len();
                expected.push(vec![derived(&found)]);
            }
            // Where a limit ends a search, how much was searched is a matter of chance.
            let is_cut = expected.iter().flatten().any(|told| told.contains("States"));
            for expected in expected {
                for one in &all {
                    let same = is_cut || one[place] == expected;
                    assert!(
                        same,
                        "{}, {workers} workers: {:?}\n{expected:?}",
                        named.name, one[place]
                    );
                }
                place += 1;
            }
        }
    }
    tally
}

#[test]
fn examples_and_random_programs_are_searched_as_by_one() {
    let mut programs = examples();
    programs.extend(generated(0..6));
    programs.push(texts());
    let (states, back, runs) = compare(&programs, 2, &[0], 1_500);
    println!("{states} states, {back} claims taken back, {runs} runs");
    assert!(states > 5_000 && back > 1 && runs > 10, "{states} {back} {runs}");
}

#[test]
fn one_worker_and_three_search_programs_as_one_does() {
    let mut programs: Vec<Named> = generated(20..24).collect();
    programs.push(texts());
    for (workers, few) in [(1, usize::MAX), (3, 0)] {
        let (states, back, runs) = compare(&programs, workers, &[few], 1_500);
        println!("{states} states, {back} claims taken back, {runs} runs");
        assert!(states > 100 && runs > 0, "{states} {back} {runs}");
    }
}

#[test]
#[ignore = "minutes"]
fn many_random_programs_are_searched_as_by_one() {
    let mut programs = examples();
    programs.extend(generated(1_000..1_040));
    programs.push(texts());
    for workers in [1, 2, 3] {
        let (states, back, runs) = compare(&programs, workers, &[0, usize::MAX], 20_000);
        println!("{workers} workers: {states} states, {back} claims taken back, {runs} runs");
        assert!(back > 100 && runs > 100, "{states} {back} {runs}");
    }
}

/// A worker whose program is under other claims is noticed: nothing is decided.
#[test]
fn a_worker_with_other_claims_ends_the_search() {
    let text = include_str!("../../examples/indexer.prog");
    let found = together(2, |cluster| {
        let program = parse_program(text, "indexer", ENTRY).unwrap().with_portable_texts();
        let mine = if cluster.worker() == 1 { wrong(&program) } else { Claims::default() };
        let model = claimed(&program, &mine, bounds(), None);
        cluster.search(&model, &Unreduced, &Query::default()).unwrap().is_complete()
    });
    assert_eq!(found, [false, false]);
}

/// A mutant: numbers of texts by the order in which they are computed mean other texts in other processes. That it is
/// noticed shows that these tests can fail.
#[test]
fn texts_that_are_not_portable_are_noticed() {
    let query = Query { keep_going: true, ..Query::default() };
    let made = texts();
    let count = |program: &Program, cluster: &mut reductio_cluster::Cluster| {
        let model = CanonicalModel::new(program, bounds(), Granularity::Instruction);
        cluster.search(&model, &Unreduced, &query).unwrap().states
    };
    let found = together(2, |cluster| {
        let broken = count(&(made.make)(), cluster);
        (broken, count(&(made.make)().with_portable_texts(), cluster))
    });
    let alone = {
        let program = (made.make)();
        let model = CanonicalModel::new(&program, bounds(), Granularity::Instruction);
        search(&model, &Unreduced, &query).states
    };
    assert!(
        found.iter().all(|(broken, whole)| *broken != alone && *whole == alone),
        "{found:?} {alone}"
    );
}
