//! The names that a text may use: indices, symbols, definitions.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::definition::Definition;
use crate::name::Name;
use crate::term::Symbol;

/// Declared indices, declared symbols and defined names. A name may be used at several arities: `M`
/// and `M_i` are two names.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    indices: Vec<Name>,
    symbols: Vec<Symbol>,
    definitions: Vec<Arc<Definition>>,
    /// Arity and place of each name, `[]` for a bracket.
    places: FxHashMap<Box<str>, Vec<(usize, Place)>>,
}

/// The place of a name in the lists of a vocabulary.
#[derive(Clone, Copy, Debug)]
enum Place {
    Symbol(usize),
    Definition(usize),
}

/// The meaning of a name with a number of indices.
#[derive(Clone, Debug)]
pub enum Meaning<'a> {
    /// A declared symbol.
    Symbol(&'a Symbol),
    /// A defined name.
    Definition(&'a Arc<Definition>),
}

impl Vocabulary {
    /// The vocabulary without names.
    pub fn new() -> Self {
        Self::default()
    }

    /// Declares an index variable that ranges over the processes.
    pub fn declare_index(&mut self, name: Name) {
        if !self.is_index(&name) {
            self.indices.push(name);
        }
    }

    /// Declares a symbol; `false` when its name is taken at this arity.
    pub fn declare(&mut self, symbol: Symbol) -> bool {
        let free = self.meaning(&symbol.name, symbol.arity).is_none();
        if free {
            let place = (symbol.arity, Place::Symbol(self.symbols.len()));
            self.places.entry(symbol.name.as_str().into()).or_default().push(place);
            self.symbols.push(symbol);
        }
        free
    }

    /// Adds a definition; `false` when its name is taken at this arity.
    pub fn define(&mut self, definition: Arc<Definition>) -> bool {
        let arity = definition.index_parameters().len();
        let free = self.meaning(definition.name(), arity).is_none();
        if free {
            let place = (arity, Place::Definition(self.definitions.len()));
            self.places.entry(definition.name().into()).or_default().push(place);
            self.definitions.push(definition);
        }
        free
    }

    /// Decides whether `name` is a declared index.
    pub fn is_index(&self, name: &str) -> bool {
        self.indices.iter().any(|n| **n == *name)
    }

    /// The declared indices.
    pub fn indices(&self) -> &[Name] {
        &self.indices
    }

    /// The declared symbols.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// The definitions, in order.
    pub fn definitions(&self) -> &[Arc<Definition>] {
        &self.definitions
    }

    /// The meaning of `name` with `arity` indices.
    pub fn meaning(&self, name: &str, arity: usize) -> Option<Meaning<'_>> {
        let (_, place) = self.places.get(name)?.iter().find(|(a, _)| *a == arity)?;
        Some(match place {
            Place::Symbol(at) => Meaning::Symbol(&self.symbols[*at]),
            Place::Definition(at) => Meaning::Definition(&self.definitions[*at]),
        })
    }

    /// A suggestion for the unknown `name` with `arity` indices: two known names without the space between them, or
    /// the known name that is nearest, if one is near.
    pub fn nearest(&self, name: &str, arity: usize) -> Option<String> {
        let is_known = |name: &str, arity: usize| self.meaning(name, arity).is_some();
        let joined = name.char_indices().skip(1).map(|(at, _)| name.split_at(at));
        if let Some((left, right)) =
            joined.take(LONGEST).find(|(left, right)| is_known(left, 0) && is_known(right, arity))
        {
            let index = ["", "_i", "_{i,j}"][arity.min(2)];
            return Some(format!("{left} {right}{index}"));
        }
        let shown = |name: &str, arity: usize| match arity {
            0 => name.to_owned(),
            _ => format!("{name}_{}", ["i", "{i,j}"][usize::from(arity > 1)]),
        };
        let all = (self.symbols.iter().map(|s| (s.name.as_str(), s.arity)))
            .chain(self.definitions.iter().map(|d| (d.name(), d.index_parameters().len())));
        // Distances are doubled, so that the wrong number of indices counts for half a letter.
        all.filter(|(n, _)| !n.starts_with('[') && is_comparable(n, name))
            .map(|(n, a)| {
                (2 * strsim::damerau_levenshtein(n, name) + usize::from(a != arity), n, a)
            })
            .filter(|(distance, n, _)| *distance < 2 * n.len().max(2).min(name.len() + 1))
            .filter(|(distance, n, _)| *distance < 2 * n.len().max(name.len()))
            .min()
            .map(|(_, n, a)| shown(n, a))
    }
}

/// The candidate nearest to `word`, if one is near.
pub fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    candidates
        .filter(|c| is_comparable(c, word))
        .map(|c| (strsim::damerau_levenshtein(c, word), c))
        .filter(|(d, c)| *d <= c.len().max(3) / 3 && *d < c.len().max(word.len()))
        .min()
        .map(|(_, c)| c.to_owned())
}

/// The longest name, in bytes, for which a suggestion is looked for.
const LONGEST: usize = 64;

/// Whether comparing two words letter by letter is cheap: its cost is the product of their lengths.
fn is_comparable(a: &str, b: &str) -> bool {
    a.len() <= LONGEST && b.len() <= LONGEST
}
