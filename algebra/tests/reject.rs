//! The texts that are refused, with place and reason; and no text makes the reader panic.
//!
//! `accept/` holds statement files that are read and return. Each file of `reject/` starts with the
//! faults that must be found in it, `-- expect: E0107 at 5:12`, in order.

use std::fs;
use std::path::{Path, PathBuf};

use reductio_algebra::text::lexer::decode;
use reductio_algebra::{
    MAX_DEPTH, MAX_SOURCE_BYTES, ParseError, ParseErrorKind, Style, Symbol, TextErrors, Theory,
    Vocabulary, line_col, name,
};

fn files(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut files: Vec<PathBuf> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

fn faults(text: &str) -> Vec<String> {
    let place = |e: &ParseError| {
        let (line, column) = line_col(text, e.span.start);
        format!("{} at {line}:{column}", e.kind.code())
    };
    Theory::parse(text, &[]).err().unwrap_or_default().iter().map(place).collect()
}

fn codes(result: Result<impl Sized, TextErrors<ParseError>>) -> Vec<&'static str> {
    result.err().unwrap_or_default().iter().map(|e| e.kind.code()).collect()
}

#[test]
fn accepted_files_return() {
    for (path, text) in files("accept") {
        let path = path.display();
        let theory = Theory::parse(&text, &[]).unwrap_or_else(|e| panic!("{path}: {e:?}"));
        for statement in theory.statements() {
            for style in [Style::Ascii, Style::Unicode] {
                let printed = statement.formula.to_statement(style);
                let read = theory.vocabulary().parse_formula(&printed);
                let again = read.unwrap_or_else(|e| panic!("{path}: {printed}: {e:?}")).closed();
                assert_eq!(again, statement.formula, "{path}: {printed}");
            }
        }
    }
}

/// A list of bound names is as deep as it is long.
#[test]
fn quantifiers_over_many_names_are_refused() {
    let mut names = Vocabulary::new();
    names.declare(Symbol::action(name!("x"), 0));
    for over in ["", "actions ", "predicates "] {
        let text = |count: usize| {
            let list: Vec<String> = (0..count).map(|k| format!("b{k}")).collect();
            format!("(for all {over}{}: x = x) => x = x", list.join(", "))
        };
        assert!(names.parse_formula(&text(MAX_DEPTH - 10)).is_ok(), "{over}");
        let many = format!("for all {over}a, b, c, d, e, f, g, h: ").repeat(MAX_DEPTH / 4);
        assert_eq!(codes(names.parse_formula(&format!("{many}x = x"))), ["E0106"], "{over}");
        assert_eq!(codes(names.parse_formula(&text(MAX_DEPTH + 1))), ["E0106"], "{over}");
        assert_eq!(codes(names.parse_formula(&text(100_000))), ["E0106"], "{over}");
    }
}

#[test]
fn spellings_are_one() {
    let (_, text) = files("accept").into_iter().find(|(p, _)| p.ends_with("spellings.oa")).unwrap();
    let theory = Theory::parse(&text, &[]).unwrap();
    let formula = |k: usize| &theory.statements()[k].formula;
    assert_eq!(formula(0), formula(1));
    assert_eq!(formula(2), formula(3));
}

#[test]
fn rejected_files_name_their_faults() {
    for (path, text) in files("reject") {
        let expected: Vec<&str> =
            text.lines().map_while(|line| line.strip_prefix("-- expect: ")).collect();
        assert!(!expected.is_empty(), "{}: no fault is expected", path.display());
        let found = faults(&text);
        for e in Theory::parse(&text, &[]).unwrap_err() {
            println!("{}: {:?} {e}", path.display(), &text[e.span.clone()]);
        }
        assert_eq!(found, expected, "{}", path.display());
    }
}

/// Every code that a file can have is expected in some file, but for the limits below.
#[test]
fn every_code_has_a_file() {
    let all: String = files("reject").into_iter().map(|(_, text)| text).collect();
    for number in 103..=115 {
        let code = format!("-- expect: E0{number} at ");
        assert!(all.contains(&code) || number == 106, "no file is rejected with E0{number}");
    }
}

#[test]
fn the_limit_of_the_size_is_1_mib() {
    let text = |bytes: usize| format!("theory t\n--{}", " ".repeat(bytes - "theory t\n--".len()));
    assert_eq!(MAX_SOURCE_BYTES, 1 << 20);
    assert!(Theory::parse(&text(MAX_SOURCE_BYTES), &[]).is_ok());
    assert_eq!(codes(Theory::parse(&text(MAX_SOURCE_BYTES + 1), &[])), ["E0101"]);
    assert!(decode(text(MAX_SOURCE_BYTES).as_bytes()).is_ok());
    assert_eq!(decode(&vec![b' '; MAX_SOURCE_BYTES + 1]).unwrap_err().kind.code(), "E0101");
}

