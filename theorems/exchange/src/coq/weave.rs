//! Steps by transitivity, congruence and flattening, woven into chains.
//!
//! What a step proves by these rules, from steps by others, is one chain. Every relation is taken in the directions
//! that somebody needs: half of an equation is an inclusion, with a shorter proof.

use std::rc::Rc;

use reductio_algebra::{Formula, Relation, Substitution, Term};
use reductio_theorems::{Given, Rule};

use super::chain::{Chain, Chains, Fact, Link, Sign};
use super::compress::Compressed;
use super::flat::Flat;
use super::planned::{How, Planned};

/// The most places of facts of a chain that is part of another one, and the most levels of terms in each other.
const MAX_WEIGHT: usize = 80;
const MAX_DEPTH: usize = 60;

type Links = Rc<Vec<Link>>;

/// The links by which a step proves its relation, from the left side to the right side and, for an equation, back.
#[derive(Clone)]
struct Ways {
    up: Links,
    down: Option<Links>,
    depth: usize,
}

/// The directions of a step's relation that are used, and whether it must have just the form that it has.
#[derive(Clone, Copy, Default)]
struct Demand {
    up: bool,
    down: bool,
    exactly: bool,
}

impl Demand {
    const EVERYTHING: Demand = Demand { up: true, down: true, exactly: true };
}

fn sides(formula: &Formula) -> Option<(&Term, Relation, &Term)> {
    match formula {
        Formula::Relation(a, relation, b) => Some((a, *relation, b)),
        _ => None,
    }
}

/// The step as a fact, in both directions if it is an equation.
fn fact(number: usize, step: &Planned<'_>) -> Option<Ways> {
    let (a, relation, b) = sides(&step.formula)?;
    let fact = |left: &Term, right: &Term, is_back| {
        let (left, right) = (left.clone(), right.clone());
        Rc::new(vec![Link::Fact(Fact { step: number, is_back, left, right })])
    };
    let down = (relation == Relation::Equal).then(|| fact(b, a, true));
    Some(Ways { up: fact(a, b, false), down, depth: 1 })
}

/// Two ways beside each other; the shorter one waits at its end.
fn beside(sign: Sign, (a, a_end): (&Links, &Term), (b, b_end): (&Links, &Term)) -> Links {
    let at = |links: &Links, end: &Term, number: usize| {
        links.get(number).cloned().unwrap_or_else(|| Link::Same(end.clone()))
    };
    let link = |number| Link::of(sign, at(a, a_end, number), at(b, b_end, number));
    Rc::new((0..a.len().max(b.len())).map(link).collect())
}

/// The links of a step whose premises have these ways; `None` if the step is by another rule.
fn ways(step: &Planned<'_>, steps: &[Planned<'_>], premises: &[Option<Ways>]) -> Option<Ways> {
    let premise = |number: usize| {
        let ways = premises.get(number)?.as_ref()?;
        let (a, _, b) = sides(&steps[step.premises[number]].formula)?;
        Some((ways, a, b))
    };
    let in_context = |put: &dyn Fn(Link) -> Link| {
        let (ways, ..) = premise(0)?;
        let map = |links: &Links| Rc::new(links.iter().cloned().map(put).collect());
        let (up, down) = (map(&ways.up), ways.down.as_ref().map(map));
        Some(Ways { up, down, depth: ways.depth + 1 })
    };
    let none = || Rc::new(Vec::new());
    match &step.how {
        How::Flat => Some(Ways { up: none(), down: Some(none()), depth: 1 }),
        How::Shape => Some(premise(0)?.0.clone()),
        How::Sym => {
            let (ways, ..) = premise(0)?;
            Some(Ways { up: ways.down.clone()?, down: Some(ways.up.clone()), depth: ways.depth })
        }
        How::Trans => {
            let ((a, ..), (b, ..)) = (premise(0)?, premise(1)?);
            let joined = |a: &Links, b: &Links| Rc::new([&a[..], &b[..]].concat());
            let down = a.down.as_ref().zip(b.down.as_ref()).map(|(a, b)| joined(b, a));
            Some(Ways { up: joined(&a.up, &b.up), down, depth: a.depth.max(b.depth) })
        }
        How::Both(sign) => {
            let ((a, a1, a2), (b, b1, b2)) = (premise(0)?, premise(1)?);
            let down = a.down.as_ref().zip(b.down.as_ref());
            Some(Ways {
                up: beside(*sign, (&a.up, a2), (&b.up, b2)),
                down: down.map(|(a, b)| beside(*sign, (a, a1), (b, b1))),
                depth: a.depth.max(b.depth) + 1,
            })
        }
        How::Before(sign, x) => in_context(&|link| Link::of(*sign, Link::Same(x.clone()), link)),
        How::Behind(sign, y) => in_context(&|link| Link::of(*sign, link, Link::Same(y.clone()))),
        // From `x <= y`, `x + y` goes up to `y + y`, and `y` is below `x + y`.
        How::Rule(theorem) if theorem.rule() == Rule::LeElim => {
            let (_, _, y) = premise(0)?;
            let up = in_context(&|link| Link::of(Sign::Plus, link, Link::Same(y.clone())))?;
            Some(Ways { down: Some(none()), ..up })
        }
        How::Rule(theorem) if theorem.rule() == Rule::LeIntro => {
            Some(Ways { down: None, ..premise(0)?.0.clone() })
        }
        How::Rule(_) | How::Chain(_) => None,
    }
}

