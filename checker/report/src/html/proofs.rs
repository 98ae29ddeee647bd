//! The section of a report about statements: each statement with its derivation, which unfolds, and the assumptions and
//! definitions of its theory.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use annotate_snippets::Renderer;
use reductio::library::Library;
use reductio::{Claim, Diagnostic, Proved, Verdict};
use reductio_algebra::Style;

use super::derivation::{CitationTargets, chains};
use super::element::{escaped, folded, preformatted, sentence, table_of};
use super::formula::typeset;
use super::report::Section;
use crate::diagnostics::render_all;
use crate::page::{grouped, plural, ranges};
use crate::prove::text::{Extras, sections, sentences};

/// The width of diagnostics in columns.
const WIDTH: usize = 100;

/// Makes the section, with all statements under the headings of the text report.
pub fn section(proved: &Proved, library: &Library, style: Style) -> Section {
    let theories = theories(proved, library);
    let places = places(proved, library, &theories);
    let targets = CitationTargets { library, places: &places };
    let mut out = String::new();
    let extras = Extras { has_processes: proved.has_processes(), ..Extras::default() };
    for said in sentences(proved, &extras) {
        let _ = writeln!(out, "<p>{}</p>", sentence(&said));
    }
    // The faults of a claim stand in its derivation; here is what belongs to none.
    let of_claims: Vec<String> = proved.claims.iter().flat_map(refused).map(one).collect();
    let loose = proved.faults.iter().filter(|fault| !of_claims.contains(&one(fault)));
    let loose = proved.bad_input.iter().chain(loose).chain(&proved.warnings);
    out += &diagnostics(&loose.cloned().collect::<Vec<_>>());
    for (heading, claims) in sections(proved.claims.iter()) {
        let inner: String = claims.iter().map(|one| claim(one, targets, style)).collect();
        let holding = claims.iter().filter(|claim| claim.verdict.evidence().is_some()).count();
        let said = match claims.len() {
            all if all == holding => format!("{}, proved", plural(all, "statement")),
            all => format!("{holding} of {} proved", plural(all, "statement")),
        };
        let is_open = holding < claims.len() || claims.iter().any(|claim| !claim.is_counted);
        let open = if is_open { " open" } else { "" };
        let _ = writeln!(
            out,
            "<details class=\"group\"{open}><summary><h3>{}</h3> <span class=\"faint\">{said}</span></summary>\n{inner}</details>",
            escaped(heading)
        );
    }
    for number in theories {
        out += &assumptions(library, number, targets, style);
    }
    Section { place: "proofs", heading: "Proofs", inner: out }
}

/// The numbers of the claims' theories and of those that they extend, in the order of the claims.
fn theories(proved: &Proved, library: &Library) -> Vec<usize> {
    let mut out = Vec::new();
    for claim in &proved.claims {
        let mut next = library.theory(&claim.theory);
        while let Some(number) = next.filter(|number| !out.contains(number)) {
            out.push(number);
            next = library.base(number);
        }
    }
    out
}

/// The names of the places in the section: claims, hypotheses, definitions.
fn places(proved: &Proved, library: &Library, theories: &[usize]) -> BTreeSet<String> {
    let nowhere = BTreeSet::new();
    let targets = CitationTargets { library, places: &nowhere };
    let mut places: BTreeSet<String> =
        proved.claims.iter().map(|claim| targets.place(&claim.theory, &claim.label)).collect();
    for number in theories {
        let theory = &library.theories[*number].theory;
        let hypotheses = theory.hypotheses().map(|hypothesis| &hypothesis.label);
        let labels = hypotheses.chain(theory.definitions().iter().map(|item| &item.label));
        places.extend(labels.map(|label| targets.place(theory.name(), label)));
    }
    places
}

fn claim(claim: &Claim, targets: CitationTargets<'_>, style: Style) -> String {
    let word = claim.verdict.word();
    let evidence = claim.verdict.evidence();
    let uses = evidence.map_or_else(String::new, |found| match &*ranges(&found.hypotheses) {
        "none" => String::new(),
        some => format!("<span class=\"faint\">uses {}</span> ", escaped(some)),
    });
    let mut said = vec![claim.status.as_str().to_owned()];
    if let Some(found) = evidence {
        let steps = plural(claim.steps(), "step");
        said.push(format!("{steps}, {} in the kernel", grouped(&found.kernel_steps)));
    }
    if let Some((file, derivation)) = &claim.derivation {
        let (line, _) = file.line_col(derivation.label_span.start);
        said.push(format!("{}:{line}", file.name()));
    }
    let faults = diagnostics(&refused(claim).cloned().collect::<Vec<_>>());
    let open = if evidence.is_some() { "" } else { " open" };
    format!(
        "<details class=\"claim\"{open} id=\"{}\"><summary><b>{}</b> <code>{}</code> {uses}<span class=\"{word}\">{word}</span></summary>\n\
         <div class=\"inner\"><p class=\"faint\">{}</p>\n{faults}{}{}</div></details>\n",
        targets.place(&claim.theory, &claim.label),
        escaped(&claim.label.to_string()),
        typeset(&claim.formula.to_statement(style), style),
        escaped(&said.join("; ")),
        diagnostics(&claim.warnings),
        chains(claim, targets, style)
    )
}

/// The diagnostics that say why a claim does not hold.
fn refused(claim: &Claim) -> impl Iterator<Item = &Diagnostic> {
    let refusal = match &claim.verdict {
        Verdict::Holds(_) => None,
        Verdict::Fails(refusal) | Verdict::Declined(refusal) => Some(refusal),
    };
    refusal.into_iter().flat_map(reductio::Refusal::all)
}

/// One diagnostic as text.
fn one(fault: &Diagnostic) -> String {
    render_all(std::slice::from_ref(fault), &Renderer::plain().term_width(WIDTH))
}

/// Errors and warnings as HTML, in the form of the command line.
pub(super) fn diagnostics(all: &[Diagnostic]) -> String {
    if all.is_empty() {
        return String::new();
    }
    let text = render_all(all, &Renderer::plain().term_width(WIDTH));
    format!("<div class=\"diagnostic\">{}</div>\n", preformatted(&text))
}

/// The statements of a theory that it assumes or defines, without those that it extends.
fn assumptions(
    library: &Library,
    number: usize,
    targets: CitationTargets<'_>,
    style: Style,
) -> String {
    let theory = &library.theories[number].theory;
    let is_own = |label| library.owner(number, label) == number;
    let row = |label: &reductio_algebra::Label, formula: String, word: &str| {
        let place = targets.place(theory.name(), label);
        let name = format!("<b id=\"{place}\">{}</b>", escaped(&label.to_string()));
        vec![name, format!("<code>{}</code>", typeset(&formula, style)), word.to_owned()]
    };
    let definitions = theory.definitions().iter().filter(|item| is_own(&item.label));
    let hypotheses = theory.hypotheses().filter(|hypothesis| is_own(&hypothesis.label));
    let rows: Vec<Vec<String>> = definitions
        .map(|item| row(&item.label, item.equation.to_statement(style), "defined"))
        .chain(hypotheses.map(|h| row(&h.label, h.formula.to_statement(style), "assumed")))
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    let line = format!("What {} assumes and defines", escaped(theory.name()));
    folded(
        &line,
        &format!("<div class=\"inner\">{}</div>", table_of(&["name", "formula", "status"], &rows)),
    )
}
