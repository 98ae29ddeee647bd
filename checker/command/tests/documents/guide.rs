//! The guide: its pages are all linked, its lists are complete, and five commands get a newcomer somewhere.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use reductio_command::EXPLANATIONS;
use reductio_theorems::bundled::{DISCIPLINE, REDUCTION, S5};

use crate::common::listed;
use crate::documents::blocks::{Block, blocks};
use crate::documents::{answers, read, root};

/// The pages below `guide/src`, but for the table of contents.
pub(crate) fn pages() -> Vec<String> {
    fn collect(folder: &Path, out: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { collect(&path, out) } else { out.push(path) }
        }
    }
    let mut all = Vec::new();
    collect(&root().join("guide/src"), &mut all);
    let relative = all.iter().map(|p| p.strip_prefix(root()).unwrap().to_str().unwrap().to_owned());
    let mut pages: Vec<String> = relative.filter(|p| !p.ends_with("SUMMARY.md")).collect();
    pages.sort();
    pages
}

/// Asserts that a block of kind `statements` shows lines of the bundled statement files.
pub(crate) fn are_bundled(page: &str, lines: &[&str]) {
    let sources = std::iter::once(S5).chain(REDUCTION).chain(DISCIPLINE);
    let bundled: BTreeSet<&str> = sources.flat_map(|source| source.text.lines()).collect();
    for line in lines {
        assert!(line.is_empty() || bundled.contains(line), "{page}: in no statement file: {line}");
    }
}

/// Asserts that a page with Rust is a doc-test: a library includes the page, and `cargo test --doc` compiles and runs
/// it.
pub(crate) fn is_doc_test(page: &str) {
    let libraries = [("checker/src/lib.rs", "../.."), ("checker/schedules/src/lib.rs", "../../..")];
    let mut included = libraries
        .iter()
        .map(|(library, root)| read(library).contains(&format!("include_str!(\"{root}/{page}\")")));
    assert!(included.any(|is_included| is_included), "{page} is not among the doc-tests");
}

/// Asserts that a block of Rust stands in the fixture of this name, but for lines that say that its test fails. What
/// the fixture prints is a test of the crate `reductio-schedules`.
pub(crate) fn is_in_fixture(page: &str, name: &str, lines: &[&str]) {
    let fixture = read(&format!("checker/schedules/tests/tutorial/{name}"));
    let all: Vec<&str> = fixture.lines().filter(|line| !line.contains("#[should_panic")).collect();
    assert!(all.windows(lines.len()).any(|part| part == lines), "{page}: not in {name}: {lines:?}");
}

/// The targets of the links of a page, without those in its code.
fn links(text: &str) -> Vec<&str> {
    let mut links = Vec::new();
    let mut is_code = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            links.extend(line.split("](").skip(1).filter_map(|rest| rest.split(')').next()));
        }
    }
    links
}

/// The page that a link on another leads to, as a path from the root.
fn target(page: &str, link: &str) -> String {
    let mut path = PathBuf::new();
    for part in Path::new(page).parent().unwrap().join(link).components() {
        match part {
            Component::ParentDir => _ = path.pop(),
            part => path.push(part),
        }
    }
    path.to_str().unwrap().to_owned()
}

#[test]
fn every_page_is_in_the_table_of_contents_and_every_link_leads_to_a_page() {
    let pages = pages();
    let contents = "guide/src/SUMMARY.md";
    let text = read(contents);
    let mut listed: Vec<String> = links(&text).into_iter().map(|l| target(contents, l)).collect();
    listed.sort();
    assert_eq!(listed, pages);
    let chapters = chapters();
    let mut count = 0;
    for page in &pages {
        for link in links(&read(page)) {
            let target = target(page, link);
            assert!(pages.contains(&target) || chapters.contains(&target), "{page}: {link}");
            count += 1;
        }
    }
    assert!(count >= 40, "only {count} links");
    assert!(read("README.md").contains("](guide/src/README.md)"));
}

/// The chapters for users from Rust, which are documentation of the library, of the report crate, and of the command.
fn chapters() -> Vec<String> {
    let mut chapters = Vec::new();
    for folder in ["checker/src/guide", "checker/report/src/guide", "checker/command/src/guide"] {
        let all = std::fs::read_dir(root().join(folder)).unwrap();
        let paths = all.map(|entry| entry.unwrap().path());
        let pages = paths.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
        let name = |path: PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
        chapters.extend(pages.map(|path| format!("{folder}/{}", name(path))));
    }
    chapters
}

