//! The reading of inputs: statement files, proof scripts and systems, from files, folders and standard input.

use std::collections::HashSet;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use reductio_algebra::text::lexer::decode;
use reductio_algebra::{MAX_SOURCE_BYTES, ParseErrorKind};

use crate::file::File;

/// The reason why an input cannot be read; its text has not been parsed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// There is no file with the given path.
    #[error("there is no file `{path}`")]
    Missing {
        /// The path as given.
        path: String,
        /// A file in the same folder with nearly that name.
        nearest: Option<String>,
    },
    /// The operating system refuses to open or to read the file.
    #[error("cannot read `{path}`: {reason}")]
    Unreadable {
        /// The path as given.
        path: String,
        /// The message of the operating system.
        reason: String,
    },
    /// The folder has no file of the wanted kind.
    #[error("the folder `{path}` has no {} file", endings(*wanted))]
    EmptyFolder {
        /// The path as given.
        path: String,
        /// The kind of input that is wanted.
        wanted: Wanted,
    },
    /// The input is neither a statement file nor a proof script.
    #[error("`{path}` is neither a statement file nor a proof script")]
    UnknownLanguage {
        /// The path as given.
        path: String,
    },
    /// The input is of another kind than the wanted one.
    #[error("`{path}` is {}", other_kind(*wanted))]
    OtherLanguage {
        /// The path as given.
        path: String,
        /// The kind of input that is wanted.
        wanted: Wanted,
    },
    /// The input is of a kind that another command reads.
    #[error("`{path}` is {}", kind.noun())]
    OtherKind {
        /// The path as given.
        path: String,
        /// The kind of the input.
        kind: Kind,
    },
    /// The input is `-`, and standard input is a terminal.
    #[error("standard input is a terminal, and `-` reads a file from it")]
    Terminal,
    /// The input has more bytes than the limit.
    #[error("`{path}` has {} bytes: more than the limit of {MAX_SOURCE_BYTES}", size(*bytes))]
    TooLarge {
        /// The path as given.
        path: String,
        /// The size of the file, where it is known.
        bytes: Option<u64>,
    },
    /// The bytes are not UTF-8.
    #[error("{}", ParseErrorKind::NotUtf8 { byte: *byte })]
    NotUtf8 {
        /// The text, with replacement characters in place of bytes that are no text.
        file: Arc<File>,
        /// The offset of the first bad byte.
        byte: usize,
    },
}

impl SourceError {
    /// The stable code of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "E0001",
            Self::Unreadable { .. } => "E0002",
            Self::EmptyFolder { .. } => "E0003",
            Self::UnknownLanguage { .. } => "E0004",
            Self::Terminal => "E0005",
            Self::OtherLanguage { .. } | Self::OtherKind { .. } => "E0018",
            Self::TooLarge { .. } => ParseErrorKind::TooLarge { bytes: 0, limit: 0 }.code(),
            Self::NotUtf8 { .. } => ParseErrorKind::NotUtf8 { byte: 0 }.code(),
        }
    }

    /// The path of the input that the error is about.
    pub fn path(&self) -> &str {
        match self {
            Self::Missing { path, .. }
            | Self::Unreadable { path, .. }
            | Self::EmptyFolder { path, .. }
            | Self::UnknownLanguage { path }
            | Self::OtherLanguage { path, .. }
            | Self::OtherKind { path, .. }
            | Self::TooLarge { path, .. } => path,
            Self::NotUtf8 { file, .. } => file.name(),
            Self::Terminal => STDIN_NAME,
        }
    }

    /// The remedy, where one is known.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Self::Missing { nearest: Some(name), .. } => format!("did you mean `{name}`?"),
            Self::UnknownLanguage { .. } => {
                "a statement file (`.oa`) starts with `theory NAME`, a script (`.oap`) with `proofs of NAME`"
                    .to_owned()
            }
            Self::OtherLanguage { wanted: Wanted::Systems, .. } => {
                "systems are in `.sys` files; `reductio prove` reads statements and scripts, `reductio check` programs \
                 too"
                    .to_owned()
            }
            Self::OtherLanguage { wanted: Wanted::Checked, .. } => {
                "systems are in `.sys` files, programs in `.prog` files; `reductio prove` reads statements and scripts"
                    .to_owned()
            }
            Self::OtherLanguage { .. } => {
                "`reductio check` explores systems and programs".to_owned()
            }
            Self::OtherKind { path, kind } => kind.remedy(path),
            Self::EmptyFolder { wanted: Wanted::Texts, .. } => {
                "nor has a folder inside it: name another one".to_owned()
            }
            Self::EmptyFolder { .. } => "folders inside it are not searched: name the one that has the files".to_owned(),
            Self::Terminal => "send a file: `reductio prove - < law.oa`".to_owned(),
            Self::TooLarge { path, .. } => smaller(path).to_owned(),
            Self::NotUtf8 { .. } => return ParseErrorKind::NotUtf8 { byte: 0 }.help(),
            _ => return None,
        })
    }
}

