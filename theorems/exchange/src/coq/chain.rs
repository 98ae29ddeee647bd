//! Chains: from one term to another through terms in which facts stand.
//!
//! A link of a chain is a term with places of facts, each a proved `s <= t`. With the left sides in their places, it is
//! below itself with the right sides. A chain is read from its end: what is above a link's right side is above its left
//! side, and all such words together are above the start. The prelude computes the same (`all_below`), so nothing here
//! is trusted.

use reductio_algebra::Term;

use super::flat::{Flat, Words};

/// The operation of a congruence.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Sign {
    Plus,
    Seq,
}

impl Sign {
    pub(super) fn name(self) -> &'static str {
        if self == Sign::Plus { "plus" } else { "seq" }
    }

    pub(super) fn of(self, a: &Term, b: &Term) -> Term {
        if self == Sign::Plus { a.plus(b) } else { a.seq(b) }
    }
}

/// A proved relation as a link uses it, from the left side to the right side.
#[derive(Clone, PartialEq)]
pub(super) struct Fact {
    /// The number of the step that proves it, or, if that is an equation, proves it turned round.
    pub(super) step: usize,
    pub(super) is_back: bool,
    pub(super) left: Term,
    pub(super) right: Term,
}

/// A term with places of facts.
#[derive(Clone, PartialEq)]
pub(super) enum Link {
    Same(Term),
    Fact(Fact),
    Of(Sign, Box<[Link; 2]>),
}

/// A proof of an inclusion by flattening and facts.
#[derive(Clone, Default)]
pub(super) struct Chain {
    pub(super) links: Vec<Link>,
}

/// The chains of a step, by what they prove.
#[derive(Clone)]
pub(super) enum Chains {
    /// An inclusion.
    Below(Chain),
    /// An equation, as two inclusions.
    Equal([Chain; 2]),
}

impl Chains {
    pub(super) fn each(&self) -> &[Chain] {
        match self {
            Chains::Below(chain) => std::slice::from_ref(chain),
            Chains::Equal(chains) => chains,
        }
    }

    /// The facts of all links.
    pub(super) fn facts(&self) -> Vec<&Fact> {
        let mut facts = Vec::new();
        let links = self.each().iter().flat_map(|chain| &chain.links);
        links.for_each(|link| link.facts(&mut facts));
        facts
    }

    /// The steps that prove the facts, each once.
    pub(super) fn steps(&self) -> Vec<usize> {
        let mut steps = Vec::new();
        for fact in self.facts() {
            if !steps.contains(&fact.step) {
                steps.push(fact.step);
            }
        }
        steps
    }

    pub(super) fn for_each_fact(&mut self, change: &mut dyn FnMut(&mut Fact)) {
        let chains = match self {
            Chains::Below(chain) => std::slice::from_mut(chain),
            Chains::Equal(chains) => chains,
        };
        chains.iter_mut().flat_map(|c| &mut c.links).for_each(|link| link.for_each_fact(change));
    }
}

/// The side of its facts that a link is taken with.
#[derive(Clone, Copy)]
pub(super) enum Side {
    Left,
    Right,
}

impl Link {
    pub(super) fn of(sign: Sign, a: Link, b: Link) -> Self {
        match (a, b) {
            (Link::Same(a), Link::Same(b)) => Link::Same(sign.of(&a, &b)),
            (a, b) => Link::Of(sign, Box::new([a, b])),
        }
    }

    /// The link with one side of each fact in its place.
    pub(super) fn term(&self, side: Side) -> Term {
        match (self, side) {
            (Link::Same(term), _) => term.clone(),
            (Link::Fact(fact), Side::Left) => fact.left.clone(),
            (Link::Fact(fact), Side::Right) => fact.right.clone(),
            (Link::Of(sign, parts), _) => sign.of(&parts[0].term(side), &parts[1].term(side)),
        }
    }

