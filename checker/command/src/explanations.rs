//! The explanations of all codes: Markdown files in `explanations`, one for each family of codes, and the files of the
//! examples in `errors`. A test runs each example.

use std::sync::LazyLock;

use include_dir::{Dir, include_dir};

static FAMILIES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/explanations");

static EXAMPLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/errors");

/// The explanation of a code.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The code: `E0309`.
    pub code: &'static str,
    /// A title of a few words.
    pub title: &'static str,
    /// A paragraph of text.
    pub text: String,
    /// The files of the example.
    pub files: Vec<ExampleFile>,
    /// The verb and the arguments that run the example, or the reason why there is none.
    pub run: Result<String, String>,
}

/// A file of an example.
#[derive(Clone, Copy, Debug)]
pub struct ExampleFile {
    /// The name of the file.
    pub name: &'static str,
    /// The content of the file.
    pub bytes: &'static [u8],
    /// The number of times that the content is repeated: 1 but for files that are too large on purpose.
    pub times: usize,
}

/// All explanations, sorted by code.
///
/// # Panics
/// If the bundled files are not of their form: a bug that the tests find.
pub static EXPLANATIONS: LazyLock<Vec<Explanation>> = LazyLock::new(|| {
    let families = FAMILIES.files().map(|family| family.contents_utf8().expect("text"));
    let sections = families.flat_map(|text| text.split("\n## ").skip(1));
    let mut all: Vec<Explanation> = sections.map(explanation).collect();
    all.sort_by_key(|explanation| explanation.code);
    all
});

/// Reads `CODE: TITLE`, a paragraph, and a list: `files:`, the names of files in `errors`, and `run:` or `no example:`.
fn explanation(section: &'static str) -> Explanation {
    let (heading, body) = section.split_once("\n\n").expect("a heading");
    let (code, title) = heading.split_once(": ").expect("a code and a title");
    let (text, items) = body.split_once("\n\n- ").unwrap_or_else(|| panic!("{code} has no list"));
    let (mut files, mut run) = (Vec::new(), None);
    for item in items.split("\n- ") {
        match item.split_once(": ").unwrap_or_else(|| panic!("{code}: `{item}`")) {
            ("files", names) => files = names.trim().split(", ").map(example_file).collect(),
            ("run", arguments) => run = Some(Ok(in_one_line(arguments))),
            ("no example", reason) => run = Some(Err(in_one_line(reason))),
            (other, _) => panic!("{code}: `{other}`"),
        }
    }
    let run = run.unwrap_or_else(|| panic!("{code} has no example, and no reason why"));
    Explanation { code, title, text: in_one_line(text), files, run }
}

/// Reads `NAME`, or `NAME x TIMES`.
fn example_file(entry: &'static str) -> ExampleFile {
    let (name, times) = entry.split_once(" x ").unwrap_or((entry, "1"));
    let file =
        EXAMPLES.get_file(name).unwrap_or_else(|| panic!("there is no file `errors/{name}`"));
    ExampleFile { name, bytes: file.contents(), times: times.parse().expect("a number") }
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
