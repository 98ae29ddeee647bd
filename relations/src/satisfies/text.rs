//! Reading a model from its text.
//!
//! ```text
//! states 2
//! processes 2
//! -- a predicate is a set of states, an action a set of pairs (before, after)
//! q = {1}
//! u_0 = {(0,1)}
//! w_{0,1} = {(0,0), (1,1)}
//! ```
//!
//! There is one item on a line. Symbols without a line have no value.

use reductio_algebra::text::vocabulary::nearest;
use reductio_algebra::{Sort, Symbol};

use super::fault::{ModelError, ModelFault};
use super::model::{FiniteModel, pair, size};
use super::notation::at;
use crate::assignment::Assignment;
use crate::relation::PairSet;

type Fault = (ModelFault, usize);

/// A line of the text, and the number of its characters that are read.
struct Line<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Line<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn fault<T>(&self, fault: ModelFault) -> Result<T, Fault> {
        Err((fault, self.at))
    }

    fn expected<T>(&self, expected: &'static str) -> Result<T, Fault> {
        let found = match self.rest().chars().next() {
            None => "the end of the line".to_owned(),
            Some(c) => format!("`{c}`"),
        };
        self.fault(ModelFault::Expected { expected, found })
    }

    fn accept(&mut self, token: &str) -> bool {
        self.skip_space();
        let here = self.rest().starts_with(token);
        if here {
            self.at += token.len();
        }
        here
    }

    fn expect(&mut self, token: &'static str, expected: &'static str) -> Result<(), Fault> {
        if self.accept(token) { Ok(()) } else { self.expected(expected) }
    }

    fn while_some(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        self.skip_space();
        let rest = self.rest();
        let word = &rest[..rest.find(|c| !wanted(c)).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    fn number(&mut self, expected: &'static str) -> Result<usize, Fault> {
        let digits = self.while_some(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return self.expected(expected);
        }
        // A number that does not fit is larger than every limit.
        Ok(digits.parse().unwrap_or(usize::MAX))
    }

    fn end(&mut self) -> Result<(), Fault> {
        self.skip_space();
        if self.rest().is_empty() { Ok(()) } else { self.expected("the end of the line") }
    }

    fn indices(&mut self, processes: usize) -> Result<Vec<usize>, Fault> {
        let mut indices = Vec::new();
        if !self.accept("_") {
            return Ok(indices);
        }
        let several = self.accept("{");
        loop {
            self.skip_space();
            let start = self.at;
            let index = self.number("the number of a process")?;
            if index >= processes {
                return Err((ModelFault::Process { index, processes }, start));
            }
            indices.push(index);
            if !several {
                return Ok(indices);
            }
            if !self.accept(",") {
                self.expect("}", "`,` or `}`")?;
                return Ok(indices);
            }
        }
    }

    /// Reads the value of a symbol: `{(0,1), (1,1)}`, or `{1}` for a predicate, which may also be written `{(1,1)}`.
    fn value(&mut self, symbol: &Symbol, states: usize) -> Result<PairSet, Fault> {
        let mut pairs = Vec::new();
        self.expect("{", "`{`")?;
        if self.accept("}") {
            return Ok(PairSet::new());
        }
        loop {
            self.skip_space();
            let start = self.at;
            let (from, to) = if self.accept("(") {
                let from = self.number("a state")?;
                self.expect(",", "`,`")?;
                let to = self.number("a state")?;
                self.expect(")", "`)`")?;
                (from, to)
            } else if symbol.sort == Sort::Predicate {
                let state = self.number("a state")?;
                (state, state)
            } else {
                return self.expected("a pair of states `(0,1)`");
            };
            pair(symbol, from, to, states).map_err(|fault| (fault, start))?;
            pairs.push((from, to));
            if !self.accept(",") {
                self.expect("}", "`,` or `}`")?;
                return Ok(pairs.into_iter().collect());
            }
        }
    }
}

struct Reader<'a> {
    symbols: &'a [Symbol],
    states: Option<usize>,
    meaning: Option<Assignment<PairSet>>,
    processes: usize,
}

