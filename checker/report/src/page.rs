//! The page that a text is written on: its width, the spelling of formulas, colours, line breaks.

use anstyle::{AnsiColor, Style as Colour};
use reductio_algebra::Style;

pub use reductio::execution::names::grouped;

/// The smallest width of a page.
const NARROWEST: usize = 40;

/// The largest width of prose.
const WIDEST_PROSE: usize = 100;

/// The colour of what holds.
pub const GOOD: Colour = AnsiColor::Green.on_default().bold();
/// The colour of what fails.
pub const BAD: Colour = AnsiColor::Red.on_default().bold();
/// The colour of what is undecided.
pub const OPEN: Colour = AnsiColor::Yellow.on_default().bold();
/// The type of headings.
pub const HEADING: Colour = Colour::new().bold();
/// The type of text that a reader may skip.
pub const FAINT: Colour = Colour::new().dimmed();

/// A page with a width and a spelling of formulas.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// The width in columns.
    pub width: usize,
    /// The spelling of formulas, ASCII or Unicode.
    pub style: Style,
}

impl Page {
    /// Makes a page of a width; a page is never narrower than 40 columns.
    pub fn new(width: usize, style: Style) -> Self {
        Page { width: width.max(NARROWEST), style }
    }

    /// Breaks prose between words; the lines after the first are indented by `hanging`.
    pub fn prose(&self, text: &str, hanging: usize) -> String {
        wrapped(text, self.width.min(WIDEST_PROSE), 0, hanging).join("\n") + "\n"
    }

    /// Breaks each line that is too long for the page between words. The new lines are indented a little more than the
    /// old one; lines that fit stay.
    pub fn fit(&self, text: &str) -> String {
        let fitting = |line: &str| {
            if columns(line) <= self.width {
                return line.to_owned();
            }
            let rest = line.trim_start_matches(' ');
            let indent = line.len() - rest.len();
            let broken = wrapped(rest, self.width, indent, indent + 4).join("\n");
            " ".repeat(indent) + &broken
        };
        text.lines().map(|line| fitting(line) + "\n").collect()
    }
}

/// Breaks text between words into lines of at most `width` columns where words allow it. The first line starts in
/// column `first`, which is not written; the others are indented by `hanging`.
///
/// ```
/// let lines = reductio_report::page::wrapped("x + y + z", 7, 2, 4);
/// assert_eq!(lines, ["x + y", "    + z"]);
/// ```
pub fn wrapped(text: &str, width: usize, first: usize, hanging: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut column = first;
    let mut is_fresh = true;
    for word in text.split(' ').filter(|w| !w.is_empty()) {
        let length = columns(word);
        if !is_fresh && column + 1 + length > width {
            lines.push(" ".repeat(hanging));
            column = hanging;
            is_fresh = true;
        }
        let Some(line) = lines.last_mut() else { break };
        if !is_fresh {
            line.push(' ');
            column += 1;
        }
        line.push_str(word);
        column += length;
        is_fresh = false;
    }
    lines
}

/// The number of columns that a text takes.
pub fn columns(text: &str) -> usize {
    text.chars().count()
}

/// The text, filled with spaces up to a width.
pub fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}

/// Labels without parentheses as a list, with three or more consecutive numbers as a range: `13, 16-21, I`; `none` if
/// there are none.
///
/// ```
/// use reductio_algebra::Label;
/// let labels = ["13", "14a", "16", "17", "18", "20", "21"].map(|text| Label::new(text).unwrap());
/// assert_eq!(reductio_report::page::ranges(&labels), "13, 14a, 16-18, 20, 21");
/// ```
pub fn ranges(labels: &[reductio_algebra::Label]) -> String {
    // In the order of their numbers, names last.
    let mut labels = labels.to_vec();
    labels.sort_by_key(|l| (l.number().unwrap_or(u32::MAX), l.clone()));
    let number = |k: usize| labels.get(k).and_then(|l| l.as_str().parse::<u64>().ok());
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(label) = labels.get(at) {
        let run = (1..labels.len())
            .take_while(|k| number(at).is_some_and(|n| number(at + k) == n.checked_add(*k as u64)))
            .count();
        if run >= 2
            && let Some(last) = labels.get(at + run)
        {
            parts.push(format!("{}-{}", label.as_str(), last.as_str()));
            at += run;
        } else {
            parts.push(label.as_str().to_owned());
        }
        at += 1;
    }
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

/// A number with its noun: `1 step`, `2 steps`.
pub fn plural(count: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(&count), if count == 1 { "" } else { "s" })
}

/// A number with a noun whose plural ends in "es": `1 process`, `2 processes`.
pub fn plural_es(count: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(&count), if count == 1 { "" } else { "es" })
}
