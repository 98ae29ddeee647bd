//! The report and the pages of single answers: their contents, what they may not do, what is refused.

use std::collections::BTreeSet;

use crate::common;
use crate::common::Folder;
use reductio::check::EXAMPLES;
use reductio::prelude::*;

const BUNDLED: &str = "report --output report.html";

fn read(folder: &Folder, name: &str) -> String {
    std::fs::read_to_string(folder.path().join(name)).unwrap()
}

/// The values of an attribute, as written.
fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!(" {attribute}=\"");
    page.split(&start).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

/// Asserts that every place occurs once, every link leads to one, and nothing is fetched.
fn assert_closed(page: &str) {
    let ids = values(page, "id");
    let places: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), places.len(), "a place is there twice");
    for link in values(page, "href") {
        let place = link.strip_prefix('#').unwrap_or_else(|| panic!("a link leaves: {link}"));
        assert!(places.contains(place), "{link} leads nowhere");
    }
    for source in values(page, "src") {
        assert!(source.starts_with("data:image/svg+xml"), "{source}");
    }
    for word in ["http:", "https:", "url(", "@import", "<link", "<iframe"] {
        assert!(!page.contains(word), "{word}");
    }
    for tag in ["details", "summary", "table", "div", "section", "pre", "figure", "ul", "p"] {
        let opened =
            page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
}

#[test]
fn everything_that_is_bundled_is_on_the_page() {
    let folder = Folder::new();
    let answer = folder.run(BUNDLED);
    assert_eq!((answer.code, &*answer.err), (0, ""), "{}", answer.out);
    assert!(answer.out.starts_with("report.html: "), "{}", answer.out);
    let page = read(&folder, "report.html");
    assert_closed(&page);

    let library = Library::bundled();
    let proved = prove(&library, &Selection::new(&library, &[]), ReplayLimits::default(), None);
    assert!(proved.claims.len() > 250);
    assert_eq!(page.matches("<details class=\"claim\"").count(), proved.claims.len());
    let escaped = |text: &str| {
        text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
    };
    // Formulas as they are copied: indices are below the line.
    let mut plain = page.clone();
    for tag in ["<sub>", "</sub>", "<sup>", "</sup>", "<i>", "</i>"] {
        assert!(plain.contains(tag), "{tag}");
        plain = plain.replace(tag, "");
    }
    for claim in &proved.claims {
        let line = format!(
            "<b>{}</b> <code>{}</code>",
            escaped(&claim.label.to_string()),
            escaped(&claim.formula.to_statement(Style::Unicode))
        );
        assert!(plain.contains(&line), "{line}");
    }
    // A row for the first term of each chain and for each step, and a hint for each step.
    let chains = |claim: &Claim| claim.derivation.as_ref().map_or(0, |(_, d)| d.chains().len());
    let steps: usize = proved.claims.iter().map(Claim::steps).sum();
    assert_eq!(page.matches("<td class=\"hint\">").count(), steps);
    let all: usize = proved.claims.iter().map(chains).sum();
    assert_eq!(page.matches("<table class=\"chain\">").count(), all);

    for label in ["(13)", "(14a)", "(14b)", "(21)"] {
        assert!(page.contains(&format!("<b>{label}</b> <span class=")), "{label}");
    }
    for count in ["3,172,561", "84,440,762,907"] {
        assert!(page.contains(count), "{count} systems satisfy the hypotheses");
    }
    assert_eq!(page.matches("<details class=\"system\"").count(), EXAMPLES.len());
    assert_eq!(page.matches("what the verdicts rest on").count(), EXAMPLES.len());
    for example in EXAMPLES {
        assert!(page.contains(&escaped(example.text.trim_end())), "{}: its text", example.name);
    }

    // The same again, over the old one.
    assert_eq!(folder.run(BUNDLED).code, 0);
    assert_eq!(read(&folder, "report.html"), page);
}