    pub(super) fn facts<'a>(&'a self, out: &mut Vec<&'a Fact>) {
        match self {
            Link::Same(_) => {}
            Link::Fact(fact) => out.push(fact),
            Link::Of(_, parts) => parts.iter().for_each(|part| part.facts(out)),
        }
    }

    fn for_each_fact(&mut self, change: &mut dyn FnMut(&mut Fact)) {
        match self {
            Link::Same(_) => {}
            Link::Fact(fact) => change(fact),
            Link::Of(_, parts) => parts.iter_mut().for_each(|part| part.for_each_fact(change)),
        }
    }

    /// Whether every part with facts is flattened, and none is an atom because it is large.
    fn is_flattened<const UNFOLD: bool>(&self, flat: &mut Flat<UNFOLD>) -> bool {
        match self {
            Link::Same(_) | Link::Fact(_) => true,
            Link::Of(_, parts) => {
                [Side::Left, Side::Right].iter().all(|side| !flat.is_large(&self.term(*side)))
                    && parts.iter().all(|part| part.is_flattened(flat))
            }
        }
    }

    /// The words that are to be shown to be below the end, behind this link, if these are before it.
    fn opened(&self, open: &Words, flat: &mut Flat<true>) -> Words {
        let (left, right) = (flat.form(&self.term(Side::Left)), flat.form(&self.term(Side::Right)));
        open.difference(&left).chain(&*right).cloned().collect()
    }

    /// The links with one change that leaves a fact or a summand out, `number` by number.
    fn shorter(&self, number: &mut usize) -> Option<Link> {
        let mut counted = |change: Link| {
            let is_it = *number == 0;
            *number = number.wrapping_sub(1);
            is_it.then_some(change)
        };
        match self {
            Link::Same(_) => None,
            Link::Fact(fact) => counted(Link::Same(fact.left.clone()))
                .or_else(|| counted(Link::Same(fact.right.clone()))),
            Link::Of(sign, parts) => {
                let [a, b] = &**parts;
                if *sign == Sign::Plus {
                    let one = counted(b.clone()).or_else(|| counted(a.clone()));
                    if one.is_some() {
                        return one;
                    }
                }
                let first = a.shorter(number).map(|a| Link::of(*sign, a, b.clone()));
                first.or_else(|| b.shorter(number).map(|b| Link::of(*sign, a.clone(), b)))
            }
        }
    }
}

impl Chain {
    /// Decides whether the chain proves that one term is below another.
    pub(super) fn proves<const UNFOLD: bool>(
        &self,
        [from, to]: [&Term; 2],
        flat: &mut Flat<UNFOLD>,
    ) -> bool {
        if !self.links.iter().all(|link| link.is_flattened(flat)) {
            return false;
        }
        let mut below = (*flat.form(to)).clone();
        for link in self.links.iter().rev() {
            if flat.form(&link.term(Side::Right)).is_subset(&below) {
                below.extend(flat.form(&link.term(Side::Left)).iter().cloned());
            }
        }
        flat.form(from).is_subset(&below)
    }

    /// A chain between the same terms without the links, facts and summands that it can do without.
    pub(super) fn shortened(&self, [from, to]: [&Term; 2], flat: &mut Flat<true>) -> Self {
        // The words that the end and the links from each one on have on their left sides.
        let mut later = vec![(*flat.form(to)).clone()];
        for link in self.links.iter().rev() {
            let mut words = later[later.len() - 1].clone();
            words.extend(flat.form(&link.term(Side::Left)).iter().cloned());
            later.push(words);
        }
        let mut open = (*flat.form(from)).clone();
        let mut kept: Vec<Link> = Vec::new();
        for (link, later) in self.links.iter().zip(later.iter().rev().skip(1)) {
            if open.is_subset(later) {
                continue;
            }
            let (mut link, mut change) = (link.clone(), 0);
            loop {
                let mut number = change;
                let Some(shorter) = link.shorter(&mut number) else { break };
                if shorter.is_flattened(flat) && shorter.opened(&open, flat).is_subset(later) {
                    link = shorter;
                } else {
                    change += 1;
                }
            }
            open = link.opened(&open, flat);
            kept.push(link);
        }
        Chain { links: kept }
    }
}