/// Advice that makes a file smaller, by its kind.
fn smaller(path: &str) -> &'static str {
    match Path::new(path).extension().and_then(|ending| ending.to_str()) {
        Some("oa") => "split the file: a theory can extend another",
        Some("oap") => "split the file: a theory may have several scripts",
        Some("sys") => {
            "a system is one file: `thread t[i : 1 .. N]` declares many threads at once, `var x[i : 1 .. N] : T` many \
             variables"
        }
        Some("prog") => {
            "a program is one file: a thread that is declared once can be forked many times"
        }
        Some("md") => {
            "split the notebook: what its cells define is not known to another, so repeat what both need"
        }
        _ => "this is no file that was written by hand: is it the one that you mean?",
    }
}

/// What an input is that is not of the wanted kind.
fn other_kind(wanted: Wanted) -> &'static str {
    match wanted {
        Wanted::Systems => "no system of threads",
        Wanted::Checked => "neither a system of threads nor a program",
        Wanted::Theories | Wanted::Anything | Wanted::Traces | Wanted::Texts => {
            "a system of threads, or a program"
        }
    }
}

fn endings(wanted: Wanted) -> &'static str {
    match wanted {
        Wanted::Theories => "`.oa` or `.oap`",
        Wanted::Systems => "`.sys`",
        Wanted::Checked => "`.sys` or `.prog`",
        Wanted::Anything => "`.oa`, `.oap` or `.sys`",
        Wanted::Texts => "`.oa`, `.oap`, `.sys` or `.prog`",
        Wanted::Traces => "`.std` or `.std.gz`",
    }
}

fn size(bytes: Option<u64>) -> String {
    bytes.map_or_else(|| "too many".to_owned(), |n| n.to_string())
}

/// The language of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// A statement file, `.oa`, which begins with `theory NAME`.
    Statements,
    /// A proof script, `.oap`, which begins with `proofs of NAME`.
    Script,
    /// A system of threads, `.sys`.
    System,
    /// A program with a heap, `.prog`, which may begin with `program NAME`.
    Program,
}

/// The kind of inputs that a command reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Statements and scripts.
    Theories,
    /// Systems of threads.
    Systems,
    /// Systems of threads, and programs with a heap.
    Checked,
    /// Statements, scripts and systems.
    Anything,
    /// Texts of all languages: statements, scripts, systems and programs.
    Texts,
    /// Traces of executions, which are read line by line elsewhere.
    Traces,
}

impl Wanted {
    fn has(self, language: Language) -> bool {
        match self {
            Wanted::Theories => matches!(language, Language::Statements | Language::Script),
            Wanted::Systems => language == Language::System,
            Wanted::Checked => matches!(language, Language::System | Language::Program),
            Wanted::Anything => language != Language::Program,
            Wanted::Texts => true,
            Wanted::Traces => false,
        }
    }
}

/// The kind of a file that some command reads, known by its name or by how it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Statements or a proof script.
    Theory,
    /// A system of threads.
    System,
    /// A program with a heap.
    Program,
    /// The trace of an execution.
    Trace,
    /// The text of a Java program.
    Java,
    /// A certificate of proofs or of checks.
    Certificate,
}

impl Kind {
    /// The kind of files with a name like this one.
    pub fn of_name(path: &str) -> Option<Kind> {
        match Path::new(path.strip_suffix(".gz").unwrap_or(path)).extension()?.to_str()? {
            "oa" | "oap" => Some(Kind::Theory),
            "sys" => Some(Kind::System),
            "prog" => Some(Kind::Program),
            "std" => Some(Kind::Trace),
            "java" => Some(Kind::Java),
            "cert" => Some(Kind::Certificate),
            _ => None,
        }
    }

    /// The kind of a text that begins like this one, of those that are not told by a first word.
    fn of_text(text: &str) -> Option<Kind> {
        let line = text.lines().find(|line| !line.trim().is_empty())?;
        let fields: Vec<&str> = line.split('|').collect();
        if let [_, operation, _] = fields[..]
            && operation.ends_with(')')
            && operation.contains('(')
        {
            return Some(Kind::Trace);
        }
        let is_certificate = line.starts_with("reductio certificate ")
            || text.starts_with("{\"reductio check certificate\":");
        is_certificate.then_some(Kind::Certificate)
    }

