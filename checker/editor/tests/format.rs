//! Formatting sets white space and nothing else, and formatting twice is formatting once: on all files of the project,
//! and on disturbed ones.

mod common;

use std::sync::Arc;

use reductio::language::ParsedSystem;
use reductio::library::Library;
use reductio::programs::{ENTRY, parse_program};
use reductio::source::Source;
use reductio::{File, Language};
use reductio_editor::format;

/// The characters of a text that are no white space, each comment ended by a mark of its own: what a formatter must not
/// change. A `"` begins a text only in systems.
fn marks(language: Language, text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut in_text = false;
        let mut chars = line.chars().peekable();
        while let Some(c) = chars.next() {
            in_text ^= c == '"' && language == Language::System;
            if c == '-' && chars.peek() == Some(&'-') && !in_text {
                // Spaces within a comment are its writer's.
                let rest: String = chars.collect();
                out = out + "-" + rest.trim_end() + "\n";
                break;
            }
            if in_text || !(c.is_whitespace() || c == '\u{feff}') {
                out.push(c);
            }
        }
    }
    out
}

fn formatted(name: &str, language: Language, text: &str) -> Option<String> {
    format(&Arc::new(File::new(name, text)), language).ok()
}

/// Formats a text twice, and checks what has to be true of the result.
fn checked(name: &str, language: Language, text: &str) -> Option<String> {
    let once = formatted(name, language, text)?;
    assert_eq!(marks(language, text), marks(language, &once), "{name}: more than white space");
    assert_eq!(formatted(name, language, &once).as_deref(), Some(&*once), "{name}: not twice");
    assert!(!once.contains("\n\n\n") && !once.contains('\t') && !once.contains(" \n"), "{name}");
    assert!(once.is_empty() || once.ends_with('\n') && !once.starts_with('\n'), "{name}");
    Some(once)
}

/// The value that a text means, without places: the value of a formatted text is the same.
fn meaning(language: Language, text: &str) -> Option<String> {
    // The lines of statements are in what systems and programs become; empty lines that are left out move them.
    let text = text.to_owned();
    match language {
        Language::System => {
            let system = ParsedSystem::parse(&text, "s", &[]).ok()?.into_system();
            Some(without_places(&format!("{system:?}")))
        }
        Language::Program => {
            let program = parse_program(&text, "p", ENTRY).ok()?;
            Some(without_places(&format!("{program:?}")))
        }
        Language::Statements | Language::Script => {
            let file = Arc::new(File::new("t", &text));
            let library = Library::with(&[Source { file, language }], false);
            if !library.faults.is_empty() {
                return None;
            }
            let theory = library.theories.iter().find(|t| !t.is_bundled);
            let theory = theory.filter(|_| language == Language::Statements).map(|t| {
                let told = |s: &reductio_algebra::Statement| {
                    format!(
                        "{:?} {:?} {:?} {:?} {:?}\n",
                        s.label, s.kind, s.status, s.assuming, s.formula
                    )
                };
                let all: String = t.theory.statements().iter().map(told).collect();
                let definitions: Vec<String> = t
                    .theory
                    .definitions()
                    .iter()
                    .map(|d| format!("{:?} {:?} {:?}", d.label, d.status, d.equation))
                    .collect();
                format!("{all}{definitions:?}")
            });
            let script = library.scripts.iter().find(|s| s.headings.is_none());
            theory.or_else(|| Some(without_places(&format!("{:?}", script?.script.derivations))))
        }
    }
}

/// A value as it is printed for programmers, without the numbers in it that are places.
fn without_places(text: &str) -> String {
    let mut parts = text.split("lines: [");
    let first = parts.next().unwrap().to_owned();
    let text = parts.fold(first, |all, part| all + part.split_once(']').unwrap().1);
    let mut out = String::new();
    let mut rest = &*text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = rest[at..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - at);
        let end = at + digits;
        out.push_str(&rest[..at]);
        // A span is `12..34`, and a line stands behind its name.
        let is_span = rest[end..].starts_with("..") || out.ends_with("..");
        let is_line =
            out.ends_with("line ") || out.ends_with("line: ") || out.ends_with("line: Some(");
        if !is_span && !is_line {
            out.push_str(&rest[at..end]);
        }
        rest = &rest[end..];
    }
    out + rest
}

#[test]
fn files_of_the_project_keep_their_meaning() {
    let (mut formatted, mut meant) = (0, 0);
    let (mut changed, mut bundled) = (Vec::new(), Vec::new());
    for (name, language, text) in common::files() {
        let Some(once) = checked(&name, language, &text) else { continue };
        formatted += 1;
        if !name.contains("/tests/") {
            bundled.push(name.clone());
        }
        if once == text {
            continue;
        }
        if let Some(meaning_before) = meaning(language, &text) {
            assert_eq!(Some(meaning_before), meaning(language, &once), "{name}");
            meant += 1;
        }
        if std::env::var_os("SHOW_LAYOUT").is_some() {
            println!("{name}");
            for (old, new) in text.lines().zip(once.lines()).filter(|(old, new)| old != new).take(5)
            {
                println!("-{old}\n+{new}");
            }
        }
        changed.push(name);
    }
    println!(
        "{formatted} formatted, {} changed, {meant} of them with a meaning: {changed:#?}",
        changed.len()
    );
    assert!(formatted > 300, "{formatted}");
    // Files of tests may be laid out in odd ways; all others are as `reductio fmt` leaves them, of each language many.
    changed.retain(|name| !name.contains("/tests/"));
    assert_eq!(changed, Vec::<String>::new());
    let bundled = |ending: &str| bundled.iter().filter(|name| name.ends_with(ending)).count();
    let counts = [".oa", ".oap", ".sys", ".prog"].map(bundled);
    println!("bundled files: {counts:?}");
    assert!(counts.into_iter().all(|count| count >= 10), "{counts:?}");
}

