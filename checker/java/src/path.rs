//! The places where classes come from: class files, jars and directories.

use std::collections::hash_map::Entry::{Occupied, Vacant};
use std::fs;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use crate::class::{Class, Name};
use crate::decode::decode;
use crate::descriptor::dotted;
use crate::error::JavaError;
use crate::jar::unpack;
use crate::prepare::{Outline, prepare};

/// The greatest number of classes.
const MAX_CLASSES: usize = 1 << 17;
/// The greatest size of a file, in bytes.
const MAX_FILE: u64 = 64 << 20;
/// The greatest size of all class files together, in bytes.
pub(crate) const MAX_ALL: u64 = 256 << 20;
/// The greatest number of instructions of all classes together that a program needs.
const MAX_OPERATIONS: usize = 8 << 20;
/// The greatest depth of directories.
const MAX_DEPTH: usize = 64;

/// The classes of a program. Of two classes of one name, the one that was added first counts, as for the Java virtual
/// machine.
///
/// ```
/// use reductio_java::{ClassPath, JavaError};
///
/// let mut path = ClassPath::default();
/// let error = path.add_bytes("Main.class", b"not a class").unwrap_err();
/// assert_eq!(error.to_string(), "`Main.class` is no class file: it begins with other bytes");
/// assert!(path.mains().is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct ClassPath {
    entries: Vec<Arc<Entry>>,
    numbers: FxHashMap<Name, usize>,
    /// The number of entries when the last folder or jar was begun.
    begun: usize,
    size: u64,
    /// The number of instructions of all classes that were decoded.
    operations: Arc<AtomicUsize>,
}

/// A class file, which is decoded when the class is asked for.
#[derive(Debug)]
struct Entry {
    file: String,
    found: Outline,
    class: OnceLock<Result<Arc<Class>, JavaError>>,
}

impl ClassPath {
    /// Adds a class file, a jar, or a directory with all that is in it.
    ///
    /// # Errors
    /// [`JavaError`]: where a file cannot be read or used, or where there is too much.
    pub fn add(&mut self, path: &Path) -> Result<(), JavaError> {
        self.begun = self.entries.len();
        self.add_nested(path, 0)
    }

    fn add_nested(&mut self, path: &Path, depth: usize) -> Result<(), JavaError> {
        let file = path.display().to_string();
        let unreadable = |error: std::io::Error| JavaError::Unreadable {
            file: file.clone(),
            why: error.to_string(),
        };
        let found = fs::metadata(path).map_err(unreadable)?;
        if found.is_dir() {
            if depth > MAX_DEPTH {
                let limit = MAX_DEPTH as u64;
                return Err(JavaError::TooLarge { file, what: "levels of directories", limit });
            }
            let mut inside = Vec::new();
            for entry in fs::read_dir(path).map_err(unreadable)? {
                inside.push(entry.map_err(unreadable)?.path());
            }
            inside.sort();
            for inner in inside {
                let is_class = inner.extension().is_some_and(|found| found == "class");
                if inner.is_dir() || is_class {
                    self.add_nested(&inner, depth + 1)?;
                }
            }
            return Ok(());
        }
        // Pipes and devices may have no end, or never begin.
        if !found.is_file() {
            return Err(unreadable(std::io::Error::other("it is no regular file")));
        }
        let mut bytes = Vec::new();
        let opened = fs::File::open(path).map_err(unreadable)?;
        opened.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        self.add_file(&file, &bytes)
    }

    /// Adds the bytes of a class file or of a jar. `name` is for messages.
    ///
    /// # Errors
    /// As for [`ClassPath::add`].
    pub fn add_bytes(&mut self, name: &str, bytes: &[u8]) -> Result<(), JavaError> {
        self.begun = self.entries.len();
        self.add_file(name, bytes)
    }

    fn add_file(&mut self, name: &str, bytes: &[u8]) -> Result<(), JavaError> {
        let limit = |what, limit| JavaError::TooLarge { file: name.to_owned(), what, limit };
        if bytes.len() as u64 > MAX_FILE {
            return Err(limit("bytes", MAX_FILE));
        }
        if bytes.starts_with(b"PK") {
            let entries = unpack(name, bytes, MAX_FILE, MAX_ALL.saturating_sub(self.size))?;
            for (entry, bytes) in entries {
                self.add_class(&format!("{name}!{entry}"), &bytes)?;
            }
            return Ok(());
        }
        self.add_class(name, bytes)
    }

    fn add_class(&mut self, file: &str, bytes: &[u8]) -> Result<(), JavaError> {
        let limit = |what, limit| JavaError::TooLarge { file: file.to_owned(), what, limit };
        self.size += bytes.len() as u64;
        if self.size > MAX_ALL {
            return Err(limit("bytes of all classes", MAX_ALL));
        }
        if self.entries.len() >= MAX_CLASSES {
            return Err(limit("classes", MAX_CLASSES as u64));
        }
        let found = prepare(file, bytes)?;
        if found.name == "module-info" || found.name.ends_with("/package-info") {
            return Ok(());
        }
        match self.numbers.entry(found.name.as_str().into()) {
            Vacant(new) => {
                new.insert(self.entries.len());
                let (file, class) = (file.to_owned(), OnceLock::new());
                self.entries.push(Arc::new(Entry { file, found, class }));
            }
            Occupied(known) => {
                let known = &self.entries[*known.get()];
                let is_of_now =
                    self.entries[self.begun..].iter().any(|entry| Arc::ptr_eq(entry, known));
                if is_of_now && known.found.bytes != found.bytes {
                    return Err(JavaError::Twice {
                        class: dotted(&found.name),
                        file: known.file.clone(),
                        other: file.to_owned(),
                    });
                }
            }
        }
        Ok(())
    }

    /// The names of the classes, in the order in which they were added.
    pub fn classes(&self) -> Vec<String> {
        self.entries.iter().map(|entry| dotted(&entry.found.name)).collect()
    }

    /// The names of the classes that have a method `public static void main(String[])` of their own.
    pub fn mains(&self) -> Vec<String> {
        let mains = self.entries.iter().filter(|entry| entry.found.has_main);
        mains.map(|entry| dotted(&entry.found.name)).collect()
    }

    /// The classes that can be read.
    pub(crate) fn all(&self) -> Vec<Arc<Class>> {
        self.entries.iter().filter_map(|entry| self.decoded(entry).ok()).collect()
    }

    pub(crate) fn class(&self, name: &str) -> Option<Arc<Class>> {
        let entry = &self.entries[*self.numbers.get(name)?];
        self.decoded(entry).ok()
    }

    /// The reason why a class cannot be read, if it is there and cannot be read.
    pub(crate) fn unreadable(&self, name: &str) -> Option<JavaError> {
        let entry = &self.entries[*self.numbers.get(name)?];
        self.decoded(entry).err()
    }

    fn decoded(&self, entry: &Entry) -> Result<Arc<Class>, JavaError> {
        let decode = || {
            let class = decode(&entry.file, &entry.found.bytes)?;
            let methods = class.methods.iter().filter_map(|method| method.code.as_ref());
            let own = methods.map(|code| code.ops.len()).sum::<usize>();
            if self.operations.fetch_add(own, Relaxed).saturating_add(own) > MAX_OPERATIONS {
                return Err(JavaError::TooLarge {
                    file: entry.file.clone(),
                    what: "instructions",
                    limit: MAX_OPERATIONS as u64,
                });
            }
            Ok(Arc::new(class))
        };
        entry.class.get_or_init(decode).clone()
    }
}
