//! The declarations of a text: an outline for people, and the places to which a name leads.
//!
//! Texts that are being written have faults, so this looks at tokens, and finds what it can.

use std::ops::Range;

use reductio::Language;

use crate::pieces::pieces;

mod code;
mod formulas;

/// The kind of a thing that a text declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// The name of the whole text: a theory, a system, a program.
    Whole,
    /// A lemma or theorem, where it is stated or proved.
    Statement,
    /// A hypothesis.
    Hypothesis,
    /// A definition, by its label.
    Definition,
    /// The name that a definition introduces.
    Defined,
    /// An action.
    Action,
    /// A predicate.
    Predicate,
    /// An index, a parameter, or a name that a quantifier binds.
    Index,
    /// A constant.
    Constant,
    /// A type.
    Type,
    /// A shared variable, or a variable of a program.
    Variable,
    /// A variable of one thread.
    Local,
    /// A lock, monitor, semaphore or queue.
    Object,
    /// A field of a record.
    Field,
    /// A thread.
    Thread,
    /// A label of a control point.
    Label,
    /// An invariant, a property, or what is to be reached.
    Claim,
}

/// A thing that a text declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name, without parentheses or quotes.
    pub name: String,
    /// The kind.
    pub kind: SymbolKind,
    /// The bytes of the name where it is declared.
    pub name_span: Range<usize>,
    /// The bytes of the whole declaration, which hold those of the name.
    pub span: Range<usize>,
    /// The bytes in which the name means this; `None` for the whole text.
    pub scope: Option<Range<usize>>,
}

/// Finds what a text declares, in its order.
///
/// ```
/// use reductio::Language;
/// use reductio_editor::symbols;
///
/// let found = symbols(Language::System, "var x : bool\nthread t { A: x := true }");
/// let names: Vec<&str> = found.iter().map(|symbol| &*symbol.name).collect();
/// assert_eq!(names, ["x", "t", "A"]);
/// ```
pub fn symbols(language: Language, text: &str) -> Vec<Symbol> {
    let tokens: Vec<Range<usize>> = pieces(language, text)
        .into_iter()
        .filter_map(|piece| (!piece.is_comment).then_some(piece.span))
        .collect();
    let tokens = Tokens { text, spans: &tokens };
    match language {
        Language::Statements => formulas::statements(tokens),
        Language::Script => formulas::derivations(tokens),
        Language::System => code::system(tokens),
        Language::Program => code::program(tokens),
    }
}

/// Finds the declaration to which a name at a place leads, among what the text itself declares.
pub fn declaration<'s>(symbols: &'s [Symbol], name: &str, at: usize) -> Option<&'s Symbol> {
    let mut best: Option<&Symbol> = None;
    for symbol in symbols.iter().filter(|symbol| symbol.name == name) {
        let is_in_scope = symbol.scope.as_ref().is_none_or(|scope| scope.contains(&at));
        let size =
            |symbol: &Symbol| symbol.scope.as_ref().map_or(usize::MAX, ExactSizeIterator::len);
        if is_in_scope && best.is_none_or(|best| size(symbol) < size(best)) {
            best = Some(symbol);
        }
    }
    // `t at A` speaks of a label of another thread.
    let is_label = |symbol: &&Symbol| symbol.kind == SymbolKind::Label && symbol.name == name;
    best.or_else(|| symbols.iter().find(is_label))
}

/// The tokens of a text.
#[derive(Clone, Copy)]
struct Tokens<'t> {
    text: &'t str,
    spans: &'t [Range<usize>],
}

