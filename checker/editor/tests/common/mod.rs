//! The files of the project that are written in one of its languages.

use std::fs;
use std::path::Path;

use reductio::Language;

/// All files of the project in one of its languages that are text: path from the project, language, text.
pub(crate) fn files() -> Vec<(String, Language, String)> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let mut found = Vec::new();
    collect(project, project, &mut found);
    found.sort_by(|(one, ..), (other, ..)| one.cmp(other));
    found
}

fn collect(project: &Path, folder: &Path, found: &mut Vec<(String, Language, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            if !name.starts_with('.') && !["target", "node_modules"].contains(&name) {
                collect(project, &path, found);
            }
            continue;
        }
        let language = match path.extension().and_then(|ending| ending.to_str()) {
            Some("oa") => Language::Statements,
            Some("oap") => Language::Script,
            Some("sys") => Language::System,
            Some("prog") => Language::Program,
            _ => continue,
        };
        let name = path.strip_prefix(project).unwrap().to_str().unwrap().to_owned();
        found.extend(fs::read_to_string(&path).ok().map(|text| (name, language, text)));
    }
}
