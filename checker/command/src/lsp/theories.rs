//! The files that statements and scripts build on: those that are open, those beside them, and those of the opened
//! folders. What none of them states is bundled, if there is a theory of that name.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use reductio::header::Header;
use reductio::library::Library;
use reductio::source::{Source, read_text};
use reductio::{File, Language};
use reductio_editor::{SymbolKind, symbols};
use reductio_proofs::Script;

use super::documents::{Document, Documents};

/// The most entries of folders that are looked at.
const MOST_ENTRIES: usize = 5_000;

/// The depth to which folders in folders are looked at.
const MOST_DEPTH: usize = 6;

/// The files of a folder that were read, shared by whoever asks.
type ReadFiles = Rc<Vec<(Language, Arc<File>)>>;

/// The places where theories are looked for.
#[derive(Debug)]
pub(super) struct Theories {
    folders: Vec<PathBuf>,
    bundled: Library,
    /// The files that were read, by the folder of the text that needs them; until the disk is looked at anew.
    read: RefCell<BTreeMap<PathBuf, ReadFiles>>,
}

impl Theories {
    /// The theories below these folders, and the bundled ones.
    pub(super) fn of(folders: Vec<PathBuf>) -> Self {
        Theories { folders, bundled: Library::bundled(), read: RefCell::default() }
    }

    /// Forgets what was read from the disk: a file was opened, closed or saved.
    pub(super) fn look_anew(&self) {
        self.read.borrow_mut().clear();
    }

    /// The statement files and scripts in a folder and in the opened folders, as they are on the disk.
    fn on_disk(&self, folder: &Path) -> Rc<Vec<(Language, Arc<File>)>> {
        if let Some(known) = self.read.borrow().get(folder) {
            return known.clone();
        }
        let (mut left, mut paths) = (MOST_ENTRIES, Vec::new());
        if folder.is_absolute() {
            collect(folder, 0, &mut left, &mut paths);
        }
        for folder in &self.folders {
            collect(folder, MOST_DEPTH, &mut left, &mut paths);
        }
        let mut seen = BTreeSet::new();
        paths.retain(|path| seen.insert(path.clone()));
        let read = paths.iter().filter_map(|path| {
            let is_theory = path.extension().is_some_and(|ending| ending == "oa");
            let language = if is_theory { Language::Statements } else { Language::Script };
            let name = path.to_string_lossy();
            let text = read_text(&name).ok()?;
            Some((language, Arc::new(File::new(&name, &text))))
        });
        let read = Rc::new(read.collect::<Vec<_>>());
        self.read.borrow_mut().insert(folder.to_owned(), read.clone());
        read
    }

    /// The sources that a text needs besides itself: the statement files of its theory and of those that this one
    /// extends, and for a script other scripts that prove statements of these. Open files go first, then those of the
    /// same folder, then what is bundled, then those of the opened folders. What is bundled with the same text is left
    /// out.
    pub(super) fn needed(&self, documents: &Documents, document: &Document) -> Vec<Source> {
        let Some(mut name) = needed_first(&document.file) else { return Vec::new() };
        let near = Near::of(self, documents, document);
        let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
        while seen.insert(name.clone()) {
            let known = self.bundled.theory(&name).map(|number| &self.bundled.theories[number]);
            // A theory that is bundled is not replaced by a file of this name somewhere in the opened folders.
            let base = match near.theory(&name, known.is_some()) {
                Some(header) => {
                    let is_bundled =
                        known.is_some_and(|known| known.file.text() == header.file.text());
                    if !is_bundled {
                        let language = Language::Statements;
                        found.push(Source { file: header.file.clone(), language });
                    }
                    header.base.clone()
                }
                None => known.and_then(|known| known.base.clone()),
            };
            match base {
                Some(base) => name = base,
                None => break,
            }
        }
        if document.language == Language::Script {
            self.scripts(&near, document, &seen, &mut found);
        }
        found
    }

