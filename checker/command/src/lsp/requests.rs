//! The answers to requests about texts.

use lsp_types::{
    CodeActionParams, CompletionParams, DocumentFormattingParams, DocumentSymbolParams,
    GotoDefinitionParams, HoverParams, Location, Position, TextDocumentIdentifier,
    TextDocumentPositionParams, TextEdit, Uri,
};
use reductio::Language;
use reductio::diagnostics::Diagnostic;
use reductio::library::Library;
use reductio_algebra::{Label, Style};
use reductio_editor as editor;
use reductio_editor::{Cursor, DerivationState};
use reductio_report::page::Page;
use serde_json::{Value, json};

use super::answers;
use super::documents::Document;
use super::known::{Known, read};
use super::wire::{Code, Refusal};
use super::worker::library;
use crate::explain;

/// The width of texts that are laid out in lines.
const WIDTH: usize = 88;

/// The capabilities of the server.
pub(super) fn capabilities() -> Value {
    json!({
        "positionEncoding": "utf-16",
        "textDocumentSync": { "openClose": true, "change": 2, "save": true },
        "hoverProvider": true,
        "definitionProvider": true,
        "documentSymbolProvider": true,
        "documentFormattingProvider": true,
        "codeActionProvider": { "codeActionKinds": ["quickfix"] },
        "completionProvider": { "triggerCharacters": ["("] },
        "experimental": { "derivationState": true, "explain": true },
    })
}

/// Answers a request.
///
/// # Errors
/// The refusal for a method that there is not, or for parameters that make no sense.
pub(super) fn answer(server: &mut Known, method: &str, params: Value) -> Result<Value, Refusal> {
    match method {
        "textDocument/hover" => {
            let HoverParams { text_document_position_params: at, .. } = read(params)?;
            at_place(server, &at, hover)
        }
        "textDocument/definition" => {
            let GotoDefinitionParams { text_document_position_params: at, .. } = read(params)?;
            at_place(server, &at, definition)
        }
        "textDocument/completion" => {
            let CompletionParams { text_document_position: at, .. } = read(params)?;
            at_place(server, &at, |_, document, byte| {
                let library = library(document);
                let cursor = Cursor::at(document.text(), byte);
                let found = editor::complete(document.language, &library, &cursor);
                json!(answers::completions(document, &found))
            })
        }
        "textDocument/documentSymbol" => {
            let DocumentSymbolParams { text_document, .. } = read(params)?;
            Ok(json!(answers::outline(known(server, &text_document)?)))
        }
        "textDocument/formatting" => {
            let DocumentFormattingParams { text_document, .. } = read(params)?;
            Ok(formatting(known(server, &text_document)?))
        }
        "textDocument/codeAction" => {
            let params: CodeActionParams = read(params)?;
            let document = known(server, &params.text_document)?.clone();
            Ok(actions(server, &document, &params))
        }
        "reductio/derivationState" => {
            let at: TextDocumentPositionParams = read(params)?;
            at_place(server, &at, |_, document, byte| {
                let state = state(document, byte);
                state.map_or(Value::Null, |state| json!({ "markdown": state.to_markdown() }))
            })
        }
        "reductio/explain" => {
            let code = params["code"].as_str().unwrap_or_default();
            let page = Page::new(WIDTH, Style::Ascii);
            let found = explain::find(code)
                .map_err(|_| Refusal::new(Code::InvalidParams, format!("no code is `{code}`")))?;
            let text = anstream::adapter::strip_str(&found.show(&page)).to_string();
            Ok(json!({ "text": text }))
        }
        _ => Err(Refusal::new(Code::MethodNotFound, format!("`{method}` is not answered"))),
    }
}

/// The open text that a request is about.
fn known<'s>(server: &'s Known, own: &TextDocumentIdentifier) -> Result<&'s Document, Refusal> {
    let uri = own.uri.as_str();
    let why = || Refusal::new(Code::InvalidParams, format!("`{uri}` is not open"));
    server.documents.get(&own.uri).ok_or_else(why)
}

/// Answers a request about a place in an open text.
fn at_place(
    server: &mut Known,
    at: &TextDocumentPositionParams,
    answer: impl FnOnce(&mut Known, &Document, usize) -> Value,
) -> Result<Value, Refusal> {
    let TextDocumentPositionParams { text_document, position } = at;
    let document = known(server, text_document)?.clone();
    let byte = document.byte(Position::new(position.line, position.character));
    Ok(answer(server, &document, byte))
}