impl<'t> Tokens<'t> {
    /// The text of a token; empty behind the last one.
    fn word(&self, at: usize) -> &'t str {
        self.spans.get(at).map_or("", |span| &self.text[span.clone()])
    }

    /// The bytes of a token; those of the end of the text behind the last one.
    fn span(&self, at: usize) -> Range<usize> {
        self.spans.get(at).cloned().unwrap_or(self.text.len()..self.text.len())
    }

    fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether a token is the first of its line.
    fn starts_line(&self, at: usize) -> bool {
        let start = at.checked_sub(1).map_or(0, |before| self.spans[before].end);
        at == 0 || self.text[start..self.span(at).start].contains('\n')
    }

    /// Whether a token is a word that may be a name.
    fn is_name(&self, at: usize) -> bool {
        self.word(at).starts_with(|c: char| c.is_alphabetic())
    }

    /// The token behind the bracket that closes the one here, or the last token.
    fn behind_bracket(&self, open: usize) -> usize {
        let mut depth = 0_usize;
        for at in open..self.len() {
            match self.word(at).as_bytes().first() {
                Some(b'(' | b'[' | b'{') => depth += 1,
                Some(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return at + 1;
            }
        }
        self.len()
    }

    /// The bytes from one token up to another, which is not part of them.
    fn between(&self, first: usize, end: usize) -> Range<usize> {
        let start = self.span(first).start;
        let last = end.clamp(first + 1, self.len().max(first + 1)) - 1;
        start..self.span(last).end.max(start)
    }

    /// The declaration of a name by one token.
    fn symbol(&self, kind: SymbolKind, name: usize, span: Range<usize>) -> Symbol {
        Symbol {
            name: self.word(name).to_owned(),
            kind,
            name_span: self.span(name),
            span,
            scope: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(language: Language, text: &str) -> Vec<(SymbolKind, String)> {
        let found = symbols(language, text);
        for symbol in &found {
            assert!(symbol.span.start <= symbol.name_span.start, "{symbol:?}");
            assert!(symbol.name_span.end <= symbol.span.end, "{symbol:?}");
        }
        found.into_iter().map(|symbol| (symbol.kind, symbol.name)).collect()
    }

    #[test]
    fn theories() {
        use SymbolKind::{
            Action, Defined, Definition, Hypothesis, Index, Predicate, Statement, Whole,
        };
        let text = "theory T extends S5\nindex i, j\naction u_i, v_{i,j}\npredicate p' -- one\n\
                    hypothesis (13) ours: (u_i !q)^w = 0\n\
                    definition (M, one) ours: M_i = v_i\ndefinition (12) ours: [x] = x\n\
                    lemma (Two words) ours assuming (13):\n  x = x\n";
        let wanted = [
            (Whole, "T"),
            (Index, "i"),
            (Index, "j"),
            (Action, "u"),
            (Action, "v"),
            (Predicate, "p'"),
            (Hypothesis, "13"),
            (Definition, "M, one"),
            (Defined, "M"),
            (Definition, "12"),
            (Statement, "Two words"),
        ];
        assert_eq!(names(Language::Statements, text), wanted.map(|(k, n)| (k, n.to_owned())));
    }

    #[test]
    fn scripts() {
        let text = "proofs of T\nlemma (1): x = x\nproof\n x\nqed\ntheorem (A b): y = y\nproof";
        let found = symbols(Language::Script, text);
        let parts: Vec<&str> = found.iter().map(|symbol| &text[symbol.span.clone()]).collect();
        assert_eq!(parts[0], "proofs of T");
        assert!(parts[1].starts_with("lemma (1)") && parts[1].ends_with("qed"), "{parts:?}");
        assert!(parts[2].starts_with("theorem (A b)") && parts[2].ends_with("proof"), "{parts:?}");
    }

    #[test]
    fn names_lead_to_the_declaration_in_whose_scope_they_stand() {
        let text = "system s\ntype Item = record { a : bool, b : bool }\nlock m\nvar x[i : 0 .. 1] : Item\n\
                    thread t { local k : bool; A: x[0].a := k }\nthread u { local k : bool\n B: k := false }\n\
                    invariant \"one\": forall i : 0 .. 1 . x[i].a";
        let found = symbols(Language::System, text);
        let to = |name: &str, part: &str| {
            let at = text.find(part).unwrap();
            declaration(&found, name, at).map(|symbol| symbol.name_span.start)
        };
        let second = text.rfind("local k").unwrap() + 6;
        assert_eq!(to("k", "k }"), Some(text.find("local k").unwrap() + 6));
        assert_eq!(to("k", "k := false"), Some(second));
        assert_eq!(to("k", "invariant"), None);
        assert_eq!(to("x", "x[i].a"), Some(text.find("x[i : 0").unwrap()));
        assert_eq!(to("m", "thread t"), Some(text.find("m\nvar").unwrap()));
        assert_eq!(to("Item", "Item\nthread"), Some(text.find("Item").unwrap()));
        assert!(found.iter().any(|s| s.kind == SymbolKind::Claim && s.name == "one"), "{found:?}");
    }

    #[test]
    fn nothing_of_half_a_text_is_a_panic() {
        let texts = [
            (Language::Statements, "theory T\naction u_{i, \nlemma ( a b"),
            (Language::Script, "proofs of\nlemma (1): { x"),
            (Language::System, "thread t[ { local\n L: var : type = {"),
            (Language::Program, "program\nthread { x := \n L:"),
        ];
        for (language, text) in texts {
            for end in 0..=text.len() {
                symbols(language, &text[..end]);
            }
        }
    }
}
