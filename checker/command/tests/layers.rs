//! The crates of the library can be used without the command and the libraries that it needs for terminals; and within
//! a crate modules do not go round in rings.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Libraries that only the command uses: for arguments, signals, terminals, the prose of notebooks.
const OF_THE_COMMAND: [&str; 9] = [
    "reductio-command",
    "clap",
    "clap_complete",
    "clap_mangen",
    "indicatif",
    "lsp-types",
    "pulldown-cmark",
    "signal-hook",
    "terminal_size",
];

/// The dependencies of the crate in a folder, without those of its tests.
fn dependencies(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let section = text.split("\n[dependencies]\n").nth(1).unwrap_or_default();
    let lines = section.lines().take_while(|line| !line.starts_with('['));
    let name = |line: &str| line.split([' ', '.', '=']).next().unwrap_or_default().to_owned();
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(name).collect()
}

/// The folder of the project.
pub(crate) fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap()
}

/// The folders of all crates.
fn crates() -> Vec<PathBuf> {
    let root = project();
    let mut folders = vec![root.join("checker")];
    for folder in ["algebra", "theorems", "theorems/exchange", "relations", "proofs"] {
        folders.push(root.join(folder));
    }
    for entry in fs::read_dir(root.join("checker")).unwrap() {
        let folder = entry.unwrap().path();
        if folder.join("Cargo.toml").exists() {
            folders.push(folder);
        }
    }
    folders
}

/// Crates that are needed only to show values.
const OF_THE_REPORT: [&str; 4] = ["reductio-report", "annotate-snippets", "anstream", "anstyle"];

#[test]
fn the_library_knows_nothing_that_only_reports_need() {
    let checker = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let report = dependencies(&checker.join("report"));
    for name in &OF_THE_REPORT[1..] {
        assert!(report.iter().any(|dependency| dependency == name), "{name} is not used any more");
    }
    // Not in tests either: the report is made of the library.
    let manifest = fs::read_to_string(checker.join("Cargo.toml")).unwrap();
    for name in OF_THE_REPORT {
        assert!(!manifest.lines().any(|line| line.starts_with(name)), "{name}");
    }
}

/// Tests of the whole workspace would not notice that a feature is missing: one crate that asks for it is enough there.
#[test]
fn the_command_has_every_feature_of_the_library() {
    let command = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = std::fs::read_to_string(command.parent().unwrap().join("Cargo.toml")).unwrap();
    let default = library.lines().find_map(|line| line.strip_prefix("default = ")).unwrap();
    let own = std::fs::read_to_string(command.join("Cargo.toml")).unwrap();
    assert!(
        own.contains(&format!("reductio = {{ workspace = true, features = {default} }}")),
        "{default}"
    );
}

#[test]
fn only_the_command_knows_arguments_signals_and_terminals() {
    let command = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = dependencies(command);
    for name in &OF_THE_COMMAND[1..] {
        assert!(own.iter().any(|dependency| dependency == name), "{name} is not used any more");
    }
    let folders: Vec<PathBuf> = crates().into_iter().filter(|folder| folder != command).collect();
    assert!(folders.len() >= 13, "{folders:?}");
    assert!(folders.iter().any(|folder| folder.ends_with("report")), "{folders:?}");
    for folder in folders {
        let found = dependencies(&folder);
        assert!(!found.is_empty(), "{folder:?} depends on nothing");
        for name in OF_THE_COMMAND {
            assert!(!found.iter().any(|dependency| dependency == name), "{folder:?}: {name}");
        }
    }
}

/// The rings of modules that there are: pairs of modules that use each other. Longer rings are not allowed: what the
/// modules of a ring share goes into a file below them.
const RINGS: &[(&str, [&str; 2])] = &[
    ("algebra", ["definition", "term"]),
    ("checker/command", ["jupyter/requests", "jupyter/wire"]),
    ("checker/discipline", ["execute", "paths"]),
    ("checker/disciplined", ["monitor", "monitor/granular"]),
    ("checker/generate", ["predicates", "random"]),
    ("checker/schedules", ["parking_lot/rwlock", "parking_lot/upgradable"]),
    ("checker/schedules", ["search/lend", "search/stack"]),
    ("checker/schedules", ["sync/arc", "sync/weak"]),
    ("checker/schedules", ["thread/handle", "thread/hooks"]),
    ("checker/system", ["builder", "finish"]),
    ("proofs", ["decide/elimination", "decide/run"]),
    ("proofs", ["derived/laws", "derived/predicate_laws"]),
    ("proofs", ["replay/auto", "replay/chain"]),
    ("proofs", ["tactic/build", "tactic/build_match"]),
    ("relations", ["enumeration", "naive"]),
];

