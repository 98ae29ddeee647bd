//! The options of `check` for programs with a heap, and for Java programs.

use std::str::FromStr;

use clap::{Args, ValueEnum};
use reductio::disciplined::Atomicity;
use reductio::heap::Reading;
use reductio::java;
use reductio::programs::{Bounds, Limit, Queues};

use super::values::within;

/// The options for programs with a heap.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Programs with a heap")]
pub(crate) struct ProgramArgs {
    /// The thread that a program begins with [default: main]
    #[arg(long, value_name = "NAME")]
    pub(crate) entry: Option<String>,
    /// Any two accesses conflict, two reads as well
    #[arg(long)]
    pub(crate) all_conflict: bool,
    /// Search as S4 prints it too, and say which races no run shows
    #[arg(long)]
    pub(crate) printed: bool,
    /// Say which locks guard which fields, confirmed by a reduced search (S5, Theorem 1)
    #[arg(long)]
    pub(crate) guards: bool,
    /// Search as S1 does too, where a step is a bytecode or instruction, a line, or a visible operation with all up to
    /// the next one; with the classes of objects that `--classes` gives, or all disciplined
    #[arg(long, value_enum, value_name = "GRANULARITY")]
    pub(crate) granularity: Option<Granularity>,
    /// Search the transition system of S2 too, where owned and protected variables, relocking, notifications and
    /// unlocks are reduced, and who comes first is served first
    #[arg(long, value_enum, value_name = "RULES")]
    pub(crate) reduction: Option<Rules>,
    /// Who is served when several threads wait for a lock, or to be notified [default: free]
    #[arg(long, value_enum, value_name = "ORDER", conflicts_with_all = ["guards", "granularity", "classes"])]
    pub(crate) queues: Option<Order>,
    /// Another bound: of threads, objects, frames, elements, choices, or bytes of a text
    #[arg(long, value_name = "NAME=N", value_parser = bound)]
    pub(crate) bound: Vec<(Limit, u32)>,
    /// Analyze the heap first, and search under what that claims (S2), with the claims checked: by S2's rules as
    /// repaired or as printed, or not at all [default: repaired for Java programs, none for others]
    #[arg(long, value_enum, value_name = "READING")]
    pub(crate) reading: Option<HeapReading>,
    /// Say whether the classes of objects in a file are right, by S1's reduced search
    #[arg(long, value_name = "FILE")]
    pub(crate) classes: Option<String>,
}

/// The size of a step of S1's search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Granularity {
    /// A bytecode of a Java program, an instruction of another one
    Bytecode,
    /// A line of the source; what happens within a line is not looked at
    Line,
    /// A visible operation, and the invisible ones up to the next one
    Reduced,
}

/// A reading of the rules of S2's analysis of the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HeapReading {
    /// With the repairs of its unsound rules
    Repaired,
    /// As it is printed
    Printed,
    /// The heap is not analyzed
    None,
}

/// The rules by which a transition system is reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Rules {
    /// Those of S2, as mended
    S2,
    /// Those of S2 as printed: some of what they say is wrong, so that nothing holds by them
    #[value(name = "s2:printed")]
    Printed,
}

/// The order in which threads are served when several wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Order {
    /// Any of them, as Java allows
    Free,
    /// Who came first (S2): hides deadlocks that Java allows
    FirstCome,
}

/// A text that is taken apart as a shell takes a line apart: at spaces that are not in quotes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Words(Vec<String>);

impl FromStr for Words {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Words, Self::Err> {
        // Nothing is a comment: `#` is a letter like others. An argument of a command has no zero character.
        let without = text.replace('#', "\0");
        let mut words = shlex::Shlex::new(&without);
        let all: Vec<String> = words.by_ref().map(|word| word.replace('\0', "#")).collect();
        if words.had_error {
            return Err("a quotation mark has no partner, or a backslash nothing after it");
        }
        Ok(Words(all))
    }
}

/// The options for Java programs.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Java programs")]
pub(crate) struct JavaOptions {
    /// The class whose `main` is run [default: the only one that has one]
    #[arg(long, value_name = "CLASS")]
    pub(crate) main: Option<String>,
    /// The arguments of `main`, with spaces between them; in quotes, 'a b' or "a b", one may have spaces, as in a shell
    #[arg(long, value_name = "ARGUMENTS", allow_hyphen_values = true)]
    pub(crate) args: Option<Words>,
    /// Let threads wake up from `wait`, and from `await` of a condition, without a notification, as Java allows
    #[arg(long)]
    pub(crate) spurious: bool,
}

