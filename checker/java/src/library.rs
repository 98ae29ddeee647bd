//! The models of library classes, which are shipped within the binary.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use rustc_hash::FxHashMap;
use zip::ZipArchive;

use crate::class::{Class, Method};
use crate::decode::decode;
use crate::prepare::prepare;

/// The class files of the models.
const ARCHIVE: &[u8] = include_bytes!("../library/library.zip");

/// The greatest size of a class, in bytes.
const MAX_SIZE: u64 = 1 << 20;

type Archive = ZipArchive<Cursor<&'static [u8]>>;

/// The archive, and the number of each class in it.
fn archive() -> Option<&'static (Archive, FxHashMap<String, usize>)> {
    static OPEN: OnceLock<Option<(Archive, FxHashMap<String, usize>)>> = OnceLock::new();
    let open = || {
        let archive = ZipArchive::new(Cursor::new(ARCHIVE)).ok()?;
        let named = |(at, name): (usize, Result<std::borrow::Cow<'_, str>, _>)| {
            Some((name.ok()?.strip_suffix(".class")?.to_owned(), at))
        };
        let numbers = archive.file_names().enumerate().filter_map(named).collect();
        Some((archive, numbers))
    };
    OPEN.get_or_init(open).as_ref()
}

/// The model of a class, if there is one. Each is decoded once.
pub(crate) fn find(name: &str) -> Option<Arc<Class>> {
    static KNOWN: RwLock<BTreeMap<String, Arc<Class>>> = RwLock::new(BTreeMap::new());
    let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known.get(name) {
        return Some(found.clone());
    }
    drop(known);
    let found = read(name).map(Arc::new);
    // Names that are not there come from users' classes: they are not kept.
    if let Some(found) = &found {
        let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(name.to_owned(), found.clone());
    }
    found
}

fn read(name: &str) -> Option<Class> {
    let (archive, numbers) = archive()?;
    let number = numbers.get(name)?;
    let mut archive = archive.clone();
    let entry = archive.by_index(*number).ok()?;
    let mut bytes = Vec::new();
    entry.take(MAX_SIZE).read_to_end(&mut bytes).ok()?;
    let file = format!("{name}.class");
    decode(&file, &prepare(&file, &bytes).ok()?.bytes).ok()
}

/// The class of the streams that print.
pub(crate) const STREAM: &str = "java/io/PrintStream";

/// The methods of a stream during which Java holds it.
const HOLDING: [&str; 7] = ["print", "println", "line", "printf", "format", "write", "flush"];

/// A class of the library as it is where monitors of its objects matter: methods whose names end in `$monitor` stand
/// for those without that end, and those of streams are synchronized.
pub(crate) fn with_monitors(class: &Class) -> Class {
    let mut changed = class.clone();
    for method in &mut changed.methods {
        let other = class.method(&format!("{}$monitor", method.name), &method.descriptor);
        let other = other.map(Arc::as_ref);
        let is_held = class.name() == STREAM
            && HOLDING.contains(&&*method.name)
            && &*method.descriptor != "(Ljava/lang/Object;)V";
        if other.is_none() && !is_held {
            continue;
        }
        let mut made = Method::clone(method);
        if let Some(other) = other {
            made.code.clone_from(&other.code);
            made.is_synchronized = other.is_synchronized;
        }
        made.is_synchronized |= is_held;
        *method = Arc::new(made);
    }
    changed
}
