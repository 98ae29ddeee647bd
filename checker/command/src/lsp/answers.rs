//! Values of the library as those of the protocol.

use std::collections::HashMap;

use lsp_types::{
    CodeAction, CodeActionKind, CodeDescription, CompletionItem, CompletionItemKind,
    CompletionTextEdit, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    DocumentSymbol, Location, NumberOrString, PublishDiagnosticsParams, SymbolKind as Kind,
    TextEdit, Uri, WorkspaceEdit,
};
use reductio::diagnostics::{Diagnostic, FilePlace, Fix};
use reductio_editor::{Completions, Lines, Symbol, SymbolKind};
use serde_json::json;

use super::documents::{Document, range_in, uri_of};
use super::wire::Outgoing;

/// The scheme of URIs under which the editor shows the explanation of a code, if it said that it does:
/// `SCHEME:/E0309.md`.
pub(super) type Scheme = Option<String>;

/// The message that publishes what is wrong in a text.
pub(super) fn diagnostics(document: &Document, found: &[Diagnostic], scheme: &Scheme) -> Outgoing {
    let params = PublishDiagnosticsParams {
        uri: document.uri.clone(),
        diagnostics: found.iter().map(|found| diagnostic(document, found, scheme)).collect(),
        version: Some(document.version),
    };
    Outgoing::Notification { method: "textDocument/publishDiagnostics", params: json!(params) }
}

/// The message that nothing is wrong any more in a text that was closed.
pub(super) fn nothing_in(uri: &Uri) -> Outgoing {
    let params = json!({ "uri": uri.as_str(), "diagnostics": [] });
    Outgoing::Notification { method: "textDocument/publishDiagnostics", params }
}

