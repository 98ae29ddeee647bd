//! A schedule as a short text: who takes each step, and what is chosen in it.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// One step of a schedule.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Step {
    /// The thread, counted in the order in which threads are started.
    pub(crate) thread: usize,
    /// The thread stops before a small operation (it unlocks, or ends) after so many of them that it did as part of the
    /// step.
    pub(crate) stops: Option<u32>,
    /// The number of writes after the one that the step reads, and after the one that it writes.
    pub(crate) skips: usize,
    pub(crate) back: usize,
    pub(crate) choices: Vec<u32>,
}

/// A schedule: which thread takes each step of an execution, and which alternative it takes where there is a choice.
/// Its text is what a finding prints and the environment variable `REDUCTIO_REPLAY` takes: `0*3.1.2u.1/2` are three
/// steps of thread 0, one of thread 1, one of thread 2 after which it stops before it unlocks, since others may see
/// that (`2u1`: after it unlocked something else as part of the step), and one of thread 1 in which the third
/// alternative is taken. One of C11's memory begins with `~`: there, `1@2` reads a value that is older than the two
/// newest ones, and `1^2` writes one that two others come after, which are there already.
///
/// ```
/// use reductio_schedules::Schedule;
///
/// let schedule: Schedule = "0*3.1.2u.1/2".parse().unwrap();
/// assert_eq!(schedule.to_string(), "0*3.1.2u.1/2");
/// assert_eq!("~0@2.1^1*2".parse::<Schedule>().unwrap().to_string(), "~0@2.1^1*2");
/// assert!("0.1u2/1*3".parse::<Schedule>().is_ok());
/// assert!("0*3.x".parse::<Schedule>().unwrap_err().to_string().contains("part 2"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Schedule {
    pub(crate) steps: Vec<Step>,
    /// It is one of C11's memory.
    pub(crate) weak: bool,
}

/// The error for a text that is no schedule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "part {part} of the schedule, `{text}`, is not a step:\n\
     a step is the number of a thread, such as `0`, `0*3` (three times), `0u` or\n\
     `0/1` (with the choice 1); copy the whole text from the finding"
)]
pub struct ScheduleError {
    /// The number of the part, counted from 1; parts are separated by dots.
    pub part: usize,
    /// The part.
    pub text: String,
}

/// The greatest number of steps that a text may stand for.
const LONGEST: usize = 10_000_000;

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = &self.steps[..];
        let mut separator = if self.weak { "~" } else { "" };
        while let Some(step) = rest.first() {
            let count = rest.iter().take_while(|other| *other == step).count();
            rest = &rest[count..];
            write!(f, "{separator}{}", step.thread)?;
            match step.stops {
                Some(0) => write!(f, "u")?,
                Some(after) => write!(f, "u{after}")?,
                None => {}
            }
            if step.skips > 0 {
                write!(f, "@{}", step.skips)?;
            }
            if step.back > 0 {
                write!(f, "^{}", step.back)?;
            }
            for choice in &step.choices {
                write!(f, "/{choice}")?;
            }
            if count > 1 {
                write!(f, "*{count}")?;
            }
            separator = ".";
        }
        Ok(())
    }
}

impl FromStr for Schedule {
    type Err = ScheduleError;

    fn from_str(text: &str) -> Result<Self, ScheduleError> {
        let mut steps: Vec<Step> = Vec::new();
        let text = text.trim();
        let (text, weak) = text.strip_prefix('~').map_or((text, false), |text| (text, true));
        for (number, part) in text.split('.').enumerate().filter(|_| !text.is_empty()) {
            let error = || ScheduleError { part: number + 1, text: part.to_owned() };
            let (step, count) = part.split_once('*').unwrap_or((part, "1"));
            let count: usize = count.parse().map_err(|_| error())?;
            let mut numbers = step.split('/');
            let name = numbers.next().unwrap_or_default();
            let (name, back) = name.split_once('^').unwrap_or((name, "0"));
            let (name, skips) = name.split_once('@').unwrap_or((name, "0"));
            let back = back.parse().map_err(|_| error())?;
            let skips = skips.parse().map_err(|_| error())?;
            let (thread, stops) = match name.split_once('u') {
                Some((thread, "")) => (thread, Some(0)),
                Some((thread, after)) => (thread, Some(after.parse().map_err(|_| error())?)),
                None => (name, None),
            };
            let thread = thread.parse().map_err(|_| error())?;
            let choices = numbers.map(str::parse).collect::<Result<_, _>>().map_err(|_| error())?;
            if count == 0 || count > LONGEST - steps.len() {
                return Err(error());
            }
            steps.extend(std::iter::repeat_n(Step { thread, stops, skips, back, choices }, count));
        }
        let weak = weak || steps.iter().any(|step| step.skips + step.back > 0);
        Ok(Schedule { steps, weak })
    }
}
