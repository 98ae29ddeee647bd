//! The verb `examples`: the bundled systems and programs, listed, shown or saved.

use std::fmt::Write as _;
use std::fs;

use reductio::Exit;
use reductio::check::{EXAMPLES, Expected, PROGRAMS, ProgramExample};
use reductio::diagnostics::Diagnostic;
use reductio_algebra::Style;
use reductio_algebra::text::vocabulary::nearest;
use reductio_report::page::{HEADING, Page, wrapped};

use super::new::save;
use super::{Said, tell};
use crate::cli::ExamplesArgs;
use crate::terminal;

/// A bundled text, the name of its file, and what is to be found in it.
struct Bundled {
    name: &'static str,
    ending: &'static str,
    text: &'static str,
    found: String,
}

impl Bundled {
    fn file(&self) -> String {
        format!("{}.{}", self.name, self.ending)
    }

    /// The first sentence of the comment that the text begins with.
    fn title(&self) -> String {
        let lines = self.text.lines().map_while(|line| line.strip_prefix("-- "));
        let comment = lines.collect::<Vec<_>>().join(" ");
        // A sentence ends where the next one begins; initials of names end none.
        let ends = comment.match_indices(". ").map(|(at, _)| at);
        let mut ends =
            ends.filter(|&at| !comment[..at].ends_with(|c: char| c.is_ascii_uppercase()));
        let end = ends.next().unwrap_or(comment.len());
        comment[..end].trim_end_matches('.').to_owned()
    }
}

/// All bundled systems, then all programs.
fn all() -> Vec<Bundled> {
    let systems = EXAMPLES.iter().map(|e| Bundled {
        name: e.name,
        ending: "sys",
        text: e.text,
        found: of_system(e.expected).to_owned(),
    });
    let programs = PROGRAMS.iter().map(|e| Bundled {
        name: e.name,
        ending: "prog",
        text: e.text,
        found: of_program(e),
    });
    systems.chain(programs).collect()
}

fn of_system(expected: Expected) -> &'static str {
    match expected {
        Expected::Holds => "holds",
        Expected::Discipline => "discipline",
        Expected::Failure => "failure",
        Expected::Deadlock => "deadlock",
        Expected::Stuck => "stuck thread",
        Expected::Invariant => "invariant",
        Expected::Property => "property",
    }
}

fn of_program(example: &ProgramExample) -> String {
    let faults = [
        (!example.wrong.is_empty(), "failure"),
        (!example.races.is_empty(), "race"),
        (!example.refuted.is_empty(), "property"),
    ];
    let found: Vec<&str> = faults.iter().filter(|(is, _)| *is).map(|(_, what)| *what).collect();
    if found.is_empty() { "holds".to_owned() } else { found.join(", ") }
}

/// Answers `reductio examples`.
pub(super) fn examples(args: &ExamplesArgs) -> Said {
    let chosen = match chosen(&args.names) {
        Ok(chosen) => chosen,
        Err(faults) => {
            tell(&faults);
            return Said::nothing(Exit::BadInput);
        }
    };
    let Some(folder) = &args.save else {
        if args.names.is_empty() {
            return Said::report(list(&chosen, &terminal::page(Style::Ascii)), Exit::Holds);
        }
        let texts: Vec<&str> = chosen.iter().map(|example| example.text).collect();
        return Said::product(texts.join("\n"), Exit::Holds);
    };
    let is_there = |e: &&Bundled| {
        let path = folder.join(e.file());
        // What was saved before and not changed is no loss.
        fs::symlink_metadata(&path).is_ok() && fs::read(&path).ok() != Some(e.text.into())
    };
    if let Some(example) = chosen.iter().find(is_there) {
        let path = folder.join(example.file());
        let message = format!("`{}` is there already", path.display());
        tell(&[Diagnostic::error("E0012", message).help("give another folder, or remove it")]);
        return Said::nothing(Exit::BadInput);
    }
    for example in &chosen {
        if let Err(fault) = save(&folder.join(example.file()), example.text) {
            tell(&[*fault]);
            return Said::nothing(Exit::BadInput);
        }
    }
    let files = if chosen.len() == 1 { "file is" } else { "files are" };
    Said::report(format!("{} {files} in {}\n", chosen.len(), folder.display()), Exit::Holds)
}

/// The examples with these names, in the order of the names; without names, all.
fn chosen(names: &[String]) -> Result<Vec<Bundled>, Vec<Diagnostic>> {
    if names.is_empty() {
        return Ok(all());
    }
    let (mut found, mut faults) = (Vec::new(), Vec::new());
    for name in names {
        let mut with = all();
        with.retain(|example| example.name == name || example.file() == *name);
        if with.is_empty() {
            let fault = Diagnostic::error("E0016", format!("there is no example `{name}`"));
            let known: Vec<String> =
                all().iter().flat_map(|e| [e.name.to_owned(), e.file()]).collect();
            faults.push(match nearest(name, known.iter().map(String::as_str)) {
                Some(near) => fault.help(format!("did you mean `{near}`?")),
                None => fault.help("`reductio examples` lists all"),
            });
        }
        found.append(&mut with);
    }
    if faults.is_empty() { Ok(found) } else { Err(faults) }
}

fn list(examples: &[Bundled], page: &Page) -> String {
    let mut out = String::new();
    for (ending, title) in [("sys", "Systems of threads"), ("prog", "Programs with a heap")] {
        let _ = writeln!(out, "{HEADING}{title}{HEADING:#}");
        for example in examples.iter().filter(|example| example.ending == ending) {
            let start = format!("  {:30} {:13} ", example.name, example.found);
            let width = page.width.max(start.len() + 30);
            let title = wrapped(&example.title(), width, start.len(), 8);
            let _ = writeln!(out, "{start}{}", title.join("\n"));
        }
        out.push('\n');
    }
    out.push_str(
        &page.prose("`reductio examples NAME` shows one, `--save FOLDER` writes files.", 0),
    );
    out
}
