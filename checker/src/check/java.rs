//! Java programs as subjects of `check`.

use std::path::Path;

use super::program::ProgramSubject;
use crate::diagnostics::Diagnostic;
use crate::java::{ClassPath, JavaError, Options, lower};
use crate::programs::Granularity;

/// The deepest folder in which class files are looked for, to find out what a folder is.
const DEPTH: usize = 64;

/// Decides whether a path is that of a Java program: a class file, a jar, a source file, or a folder with class files
/// in it or somewhere below, and no system or program right in it.
pub fn is_java(path: &str) -> bool {
    let path = Path::new(path);
    if path.is_dir() {
        return !has(path, 0, &["sys", "prog"]) && has(path, DEPTH, &["class"]);
    }
    has_ending(path, &["class", "jar", "java"])
}

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    path.extension().is_some_and(|found| endings.iter().any(|ending| found == *ending))
}

/// Whether a folder has a file with one of some endings, or one of the folders in it down to a depth.
fn has(folder: &Path, depth: usize, endings: &[&str]) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else { return false };
    let paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.iter().any(|path| has_ending(path, endings) && path.is_file())
        || depth > 0 && paths.iter().any(|path| path.is_dir() && has(path, depth - 1, endings))
}

/// Reads the classes of a Java program: of a folder or a jar; of a class file, with all in the folder where its package
/// begins; of a source file, by way of the compiler. Returns the name of the class that the path is about, if it is
/// about one.
///
/// # Errors
/// [`JavaError`].
pub fn java_classes(path: &str) -> Result<(ClassPath, Option<String>), JavaError> {
    let mut classes = ClassPath::default();
    let path = Path::new(path);
    if has_ending(path, &["java"]) {
        classes.add_source(path)?;
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned());
        let mains = classes.mains();
        let is_named = |main: &&String| main.rsplit('.').next() == name.as_deref();
        let main = mains.iter().find(is_named).cloned();
        return Ok((classes, main));
    }
    classes.add(path)?;
    if !has_ending(path, &["class"]) {
        return Ok((classes, None));
    }
    let name = classes.classes().into_iter().next();
    // The folder where the package begins is as many folders up as the name has parts.
    let parts = name.as_deref().unwrap_or_default().split('.').count();
    let root = std::path::absolute(path)
        .ok()
        .and_then(|path| path.ancestors().nth(parts).map(Path::to_path_buf));
    if let Some(root) = root {
        classes.add(&root)?;
    }
    Ok((classes, name))
}

impl ProgramSubject {
    /// Reads a Java program. A class file is its own main class, unless another one is asked for.
    ///
    /// # Errors
    /// [`JavaError`].
    pub fn load_java(path: &str, options: &Options) -> Result<Self, JavaError> {
        let (classes, name) = java_classes(path)?;
        let main = options.main.clone().or(name);
        let lowered = lower(&classes, &Options { main, ..options.clone() })?;
        let granularity =
            if options.fold { Granularity::AloneAfter } else { Granularity::Instruction };
        let path = path.to_owned();
        let (program, waits, kinds) = (lowered.program, lowered.waits, lowered.kinds);
        Ok(ProgramSubject { path, program, granularity, is_java: true, waits, kinds })
    }
}

impl Diagnostic {
    /// The diagnostic for a fault of class files.
    pub fn of_java(path: &str, error: &JavaError) -> Diagnostic {
        let mut out = Diagnostic::error(error.code(), error.to_string());
        out.path = Some(error.file().unwrap_or(path).to_owned());
        out.help.extend(error.help());
        out
    }
}
