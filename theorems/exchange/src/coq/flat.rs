//! Relations that hold by associativity, units, zero, distribution, and commutativity and idempotence of sums alone.
//!
//! A term is flattened to a set of words of atoms; `x = y` holds by these laws when the sets are equal, and
//! `x <= y` when one holds the other. The prelude decides the same (`flat_le`), so nothing here is trusted.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use reductio_algebra::{Formula, Relation, Term, TermKind};

/// The largest number of words of a set, and of atoms of a word; a term with more is an atom.
const MAX_WORDS: usize = 24;
const MAX_ATOMS: usize = 24;

type Words = BTreeSet<Vec<usize>>;

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
    forms: HashMap<Term, Arc<Words>>,
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

    /// Whether a relation holds by the laws above.
    pub(super) fn holds(&mut self, formula: &Formula) -> bool {
        let Formula::Relation(a, relation, b) = formula else { return false };
        let (a, b) = (self.form(a), self.form(b));
        if *relation == Relation::Equal { a == b } else { a.is_subset(&b) }
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

    fn is_large(&mut self, term: &Term) -> bool {
        self.form(term);
        self.atoms.contains_key(term)
    }

    fn form(&mut self, term: &Term) -> Arc<Words> {
        if let Some(form) = self.forms.get(term) {
            return form.clone();
        }
        let words = match term.kind() {
            TermKind::Zero => Some(Words::new()),
            TermKind::One => Some(Words::from([Vec::new()])),
            TermKind::Plus(a, b) => {
                let (a, b) = (self.form(a), self.form(b));
                Some(a.union(&b).cloned().collect())
            }
            TermKind::Seq(a, b) => {
                let (a, b) = (self.form(a), self.form(b));
                (a.len() * b.len() <= MAX_WORDS).then(|| {
                    a.iter().flat_map(|v| b.iter().map(|w| [&v[..], w].concat())).collect()
                })
            }
            _ => unfolded::<UNFOLD>(term).map(|body| (*self.form(&body)).clone()),
        };
        let fits = |words: &Words| {
            words.len() <= MAX_WORDS && words.iter().all(|word| word.len() <= MAX_ATOMS)
        };
        let words = words.filter(fits).unwrap_or_else(|| Words::from([vec![self.atom(term)]]));
        let form = Arc::new(words);
        self.forms.insert(term.clone(), form.clone());
        form
    }
}

fn unfolded<const UNFOLD: bool>(term: &Term) -> Option<Term> {
    if UNFOLD { term.unfolded() } else { None }
}