/// One thing that is wrong.
pub(super) fn diagnostic(
    document: &Document,
    found: &Diagnostic,
    scheme: &Scheme,
) -> lsp_types::Diagnostic {
    let span = found.place.as_ref().map_or(0..0, |place| place.span.clone());
    let mut message = found.message.clone();
    for help in &found.help {
        message += "\nhelp: ";
        message += help;
    }
    let explained = scheme.as_ref().map(|scheme| format!("{scheme}:/{}.md", found.code));
    let explained = explained.and_then(|uri| uri.parse().ok());
    let is_notice = found.code == "W0303";
    let severity = match found.is_warning {
        false => DiagnosticSeverity::ERROR,
        true if is_notice => DiagnosticSeverity::INFORMATION,
        true => DiagnosticSeverity::WARNING,
    };
    let unneeded = found.code == "W0301";
    let related: Vec<DiagnosticRelatedInformation> =
        found.others.iter().filter_map(|(place, what)| related(document, place, what)).collect();
    lsp_types::Diagnostic {
        range: document.range(&span),
        severity: Some(severity),
        code: Some(NumberOrString::String(found.code.to_owned())),
        code_description: explained.map(|href| CodeDescription { href }),
        source: Some("reductio".to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        tags: unneeded.then(|| vec![DiagnosticTag::UNNECESSARY]),
        data: None,
    }
}

fn related(
    document: &Document,
    place: &FilePlace,
    what: &str,
) -> Option<DiagnosticRelatedInformation> {
    let location = location(document, place)?;
    Some(DiagnosticRelatedInformation { location, message: what.to_owned() })
}

/// The location of a place in the text, or in a file that is there; bundled files are not.
fn location(document: &Document, place: &FilePlace) -> Option<Location> {
    if place.file.name() == document.file.name() {
        return Some(Location::new(document.uri.clone(), document.range(&place.span)));
    }
    location_in(place.file.name(), place.file.text(), &place.span)
}

/// The location of a span of a file on the disk.
pub(super) fn location_in(
    path: &str,
    text: &str,
    span: &std::ops::Range<usize>,
) -> Option<Location> {
    let path = std::path::Path::new(path);
    if !path.is_absolute() {
        return None;
    }
    Some(Location::new(uri_of(path)?, range_in(text, &Lines::new(text), span)))
}

/// Completions.
pub(super) fn completions(document: &Document, found: &Completions) -> Vec<CompletionItem> {
    let range = document.range(&found.span);
    let item = |(number, text): (usize, &String)| {
        let edit = TextEdit::new(range, text.clone());
        let declared = document.symbols.iter().find(|symbol| symbol.name == *text);
        CompletionItem {
            label: text.clone(),
            kind: Some(declared.map_or(CompletionItemKind::KEYWORD, |s| item_kind(s.kind))),
            // The order in which they were found: the most fitting first.
            sort_text: Some(format!("{number:05}")),
            text_edit: Some(CompletionTextEdit::Edit(edit)),
            ..CompletionItem::default()
        }
    };
    found.texts.iter().enumerate().map(item).collect()
}

fn item_kind(kind: SymbolKind) -> CompletionItemKind {
    match kind {
        SymbolKind::Whole => CompletionItemKind::MODULE,
        SymbolKind::Statement | SymbolKind::Hypothesis | SymbolKind::Definition => {
            CompletionItemKind::REFERENCE
        }
        SymbolKind::Defined | SymbolKind::Action | SymbolKind::Predicate => {
            CompletionItemKind::FUNCTION
        }
        SymbolKind::Index | SymbolKind::Variable | SymbolKind::Local => {
            CompletionItemKind::VARIABLE
        }
        SymbolKind::Constant => CompletionItemKind::CONSTANT,
        SymbolKind::Type => CompletionItemKind::STRUCT,
        SymbolKind::Object | SymbolKind::Thread => CompletionItemKind::CLASS,
        SymbolKind::Field => CompletionItemKind::FIELD,
        SymbolKind::Label | SymbolKind::Claim => CompletionItemKind::EVENT,
    }
}

fn kind(kind: SymbolKind) -> Kind {
    match kind {
        SymbolKind::Whole => Kind::MODULE,
        SymbolKind::Statement => Kind::PROPERTY,
        SymbolKind::Hypothesis | SymbolKind::Claim => Kind::BOOLEAN,
        SymbolKind::Definition | SymbolKind::Defined => Kind::FUNCTION,
        SymbolKind::Action | SymbolKind::Predicate => Kind::INTERFACE,
        SymbolKind::Index | SymbolKind::Variable | SymbolKind::Local => Kind::VARIABLE,
        SymbolKind::Constant => Kind::CONSTANT,
        SymbolKind::Type => Kind::STRUCT,
        SymbolKind::Object => Kind::OBJECT,
        SymbolKind::Field => Kind::FIELD,
        SymbolKind::Thread => Kind::CLASS,
        SymbolKind::Label => Kind::KEY,
    }
}

/// The outline of a text: what is declared inside of a thread or a statement is inside of it. Names that are bound in
/// passing are left out.
pub(super) fn outline(document: &Document) -> Vec<DocumentSymbol> {
    let is_shown = |symbol: &&Symbol| symbol.kind != SymbolKind::Index || symbol.scope.is_none();
    let mut all: Vec<&Symbol> = document.symbols.iter().filter(is_shown).collect();
    all.sort_by_key(|symbol| (symbol.span.start, std::cmp::Reverse(symbol.span.end)));
    let mut roots = Vec::new();
    // The declarations around the place, outermost first, each with the end of its span.
    let mut open: Vec<(usize, DocumentSymbol)> = Vec::new();
    let close = |open: &mut Vec<(usize, DocumentSymbol)>, roots: &mut Vec<DocumentSymbol>| {
        let Some((_, done)) = open.pop() else { return };
        match open.last_mut() {
            Some((_, outer)) => outer.children.get_or_insert_default().push(done),
            None => roots.push(done),
        }
    };
    for symbol in all {
        while open.last().is_some_and(|(end, _)| *end < symbol.span.end) {
            close(&mut open, &mut roots);
        }
        #[expect(deprecated, reason = "the type has no other way to be made")]
        let shown = DocumentSymbol {
            name: if symbol.name.is_empty() { "?".to_owned() } else { symbol.name.clone() },
            detail: None,
            kind: kind(symbol.kind),
            tags: None,
            deprecated: None,
            range: document.range(&symbol.span),
            selection_range: document.range(&symbol.name_span),
            children: None,
        };
        open.push((symbol.span.end, shown));
    }
    while !open.is_empty() {
        close(&mut open, &mut roots);
    }
    roots
}

/// A change as an action of the editor.
#[expect(clippy::mutable_key_type, reason = "the type of the protocol")]
pub(super) fn action(
    document: &Document,
    found: &Diagnostic,
    fix: &Fix,
    scheme: &Scheme,
) -> CodeAction {
    let edit = |(span, text): &(std::ops::Range<usize>, String)| {
        TextEdit::new(document.range(span), text.clone())
    };
    let edits: Vec<TextEdit> = fix.edits.iter().map(edit).collect();
    let changes = HashMap::from([(document.uri.clone(), edits)]);
    CodeAction {
        title: fix.title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic(document, found, scheme)]),
        edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
        is_preferred: Some(true),
        ..CodeAction::default()
    }
}
