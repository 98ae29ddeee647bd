//! Peers: provers that may be installed, asked in files of their own languages.

pub(crate) mod coq;
pub(crate) mod eprover;

use reductio_algebra::{Formula, Relation, Term, TermKind};

/// A law of regular algebra with tests, without premises.
pub(crate) struct Law {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) formula: Formula,
}

impl Law {
    /// Both sides and the relation.
    pub(crate) fn sides(&self) -> (&Term, Relation, &Term) {
        let Formula::Relation(lhs, relation, rhs) = &self.formula else {
            panic!("{} is no relation", self.name)
        };
        (lhs, *relation, rhs)
    }
}

/// The notation of a language for terms.
struct Notation {
    zero: &'static str,
    one: &'static str,
    plus: fn(&str, &str) -> String,
    seq: fn(&str, &str) -> String,
    star: fn(&str) -> String,
    not: fn(&str) -> String,
}

impl Notation {
    /// A term of regular algebra; `test` writes the predicates among its operands.
    fn write(&self, t: &Term, test: &dyn Fn(&Term) -> Option<String>) -> String {
        if let Some(text) = test(t) {
            return text;
        }
        let inner = |t: &Term| self.write(t, test);
        match t.kind() {
            TermKind::Zero => self.zero.into(),
            TermKind::One => self.one.into(),
            TermKind::Symbol(symbol, _) => symbol.name.to_string(),
            TermKind::Plus(a, b) => (self.plus)(&inner(a), &inner(b)),
            TermKind::Seq(a, b) => (self.seq)(&inner(a), &inner(b)),
            TermKind::Star(a) => (self.star)(&inner(a)),
            TermKind::Not(a) => (self.not)(&inner(a)),
            _ => panic!("{t} is outside of regular algebra"),
        }
    }
}
