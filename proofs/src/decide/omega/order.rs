//! The order in which nodes are eliminated.
//!
//! Each cycle is closed at that one of its nodes that is eliminated last; so nodes in whose state no omega begins go
//! first, and of the others several orders are tried. A relation that is not proved so is tried from a smaller state,
//! and by way of other omegas.

use std::collections::BTreeSet;

use reductio_algebra::{Term, TermKind};
use reductio_theorems::Theorem;
use reductio_theorems::kernel::trans;

use super::super::run::Runs;
use super::super::state::{State, Stop};
use super::super::sums::sum;
use super::body::regular;
use super::goal::goal;
use super::inclusion::escape;
use super::laws::{denested, power, rounds, turned};
use super::loops::{Loops, small, summands};
use super::system::{Row, System};
use crate::derived::{omega_mono, rhs};
use crate::limits::DecisionLimits;
use crate::tactic::product::{factors_of, product};

/// The most eliminations that are tried.
const ATTEMPTS: usize = 32;
/// The most summands of a body that is split.
const PIECES: usize = 6;
/// The depths to which loops are looked into, each with whether every summand is tried as the one that occurs for
/// ever.
const DEPTHS: [(usize, bool); 5] = [(1, false), (4, false), (2, true), (3, true), (4, true)];

/// The theorem `b^w <= w_s`, for a body whose words all have an action.
///
/// [`Stop::NoProof`] when none is found.
pub(in crate::decide) fn for_ever_below(
    runs: &mut Runs<'_, '_>,
    b: &Term,
    s: State,
) -> Result<Theorem, Stop> {
    if let Some(found) = at_once(runs, b, s)? {
        return Ok(found);
    }
    let (shallow, deep) = DEPTHS.split_at(2);
    if let Some(found) = searched(runs, b, s, shallow)? {
        return Ok(found);
    }
    if let Some(found) = by_other_omegas(runs, b, s)? {
        return Ok(found);
    }
    if let Some(found) = searched(runs, b, s, deep)? {
        return Ok(found);
    }
    // A state below s in which one omega begins may tell more.
    for body in runs.reach.states.heads.bodies() {
        let Some(goal) = goal(&mut runs.reach.states, &body)? else { continue };
        let states = &runs.reach.states;
        if goal.state != s && states.is_below(goal.state, s) && !states.is_below(s, goal.state) {
            let is_right = escape(&mut runs.reach.states, b, goal.state)?.is_none();
            if is_right && let Some(found) = searched(runs, b, goal.state, &DEPTHS)? {
                return Ok(trans(&found, &runs.reach.states.below_proof(goal.state, s)?)?);
            }
        }
    }
    Err(Stop::NoProof)
}

/// The theorem `b^w <= w_s`, where b makes rounds of an omega that begins in s.
fn at_once(runs: &mut Runs<'_, '_>, b: &Term, s: State) -> Result<Option<Theorem>, Stop> {
    let mut bodies = runs.reach.states.heads.bodies();
    bodies.insert(0, b.clone());
    for body in bodies {
        let Some(goal) = goal(&mut runs.reach.states, &body)? else { continue };
        if !runs.reach.states.is_below(goal.state, s) {
            continue;
        }
        let up = trans(&goal.theorem, &runs.reach.states.below_proof(goal.state, s)?)?;
        if *b == body {
            return Ok(Some(up));
        }
        if let Some(below) = regular(b, &body.seq(&body.star()), small(runs))? {
            let inner = trans(&omega_mono(&below)?, &rounds(&body)?)?;
            return Ok(Some(trans(&inner, &up)?));
        }
    }
    Ok(None)
}

/// The theorem `b^w <= w_s`, by way of other omegas.
fn by_other_omegas(runs: &mut Runs<'_, '_>, b: &Term, s: State) -> Result<Option<Theorem>, Stop> {
    if !runs.may_split {
        return Ok(None);
    }
    runs.may_split = false;
    let mut found = None;
    for other in other_omegas(b, small(runs))? {
        match runs.below(&rhs(&other), s) {
            Err(Stop::NoProof | Stop::Limit) => {}
            below => {
                found = Some(trans(&other, &below?)?);
                break;
            }
        }
    }
    runs.may_split = true;
    Ok(found)
}

/// Ways to split a body in two: a sum as it is written, and each summand that it has when multiplied out.
fn splits(b: &Term) -> Vec<(Term, Term)> {
    let mut found = Vec::new();
    if let TermKind::Plus(x, y) = b.kind() {
        found.extend([(x.clone(), y.clone()), (y.clone(), x.clone())]);
    }
    let parts = summands(b);
    if (2..=PIECES).contains(&parts.len()) {
        for (k, v) in parts.iter().enumerate() {
            let mut others = parts.clone();
            others.remove(k);
            found.push((sum(&others), v.clone()));
        }
    }
    found
}

