//! Texts that are computed while a program is run.

use std::fmt;
use std::hash::BuildHasher;
use std::sync::{Arc, PoisonError, RwLock};

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::ids::TextId;

/// All texts together may have as many bytes as this many of the greatest length.
const MANY: usize = 1 << 12;

/// The texts that were computed, each once. Copies share them: a number means one text in all states of a program,
/// whoever searches them, and however many do at once.
#[derive(Clone, Default)]
pub(crate) struct Texts(Arc<RwLock<Known>>);

#[derive(Default)]
struct Known {
    /// The number of texts of the program itself.
    first: u32,
    /// Whether a text's number follows from what it is, and not from when it was computed.
    is_portable: bool,
    texts: FxHashMap<u32, Arc<str>>,
    numbers: FxHashMap<Arc<str>, u32>,
    bytes: usize,
}

impl Texts {
    /// No texts but those of a program, which keep their numbers.
    pub(crate) fn after(fixed: &[String], is_portable: bool) -> Texts {
        let first = u32::try_from(fixed.len()).unwrap_or(u32::MAX);
        let mut known = Known { first, is_portable, ..Known::default() };
        for (number, text) in (0..).zip(fixed) {
            known.numbers.entry(text.as_str().into()).or_insert(number);
        }
        Texts(Arc::new(RwLock::new(known)))
    }

    /// A computed text; empty if there is none of the number.
    pub(crate) fn get(&self, text: TextId) -> Arc<str> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        known.texts.get(&text.0).cloned().unwrap_or_else(|| "".into())
    }

    /// The number of a text; `None` if it would need more than the limits allow.
    pub(crate) fn number(&self, text: &str, most: u32) -> Option<TextId> {
        if text.len() > most as usize {
            return None;
        }
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = known.numbers.get(text) {
            return Some(TextId(*number));
        }
        drop(known);
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = known.numbers.get(text) {
            return Some(TextId(*number));
        }
        let bytes = known.bytes + text.len() + size_of::<(Arc<str>, Arc<str>, u32)>();
        if bytes > MANY.saturating_mul(most as usize) {
            return None;
        }
        let number = known.next(text)?;
        known.bytes = bytes;
        let text: Arc<str> = text.into();
        known.texts.insert(number, text.clone());
        known.numbers.insert(text, number);
        Some(TextId(number))
    }

    /// All texts that were computed, sorted, if their numbers mean the same elsewhere.
    pub(crate) fn portable(&self) -> Vec<Arc<str>> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let texts = known.texts.values().filter(|_| known.is_portable);
        let mut texts: Vec<Arc<str>> = texts.cloned().collect();
        texts.sort_unstable();
        texts
    }
}

impl Known {
    /// A number for a new text; `None` if there is none, or another text has it.
    fn next(&self, text: &str) -> Option<u32> {
        if !self.is_portable {
            return self.first.checked_add(u32::try_from(self.texts.len()).ok()?);
        }
        let room = u64::from(u32::MAX - self.first).max(1);
        let number =
            self.first.checked_add(u32::try_from(FxBuildHasher.hash_one(text) % room).ok()?);
        number.filter(|number| !self.texts.contains_key(number))
    }
}

/// What was computed does not tell programs apart.
impl PartialEq for Texts {
    fn eq(&self, _: &Texts) -> bool {
        true
    }
}

impl Eq for Texts {}

impl fmt::Debug for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Texts").finish_non_exhaustive()
    }
}
