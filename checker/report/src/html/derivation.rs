//! Derivations as tables of HTML, with columns for signs, terms and hints. The parts that a step changes are marked,
//! and a hint unfolds to the statements that it cites.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use reductio::library::Library;
use reductio::{Claim, File};
use reductio_algebra::text::lexer::tokenize;
use reductio_algebra::{Formula, Label, Style, Theory};
use reductio_proofs::script::hint::{FactLink, Hint, Item, ReferenceKind};
use reductio_proofs::script::{Body, Chain};

use super::element::{anchor, escaped, folded};
use super::formula::typeset;
use crate::prove::derivation::{hint_text, sign};

/// The statements that hints can cite, and their places on the page.
#[derive(Clone, Copy, Debug)]
pub struct CitationTargets<'a> {
    /// The theories with their statements.
    pub library: &'a Library,
    /// The names of the places of the page.
    pub places: &'a BTreeSet<String>,
}

impl CitationTargets<'_> {
    /// The name of the place of a statement or definition, which belongs to the theory that states it.
    pub(super) fn place(&self, theory: &str, label: &Label) -> String {
        let owner = self.library.theory(theory).map(|number| self.library.owner(number, label));
        let name = owner.map_or(theory, |number| self.library.theories[number].theory.name());
        anchor(&format!("{name}:{}", label.as_str()))
    }

    fn theory(&self, name: &str) -> Option<&Theory> {
        Some(&self.library.theories[self.library.theory(name)?].theory)
    }
}

/// A derivation while its HTML is made.
struct Shown<'a> {
    targets: CitationTargets<'a>,
    claim: &'a Claim,
    file: &'a File,
    style: Style,
}

/// The statement and its derivation as a part of an HTML page; each chain of steps folds.
pub fn page_part(claim: &Claim, targets: CitationTargets<'_>, style: Style) -> String {
    let statement = claim.formula.to_statement(style);
    let word = claim.verdict.word();
    format!(
        "<div class=\"derivation\"><p><b>{}</b> <code>{}</code> <span class=\"{word}\">{word}</span></p>\n{}</div>\n",
        escaped(&claim.label.to_string()),
        typeset(&statement, style),
        chains(claim, targets, style)
    )
}

/// The derivation of a claim, without its statement.
pub(super) fn chains(claim: &Claim, targets: CitationTargets<'_>, style: Style) -> String {
    let mut out = String::new();
    if let Some((file, derivation)) = &claim.derivation {
        Shown { targets, claim, file, style }.body(&derivation.body, &mut out);
    }
    out
}

impl Shown<'_> {
    fn body(&self, part: &Body, out: &mut String) {
        match part {
            Body::Chain(main, below) => {
                self.chain(main, out);
                for sub in below {
                    *out += "<details open><summary>below</summary>\n";
                    self.chain(sub, out);
                    *out += "</details>\n";
                }
            }
            Body::Cases { i, j, equal, apart, .. } => {
                let apart_sign = if self.style == Style::Unicode { "≠" } else { "!=" };
                for (sign, part) in [("=", equal), (apart_sign, apart)] {
                    let _ = writeln!(out, "<details open><summary>case {i} {sign} {j}</summary>");
                    self.body(part, out);
                    *out += "</details>\n";
                }
            }
        }
    }

    fn chain(&self, chain: &Chain, out: &mut String) {
        let mut before = chain.first.to_text(self.style);
        *out += "<table class=\"chain\">\n";
        let _ =
            writeln!(out, "<tr><td></td><td>{}</td><td></td></tr>", typeset(&before, self.style));
        for link in &chain.links {
            let term = link.term.to_text(self.style);
            let _ = writeln!(
                out,
                "<tr><td>{}</td><td>{}</td><td class=\"hint\">{}</td></tr>",
                escaped(sign(link.sign, self.style)),
                marked(&before, &term, self.style),
                self.hint(&link.hint)
            );
            before = term;
        }
        *out += "</table>\n";
    }

    /// A hint, which unfolds to the statements that it cites.
    fn hint(&self, hint: &Hint) -> String {
        let text = format!("{{{}}}", typeset(&hint_text(hint, self.file, self.style), self.style));
        let mut cited = Vec::new();
        for item in &hint.items {
            match item {
                Item::References(references, _) => {
                    cited.extend(references.iter().map(|reference| self.cited(&reference.kind)));
                }
                Item::Fact(fact) => {
                    let decided = |link: &&FactLink| link.references.is_empty();
                    if fact.links.iter().any(|link| decided(&link)) {
                        cited.push(decided_words("what cites nothing"));
                    }
                    let all = fact.links.iter().flat_map(|link| &link.references);
                    cited.extend(all.map(|reference| self.cited(&reference.kind)));
                }
            }
        }
        let mut seen = BTreeSet::new();
        cited.retain(|line| seen.insert(line.clone()));
        if cited.is_empty() {
            return text;
        }
        let lines = format!("<li>{}</li>", cited.join("</li>\n<li>"));
        folded(&text, &format!("<ul class=\"cited\">\n{lines}</ul>\n"))
    }

    /// The meaning of a reference as HTML.
    fn cited(&self, kind: &ReferenceKind) -> String {
        match kind {
            ReferenceKind::Label(label) => self.labelled(label),
            ReferenceKind::Hypothesis => {
                let premises = premises(&self.claim.formula, self.style);
                format!("(hyp), the premise: <code>{}</code>", typeset(&premises, self.style))
            }
            ReferenceKind::Below => "(below): the derivation that follows".to_owned(),
            ReferenceKind::Induction(rule) => {
                let text = format!("{} gives {}", rule.premise(), rule.conclusion());
                let text = match self.style {
                    Style::Ascii => text,
                    Style::Unicode => text.replace("<=", "≤").replace('?', "⋆"),
                };
                format!("{}: <code>{}</code>", escaped(&rule.to_string()), escaped(&text))
            }
            ReferenceKind::Auto => {
                "(auto): everything in scope; the step was searched for".to_owned()
            }
            ReferenceKind::Theory(name) => decided_words(name),
        }
    }

    /// A statement or definition with its label, which is a link if it stands on the page.
    fn labelled(&self, label: &Label) -> String {
        let theory = self.targets.theory(&self.claim.theory);
        let statement = theory.and_then(|theory| theory.statement(label)).map(|s| &s.formula);
        let definition = theory.and_then(|theory| theory.definition(label)).map(|d| &d.equation);
        let formula = statement.or(definition);
        let text = formula.map_or_else(String::new, |f| f.to_statement(self.style));
        let place = self.targets.place(&self.claim.theory, label);
        let name = escaped(&label.to_string());
        let name = if self.targets.places.contains(&place) {
            format!("<a href=\"#{place}\">{name}</a>")
        } else {
            name
        };
        format!("{name} <code>{}</code>", typeset(&text, self.style))
    }
}

