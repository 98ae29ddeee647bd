//! The class files of a jar.

use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::error::JavaError;

/// The greatest number of entries that are looked at.
const MAX_ENTRIES: usize = 65_536;

/// The names and bytes of the class files of a jar. `each` and `all` are the greatest numbers of bytes, of which those count that really
/// come out.
///
/// # Errors
/// [`JavaError::Jar`], [`JavaError::Traversal`], [`JavaError::TooLarge`].
pub(crate) fn unpack(
    file: &str,
    bytes: &[u8],
    each: u64,
    all: u64,
) -> Result<Vec<(String, Vec<u8>)>, JavaError> {
    let broken =
        |error: ZipError| JavaError::Jar { file: file.to_owned(), what: error.to_string() };
    let large = |what, limit| JavaError::TooLarge { file: file.to_owned(), what, limit };
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    if archive.len() > MAX_ENTRIES {
        return Err(large("entries", MAX_ENTRIES as u64));
    }
    let mut found = Vec::new();
    let mut left = all;
    for number in 0..archive.len() {
        let entry = archive.by_index(number).map_err(broken)?;
        let name = entry.name().map_err(broken)?.into_owned();
        let leads_out = name.starts_with(['/', '\\'])
            || name.split(['/', '\\']).any(|part| part == "..")
            || name.contains(':') && is_class_file(&name);
        if leads_out {
            return Err(JavaError::Traversal { file: file.to_owned(), entry: name });
        }
        let is_class = is_class_file(&name) && !name.starts_with("META-INF/");
        if entry.is_dir() || !is_class {
            continue;
        }
        let most = each.min(left);
        let mut inflated = Vec::new();
        entry.take(most + 1).read_to_end(&mut inflated).map_err(|error| JavaError::Jar {
            file: file.to_owned(),
            what: format!("{name}: {error}"),
        })?;
        let size = inflated.len() as u64;
        if size > most {
            return Err(large("bytes of an entry, or of all", most));
        }
        left -= size;
        found.push((name, inflated));
    }
    Ok(found)
}

#[expect(clippy::case_sensitive_file_extension_comparisons, reason = "as the virtual machine does")]
fn is_class_file(name: &str) -> bool {
    name.ends_with(".class")
}
