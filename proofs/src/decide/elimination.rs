//! The parts of a loop from the parts of its body, by elimination of one state after another.
//!
//! For states `0..n` and parts `E_ij` of a body `e` (so `e <= (+j : E_ij)` for each i), rows `y` with `1 <= y_0`
//! and `y_i E_ij <= y_j` are written down as for a finite automaton: `y_j` are the paths from 0 to j. Then `e*`
//! lies below their sum, because `(* ind R)` applies to it: `(+j : y_j) e <= (+j : y_j)`. (Kozen 1994 does the same
//! with matrices.)

use reductio_algebra::Term;
use reductio_theorems::kernel::{axiom, star_ind_l, star_ind_r, sym, trans};
use reductio_theorems::{Axiom, RuleError, Theorem};

use super::monomial::missing;
use super::run::compose;
use super::sums::{into_sum, seq_sum_below, sum, sum_seq_below};
use crate::derived::{LAWS, lub, rhs, seq_left, seq_right, weaken};
use crate::step_error::{Attempt, StepError};

/// A part of a term: it leads from one state to another, `term w_j <= w_i`.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) term: Term,
    pub(super) theorem: Theorem,
}

type Row = Vec<Option<Part>>;
type Made<T> = Result<T, StepError>;

/// The theorem `e <= sum of E_ij`, and the order of the summands.
pub(super) struct Cover {
    pub(super) theorem: Theorem,
    pub(super) order: Vec<usize>,
}

/// The parts of a loop.
pub(super) struct Solved {
    /// The parts, for each state j with `y_j w_j <= w_0`.
    pub(super) parts: Vec<Part>,
    /// The theorem `e* <= sum of the parts`.
    pub(super) cover: Theorem,
}

/// The problem after the states past `k` are eliminated.
struct Level {
    first: Row,
    body: Vec<Row>,
    /// The loop at the last state.
    around: Option<Part>,
}

/// The parts of a solution, with the theorems that make it one.
struct Rows {
    parts: Vec<Part>,
    /// For each state, `b_j <= y_j`.
    first: Vec<Option<Theorem>>,
    /// For each two states, `y_i E_ij <= y_j`.
    body: Vec<Vec<Option<Theorem>>>,
}

/// Solves for the parts of `e*` that start in state 0. `ends` are the terms of the states.
pub(super) fn solve(e: &Term, body: &[Row], covers: &[Cover], ends: &[Term]) -> Made<Solved> {
    let n = ends.len();
    let mut first: Row = vec![None; n];
    let (one, w) = (Term::one(), &ends[0]);
    first[0] = Some(Part { term: one.clone(), theorem: weaken(&axiom(Axiom::OneSeq, w, w, w)?)? });
    let mut levels = Vec::new();
    let mut body = body.to_vec();
    for k in (0..n).rev() {
        let around = body[k][k].as_ref().map(star).transpose()?;
        let level = Level { first, body, around };
        (first, body) = level.eliminated(k, ends)?;
        levels.push(level);
    }
    let mut rows = Rows { parts: Vec::new(), first: Vec::new(), body: Vec::new() };
    for (k, level) in levels.iter().rev().enumerate() {
        rows = level.back(k, rows, ends)?;
    }
    let cover = cover(e, &rows, covers)?;
    Ok(Solved { parts: rows.parts, cover })
}

/// `e* <= sum of the rows`.
fn cover(e: &Term, rows: &Rows, covers: &[Cover]) -> Attempt {
    let terms: Vec<Term> = rows.parts.iter().map(|p| p.term.clone()).collect();
    let (total, into) = (sum(&terms), into_sum(&terms)?);
    let mut each = Vec::new();
    for (i, cover) in covers.iter().enumerate() {
        let y = &terms[i];
        let mut summands = Vec::new();
        let mut below = Vec::new();
        for &j in &cover.order {
            let fact = rows.body[i][j].as_ref().ok_or_else(|| missing(y))?;
            below.push(trans(fact, &into[j])?);
            summands.push(right_factor(fact)?);
        }
        let round = seq_left(y, &cover.theorem)?;
        each.push(trans(&round, &seq_sum_below(y, &summands, &below, &total)?)?);
    }
    let round = sum_seq_below(&terms, e, &each, &total)?;
    let end = star_ind_r(&round)?;
    let loops = e.star();
    let start = trans(rows.first[0].as_ref().ok_or_else(|| missing(e))?, &into[0])?;
    let once = sym(&axiom(Axiom::OneSeq, &loops, &loops, &loops)?)?;
    Ok(trans(&trans(&once, &seq_right(&start, &loops)?)?, &end)?)
}

