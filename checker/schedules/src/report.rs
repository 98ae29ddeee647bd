//! The report of an exploration.

use std::fmt;
use std::time::Duration;

use crate::finding::Finding;
use crate::memory::answer::Premise;
use crate::memory::{C11, Memory};
use crate::strategy::Strategy;

/// The reason why an exploration did not walk all schedules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Bound {
    /// The bound on executions was reached.
    Executions(usize),
    /// The bound on time was reached.
    Time(Duration),
    /// Schedules with more preemptions were left out.
    Preemptions(usize),
    /// Schedules were drawn by chance.
    Sampled,
    /// Only one schedule was run again.
    Replayed,
    /// The search stopped at a finding.
    Finding,
    /// Schedules were left out in which a thread that could go on does not for more than so many steps: there are
    /// endless ones among them.
    Unfair(usize),
    /// Executions with more steps were left out.
    Steps(usize),
    /// A thread was about to do something that the memory does not have: nothing is decided.
    Memory(&'static str),
    /// So many threads could not be stopped that the search gave up.
    LeftBehind(usize),
}

/// The work and the findings of an exploration.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// The executions that came to their end.
    pub executions: usize,
    /// The executions that were given up since all that they could still do was left to others (sleep sets).
    pub blocked: usize,
    /// The executions that were thrown away since it was seen that more operations have to be steps of their own.
    pub restarted: usize,
    /// The steps of all executions.
    pub steps: usize,
    /// The number of steps of the longest execution.
    pub longest: usize,
    /// The operations that were no steps of their own, of all executions.
    pub invisible: usize,
    /// The greatest number of threads of an execution.
    pub threads: usize,
    /// The threads that did not let themselves be stopped, and were left behind.
    pub left_behind: usize,
    /// The threads that stayed where they were at the end of an execution in the middle of the search, since it came to
    /// no end: their destructors did not run.
    pub staying: usize,
    /// The lines in which a thread was taken to wait, since it read the same there several times.
    pub spins: Vec<String>,
    /// Tells whether an operation on an atomic was let fail without reason, as `compare_exchange_weak` may: once in an
    /// execution, at most.
    pub failed_once: bool,
    /// The lines in which an atomic was used by an ordering weaker than `SeqCst`, which was taken for `SeqCst`.
    pub weaker: Vec<String>,
    /// The memory that threads shared.
    pub memory: Memory,
    /// The answer about C11's memory, under [`Memory::Auto`].
    pub c11: C11,
    /// The orderings of which one alone, if it were stronger, would forbid what was found under C11's memory: what it
    /// has to be, and where. Where there are none, the fence that would forbid it, or two of them.
    pub suggestions: Vec<String>,
    /// The reasons why DRF-SC does not decide.
    pub(crate) premise: Premise,
    /// The first operation that graphs of C11's memory have no rule for, where one was done.
    pub(crate) in_order: Option<&'static str>,
    /// Tells whether two threads used the same object of this crate.
    pub shares: bool,
    /// The way in which the schedules that were run were chosen.
    pub strategy: Strategy,
    /// Tells whether schedules were left out that are equivalent to others.
    pub reduced: bool,
    /// The reasons why not all schedules were walked. Empty if all were.
    pub bounds: Vec<Bound>,
    /// The findings.
    pub findings: Vec<Finding>,
    /// The time that it took.
    pub time: Duration,
    /// The number of parts that were walked by other workers.
    #[cfg(test)]
    pub(crate) lent: usize,
}

/// Adds lines that are not there.
pub(crate) fn add_lines(to: &mut Vec<String>, lines: impl Iterator<Item = String>) {
    for line in lines {
        if !to.contains(&line) {
            to.push(line);
        }
    }
}

impl Report {
    /// Adds a finding, unless one of its kind and message is there.
    pub(crate) fn add_finding(&mut self, finding: Finding) {
        let is_known = |other: &Finding| {
            other.kind() == finding.kind() && other.message() == finding.message()
        };
        if !self.findings.iter().any(is_known) {
            self.findings.push(finding);
        }
    }

