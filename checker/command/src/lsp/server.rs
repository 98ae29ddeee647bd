//! The conversation: messages come in one after the other, and each request gets one answer.

use std::collections::BTreeSet;
use std::io::{self, BufReader};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DidSaveTextDocumentParams, InitializeParams,
};
use reductio::{Exit, Language};
use serde_json::{Value, json};

use super::answers::nothing_in;
use super::documents::{Document, path_of};
use super::known::{Known, read};
use super::requests::{self, capabilities};
use super::theories::Theories;
use super::wire::{self, Code, Incoming, Message, Outgoing, Refusal};
use super::worker::Worker;

/// The identities of requests that the editor does not want answered any more.
type Cancelled = Arc<Mutex<BTreeSet<String>>>;

/// Speaks with an editor over standard input and output until it says goodbye. An editor that goes without a word is a
/// failure, as the protocol has it.
pub(crate) fn serve() -> Exit {
    let (to_editor, outgoing) = channel();
    let writer = std::thread::spawn(move || {
        let mut output = io::stdout().lock();
        for message in outgoing {
            if wire::write(&mut output, &message).is_err() {
                return;
            }
        }
    });
    let cancelled = Cancelled::default();
    let (to_server, incoming) = channel();
    let noted = cancelled.clone();
    // The reader may wait for input for ever, so nobody waits for it.
    std::thread::spawn(move || read_all(&to_server, &noted));
    let mut server = Server::new(to_editor, cancelled);
    let exit = server.answer_all(&incoming);
    drop(server);
    let _ = writer.join();
    exit
}

/// Reads messages until there are no more. A cancellation is noted at once: its request may still wait for its turn.
fn read_all(to_server: &Sender<Incoming>, cancelled: &Cancelled) {
    let mut input = BufReader::new(io::stdin().lock());
    loop {
        let message = wire::read(&mut input);
        if let Incoming::Message(Message { method: Some(method), params, .. }) = &message
            && method == "$/cancelRequest"
        {
            let mut cancelled = cancelled.lock().unwrap_or_else(PoisonError::into_inner);
            cancelled.insert(params["id"].to_string());
            continue;
        }
        let is_last = matches!(message, Incoming::End);
        if to_server.send(message).is_err() || is_last {
            return;
        }
    }
}

/// How far the conversation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    New,
    Open,
    ShutDown,
}

/// The server: what it knows, and whom it tells.
struct Server {
    output: Sender<Outgoing>,
    cancelled: Cancelled,
    phase: Phase,
    known: Known,
}

impl Server {
    fn new(output: Sender<Outgoing>, cancelled: Cancelled) -> Self {
        Server { output, cancelled, phase: Phase::New, known: Known::default() }
    }

    fn answer_all(&mut self, incoming: &Receiver<Incoming>) -> Exit {
        for message in incoming {
            match message {
                Incoming::End => break,
                Incoming::Malformed(code, why) => self.refuse(Value::Null, code, why),
                Incoming::Message(Message { id, method: Some(method), params }) => match id {
                    Some(id) => self.request(id, &method, params),
                    None if method == "exit" => {
                        let is_well = self.phase == Phase::ShutDown;
                        return if is_well { Exit::Holds } else { Exit::Fails };
                    }
                    None => self.notification(&method, params),
                },
                // The answer to a request: there was none.
                Incoming::Message(Message { id: Some(_), method: None, .. }) => {}
                Incoming::Message(Message { id: None, method: None, .. }) => {
                    let why = "this is no message: it has neither a method nor an id";
                    self.refuse(Value::Null, Code::InvalidRequest, why);
                }
            }
        }
        Exit::Fails
    }

    fn send(&self, message: Outgoing) {
        // An editor that is gone reads nothing.
        let _ = self.output.send(message);
    }

    fn refuse(&self, id: Value, code: Code, why: impl Into<String>) {
        self.send(Outgoing::Refusal { id, error: Refusal::new(code, why) });
    }

