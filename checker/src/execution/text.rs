//! An execution as text: heading, table, ending.

use std::fmt::Write as _;

use super::sentences::Words;
use super::table::{self, Row};
use super::words::{and, at_most, change, has_label, objects, one_line, statement, thread_name};
use super::{Execution, Part, Step};
use crate::page::{Page, columns, plural, wrapped};
use crate::system::{System, ThreadId};

/// At most this many changed variables are shown for a step; the JSON form has all.
const SHOWN_CHANGES: usize = 8;

/// Statements are cut after this many characters; the JSON form has them whole.
const LONGEST_STATEMENT: usize = 160;

impl Execution<'_> {
    /// The execution for people: one line or a few for each step, in the column of its thread, with what it changed
    /// and who began or ceased to have exclusive access; the last lines say how it ends. On a page that is too narrow
    /// for the columns, the threads stand below each other.
    pub fn to_text(&self, page: &Page) -> String {
        let mut out = wrapped(&self.heading(), page.width, 0, 2).join("\n") + "\n";
        let first = self.first_access();
        if !first.is_empty() {
            let text = format!("Initially {}.", first.join("; "));
            out += &(wrapped(&text, page.width, 0, 2).join("\n") + "\n");
        }
        if !self.steps.is_empty() {
            let _ = write!(out, "\n{}", table::table(self, page));
            out.push('\n');
            for meaning in self.key() {
                out += &(wrapped(&meaning, page.width, 0, 2).join("\n") + "\n");
            }
        }
        out.push('\n');
        out + &self.ending_lines(page)
    }

    /// One line that says how the execution ends: the violated property, the step, the threads and objects.
    pub fn ending_in_words(&self) -> String {
        Words::of(self).ending().line()
    }

    /// `device_driver (USERS = 2): 7 steps, 4 reduced steps, seed 42`.
    pub(super) fn heading(&self) -> String {
        let constants =
            self.origin.constants.iter().map(|(name, value)| format!("{name} = {value}"));
        let constants: Vec<String> = constants.collect();
        let mut out = one_line(self.system().name());
        if !constants.is_empty() {
            let _ = write!(out, " ({})", constants.join(", "));
        }
        let _ = write!(out, ": {}", plural(self.steps.len(), "step"));
        if self.is_reduced() && self.reduced_steps() > 0 {
            let _ = write!(out, " in {}", plural(self.reduced_steps(), "reduced step"));
        }
        if let Some(seed) = self.seed {
            let _ = write!(out, ", seed {seed}");
        }
        out
    }

    /// Who has access to what in the initial state: `user[0] has data[0]`.
    pub(super) fn first_access(&self) -> Vec<String> {
        let (system, access) = (self.system(), self.access(&self.states[0]));
        let of = |thread: ThreadId| {
            let own: Vec<_> = access.iter().filter(|access| access.thread == thread).collect();
            let has = || {
                format!(
                    "{} has {}",
                    thread_name(system, thread),
                    objects(system, own.iter().copied())
                )
            };
            (!own.is_empty()).then(has)
        };
        system.thread_ids().filter_map(of).collect()
    }

    /// The line of the text that a step stands on, from 1.
    pub(super) fn line(&self, step: &Step) -> Option<usize> {
        let place = self.system().thread(step.thread).transitions()[step.transition].place()?;
        Some(self.origin.file.as_ref()?.line_col(place.start).0)
    }

    /// What the marks of the table mean, those that are there.
    fn key(&self) -> Vec<String> {
        let meanings = [
            (Part::Initial, "comes before the first visible step of its thread"),
            (Part::Begins, "begins a reduced step"),
            (Part::GoesOn, "goes on with it"),
            (Part::Resumes, "goes on with an earlier one of its thread"),
        ];
        if self.steps.iter().all(Step::is_visible) {
            return vec!["+ is a reduced step".to_owned()];
        }
        let there =
            meanings.iter().filter(|(part, _)| self.steps.iter().any(|step| step.part == *part));
        there.map(|(part, meaning)| format!("{} {meaning}", table::mark(*part))).collect()
    }

    fn ending_lines(&self, page: &Page) -> String {
        let sentence = Words::of(self).ending();
        let broken = |text: &str, indent: usize| {
            let lines = wrapped(text, page.width, indent, indent + 2);
            format!("{}{}\n", " ".repeat(indent), lines.join("\n"))
        };
        let mut out = sentence.before.iter().map(|before| broken(before, 0)).collect::<String>();
        let line = sentence.last_line();
        if sentence.parts.is_empty() || columns(&line) <= page.width {
            return out + &broken(&line, 0);
        }
        out += &broken(&format!("{}:", sentence.head), 0);
        out.extend(sentence.parts.iter().map(|part| broken(part, 2)));
        out
    }

    /// What the table says of a step.
    pub(super) fn row(&self, number: usize) -> Row {
        let (system, step) = (self.system(), self.steps[number - 1]);
        let facts = self.facts(number);
        let mut effects: Vec<String> =
            facts.changes.iter().map(|found| change(system, *found, step.thread)).collect();
        effects = at_most(effects, SHOWN_CHANGES);
        if let Some(failure) = step.failure {
            effects.push(format!("fails: {failure}"));
        }
        let access = system
            .thread_ids()
            .filter_map(|thread| {
                let gained: Vec<_> = facts.gained.iter().filter(|a| a.thread == thread).collect();
                let lost: Vec<_> = facts.lost.iter().filter(|a| a.thread == thread).collect();
                let mut words = Vec::new();
                if !lost.is_empty() {
                    words.push(format!("no longer has {}", objects(system, lost)));
                }
                if !gained.is_empty() {
                    words.push(format!("has {}", objects(system, gained)));
                }
                (!words.is_empty()).then(|| (thread, and(&words)))
            })
            .collect();
        // The last state is what the ending is about; what stays bad is said once.
        let is_new = number < self.steps.len() && self.bad[number] != self.bad[number - 1];
        let bad = self.bad[number].filter(|_| is_new);
        Row {
            number,
            line: self.line(&step),
            part: step.part,
            thread: step.thread,
            statement: cut(&statement(system, step.thread, step.transition), LONGEST_STATEMENT),
            has_label: has_label(system, step.thread, step.transition),
            effects,
            access,
            bad: bad.map(|violation| Words::of(self).violation(violation, number)),
        }
    }

    /// What is bad in the initial state, if that is not the last one.
    pub(super) fn bad_at_first(&self) -> Option<String> {
        let violation = self.bad[0].filter(|_| !self.steps.is_empty())?;
        Some(Words::of(self).violation(violation, 0))
    }
}

/// The text, or its beginning with dots.
pub(super) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(3)).chain("...".chars()).collect()
}

/// The names of all threads.
pub(super) fn names(system: &System) -> Vec<String> {
    system.thread_ids().map(|thread| thread_name(system, thread)).collect()
}