/// Numbers that look random, from a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// A text with other white space in the places where its tokens stay what they are.
fn disturbed(language: Language, text: &str, dice: &mut Dice) -> String {
    let end = dice.pick(&["\n", "\r\n"]);
    let mut out = dice.pick(&["", "\n", " \n\n"]).to_owned();
    for line in text.lines() {
        let pieces = reductio_editor::pieces(language, line);
        out += dice.pick(&["", " ", "   ", "\t", "\t\t  "]);
        for (number, piece) in pieces.iter().enumerate() {
            let word = piece.text(line);
            if number > 0 {
                let before = pieces[number - 1].text(line);
                let touch = format!("{before}{word}");
                let may_touch = reductio_editor::pieces(language, &touch).len() == 2
                    && reductio_editor::pieces(language, &touch)[0].text(&touch) == before
                    && line[pieces[number - 1].span.end..piece.span.start].is_empty();
                out += match dice.below(4) {
                    1 => "  ",
                    2 if !may_touch => "\t ",
                    _ if may_touch => "",
                    _ => " ",
                };
            }
            out += word;
        }
        out += dice.pick(&["", "", " ", "\t"]);
        out += end;
        if dice.below(6) == 0 {
            out += dice.pick(&["\n", "  \n", "\r\n\n"]);
        }
    }
    out
}

#[test]
fn disturbed_files_keep_their_meaning() {
    const SEED: u64 = 20_261_125;
    println!("seed {SEED}");
    let mut dice = Dice(SEED);
    let (mut laid_out, mut meant, mut moved) = (0, 0, 0);
    for (name, language, text) in common::files() {
        if text.len() > 1_500 || formatted(&name, language, &text).is_none() {
            continue;
        }
        let other = disturbed(language, &text, &mut dice);
        let Some(once) = checked(&name, language, &other) else {
            panic!("{name} cannot be read any more:\n{other}");
        };
        laid_out += 1;
        moved += usize::from(once != other);
        // A space in a label is part of its name, and may be a new one here.
        let before = meaning(language, &other);
        if before.is_some() {
            assert_eq!(before, meaning(language, &once), "{name}:\n{other}\n{once}");
            meant += 1;
        }
    }
    println!("{laid_out} laid out, {moved} of them otherwise, {meant} with a meaning");
    assert!(laid_out > 200 && moved > 200 && meant > 60, "{laid_out} {moved} {meant}");
}

#[test]
fn what_cannot_be_read_is_refused_with_its_place() {
    let refused = |language, text: &str| {
        let faults = format(&Arc::new(File::new("t", text)), language).unwrap_err();
        let fault = &faults[0];
        let place = fault.place.as_ref().unwrap();
        (fault.code, place.file.line_col(place.span.start))
    };
    assert_eq!(
        refused(Language::Statements, "theory T\nlemma (1) ours: x $ y"),
        ("E0103", (2, 19))
    );
    assert_eq!(refused(Language::Statements, "theory T\nlemma (1 ours: x"), ("E0105", (2, 7)));
    assert_eq!(refused(Language::Script, "proofs of T\n}"), ("E0104", (2, 1)));
    assert_eq!(refused(Language::Script, "proofs of T\n{ x )"), ("E0104", (2, 5)));
    assert_eq!(refused(Language::System, "thread t { x := }"), ("E0603", (1, 17)));
    assert_eq!(refused(Language::Program, "thread main {"), ("E1004", (1, 13)));
}

#[test]
fn layouts() {
    let cases = [
        (
            Language::System,
            "thread t{\nif x<3{x:=x+1}else{ x := -1 }\n   -- last\n}",
            "thread t {\n  if x < 3 {x := x + 1} else { x := -1 }\n  -- last\n}\n",
        ),
        (
            Language::System,
            "var a    : bool  -- one\nvar bb   : bool      -- two",
            "var a    : bool  -- one\nvar bb   : bool      -- two\n",
        ),
        (
            Language::Program,
            "thread main {\nx . f:=new   C ; y := x.f-1\n}",
            "thread main {\n  x.f := new C; y := x.f - 1\n}\n",
        ),
        (
            Language::Statements,
            "theory T\n\n\n\nlemma(a-b , c)ours: x^* y*<=!  p_{i,j}\n x=>(+i:u_i)",
            "theory T\n\nlemma (a-b , c) ours: x^* y* <= !p_{i,j}\n  x => (+i: u_i)\n",
        ),
        (
            Language::Script,
            "proofs of T\nlemma (1): x = x\nproof\nx\n={ (1) ; (hyp)}\n  x\nqed",
            "proofs of T\nlemma (1): x = x\nproof\n    x\n  = {(1); (hyp)}\n    x\nqed\n",
        ),
    ];
    for (language, text, wanted) in cases {
        assert_eq!(formatted("t", language, text).as_deref(), Some(wanted), "{text}");
    }
}
