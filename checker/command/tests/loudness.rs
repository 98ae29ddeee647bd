//! The amount, the width and the colours of what is written.

use std::process::Stdio;

use crate::common::{Folder, command, words};

const LAW: &str = "theory Law\naction x\nlemma (1) ours: x <= x x*\n";

fn folder() -> Folder {
    let driver = reductio::check::EXAMPLES.iter().find(|e| e.name == "clean_broken").unwrap();
    Folder::new().with("law.oa", LAW).with("clean.sys", driver.text)
}

#[test]
fn quiet_leaves_out_reports_and_nothing_else() {
    let folder = folder();
    for (line, code) in [
        ("prove 24", 0),
        ("decide \"x y = y x\"", 1),
        ("models --drop 20", 0),
        ("check clean.sys", 1),
        ("explain E0309", 0),
        ("report law.oa --output law.html", 1),
    ] {
        let loud = folder.run_with(&words(line), None);
        assert_eq!(loud.code, code, "{line}: {}", loud.err);
        assert!(!loud.out.is_empty(), "{line}");
        // Before the verb and after it.
        for quiet in [format!("--quiet {line}"), format!("{line} -q")] {
            let quiet = folder.run_with(&words(&quiet), None);
            assert_eq!((quiet.code, &*quiet.out), (code, ""), "{line}");
            assert_eq!(quiet.err, loud.err, "{line}: errors are no report");
        }
    }
    // Errors are told.
    let wrong = folder.run("prove law.oa --quiet");
    assert_eq!((wrong.code, wrong.codes()), (1, vec!["E0010"]));
    // What other programs read is written.
    for line in [
        "prove 24 --format json",
        "check clean.sys --format svg",
        "states clean.sys --format dot",
        "report law.oa",
        "export tptp 26",
        "completions bash",
        "man check",
    ] {
        let (loud, quiet) = (folder.run(line), folder.run(&format!("{line} --quiet")));
        assert!(!loud.out.is_empty() && quiet.out == loud.out, "{line}: {}", quiet.err);
    }
    let coq = [folder.run("export coq 26"), folder.run("export coq 26 --quiet")];
    assert!(coq[0].err.contains("1 theorem, ") && coq[1].err.is_empty());
    assert_eq!(coq[0].out, coq[1].out);
}

#[test]
fn verbose_says_how_long_it_took_and_lists_everything() {
    let folder = folder();
    for line in ["prove 24", "check clean.sys", "decide \"x = x\"", "models --drop 20"] {
        let plain = folder.run_with(&words(line), None);
        let more = folder.run_with(&words(&format!("{line} --verbose")), None);
        assert_eq!((plain.code, &plain.err), (more.code, &more.err), "{line}");
        let rest = more.out.strip_prefix(&*plain.out).unwrap_or_else(|| panic!("{line}"));
        assert!(rest.starts_with("took ") && rest.ends_with(" s\n"), "{line}: {rest}");
    }
    assert!(!folder.run("prove 24 --format json --verbose").out.contains("took"));
    let (plain, more) = (folder.run("--all"), folder.run("-v"));
    assert_eq!((plain.code, more.code), (0, 0));
    assert!(plain.out.contains("more statements hold; `reductio prove` lists them"));
    assert!(!more.out.contains("more statements hold"));
    assert!(more.out.lines().count() > plain.out.lines().count() + 100);
    let both = folder.run("prove 24 -q -v");
    assert_eq!((both.code, &*both.out), (3, ""));
    assert!(both.err.contains("cannot be used with"), "{}", both.err);
}

