//! Texts that are computed while a program is run.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use rustc_hash::FxHashMap;

use crate::ids::TextId;

/// All texts together may have as many bytes as this many of the greatest length.
const MANY: usize = 1 << 12;

/// The texts that were computed, each once. Copies share them: a number means one text in all states of a program, whoever
/// searches them, and however many do at once.
#[derive(Clone, Default)]
pub(crate) struct Texts(Arc<RwLock<Known>>);

#[derive(Default)]
struct Known {
    /// The number of texts of the program itself.
    first: usize,
    texts: Vec<Arc<str>>,
    numbers: FxHashMap<Arc<str>, u32>,
    bytes: usize,
}

impl Texts {
    /// No texts but those of a program, which keep their numbers.
    pub(crate) fn after(fixed: &[String]) -> Texts {
        let mut known = Known { first: fixed.len(), ..Known::default() };
        for (number, text) in (0..).zip(fixed) {
            known.numbers.entry(text.as_str().into()).or_insert(number);
        }
        Texts(Arc::new(RwLock::new(known)))
    }

    /// A computed text; empty if there is none of the number.
    pub(crate) fn get(&self, text: TextId) -> Arc<str> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let place = text.index().checked_sub(known.first);
        place.and_then(|place| known.texts.get(place)).cloned().unwrap_or_else(|| "".into())
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
        known.bytes = bytes;
        let number = u32::try_from(known.first + known.texts.len()).ok()?;
        let text: Arc<str> = text.into();
        known.texts.push(text.clone());
        known.numbers.insert(text, number);
        Some(TextId(number))
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
