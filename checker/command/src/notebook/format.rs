//! Notebooks as text: `MyST` Markdown with `{code-cell}` fences, as Jupytext opens and writes it.
//!
//! Outputs are stored in the text, each cell's in a block after the cell that Jupyter and GitHub show folded:
//!
//! ````text
//! ```{code-cell} reductio
//! :tags: [raises-exception]
//!
//! decide "x y = y x"
//! ```
//!
//! <details class="output"><summary>output</summary>
//!
//! ```text
//! x y = y x
//!   fails: ...
//! ```
//!
//! ![false here: x y = y x](pictures/02-proving-1.svg)
//!
//! </details>
//! ````
//!
//! To Jupytext such a block is Markdown like the prose around it. It changes line by line with the output, so that
//! versions can be compared; pictures are files beside the notebook. Of HTML tables only the text is stored.
//!
//! Tags are Jupyter's own: `raises-exception` marks a cell that is meant to be refused; `hide-input`, `hide-output` and
//! `hide-cell` fold.

use std::fmt::Write as _;

use super::output::{Output, Rich};

/// The first line of a cell's stored outputs.
const OPEN: &str = "<details class=\"output\"><summary>output</summary>";

/// The last line of a cell's stored outputs.
const CLOSE: &str = "</details>";

/// A cell of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The line of the notebook on which its source begins, from 1.
    pub line: usize,
    /// The tags of the cell.
    pub tags: Vec<String>,
    /// The text that is run, ending in a line feed.
    pub source: String,
    /// The whole cell as it stands in the text, fences included.
    raw: String,
    /// The stored outputs of the cell.
    pub stored: String,
}

impl Cell {
    /// Decides whether the cell has a tag.
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags.iter().any(|own| own == tag)
    }

    /// Tells whether the cell is meant to be refused.
    pub fn is_refusal(&self) -> bool {
        self.has_tag("raises-exception")
    }
}

/// A part of a notebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotebookPart {
    /// Prose in Markdown.
    Prose(String),
    /// A cell of code.
    Cell(Cell),
}

/// The error that a text is no notebook.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct FormatError {
    /// The line of the error, from 1.
    pub line: usize,
    /// The message.
    pub what: &'static str,
}

/// A notebook: prose and cells in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notebook {
    /// The header for Jupyter, with its fences; may be empty.
    pub head: String,
    /// The parts in their order.
    pub parts: Vec<NotebookPart>,
}

impl Notebook {
    /// Reads a notebook.
    ///
    /// # Errors
    /// [`FormatError`] if a fence, a cell or a block of outputs is not closed.
    ///
    /// ```
    /// use reductio_command::notebook::Notebook;
    /// let text = "A law:\n\n```{code-cell}\n:tags: [hide-input]\n\nprove 24\n```\n";
    /// let notebook = Notebook::parse(text).unwrap();
    /// let cell = notebook.cells().next().unwrap();
    /// assert_eq!((cell.line, cell.source.as_str(), cell.has_tag("hide-input")), (6, "prove 24\n", true));
    /// assert_eq!(notebook.to_text(), text);
    /// ```
    pub fn parse(text: &str) -> Result<Self, FormatError> {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let mut at = 0;
        let mut head = String::new();
        if lines.first().is_some_and(|line| line.trim_end() == "---") {
            let end = lines[1..].iter().position(|line| line.trim_end() == "---");
            let end = end.ok_or(FormatError { line: 1, what: "the front matter is not closed" })?;
            at = end + 2;
            head = lines[..at].concat();
        }
        let mut parts = Vec::new();
        let mut prose = String::new();
        while at < lines.len() {
            let Some((fence, info)) = fence(lines[at]) else {
                prose += lines[at];
                at += 1;
                continue;
            };
            let is_end = |line: &&str| {
                let line = line.trim_end();
                line.len() >= fence && line.bytes().all(|b| b == b'`')
            };
            let length = lines[at + 1..].iter().position(is_end);
            let length =
                length.ok_or(FormatError { line: at + 1, what: "the fence is not closed" })?;
            let block = &lines[at..at + length + 2];
            if info.starts_with("{code-cell}") {
                if !prose.is_empty() {
                    parts.push(NotebookPart::Prose(std::mem::take(&mut prose)));
                }
                let (mut cell, next) = (cell(block, at)?, at + block.len());
                let (stored, behind) = stored(&lines, next)?;
                cell.stored = stored;
                parts.push(NotebookPart::Cell(cell));
                at = behind;
            } else {
                prose += &block.concat();
                at += block.len();
            }
        }
        if !prose.is_empty() {
            parts.push(NotebookPart::Prose(prose));
        }
        Ok(Notebook { head, parts })
    }

