//! The knowledge of the server: the texts that are open, and what was found out of them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use reductio::Language;
use reductio::check::{Parameters, Subject};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::answers::Scheme;
use super::documents::{Document, Documents};
use super::theories::Theories;
use super::wire::{Code, Refusal};
use super::worker::{Worker, within};

/// The time that the classification of a system may take while somebody waits; then less is said of it.
const CLASSIFYING: Duration = Duration::from_secs(2);

/// The knowledge of the server.
pub(super) struct Known {
    pub(super) documents: Documents,
    pub(super) theories: Theories,
    pub(super) scheme: Scheme,
    pub(super) worker: Option<Worker>,
    pub(super) subjects: Subjects,
}

impl Default for Known {
    fn default() -> Self {
        Known {
            documents: Documents::default(),
            theories: Theories::of(Vec::new()),
            scheme: None,
            worker: None,
            subjects: Subjects::default(),
        }
    }
}

/// The systems of texts, each classified for the newest version that was asked for.
#[derive(Default)]
pub(super) struct Subjects {
    known: BTreeMap<String, (i32, Option<Arc<Subject>>)>,
}

impl Subjects {
    /// The system of a text, if it can be read.
    pub(super) fn of(&mut self, document: &Document) -> Option<Arc<Subject>> {
        if document.language != Language::System {
            return None;
        }
        let uri = document.uri.as_str();
        if let Some((version, subject)) = self.known.get(uri)
            && *version == document.version
        {
            return subject.clone();
        }
        let cancel = Arc::new(AtomicBool::new(false));
        let subject = within(CLASSIFYING, &cancel, |cancel| {
            let constants = reductio_editor::some_sizes(document.file.text());
            let parameters = Parameters { constants, ..Parameters::default() };
            Subject::load(&document.file, &parameters, Some(cancel)).ok()
        });
        let subject = subject.map(Arc::new);
        self.known.insert(uri.to_owned(), (document.version, subject.clone()));
        subject
    }
}

/// Reads parameters.
///
/// # Errors
/// The refusal that says what is wrong with them.
pub(super) fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params)
        .map_err(|error| Refusal::new(Code::InvalidParams, format!("the parameters: {error}")))
}
