//! Where classes come from: class files, jars and directories.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::class::{Class, Name};
use crate::decode::decode;
use crate::descriptor::dotted;
use crate::error::JavaError;
use crate::jar::unpack;

/// The greatest number of classes.
const MAX_CLASSES: usize = 4_096;
/// The greatest size of a file, in bytes.
const MAX_FILE: u64 = 64 << 20;
/// The greatest size of all class files together, in bytes.
pub(crate) const MAX_ALL: u64 = 256 << 20;
/// The greatest number of instructions of all classes together.
const MAX_OPERATIONS: usize = 8 << 20;
/// The greatest depth of directories.
const MAX_DEPTH: usize = 64;

/// The classes of a program. Of two classes of one name, the one that was added first counts, as for the Java virtual machine.
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
    classes: Vec<Arc<Class>>,
    numbers: FxHashMap<Name, usize>,
    size: u64,
    /// The number of instructions of all classes.
    operations: usize,
}

impl ClassPath {
    /// Adds a class file, a jar, or a directory with all that is in it.
    ///
    /// # Errors
    /// [`JavaError`]: where a file cannot be read or used, or where there is too much.
    pub fn add(&mut self, path: &Path) -> Result<(), JavaError> {
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
        if found.len() > MAX_FILE {
            return Err(JavaError::TooLarge { file, what: "bytes", limit: MAX_FILE });
        }
        let bytes = fs::read(path).map_err(unreadable)?;
        self.add_bytes(&file, &bytes)
    }

    /// Adds the bytes of a class file or of a jar. `name` is for messages.
    ///
    /// # Errors
    /// As for [`ClassPath::add`].
    pub fn add_bytes(&mut self, name: &str, bytes: &[u8]) -> Result<(), JavaError> {
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
        if self.classes.len() >= MAX_CLASSES {
            return Err(limit("classes", MAX_CLASSES as u64));
        }
        let class = decode(file, bytes)?;
        let methods = class.methods.iter().filter_map(|method| method.code.as_ref());
        self.operations += methods.map(|code| code.ops.len()).sum::<usize>();
        if self.operations > MAX_OPERATIONS {
            return Err(limit("instructions", MAX_OPERATIONS as u64));
        }
        let name: Name = class.name().into();
        if &*name == "module-info" || name.ends_with("/package-info") {
            return Ok(());
        }
        if let std::collections::hash_map::Entry::Vacant(new) = self.numbers.entry(name) {
            new.insert(self.classes.len());
            self.classes.push(Arc::new(class));
        }
        Ok(())
    }

    /// The names of the classes, in the order in which they were added.
    pub fn classes(&self) -> Vec<String> {
        self.classes.iter().map(|class| dotted(class.name())).collect()
    }

    /// The names of the classes that have a method `public static void main(String[])`.
    pub fn mains(&self) -> Vec<String> {
        let mains = self.classes.iter().filter(|class| class.has_main());
        mains.map(|class| dotted(class.name())).collect()
    }

    pub(crate) fn all(&self) -> &[Arc<Class>] {
        &self.classes
    }

    pub(crate) fn class(&self, name: &str) -> Option<&Arc<Class>> {
        self.numbers.get(name).map(|number| &self.classes[*number])
    }
}
