//! The models of library classes, which are shipped within the binary.

use std::io::{Cursor, Read};
use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use zip::ZipArchive;

use crate::class::Class;
use crate::decode::decode;

/// The class files of the models.
const ARCHIVE: &[u8] = include_bytes!("../library/library.zip");

/// The greatest size of a class, in bytes.
const MAX_SIZE: u64 = 1 << 20;

/// Whether names of classes begin as those of the library do.
pub(crate) fn is_its(name: &str) -> bool {
    name.starts_with("java/") || name.starts_with("reductio/")
}

/// The model of a class, if there is one.
pub(crate) fn find(name: &str) -> Option<Class> {
    static NUMBERS: OnceLock<FxHashMap<String, usize>> = OnceLock::new();
    let open = || ZipArchive::new(Cursor::new(ARCHIVE)).ok();
    let numbers = NUMBERS.get_or_init(|| {
        let Some(archive) = open() else { return FxHashMap::default() };
        let names = archive.file_names().enumerate();
        names
            .filter_map(|(at, name)| Some((name.ok()?.strip_suffix(".class")?.to_owned(), at)))
            .collect()
    });
    let number = numbers.get(name)?;
    let mut bytes = Vec::new();
    let mut archive = open()?;
    let name = format!("{name}.class");
    let entry = match archive.by_index(*number) {
        Ok(entry) => entry,
        Err(_) => return None,
    };
    entry.take(MAX_SIZE).read_to_end(&mut bytes).ok()?;
    decode(&name, &bytes).ok()
}
