//! Java sources, by way of the compiler of the machine.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::error::JavaError;
use crate::path::ClassPath;

/// The greatest number of characters of the compiler's messages that are told.
const MAX_MESSAGES: usize = 4_000;

impl ClassPath {
    /// Compiles a Java source file with `javac`, and adds the classes. Sources beside it are found by the compiler.
    ///
    /// # Errors
    /// [`JavaError::NoCompiler`], [`JavaError::NotCompiled`], and those of [`ClassPath::add`].
    pub fn add_source(&mut self, source: &Path) -> Result<(), JavaError> {
        let file = source.display().to_string();
        let unreadable = |why: std::io::Error| JavaError::Unreadable {
            file: file.clone(),
            why: why.to_string(),
        };
        std::fs::metadata(source).map_err(unreadable)?;
        let folder = Folder::new().map_err(unreadable)?;
        let mut compiler = Command::new("javac");
        compiler.args(["-g", "-proc:none", "-d"]).arg(&folder.0);
        if let Some(beside) = source.parent().filter(|beside| !beside.as_os_str().is_empty()) {
            compiler.arg("-sourcepath").arg(beside);
        }
        // A name that begins with `-` is no option.
        let given =
            if source.is_absolute() { source.to_path_buf() } else { Path::new(".").join(source) };
        let output = compiler.arg(given).output().map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => JavaError::NoCompiler { file: file.clone() },
            _ => JavaError::Unreadable { file: file.clone(), why: format!("javac: {error}") },
        })?;
        if !output.status.success() {
            let mut messages = String::from_utf8_lossy(&output.stderr).into_owned();
            if let Some((end, _)) = messages.char_indices().nth(MAX_MESSAGES) {
                messages.truncate(end);
                messages.push_str("...");
            }
            return Err(JavaError::NotCompiled { file, messages });
        }
        self.add(&folder.0)
    }
}

/// A folder that is gone when it is not needed any more.
struct Folder(PathBuf);

impl Folder {
    fn new() -> std::io::Result<Folder> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let name = format!("reductio-classes-{}-{number}", std::process::id());
            let path = std::env::temp_dir().join(name);
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(Folder(path)),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is left to the system, as all temporary files are.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