    /// Adds what another walk did and found.
    pub(crate) fn add(&mut self, other: Report) {
        self.executions += other.executions;
        self.blocked += other.blocked;
        self.restarted += other.restarted;
        self.steps += other.steps;
        self.longest = self.longest.max(other.longest);
        self.invisible += other.invisible;
        self.threads = self.threads.max(other.threads);
        self.left_behind += other.left_behind;
        self.staying += other.staying;
        add_lines(&mut self.spins, other.spins.into_iter());
        self.failed_once |= other.failed_once;
        self.in_order = self.in_order.or(other.in_order);
        add_lines(&mut self.weaker, other.weaker.into_iter());
        self.shares |= other.shares;
        self.premise.add(other.premise);
        for finding in other.findings {
            self.add_finding(finding);
        }
    }

    fn reason(&self, bound: &Bound) -> String {
        if *bound == Bound::Sampled && self.memory == Memory::Rc11 {
            return "they were drawn by chance".to_owned();
        }
        bound.to_string()
    }

    fn walked(&self) -> &'static str {
        match self.memory {
            Memory::Auto if matches!(self.c11, C11::Walked { .. } | C11::Sampled { .. }) => {
                "executions of C11's memory"
            }
            Memory::Auto | Memory::SequentiallyConsistent => "schedules",
            Memory::Rc11 => "executions of C11's memory (RC11)",
        }
    }

    fn tell_assumptions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for site in &self.spins {
            writeln!(
                f,
                "Assumed: the thread that read the same again and again in {site}\nwaits until it changes."
            )?;
        }
        if let Some(first) = self.in_order {
            writeln!(
                f,
                "Taken to come one after the other, each after all before it: what C11's graphs\nhave no rule for (to {first}, ...)."
            )?;
        }
        if self.failed_once {
            writeln!(
                f,
                "Assumed: of an execution's `compare_exchange_weak`, one at most fails without reason."
            )?;
        }
        Ok(())
    }

    /// Says whether the answer is one about C11's memory.
    fn tell_orderings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.weaker.is_empty()
            && !self.c11.is_decided()
            && !matches!(self.c11, C11::Sampled { .. })
        {
            let lines = self.weaker.len();
            let more = if lines > 3 { format!(", and {} more", lines - 3) } else { String::new() };
            writeln!(
                f,
                "Taken as `SeqCst`: the weaker orderings in {}{more}.\nWhether they are strong enough {}.",
                self.weaker.iter().take(3).map(String::as_str).collect::<Vec<_>>().join(",\n"),
                if matches!(self.c11, C11::NotAsked) {
                    "was not looked at: `Memory::Rc11` does"
                } else {
                    "is not known"
                }
            )?;
        }
        if self.c11 != C11::NotAsked {
            writeln!(f, "{}", self.c11)?;
        }
        Ok(())
    }

    /// Decides whether the outcome of every schedule is known: no bound was met, and the search did not stop at a
    /// finding.
    pub fn is_complete(&self) -> bool {
        self.bounds.is_empty()
    }

    /// Tells whether all schedules were walked and nothing is wrong. Under [`Memory::Auto`] that is about sequential
    /// consistency; [`Report::c11`] says whether it is about C11's memory as well.
    pub fn holds(&self) -> bool {
        self.is_complete() && self.findings.is_empty()
    }

    /// Panics unless all schedules were walked and nothing is wrong.
    ///
    /// # Panics
    /// With the first finding, or with the bounds that were met.
    #[track_caller]
    pub fn assert_holds(&self) {
        self.assert_nothing_found();
        assert!(self.is_complete(), "{self}");
    }

    /// Panics if something is wrong. Schedules that were left out because of a bound do not count.
    ///
    /// # Panics
    /// With the first finding.
    #[track_caller]
    pub fn assert_nothing_found(&self) {
        assert!(self.findings.is_empty(), "{self}");
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::Executions(count) => write!(f, "the bound of {count} executions was reached"),
            Bound::Time(time) => write!(f, "the bound of {time:?} was reached"),
            Bound::Preemptions(count) => {
                write!(f, "schedules with more than {count} preemptions were left out")
            }
            Bound::Sampled => f.write_str("schedules were drawn by chance"),
            Bound::Replayed => f.write_str("only one schedule was run again"),
            Bound::Finding => f.write_str("the search stopped at the first finding"),
            Bound::Unfair(steps) => write!(
                f,
                "schedules were left out in which a thread that could go\non does not for more than {steps} steps (they can be endless)"
            ),
            Bound::Steps(steps) => {
                write!(f, "executions with more than {steps} steps were left out")
            }
            Bound::Memory(what) => {
                write!(
                    f,
                    "a thread was about to {what},\nwhich `Memory::Rc11` does not have: nothing is decided"
                )
            }
            Bound::LeftBehind(count) => {
                write!(f, "{count} threads could not be stopped at the ends of executions")
            }
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in &self.findings {
            writeln!(f, "{finding}")?;
        }
        for suggestion in &self.suggestions {
            let what = match suggestion.matches("`fence(").count() {
                0 => "One stronger ordering is",
                1 => "One fence is",
                _ => "Two fences are",
            };
            writeln!(f, "{what} enough: {suggestion}.")?;
        }
        if self.is_complete() {
            let found = if self.findings.is_empty() { ", and nothing is wrong" } else { "" };
            match self.memory {
                Memory::Auto | Memory::SequentiallyConsistent => {
                    writeln!(f, "All schedules were walked{found}.")?;
                }
                Memory::Rc11 => {
                    writeln!(f, "All executions of C11's memory (RC11) were walked{found}.")?;
                }
            }
        } else {
            let bounds: Vec<String> = self.bounds.iter().map(|bound| self.reason(bound)).collect();
            writeln!(f, "Not all {} were walked: {}.", self.walked(), bounds.join("; "))?;
        }
        writeln!(
            f,
            "{} execution{} ({} given up in between), {} steps, the longest {},\nat most {} threads, {:.2?}.",
            self.executions,
            if self.executions == 1 { "" } else { "s" },
            self.blocked,
            self.steps,
            self.longest,
            self.threads,
            self.time
        )?;
        // With a finding, all that has been said so far is about it; how little was searched does not matter.
        let is_all = self.findings.is_empty();
        match self.strategy {
            _ if !self.reduced || !is_all => {}
            _ if self.memory == Memory::Rc11 => writeln!(
                f,
                "Reduced: one execution of each graph: who reads which write, in which order\nthe writes of each atomic are (TruSt). `compare_exchange_weak` fails as the\nstrong one."
            )?,
            Strategy::Optimal | Strategy::Source => writeln!(
                f,
                "Reduced: one execution of each class of equivalent ones, by dynamic\npartial-order reduction."
            )?,
            _ => writeln!(
                f,
                "Reduced: not those that only differ in the order of independent steps\n(sleep sets)."
            )?,
        }
        if self.invisible > 0 && is_all {
            writeln!(
                f,
                "Invisible: what is done under guards, since these are the only way to what a\n\
                 lock protects (LD by type; S1, Theorems 3 and 9), and {} unlocks, starts and\n\
                 ends of threads.",
                self.invisible
            )?;
        }
        self.tell_assumptions(f)?;
        if is_all {
            self.tell_orderings(f)?;
        }
        if self.threads > 1 && !self.shares && is_all {
            writeln!(
                f,
                "No two threads used the same object that the search sees: is a `use` of\n`reductio_schedules` missing?"
            )?;
        }
        if self.staying > 0 {
            writeln!(
                f,
                "{} threads stayed where they were at the ends of executions in which no thread\n\
                 could go on, or that had too many steps: their destructors did not run.",
                self.staying
            )?;
        }
        if self.left_behind > 0 {
            writeln!(
                f,
                "{} threads could not be stopped, and were left behind.",
                self.left_behind
            )?;
        }
        Ok(())
    }
}