fn hover(server: &mut Known, document: &Document, byte: usize) -> Value {
    let cursor = Cursor::at(document.text(), byte);
    let subject = server.subjects.of(document);
    let library = library(document);
    let found =
        editor::hover(document.language, &library, subject.as_deref(), &document.symbols, &cursor);
    let found = found.or_else(|| {
        // In a derivation, outside of what has a meaning of its own.
        let state = state(document, byte)?;
        Some(editor::Hover { span: byte..byte, markdown: state.to_markdown() })
    });
    let Some(found) = found else { return Value::Null };
    json!({
        "contents": { "kind": "markdown", "value": found.markdown },
        "range": document.range(&found.span),
    })
}

/// The state of the derivation at a place.
fn state(document: &Document, byte: usize) -> Option<DerivationState> {
    if document.language != Language::Script {
        return None;
    }
    // The theory does not depend on the script, which may have faults.
    let library = Library::with(&document.sources, false);
    let theory = editor::theory_of(document.language, &library, document.text())?;
    DerivationState::at(theory, document.text(), &document.symbols, byte)
}

fn definition(server: &mut Known, document: &Document, byte: usize) -> Value {
    let cursor = Cursor::at(document.text(), byte);
    let library = library(document);
    let theory = editor::theory_of(document.language, &library, document.text());
    let label = theory.and_then(|theory| editor::label_at(theory, &cursor));
    if let Some((label, _)) = label {
        return declared(server, &library, document, label.as_str()).unwrap_or(Value::Null);
    }
    let name = cursor.name();
    if let Some(symbol) = editor::declaration(&document.symbols, name, byte) {
        return json!(located(document, &symbol.name_span));
    }
    declared(server, &library, document, name).unwrap_or(Value::Null)
}

/// The location of a span of an open text.
fn located(document: &Document, span: &std::ops::Range<usize>) -> Location {
    Location::new(document.uri.clone(), document.range(span))
}

/// The place where a theory of the library declares a name or a label: a file that is open or on the disk.
fn declared(server: &Known, library: &Library, document: &Document, name: &str) -> Option<Value> {
    let name = Label::new(name).map_or_else(|_| name.to_owned(), |label| label.as_str().to_owned());
    let theory = editor::theory_of(document.language, library, document.text())?;
    let mut number = library.theory(theory.name());
    while let Some(known) = number {
        let loaded = &library.theories[known];
        let text = loaded.file.text();
        let all = editor::symbols(Language::Statements, text);
        if let Some(symbol) = editor::declaration(&all, &name, text.len()) {
            if loaded.file.name() == document.file.name() {
                return Some(json!(located(document, &symbol.name_span)));
            }
            let (theories, documents) = (&server.theories, &server.documents);
            let file = if loaded.is_bundled {
                theories.file_of(documents, document, &loaded.name, text)?
            } else {
                loaded.file.clone()
            };
            return Some(json!(answers::location_in(file.name(), text, &symbol.name_span)?));
        }
        number = library.base(known);
    }
    None
}

fn formatting(document: &Document) -> Value {
    // What cannot be read has no layout; the faults are published anyway.
    let Ok(formatted) = editor::format(&document.file, document.language) else {
        return Value::Null;
    };
    let edits = if formatted == document.text() {
        Vec::new()
    } else {
        vec![TextEdit::new(document.range(&(0..document.text().len())), formatted)]
    };
    json!(edits)
}

/// The remedies for what is wrong in a range.
fn actions(server: &Known, document: &Document, params: &CodeActionParams) -> Value {
    let (start, end) = (document.byte(params.range.start), document.byte(params.range.end));
    let others = &document.sources;
    let uri: &Uri = &document.uri;
    let stored = server
        .worker
        .as_ref()
        .and_then(|worker| worker.findings(uri.as_str(), document.version))
        .map(|found| found.all);
    let all: Vec<Diagnostic> = stored.unwrap_or_else(|| {
        editor::read_faults(&document.file, document.language, &library(document))
    });
    let is_here = |found: &&Diagnostic| {
        found.place.as_ref().is_some_and(|place| {
            // A refused step has its hint as a second place: the remedy is offered there too.
            let hints = found.others.iter().map(|(place, _)| &place.span);
            let mut spans = std::iter::once(&place.span).chain(hints);
            spans.any(|span| span.start <= end && start <= span.end)
        })
    };
    let mut actions = Vec::new();
    for found in all.iter().filter(is_here) {
        for fix in editor::fixes(found, &document.file, document.language, others) {
            actions.push(answers::action(document, found, &fix, &server.scheme));
        }
    }
    json!(actions)
}