const WRONG: &str =
    "theory Mine\naction x, y\nlemma (1) ours: x y <= y x\nlemma (2) ours: x <= x + y\n";
const PROOF: &str = "proofs of Mine\nlemma (1): x y <= y x\nproof\n  x y\n<= {(regular algebra)}\n  y x\nqed\n\
     lemma (2): x <= x + y\nproof\n  x\n<= {(regular algebra)}\n  x + y\nqed\n";

#[test]
fn what_fails_is_open_and_has_its_countermodel() {
    let folder = Folder::new().with("mine.oa", WRONG).with("mine.oap", PROOF);
    let answer = folder.run("report . --output mine.html --ascii");
    assert_eq!(answer.code, 1, "{}", answer.err);
    let page = read(&folder, "mine.html");
    assert_closed(&page);
    assert!(page.contains("<details class=\"claim\" open id=\"Mine_3a_1\">"));
    assert!(page.contains("<details class=\"claim\" id=\"Mine_3a_2\">"));
    assert!(page.contains("<code>x y &lt;= y x</code> <span class=\"fails\">fails</span>"));
    assert!(page.contains("error[E0309]"), "the fault is on the page");
    let models = page.split("<section id=\"models\">").nth(1).unwrap();
    assert!(models.contains("<b>Mine (1)</b>") && models.contains("false"), "{models}");
    assert!(!models.contains("<b>Mine (2)</b>"), "what is proved is not searched for");
    assert!(models.contains("<img alt="));
}

/// Where no set of side conditions is met, the reduced search finds what the unreduced one finds, and the page shows
/// it.
#[test]
fn what_is_outside_of_the_theorem_is_found_by_both_searches() {
    let turn = "type User = 0 .. 1\nvar turn : User\n\
                protected count : 0 .. 3 for user[u] when turn == u\n\
                thread user[u : User] { loop { A: turn := u; B: if turn == u { count := (count + 1) mod 4 } } }\n";
    let folder = Folder::new().with("turn.sys", turn);
    let ends =
        ["check turn.sys", "check turn.sys --unreduced", "report turn.sys --output turn.html"];
    assert_eq!(ends.map(|line| folder.run(line).code), [1, 1, 1]);
    let page = read(&folder, "turn.html");
    assert_closed(&page);
    assert_eq!(page.matches("<span class=\"fails\">discipline violated</span>").count(), 2);
    // The reduced search watches the variable that meets no set of side conditions, and finds the same.
    assert!(!page.contains("the searches differ"), "{page}");
    assert!(page.contains("<img alt=\"turn: "), "no chart");
}

#[test]
fn faults_that_belong_to_no_statement_are_told() {
    let extra =
        "proofs of Mine\nlemma (2): x <= x + y\nproof\n  x\n<= {(regular algebra)}\n  x + y\nqed\n";
    let folder = Folder::new().with("mine.oa", WRONG).with("a.oap", PROOF).with("b.oap", extra);
    let answer = folder.run("report . --output mine.html");
    assert_eq!(answer.code, 1);
    let page = read(&folder, "mine.html");
    assert_closed(&page);
    for code in ["E0309", "E0303"] {
        assert!(answer.codes().contains(&code), "{code}: {:?}", answer.codes());
        assert_eq!(page.matches(&format!("error[{code}]")).count(), 1, "{code}");
    }
}

