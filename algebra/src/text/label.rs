//! Labels of statements, such as `(24)` and `(Theorem 1)`.

use std::fmt;
use std::sync::Arc;

use crate::name::{LabelError, label_text};

/// The label of a statement without its parentheses: `24`, `Theorem 1`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label(Arc<str>);

impl Label {
    /// A label: words of letters, digits and primes, with `,` `.` `-` `*` `?` between them; runs of white
    /// space count as one space.
    ///
    /// # Errors
    /// [`LabelError`] when a statement file could not hold the text as a label.
    pub fn new(text: &str) -> Result<Self, LabelError> {
        label_text(text).map(Label)
    }

    /// The label without parentheses.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The number that the label starts with, if it does.
    pub fn number(&self) -> Option<u32> {
        let digits = self.0.bytes().take_while(u8::is_ascii_digit).count();
        self.0[..digits].parse().ok()
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({})", self.0)
    }
}
