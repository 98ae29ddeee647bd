//! The example of the document, and changes of it.

use reductio_algebra::Label;
use reductio_exchange::proof_file::{self, FORMAT};

/// The example of the document.
pub(crate) fn example() -> String {
    let section = FORMAT.split("## 10. Example").nth(1).unwrap();
    let lines: Vec<&str> = section.lines().filter_map(|l| l.strip_prefix("    ")).collect();
    assert!(lines.len() > 20);
    lines.join("\n") + "\n"
}

pub(crate) fn refusal(text: &str) -> String {
    proof_file::read(text).unwrap_err().to_string()
}

/// The example with one line changed.
pub(crate) fn with(line: &str, changed: &str) -> String {
    let text = example();
    assert_eq!(text.matches(&format!("\n{line}\n")).count(), 1, "{line}");
    text.replace(&format!("\n{line}\n"), &format!("\n{changed}\n"))
}

/// The example with lines put before the `end` line, and that line.
pub(crate) fn with_more(lines: &str, end: &str) -> String {
    let text = example();
    let before = &text[..text.rfind("end ").unwrap()];
    format!("{before}{lines}\n{end}\n")
}

#[test]
fn the_example_of_the_document_holds() {
    let checked = proof_file::read(&example()).unwrap();
    let theory = &checked.theories[0];
    assert_eq!(theory.name, "Small");
    let said: Vec<String> =
        theory.claims.iter().map(|c| format!("{} {}", c.label, c.theorem)).collect();
    assert_eq!(said, ["(a) x x <= x |- x x* = x", "(b) |- u u <= u => u u* = u"]);
    assert_eq!(theory.claims[0].hypotheses, [Label::new("h").unwrap()]);
    assert_eq!(checked.counts.steps, 4);
}

#[test]
fn the_document_tells_how_definitions_unfold() {
    let document = FORMAT.split_whitespace().collect::<Vec<_>>().join(" ");
    let fifth = document.split("`s 4 inst 3 1,i=0`").nth(1).unwrap();
    let said = fifth.split("would prove `").nth(1).unwrap().split('`').next().unwrap();
    let text = with_more("s 4 inst 3 1,i=0\nproved 1 4", "end y 2 t 10 d 1 f 5 h 1 c 2 s 5")
        .replace("proved 1 3\n", "");
    let proved = format!("line 31: (b) claims `u u <= u => u u* = u`, but step 4 proves `{said}`");
    assert_eq!(refusal(&text), proved);
}