#[test]
fn a_text_is_never_markup() {
    let system = "-- </pre><script>boom()</script>\nsystem sly\nvar x : 0 .. 1\n\
                  thread t { x := 1 }\ninvariant \"<img src=x onerror=boom()>\": x == 0\n";
    let folder = Folder::new().with("sly.sys", system);
    let answer = folder.run("report sly.sys --output sly.html");
    assert_eq!(answer.code, 1, "{}", answer.err);
    let page = read(&folder, "sly.html");
    assert_closed(&page);
    assert!(!page.contains("<script>boom") && !page.contains("<img src=x"));
    assert!(page.contains("&lt;script&gt;boom()"), "the text is there");
    assert!(page.contains("&lt;img src=x"), "the name is there");
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_is_written() {
    let folder = Folder::new().with("mine.oa", WRONG).with("mine.oap", PROOF);
    let folder = folder.with("bad.sys", "system bad\nthread t { x := 1 }\n");
    let answer = folder.run("report mine.oa mine.oap bad.sys missing.sys --output mine.html");
    assert_eq!(answer.code, 3);
    assert!(answer.codes().contains(&"E0001"), "{:?}", answer.codes());
    let page = read(&folder, "mine.html");
    assert_closed(&page);
    assert!(page.contains("Left out: there is no file <code>missing.sys</code>."));
    assert_eq!(page.matches("Left out: ").count(), 2);
    assert!(page.contains("id=\"Mine_3a_2\""));
}

#[test]
fn nothing_to_say_is_no_page() {
    let folder = Folder::new().with("bad.sys", "system bad\nthread t { x := 1 }\n");
    let answer = folder.run("report bad.sys missing.oa --output page.html");
    assert_eq!((answer.code, &*answer.out), (3, ""));
    assert_eq!(answer.codes(), ["E0001", "E0607"]);
    assert!(!folder.path().join("page.html").exists());
}

#[test]
fn another_program_s_file_is_left_as_it_is() {
    let folder = Folder::new().with("page.html", "<!DOCTYPE html>\n<p>mine\n");
    for command in ["report --output page.html", "prove 24 --html page.html"] {
        let answer = folder.run(command);
        assert_eq!((answer.code, answer.codes()), (3, vec!["E0012"]), "{command}");
        assert!(answer.err.contains("did not write it"), "{}", answer.err);
        assert_eq!(read(&folder, "page.html"), "<!DOCTYPE html>\n<p>mine\n");
    }
    let answer = folder.run("prove 24 --html no/such/folder.html");
    assert_eq!((answer.code, answer.codes()), (3, vec!["E0012"]));
    assert!(answer.out.contains("(24)"), "the answer is not lost: {}", answer.out);
}

#[test]
fn each_answer_can_be_a_page() {
    let text = EXAMPLES.iter().find(|example| example.name == "m_ex_broken").unwrap().text;
    let folder = Folder::new().with("m.sys", text);
    let cases = [
        ("prove 24 31", 0, "id=\"S5_3a_24\""),
        ("models --drop 20", 0, "<b>(20)</b> <span class=\"needed\">needed"),
        ("models --find \"x y = y x\"", 1, "<b>formula</b>"),
        ("decide \"x* x* = x*\" \"x y = y x\"", 1, "false here: x y = y x"),
        ("check m.sys", 1, "discipline violated"),
        (
            "check m.sys --compare",
            1,
            "<th scope=\"col\">unreduced</th><th scope=\"col\">reduced</th>",
        ),
        ("validate m.sys", 0, "<code>p (u + v)* q &lt;= N* R</code>"),
        ("simulate m.sys --seed 3", 0, "<h1>A run of m_ex_broken</h1>"),
        ("replay m.sys --steps none", 0, "<h2>Run</h2>"),
    ];
    for (command, code, has) in cases {
        let command = format!("{command} --html page.html");
        let answer = folder.run_with(&common::words(&command), None);
        assert_eq!(answer.code, code, "{command}: {}", answer.err);
        assert!(!answer.out.is_empty(), "{command}");
        let page = read(&folder, "page.html");
        assert_closed(&page);
        assert!(page.contains(has), "{command}: no {has}");
    }
}

#[test]
fn a_cell_writes_no_page() {
    let mut session = reductio_command::notebook::Session::new();
    for command in ["prove 24", "decide \"x = x\"", "models --drop 20"] {
        let answer = session.run(&format!("{command} --html page.html"));
        assert!(!answer.is_accepted(), "{command}");
        assert!(answer.outputs[0].text.contains("a cell writes no files"), "{command}");
    }
}