    /// The cells, in their order.
    pub fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.parts.iter().filter_map(|part| match part {
            NotebookPart::Cell(cell) => Some(cell),
            NotebookPart::Prose(_) => None,
        })
    }

    /// The text of the notebook, with the outputs as stored.
    pub fn to_text(&self) -> String {
        let mut out = self.head.clone();
        for part in &self.parts {
            match part {
                NotebookPart::Prose(text) => out += text,
                NotebookPart::Cell(cell) => {
                    out += &cell.raw;
                    if !cell.stored.is_empty() {
                        let _ = writeln!(out, "\n{OPEN}\n\n{}{CLOSE}", cell.stored);
                    }
                }
            }
        }
        out
    }
}

/// The length of a fence of backticks that a line opens, and the text after it.
fn fence(line: &str) -> Option<(usize, &str)> {
    let rest = line.trim_start_matches('`');
    let length = line.len() - rest.len();
    (length >= 3 && !rest.contains('`')).then_some((length, rest.trim()))
}

/// Makes a cell of its lines, fences included. `at` is the number of lines before them.
fn cell(block: &[&str], at: usize) -> Result<Cell, FormatError> {
    let mut options = 1;
    let mut tags = Vec::new();
    let body = &block[..block.len() - 1];
    if body.get(1).is_some_and(|line| line.trim_end() == "---") {
        let end = body[2..].iter().position(|line| line.trim_end() == "---");
        let what = "the options of the cell are not closed";
        options = end.ok_or(FormatError { line: at + 2, what })? + 3;
        let mut in_tags = false;
        for line in body[2..options - 1].iter().map(|line| line.trim()) {
            match line.strip_prefix("tags:") {
                Some(rest) => {
                    in_tags = true;
                    tags.extend(list(rest));
                }
                None if in_tags && line.starts_with('-') => tags.extend(list(&line[1..])),
                None => in_tags = false,
            }
        }
    }
    while let Some(line) = body.get(options).filter(|line| line.starts_with(':')) {
        tags.extend(line.strip_prefix(":tags:").map(list).unwrap_or_default());
        options += 1;
    }
    while body.get(options).is_some_and(|line| line.trim().is_empty()) {
        options += 1;
    }
    let (source, raw) = (body[options.min(body.len())..].concat(), block.concat());
    Ok(Cell { line: at + options + 1, tags, source, raw, stored: String::new() })
}

/// The items of a list of tags: `[a, "b"]` or `a`.
fn list(text: &str) -> Vec<String> {
    let words = text.split([',', '[', ']']).map(|word| word.trim().trim_matches(['"', '\'']));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The stored outputs that begin at a line, without the blank lines before them, and the line after them.
fn stored(lines: &[&str], at: usize) -> Result<(String, usize), FormatError> {
    let mut start = at;
    while lines.get(start).is_some_and(|line| line.trim().is_empty()) {
        start += 1;
    }
    if lines.get(start).is_none_or(|line| line.trim_end() != OPEN) {
        return Ok((String::new(), at));
    }
    let mut open: Option<usize> = None;
    for (k, line) in lines.iter().enumerate().skip(start + 1) {
        match (open, fence(line)) {
            (None, Some((length, _))) => open = Some(length),
            (Some(length), Some((found, ""))) if found >= length => open = None,
            (None, None) if line.trim_end() == CLOSE => {
                let body = lines[start + 1..k].concat();
                return Ok((body.trim_start_matches('\n').to_owned(), k + 1));
            }
            _ => {}
        }
    }
    Err(FormatError {
        line: start + 1,
        what: "the outputs are not closed: `</details>` is missing",
    })
}

/// A picture of an output, and the name of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureFile {
    /// The name of the file in the folder `pictures`.
    pub name: String,
    /// The picture as SVG.
    pub text: String,
}

/// The text to be stored for outputs; their pictures are added to `pictures`. `stem` begins the names of pictures.
pub(super) fn to_stored(outputs: &[Output], stem: &str, pictures: &mut Vec<PictureFile>) -> String {
    let mut out = String::new();
    for output in outputs {
        let longest = output.text.lines().filter_map(fence).map(|(length, _)| length).max();
        let fence = "`".repeat(longest.map_or(3, |length| length + 1));
        let _ = writeln!(out, "{fence}text\n{}{fence}\n", output.text);
        if let Some(Rich::Svg(text)) = &output.rich {
            let name = format!("{stem}-{}.svg", pictures.len() + 1);
            let _ = writeln!(out, "![{}](pictures/{name})\n", alt(text));
            pictures.push(PictureFile { name, text: text.clone() });
        }
    }
    out
}

/// The title of a picture, made fit for a Markdown link.
pub(super) fn alt(svg: &str) -> String {
    let title = svg.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
    let title = title.map_or("picture", |(title, _)| title);
    let plain = title
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&");
    plain.replace('[', "(").replace(']', ")").replace('*', "\\*")
}
