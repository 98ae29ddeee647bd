//! The text of programs: what is read, what is refused and where, and that what is printed is read back.

use std::fmt::Write as _;

use reductio_algebra::TextErrors;
use reductio_programs::generate::{self, Draw};
use reductio_programs::syntax::Source;
use reductio_programs::{
    DECLARATIONS, ENTRY, Instruction, MAX_NESTING, SourceError, SourceErrorKind, TextLimit, WORDS,
    parse_program,
};

fn errors(text: &str) -> TextErrors<SourceError> {
    parse_program(text, "test", ENTRY).expect_err(text)
}

/// The codes of the faults, with the text at each.
fn faults(text: &str) -> Vec<(&'static str, String)> {
    let shown = |error: &SourceError| match &error.span {
        Some(span) => (error.code(), text[span.clone()].to_owned()),
        None => (error.code(), "-".to_owned()),
    };
    errors(text).iter().map(shown).collect()
}

fn fault(text: &str) -> (&'static str, String) {
    let mut all = faults(text);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

#[test]
fn errors_are_readable_when_they_are_unwrapped() {
    let text = "thread main {\n  x := y.f\n  fork wroker\n}\nthread worker { skip }";
    let errors = parse_program(text, "m", ENTRY).unwrap_err();
    let told = "
m:2:8: `y` may be used before it is bound (E1012)
    x := y.f
         ^
  help: did you mean `x`?
m:3:8: there is no thread `wroker` (E1007)
    fork wroker
         ^^^^^^
  help: did you mean `worker`?";
    assert_eq!(format!("{errors:?}"), told);
    let read = |text: &str| -> Result<(), Box<dyn std::error::Error>> {
        Source::parse(text)?;
        Ok(())
    };
    let told = read("thread main {").unwrap_err().to_string();
    assert!(told.starts_with("\nline 1, column 13: this `{` is never closed (E1004)"), "{told}");
}

const HAND_OVER: &str = "program hand_over
volatile Buffer.slot
thread main {
  buf := new Buffer            -- a comment
  l := new Lock
  p := fork producer; c := fork consumer
  join p
}
thread producer {
  item := new Item
  item.a := 1
  synchronized l { buf.slot := item }
}
thread consumer {
  acquire l
  it := buf.slot
  release l
  if it == 0 goto done
  A: assert it.a == 1
  done: skip
}
";

#[test]
fn the_example_is_read_with_its_lines() {
    let program = parse_program(HAND_OVER, "file", ENTRY).unwrap();
    assert_eq!(program.name(), "hand_over");
    let names: Vec<&str> = program.methods().iter().map(|method| &method.name[..]).collect();
    assert_eq!(names, ["main", "producer", "consumer"]);
    let consumer = &program.methods()[2];
    assert_eq!(consumer.lines, [15, 16, 17, 18, 19, 19, 20, 20]);
    assert!(matches!(consumer.code[4], Instruction::Read { .. }));
    assert!(matches!(consumer.code[5], Instruction::Assert { .. }));
    let (class, field) = (&program.classes()[0], &program.fields()[0]);
    assert_eq!((&class.name[..], &field[..], class.volatile.len()), ("Buffer", "slot", 1));
}

/// The program of the reference.
#[test]
fn the_reference_is_read() {
    let page = include_str!("../../../guide/src/reference/programs.md");
    let (_, rest) = page.split_once("```text hand_over.prog\n").unwrap();
    let (text, _) = rest.split_once("```").unwrap();
    assert_eq!(parse_program(text, "file", ENTRY).unwrap().name(), "hand_over");
}

#[test]
fn another_thread_can_be_the_first() {
    let text = "thread main { x := 1\n fork other }\nthread other { x := 2\n y := x }";
    let program = parse_program(text, "two", "other").unwrap();
    assert_eq!(program.method(program.entry()).name, "other");
    // What `main` would have bound is not bound.
    let text = "thread main { x := 1\n fork other }\nthread other { y := x }";
    assert!(parse_program(text, "two", ENTRY).is_ok());
    let errors = parse_program(text, "two", "other").unwrap_err();
    assert!(matches!(&errors[0].kind, SourceErrorKind::Unbound { name, .. } if name == "x"));
    let errors = parse_program(text, "two", "third").unwrap_err();
    assert!(matches!(&errors[0].kind, SourceErrorKind::NoEntry { entry, .. } if entry == "third"));
}

#[test]
fn labels_threads_and_jumps_are_checked() {
    assert_eq!(fault("thread main { L: skip\n goto M }"), ("E1010", "M".into()));
    assert_eq!(
        fault("thread main { fork main2 }\nthread main3 { skip }"),
        ("E1007", "main2".into())
    );
    // Labels are those of the same thread's code.
    assert_eq!(fault("thread main { goto L }\nthread t { L: skip }"), ("E1010", "L".into()));
    let into = "thread main { goto L\n if 1 { L: skip } }";
    assert_eq!(fault(into), ("E1011", "goto L".into()));
    assert_eq!(fault("thread main { while 1 { L: skip }\n if 1 goto L }").0, "E1011");
    assert_eq!(fault("thread main { if 1 { goto L } else { L: skip } }").0, "E1011");
    assert!(parse_program("thread main { L: if 1 { loop { goto L } } }", "out", ENTRY).is_ok());
    let out = "thread main { o := new A\n L: synchronized o { goto L } }";
    assert_eq!(fault(out), ("E1013", "goto L".into()));
    let inside = "thread main { o := new A\n synchronized o { L: skip\n goto L } }";
    assert!(parse_program(inside, "inside", ENTRY).is_ok());
    assert_eq!(fault("thread main { o := new A\n synchronized o { stop } }").0, "E1013");
    assert_eq!(fault("thread main { o := new A\n loop { synchronized o { break } } }").0, "E1013");
    assert_eq!(fault("thread main { break }"), ("E1014", "break".into()));
    assert_eq!(fault("thread main { continue }"), ("E1014", "continue".into()));
    assert_eq!(fault("thread main { L: skip\n L: skip }").0, "E1009");
    assert_eq!(fault("thread main { skip }\nthread main { skip }").0, "E1009");
    assert_eq!(faults("thread other { skip }"), [("E1008", "-".into())]);
    assert_eq!(faults(""), [("E1008", "-".into())]);
}

#[test]
fn names_are_bound_before_they_are_used() {
    assert_eq!(fault("thread main { x := y }"), ("E1012", "y".into()));
    assert_eq!(fault("thread main { if 1 { x := 1 }\n y := x }"), ("E1012", "x".into()));
    assert_eq!(fault("thread main { while 1 { x := 1 }\n y := x }"), ("E1012", "x".into()));
    assert_eq!(fault("thread main { x.f := 1 }"), ("E1012", "x".into()));
    assert_eq!(fault("thread main { goto L\n x := 1\n L: acquire x }"), ("E1012", "x".into()));
    for text in [
        "thread main { if 1 { x := 1 } else { x := 2 }\n y := x }",
        "thread main { loop { x := 1\n break }\n y := x }",
        // Nobody comes there.
        "thread main { stop\n y := x }",
        "thread main { loop { skip }\n y := x }",
        // A fork copies what is bound, and hands on what it was given.
        "thread main { x := 1\n fork t }\nthread t { fork u }\nthread u { y := x }",
        // Of a thread that nobody forks nothing is known.
        "thread main { x := 1 }\nthread idle { y := x }",
    ] {
        parse_program(text, "bound", ENTRY).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    }
    // One of two forks does not have it.
    let text = "thread main { fork t\n x := 1\n fork t }\nthread t { y := x }";
    assert_eq!(fault(text), ("E1012", "x".into()));
    // The result of a fork is not known to the thread itself.
    assert_eq!(fault("thread main { t := fork w }\nthread w { join t }"), ("E1012", "t".into()));
    let help = errors("thread main { count := 1\n x := cuont }")[0].help();
    assert_eq!(help.as_deref(), Some("did you mean `count`?"));
}

#[test]
fn what_is_no_thread_is_not_joined() {
    assert_eq!(fault("thread main { join 3 }"), ("E1015", "3".into()));
    assert_eq!(fault("thread main { join null }"), ("E1015", "null".into()));
    assert_eq!(fault("thread main { x := new A\n join x }"), ("E1015", "x".into()));
    assert_eq!(fault("thread main { x := 1\n join x + 1 }"), ("E1015", "x + 1".into()));
    assert!(parse_program("thread main { x := null\n x := x.f\n join x }", "x", ENTRY).is_ok());
}

#[test]
fn all_faults_of_a_text_are_found_in_one_run() {
    let text = "
thread main {
  x := := 1
  goto nowhere
  y := (1 + 2
  skip
  acquir y
  z := 99999999999999999999
  if { skip }
  fork nobody
}
thread t { $ }
thread u { synchronized }";
    let codes: Vec<&str> = faults(text).into_iter().map(|(code, _)| code).collect();
    assert_eq!(
        codes,
        ["E1003", "E1010", "E1003", "E1003", "E1006", "E1003", "E1007", "E1002", "E1003"]
    );
}

#[test]
fn every_word_has_its_place() {
    for word in DECLARATIONS.into_iter().chain(WORDS) {
        let text = format!("thread main {{ {word} := 1 }}");
        assert!(parse_program(&text, "word", ENTRY).is_err(), "{word} is a name");
        let text = format!("thread main {{ x{word} := 1 }}");
        assert!(parse_program(&text, "word", ENTRY).is_ok(), "x{word} is none");
    }
}

#[test]
fn line_ends_blanks_and_comments_do_not_matter() {
    let plain = parse_program(HAND_OVER, "x", ENTRY).unwrap();
    for text in [
        HAND_OVER.replace('\n', "\r\n"),
        format!("\u{feff}{HAND_OVER}"),
        HAND_OVER.replace('\n', "   -- and so on\n"),
        HAND_OVER.trim_end().to_owned(),
        HAND_OVER.replace("  ", "\t"),
    ] {
        assert_eq!(parse_program(&text, "x", ENTRY).as_ref(), Ok(&plain), "{text}");
    }
    // An expression may go on over lines.
    let text = "thread main { x := 1 +\n 2\n y :=\n x }";
    assert!(parse_program(text, "x", ENTRY).is_ok());
}

#[test]
fn too_large_texts_are_refused() {
    let most = usize::try_from(TextLimit::Text.most()).unwrap();
    let with = |bytes: usize| {
        let rest = bytes - "thread main { }".len();
        format!("thread main {{{} }}", " ".repeat(rest))
    };
    assert!(parse_program(&with(most), "large", ENTRY).is_ok());
    assert_eq!(faults(&with(most + 1)), [("E1001", String::new())]);
    assert_eq!(faults(&"x := 1\n".repeat(1_500_000))[0].0, "E1001");

    let nested = |levels: usize| {
        format!("thread main {{ {}skip{} }}", "loop { ".repeat(levels), " }".repeat(levels))
    };
    assert!(parse_program(&nested(MAX_NESTING - 1), "deep", ENTRY).is_ok());
    assert_eq!(faults(&nested(MAX_NESTING))[0].0, "E1005");
    assert_eq!(faults(&nested(100_000))[0].0, "E1005");
    let nested = |levels: usize| {
        format!("thread main {{ x := {}1{} }}", "(".repeat(levels), ")".repeat(levels))
    };
    assert!(parse_program(&nested(MAX_NESTING - 10), "deep", ENTRY).is_ok());
    for part in ["(", "not ", "- ", "1 + (", "x.f("] {
        let text = format!("thread main {{ x := {} }}", part.repeat(50_000));
        assert!(!errors(&text).is_empty());
    }
    let sum = format!("thread main {{ x := 1{} }}", " + 1".repeat(100_000));
    assert_eq!(faults(&sum)[0].0, "E1005");
    let path = format!("thread main {{ x := 1\n y := x{} }}", ".f".repeat(100_000));
    assert_eq!(faults(&path)[0].0, "E1005");

    let locals = |count: usize| {
        let all = (0..count).fold(String::new(), |mut all, k| {
            let _ = writeln!(all, "  x{k} := {k}");
            all
        });
        format!("thread main {{\n{all}}}")
    };
    let most = usize::try_from(TextLimit::Locals.most()).unwrap();
    assert!(parse_program(&locals(most), "many", ENTRY).is_ok());
    assert_eq!(faults(&locals(most + 1))[0].0, "E1017");
    let threads = |count: usize| {
        (1..count).fold("thread main { skip }\n".to_owned(), |mut all, k| {
            let _ = writeln!(all, "thread t{k} {{ fork t{} }}", k / 2 + 1);
            all
        })
    };
    let most = usize::try_from(TextLimit::Threads.most()).unwrap();
    assert!(parse_program(&threads(most), "many", ENTRY).is_ok());
    assert_eq!(faults(&threads(most + 1))[0].0, "E1016");
}

#[test]
fn what_is_printed_is_read_back() {
    let same = |source: &Source| {
        let text = source.to_string();
        let mut again = Source::parse(&text).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
        again.forget_places();
        assert_eq!(again, *source, "{text}");
        assert_eq!(again.to_string(), text);
    };
    for seed in 0..2_000 {
        same(&generate::random(seed));
    }
    let mut source = Source::parse(
        "program p\nvolatile A.f\nthread main {
          x := -(1) - -1 * -(x - (2 - 3)) div (4 mod 5); y := not (not x) == (1 == 2)
          z := (x or y) and (not (x and y) or x.f.g == null); (x).f := any -1 .. 1 + 2
          if x { skip } else if y { yield } else { stop }; w := -(-x) + -(-9223372036854775808)
          a := (x < y) < z; b := not x + 1; c := (not x) + 1; L: join x.f; x.f := fork main
          loop { break; continue }; while true { synchronized x.f { wait x.f; notify x; notifyAll x } }
          if x > 1 goto L; goto L; M: x.f := new A; release x; acquire x
        }",
    )
    .unwrap();
    source.forget_places();
    same(&source);
}

/// Texts with pieces removed, doubled and exchanged are read or refused, and nothing else happens.
#[test]
fn changed_texts_are_read_or_refused() {
    let count = std::env::var("CHANGED_TEXTS").ok().and_then(|n| n.parse().ok()).unwrap_or(4_000);
    let (mut read, mut refused) = (0, 0);
    for seed in 0..count {
        let mut draw = Draw::new(seed);
        let text = if draw.happens(20) {
            HAND_OVER.to_owned()
        } else {
            generate::random(seed).to_string()
        };
        let mut tokens: Vec<&str> = text.split_inclusive([' ', '\n', '.', '(']).collect();
        for _ in 0..=draw.below(4) {
            let (one, two) = (draw.below(tokens.len()), draw.below(tokens.len()));
            match draw.below(4) {
                0 => {
                    tokens.remove(one);
                }
                1 => tokens.insert(one, tokens[two]),
                2 => tokens.swap(one, two),
                _ => tokens.insert(
                    one,
                    draw.pick(&["{", "}", "$", "any ", "thread ", ":", "\n", "é", "9"]),
                ),
            }
        }
        let text = tokens.concat();
        match parse_program(&text, "changed", ENTRY) {
            Ok(_) => read += 1,
            Err(errors) => {
                refused += 1;
                assert!(!errors.is_empty(), "{text}");
                for error in errors {
                    let span = error.span.clone().unwrap_or(0..0);
                    assert!(text.get(span).is_some(), "{text}\n{error:?}");
                    assert!(!error.to_string().is_empty());
                    let _ = error.help();
                }
            }
        }
    }
    println!("{read} read, {refused} refused");
    assert!(read > count / 20 && refused > count / 4);
}
