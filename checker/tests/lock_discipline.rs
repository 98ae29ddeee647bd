//! What `check` says of systems whose variables have a lock discipline is what a search of all states says that shares
//! no code with its monitors: here sets are sets, and a state is the list of its values.

use std::collections::{BTreeMap, BTreeSet};

use reductio::Verdict;
use reductio::check::{
    CheckOptions, CheckReport, LockArgument, Protection, Subject, SystemClaim, check,
};
use reductio::discipline::{Discipline, Packed};
use reductio::execution::Ending;
use reductio::locking::{Class, Classes, LockDiscipline, LockViolation, Rule, Wrong};
use reductio::search::{FindingKind, Order, Query, search};
use reductio::system::{CellId, Memory, PackedState, System, ThreadId, Value};
use reductio::testing::generate::Sketch;

/// The values of all cells, and those that are touched, each with whether it was written.
struct Watching {
    values: Vec<Value>,
    touched: BTreeMap<usize, bool>,
}

impl Memory for Watching {
    fn read(&mut self, cell: CellId) -> Value {
        self.touched.entry(cell.index()).or_insert(false);
        self.values[cell.index()]
    }

    fn write(&mut self, cell: CellId, value: Value) {
        self.touched.insert(cell.index(), true);
        self.values[cell.index()] = value;
    }
}

/// What a run has done to a variable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    Nothing,
    One(usize),
    Counted { locks: BTreeSet<usize>, written: bool },
    Bad(&'static str),
}

/// The brute-force search of one system under one form of the discipline.
struct Brute<'s> {
    system: &'s System,
    classes: Vec<(usize, Class)>,
    rule: Rule,
}

type Full = (PackedState, Vec<Seen>);