fn decided_words(what: &str) -> String {
    format!("{}: decided, and proved in the kernel", escaped(what))
}

/// The premises of a formula, without those about different indices.
fn premises(formula: &Formula, style: Style) -> String {
    let (_, open) = formula.stripped(&[]);
    let (premises, _) = open.horn();
    let said = premises.iter().filter(|premise| !matches!(premise, Formula::Apart(..)));
    said.map(|premise| premise.to_statement(style)).collect::<Vec<_>>().join(", ")
}

/// The term with its new part marked: all tokens but those with which both terms begin, and those with which both end.
fn marked(before: &str, after: &str, style: Style) -> String {
    let shown = |text: &str| typeset(text, style);
    let (Some(old), Some(new)) = (tokens(before), tokens(after)) else { return shown(after) };
    let same = |(a, b): &(&&str, &&str)| a == b;
    let mut first = old.iter().zip(&new).take_while(same).count();
    let room = old.len().min(new.len()) - first;
    let mut last = old.iter().rev().zip(new.iter().rev()).take_while(same).count().min(room);
    // A name and its index change together.
    let is_inside = |place: usize| {
        new.get(place) == Some(&"_") || place > 0 && new.get(place - 1) == Some(&"_")
    };
    while first > 0 && is_inside(first) {
        first -= 1;
    }
    while last > 0 && is_inside(new.len() - last) {
        last -= 1;
    }
    let (first, last) = balanced(&new, first, last);
    let start = new[..first].iter().map(|t| t.as_ptr() as usize + t.len()).next_back();
    let offset = |at: usize| at - after.as_ptr() as usize;
    let start = start.map_or(0, offset);
    let end = new[new.len() - last..].first().map_or(after.len(), |t| offset(t.as_ptr() as usize));
    if start >= end {
        return shown(after);
    }
    let changed = &after[start..end];
    let (left, right) = (changed.len() - changed.trim_start().len(), changed.trim_end().len());
    if changed.trim().is_empty() {
        return shown(after);
    }
    format!(
        "{}<mark>{}</mark>{}",
        shown(&after[..start + left]),
        shown(changed.trim()),
        shown(&after[start + right..])
    )
}

/// The part of a term, given by how many tokens stand before and after it, made larger until each bracket in it has its
/// other one.
fn balanced(tokens: &[&str], mut first: usize, mut last: usize) -> (usize, usize) {
    let (opening, closing) = (["(", "[", "{"], [")", "]", "}"]);
    // For each token the place of the bracket that belongs to it.
    let mut partners = vec![None; tokens.len()];
    let mut open = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        if opening.contains(token) {
            open.push(place);
        } else if closing.contains(token)
            && let Some(begin) = open.pop()
        {
            partners[begin] = Some(place);
            partners[place] = Some(begin);
        }
    }
    loop {
        let inside = first..tokens.len() - last;
        let outer =
            inside.clone().filter_map(|place| partners[place]).find(|p| !inside.contains(p));
        match outer {
            Some(place) if place < first => first = place,
            Some(place) => last = tokens.len() - place - 1,
            None => return (first, last),
        }
    }
}

fn tokens(text: &str) -> Option<Vec<&str>> {
    Some(tokenize(text).ok()?.into_iter().map(|(_, span)| &text[span]).collect())
}

#[cfg(test)]
mod tests {
    use reductio_algebra::Style;

    use super::marked;

    #[test]
    fn what_is_new_is_marked() {
        assert_eq!(marked("p u*", "p", Style::Ascii), "p");
        assert_eq!(marked("x y z", "x w z", Style::Ascii), "x <mark>w</mark> z");
        assert_eq!(marked("x y", "x y + z", Style::Ascii), "x y <mark>+ z</mark>");
        assert_eq!(marked("x", "x", Style::Ascii), "x");
        assert_eq!(marked("x u_j y", "x u_i y", Style::Ascii), "x <mark>u_i</mark> y");
        assert_eq!(marked("x u_i y", "x v_i y", Style::Ascii), "x <mark>v_i</mark> y");
    }

    #[test]
    fn marks_cut_no_brackets() {
        assert_eq!(marked("x y z", "x (y z)", Style::Ascii), "x <mark>(y z)</mark>");
        assert_eq!(marked("(x y) z", "(x w y) z", Style::Ascii), "(x <mark>w</mark> y) z");
        assert_eq!(marked("(x y) z", "(x + y) (y z)", Style::Ascii), "<mark>(x + y) (y z)</mark>");
        assert_eq!(marked("u_{i,j} x", "u_{i,k} x", Style::Ascii), "u_{i,<mark>k</mark>} x");
    }
}