#[test]
fn modules_do_not_go_round_in_rings() {
    let mut found = Vec::new();
    let mut modules = 0;
    for folder in crates() {
        let name = folder.strip_prefix(project()).unwrap().to_str().unwrap().to_owned();
        let mut sources = BTreeMap::new();
        read_modules(&folder.join("src"), "", &mut sources);
        assert!(sources.contains_key(""), "{name} has no root");
        modules += sources.len();
        found.extend(rings(&arrows(&sources)).into_iter().map(|ring| (name.clone(), ring)));
    }
    assert!(modules > 400, "{modules}");
    found.sort();
    let allowed: Vec<_> = RINGS
        .iter()
        .map(|(name, ring)| ((*name).to_owned(), ring.map(str::to_owned).to_vec()))
        .collect();
    let new: Vec<_> = found.iter().filter(|ring| !allowed.contains(ring)).collect();
    assert!(new.is_empty(), "these modules use one another in a ring: {new:#?}");
    assert_eq!(found, allowed, "a ring that is no more has to leave the list");
}

/// Reads all files of a folder into `sources`, by the path of the module: `text/lexer`, and nothing for the root. Files
/// of unit tests are left out.
fn read_modules(folder: &Path, module: &str, sources: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let inner = if module.is_empty() { stem.to_owned() } else { format!("{module}/{stem}") };
        if stem == "tests" {
            continue;
        }
        if path.is_dir() {
            read_modules(&path, &inner, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let is_own = ["lib", "mod"].contains(&stem);
            let text = fs::read_to_string(&path).unwrap();
            sources.insert(if is_own { module.to_owned() } else { inner }, text);
        }
    }
}

/// For each module the others that its paths lead to: those that begin with `crate`, `super` or `self`, in declarations
/// and elsewhere. A path without these, by which a module names those in its own folder, is no arrow.
fn arrows(sources: &BTreeMap<String, String>) -> BTreeMap<String, BTreeSet<String>> {
    let mut arrows = BTreeMap::new();
    for (module, text) in sources {
        let code: Vec<&str> = text
            .split("#[cfg(test)]\nmod tests {")
            .next()
            .unwrap_or_default()
            .lines()
            .map(|line| line.split("//").next().unwrap_or_default())
            .filter(|line| !line.contains("#[doc"))
            .collect();
        let paths = paths(&code.join("\n"));
        let targets = paths.iter().map(|path| target(module, path, sources));
        arrows.insert(module.clone(), targets.filter(|to| to != module).collect());
    }
    arrows
}

/// The paths in a text that begin with `crate`, `super` or `self`, those in braces written out.
fn paths(text: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    for start in ["crate::", "super::", "self::"] {
        for (at, _) in text.match_indices(start) {
            let before = text[..at].chars().next_back().unwrap_or(' ');
            if !(before.is_alphanumeric() || "_:$".contains(before)) {
                read_path(&text[at..], &[], &mut paths);
            }
        }
    }
    paths
}

/// Reads the path with which a text begins, `a::b` or `a::{b, c::d}`, below other names. Returns the text behind it.
fn read_path<'t>(text: &'t str, above: &[String], paths: &mut Vec<Vec<String>>) -> &'t str {
    let mut rest = text.trim_start();
    let mut path = above.to_vec();
    loop {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        path.push(rest[..end].to_owned());
        rest = &rest[end..];
        let Some(next) = rest.strip_prefix("::") else { break };
        rest = next;
        if let Some(mut list) = rest.strip_prefix('{') {
            while !list.starts_with('}') && !list.is_empty() {
                list = read_path(list, &path, paths);
                // Behind a name in braces there may be ` as another`, then a comma.
                let end = list.find([',', '}']).unwrap_or(list.len());
                list = list[end..].trim_start_matches(',').trim_start();
            }
            return list.get(1..).unwrap_or_default();
        }
    }
    paths.push(path);
    rest
}

/// The module that a path in `module` leads to: the names behind it are of things in that module.
fn target(module: &str, path: &[String], sources: &BTreeMap<String, String>) -> String {
    let mut at: Vec<&str> = module.split('/').filter(|name| !name.is_empty()).collect();
    for name in path {
        match name.as_str() {
            "crate" => at.clear(),
            "self" => {}
            "super" => _ = at.pop(),
            name => {
                at.push(name);
                if !sources.contains_key(&at.join("/")) {
                    at.pop();
                    break;
                }
            }
        }
    }
    at.join("/")
}