impl JavaOptions {
    /// An option that was given, if one was.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let all = [
            (self.main.is_some(), "--main"),
            (self.args.is_some(), "--args"),
            (self.spurious, "--spurious"),
        ];
        all.into_iter().find_map(|(is_given, name)| is_given.then_some(name))
    }

    /// The options of the program that class files are made into.
    pub(crate) fn wanted(&self) -> java::Options {
        java::Options {
            main: self.main.clone(),
            arguments: self.args.clone().unwrap_or_default().0,
            spurious: self.spurious,
            ..java::Options::default()
        }
    }
}

impl ProgramArgs {
    /// An option that was given, if one was.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let all = [
            (self.entry.is_some(), "--entry"),
            (self.all_conflict, "--all-conflict"),
            (self.printed, "--printed"),
            (self.guards, "--guards"),
            (!self.bound.is_empty(), "--bound"),
            (self.granularity.is_some(), "--granularity"),
            (self.reduction.is_some(), "--reduction"),
            (self.queues.is_some(), "--queues"),
            (self.reading.is_some(), "--reading"),
            (self.classes.is_some(), "--classes"),
        ];
        all.into_iter().find_map(|(is_given, name)| is_given.then_some(name))
    }

    /// An option that was given and that searches by name do not have, if one was.
    pub(crate) fn beyond_searches(&self) -> Option<&'static str> {
        let all = [
            (self.all_conflict, "--all-conflict"),
            (self.printed, "--printed"),
            (self.guards, "--guards"),
            (self.granularity.is_some(), "--granularity"),
            (self.queues.is_some(), "--queues"),
            (self.classes.is_some(), "--classes"),
        ];
        all.into_iter().find_map(|(is_given, name)| is_given.then_some(name))
    }

    /// The size of a step of S1's search.
    pub(crate) fn atomicity(&self) -> Atomicity {
        match self.granularity {
            Some(Granularity::Bytecode) => Atomicity::Bytecode,
            Some(Granularity::Line) => Atomicity::Line,
            Some(Granularity::Reduced) | None => Atomicity::Reduced,
        }
    }

    /// The reading by which the heap is analyzed, if it is: for Java programs if nothing is said, unless S4's search is
    /// asked for.
    pub(crate) fn reading(&self, is_java: bool) -> Option<Reading> {
        match self.reading {
            Some(HeapReading::Repaired) => Some(Reading::repaired()),
            Some(HeapReading::Printed) => Some(Reading::printed()),
            Some(HeapReading::None) => None,
            None => (is_java && !self.printed && !self.all_conflict).then(Reading::repaired),
        }
    }

    /// The reading of the rules of S2, if its transition system is searched.
    pub(crate) fn reduction(&self) -> Option<Reading> {
        self.reduction.map(|rules| match rules {
            Rules::S2 => Reading::repaired(),
            Rules::Printed => Reading::printed(),
        })
    }

    /// The order in which threads are served when several wait.
    pub(crate) fn queues(&self) -> Queues {
        match self.queues {
            Some(Order::FirstCome) => Queues::FirstCome,
            Some(Order::Free) | None => Queues::Free,
        }
    }

    /// The bounds of states.
    pub(crate) fn bounds(&self) -> Bounds {
        self.bound
            .iter()
            .fold(Bounds::default(), |bounds, (limit, most)| bounds.with(*limit, *most))
    }
}

/// Reads a bound.
fn bound(text: &str) -> Result<(Limit, u32), String> {
    let expected = || {
        let names: Vec<&str> = Limit::NAMED.iter().map(|(name, _)| *name).collect();
        format!("expected a bound such as objects=100, of {}", names.join(", "))
    };
    let (name, most) = text.split_once('=').ok_or_else(expected)?;
    let limit = Limit::NAMED.iter().find(|(found, _)| *found == name.trim());
    let (_, limit) = limit.ok_or_else(expected)?;
    Ok((*limit, within::<u32, 1, { u32::MAX as u64 }>(most)?))
}