    /// The kind as a noun.
    fn noun(self) -> &'static str {
        match self {
            Kind::Theory => "a file of statements or proofs",
            Kind::System => "a system of threads",
            Kind::Program => "a program with a heap",
            Kind::Trace => "the trace of an execution",
            Kind::Java => "a Java program",
            Kind::Certificate => "a certificate",
        }
    }

    /// The command that reads such a file.
    fn remedy(self, path: &str) -> String {
        match self {
            Kind::Theory => format!("`reductio prove {path}` checks its proofs"),
            Kind::System | Kind::Program | Kind::Java => {
                format!("`reductio check {path}` searches its runs")
            }
            Kind::Trace => format!("`reductio race {path}` finds its data races"),
            Kind::Certificate => format!("`reductio verify {path}` checks it"),
        }
    }
}

/// A file that was read, and its language.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file.
    pub file: Arc<File>,
    /// The language of the file.
    pub language: Language,
}

/// The name of standard input in messages.
pub const STDIN_NAME: &str = "<stdin>";

/// Reads the inputs: files, folders (the files of the wanted kind directly in them, by name), and `-` for standard
/// input. A file that is named twice is read once. All errors are collected.
pub fn read_all(paths: &[String], wanted: Wanted) -> (Vec<Source>, Vec<SourceError>) {
    let (mut sources, mut errors) = (Vec::new(), Vec::new());
    let mut seen: HashSet<PathBuf> = HashSet::new();
    for path in paths {
        let mut add = |result: Result<Source, SourceError>| match result {
            Ok(source) => sources.push(source),
            Err(error) => errors.push(error),
        };
        if path == "-" {
            if seen.insert(PathBuf::from("-")) {
                add(read_stdin(wanted));
            }
        } else if Path::new(path).is_dir() {
            match folder(path, wanted) {
                Ok(files) => files
                    .iter()
                    .filter(|file| seen.insert(identity(file)))
                    .for_each(|file| add(read_file(file, wanted))),
                Err(error) => add(Err(error)),
            }
        } else if seen.insert(identity(path)) {
            add(read_file(path, wanted));
        }
    }
    (sources, errors)
}

/// The canonical path of a file, so that two spellings of a path are known for one file.
fn identity(path: &str) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| PathBuf::from(path))
}

/// Makes the error for a file that the operating system does not give.
pub fn unreadable(path: &str, error: &std::io::Error) -> SourceError {
    match error.kind() {
        std::io::ErrorKind::NotFound => {
            SourceError::Missing { path: path.to_owned(), nearest: nearest_file(path) }
        }
        _ => SourceError::Unreadable { path: path.to_owned(), reason: error.to_string() },
    }
}

/// Opens a file to read from it. Only regular files are read: pipes and devices may have no end, or never begin.
///
/// # Errors
/// There is no such file, or it is no regular one, or the system does not give it.
pub fn open(path: &str) -> Result<std::fs::File, SourceError> {
    let found = std::fs::metadata(path).map_err(|e| unreadable(path, &e))?;
    if !found.is_file() && !found.is_dir() {
        let reason = "it is no regular file (`-` reads from standard input)".to_owned();
        return Err(SourceError::Unreadable { path: path.to_owned(), reason });
    }
    std::fs::File::open(path).map_err(|e| unreadable(path, &e))
}

/// Reads a text that is no source, such as a run, up to a number of bytes.
///
/// # Errors
/// The file cannot be read, is larger, or is no UTF-8.
pub fn read_up_to(path: &str, most: u64) -> Result<String, SourceError> {
    let mut text = String::new();
    let read = open(path)?.take(most.saturating_add(1)).read_to_string(&mut text);
    read.map_err(|e| unreadable(path, &e))?;
    if text.len() as u64 > most {
        let reason = format!("it has more than {most} bytes");
        return Err(SourceError::Unreadable { path: path.to_owned(), reason });
    }
    Ok(text)
}

/// Reads a text of another kind, such as a notebook.
///
/// # Errors
/// The file cannot be read, is too large, or is no UTF-8.
pub fn read_text(path: &str) -> Result<String, SourceError> {
    let bytes = bytes(path, open(path)?)?;
    Ok(decoded(path, &bytes)?.to_owned())
}

/// The traces directly in a folder, `.std` and `.std.gz`, in the order of their names.
///
/// # Errors
/// The folder cannot be read, or has no trace.
pub fn traces_in(path: &str) -> Result<Vec<String>, SourceError> {
    let is_trace = |name: &Path| {
        let name = name.to_string_lossy();
        name.ends_with(".std") || name.ends_with(".std.gz")
    };
    files_in(path, Wanted::Traces, is_trace)
}

