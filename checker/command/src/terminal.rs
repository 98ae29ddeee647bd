//! Text for terminals: the one place that writes to them, and that knows how wide they are. What is written for people
//! is made visible first.

use std::io::{self, IsTerminal as _, Write as _};

use reductio_algebra::Style;
use reductio_report::page::Page;
use reductio_report::visible::visible;

/// The width where there is no terminal.
const DEFAULT_WIDTH: usize = 80;

/// The page of standard output: as wide as the variable `COLUMNS` says, else as the terminal, else 80.
pub(crate) fn page(style: Style) -> Page {
    let told = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    let terminal = || {
        let is_terminal = io::stdout().is_terminal();
        let size = if is_terminal { terminal_size::terminal_size() } else { None };
        size.map(|(width, _)| usize::from(width.0))
    };
    Page::new(told.filter(|n| *n > 0).or_else(terminal).unwrap_or(DEFAULT_WIDTH), style)
}

/// Writes to standard output.
pub(crate) fn say(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout();
    out.write_all(visible(text).as_bytes())?;
    out.flush()
}

/// Writes what another program reads to standard output, as it is: JSON has escapes of its own, and a picture or a
/// script would be another one.
pub(crate) fn hand_over(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Writes to standard error; where that cannot be written, there is nobody to tell.
pub(crate) fn tell(text: &str) {
    let _ = anstream::stderr().write_all(visible(text).as_bytes());
}
