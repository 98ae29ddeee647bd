//! Relations that hold by associativity, units, zero, distribution, and commutativity and idempotence of sums alone.
//!
//! A term is flattened to a set of words of atoms; `x = y` holds by these laws when the sets are equal, and
//! `x <= y` when one holds the other. The prelude decides the same (`flat_le`), so nothing here is trusted.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use reductio_algebra::{Formula, Relation, Term, TermKind};

/// The largest number of words of a set, of atoms of a word, and of signs and atoms of a term as the prelude has it; a
/// term with more is an atom.
const MAX_WORDS: usize = 24;
const MAX_ATOMS: usize = 24;
const MAX_SIZE: usize = 1_000;

pub(super) type Words = BTreeSet<Vec<usize>>;

/// Flattening with definitions unfolded, and without: a relation that holds without is quicker to check.
#[derive(Default)]
pub(super) struct Flattenings {
    pub(super) unfolded: Flat<true>,
    pub(super) folded: Flat<false>,
}

/// The flat forms of terms, each computed once.
#[derive(Default)]
pub(super) struct Flat<const UNFOLD: bool> {
    atoms: HashMap<Term, usize>,
    forms: HashMap<Term, (Arc<Words>, usize)>,
    numbers: HashMap<Arc<Words>, usize>,
}

/// A term by its outermost sign.
pub(super) enum Shape {
    Zero,
    One,
    Plus(Term, Term),
    Seq(Term, Term),
    Atom(Term),
}

impl<const UNFOLD: bool> Flat<UNFOLD> {
    /// The number of a term's flat form: terms have the same number when they are equal by the laws above.
    pub(super) fn number(&mut self, term: &Term) -> usize {
        let form = self.form(term);
        let next = self.numbers.len();
        *self.numbers.entry(form).or_insert(next)
    }

    /// Decides whether a relation holds by the laws above.
    pub(super) fn holds(&mut self, formula: &Formula) -> bool {
        let Formula::Relation(a, relation, b) = formula else { return false };
        let (a, b) = (self.form(a), self.form(b));
        if *relation == Relation::Equal { a == b } else { a.is_subset(&b) }
    }

    /// A term without needless units and summands that has the same words.
    pub(super) fn simple(&mut self, term: &Term) -> Term {
        if self.is_large(term) {
            return term.clone();
        }
        let simple = match term.kind() {
            TermKind::Plus(..) => {
                let mut kept = Words::new();
                let mut sum: Option<Term> = None;
                let mut parts = Vec::new();
                self.summands(term, &mut parts);
                for part in parts {
                    let part = self.simple(&part);
                    let words = self.form(&part);
                    if !words.is_subset(&kept) {
                        kept.extend(words.iter().cloned());
                        sum = Some(sum.map_or_else(|| part.clone(), |sum| sum.plus(&part)));
                    }
                }
                sum.unwrap_or_else(Term::zero)
            }
            TermKind::Seq(a, b) => {
                let (a, b) = (self.simple(a), self.simple(b));
                match (a.kind(), b.kind()) {
                    (TermKind::Zero, _) | (_, TermKind::Zero) => Term::zero(),
                    (TermKind::One, _) => b,
                    (_, TermKind::One) => a,
                    _ => a.seq(&b),
                }
            }
            _ => term.clone(),
        };
        if self.number(&simple) == self.number(term) { simple } else { term.clone() }
    }

    fn summands(&mut self, term: &Term, out: &mut Vec<Term>) {
        match term.kind() {
            TermKind::Plus(a, b) if !self.is_large(term) => {
                self.summands(a, out);
                self.summands(b, out);
            }
            _ => out.push(term.clone()),
        }
    }

    /// The shape in which a term is flattened.
    pub(super) fn shape(&mut self, term: &Term) -> Shape {
        match term.kind() {
            TermKind::Zero => Shape::Zero,
            TermKind::One => Shape::One,
            TermKind::Plus(a, b) if !self.is_large(term) => Shape::Plus(a.clone(), b.clone()),
            TermKind::Seq(a, b) if !self.is_large(term) => Shape::Seq(a.clone(), b.clone()),
            _ => match unfolded::<UNFOLD>(term) {
                Some(body) => self.shape(&body),
                None => Shape::Atom(term.clone()),
            },
        }
    }

    /// The number of an atom.
    pub(super) fn atom(&mut self, term: &Term) -> usize {
        let next = self.atoms.len();
        *self.atoms.entry(term.clone()).or_insert(next)
    }

    /// Decides whether a sum or product is taken for an atom.
    pub(super) fn is_large(&mut self, term: &Term) -> bool {
        self.form(term);
        self.atoms.contains_key(term)
    }

    /// The words of a term.
    pub(super) fn form(&mut self, term: &Term) -> Arc<Words> {
        self.sized(term).0
    }

    /// The words of a term, and the size of the term as the prelude has it: names that stand for sums of each other are
    /// written out, so a term with few words may be too large to write.
    fn sized(&mut self, term: &Term) -> (Arc<Words>, usize) {
        if let Some(form) = self.forms.get(term) {
            return form.clone();
        }
        let found = match term.kind() {
            TermKind::Zero => Some((Words::new(), 1)),
            TermKind::One => Some((Words::from([Vec::new()]), 1)),
            TermKind::Plus(a, b) => {
                let ((a, m), (b, n)) = (self.sized(a), self.sized(b));
                Some((a.union(&b).cloned().collect(), m + n + 1))
            }
            TermKind::Seq(a, b) => {
                let ((a, m), (b, n)) = (self.sized(a), self.sized(b));
                let joined = |v: &Vec<usize>, w: &Vec<usize>| [&v[..], w].concat();
                (a.len() * b.len() <= MAX_WORDS).then(|| {
                    let words = a.iter().flat_map(|v| b.iter().map(|w| joined(v, w))).collect();
                    (words, m + n + 1)
                })
            }
            _ => unfolded::<UNFOLD>(term).map(|body| {
                let (words, size) = self.sized(&body);
                ((*words).clone(), size)
            }),
        };
        let fits = |(words, size): &(Words, usize)| {
            *size <= MAX_SIZE
                && words.len() <= MAX_WORDS
                && words.iter().all(|word| word.len() <= MAX_ATOMS)
        };
        let (words, size) =
            found.filter(fits).unwrap_or_else(|| (Words::from([vec![self.atom(term)]]), 1));
        let form = (Arc::new(words), size);
        self.forms.insert(term.clone(), form.clone());
        form
    }
}

fn unfolded<const UNFOLD: bool>(term: &Term) -> Option<Term> {
    if UNFOLD { term.unfolded() } else { None }
}
