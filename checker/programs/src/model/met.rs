//! Notes that are made while states are explored, and are no part of them.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use reductio_search::{Portable, put_number, take_number};

use crate::event::Event;
use crate::machine::Machine;
use crate::wrong::Limit;

/// The limits that were met while states were explored. Where several processes explore them, each tells the others,
/// with the texts that it has computed.
#[derive(Debug, Default)]
pub struct Met(Mutex<BTreeSet<Limit>>);

impl Met {
    /// Looks at an event: the thread may have been halted at a limit.
    pub fn note(&self, event: &Event) {
        if let Some(limit) = event.halted {
            self.meet(limit);
        }
    }

    fn meet(&self, limit: Limit) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(limit);
    }

    /// The limits, each once.
    pub fn limits(&self) -> Vec<Limit> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect()
    }

    /// The limits, and the texts that the program of a machine has computed, as bytes; none if there are none.
    pub fn noted(&self, machine: &Machine<'_>) -> Vec<u8> {
        let (limits, texts) = (self.limits(), machine.program().computed().portable());
        let mut out = Vec::new();
        if limits.is_empty() && texts.is_empty() {
            return out;
        }
        put_number(&mut out, limits.len() as u64);
        for limit in &limits {
            put_number(&mut out, limit.number());
        }
        put_number(&mut out, texts.len() as u64);
        for text in texts {
            text.as_bytes().to_vec().encode(&mut out);
        }
        out
    }

    /// Takes what was [noted](Self::noted) elsewhere. Returns whether it was that. A text that has no number here is a
    /// limit as well.
    pub fn take(&self, machine: &Machine<'_>, noted: &[u8]) -> bool {
        noted.is_empty() || self.read(machine, noted).is_some()
    }

    fn read(&self, machine: &Machine<'_>, mut noted: &[u8]) -> Option<()> {
        let noted = &mut noted;
        for _ in 0..take_number(noted)? {
            self.meet(Limit::with_number(take_number(noted)?)?);
        }
        for _ in 0..take_number(noted)? {
            let text = String::from_utf8(Vec::decode(noted)?).ok()?;
            let most = machine.bounds().text;
            if machine.program().computed().number(&text, most).is_none() {
                self.meet(Limit::Texts);
            }
        }
        noted.is_empty().then_some(())
    }
}
