//! Mutants of a proof script: the text with one small change, made on tokens.

pub(crate) mod models;

use std::collections::BTreeSet;
use std::ops::Range;

use reductio_algebra::text::lexer::{Token, tokenize};
use reductio_algebra::{Label, Span, Theory, line_col};
use reductio_proofs::script::hint::THEORIES;

/// A change of a script.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Mutant {
    /// The statement whose derivation it changes.
    pub(crate) label: Label,
    /// The replaced bytes of the script.
    pub(crate) span: (usize, usize),
    /// The text that replaces them.
    pub(crate) new: String,
    /// The kind of change.
    pub(crate) kind: &'static str,
    /// The two parts that change places, if it is a swap.
    pub(crate) swapped: Option<[(usize, usize); 2]>,
}

impl Mutant {
    /// The changed script.
    pub(crate) fn apply(&self, text: &str) -> String {
        [&text[..self.span.0], &self.new, &text[self.span.1..]].concat()
    }

    /// `(24) 135:5 swap summands: M u <-> R u`, on one line.
    pub(crate) fn describe(&self, text: &str) -> String {
        let (line, column) = line_col(text, self.span.0);
        let flat = |s: &str| s.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some([a, b]) = self.swapped {
            let (a, b) = (flat(&text[a.0..a.1]), flat(&text[b.0..b.1]));
            return format!("{} {line}:{column} {}: {a} <-> {b}", self.label, self.kind);
        }
        let (old, new) = (flat(&text[self.span.0..self.span.1]), flat(&self.new));
        let new = if new.is_empty() { "nothing" } else { &new };
        format!("{} {line}:{column} {}: {old} -> {new}", self.label, self.kind)
    }
}

/// All mutants of a script, in the order of the text.
pub(crate) fn mutants(text: &str, theory: &Theory) -> Vec<Mutant> {
    let tokens = tokenize(text).unwrap();
    let labels: Vec<String> = theory.labels().map(|l| l.as_str().to_owned()).collect();
    let mut out = BTreeSet::new();
    let mut at = 0;
    while tokens[at].0 != Token::End {
        if !matches!(&text[tokens[at].1.clone()], "lemma" | "theorem") {
            at += 1;
            continue;
        }
        let end = (at..tokens.len()).find(|&k| &text[tokens[k].1.clone()] == "qed").unwrap();
        let close = (at..end).find(|&k| tokens[k].0 == Token::Close).unwrap();
        let label = Label::new(&text[tokens[at + 2].1.start..tokens[close].1.start]).unwrap();
        let mut d = Derivation { text, tokens: &tokens, labels: &labels, label, out: Vec::new() };
        d.mutate(close + 2..end);
        out.extend(d.out);
        at = end;
    }
    let mut all: Vec<Mutant> = out.into_iter().collect();
    all.retain(|m| m.new != text[m.span.0..m.span.1]);
    all.sort_by(|a, b| (a.span, a.kind, &a.new).cmp(&(b.span, b.kind, &b.new)));
    // One change may be of two kinds.
    all.dedup_by(|a, b| a.span == b.span && a.new == b.new);
    all
}

struct Derivation<'a> {
    text: &'a str,
    tokens: &'a [(Token, Span)],
    labels: &'a [String],
    label: Label,
    out: Vec<Mutant>,
}

/// A range of tokens.
type Part = Range<usize>;

