//! The system of inequations whose solution bounds `b^w`.
//!
//! A node is the rest of `b^w` that is still to be read, a *position* such as `y (x y)^w`, in a state of the right
//! side. For each node i there is a row `X_i <= (+j : E_ij X_j) + w_i`, where `X_i` is the position and `w_i` the
//! state's term, with `E_ij w_j <= w_i`. So `w` is a solution; whether `X` lies below it depends on the loops
//! (`order`).

use reductio_algebra::Term;
use reductio_theorems::Theorem;
use reductio_theorems::kernel::{axiom, loop_ind, star_ind_l, sym, trans};
use reductio_theorems::{Axiom, RuleError};
use rustc_hash::FxHashMap;

use super::super::alphabet::Factor;
use super::super::elimination::{Part, after, star};
use super::super::monomial::missing;
use super::super::run::Runs;
use super::super::state::{ALL, State, Stop};
use super::super::sums::{into_sum, seq_sum_below, sum, sum_below, sum_seq_below};
use super::goal::Goal;
use crate::derived::{LAWS, le_refl, lub, seq_left, seq_right, weaken};
use crate::step_error::StepError;
use crate::tactic::product::rewritten_proof;

/// The most nodes of a system that is tried.
const NODES: usize = 32;

/// The factors before `b^w`, the next one last.
type Position = Vec<Term>;

pub(super) struct Node {
    position: Position,
    pub(super) state: State,
    /// The term `X` of the position.
    term: Term,
    /// The term `w` of the state.
    pub(super) end: Term,
}

/// The row `X <= (+j : E_j X_j) + w` of a node.
#[derive(Clone)]
pub(super) struct Row {
    pub(super) theorem: Theorem,
    pub(super) to: Vec<(usize, Part)>,
}

impl Row {
    /// The part that leads to a node.
    pub(super) fn part(&self, node: usize) -> Option<&Part> {
        self.to.iter().find(|(j, _)| *j == node).map(|(_, part)| part)
    }
}

/// A summand on the way to a row.
enum Item {
    /// The summand `E X_j`, for the part E.
    Go(usize, Part),
    /// A summand t that leads to no node, with its theorem `t <= w`.
    Rest(Theorem),
}

/// Summands put together, those that lead to the same node in one.
struct Gathered {
    to: Vec<(usize, Part)>,
    /// The term `(+j : E_j X_j) + w`.
    target: Term,
    /// The theorem, for each summand that went in, that it lies below the target.
    each: Vec<Theorem>,
    /// The theorem `w <= target`.
    rest: Theorem,
}

/// The expansion `f k <= (+l : e_l k_l)` of a position by its next factor.
struct Expansion {
    outs: Vec<(Position, State, Part)>,
    theorem: Theorem,
}

pub(super) struct System {
    body: Term,
    pub(super) nodes: Vec<Node>,
    pub(super) rows: Vec<Row>,
    numbers: FxHashMap<(Position, State), usize>,
}

/// The target of a part: a node, or a position that is known to lie below the state.
enum To {
    Node(usize),
    Known(Theorem),
}

impl System {
    /// The system of `b^w` in the state `s`, its node first, unless it is too large. `own` is the goal of b.
    pub(super) fn new(
        runs: &mut Runs<'_, '_>,
        body: &Term,
        s: State,
        own: Option<&Goal>,
    ) -> Result<Option<Self>, Stop> {
        let (nodes, rows, numbers) = (Vec::new(), Vec::new(), FxHashMap::default());
        let mut system = System { body: body.clone(), nodes, rows, numbers };
        system.node(runs, Position::new(), s)?;
        while system.rows.len() < system.nodes.len() {
            if system.nodes.len() > NODES {
                return Ok(None);
            }
            let row = system.expanded(runs, system.rows.len(), own)?;
            system.rows.push(row);
        }
        Ok(Some(system))
    }

    /// The term of a position.
    fn term(&self, position: &[Term]) -> Term {
        position.iter().fold(self.body.omega(), |k, f| f.seq(&k))
    }

    fn node(
        &mut self,
        runs: &mut Runs<'_, '_>,
        position: Position,
        state: State,
    ) -> Result<usize, Stop> {
        let key = (position, state);
        if let Some(&known) = self.numbers.get(&key) {
            return Ok(known);
        }
        let number = self.nodes.len();
        let (term, end) = (self.term(&key.0), runs.reach.states.term(state)?);
        self.nodes.push(Node { position: key.0.clone(), state, term, end });
        self.numbers.insert(key, number);
        Ok(number)
    }

    fn to(
        &mut self,
        runs: &mut Runs<'_, '_>,
        position: Position,
        state: State,
        own: Option<&Goal>,
    ) -> Result<To, Stop> {
        if state == ALL {
            let x = self.term(&position);
            return Ok(To::Known(LAWS.top.at(&x, &x)));
        }
        if let Some(goal) = own
            && position.is_empty()
            && runs.reach.states.is_below(goal.state, state)
        {
            let below = runs.reach.states.below_proof(goal.state, state)?;
            return Ok(To::Known(trans(&goal.theorem, &below)?));
        }
        Ok(To::Node(self.node(runs, position, state)?))
    }