/// The rings: the largest sets of two modules or more of which each leads to each.
fn rings(arrows: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<Vec<String>> {
    let reached = |from: &String| {
        let mut reached = BTreeSet::new();
        let mut next = vec![from];
        while let Some(module) = next.pop() {
            next.extend(arrows[module].iter().filter(|to| reached.insert((*to).clone())));
        }
        reached
    };
    let reached: BTreeMap<&String, BTreeSet<String>> =
        arrows.keys().map(|module| (module, reached(module))).collect();
    let ring = |from: &String| -> Vec<String> {
        reached[from].iter().filter(|to| reached[to].contains(from)).cloned().collect()
    };
    arrows.keys().map(ring).filter(|ring| ring.len() > 1).collect()
}

/// The rings among made-up files.
fn rings_of(files: &[(&str, &str)]) -> Vec<Vec<String>> {
    let sources = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    rings(&arrows(&sources.collect())).into_iter().collect()
}

#[test]
fn a_ring_is_found_in_files_that_have_one() {
    let a = ("a", "use crate::b::B;\nuse std::fmt;\n");
    let b = ("b", "use super::d::{self, deep::{C as D, Other}, E};\n");
    let deep = ("d/deep", "pub fn f() -> u8 {\n    crate::a::g::<u8>()\n}\n");
    let (d, e) = ("d", "pub mod deep;\npub struct E;\n");
    let root = ("", "mod a;\nmod b;\nmod d;\npub use a::A;\n");
    assert_eq!(rings_of(&[root, a, b, deep, (d, e)]), [["a", "b", "d/deep"]]);
    // A second ring is one of its own; `super` in a folder is the folder's module.
    let above = (d, "use self::deep::F;\n");
    let below = ("d/deep", "use super::{\n    E,\n};\n");
    assert_eq!(rings_of(&[root, a, b, below, above]), [["d", "d/deep"]]);
    let both = ("d/deep", "use super::E;\nuse crate::a;\n");
    assert_eq!(rings_of(&[root, a, b, both, above]), [["a", "b", "d", "d/deep"]]);
    // Comments, unit tests, the names of other crates and of macros are no arrows.
    for text in [
        "// crate::a::g\n/// [`g`](crate::a::g)\n#[doc = \"[`g`](crate::a::g)\"]\n",
        "#[cfg(test)]\nmod tests {\n    use crate::a;\n}\n",
        "use other::crate::a;\nuse a::A;\n",
        "macro_rules! m { () => { $crate::a::g() } }\n",
        "use crate::c;\n",
    ] {
        let files = [root, a, b, ("d/deep", text), (d, e)];
        assert_eq!(rings_of(&files), Vec::<Vec<String>>::new(), "{text}");
    }
}

/// The modules of a crate's one test executable are listed there by hand: a file that is not is never compiled.
#[test]
fn every_file_of_tests_is_part_of_the_executable_of_its_crate() {
    let mut seen = 0;
    for folder in crates() {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        if !manifest.contains("autotests = false") {
            continue;
        }
        let path =
            manifest.split("\n[[test]]\n").nth(1).and_then(|test| test.split("path = \"").nth(1));
        let path = folder.join(path.and_then(|path| path.split('"').next()).unwrap());
        let root = fs::read_to_string(&path).unwrap();
        for entry in fs::read_dir(folder.join("tests")).unwrap() {
            let file = entry.unwrap().path();
            let is_main = file.join("main.rs").exists();
            if file == path
                || !(is_main || file.extension().is_some_and(|extension| extension == "rs"))
            {
                continue;
            }
            let module = format!("mod {};", file.file_stem().unwrap().to_str().unwrap());
            // What cannot share a process has an executable of its own.
            let own = format!("path = \"tests/{}", file.file_name().unwrap().to_str().unwrap());
            let is_part = root.lines().any(|line| line == module) || manifest.contains(&own);
            assert!(is_part, "{} lacks `{module}`", path.display());
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen} files were looked at");
}

/// What cargo knows of the packages of the project.
fn packages() -> Vec<serde_json::Value> {
    let cargo = std::process::Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--no-deps", "--offline"])
        .current_dir(project())
        .output()
        .unwrap();
    assert!(cargo.status.success(), "{}", String::from_utf8_lossy(&cargo.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&cargo.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap().clone();
    assert!(packages.len() > 30, "{} packages", packages.len());
    packages
}

/// A library whose sources have tests is compiled once more for them, and no other is: tests that are not run would be
/// none, and a library without any would be compiled in vain.
#[test]
fn a_library_is_compiled_for_tests_where_it_has_some() {
    let mut with = 0;
    for package in packages() {
        let folder = Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap();
        let targets = package["targets"].as_array().unwrap();
        let is_lib = |target: &&serde_json::Value| {
            let kind = target["kind"][0].as_str().unwrap();
            kind == "lib" || kind == "proc-macro"
        };
        let Some(lib) = targets.iter().find(is_lib) else { continue };
        let root = Path::new(lib["src_path"].as_str().unwrap()).parent().unwrap();
        let mut files = BTreeMap::new();
        read_modules(root, "", &mut files);
        let is_test = |line: &str| line.trim_start() == "#[cfg(test)]";
        let has = files.values().any(|text| text.lines().any(is_test));
        assert_eq!(lib["test"], has, "`test` of the library in {}", folder.display());
        with += usize::from(has);
    }
    assert!(with > 8, "{with} libraries with tests");
}

/// `cargo run` in the project's folder, without a name, is the main job: where several packages have programs, exactly
/// one says that it is meant.
#[test]
fn a_bare_run_is_the_main_job() {
    let packages = packages();
    let meant: Vec<_> =
        packages.iter().filter_map(|package| package["default_run"].as_str()).collect();
    assert_eq!(meant, ["reductio"]);
}
