//! Writes a file in one step: a reader finds the old file or the new one, never a part of it.
//!
//! The bytes go to a new file in the same folder, which then takes the name. If the process is killed or the disk is
//! full, the old file is as it was. Whatever this crate writes to a file goes through here; checkpoints, which
//! `reductio-relations` writes, are replaced in the same way.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The largest number of symbolic links that are followed, as in Linux.
const LINKS: usize = 40;

/// Writes a file in one step. A file that exists keeps its permissions and, where the system allows it, its owner. A
/// symbolic link stays a link, and the file that it leads to is written. What is no plain file (a terminal, a pipe,
/// `/dev/stdout`) is written to as it is.
///
/// # Errors
/// The error of the file system: among others, that the existing file may not be written, or that no file can be made
/// in its folder. Then the old file is as it was, and no new one is left behind.
pub(crate) fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let bytes = bytes.as_ref();
    let Some(target) = name_behind_links(path)? else {
        let is_plain = fs::metadata(path).is_ok_and(|found| found.is_file());
        return OpenOptions::new().write(true).truncate(is_plain).open(path)?.write_all(bytes);
    };
    let old = match OpenOptions::new().write(true).open(&target) {
        Ok(file) => Some(file.metadata()?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        // The folder may well allow to put another file in the place of one that is protected.
        Err(error) => return Err(error),
    };
    let folder = target.parent().unwrap_or(Path::new("."));
    // `File::create_new` rather than the library's own way: the permissions of any new file.
    let mut new = tempfile::Builder::new()
        .prefix(".reductio-")
        .suffix(".new")
        .make_in(folder, |name| File::create_new(name))
        .map_err(|error| told(&error, &format!("no file can be made in `{}`", folder.display())))?;
    new.as_file_mut().write_all(bytes).map_err(|error| told(&error, "the old file is kept"))?;
    if let Some(old) = old {
        keep_owner(new.as_file(), &old);
        new.as_file().set_permissions(old.permissions())?;
    }
    // Errors that the system notices late, such as a quota, are noticed before the old file is gone.
    new.as_file().sync_all()?;
    new.persist(&target)?;
    Ok(())
}

/// Decides whether a file may be written: it does not exist, or is empty, or starts as files that we write do, or is no
/// plain file.
pub(crate) fn may_write(path: &Path, start: &str) -> bool {
    let is_plain = fs::metadata(path).is_ok_and(|m| m.is_file() && m.len() > 0);
    let starts = || {
        let mut bytes = vec![0; start.len()];
        let read =
            File::open(path).and_then(|mut file| io::Read::read_exact(&mut file, &mut bytes));
        read.is_ok() && bytes == start.as_bytes()
    };
    !is_plain || starts()
}

/// The path of the plain file that is written under a path, which is no link. `None` for what is no plain file, and for
/// links to the files that a process has opened, which lead to these files whatever they are called.
fn name_behind_links(path: &Path) -> io::Result<Option<PathBuf>> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let Some(name) = path.file_name() else { break };
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let folder = fs::canonicalize(parent.unwrap_or(Path::new(".")))?;
        if folder.starts_with("/proc") || folder == Path::new("/dev/fd") {
            return Ok(None);
        }
        path = folder.join(name);
        match fs::symlink_metadata(&path) {
            Ok(found) if found.is_symlink() => path = folder.join(fs::read_link(&path)?),
            Ok(found) => return Ok(found.is_file().then_some(path)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Some(path)),
            Err(error) => return Err(error),
        }
    }
    // No name, or links in a circle: the system says so when it is opened.
    Ok(None)
}

/// Gives a new file the owner and group of an old one, as far as the system allows.
fn keep_owner(new: &File, old: &fs::Metadata) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        if fchown(new, Some(old.uid()), Some(old.gid())).is_err() {
            let _ = fchown(new, None, Some(old.gid()));
        }
    }
    #[cfg(not(unix))]
    let _ = (new, old);
}

fn told(error: &io::Error, what: &str) -> io::Error {
    io::Error::new(error.kind(), format!("{error} ({what})"))
}