/// The factor `y` of a theorem `x y <= z`.
fn right_factor(t: &Theorem) -> Made<Term> {
    let left = crate::derived::lhs(t);
    match left.kind() {
        reductio_algebra::TermKind::Seq(_, y) => Ok(y.clone()),
        _ => Err(missing(&left)),
    }
}

/// The part for any number of rounds.
pub(super) fn star(p: &Part) -> Made<Part> {
    Ok(Part { term: p.term.star(), theorem: weaken(&star_ind_l(&p.theorem)?)? })
}

/// The part for one part after the other; `w` is the term of the last state.
pub(super) fn after(f: &Part, g: &Part, w: &Term) -> Made<Part> {
    let theorem = compose(&f.term, &f.theorem, &g.term, &g.theorem, w)?;
    Ok(Part { term: f.term.seq(&g.term), theorem })
}

/// The part for either of two parts between the same states.
fn either(f: Option<&Part>, g: Option<Part>, w: &Term) -> Made<Option<Part>> {
    match (f, g) {
        (Some(f), Some(g)) => {
            let apart = axiom(Axiom::DistribR, &f.term, &g.term, w)?;
            let theorem = trans(&apart, &lub(&f.theorem, &g.theorem)?)?;
            Ok(Some(Part { term: f.term.plus(&g.term), theorem }))
        }
        (f, g) => Ok(g.or_else(|| f.cloned())),
    }
}

impl Level {
    /// The part for `f`, any number of rounds at state `k`, and on to `j`.
    fn through(&self, f: &Part, k: usize, j: usize, ends: &[Term]) -> Made<Option<Part>> {
        let Some(on) = &self.body[k][j] else { return Ok(None) };
        let on = match &self.around {
            Some(around) => after(around, on, &ends[j])?,
            None => on.clone(),
        };
        Ok(Some(after(f, &on, &ends[j])?))
    }

    /// The problem without state `k`, the last.
    fn eliminated(&self, k: usize, ends: &[Term]) -> Made<(Row, Vec<Row>)> {
        let without = |row: &Row| -> Made<Row> {
            (0..k)
                .map(|j| {
                    let by_k = match &row[k] {
                        Some(f) => self.through(f, k, j, ends)?,
                        None => None,
                    };
                    either(row[j].as_ref(), by_k, &ends[j])
                })
                .collect()
        };
        let body: Made<Vec<Row>> = self.body[..k].iter().map(without).collect();
        Ok((without(&self.first)?, body?))
    }

    /// The solution with state `k`, from the solution without it.
    fn back(&self, k: usize, less: Rows, ends: &[Term]) -> Made<Rows> {
        let Rows { mut parts, first: less_first, body: less_body } = less;
        // Paths to state k: at once, or by way of another state.
        let mut ways: Vec<Part> = Vec::new();
        let mut from: Vec<Option<usize>> = Vec::new();
        if let Some(b) = &self.first[k] {
            ways.push(b.clone());
            from.push(None);
        }
        for (i, y) in parts.iter().enumerate() {
            if let Some(step) = &self.body[i][k] {
                ways.push(after(y, step, &ends[k])?);
                from.push(Some(i));
            }
        }
        let terms: Vec<Term> = ways.iter().map(|p| p.term.clone()).collect();
        let each: Vec<Theorem> = ways.iter().map(|p| p.theorem.clone()).collect();
        let w = each.first().map(rhs).ok_or_else(|| missing(&ends[k]))?;
        let theorem = sum_seq_below(&terms, &ends[k], &each, &w)?;
        let there = Part { term: sum(&terms), theorem };
        let y = match &self.around {
            Some(around) => after(&there, around, &ends[k])?,
            None => there.clone(),
        };
        // Each way lies below y.
        let mut into = into_sum(&terms)?;
        if let Some(around) = &self.around {
            let inner = right_of_star(around)?;
            let stay = seq_left(&there.term, &LAWS.one_le_star.at(&inner, &inner))?;
            let once = sym(&axiom(Axiom::SeqOne, &there.term, &there.term, &there.term)?)?;
            let grow = trans(&once, &stay)?;
            into = into.iter().map(|t| trans(t, &grow)).collect::<Result<_, RuleError>>()?;
        }
        let mut first = Vec::new();
        let mut body: Vec<Vec<Option<Theorem>>> = Vec::new();
        for (j, known) in less_first.iter().enumerate() {
            first.push(
                self.first[j].as_ref().map(|b| widened(b, known.as_ref(), None)).transpose()?,
            );
        }
        for (i, row) in less_body.iter().enumerate() {
            let y_i = parts[i].term.clone();
            let mut facts = Vec::new();
            for (j, known) in row.iter().enumerate() {
                let part = self.body[i][j].as_ref();
                facts.push(part.map(|p| widened(p, known.as_ref(), Some(&y_i))).transpose()?);
            }
            body.push(facts);
        }
        first.push(None);
        let mut to_k = vec![None; k];
        for (way, t) in from.iter().zip(&into) {
            match way {
                None => first[k] = Some(t.clone()),
                Some(i) => to_k[*i] = Some(t.clone()),
            }
        }
        for (row, fact) in body.iter_mut().zip(to_k) {
            row.push(fact);
        }
        let mut last = Vec::new();
        for j in 0..k {
            let known = |way: &Option<usize>| match way {
                None => less_first[j].as_ref(),
                Some(i) => less_body[*i][j].as_ref(),
            };
            last.push(self.onward(&there, &ways, &from, k, j, &parts, &known)?);
        }
        last.push(match &self.around {
            Some(around) => Some(again(&there.term, around)?),
            None => None,
        });
        body.push(last);
        parts.push(y);
        Ok(Rows { parts, first, body })
    }