    fn request(&mut self, id: Value, method: &str, params: Value) {
        let is_cancelled =
            self.cancelled.lock().unwrap_or_else(PoisonError::into_inner).remove(&id.to_string());
        let answer = match (self.phase, method) {
            _ if is_cancelled => Err(Refusal::new(Code::RequestCancelled, "cancelled")),
            (Phase::New, "initialize") => self.initialize(params),
            (Phase::New, _) => {
                Err(Refusal::new(Code::NotInitialized, "the first request is `initialize`"))
            }
            (Phase::ShutDown, _) => {
                Err(Refusal::new(Code::InvalidRequest, "the server is shut down"))
            }
            (Phase::Open, "initialize") => {
                Err(Refusal::new(Code::InvalidRequest, "the server is initialized"))
            }
            (Phase::Open, "shutdown") => {
                self.phase = Phase::ShutDown;
                self.known.worker = None;
                Ok(Value::Null)
            }
            // A bug in an answer must not end the conversation.
            (Phase::Open, _) => {
                catch_unwind(AssertUnwindSafe(|| requests::answer(&mut self.known, method, params)))
                    .unwrap_or_else(|_| {
                        Err(Refusal::internal("this is a bug of reductio; please report it"))
                    })
            }
        };
        self.send(match answer {
            Ok(result) => Outgoing::Answer { id, result },
            Err(error) => Outgoing::Refusal { id, error },
        });
    }

    fn initialize(&mut self, params: Value) -> Result<Value, Refusal> {
        let scheme = params["initializationOptions"]["explanations"].as_str().map(str::to_owned);
        let params: InitializeParams = read(params)?;
        #[expect(deprecated, reason = "older editors say it in this way only")]
        let root = params.root_uri;
        let folders: Vec<PathBuf> = match params.workspace_folders {
            Some(folders) => folders.iter().map(|folder| path_of(&folder.uri)).collect(),
            None => root.iter().map(path_of).collect(),
        };
        self.phase = Phase::Open;
        self.known.scheme.clone_from(&scheme);
        self.known.theories = Theories::of(folders);
        self.known.worker = Some(Worker::start(self.output.clone(), scheme));
        Ok(json!({
            "capabilities": capabilities(),
            "serverInfo": { "name": "reductio", "version": env!("CARGO_PKG_VERSION") },
        }))
    }

    /// Takes note. Parameters that make no sense are passed over: a notification has no answer.
    fn notification(&mut self, method: &str, params: Value) {
        if self.phase != Phase::Open {
            return;
        }
        match method {
            "textDocument/didOpen" => {
                let Ok(DidOpenTextDocumentParams { text_document: own }) = read(params) else {
                    return;
                };
                let opened = Document::open(own.uri, &own.language_id, own.version, &own.text);
                if let Some(document) = opened {
                    self.known.theories.look_anew();
                    let path = document.path.clone();
                    self.known.documents.insert(document);
                    self.look_at(&path);
                }
            }
            "textDocument/didChange" => {
                let Ok(DidChangeTextDocumentParams { text_document: own, content_changes }) =
                    read(params)
                else {
                    return;
                };
                if let Some(document) = self.known.documents.get_mut(&own.uri) {
                    document.change(own.version, &content_changes);
                    let path = document.path.clone();
                    self.look_at(&path);
                }
            }
            "textDocument/didSave" => {
                if let Ok(DidSaveTextDocumentParams { text_document: own, .. }) = read(params) {
                    self.known.theories.look_anew();
                    self.look_at(&path_of(&own.uri));
                }
            }
            "textDocument/didClose" => {
                let Ok(DidCloseTextDocumentParams { text_document: own }) = read(params) else {
                    return;
                };
                if let Some(document) = self.known.documents.remove(&own.uri) {
                    self.known.theories.look_anew();
                    if let Some(worker) = &mut self.known.worker {
                        worker.forget(own.uri.as_str());
                    }
                    self.send(nothing_in(&own.uri));
                    self.look_at(&document.path);
                }
            }
            _ => {}
        }
    }

    /// Gives a text to the worker, and with a statement file all open texts that may build on it.
    fn look_at(&mut self, path: &std::path::Path) {
        let is_theory = path.extension().is_some_and(|ending| ending == "oa")
            || self.known.documents.statement_files().any(|(open, _)| open == path);
        let is_meant = |document: &&Document| {
            let builds = matches!(document.language, Language::Script | Language::Statements);
            document.path == path || is_theory && builds
        };
        let all: Vec<Document> = self.known.documents.iter().filter(is_meant).cloned().collect();
        for mut document in all {
            document.sources =
                Arc::new(self.known.theories.needed(&self.known.documents, &document));
            self.known.documents.insert(document.clone());
            if let Some(worker) = &mut self.known.worker {
                worker.look_at(document);
            }
        }
    }
}