impl Brute<'_> {
    /// The cells that a transition touches in a state.
    fn touched(
        &self,
        state: &PackedState,
        thread: ThreadId,
        number: usize,
    ) -> BTreeMap<usize, bool> {
        let cells = 0..self.system.cells().len();
        let values = cells.map(|k| self.system.value(state, CellId::new(k))).collect();
        let mut memory = Watching { values, touched: BTreeMap::new() };
        let transition = &self.system.thread(thread).transitions()[number];
        if transition.guard().evaluate(&mut memory) == Ok(1) {
            let _ = self.system.perform(thread, transition, &mut memory);
        }
        memory.touched
    }

    /// By variable, the threads that access it in a state, with whether they write and the locks that they own.
    fn accesses(&self, state: &PackedState, cell: usize) -> Vec<(usize, bool, BTreeSet<usize>)> {
        let mut all = Vec::new();
        for thread in self.system.thread_ids() {
            let at = self.system.at(state, thread);
            let transitions = self.system.thread(thread).transitions().iter().enumerate();
            let pending = transitions.filter(|(_, transition)| transition.start() == at);
            let mut found = None;
            for (number, _) in pending {
                if let Some(written) = self.touched(state, thread, number).get(&cell) {
                    found = Some(found.unwrap_or(false) || *written);
                }
            }
            let Some(written) = found else { continue };
            let me = Value::try_from(thread.index() + 1).unwrap();
            let owners = self.system.owners().iter();
            let own = owners.filter(|lock| self.system.value(state, **lock) == me);
            all.push((thread.index(), written, own.map(|lock| lock.index()).collect()));
        }
        all
    }

    fn counted(&self) -> Seen {
        let locks = self.system.owners().iter().map(|lock| lock.index()).collect();
        Seen::Counted { locks, written: false }
    }

    fn look(&self, state: &PackedState, seen: &mut [Seen]) {
        for (&(cell, class), seen) in self.classes.iter().zip(seen) {
            let here = self.accesses(state, cell);
            let threads: BTreeSet<usize> = here.iter().map(|(thread, ..)| *thread).collect();
            if threads.is_empty() {
                continue;
            }
            let first = threads.iter().next().copied().unwrap();
            let mut counts = matches!(seen, Seen::Counted { .. });
            match (class, self.rule, &*seen) {
                (_, _, Seen::Counted { .. } | Seen::Bad(_)) => {}
                (Class::Unshared, _, known) => {
                    let only = if let Seen::One(only) = known { *only } else { first };
                    let is_alone = threads == BTreeSet::from([only]);
                    *seen = if is_alone { Seen::One(only) } else { Seen::Bad("shared") };
                }
                (Class::Disciplined { .. }, Rule::Eraser, known) => {
                    let only = if let Seen::One(only) = known { *only } else { first };
                    counts = threads != BTreeSet::from([only]);
                    *seen = if counts { self.counted() } else { Seen::One(only) };
                }
                (Class::Disciplined { initializer: None }, ..) => {
                    counts = true;
                    *seen = self.counted();
                }
                (Class::Disciplined { initializer: Some(first) }, rule, _) => {
                    if threads != BTreeSet::from([first.index()]) {
                        *seen = Seen::Bad("not initialized");
                    } else if rule == Rule::Printed {
                        *seen = self.counted();
                    }
                }
            }
            if let (true, Seen::Counted { locks, written }) = (counts, &mut *seen) {
                for (_, writes, own) in here {
                    *written |= writes;
                    *locks = locks.intersection(&own).copied().collect();
                }
                if *written && locks.is_empty() {
                    *seen = Seen::Bad("no lock");
                }
            }
        }
    }

    /// What all runs show: the violations, whether a thread fails, whether there is a deadlock. Steps are taken from
    /// bad states too.
    fn all(&self) -> Answer {
        let exclusive = Discipline::new(self.system);
        let mut answer = Answer::default();
        let mut first = (self.system.initial(), vec![Seen::Nothing; self.classes.len()]);
        self.look(&first.0, &mut first.1);
        let mut known: BTreeSet<(Vec<u64>, Vec<Seen>)> = BTreeSet::new();
        let key = |full: &Full| (full.0.to_vec(), full.1.clone());
        known.insert(key(&first));
        let mut open = vec![first];
        while let Some((state, seen)) = open.pop() {
            for ((cell, _), seen) in self.classes.iter().zip(&seen) {
                if let Seen::Bad(why) = seen {
                    answer.wrong.insert((*cell, *why));
                }
            }
            answer.exclusive |= exclusive.violation(&state).is_some();
            let next = self.system.successors(&state);
            let threads = || self.system.thread_ids();
            let has_failed = threads()
                .any(|thread| self.system.thread(thread).is_failed(self.system.at(&state, thread)));
            answer.fails |= has_failed;
            let rests = threads()
                .all(|thread| self.system.thread(thread).may_rest(self.system.at(&state, thread)));
            answer.deadlock |= next.is_empty() && !rests && !has_failed;
            for step in next {
                let mut after = (step.state, seen.clone());
                if matches!(self.rule, Rule::Repaired | Rule::Mover) {
                    let touched = self.touched(&state, step.thread, step.transition);
                    for (&(cell, class), seen) in self.classes.iter().zip(&mut after.1) {
                        let is_first =
                            class == Class::Disciplined { initializer: Some(step.thread) };
                        if is_first && *seen == Seen::Nothing && touched.contains_key(&cell) {
                            *seen = self.counted();
                        }
                    }
                }
                self.look(&after.0, &mut after.1);
                if known.insert(key(&after)) {
                    open.push(after);
                }
            }
        }
        answer
    }
}

