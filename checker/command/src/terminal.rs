//! Text for terminals. Only this module writes to them and knows their width. Characters that cannot be seen are shown
//! in texts for people.

use std::io::{self, IsTerminal as _, Write as _};

use reductio_algebra::Style;
use reductio_report::page::Page;
use reductio_report::visible::visible;

/// The width without a terminal.
const DEFAULT_WIDTH: usize = 80;

/// The page of standard output. Its width is that of the variable `COLUMNS`, or else of the terminal, or else 80.
pub(crate) fn page(style: Style) -> Page {
    let told = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    let terminal = || {
        let is_terminal = io::stdout().is_terminal();
        let size = if is_terminal { terminal_size::terminal_size() } else { None };
        size.map(|(width, _)| usize::from(width.0))
    };
    Page::new(told.filter(|n| *n > 0).or_else(terminal).unwrap_or(DEFAULT_WIDTH), style)
}

/// Writes a text for people to standard output.
pub(crate) fn say(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout();
    out.write_all(visible(text).as_bytes())?;
    out.flush()
}

/// Writes a text for programs to standard output, as it is: JSON has escapes of its own, and a picture or a script
/// would become another one.
pub(crate) fn hand_over(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Writes to standard error. If that fails, there is nobody to tell.
pub(crate) fn tell(text: &str) {
    let _ = anstream::stderr().write_all(visible(text).as_bytes());
}