    /// The row of a node, from the runs of its next factor.
    fn expanded(
        &mut self,
        runs: &mut Runs<'_, '_>,
        node: usize,
        own: Option<&Goal>,
    ) -> Result<Row, Stop> {
        let (mut position, s) = (self.nodes[node].position.clone(), self.nodes[node].state);
        let next = position.pop();
        let f = next.as_ref().unwrap_or(&self.body).clone();
        let expansion = self.expand(runs, &f, &position, s)?;
        let first = match next {
            Some(_) => expansion.theorem,
            None => trans(&LAWS.omega_unfold.at(&f, &f), &expansion.theorem)?,
        };
        let mut items = Vec::new();
        for (position, state, part) in expansion.outs {
            items.push(match self.to(runs, position, state, own)? {
                To::Node(j) => Item::Go(j, part),
                To::Known(below) => {
                    Item::Rest(trans(&seq_left(&part.term, &below)?, &part.theorem)?)
                }
            });
        }
        let gathered = self.gather(items, &self.nodes[node].end)?;
        let theorem = trans(&first, &sum_below(&gathered.each, &gathered.target)?)?;
        Ok(Row { theorem, to: gathered.to })
    }

    fn expand(
        &self,
        runs: &mut Runs<'_, '_>,
        f: &Term,
        k: &[Term],
        s: State,
    ) -> Result<Expansion, Stop> {
        let rest = self.term(k);
        match runs.reach.states.heads.alphabet.factor(f) {
            Factor::Plus(a, b) => {
                let (left, right) = (self.expand(runs, &a, k, s)?, self.expand(runs, &b, k, s)?);
                let n = left.outs.len();
                let outs: Vec<_> = left.outs.into_iter().chain(right.outs).collect();
                let terms: Vec<Term> =
                    outs.iter().map(|(k, _, part)| part.term.seq(&self.term(k))).collect();
                let (total, into) = (sum(&terms), into_sum(&terms)?);
                let first = trans(&left.theorem, &sum_below(&into[..n], &total)?)?;
                let second = trans(&right.theorem, &sum_below(&into[n..], &total)?)?;
                let apart = axiom(Axiom::DistribR, &a, &b, &rest)?;
                Ok(Expansion { outs, theorem: trans(&apart, &lub(&first, &second)?)? })
            }
            Factor::Seq(a, b) => {
                let mut longer = k.to_vec();
                longer.push(b.clone());
                let inner = self.expand(runs, &a, &longer, s)?;
                let apart = sym(&axiom(Axiom::SeqAssoc, &a, &b, &rest)?)?;
                Ok(Expansion { theorem: trans(&apart, &inner.theorem)?, ..inner })
            }
            Factor::Rewritten(to) => {
                let inner = self.expand(runs, &to, k, s)?;
                let same = rewritten_proof(f)?.ok_or_else(|| missing(f))?;
                let theorem = trans(&seq_right(&same, &rest)?, &inner.theorem)?;
                Ok(Expansion { theorem, ..inner })
            }
            _ => {
                let run = runs.run(f, s)?;
                let parts = run.terms();
                let terms: Vec<Term> = parts.iter().map(|e| e.seq(&rest)).collect();
                let all = sum_seq_below(&parts, &rest, &into_sum(&terms)?, &sum(&terms))?;
                let theorem = weaken(&trans(&seq_right(&run.covered(f)?, &rest)?, &all)?)?;
                let out = |e: &super::super::run::Exit| {
                    let part = Part { term: e.term.clone(), theorem: e.theorem.clone() };
                    (k.to_vec(), e.state, part)
                };
                Ok(Expansion { outs: run.exits.iter().map(out).collect(), theorem })
            }
        }
    }

    /// Puts summands that lead to the same node together.
    fn gather(&self, items: Vec<Item>, w: &Term) -> Result<Gathered, StepError> {
        let mut groups: Vec<(usize, Vec<Part>)> = Vec::new();
        let mut places = Vec::new();
        for item in items {
            places.push(match item {
                Item::Rest(theorem) => Err(theorem),
                Item::Go(j, part) => {
                    let known = groups.iter().position(|(node, _)| *node == j);
                    let at = known.unwrap_or(groups.len());
                    if known.is_none() {
                        groups.push((j, Vec::new()));
                    }
                    let parts = &mut groups[at].1;
                    let same = parts.iter().position(|p| p.term == part.term);
                    if same.is_none() {
                        parts.push(part);
                    }
                    Ok((at, same.unwrap_or(groups[at].1.len() - 1)))
                }
            });
        }
        let (mut to, mut inside, mut terms) = (Vec::new(), Vec::new(), Vec::new());
        for (j, parts) in &groups {
            let node = &self.nodes[*j];
            let summands: Vec<Term> = parts.iter().map(|p| p.term.clone()).collect();
            let each: Vec<Theorem> = parts.iter().map(|p| p.theorem.clone()).collect();
            let theorem = sum_seq_below(&summands, &node.end, &each, w)?;
            let part = Part { term: sum(&summands), theorem };
            terms.push(part.term.seq(&node.term));
            let up = into_sum(&summands)?;
            let up: Result<Vec<Theorem>, RuleError> =
                up.iter().map(|t| seq_right(t, &node.term)).collect();
            inside.push(up?);
            to.push((*j, part));
        }
        terms.push(w.clone());
        let outside = into_sum(&terms)?;
        let rest = outside[terms.len() - 1].clone();
        let each: Result<Vec<Theorem>, RuleError> = places
            .into_iter()
            .map(|place| match place {
                Ok((at, l)) => trans(&inside[at][l], &outside[at]),
                Err(theorem) => trans(&theorem, &rest),
            })
            .collect();
        Ok(Gathered { to, target: sum(&terms), each: each?, rest })
    }