    /// Adds the scripts that prove other statements of the theories with these names.
    fn scripts(
        &self,
        near: &Near,
        document: &Document,
        names: &BTreeSet<String>,
        found: &mut Vec<Source>,
    ) {
        let mut proved = proved_by(document.text());
        for file in &near.scripts {
            let Ok(name) = Script::theory_name(file.text()) else { continue };
            let is_bundled = || self.bundled.scripts.iter().any(|s| s.file.text() == file.text());
            if !names.contains(&name) || is_bundled() {
                continue;
            }
            let own = proved_by(file.text());
            // Two proofs of one statement are a fault of who names both files; nobody has.
            if own.is_disjoint(&proved) {
                proved.extend(own);
                found.push(Source { file: file.clone(), language: Language::Script });
            }
        }
    }

    /// A file that states a theory of this name with this text: where a bundled theory can be looked at.
    pub(super) fn file_of(
        &self,
        documents: &Documents,
        document: &Document,
        name: &str,
        text: &str,
    ) -> Option<Arc<File>> {
        let near = Near::of(self, documents, document);
        let mut named = near.close.iter().chain(&near.far).filter(|header| header.name == name);
        named.find(|header| header.file.text() == text).map(|header| header.file.clone())
    }
}

/// The files near a document, without itself.
struct Near {
    /// The theories of open files and of files in the same folder.
    close: Vec<Header>,
    /// The theories of other files in the opened folders.
    far: Vec<Header>,
    scripts: Vec<Arc<File>>,
}

impl Near {
    fn of(theories: &Theories, documents: &Documents, document: &Document) -> Self {
        let mut near = Near { close: Vec::new(), far: Vec::new(), scripts: Vec::new() };
        let mut seen = BTreeSet::from([document.path.clone()]);
        for open in documents.iter() {
            if seen.insert(open.path.clone()) {
                near.add(open.language, &open.file, true);
            }
        }
        let folder = document.path.parent().unwrap_or(Path::new(""));
        for (language, file) in theories.on_disk(folder).iter() {
            if !seen.contains(Path::new(file.name())) {
                let is_close = Path::new(file.name()).parent() == Some(folder);
                near.add(*language, file, is_close);
            }
        }
        near
    }

    fn add(&mut self, language: Language, file: &Arc<File>, is_close: bool) {
        match language {
            Language::Statements if is_close => self.close.extend(Header::read(file)),
            Language::Statements => self.far.extend(Header::read(file)),
            Language::Script => self.scripts.push(file.clone()),
            Language::System | Language::Program => {}
        }
    }

    /// The theory with a name; only a close one, if `is_bundled` says that there is another.
    fn theory(&self, name: &str, is_bundled: bool) -> Option<&Header> {
        let far = self.far.iter().filter(|_| !is_bundled);
        self.close.iter().chain(far).find(|header| header.name == name)
    }
}

/// The labels of the statements that a script proves.
fn proved_by(text: &str) -> BTreeSet<String> {
    let all = symbols(Language::Script, text).into_iter();
    all.filter(|symbol| symbol.kind == SymbolKind::Statement).map(|symbol| symbol.name).collect()
}

/// Collects the statement files and scripts of a folder, by name, and of the folders in it.
fn collect(folder: &Path, depth: usize, left: &mut usize, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if *left == 0 {
            return;
        }
        *left -= 1;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_hidden = name.starts_with('.') || ["target", "node_modules"].contains(&&*name);
        if path.extension().is_some_and(|ending| ending == "oa" || ending == "oap") {
            files.push(path);
        } else if depth > 0 && !is_hidden && path.is_dir() {
            collect(&path, depth - 1, left, files);
        }
    }
}

/// The name of the theory that a text needs first: that of a script, or the one that a theory extends.
fn needed_first(file: &Arc<File>) -> Option<String> {
    Script::theory_name(file.text()).ok().or_else(|| Header::read(file)?.base)
}