impl Derivation<'_> {
    fn word(&self, at: usize) -> &str {
        &self.text[self.tokens[at].1.clone()]
    }

    fn token(&self, at: usize) -> Token {
        self.tokens[at].0
    }

    fn bytes(&self, part: &Part) -> Range<usize> {
        self.tokens[part.start].1.start..self.tokens[part.end - 1].1.end
    }

    fn replace(&mut self, kind: &'static str, part: &Part, new: &str) {
        let bytes = self.bytes(part);
        self.out.push(Mutant {
            label: self.label.clone(),
            span: (bytes.start, bytes.end),
            new: new.to_owned(),
            kind,
            swapped: None,
        });
    }

    /// Swaps two parts, what stands between them stays.
    fn swap(&mut self, kind: &'static str, a: &Part, b: &Part) {
        let (x, y) = (self.bytes(a), self.bytes(b));
        let between = &self.text[x.end..y.start];
        self.out.push(Mutant {
            label: self.label.clone(),
            span: (x.start, y.end),
            new: [&self.text[y.clone()], between, &self.text[x.clone()]].concat(),
            kind,
            swapped: Some([(x.start, x.end), (y.start, y.end)]),
        });
    }

    fn matching(&self, open: usize) -> usize {
        let mut depth = 0;
        for at in open.. {
            match self.token(at) {
                Token::Open | Token::OpenSquare | Token::OpenBrace => depth += 1,
                Token::Close | Token::CloseSquare | Token::CloseBrace => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return at;
            }
        }
        unreachable!("the bundled scripts are balanced")
    }

    /// The parts of a range between the tokens for which `is_separator` holds, brackets skipped.
    fn split(&self, part: &Part, is_separator: impl Fn(usize) -> bool) -> Vec<Part> {
        let (mut parts, mut start, mut at) = (Vec::new(), part.start, part.start);
        while at < part.end {
            if is_separator(at) {
                parts.push(start..at);
                start = at + 1;
            } else if matches!(self.token(at), Token::Open | Token::OpenSquare | Token::OpenBrace) {
                at = self.matching(at);
            }
            at += 1;
        }
        parts.push(start..part.end);
        parts.retain(|p| !p.is_empty());
        parts
    }

    /// Mutates a part, from the formula to `qed`.
    fn mutate(&mut self, part: Part) {
        let proof = part.clone().find(|&at| self.word(at) == "proof").unwrap();
        self.statement(&(part.start..proof));
        let mut at = proof + 1;
        let mut chain: Vec<Part> = Vec::new();
        while at < part.end {
            if self.word(at) == "case" {
                let relation = at + 2;
                if self.token(relation) == Token::Apart {
                    self.replace("drop side condition", &(relation..relation + 1), "=");
                    self.replace("drop side condition", &(at + 1..at + 4), "");
                }
                at += 4;
                chain.clear();
            } else if self.word(at) == "below" {
                at += 1;
                chain.clear();
            } else if matches!(self.token(at), Token::Below | Token::Equal | Token::Above) {
                if self.token(at) == Token::Below {
                    self.replace("flip step", &(at..at + 1), ">=");
                }
                let close = self.matching(at + 1);
                self.hint(&(at + 2..close));
                at = close + 1;
            } else {
                let mut end = at;
                while !self.ends_term(end) {
                    end += 1;
                }
                let term = at..end;
                self.term(&term);
                if let Some(last) = chain.last() {
                    self.swap("swap terms", last, &term);
                }
                chain.push(term);
                at = end;
            }
        }
    }

    fn ends_term(&self, at: usize) -> bool {
        matches!(self.token(at), Token::Below | Token::Equal | Token::Above | Token::End)
            || matches!(self.word(at), "qed" | "case" | "below")
    }

    fn statement(&mut self, part: &Part) {
        let parts = self.split(part, |at| {
            matches!(self.token(at), Token::Below | Token::Equal | Token::Implies)
        });
        for part in parts {
            if part.len() == 3 && self.token(part.start + 1) == Token::Apart {
                self.replace("drop side condition", &(part.start..part.end + 1), "");
            } else {
                self.term(&part);
            }
        }
        for at in part.clone() {
            if self.token(at) == Token::Below {
                self.replace("flip statement", &(at..at + 1), ">=");
            }
        }
    }

    /// The inside of the braces.
    fn hint(&mut self, part: &Part) {
        let is_separator = |at: usize| {
            matches!(self.token(at), Token::Semicolon | Token::Comma) || self.word(at) == "so"
        };
        let items = self.split(part, is_separator);
        for (k, item) in items.iter().enumerate() {
            // With the separators after it, or before it for the last.
            let whole = match items.get(k + 1) {
                Some(next) => item.start..next.start,
                None if k > 0 => items[k - 1].end..item.end,
                None => item.clone(),
            };
            self.drop_text("drop hint item", &whole, items.get(k + 1).is_some());
            self.item(item);
        }
    }

    /// Drops a part, and the space behind it when something follows.
    fn drop_text(&mut self, kind: &'static str, part: &Part, spaced: bool) {
        let bytes = self.bytes(part);
        let end = if spaced { self.tokens[part.end].1.start } else { bytes.end };
        self.out.push(Mutant {
            label: self.label.clone(),
            span: (bytes.start, end),
            new: String::new(),
            kind,
            swapped: None,
        });
    }

    /// The text between the parentheses of a reference that opens here.
    fn reference(&self, at: usize) -> Option<(usize, &str)> {
        if self.token(at) != Token::Open {
            return None;
        }
        let close = self.matching(at);
        let inner = &self.text[self.tokens[at].1.end..self.tokens[close].1.start];
        let known = self.labels.iter().any(|l| l == inner)
            || THEORIES.contains(&inner)
            || matches!(inner, "hyp" | "below" | "* ind L" | "* ind R" | "? ind");
        known.then_some((close, inner))
    }

    fn item(&mut self, item: &Part) {
        let mut start = item.start;
        let mut at = item.start;
        while at < item.end {
            if let Some((close, inner)) = self.reference(at) {
                let inner = inner.to_owned();
                if start < at {
                    self.term(&(start..at));
                }
                let whole = at..close + 1;
                if whole != *item {
                    self.replace("drop reference", &whole, "");
                }
                self.other_reference(&whole, &inner);
                start = close + 1;
                at = start;
                continue;
            }
            let token = self.token(at);
            if token == Token::Below {
                self.replace("flip fact", &(at..at + 1), ">=");
            }
            if matches!(token, Token::Below | Token::Equal | Token::Becomes)
                || matches!(self.word(at), "with" | "definition")
            {
                // What stands before `:=` is a name; what follows `definition`, the words "of ?".
                if start < at && token != Token::Becomes {
                    self.term(&(start..at));
                }
                start = at + 1;
                if self.word(at) == "definition" {
                    return;
                }
            } else if token == Token::Open || token == Token::OpenSquare {
                at = self.matching(at);
            }
            at += 1;
        }
        if start < item.end {
            self.term(&(start..item.end));
        }
    }

    fn other_reference(&mut self, part: &Part, inner: &str) {
        match inner {
            "* ind L" => self.replace("other induction", part, "(* ind R)"),
            "* ind R" => self.replace("other induction", part, "(* ind L)"),
            _ => {}
        }
        if let Some(position) = self.labels.iter().position(|l| l == inner) {
            let count = self.labels.len();
            // The next label of the theory, and one from elsewhere.
            for step in [1, count - 1, count / 2] {
                let other = format!("({})", self.labels[(position + step) % count]);
                self.replace("other label", part, &other);
            }
        }
    }

    /// The mutants inside a term.
    fn term(&mut self, part: &Part) {
        for at in part.clone() {
            self.atom(at);
        }
        self.structure(part);
    }

    fn atom(&mut self, at: usize) {
        let one = at..at + 1;
        match self.token(at) {
            Token::Not => self.replace("drop !", &one, ""),
            Token::Star => self.replace("drop *", &one, ""),
            Token::Ident => {
                let kinds: &[(&str, &str, &'static str)] = &[
                    ("u", "v", "v for u"),
                    ("v", "u", "u for v"),
                    ("M", "N", "N for M"),
                    ("N", "M", "M for N"),
                ];
                let indexed = self.token(at + 1) == Token::Underscore;
                for (old, new, kind) in kinds {
                    if self.word(at) == *old {
                        self.replace(kind, &one, new);
                    }
                }
                if indexed {
                    let index = at + 2..at + 3;
                    let other = if self.word(index.start) == "i" { "j" } else { "i" };
                    self.replace("other index", &index, other);
                }
            }
            _ => {}
        }
    }

    /// Swaps neighbours in sums and products.
    fn structure(&mut self, part: &Part) {
        let summands = self.split(part, |at| self.token(at) == Token::Plus);
        for pair in summands.windows(2) {
            self.swap("swap summands", &pair[0], &pair[1]);
        }
        for summand in summands {
            let factors = self.factors(&summand);
            for pair in factors.windows(2) {
                self.swap("swap factors", &pair[0], &pair[1]);
            }
            for factor in factors {
                let Some(open) = factor.clone().find(|&at| self.token(at) != Token::Not) else {
                    continue;
                };
                if !matches!(self.token(open), Token::Open | Token::OpenSquare) {
                    continue;
                }
                let close = self.matching(open);
                let inner = match self.token(open + 1) {
                    Token::Plus | Token::Dot => {
                        let colon = (open..close).find(|&at| self.token(at) == Token::Colon);
                        colon.unwrap_or(open) + 1
                    }
                    _ => open + 1,
                };
                self.structure(&(inner..close));
            }
        }
    }

    fn factors(&self, part: &Part) -> Vec<Part> {
        let (mut factors, mut at) = (Vec::new(), part.start);
        while at < part.end {
            if matches!(self.token(at), Token::Loop | Token::Dot) {
                at += 1;
                continue;
            }
            let start = at;
            while self.token(at) == Token::Not {
                at += 1;
            }
            at = match self.token(at) {
                Token::Open | Token::OpenSquare => self.matching(at) + 1,
                Token::Ident if self.token(at + 1) == Token::Underscore => match self.token(at + 2)
                {
                    Token::OpenBrace => self.matching(at + 2) + 1,
                    _ => at + 3,
                },
                _ => at + 1,
            };
            while at < part.end && matches!(self.token(at), Token::Star | Token::Omega) {
                at += 1;
            }
            factors.push(start..at.min(part.end));
        }
        factors
    }
}