fn weight(links: &Links) -> usize {
    let mut facts = Vec::new();
    links.iter().for_each(|link| link.facts(&mut facts));
    facts.len()
}

/// The number of steps and goals that rest on each step.
fn uses(steps: &[Planned<'_>], goals: &[usize]) -> Vec<usize> {
    let mut uses = vec![0; steps.len()];
    let premises = steps.iter().flat_map(|step| &step.premises);
    premises.chain(goals).for_each(|premise| uses[*premise] += 1);
    uses
}

/// The ways of all steps, each with the ways of its premises in it where they are short or used only here.
fn all_ways(steps: &[Planned<'_>], uses: &[usize]) -> Vec<Option<Ways>> {
    let mut all: Vec<Option<Ways>> = Vec::with_capacity(steps.len());
    let mut parts: Vec<Option<Ways>> = Vec::with_capacity(steps.len());
    for (number, step) in steps.iter().enumerate() {
        // What only changes the form of its one premise is as long as that.
        let is_form = |premise: usize| step.premises.len() == 1 && uses[premise] == 1;
        let way = |p: &usize| if is_form(*p) && all[*p].is_some() { &all[*p] } else { &parts[*p] };
        let premises: Vec<Option<Ways>> = step.premises.iter().map(|p| way(p).clone()).collect();
        let own = ways(step, steps, &premises);
        let is_part = own.as_ref().is_some_and(|own| {
            let down = own.down.as_ref().map_or(0, weight);
            let most = if uses[number] > 1 { 1 } else { MAX_WEIGHT };
            weight(&own.up).max(down) <= most && own.depth <= MAX_DEPTH
        });
        parts.push(if is_part { own.clone() } else { fact(number, step) });
        all.push(own);
    }
    all
}

/// The proof with chains for all steps by flattening, transitivity and congruence that are left.
pub(super) fn woven<'a>(proof: Compressed<'a>, flat: &mut Flat<true>) -> Compressed<'a> {
    let first_uses = uses(&proof.steps, &proof.goals);
    let (_, first) = chains(&proof, &first_uses, flat);
    // Many steps are needed no more, and what only they shared is not shared.
    let mut left = vec![0; proof.steps.len()];
    for (number, step) in proof.steps.iter().enumerate() {
        match &first[number] {
            Needed::No => {}
            Needed::Chained(_, chains) => chains.steps().iter().for_each(|s| left[*s] += 1),
            Needed::AsItIs => step.premises.iter().for_each(|premise| left[*premise] += 1),
        }
    }
    proof.goals.iter().for_each(|goal| left[*goal] += 1);
    for (number, needed) in first.iter().enumerate() {
        if matches!(needed, Needed::No) {
            left[number] = first_uses[number];
        }
    }
    let (demands, needed) = chains(&proof, &left, flat);
    simplified(proof, &demands, needed, flat)
}

/// What becomes of a step.
enum Needed {
    No,
    AsItIs,
    Chained(Formula, Chains),
}

