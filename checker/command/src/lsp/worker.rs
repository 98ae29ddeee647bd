//! The thread that looks for what is wrong in open texts, the newest of each only.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use reductio::Language;
use reductio::diagnostics::Diagnostic;
use reductio::library::Library;
use reductio::source::Source;
use reductio_editor::{proof_faults, read_faults};
use reductio_proofs::ReplayLimits;

use super::answers::{self, Scheme};
use super::documents::Document;
use super::wire::Outgoing;

/// The time that the derivations of one text may take; what is not proved by then is given up, and said to be.
const PROVING: Duration = Duration::from_secs(60);

/// A text that is to be looked at.
struct Job {
    document: Document,
    flags: Flags,
}

/// The flags that end the work on a text.
#[derive(Clone, Debug, Default)]
struct Flags {
    /// Raised when there is a newer text: then nothing more is said of this one.
    is_old: Arc<AtomicBool>,
    /// Raised when the search is to end: there is a newer text, or the time is up.
    stop: Arc<AtomicBool>,
}

impl Flags {
    /// Ends the work, since there is a newer text.
    fn raise(&self) {
        self.is_old.store(true, Ordering::Relaxed);
        self.stop.store(true, Ordering::Relaxed);
    }

    fn is_old(&self) -> bool {
        self.is_old.load(Ordering::Relaxed)
    }
}

/// The findings in a version of a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings {
    pub(super) version: i32,
    pub(super) all: Vec<Diagnostic>,
}

/// The newest findings, by the URI of the text.
pub(super) type Store = Arc<Mutex<BTreeMap<String, Findings>>>;

/// The hands of the worker.
pub(super) struct Worker {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    newest: BTreeMap<String, Flags>,
    found: Store,
}

impl Worker {
    /// Starts the thread, which publishes what it finds to `output`.
    pub(super) fn start(output: Sender<Outgoing>, scheme: Scheme) -> Self {
        let (jobs, incoming) = channel();
        let found = Store::default();
        let to = Publisher { output, scheme, store: found.clone() };
        let thread = std::thread::spawn(move || work(&incoming, &to));
        Worker { jobs: Some(jobs), thread: Some(thread), newest: BTreeMap::new(), found }
    }

    /// Gives a text to the worker, in place of an older one.
    pub(super) fn look_at(&mut self, document: Document) {
        let flags = Flags::default();
        let uri = document.uri.as_str().to_owned();
        if let Some(before) = self.newest.insert(uri, flags.clone()) {
            before.raise();
        }
        if let Some(jobs) = &self.jobs {
            // The worker is there as long as its hands are.
            let _ = jobs.send(Job { document, flags });
        }
    }

    /// Forgets a text.
    pub(super) fn forget(&mut self, uri: &str) {
        if let Some(before) = self.newest.remove(uri) {
            before.raise();
        }
        self.found.lock().unwrap_or_else(PoisonError::into_inner).remove(uri);
    }

    /// The findings in this version of a text, if it has been looked at.
    pub(super) fn findings(&self, uri: &str, version: i32) -> Option<Findings> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.get(uri).filter(|found| found.version == version).cloned()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.newest.values().for_each(Flags::raise);
        drop(self.jobs.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Where findings go.
struct Publisher {
    output: Sender<Outgoing>,
    scheme: Scheme,
    store: Store,
}

fn work(jobs: &Receiver<Job>, to: &Publisher) {
    for job in jobs {
        if job.flags.is_old() {
            continue;
        }
        // A bug in a search must not end the server; the message is in the log of the editor.
        let _ = catch_unwind(AssertUnwindSafe(|| look(&job, to)));
    }
}

/// Looks at a text: at what its reader finds first, which is said at once, then at derivations.
fn look(job: &Job, to: &Publisher) {
    let Job { document, flags } = job;
    let library = library(document);
    let mut all = read_faults(&document.file, document.language, &library);
    let has_proofs =
        document.language == Language::Script && all.iter().all(|found| found.is_warning);
    to.publish(job, &all);
    if !has_proofs {
        return;
    }
    let found = within(PROVING, &flags.stop, |cancel| {
        let limits = ReplayLimits { cancel: Some(cancel), ..ReplayLimits::default() };
        proof_faults(&document.file, &library, limits)
    });
    all.extend(found);
    to.publish(job, &all);
}

impl Publisher {
    /// Publishes what was found, unless there is a newer text.
    fn publish(&self, job: &Job, all: &[Diagnostic]) {
        if job.flags.is_old() {
            return;
        }
        let uri = job.document.uri.as_str();
        let findings = Findings { version: job.document.version, all: all.to_vec() };
        let mut found = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        found.insert(uri.to_owned(), findings);
        // Nobody reads any more once the editor is gone.
        let _ = self.output.send(answers::diagnostics(&job.document, all, &self.scheme));
    }
}

/// The library for a text.
pub(super) fn library(document: &Document) -> Library {
    match document.language {
        Language::System | Language::Program => Library::default(),
        Language::Statements | Language::Script => {
            let mut all = document.sources.to_vec();
            all.push(Source { file: document.file.clone(), language: document.language });
            Library::with(&all, false)
        }
    }
}

/// Does some work, and raises its flag when the time is up.
pub(super) fn within<T>(
    time: Duration,
    cancel: &Arc<AtomicBool>,
    work: impl FnOnce(&AtomicBool) -> T,
) -> T {
    let (done, waiting) = channel::<()>();
    let flag = cancel.clone();
    let clock = std::thread::spawn(move || {
        if waiting.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
            flag.store(true, Ordering::Relaxed);
        }
    });
    let out = work(cancel);
    drop(done);
    let _ = clock.join();
    out
}