#[test]
fn bytes_that_are_no_text_have_a_place() {
    let error = decode(b"theory t\xff").unwrap_err();
    assert_eq!((error.kind, error.span), (ParseErrorKind::NotUtf8 { byte: 8 }, 8..8));
    // A character that is cut off at the end.
    assert_eq!(decode(&"p ≤".as_bytes()[..4]).unwrap_err().span, 2..2);
}

fn names() -> Vocabulary {
    let mut names = Vocabulary::new();
    names.declare_index(name!("i"));
    names.declare(Symbol::action(name!("x"), 0));
    names.declare(Symbol::action(name!("u"), 1));
    names.declare(Symbol::predicate(name!("p"), 0));
    names
}

fn repeated(before: &str, middle: &str, after: &str, times: usize) -> String {
    [&before.repeat(times), middle, &after.repeat(times)].concat()
}

#[test]
fn the_limit_of_the_depth_is_200() {
    assert_eq!(MAX_DEPTH, 200);
    // Each has its own way of being deep: text at the limit, and one level more.
    let deep = |n: usize| {
        [
            repeated("(", "x", ")", n),
            repeated("", "x", "*", n - 1),
            repeated("", "x", "^w", n - 1),
            repeated("!", "p", "", n - 1),
            repeated("x + ", "x", "", n - 1),
            repeated("x ", "x", "", n - 1),
            repeated("x ? ", "x", "", n - 1),
            repeated("(+i : ", "x", ")", n - 1),
        ]
    };
    for (at, past) in deep(MAX_DEPTH).iter().zip(deep(MAX_DEPTH + 1)) {
        assert!(names().parse_term(at).is_ok(), "{at}");
        assert_eq!(codes(names().parse_term(&past)), ["E0106"], "{past}");
        let (at, past) = (format!("x <= {at}"), format!("x <= {past}"));
        assert!(names().parse_formula(&at).is_ok(), "{at}");
        assert_eq!(codes(names().parse_formula(&past)), ["E0106"], "{past}");
    }
    let premises = |n: usize| repeated("x <= x => ", "x <= x", "", n);
    assert!(names().parse_formula(&premises(MAX_DEPTH)).is_ok());
    assert_eq!(codes(names().parse_formula(&premises(MAX_DEPTH + 1))), ["E0106"]);
    // The innermost conclusion is one level deeper than the brackets around it.
    let left = |n: usize| repeated("(", "x <= x", " => x <= x)", n);
    assert!(names().parse_formula(&left(MAX_DEPTH - 1)).is_ok());
    assert_eq!(codes(names().parse_formula(&left(MAX_DEPTH))), ["E0106"]);
}

/// Text that would overflow the stack of a careless reader, on the small stack of a test thread.
#[test]
fn a_million_brackets_are_an_error() {
    let check = || {
        for piece in
            ["(", "((", "[", "!", "{", "(+i : ", "x => ", "for all i: ", "x <= x => ", "x + "]
        {
            let text = piece.repeat(1_000_000 / piece.len());
            assert!(!codes(names().parse_formula(&text)).is_empty(), "{piece}");
            let file = format!("theory t index i action x predicate p lemma (1) ours: {text}");
            assert!(!codes(Theory::parse(&file, &[])).is_empty(), "{piece}");
        }
        let long = |piece: &str| format!("x{} <= x", piece.repeat(500_000));
        assert_eq!(codes(names().parse_formula(&long("*"))), ["E0106"]);
        assert_eq!(codes(names().parse_formula(&long(" x"))), ["E0106"]);
    };
    let small = std::thread::Builder::new().stack_size(2 << 20).spawn(check).unwrap();
    small.join().unwrap();
}

/// Looking for the nearest name must not take the product of two long names.
#[test]
fn long_names_are_not_compared() {
    let (known, unknown) = ("a".repeat(400_000), "b".repeat(400_000));
    let text = format!("theory t action {known} lemma (1) ours: {unknown} <= T");
    assert_eq!(codes(Theory::parse(&text, &[])), ["E0107"]);
    let text = format!(
        "theory t lemma ({known}) ours: 0 <= 1 lemma (2) ours assuming ({unknown}): 0 <= 1"
    );
    assert_eq!(codes(Theory::parse(&text, &[])), ["E0113"]);
}

#[test]
fn a_misspelt_keyword_is_named() {
    let helps = |text: &str| -> Vec<String> {
        let errors = Theory::parse(text, &[]).err().unwrap_or_default();
        errors.iter().filter_map(|error| error.kind.help()).collect()
    };
    assert_eq!(helps("theory Law\nacton x\n"), ["did you mean `action`?"]);
    assert_eq!(helps("theory Law\nlema (1) ours: 0 <= 1\n"), ["did you mean `lemma`?"]);
    assert_eq!(helps("theory Law\ntheorm (1) ours: 0 <= 1\n"), ["did you mean `theorem`?"]);
    assert_eq!(helps("theory Law\nnonsense\n"), [""; 0]);
}