#[derive(Debug, Default)]
struct Answer {
    wrong: BTreeSet<(usize, &'static str)>,
    exclusive: bool,
    fails: bool,
    deadlock: bool,
}

impl Answer {
    fn is_violated(&self) -> bool {
        self.exclusive || !self.wrong.is_empty()
    }
}

fn brute(system: &System, rule: Rule) -> Answer {
    let classes = Classes::of(system);
    let classes = classes.cells().iter().map(|(cell, class)| (cell.index(), *class)).collect();
    Brute { system, classes, rule }.all()
}

/// Replays the run of each finding, which must end as it was found.
fn replay(report: &CheckReport, answer: &Answer, told: &str) {
    for (number, finding) in report.exploration.findings.iter().enumerate() {
        let execution = report.execution(number).unwrap_or_else(|error| panic!("{told}: {error}"));
        let FindingKind::Discipline(LockViolation::Access { cell, wrong }) = finding.kind else {
            continue;
        };
        assert_eq!(
            execution.ending(),
            Ending::DisciplineViolated(LockViolation::Access { cell, wrong })
        );
        let word = match wrong {
            Wrong::Shared => "shared",
            Wrong::NoLock => "no lock",
            Wrong::NotInitialized => "not initialized",
        };
        assert!(answer.wrong.contains(&(cell.index(), word)), "{told}: {finding:?} {answer:?}");
        let accesses = execution.lock_accesses(cell).unwrap();
        assert!(!accesses.is_empty(), "{told}");
        assert!(!execution.bad_state(execution.steps().len()).unwrap().to_string().is_empty());
    }
}

/// Compares what `check` says of a system with what the brute-force search says. Returns the arguments of the reduced
/// check.
fn compare(subject: &Subject, rule: Rule, told: &str) -> Option<(LockArgument, bool)> {
    let answer = brute(subject.system(), rule);
    let mut out = None;
    for order in [Order::Unreduced, Order::Reduced] {
        let options = CheckOptions { order, keep_going: true, ..CheckOptions::default() };
        let report = check(subject, &options, None, None);
        replay(&report, &answer, told);
        let verdict = report.verdict(SystemClaim::Discipline).unwrap();
        let is_endless = report
            .exploration
            .findings
            .iter()
            .any(|finding| matches!(finding.kind, FindingKind::EndlessLoop { .. }));
        match verdict {
            Verdict::Holds(()) => assert!(!answer.is_violated(), "{told} {order:?}: {answer:?}"),
            Verdict::Fails(_) => assert!(answer.is_violated(), "{told} {order:?}: {answer:?}"),
            // Where threads take invisible steps for ever, all steps are taken.
            Verdict::Declined(_) => panic!("{told} {order:?}: {answer:?}"),
        }
        for (claim, found) in
            [(SystemClaim::NoFailure, answer.fails), (SystemClaim::NoDeadlock, answer.deadlock)]
        {
            match report.verdict(claim).unwrap() {
                Verdict::Holds(()) => assert!(!found, "{told} {order:?} {claim:?}"),
                Verdict::Fails(_) => assert!(found, "{told} {order:?} {claim:?}"),
                Verdict::Declined(_) => assert!(answer.is_violated() || is_endless, "{told}"),
            }
        }
        if order == Order::Reduced {
            out = report.locks.map(|locks| (locks.argument, answer.is_violated()));
        }
    }
    out
}

fn subject_of(system: &System, rule: Rule) -> Subject {
    Subject::of_discipline(Discipline::new(system)).under(rule)
}

/// Whether a thread can take invisible steps for ever under a form of the lock discipline.
fn is_endless(system: &System, rule: Rule) -> bool {
    let locks = LockDiscipline::new(&Classes::of(system), rule).unwrap();
    let query = Query { keep_going: true, ..Query::default() };
    let found = search(&Packed::new(&locks), &Order::Reduced, &query);
    found.findings.iter().any(|finding| matches!(finding.kind, FindingKind::EndlessLoop { .. }))
}

/// Compares generated systems; returns how often each argument was used, with whether the discipline was violated.
fn generated(seeds: std::ops::Range<u64>) -> BTreeMap<(&'static str, bool), usize> {
    let mut counts = BTreeMap::new();
    for seed in seeds {
        let sketch = Sketch::with_classes(seed);
        let system = sketch.build().unwrap();
        if Classes::of(&system).is_empty() {
            continue;
        }
        for rule in Rule::ALL {
            let subject = subject_of(&system, rule);
            let told = format!("seed {seed}, {}\n{sketch}", rule.name());
            let Some((argument, is_violated)) = compare(&subject, rule, &told) else { continue };
            let word = match argument {
                LockArgument::ExclusiveAccess(_) => "exclusive access",
                LockArgument::EveryStep(_) => "every step",
                LockArgument::Monitor(_) => "monitor",
            };
            *counts.entry((word, is_violated)).or_default() += 1;
            // Reduced searches are known to miss violations of the other forms only, where no thread takes invisible
            // steps for ever.
            let may_miss = matches!(rule, Rule::Printed | Rule::Eraser);
            let may_miss = may_miss || word == "every step" && is_endless(&system, rule);
            assert!(may_miss || word != "every step" || !is_violated, "missed: {told}");
            if let LockArgument::ExclusiveAccess(found) = argument {
                for (_, protection) in found {
                    let word = match protection {
                        Protection::Constant => "constant",
                        Protection::Thread(_) => "thread",
                        Protection::Lock(_) => "lock",
                        Protection::LockAfter(..) => "lock after",
                        Protection::ReadOnly(None) => "read only",
                        Protection::ReadOnly(Some(_)) => "read only after",
                    };
                    *counts.entry((word, is_violated)).or_default() += 1;
                }
            }
        }
    }
    counts
}

#[test]
fn check_says_of_generated_systems_what_brute_force_says() {
    let counts = generated(0..700);
    println!("{counts:?}");
    for word in ["exclusive access", "thread", "lock", "lock after", "read only"] {
        assert!(counts.get(&(word, false)).is_some_and(|count| *count >= 10), "{word} {counts:?}");
        assert!(!counts.contains_key(&(word, true)), "{word}");
    }
    assert!(counts[&("every step", false)] >= 10 && counts[&("monitor", true)] >= 100);
}

#[test]
#[ignore = "some minutes"]
fn check_says_of_many_generated_systems_what_brute_force_says() {
    println!("{:?}", generated(700..20_000));
}

/// A system, its form of the discipline, whether it is followed, and the argument for that.
#[test]
fn known_systems() {
    let section7 = "
        semaphore sem = 0 max 1
        lock o
        disciplined v : 0 .. 2 initialized by one
        thread one { up sem; v := 1 }
        thread two { down sem; acquire o; v := 2; release o }";
    let locks_only = "
        lock l
        var f : bool
        disciplined v : 0 .. 1 initialized by one
        thread one { acquire l; f := true; release l; v := 1 }
        thread two { local r : 0 .. 1; acquire l; if f { r := v }; release l }";
    let handed = "
        lock o
        var ready : bool
        disciplined v : 0 .. 2 initialized by one
        thread one { v := 1; ready := true; acquire o; v := 2; release o }
        thread two { await ready; acquire o; v := 0; release o }";
    let read_only = "
        var ready : bool
        disciplined v : 0 .. 2 initialized by one
        thread one { v := 1; ready := true; if v == 1 { skip } }
        thread two { await ready; if v == 1 { skip } }";
    let by_run = "
        lock a
        lock b
        disciplined v : 0 .. 2
        var which : bool
        thread one { which := any; if which { acquire a; v := 1; release a } else { acquire b; v := 1; release b } }
        thread two { if which { acquire a; v := 2; release a } }";
    let either = "
        unshared v : 0 .. 2
        semaphore turn = 1 max 1
        thread one { down turn; v := 1 }
        thread two { down turn; v := 2 }";
    for (text, rule, follows, argument) in [
        (section7, Rule::Repaired, false, "monitor"),
        (section7, Rule::Mover, false, "monitor"),
        (section7, Rule::Printed, false, "every step"),
        (locks_only, Rule::Repaired, false, "monitor"),
        (locks_only, Rule::Printed, false, "every step"),
        (handed, Rule::Repaired, true, "exclusive access"),
        (handed, Rule::Mover, true, "exclusive access"),
        (read_only, Rule::Repaired, true, "exclusive access"),
        (by_run, Rule::Repaired, true, "every step"),
        (either, Rule::Repaired, true, "every step"),
    ] {
        let system = reductio::language::parse_system(text, "known", &[]).unwrap();
        let subject = subject_of(&system, rule);
        compare(&subject, rule, text);
        let options = CheckOptions::default();
        let report = check(&subject, &options, None, None);
        let verdict = report.verdict(SystemClaim::Discipline).unwrap();
        assert_eq!(matches!(verdict, Verdict::Holds(())), follows, "{text} {verdict:?}");
        let word = match report.locks.as_ref().unwrap().argument {
            LockArgument::ExclusiveAccess(_) => "exclusive access",
            LockArgument::EveryStep(_) => "every step",
            LockArgument::Monitor(_) => "monitor",
        };
        assert_eq!(word, argument, "{text} {}", rule.name());
    }
}