    /// The row of a node without its loop E, from `E^w <= w`: by `(? ind)`, `X <= E^w + E* (the rest of the row)`.
    pub(super) fn solved(
        &self,
        node: usize,
        row: &Row,
        closed: Option<&Theorem>,
    ) -> Result<Row, StepError> {
        let Some(around) = row.part(node) else { return Ok(row.clone()) };
        let Node { term: x, end: w, .. } = &self.nodes[node];
        let closed = closed.ok_or_else(|| missing(x))?;
        let rounds = star(around)?;
        let stay = weaken(&star_ind_l(&around.theorem)?)?;
        let others: Vec<&(usize, Part)> = row.to.iter().filter(|(j, _)| *j != node).collect();
        let mut items = Vec::new();
        for (j, part) in &others {
            items.push(Item::Go(*j, after(&rounds, part, &self.nodes[*j].end)?));
        }
        items.push(Item::Rest(stay));
        let gathered = self.gather(items, w)?;
        // The row with the loop first.
        let mut terms = vec![around.term.seq(x)];
        terms.extend(others.iter().map(|(j, part)| part.term.seq(&self.nodes[*j].term)));
        terms.push(w.clone());
        let mut to_ordered = into_sum(&terms)?;
        let own = to_ordered.remove(0);
        let at = row.to.iter().position(|(j, _)| *j == node).unwrap_or(0);
        to_ordered.insert(at, own);
        let ordered = trans(&row.theorem, &sum_below(&to_ordered, &sum(&terms))?)?;
        let rest = &terms[1..];
        let looped =
            trans(&loop_ind(&ordered)?, &axiom(Axiom::LoopDef, &around.term, &sum(rest), x)?)?;
        let mut each = Vec::new();
        for ((j, part), below) in others.iter().zip(&gathered.each) {
            let assoc = axiom(Axiom::SeqAssoc, &rounds.term, &part.term, &self.nodes[*j].term)?;
            each.push(trans(&assoc, below)?);
        }
        each.extend(gathered.each.last().cloned());
        let ends = seq_sum_below(&rounds.term, rest, &each, &gathered.target)?;
        let for_ever = trans(closed, &gathered.rest)?;
        Ok(Row { theorem: trans(&looped, &lub(&for_ever, &ends)?)?, to: gathered.to })
    }

    /// The `row` of a node that ends in `w`, with the right side of `solved` put in for `node`.
    pub(super) fn without(
        &self,
        node: usize,
        solved: &Row,
        row: &Row,
        w: &Term,
    ) -> Result<Row, StepError> {
        let Some(way) = row.part(node) else { return Ok(row.clone()) };
        let mut items = Vec::new();
        for (j, part) in &row.to {
            if *j != node {
                items.push(Item::Go(*j, part.clone()));
                continue;
            }
            for (l, next) in &solved.to {
                items.push(Item::Go(*l, after(part, next, &self.nodes[*l].end)?));
            }
            items.push(Item::Rest(part.theorem.clone()));
        }
        items.push(Item::Rest(le_refl(w)?));
        let gathered = self.gather(items, w)?;
        let mut facts = gathered.each.iter();
        let mut each = Vec::new();
        for (j, _) in &row.to {
            if *j != node {
                each.extend(facts.next().cloned());
                continue;
            }
            // E_ik X_k <= E_ik ((+l : E_kl X_l) + w_k)
            let (mut terms, mut below) = (Vec::new(), Vec::new());
            for (l, next) in &solved.to {
                let term = &self.nodes[*l].term;
                terms.push(next.term.seq(term));
                let fact = facts.next().ok_or_else(|| missing(term))?;
                below.push(trans(&axiom(Axiom::SeqAssoc, &way.term, &next.term, term)?, fact)?);
            }
            terms.push(self.nodes[node].end.clone());
            below.extend(facts.next().cloned());
            let inner = seq_sum_below(&way.term, &terms, &below, &gathered.target)?;
            each.push(trans(&seq_left(&way.term, &solved.theorem)?, &inner)?);
        }
        each.extend(facts.next().cloned());
        let theorem = trans(&row.theorem, &sum_below(&each, &gathered.target)?)?;
        Ok(Row { theorem, to: gathered.to })
    }
}