/// Theorems `b^w <= z`, by `(x y)^w <= x (y x)^w`, `(u + v)^w <= (u* v)^w + (u* v)* u^w` and `x^w <= (x x)^w`.
fn other_omegas(b: &Term, bound: DecisionLimits<'_>) -> Result<Vec<Theorem>, Stop> {
    let mut all = Vec::new();
    let factors = factors_of(b);
    for k in 1..factors.len() {
        let (x, y) = (product(&factors[..k]), product(&factors[k..]));
        if let Some(same) = regular(b, &x.seq(&y), bound)? {
            all.push(trans(&omega_mono(&same)?, &turned(&x, &y)?)?);
        }
    }
    for (u, v) in splits(b) {
        if let Some(both) = regular(b, &u.plus(&v), bound)? {
            all.push(trans(&omega_mono(&both)?, &denested(&u, &v)?)?);
        }
    }
    all.push(power(b, 2)?.1);
    Ok(all)
}

fn searched(
    runs: &mut Runs<'_, '_>,
    b: &Term,
    s: State,
    depths: &[(usize, bool)],
) -> Result<Option<Theorem>, Stop> {
    let own = goal(&mut runs.reach.states, b)?;
    let Some(system) = System::new(runs, b, s, own.as_ref())? else { return Ok(None) };
    let mut goals = Vec::new();
    for body in runs.reach.states.heads.bodies() {
        goals.extend(goal(&mut runs.reach.states, &body)?);
    }
    for &(depth, singly) in depths {
        let loops = Loops::new(runs, &goals, depth, singly);
        let mut search = Search { loops, system: &system, attempts: ATTEMPTS };
        let rows: Vec<Option<Row>> = system.rows.iter().cloned().map(Some).collect();
        let found = search.eliminate(&rows, &system.rows[0])?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

struct Search<'s, 'r, 'a, 'b> {
    loops: Loops<'r, 'a, 'b>,
    system: &'s System,
    attempts: usize,
}

impl Search<'_, '_, '_, '_> {
    /// The theorem `X_0 <= w_0`, from the rows that are left and that of the start, which no other leads to.
    fn eliminate(&mut self, rows: &[Option<Row>], start: &Row) -> Result<Option<Theorem>, Stop> {
        let alive = reached(rows, start);
        if alive.is_empty() {
            return Ok(Some(start.theorem.clone()));
        }
        let mut choices = Vec::new();
        for &node in &alive {
            let Some(row) = &rows[node] else { continue };
            let state = self.system.nodes[node].state;
            let closed = match row.part(node) {
                None => None,
                Some(part) => match self.loops.close(part, state)? {
                    None => return Ok(None),
                    found => found,
                },
            };
            let is_goal = self.loops.goals_in(state).next().is_some();
            choices.push(((is_goal, closed.is_none()), node, closed));
        }
        choices.sort_by_key(|(rank, ..)| *rank);
        for ((is_goal, _), node, closed) in choices {
            let Some(left) = self.attempts.checked_sub(1) else { return Ok(None) };
            self.attempts = left;
            let (rows, start) = self.without(node, closed.as_ref(), rows, start)?;
            let found = self.eliminate(&rows, &start)?;
            // The order does not matter among nodes where no loop can be closed.
            if found.is_some() || !is_goal {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn without(
        &self,
        node: usize,
        closed: Option<&Theorem>,
        rows: &[Option<Row>],
        start: &Row,
    ) -> Result<(Vec<Option<Row>>, Row), Stop> {
        let Some(row) = &rows[node] else { return Err(Stop::NoProof) };
        let solved = self.system.solved(node, row, closed)?;
        let mut less = Vec::new();
        for (i, row) in rows.iter().enumerate() {
            less.push(match row {
                Some(row) if i != node => {
                    let w = &self.system.nodes[i].end;
                    Some(self.system.without(node, &solved, row, w)?)
                }
                _ => None,
            });
        }
        let start = self.system.without(node, &solved, start, &self.system.nodes[0].end)?;
        Ok((less, start))
    }
}

/// The nodes that the start leads to.
fn reached(rows: &[Option<Row>], start: &Row) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut next: Vec<usize> = start.to.iter().map(|(j, _)| *j).collect();
    while let Some(node) = next.pop() {
        if found.insert(node)
            && let Some(row) = &rows[node]
        {
            next.extend(row.to.iter().map(|(j, _)| *j));
        }
    }
    found
}
