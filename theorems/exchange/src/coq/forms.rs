//! Steps by chains: the prelude's syntax for terms, over a list of atoms.

use std::fmt::Write as _;

use reductio_algebra::{Formula, Term};

use super::chain::{Chain, Chains, Link, Sign};
use super::flat::Shape;
use super::steps::Body;

/// The number of atoms, and of places of facts, that the prelude has names for.
const NAMED: usize = 32;

/// A text in the prelude's syntax.
enum Flattened {
    Zero,
    One,
    Other(String),
}

/// The steps that a chain's facts rest on, and the number of the first place of each.
struct Facts(Vec<(usize, usize)>);

impl Body<'_, '_> {
    /// `x == y` or `x <= y` by links, which Coq computes.
    pub(super) fn chains(&mut self, formula: &Formula, chains: &Chains) -> String {
        let Formula::Relation(x, _, y) = formula else { return String::new() };
        let folded = &mut self.steps.flat.folded;
        let is_folded = match chains {
            Chains::Below(chain) => chain.proves([x, y], folded),
            Chains::Equal([a, b]) => a.proves([x, y], folded) && b.proves([y, x], folded),
        };
        let (mut facts, mut places) = (Facts(Vec::new()), 0);
        for step in chains.steps() {
            facts.0.push((step, places));
            places += if self.proves_equation(step) { 2 } else { 1 };
        }
        let mut proofs = format!("(no_fact {})", self.atoms());
        for (step, _) in facts.0.iter().rev() {
            proofs = self.fact(*step, is_folded, &proofs);
        }
        let (s, t) = (self.syntax(x, is_folded), self.syntax(y, is_folded));
        let links = chains.each().iter().map(|chain| self.links(chain, &facts, is_folded));
        let links = links.collect::<Vec<_>>().join(" ");
        let rule = if matches!(chains, Chains::Below(_)) { "link_le" } else { "link_eq" };
        format!("({rule} {} {proofs} {s} {links} {t} computed)", self.atoms())
    }

    fn fact(&mut self, step: usize, is_folded: bool, rest: &str) -> String {
        let plan = self.steps.plan;
        let Formula::Relation(s, _, t) = &plan.steps[step].formula else { return String::new() };
        let rule = if self.proves_equation(step) { "fact_eq" } else { "fact_le" };
        let (s, t) = (self.syntax(s, is_folded), self.syntax(t, is_folded));
        format!("({rule} {} {s} {t} {} {rest})", self.atoms(), self.step(step))
    }

    fn links(&mut self, chain: &Chain, facts: &Facts, is_folded: bool) -> String {
        let mut out = String::new();
        for link in &chain.links {
            let text = written(self.link(link, facts, is_folded));
            let _ = write!(out, "(f_then {text} ");
        }
        out + "f_end" + &")".repeat(chain.links.len())
    }

    fn link(&mut self, link: &Link, facts: &Facts, is_folded: bool) -> Flattened {
        match link {
            Link::Same(term) => self.short(term, is_folded),
            Link::Fact(fact) => {
                let place = facts.0.iter().find(|(step, _)| *step == fact.step);
                let place = place.map_or(0, |(_, place)| place + usize::from(fact.is_back));
                Flattened::Other(numbered("by", "f_fact", place))
            }
            Link::Of(sign, parts) => {
                let [a, b] = &**parts;
                let (a, b) = (self.link(a, facts, is_folded), self.link(b, facts, is_folded));
                joined(*sign, a, b)
            }
        }
    }

    /// A term of a link, which may lose its units.
    fn short(&mut self, term: &Term, is_folded: bool) -> Flattened {
        match self.shape(term, is_folded) {
            Shape::Zero => Flattened::Zero,
            Shape::One => Flattened::One,
            Shape::Plus(a, b) => {
                let (a, b) = (self.short(&a, is_folded), self.short(&b, is_folded));
                joined(Sign::Plus, a, b)
            }
            Shape::Seq(a, b) => {
                let (a, b) = (self.short(&a, is_folded), self.short(&b, is_folded));
                joined(Sign::Seq, a, b)
            }
            Shape::Atom(term) => Flattened::Other(self.atom(term)),
        }
    }

    /// A term of which the value is just what it is in Coq.
    fn syntax(&mut self, term: &Term, is_folded: bool) -> String {
        match self.shape(term, is_folded) {
            Shape::Zero => "f_zero".to_owned(),
            Shape::One => "f_one".to_owned(),
            Shape::Plus(a, b) => {
                format!("(f_plus {} {})", self.syntax(&a, is_folded), self.syntax(&b, is_folded))
            }
            Shape::Seq(a, b) => {
                format!("(f_seq {} {})", self.syntax(&a, is_folded), self.syntax(&b, is_folded))
            }
            Shape::Atom(term) => self.atom(term),
        }
    }

    fn shape(&mut self, term: &Term, is_folded: bool) -> Shape {
        let flat = &mut *self.steps.flat;
        if is_folded { flat.folded.shape(term) } else { flat.unfolded.shape(term) }
    }

    fn atom(&mut self, term: Term) -> String {
        numbered("at", "f_atom", self.number_of_atom(term))
    }
}

fn numbered(name: &str, sign: &str, number: usize) -> String {
    if number < NAMED { format!("{name}_{number}") } else { format!("({sign} {number}%nat)") }
}

fn joined(sign: Sign, a: Flattened, b: Flattened) -> Flattened {
    let unit = |x: &Flattened| {
        matches!((sign, x), (Sign::Plus, Flattened::Zero) | (Sign::Seq, Flattened::One))
    };
    match (sign, a, b) {
        (Sign::Seq, Flattened::Zero, _) | (Sign::Seq, _, Flattened::Zero) => Flattened::Zero,
        (_, a, b) if unit(&a) => b,
        (_, a, b) if unit(&b) => a,
        (_, a, b) => Flattened::Other(format!("(f_{} {} {})", sign.name(), written(a), written(b))),
    }
}

fn written(text: Flattened) -> String {
    match text {
        Flattened::Zero => "f_zero".to_owned(),
        Flattened::One => "f_one".to_owned(),
        Flattened::Other(text) => text,
    }
}