    /// `y_k E_kj <= y_j`, where `y_k` is the sum of the ways to `k`, then any number of rounds there.
    #[allow(clippy::too_many_arguments)] // one fact of `back`, which holds all of these
    fn onward<'t>(
        &self,
        there: &Part,
        ways: &[Part],
        from: &[Option<usize>],
        k: usize,
        j: usize,
        parts: &[Part],
        known: &dyn Fn(&Option<usize>) -> Option<&'t Theorem>,
    ) -> Made<Option<Theorem>> {
        let Some(on) = &self.body[k][j] else { return Ok(None) };
        let on_term = match &self.around {
            Some(around) => around.term.seq(&on.term),
            None => on.term.clone(),
        };
        let mut each = Vec::new();
        for (way, part) in from.iter().zip(ways) {
            let known = known(way).ok_or_else(|| missing(&part.term))?;
            each.push(match way {
                // b (S E) <= b'_j <= y_j
                None => {
                    let own = self.first[j].as_ref();
                    let through = part.term.seq(&on_term);
                    match own {
                        Some(b) => trans(&LAWS.inr.at(&b.term, &through), known)?,
                        None => known.clone(),
                    }
                }
                // (y_i E_ik) (S E) = y_i (E_ik (S E)) <= y_i E'_ij <= y_j
                Some(i) => {
                    let y = &parts[*i].term;
                    let step = self.body[*i][k].as_ref().ok_or_else(|| missing(y))?;
                    let through = step.term.seq(&on_term);
                    let apart = sym(&axiom(Axiom::SeqAssoc, y, &step.term, &on_term)?)?;
                    match &self.body[*i][j] {
                        Some(own) => {
                            let up = seq_left(y, &LAWS.inr.at(&own.term, &through))?;
                            trans(&trans(&apart, &up)?, known)?
                        }
                        None => trans(&apart, known)?,
                    }
                }
            });
        }
        let terms: Vec<Term> = ways.iter().map(|p| p.term.clone()).collect();
        let target = each.first().map(rhs).ok_or_else(|| missing(&there.term))?;
        let below = sum_seq_below(&terms, &on_term, &each, &target)?;
        Ok(Some(match &self.around {
            // (B S) E = B (S E)
            Some(around) => {
                let apart = sym(&axiom(Axiom::SeqAssoc, &there.term, &around.term, &on.term)?)?;
                trans(&apart, &below)?
            }
            None => below,
        }))
    }
}

/// The theorem `y (p + more) <= z`, or `y p <= z`, from `y p <= z`; without `y` where there is none.
fn widened(p: &Part, known: Option<&Theorem>, y: Option<&Term>) -> Attempt {
    let known = known.ok_or_else(|| missing(&p.term))?;
    let left = match y {
        Some(_) => right_factor(known)?,
        None => crate::derived::lhs(known),
    };
    if left == p.term {
        return Ok(known.clone());
    }
    let reductio_algebra::TermKind::Plus(_, more) = left.kind() else {
        return Err(missing(&left));
    };
    let up = LAWS.inl.at(&p.term, more);
    let up = match y {
        Some(y) => seq_left(y, &up)?,
        None => up,
    };
    Ok(trans(&up, known)?)
}

/// `|- (b x*) x <= b x*`.
fn again(b: &Term, around: &Part) -> Attempt {
    let x = right_of_star(around)?;
    let more = trans(&LAWS.slide_l.at(&x, &x), &LAWS.star_cons.at(&x, &x))?;
    let apart = sym(&axiom(Axiom::SeqAssoc, b, &around.term, &x)?)?;
    Ok(trans(&apart, &seq_left(b, &more)?)?)
}

/// The body of a loop.
fn right_of_star(around: &Part) -> Made<Term> {
    match around.term.kind() {
        reductio_algebra::TermKind::Star(x) => Ok(x.clone()),
        _ => Err(missing(&around.term)),
    }
}