/// The chains for the steps that the goals rest on, and the use that is made of each step.
fn chains(
    proof: &Compressed<'_>,
    uses: &[usize],
    flat: &mut Flat<true>,
) -> (Vec<Demand>, Vec<Needed>) {
    let steps = &proof.steps;
    let all = all_ways(steps, uses);
    let mut demands = vec![Demand::default(); steps.len()];
    proof.goals.iter().for_each(|goal| demands[*goal] = Demand::EVERYTHING);
    let mut needed: Vec<Needed> = steps.iter().map(|_| Needed::No).collect();
    for (number, step) in steps.iter().enumerate().rev() {
        let demand = demands[number];
        if !(demand.up || demand.down) {
            continue;
        }
        let woven = all[number].as_ref().and_then(|own| {
            chained(step, own, demand, flat).or_else(|| {
                // What became too large to be flattened on the way is proved premise by premise.
                let premises: Vec<_> = step.premises.iter().map(|p| fact(*p, &steps[*p])).collect();
                chained(step, &ways(step, steps, &premises)?, demand, flat)
            })
        });
        let Some((formula, chains)) = woven else {
            needed[number] = Needed::AsItIs;
            for premise in &step.premises {
                let known = demands[*premise];
                demands[*premise] = if demand.exactly || instance_of(step).is_none() {
                    Demand::EVERYTHING
                } else {
                    let (up, down) = (known.up || demand.up, known.down || demand.down);
                    Demand { up, down, ..known }
                };
            }
            continue;
        };
        for fact in chains.facts() {
            demands[fact.step].up |= !fact.is_back;
            demands[fact.step].down |= fact.is_back;
        }
        needed[number] = Needed::Chained(formula, chains);
    }
    (demands, needed)
}

/// The substitution of a step that is a relation by instantiation.
fn instance_of<'a>(step: &Planned<'a>) -> Option<&'a Substitution> {
    match (&step.how, &step.formula) {
        (How::Rule(theorem), Formula::Relation(..)) => match theorem.given() {
            Given::Substitution(substitution) => Some(substitution),
            _ => None,
        },
        _ => None,
    }
}

/// The proof with its chains. Steps that only chains use get the simplest form, and so do their instances.
fn simplified<'a>(
    mut proof: Compressed<'a>,
    demands: &[Demand],
    needed: Vec<Needed>,
    flat: &mut Flat<true>,
) -> Compressed<'a> {
    for (number, needed) in needed.into_iter().enumerate() {
        let (before, at_last) = proof.steps.split_at_mut(number);
        let step = &mut at_last[0];
        match needed {
            Needed::Chained(mut formula, mut chains) => {
                if let (false, Formula::Relation(a, _, b)) = (demands[number].exactly, &mut formula)
                {
                    (*a, *b) = (flat.simple(a), flat.simple(b));
                }
                chains.for_each_fact(&mut |fact| {
                    if let Formula::Relation(a, relation, b) = &before[fact.step].formula {
                        // Half of an equation is an inclusion now.
                        fact.is_back &= *relation == Relation::Equal;
                        let (left, right) = if fact.is_back { (b, a) } else { (a, b) };
                        (fact.left, fact.right) = (left.clone(), right.clone());
                    }
                });
                step.premises = chains.steps();
                (step.formula, step.how) = (formula, How::Chain(chains));
            }
            Needed::AsItIs if !demands[number].exactly => {
                if let Some(substitution) = instance_of(step) {
                    step.formula = before[step.premises[0]].formula.substituted(substitution);
                }
            }
            Needed::AsItIs | Needed::No => {}
        }
    }
    proof
}

/// The chains for the directions of a step that are needed, and what they prove together.
fn chained(
    step: &Planned<'_>,
    ways: &Ways,
    demand: Demand,
    flat: &mut Flat<true>,
) -> Option<(Formula, Chains)> {
    let (a, relation, b) = sides(&step.formula)?;
    let mut chain = |from, to, links: &Links| {
        let chain = Chain { links: links.to_vec() };
        chain.proves([from, to], flat).then(|| chain.shortened([from, to], flat))
    };
    if relation == Relation::Below || !demand.down {
        return Some((Formula::below(a, b), Chains::Below(chain(a, b, &ways.up)?)));
    }
    let down = chain(b, a, ways.down.as_ref()?)?;
    if !demand.up {
        return Some((Formula::below(b, a), Chains::Below(down)));
    }
    Some((Formula::equal(a, b), Chains::Equal([chain(a, b, &ways.up)?, down])))
}
