//! The texts that the editor has open.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::{TextDocumentContentChangeEvent, Uri};
use reductio::source::Source;
use reductio::{File, Language};
use reductio_editor::{Lines, Position, Symbol, symbols};

/// An open text.
#[derive(Clone, Debug)]
pub(super) struct Document {
    pub(super) uri: Uri,
    pub(super) path: PathBuf,
    pub(super) language: Language,
    pub(super) version: i32,
    pub(super) file: Arc<File>,
    pub(super) lines: Arc<Lines>,
    pub(super) symbols: Arc<Vec<Symbol>>,
    /// The sources that it needs besides itself.
    pub(super) sources: Arc<Vec<Source>>,
}

impl Document {
    /// Opens a text; `None` if it is in no language that is known.
    pub(super) fn open(uri: Uri, id: &str, version: i32, text: &str) -> Option<Self> {
        let path = path_of(&uri);
        let language = language_of(id).or_else(|| {
            language_of(path.extension().and_then(|ending| ending.to_str()).unwrap_or_default())
        })?;
        let file = Arc::new(File::new(&path.to_string_lossy(), text));
        let mut document = Document {
            uri,
            path,
            language,
            version,
            file,
            lines: Arc::new(Lines::new(text)),
            symbols: Arc::default(),
            sources: Arc::default(),
        };
        document.symbols = Arc::new(symbols(language, text));
        Some(document)
    }

    /// Applies changes, each to what the ones before have made. Places that are none are moved to the nearest.
    pub(super) fn change(&mut self, version: i32, changes: &[TextDocumentContentChangeEvent]) {
        let mut text = self.file.text().to_owned();
        for change in changes {
            match change.range {
                None => text.clone_from(&change.text),
                Some(range) => {
                    let lines = Lines::new(&text);
                    let span = lines.span(&text, &(place(range.start)..place(range.end)));
                    text.replace_range(span, &change.text);
                }
            }
        }
        self.version = version;
        self.lines = Arc::new(Lines::new(&text));
        self.symbols = Arc::new(symbols(self.language, &text));
        self.file = Arc::new(File::new(self.file.name(), &text));
    }

    /// The text.
    pub(super) fn text(&self) -> &str {
        self.file.text()
    }

    /// The byte of a place.
    pub(super) fn byte(&self, at: lsp_types::Position) -> usize {
        self.lines.byte(self.text(), place(at))
    }

    /// The range of a span.
    pub(super) fn range(&self, span: &std::ops::Range<usize>) -> lsp_types::Range {
        range_in(self.text(), &self.lines, span)
    }
}

/// The range of a span of a text.
pub(super) fn range_in(
    text: &str,
    lines: &Lines,
    span: &std::ops::Range<usize>,
) -> lsp_types::Range {
    let range = lines.range(text, span);
    let at = |place: Position| lsp_types::Position::new(place.line, place.column);
    lsp_types::Range::new(at(range.start), at(range.end))
}

fn place(at: lsp_types::Position) -> Position {
    Position { line: at.line, column: at.character }
}

/// The language of an identifier of the editor, or of the ending of a file.
fn language_of(id: &str) -> Option<Language> {
    match id.strip_prefix("reductio-").unwrap_or(id) {
        "oa" => Some(Language::Statements),
        "oap" => Some(Language::Script),
        "sys" => Some(Language::System),
        "prog" => Some(Language::Program),
        _ => None,
    }
}

/// The path that a URI names: of a file its path, of anything else the text of the URI.
pub(super) fn path_of(uri: &Uri) -> PathBuf {
    let text = uri.as_str();
    let Some(rest) = text.strip_prefix("file://") else { return PathBuf::from(text) };
    // A host may stand before the path.
    let path = &rest[rest.find('/').unwrap_or(0)..];
    let path = percent_decoded(path);
    // `/c:/folder` is `c:/folder` where paths have drives.
    let bytes = path.as_bytes();
    let has_drive = cfg!(windows) && bytes.len() > 2 && bytes[2] == b':';
    PathBuf::from(if has_drive { &path[1..] } else { &path })
}

/// The URI of a file; `None` where the path makes none.
pub(super) fn uri_of(path: &Path) -> Option<Uri> {
    let text = path.to_string_lossy().replace('\\', "/");
    let slash = if text.starts_with('/') { "" } else { "/" };
    let mut out = format!("file://{slash}");
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~:".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out.parse().ok()
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, more)) = rest.split_first() {
        let code = more.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        let code = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        if let Some(byte) = code.filter(|_| *first == b'%') {
            bytes.push(byte);
            rest = &more[2..];
        } else {
            bytes.push(*first);
            rest = more;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// All open texts, by their URIs.
#[derive(Debug, Default)]
pub(super) struct Documents {
    all: BTreeMap<String, Document>,
}

impl Documents {
    pub(super) fn insert(&mut self, document: Document) {
        self.all.insert(document.uri.as_str().to_owned(), document);
    }

    pub(super) fn remove(&mut self, uri: &Uri) -> Option<Document> {
        self.all.remove(uri.as_str())
    }

    pub(super) fn get(&self, uri: &Uri) -> Option<&Document> {
        self.all.get(uri.as_str())
    }

    pub(super) fn get_mut(&mut self, uri: &Uri) -> Option<&mut Document> {
        self.all.get_mut(uri.as_str())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Document> {
        self.all.values()
    }

    /// The open statement files.
    pub(super) fn statement_files(&self) -> impl Iterator<Item = (&Path, &Arc<File>)> {
        let open = self.iter().filter(|document| document.language == Language::Statements);
        open.map(|document| (&*document.path, &document.file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_survive_their_uris() {
        for path in ["/tmp/a.oa", "/tmp/with space/ünder %41/x#y?.sys"] {
            let uri = uri_of(Path::new(path)).unwrap();
            assert_eq!(path_of(&uri), Path::new(path), "{uri:?}");
        }
        let untitled: Uri = "untitled:Untitled-1".parse().unwrap();
        assert_eq!(path_of(&untitled), Path::new("untitled:Untitled-1"));
        assert_eq!(percent_decoded("%4%zz%C3%BC%"), "%4%zzü%");
    }

    #[test]
    fn changes_are_applied_in_order() {
        let uri: Uri = "file:///t.sys".parse().unwrap();
        let mut document =
            Document::open(uri, "reductio-sys", 1, "-- 𝒳 a\nvar x : bool\n").unwrap();
        let change = |start: (u32, u32), end: (u32, u32), text: &str| {
            let at = |(line, column)| lsp_types::Position::new(line, column);
            TextDocumentContentChangeEvent {
                range: Some(lsp_types::Range::new(at(start), at(end))),
                range_length: None,
                text: text.to_owned(),
            }
        };
        document.change(2, &[change((0, 6), (0, 7), "bb"), change((0, 8), (1, 4), "\nlock ")]);
        assert_eq!(document.text(), "-- 𝒳 bb\nlock x : bool\n");
        // What lies outside is moved inside.
        document.change(3, &[change((9, 9), (1, 2), "!")]);
        assert_eq!(document.text(), "-- 𝒳 bb\nlock x : bool\n!");
        assert_eq!(document.version, 3);
    }
}
