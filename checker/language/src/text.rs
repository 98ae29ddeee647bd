//! Pieces of the text for reports: statements on one line, numbers of lines.

/// A piece of text on one line, without comments.
pub(super) fn one_line(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("--").next().unwrap_or(""));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    words.join(" ")
}

/// Finds the line of a byte in logarithmic time.
pub(super) struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    /// The lines of a text.
    pub(super) fn new(text: &str) -> Self {
        Lines {
            starts: std::iter::once(0)
                .chain(text.match_indices('\n').map(|(at, _)| at + 1))
                .collect(),
        }
    }

    /// The line of a byte, from 1.
    pub(super) fn number(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at)
    }
}
