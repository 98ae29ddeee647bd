//! The progress of a long run as one line on standard error, only on a terminal, and only after a second.

use std::io::IsTerminal as _;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use reductio::races;
use reductio::search;
use reductio::selective;
use reductio_relations::UnitProgress;
use reductio_report::page::{plural, plural_es};
use reductio_report::visible::visible;

/// The time for which a run shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// The time after which the line is drawn again between two reports.
const TICK: Duration = Duration::from_millis(500);

/// The least time between two drawings; reports that come faster are not drawn.
const PAUSE: Duration = Duration::from_millis(200);

const LINE: &str = "{elapsed} {wide_msg}";

/// The line that shows the progress of a run.
#[derive(Debug)]
pub(crate) struct Meter {
    start: Instant,
    is_shown: bool,
    stage: Mutex<Option<Stage>>,
}

/// The part of a run that the line shows at present.
#[derive(Debug)]
struct Stage {
    name: String,
    /// The time when it began, and the number of units that were done then.
    begun: (Instant, usize),
    drawn: Instant,
    bar: ProgressBar,
}

impl Meter {
    /// Makes a line on standard error, if that is a terminal.
    pub(crate) fn on_stderr() -> Self {
        let is_shown = std::io::stderr().is_terminal();
        Meter { is_shown, ..Meter::silent() }
    }

    /// Makes a meter that shows nothing.
    pub(crate) fn silent() -> Self {
        Meter { start: Instant::now(), is_shown: false, stage: Mutex::new(None) }
    }

    /// Shows how far the run about `what` has come.
    pub(crate) fn report(&self, what: &str, progress: UnitProgress) {
        let UnitProgress { states, processes, done, units } = progress;
        let name =
            format!("{what}{}, {}", plural(states, "state"), plural_es(processes, "process"));
        self.draw(name, done, &format!("{done} of {units} units"));
    }

    /// Shows how far a search of states has come.
    pub(crate) fn report_search(&self, what: &str, progress: search::SearchProgress) {
        let search::SearchProgress { states, frontier, depth, bytes } = progress;
        let message =
            format!("{states} states, {frontier} to do, depth {depth}, {} MiB", bytes >> 20);
        self.draw(what.to_owned(), states, &message);
    }

    /// Shows how far a search of executions has come.
    pub(crate) fn report_executions(&self, what: &str, progress: selective::Progress) {
        let selective::Progress { executions, transitions, depth } = progress;
        let message = format!("{executions} executions, {transitions} steps, depth {depth}");
        self.draw(what.to_owned(), usize::try_from(executions).unwrap_or(usize::MAX), &message);
    }

    /// Shows how far an analysis of a program has come.
    pub(crate) fn report_statements(&self, what: &str, reached: usize) {
        self.draw(what.to_owned(), reached, &format!("{reached} statements reached"));
    }

    /// Shows how far a trace was read.
    pub(crate) fn report_trace(&self, what: &str, progress: races::SurveyProgress) {
        let races::SurveyProgress { lines, bytes, races } = progress;
        let message = format!("{lines} lines, {} MB, {races} races", bytes / 1_000_000);
        self.draw(what.to_owned(), usize::try_from(lines).unwrap_or(usize::MAX), &message);
    }

    /// Draws `name: message, rate`, if it is time to.
    fn draw(&self, name: String, done: usize, message: &str) {
        if !self.is_shown {
            return;
        }
        // Only drawing is lost where a thread panicked.
        let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let stage = stage.get_or_insert_with(|| Stage {
            name: String::new(),
            begun: (now, done),
            drawn: self.start,
            bar: ProgressBar::hidden(),
        });
        if stage.name != name {
            (stage.name, stage.begun) = (name, (now, done));
        }
        if now - self.start < PATIENCE || now - stage.drawn < PAUSE {
            return;
        }
        if stage.bar.is_hidden() {
            stage.bar = bar(self.start);
        }
        stage.drawn = now;
        let message = format!("{}: {message}{}", stage.name, stage.rate(done));
        stage.bar.set_message(visible(&message).into_owned());
    }

    /// Takes the line away, so that the answer has the terminal for itself.
    pub(crate) fn clear(&self) {
        let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stage) = stage.take() {
            stage.bar.finish_and_clear();
        }
    }
}

impl Stage {
    /// The units per second since the stage began, once the rate is known.
    fn rate(&self, done: usize) -> String {
        let (begun, before) = self.begun;
        let (milliseconds, units) = (begun.elapsed().as_millis(), done.saturating_sub(before));
        match units as u128 * 1000 / milliseconds.max(1) {
            0 => String::new(),
            rate => format!(", {rate}/s"),
        }
    }
}

/// Makes a line that shows the time since `start`, and as much of its message as fits.
fn bar(start: Instant) -> ProgressBar {
    let style = ProgressStyle::with_template(LINE).expect("a template that a test reads");
    let bar = ProgressBar::new(0).with_style(style).with_elapsed(start.elapsed());
    bar.enable_steady_tick(TICK);
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(meter: &Meter) {
        meter.report("", UnitProgress { states: 1, processes: 2, done: 3, units: 4 });
    }

    fn message(meter: &Meter) -> String {
        let stage = meter.stage.lock().unwrap();
        stage.as_ref().map(|stage| stage.bar.message()).unwrap_or_default()
    }

    #[test]
    fn a_line_comes_after_a_second_and_goes() {
        let mut meter = Meter { is_shown: true, ..Meter::silent() };
        report(&meter);
        assert_eq!(message(&meter), "");
        meter.start = meter.start.checked_sub(PATIENCE).unwrap();
        meter.stage.lock().unwrap().as_mut().unwrap().drawn -= PAUSE;
        report(&meter);
        assert_eq!(message(&meter), "1 state, 2 processes: 3 of 4 units");
        meter.clear();
        assert_eq!(message(&meter), "");
        meter.is_shown = false;
        report(&meter);
        assert_eq!(message(&meter), "");
    }

    #[test]
    fn the_template_can_be_read() {
        assert!(ProgressStyle::with_template(LINE).is_ok());
    }
}
