//! The reader: makes theorems from a file, line by line.

use reductio_algebra::StatementKind;

use super::checked::{Checked, Counts};
use super::error::{ReadError, ReadErrorKind};
use super::fields::{Fields, Read, number, wrong};
use super::items::Items;
use super::steps::Steps;
use super::terms::Known;
use super::{MAX_LINE, VERSIONS};

/// Checks a certificate file: every step is made again by the kernel.
///
/// # Errors
/// The first line that does not hold, [`ReadError`]. Work and memory are limited, see [`super::MAX_WORK`].
pub fn read(text: &str) -> Result<Checked, ReadError> {
    let mut reader = Reader { terms: Known::new(), steps: Steps::new(), items: Items::new() };
    let mut line = 1;
    let lines = text.split_inclusive('\n');
    let mut ended = false;
    for (at, content) in lines.enumerate() {
        line = at + 1;
        let step = step_number(content, reader.steps.all.len());
        let error = |kind| ReadError { line, step, kind: Box::new(kind) };
        if ended {
            return Err(error(ReadErrorKind::AfterEnd));
        }
        let content = complete(content).map_err(error)?;
        if at == 0 {
            reader.terms.version = header(content).map_err(error)?;
        } else if let Some(rest) = content.strip_prefix("end ") {
            reader.counts().check(&mut Fields::of(rest)).map_err(error)?;
            ended = true;
        } else {
            reader.line(content).map_err(error)?;
        }
    }
    let error = |kind| ReadError { line, step: None, kind: Box::new(kind) };
    if !ended {
        return Err(error(if text.is_empty() {
            ReadErrorKind::NotACertificate { got: String::new() }
        } else {
            ReadErrorKind::Truncated
        }));
    }
    let counts = reader.counts();
    Ok(Checked { theories: reader.items.finish().map_err(error)?, counts })
}

/// The number of the step, where the line is one: the number that it gives, else the next.
fn step_number(line: &str, next: usize) -> Option<usize> {
    let mut fields = Fields::of(line.strip_prefix("s ")?.trim_end());
    Some(fields.word_or_end().and_then(number).unwrap_or(next))
}

/// The line without its line feed.
fn complete(line: &str) -> Read<&str> {
    if line.len() > MAX_LINE {
        let (size, limit) = (line.len() as u64, MAX_LINE as u64);
        return Err(ReadErrorKind::Limit { what: "the bytes of a line", size, limit });
    }
    let line = line.strip_suffix('\n').ok_or(ReadErrorKind::Truncated)?;
    line.chars()
        .find(|c| is_forbidden(*c))
        .map_or(Ok(line), |c| Err(ReadErrorKind::Character { got: u32::from(c) }))
}

/// Whether a character is a control character, or could disguise a text on a screen.
fn is_forbidden(c: char) -> bool {
    let hidden = ['\u{200b}'..='\u{200f}', '\u{2028}'..='\u{202e}', '\u{2060}'..='\u{206f}'];
    c.is_control() || matches!(c, '\u{ad}' | '\u{feff}') || hidden.iter().any(|r| r.contains(&c))
}

/// The version that the first line gives.
fn header(line: &str) -> Read<u32> {
    const SHOWN: usize = 60;
    let Some(version) = line.strip_prefix("reductio certificate ") else {
        return Err(ReadErrorKind::NotACertificate { got: line.chars().take(SHOWN).collect() });
    };
    let known = VERSIONS.iter().find(|known| known.to_string() == version);
    known
        .copied()
        .ok_or_else(|| ReadErrorKind::Version { got: version.chars().take(SHOWN).collect() })
}

struct Reader {
    terms: Known,
    steps: Steps,
    items: Items,
}

impl Reader {
    fn line(&mut self, line: &str) -> Read<()> {
        let mut fields = Fields::of(line);
        let fields = &mut fields;
        match fields.word("a line")? {
            "y" => self.terms.symbol(fields)?,
            "t" => self.terms.term(fields)?,
            "d" => return self.terms.definition(fields),
            "f" => self.terms.formula(fields)?,
            "s" => {
                self.steps.all.next(fields)?;
                return self.steps.read(&self.terms, fields);
            }
            "proved" => self.items.proved(&self.steps, fields)?,
            "theory" => self.items.theory(fields)?,
            "definition" => return self.items.definition(&self.terms, line),
            "hypothesis" => return self.items.hypothesis(&self.terms, line),
            "lemma" => return self.items.claim(StatementKind::Lemma, &self.terms, line),
            "theorem" => return self.items.claim(StatementKind::Theorem, &self.terms, line),
            word => return Err(wrong("a line of the certificate format", word)),
        }
        fields.end()
    }

    fn counts(&self) -> Counts {
        Counts {
            symbols: self.terms.symbols.len(),
            terms: self.terms.terms.len(),
            definitions: self.terms.definitions.len(),
            formulas: self.terms.formulas.len(),
            hypotheses: self.items.hypotheses.len(),
            claims: self.items.claims.len(),
            steps: self.steps.all.len(),
        }
    }
}

impl Counts {
    /// Reads `end y 1 t 2 ...` after the word `end`.
    fn check(&self, fields: &mut Fields<'_>) -> Read<()> {
        for (letter, what, is) in self.each() {
            let word = fields.word("a count")?;
            if word != letter {
                return Err(wrong("the counts of `y`, `t`, `d`, `f`, `h`, `c` and `s`", word));
            }
            let said = fields.number("a count")?;
            if said != is {
                return Err(ReadErrorKind::Count { what, said, is });
            }
        }
        fields.end()
    }
}
