//! The class files of a jar.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::error::JavaError;

/// The greatest number of entries that are looked at.
const MAX_ENTRIES: usize = 1 << 18;

/// The version of Java whose classes are taken from a jar that has classes for several.
const JAVA: u32 = 17;

/// The greatest size of a manifest, in bytes.
const MAX_MANIFEST: u64 = 1 << 20;

/// The names and bytes of the class files of a jar. `each` and `all` are the greatest numbers of bytes, of which those
/// count that really come out.
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
    let mut entries = Vec::new();
    // For each class, the entry that counts, and for which version of Java it is.
    let mut chosen: BTreeMap<String, (u32, usize)> = BTreeMap::new();
    let has_versions = has_versions(&mut archive);
    for number in 0..archive.len() {
        let entry = archive.by_index(number).map_err(broken)?;
        let name = entry.name().map_err(broken)?.into_owned();
        let leads_out = name.starts_with(['/', '\\'])
            || name.split(['/', '\\']).any(|part| part == "..")
            || name.contains(':') && is_class_file(&name);
        if leads_out {
            return Err(JavaError::Traversal { file: file.to_owned(), entry: name });
        }
        if entry.is_dir() || !is_class_file(&name) {
            continue;
        }
        let Some((version, class)) = versioned(&name) else { continue };
        if version > 0 && !has_versions {
            continue;
        }
        let known = chosen.entry(class.to_owned()).or_insert((version, number));
        if known.0 < version {
            *known = (version, number);
        }
        entries.push((number, version, class.to_owned(), name));
    }
    let mut found = Vec::new();
    let mut left = all;
    for (number, version, class, name) in entries {
        // Of one version, all count: it is found out elsewhere that a class is there twice.
        if chosen.get(&class).is_none_or(|(counts, _)| *counts != version) {
            continue;
        }
        let entry = archive.by_index(number).map_err(broken)?;
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

/// The version of Java for which an entry with a class is, 0 for all, and its name without that; `None` if it is not
/// for the version that counts here, or for none.
fn versioned(name: &str) -> Option<(u32, &str)> {
    let Some(inner) = name.strip_prefix("META-INF/") else { return Some((0, name)) };
    let (version, class) = inner.strip_prefix("versions/")?.split_once('/')?;
    let number: u32 = version.parse().ok()?;
    // The virtual machine looks for the name that a number has: `9`, not `09` or `+9`.
    let counts = (9..=JAVA).contains(&number) && number.to_string() == version;
    counts.then_some((number, class))
}

/// Whether the manifest says that there are classes for several versions of Java: `Multi-Release: true`, in its first
/// section.
fn has_versions(archive: &mut ZipArchive<Cursor<&[u8]>>) -> bool {
    let Ok(entry) = archive.by_name("META-INF/MANIFEST.MF") else { return false };
    let mut text = Vec::new();
    if entry.take(MAX_MANIFEST).read_to_end(&mut text).is_err() {
        return false;
    }
    let text = String::from_utf8_lossy(&text).replace("\r\n", "\n").replace('\r', "\n");
    let mut lines = text.split('\n').take_while(|line| !line.is_empty()).peekable();
    while let Some(line) = lines.next() {
        // A line that begins with a space goes on with the one before.
        let goes_on = lines.peek().is_some_and(|next| next.starts_with(' '));
        if line.eq_ignore_ascii_case("Multi-Release: true") && !goes_on {
            return true;
        }
    }
    false
}

#[expect(clippy::case_sensitive_file_extension_comparisons, reason = "as the virtual machine does")]
fn is_class_file(name: &str) -> bool {
    name.ends_with(".class")
}