#[test]
fn the_first_answer_is_a_page() {
    let folder = folder();
    let all = folder.run("--all");
    for width in [60, 80, 120, 200] {
        let output = command().env("COLUMNS", width.to_string()).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        let page = String::from_utf8(output.stdout).unwrap();
        let lines = page.lines().count();
        assert!(lines <= 60, "{width} columns, {lines} lines: {page}");
        for line in page.lines() {
            // Rows of tables are not broken.
            let fits = line.chars().count() <= width.max(90);
            assert!(fits && line == line.trim_end(), "{width}: {line}");
        }
        if width > 60 {
            // The rows that are shown are those of the tables.
            for name in [
                "flanagan_godefroid",
                "file_system",
                "readers_writers_broken",
                "b_link",
                "io_manager_broken",
            ] {
                let row = |text: &str| {
                    let row =
                        text.lines().find(|line| line.split_whitespace().next() == Some(name));
                    let words = row.map(|row| row.split_whitespace().collect::<Vec<_>>().join(" "));
                    words.unwrap_or_else(|| panic!("{width}, {name}: {text}"))
                };
                assert!(
                    all.out.lines().any(|line| line.split_whitespace().eq(row(&page).split(' '))),
                    "{name}"
                );
            }
        }
    }
    let page = folder.run("").out;
    for part in [
        "statements hold",
        "p (u + v)* q <= N* R",
        "o a* o <= B*",
        "(Theorem 4 of S1)",
        "reductio --all",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(all.out.lines().count() > 500 && !page.contains("lists them"), "{page}");
    let refused = folder.run("--all prove 24");
    assert_eq!((refused.code, &*refused.out), (3, ""));
    assert!(refused.err.contains("without a verb"), "{}", refused.err);
}

#[test]
fn colours_only_where_they_are_wanted() {
    let ran = |variables: &[(&str, &str)], line: &str| {
        let mut command = command();
        command.args(line.split_whitespace()).stdin(Stdio::null());
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(name);
        }
        let output = command.envs(variables.iter().copied()).output().unwrap();
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap())
    };
    for line in ["prove 24", "prove nothing", "--help"] {
        // Not to a pipe.
        assert!(ran(&[], line).iter().all(|text| !text.contains('\u{1b}')), "{line}");
        let forced = ran(&[("CLICOLOR_FORCE", "1")], line);
        assert!(forced.iter().any(|text| text.contains("\u{1b}[")), "{line}");
        let none = ran(&[("NO_COLOR", "1")], line);
        assert!(none.iter().all(|text| !text.contains('\u{1b}')), "{line}");
        for (plain, coloured) in ran(&[], line).iter().zip(&forced) {
            assert_eq!(*plain, anstream::adapter::strip_str(coloured).to_string(), "{line}");
        }
    }
}

#[test]
fn no_line_of_prose_is_wider_than_the_page() {
    let folder = folder();
    let mut narrow = 0;
    for width in ["40", "60", "80", "120"] {
        for line in ["prove 24", "check clean.sys", "explain E0309", "models --states 3"] {
            let output = command()
                .args(line.split_whitespace())
                .current_dir(folder.path())
                .env("COLUMNS", width)
                .output()
                .unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            let limit: usize = width.parse().unwrap();
            // Examples, models, tables of runs and commands are not broken.
            let is_prose =
                |line: &&str| line.contains(". ") || line.ends_with('.') || line.ends_with(',');
            for line in text.lines().filter(is_prose) {
                assert!(line.chars().count() <= limit, "{width}: {line}");
                narrow += 1;
            }
        }
    }
    assert!(narrow > 40, "{narrow}");
}

/// Titles and names of claims and files may hold characters that turn the direction of writing round, hide text, or
/// move the cursor. For people they are written as their numbers, in JSON they are escaped.
#[test]
fn what_is_not_seen_is_written_as_its_number() {
    let text =
        "invariant \"\u{202e}sdloh\u{1b}[8m\u{1b}[1A\": true\nthread t { A: assert false }\n";
    let folder = Folder::new().with("a\u{2066}b.sys", text).with("\u{202e}wrong.sys", "thread {\n");
    let is_safe = |text: &str| {
        !text.chars().any(|c| c.is_control() && c != '\n' || "\u{202e}\u{2066}".contains(c))
    };
    for arguments in [
        "check a\u{2066}b.sys",
        "check a\u{2066}b.sys --compare",
        "check \u{202e}wrong.sys",
        "check \u{202e}nothing.sys",
        "check a\u{2066}b.sys --property \u{202e}",
        "check --demote \u{202e} a\u{2066}b.sys",
        "validate a\u{2066}b.sys",
        "simulate a\u{2066}b.sys",
        "explain a\u{2066}b.sys",
        "states a\u{2066}b.sys",
        "check --workers \u{202e}",
        "prove \u{202e}",
        "decide x\u{202e}=x",
    ] {
        let answer = folder.run(arguments);
        assert!(is_safe(&answer.out) && is_safe(&answer.err), "{arguments}: {answer:?}");
    }
    let answer = folder.run("check a\u{2066}b.sys");
    assert!(answer.out.contains("a<U+2066>b: 1 thread"), "{answer:?}");
    assert!(answer.out.contains("<U+202E>sdloh<U+001B>[8m<U+001B>[1A"), "{answer:?}");
    // A program reads what was written.
    let answer = folder.run("check a\u{2066}b.sys --format json");
    assert!(is_safe(&answer.out), "{answer:?}");
    assert_eq!(answer.json()["results"][0]["system"], "a\u{2066}b");
}