/// The files of a folder that are of the wanted kind, in the order of their names.
fn folder(path: &str, wanted: Wanted) -> Result<Vec<String>, SourceError> {
    let is_wanted = |name: &Path| by_extension(name).is_some_and(|language| wanted.has(language));
    files_in(path, wanted, is_wanted)
}

fn files_in(
    path: &str,
    wanted: Wanted,
    is_wanted: impl Fn(&Path) -> bool,
) -> Result<Vec<String>, SourceError> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).map_err(|e| unreadable(path, &e))? {
        let entry = entry.map_err(|e| unreadable(path, &e))?;
        let name = entry.path();
        if is_wanted(&name) && name.is_file() {
            files.push(name.to_string_lossy().into_owned());
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(SourceError::EmptyFolder { path: path.to_owned(), wanted });
    }
    Ok(files)
}

fn read_file(path: &str, wanted: Wanted) -> Result<Source, SourceError> {
    source(path, &bytes(path, open(path)?)?, by_extension(Path::new(path)), wanted)
}

fn read_stdin(wanted: Wanted) -> Result<Source, SourceError> {
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        return Err(SourceError::Terminal);
    }
    source(STDIN_NAME, &bytes(STDIN_NAME, stdin.lock())?, None, wanted)
}

/// Reads the bytes of an input, no more of them than it takes to see that they are too many.
fn bytes(path: &str, input: impl Read) -> Result<Vec<u8>, SourceError> {
    let mut bytes = Vec::new();
    let limit = MAX_SOURCE_BYTES as u64 + 1;
    input.take(limit).read_to_end(&mut bytes).map_err(|e| unreadable(path, &e))?;
    Ok(bytes)
}

fn decoded<'b>(path: &str, bytes: &'b [u8]) -> Result<&'b str, SourceError> {
    decode(bytes).map_err(|e| {
        if let ParseErrorKind::NotUtf8 { byte } = e.kind {
            let file = Arc::new(File::new(path, &String::from_utf8_lossy(bytes)));
            return SourceError::NotUtf8 { file, byte };
        }
        // Not more was read than shows that it is too much.
        let bytes = std::fs::metadata(path).ok().map(|m| m.len());
        SourceError::TooLarge { path: path.to_owned(), bytes }
    })
}

fn source(
    path: &str,
    bytes: &[u8],
    language: Option<Language>,
    wanted: Wanted,
) -> Result<Source, SourceError> {
    let text = decoded(path, bytes)?;
    // The first declaration of a system may be anything.
    let fallback = matches!(wanted, Wanted::Systems | Wanted::Checked | Wanted::Texts)
        .then_some(Language::System);
    let known = language.or_else(|| by_first_word(text));
    if known.is_none()
        && let Some(kind) = Kind::of_name(path).or_else(|| Kind::of_text(text))
    {
        return Err(SourceError::OtherKind { path: path.to_owned(), kind });
    }
    let language =
        known.or(fallback).ok_or_else(|| SourceError::UnknownLanguage { path: path.to_owned() })?;
    if !wanted.has(language) {
        return Err(SourceError::OtherLanguage { path: path.to_owned(), wanted });
    }
    Ok(Source { file: Arc::new(File::new(path, text)), language })
}

fn by_extension(path: &Path) -> Option<Language> {
    match path.extension()?.to_str()? {
        "oa" => Some(Language::Statements),
        "oap" => Some(Language::Script),
        "sys" => Some(Language::System),
        "prog" => Some(Language::Program),
        _ => None,
    }
}

fn by_first_word(text: &str) -> Option<Language> {
    let line = text
        .lines()
        .map(|line| line.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}'))
        .find(|line| !line.is_empty() && !line.starts_with("--"))?;
    match line.split_whitespace().next()? {
        "theory" => Some(Language::Statements),
        "proofs" => Some(Language::Script),
        "system" => Some(Language::System),
        "program" => Some(Language::Program),
        _ => None,
    }
}

/// Finds the file of the same folder with the most similar name, among files of the known languages and files with the
/// same ending.
fn nearest_file(path: &str) -> Option<String> {
    let path = Path::new(path);
    let parent = path.parent().filter(|p| !p.as_os_str().is_empty());
    let wanted = path.file_name()?.to_string_lossy().into_owned();
    let names: Vec<String> = std::fs::read_dir(parent.unwrap_or(Path::new(".")))
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|file| by_extension(file).is_some() || file.extension() == path.extension())
        .filter_map(|file| Some(file.file_name()?.to_string_lossy().into_owned()))
        .collect();
    let found =
        reductio_algebra::text::vocabulary::nearest(&wanted, names.iter().map(String::as_str))?;
    Some(parent.map_or(found.clone(), |p| p.join(&found).to_string_lossy().into_owned()))
}