#[test]
fn the_chapters_for_rust_are_documentation_that_is_run() {
    let chapters = chapters();
    assert_eq!(chapters.len(), 5);
    let page = read("guide/src/rust.md");
    for chapter in &chapters {
        let (folder, name) = chapter.rsplit_once('/').unwrap();
        let module = read(&format!("{folder}/mod.rs"));
        assert!(page.contains(&format!("](../../{chapter})")), "{chapter}");
        assert!(
            module.contains(&format!("#[doc = include_str!(\"{name}\")]\npub mod ")),
            "{chapter}"
        );
        let text = read(chapter);
        let blocks = blocks(&text);
        assert!(blocks.len() >= 4, "{chapter}");
        for block in blocks {
            // A block that is not plain `rust` might not be run.
            assert_eq!(block.info, "rust", "{chapter}");
            assert!(block.lines.iter().any(|line| line.contains("assert")), "{chapter}");
        }
    }
}

#[test]
fn the_chapter_on_systems_shows_the_system_of_its_blocks() {
    let code = read("checker/src/guide/handover.rs");
    let body = &code[code.find("    let mut system").unwrap()..];
    assert!(body.contains("system.finish()"));
    assert!(read("checker/src/guide/systems.md").contains(body));
}

#[test]
fn the_index_of_errors_is_that_of_explain() {
    let text = read("guide/src/reference/errors.md");
    let rows = text.lines().filter_map(|l| l.strip_prefix("| ")?.strip_suffix(" |"));
    let rows: Vec<(&str, &str)> = rows
        .filter_map(|row| row.split_once(" | "))
        .filter(|(code, _)| code.len() == 5 && code.starts_with(['E', 'W']))
        .collect();
    let explained: Vec<(&str, &str)> = EXPLANATIONS.iter().map(|e| (e.code, e.title)).collect();
    assert_eq!(rows, explained);
}

/// Asserts that every word of a language stands in some block of its page.
fn all_are_shown(page: &str, words: &[String]) {
    let text = read(&format!("guide/src/reference/{page}"));
    let blocks = blocks(&text);
    let lines = blocks.iter().filter(|b| b.info.starts_with("text ")).flat_map(|b| &b.lines);
    let shown: BTreeSet<&str> = lines
        .map(|line| line.split("--").next().unwrap())
        .flat_map(|line| line.split(|c: char| !c.is_alphanumeric()))
        .collect();
    let missing: Vec<&String> = words.iter().filter(|w| !shown.contains(w.as_str())).collect();
    assert!(missing.is_empty(), "{page} has no example of {missing:?}");
}

#[test]
fn the_references_have_an_example_of_every_word() {
    let lexer = "checker/language/src/lexer.rs";
    let mut words = listed(lexer, "DECLARATIONS");
    words.extend(listed(lexer, "WORDS"));
    words.extend(listed(lexer, "PROPERTY_WORDS").into_iter().filter(|word| word != "leads_to"));
    assert!(words.len() > 50);
    all_are_shown("systems.md", &words);
    let words = listed("algebra/src/name.rs", "KEYWORDS");
    assert_eq!(words.len(), 17);
    let of_scripts = ["proof", "below", "case", "qed", "with", "lemma", "theorem"];
    all_are_shown("scripts.md", &of_scripts.map(str::to_owned));
    let of_statements: Vec<String> =
        words.into_iter().filter(|w| !of_scripts[..5].contains(&w.as_str())).collect();
    all_are_shown("statements.md", &of_statements);
}

/// The section of a page under a heading.
fn section<'a>(text: &'a str, heading: &str) -> &'a str {
    let section = text.split("\n## ").find(|s| s.starts_with(heading));
    section.unwrap_or_else(|| panic!("no section `{heading}`"))
}

#[test]
fn a_newcomer_gets_somewhere_in_five_commands() {
    for (page, may_fail) in [("derivations", false), ("systems", false), ("teaching", true)] {
        let page = format!("guide/src/tutorials/{page}.md");
        let text = read(&page);
        let blocks = blocks(section(&text, "From a clone"));
        let of = |kind: &'static str| blocks.iter().filter(move |b| b.info == kind);
        let commands =
            of("sh").map(|b: &Block<'_>| b.lines.len()).sum::<usize>() + of("console").count();
        // To clone is a command as well.
        assert!((2..=4).contains(&commands), "{page}: {commands} commands");
        let answers = answers(&page, &blocks);
        let is_right = answers.iter().all(|a| a.code == 0 && a.out.contains(" holds"));
        // A countermodel is an answer too.
        assert!(is_right || may_fail, "{page}: {answers:?}");
    }
}
