//! The documentation of a public item begins with its subject, so that it says what the item is to somebody who has not
//! read its neighbours; and comments keep to 120 columns, which the formatter does not see to.

use std::fs;
use std::path::{Path, PathBuf};

use crate::layers::project;

/// Words with which no first sentence begins: a clause without a noun follows them, or the subject of a neighbour.
const WITHOUT_A_SUBJECT: [&str; 14] = [
    "As", "How", "That", "The same", "Those", "What", "When", "Where", "Whether", "Which", "Who",
    "Whom", "Whose", "Why",
];

/// The folder whose documentation is the help of the command line: phrases without a full stop, such as
/// "How the answer is written". Sentences are looked at there as elsewhere.
const HELP: &str = "checker/command/src/cli";

/// The name of the file with the front page of a crate, its `//!`, which may still be wider.
const FRONT_PAGE: &str = "lib.rs";

/// The folders whose comments may be wider: reports are compared with the numbers of lines in the first, and the files
/// of the second are compared with what the command writes.
const WIDE: [&str; 2] = ["checker/schedules/tests", "checker/command/tests/emitted"];

/// The greatest number of columns of a comment.
const COLUMNS: usize = 120;

/// The files of Rust in some folders of all crates of the workspace, below the folder of the project.
fn sources(folders: &[&str]) -> Vec<(String, String)> {
    let manifest = fs::read_to_string(project().join("Cargo.toml")).unwrap();
    let members = manifest.split("members = [").nth(1).and_then(|text| text.split(']').next());
    let mut found = Vec::new();
    for member in members.unwrap().split('"').skip(1).step_by(2) {
        for folder in folders {
            read(&project().join(member).join(folder), &mut found);
        }
    }
    let name = |path: &PathBuf| path.strip_prefix(project()).unwrap().display().to_string();
    found.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

/// Finds the files of Rust in a folder, if there is such a folder, and in those inside of it.
fn read(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("target") {
            read(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Decides whether a text begins with a word, or words, that have no subject.
fn lacks_a_subject(text: &str) -> bool {
    WITHOUT_A_SUBJECT.iter().any(|word| {
        let rest = text.strip_prefix(word);
        rest.is_some_and(|rest| {
            !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_')
        })
    })
}

/// The number of blanks with which a line begins.
fn depth(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// A comment of documentation in a file, with the item below it.
#[derive(Debug)]
struct Documented<'t> {
    /// The number of the first line of the comment.
    line: usize,
    /// The lines of the comment.
    lines: Vec<&'t str>,
    /// Tells whether the item is public: it says so; or it is a method of a public trait, a variant of a public enum or
    /// a field of such a variant; or it is a macro for other crates.
    is_public: bool,
}

/// The comments of documentation in a file, as the formatter writes it: what is inside of something else stands further
/// to the right, below the line with which that begins.
fn documented(text: &str) -> Vec<Documented<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    // The lines with which those things begin that the present line is inside of.
    let mut around: Vec<&str> = Vec::new();
    let (mut comment, mut begin) = (Vec::new(), 0);
    let mut is_exported = false;
    // How far to the right an attribute of several lines begins, and so ends.
    let mut attribute = None;
    for (number, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        if let Some(sentence) = code.strip_prefix("///") {
            if comment.is_empty() {
                begin = number + 1;
            }
            comment.push(sentence.trim());
        } else if let Some(begin) = attribute {
            attribute = (depth(line) != begin || !code.ends_with(']')).then_some(begin);
        } else if code.starts_with("#[") {
            attribute = (!code.ends_with(']')).then_some(depth(line));
            is_exported |= code.starts_with("#[macro_export]");
        } else if !(code.is_empty() || code.starts_with("//")) {
            if !code.starts_with(['{', '}', ')', ']', '>']) && !code.starts_with("where") {
                while around.last().is_some_and(|outer| depth(outer) >= depth(line)) {
                    around.pop();
                }
                if !comment.is_empty() {
                    let lines = std::mem::take(&mut comment);
                    let is_public = is_public(code, &around) || is_exported;
                    found.push(Documented { line: begin, lines, is_public });
                }
                around.push(line);
            }
            comment.clear();
            is_exported = false;
        }
    }
    found
}

/// Decides whether an item is public, by the line with which it begins and those of the things around it.
fn is_public(item: &str, around: &[&str]) -> bool {
    let says_so = |line: &str| ["pub ", "pub("].iter().any(|word| line.starts_with(word));
    let of_public = |line: &str| {
        let line = line.trim_start();
        says_so(line) && [" enum ", " trait "].iter().any(|word| line.contains(word))
    };
    let of_variant = |line: &str| {
        let line = line.trim_start();
        line.starts_with(char::is_uppercase) && line.ends_with(" {")
    };
    says_so(item)
        || match around {
            [.., outer, variant] if of_variant(variant) => of_public(outer),
            [.., outer] => of_public(outer),
            [] => false,
        }
}

/// The places where the documentation of a public item, or of the module, lacks a subject: line, and sentence or its
/// beginning.
fn faults(text: &str, is_help: bool) -> Vec<(usize, String)> {
    let head = text.strip_prefix("//! ").and_then(|said| said.lines().next());
    let head = head.filter(|said| lacks_a_subject(said)).map(|said| (1, said.to_owned()));
    let items = documented(text)
        .into_iter()
        .filter(|item| item.is_public && lacks_a_subject(item.lines[0]))
        .filter(|item| !is_help || item.lines.iter().any(|line| line.ends_with('.')))
        .map(|item| (item.line, item.lines[0].to_owned()));
    head.into_iter().chain(items).collect()
}

#[test]
fn public_docs_begin_with_their_subject() {
    let (mut items, mut wrong) = (0, Vec::new());
    for (name, text) in sources(&["src"]) {
        items += documented(&text).iter().filter(|item| item.is_public).count();
        let found = faults(&text, Path::new(&name).starts_with(HELP));
        wrong.extend(found.iter().map(|(line, sentence)| format!("{name}:{line}: {sentence}")));
    }
    // The descriptions of fields in JSON are the documentation of types too.
    for entry in fs::read_dir(project().join("checker/schemas")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        for said in text.split("\"description\": \"").skip(1).filter(|said| lacks_a_subject(said)) {
            wrong.push(format!("{}: {}", path.display(), said.lines().next().unwrap_or_default()));
        }
    }
    assert!(wrong.is_empty(), "say first what the item is, or what it does:\n{}", wrong.join("\n"));
    assert!(items > 5000, "{items} items were looked at");
}

#[test]
fn a_sentence_without_a_subject_is_noticed() {
    for item in [
        "pub fn f() {}",
        "pub(crate) struct S;",
        "pub mod inner;",
        "#[derive(Clone, Debug)]\n#[expect(\n    clippy::all,\n    reason = \"[\"\n)]\npub enum E {}",
        "// A comment.\n\npub type T = u8;",
        "#[macro_export]\nmacro_rules! m {\n    () => {};\n}",
    ] {
        let text = format!("\n/// Whose it is.\n/// Mine.\n{item}\n");
        assert_eq!(faults(&text, false), [(2, "Whose it is.".to_owned())], "{item}");
    }
    let parts = [
        "pub enum E {\n    /// What it was.\n    Was,\n    /// Why not.\n    Not {\n        /// Which one.\n        one: u8,\n    },\n}\n",
        "pub struct S {\n    /// Where it is.\n    pub place: u8,\n}\n\nimpl S {\n    /// The same.\n    pub fn f() {}\n}\n",
        "pub(crate) trait T: Sync {\n    fn f() {}\n\n    /// How it goes.\n    fn g();\n}\n",
        "pub trait T<A, B>\nwhere\n    A: Copy,\n{\n    /// As it goes.\n    fn g();\n}\n",
    ];
    let lines =
        |text| -> Vec<usize> { faults(text, false).into_iter().map(|(line, _)| line).collect() };
    assert_eq!(parts.map(lines), [vec![2, 4, 6], vec![2, 7], vec![4], vec![5]]);
    let module = "//! Where it goes.\n\n/// Where it comes from.\npub fn f() {}\n";
    assert_eq!(lines(module), [1, 3]);
    // Words are words, sentences after the first are free, and so is all that nobody else can see.
    for text in [
        "/// Whatever it is.\npub struct S;\n",
        "/// The samesies, Asleep, Howls and Thatch.\npub struct S;\n",
        "/// A thing. What it is for is another matter.\npub struct S;\n",
        "/// Says\n/// What follows.\npub struct S;\n",
        "/// What it is.\nstruct S {\n    /// Where it is.\n    place: u8,\n}\n",
        "enum E {\n    /// What it was.\n    Was,\n    Not {\n        /// Which one.\n        one: u8,\n    },\n}\n",
        "impl S {\n    /// What it is.\n    fn f() {}\n}\n\npub fn g() {}\n",
        "pub fn f() {\n    /// What a helper does.\n    fn g() {}\n}\n",
        "// What it is.\npub struct S;\n",
        "//! A module.\n//!\n//! What it is for.\n",
    ] {
        assert_eq!(faults(text, false), [], "{text}");
    }
    // Phrases of help end without a full stop.
    let (phrase, sentence) = ("/// How\npub struct S;\n", "/// How it\n/// is.\npub struct S;\n");
    assert_eq!((faults(phrase, true).len(), faults(sentence, true).len()), (0, 1));
}

/// The numbers of the lines that are comments, have more columns than there are to be, and could be broken. Code in
/// documentation cannot.
fn wide(text: &str, is_front_page: bool) -> Vec<usize> {
    let mut found = Vec::new();
    let mut is_code = false;
    for (number, line) in text.lines().enumerate() {
        let comment = line.trim_start();
        let Some(said) = comment.strip_prefix("//") else {
            is_code = false;
            continue;
        };
        if is_front_page && said.starts_with('!') {
            continue;
        }
        let said = said.trim_start_matches(['/', '!']).trim_start();
        if said.starts_with("```") {
            is_code = !is_code;
        } else if !is_code && said.contains(' ') && line.chars().count() > COLUMNS {
            found.push(number + 1);
        }
    }
    found
}

#[test]
fn comments_keep_to_their_columns() {
    let (mut lines, mut wrong) = (0, Vec::new());
    let all = sources(&["src", "tests"]).into_iter();
    for (name, text) in
        all.filter(|(name, _)| !WIDE.iter().any(|wide| Path::new(name).starts_with(wide)))
    {
        lines += text.lines().count();
        let found = wide(&text, Path::new(&name).ends_with(FRONT_PAGE));
        wrong.extend(found.iter().map(|line| format!("{name}:{line}")));
    }
    assert!(
        wrong.is_empty(),
        "these comments have more than {COLUMNS} columns:\n{}",
        wrong.join("\n")
    );
    assert!(lines > 100_000, "{lines} lines were looked at");
}

#[test]
fn a_wide_comment_is_noticed() {
    let words = "word ".repeat(30);
    for comment in ["//", "///", "//!", "    ///"] {
        assert_eq!(wide(&format!("\n{comment} {words}\n"), false), [2], "{comment}");
        assert_eq!(wide(&format!("\n{comment} {words}\n"), true).is_empty(), comment == "//!");
    }
    // Letters are counted, not bytes; below code it goes on; and nothing can be done about an address.
    assert_eq!(wide(&format!("/// {}\n", "≤ ".repeat(50)), false), [] as [usize; 0]);
    assert_eq!(wide(&format!("/// ```\n/// {words}\n/// ```\n/// {words}\n"), false), [4]);
    let address = format!("// https://example.org/{}\n", "a".repeat(120));
    assert_eq!(wide(&address, false), [] as [usize; 0]);
    assert_eq!(
        wide(&format!("const TEXT: &str = \"{words}\"; // {words}\n"), false),
        [] as [usize; 0]
    );
}
