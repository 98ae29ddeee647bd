//! Texts that are refused. Each lists at its end its faults: place, words, and after `--?` the remedy.

use crate::language::{marked, parse, shown, texts};

#[test]
fn rejected_texts_have_these_faults_and_no_others() {
    let texts = texts("tests/systems/reject");
    assert!(texts.len() >= 20);
    for (name, text) in texts {
        let errors = parse(&text).err().unwrap_or_default();
        assert!(!errors.is_empty(), "{name} is accepted");
        let expected: Vec<&str> =
            text.lines().filter(|l| l.starts_with("--!") || l.starts_with("--?")).collect();
        assert_eq!(shown(&text, &errors), expected.join("\n"), "faults of {name}");
    }
}

/// The second place of a fault is where the first declaration is.
#[test]
fn a_second_declaration_points_to_the_first() {
    for text in ["var x : bool\nvar x : bool\nthread t { skip }", "thread t { x: skip; x: skip }"] {
        let errors = parse(text).unwrap_err();
        let (span, what) = errors[0].other.as_ref().unwrap();
        assert_eq!((text.find('x'), what.as_str()), (Some(span.start), "first declared here"));
    }
}

/// A fault hides no other, even where a declaration cannot be read.
#[test]
fn what_a_broken_declaration_declares_is_not_unknown() {
    for text in [
        "var x = 3\nthread t { x := 1 }",
        "const N = \nvar x : 0 .. N\nthread t { x := N }",
        "var : bool\nthread t { x := 1 }",
        "thread t { local x = 3\n x := 1 }",
        "var x : 0 .. 3\nthread t { A: x = 1 }\ninvariant t at A",
        "var x : 0 .. 3\nthread t { loop { A: x := 1 }\ninvariant t at A",
        "type T = 3 .. 2\nvar x : T\nvar y : T or none\nthread t { x := 1; y := none; x := y }",
    ] {
        let errors = parse(text).unwrap_err();
        assert_eq!(errors.len(), 1, "{text}\n{}", shown(text, &errors));
    }
}

#[test]
fn constants_of_the_command_line() {
    let text = "const USERS = 2\nconst TWICE = USERS * 2\nthread user[i : 1 .. USERS] { skip }\nvar x : 0 .. TWICE";
    let with = |constants: &[(&str, i64)]| {
        let constants: Vec<_> = constants.iter().map(|(n, v)| ((*n).to_owned(), *v)).collect();
        reductio::language::parse_system(text, "test", &constants)
    };
    let system = with(&[("USERS", 3)]).unwrap();
    assert_eq!(system.threads().len(), 3);
    let x = system.cells().iter().find(|cell| cell.name() == "x").unwrap();
    assert_eq!(x.domain().high(), 6);
    let fault = |constants: &[(&str, i64)]| shown(text, &with(constants).unwrap_err());
    assert_eq!(
        fault(&[("USER", 3)]),
        "--! E0612 - `--const USER`: the system has no constant `USER`\n--? did you mean `USERS`?"
    );
    assert!(fault(&[("x", 3)]).starts_with("--! E0612 - "));
    assert_eq!(with(&[("USERS", 0)]).unwrap().threads().len(), 0);
    assert!(fault(&[("USERS", -1)]).starts_with("--! E0618 4:9 the range 0 .. -2 is empty"));
    assert!(fault(&[("USERS", 1 << 31)]).starts_with("--! E0606 - `--const USERS=2147483648`"));
    assert!(fault(&[("USERS", 1), ("USERS", 2)]).starts_with("--! E0608 - `--const USERS`"));
    assert!(with(&[("USERS", 1), ("USERS", 1)]).is_ok());
    let unused = "const A = 1 div 0\nthread t { skip }";
    assert!(reductio::language::parse_system(unused, "test", &[("A".to_owned(), 1)]).is_ok());
}

/// Every code is shown by a text or by a test of this folder.
#[test]
fn every_code_is_tested() {
    let texts = texts("tests/systems/reject");
    let in_texts =
        texts.iter().flat_map(|(_, text)| marked(text, "--! ").map(|line| line[..5].to_owned()));
    let mut codes: Vec<String> = in_texts.collect();
    let in_tests = [include_str!("reject.rs"), include_str!("limits.rs")];
    codes.extend(
        in_tests
            .iter()
            .flat_map(|test| test.match_indices("E06").map(|(at, _)| test[at..at + 5].to_owned())),
    );
    for number in 601..=641 {
        let code = format!("E0{number}");
        assert!(codes.contains(&code), "{code} is not tested");
    }
}