impl Reader<'_> {
    fn line(&mut self, line: &mut Line<'_>) -> Result<(), Fault> {
        line.skip_space();
        let start = line.at;
        let name = line.while_some(|c| c.is_alphanumeric() || c == '\'');
        let header = ["states", "processes"].into_iter().find(|h| *h == name);
        if let Some(what) = header {
            line.skip_space();
            // `states = {0}` gives a value to a symbol of that name.
            if !line.rest().starts_with(['=', '_']) {
                return self.header(what, start, line);
            }
        }
        if name.is_empty() {
            return line.expected("a name");
        }
        let Some(states) = self.states else {
            return Err((ModelFault::NoHeader("states"), start));
        };
        let Some(meaning) = self.meaning.as_mut() else {
            return Err((ModelFault::NoHeader("processes"), start));
        };
        let indices = line.indices(self.processes)?;
        let found = self.symbols.iter().find(|s| *s.name == *name && s.arity == indices.len());
        let Some(symbol) = found else {
            return Err((unknown(name, &indices, self.symbols), start));
        };
        line.expect("=", "`=`")?;
        let value = line.value(symbol, states)?;
        line.end()?;
        if meaning.get(symbol, &indices).is_some() {
            return Err((ModelFault::Duplicate { name: at(&symbol.name, &indices) }, start));
        }
        meaning.set(symbol, &indices, value);
        Ok(())
    }

    fn header(
        &mut self,
        what: &'static str,
        start: usize,
        line: &mut Line<'_>,
    ) -> Result<(), Fault> {
        line.skip_space();
        let place = line.at;
        let number = line.number("a number")?;
        line.end()?;
        let given = if what == "states" { self.states.is_some() } else { self.meaning.is_some() };
        if given {
            return Err((ModelFault::Duplicate { name: what.to_owned() }, start));
        }
        // Also a bad number is taken, so that it is reported once.
        let taken = number.max(1);
        if what == "states" {
            self.states = Some(taken);
        } else {
            self.processes = taken;
            self.meaning = Some(Assignment::new(taken));
        }
        size(what, number).map_err(|fault| (fault, place))
    }
}

fn unknown(name: &str, indices: &[usize], symbols: &[Symbol]) -> ModelFault {
    if let Some(symbol) = symbols.iter().find(|s| *s.name == *name) {
        let name = symbol.name.clone();
        return ModelFault::Arity { name, takes: symbol.arity, got: indices.len() };
    }
    let nearest = nearest(name, symbols.iter().map(|s| &*s.name));
    let name = at(name, indices);
    ModelFault::UnknownName { name, nearest }
}

impl FiniteModel {
    /// Reads a model that gives values to some of `symbols`.
    ///
    /// # Errors
    /// Every faulty line, with line and column.
    pub fn parse(text: &str, symbols: &[Symbol]) -> Result<Self, Vec<ModelError>> {
        let mut reader = Reader { symbols, states: None, meaning: None, processes: 1 };
        let mut errors = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let code = line.split("--").next().unwrap_or_default().trim_end();
            if code.trim().is_empty() {
                continue;
            }
            if let Err((fault, at)) = reader.line(&mut Line { text: code, at: 0 }) {
                let column = 1 + code[..at].chars().count();
                errors.push(ModelError { fault, line: number + 1, column });
                // Without sizes every further line would fail for the same reason.
                if reader.states.is_none() || reader.meaning.is_none() {
                    return Err(errors);
                }
            }
        }
        let line = text.lines().count().max(1);
        let missing =
            |what| vec![ModelError { fault: ModelFault::NoHeader(what), line, column: 1 }];
        match (reader.states, reader.meaning) {
            (None, _) if errors.is_empty() => Err(missing("states")),
            (_, None) if errors.is_empty() => Err(missing("processes")),
            (Some(states), Some(meaning)) if errors.is_empty() => FiniteModel::new(states, meaning)
                .map_err(|fault| vec![ModelError { fault, line, column: 1 }]),
            _ => Err(errors),
        }
    }
}
