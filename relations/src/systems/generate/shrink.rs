//! Smaller systems that satisfy (13)-(21).

use super::repair::Draft;
use crate::systems::hypotheses::Hypotheses;
use crate::systems::rows::{Rows, States, Wide, all_states, members};
use crate::systems::system::LargeSystem;

/// The systems that come from `system` by removing processes, states, states of `q`, or pairs of one relation,
/// and satisfy (13)-(21), large cuts first. Where a cut breaks a hypothesis, the rest is repaired. Each has
/// fewer processes, states or pairs, so shrinking comes to an end.
pub fn smaller(system: &LargeSystem) -> impl Iterator<Item = LargeSystem> + use<> {
    let weight = weight(system);
    let draft = Draft::from(system);
    let (n, k) = (draft.states, draft.u.len());
    let origin = draft.clone();
    let processes = (0..k).filter(move |_| k > 1).map(move |i| without_process(&origin, i));
    let origin = draft.clone();
    // Halves of the states, then quarters, and so on down to single ones.
    let blocks = std::iter::successors(Some(n / 2), |size| (*size > 1).then_some(size / 2));
    let states = blocks.filter(|size| *size > 0).flat_map(move |size| {
        let origin = origin.clone();
        (0..n).step_by(size).map(move |from| {
            let gone = all_states(n.min(from + size)) & !all_states(from);
            without_states(&origin, gone)
        })
    });
    let origin = draft.clone();
    let violations = members(draft.q).map(move |s| {
        let mut new = origin.clone();
        new.q &= !(1 << s);
        new
    });
    let pairs = (0..2 * k * n).flat_map(move |at| without_pairs(&draft, at));
    let cuts = processes.chain(states).chain(violations).chain(pairs);
    cuts.filter(|draft| draft.states > 0).filter_map(move |draft| {
        let Draft { states, q, u, v, .. } = draft.clone();
        let plain = LargeSystem::new(states, q, u, v).ok();
        let valid = plain.filter(|system| system.satisfies(Hypotheses::ALL));
        let found = valid.unwrap_or_else(|| draft.repaired());
        (self::weight(&found) < weight).then_some(found)
    })
}

/// The weight of a system, which shrinking makes smaller.
fn weight(system: &LargeSystem) -> (usize, usize, u32, u32) {
    (system.states(), system.processes(), system.size(), system.q().count_ones())
}

fn without_process(draft: &Draft, i: usize) -> Draft {
    let mut new = draft.clone();
    new.p.remove(i);
    new.u.remove(i);
    new.v.remove(i);
    new
}

fn without_states(draft: &Draft, gone: States) -> Draft {
    let left: Vec<usize> = members(all_states(draft.states) & !gone).collect();
    let set = |from: States| {
        let kept = left.iter().enumerate().filter(|(_, s)| from >> **s & 1 == 1);
        kept.fold(0, |to, (new, _)| to | 1 << new)
    };
    let relation = |x: &Wide| {
        let mut y = Wide::empty(left.len());
        left.iter().enumerate().for_each(|(new, s)| y.set_row(new, set(x.row(*s))));
        y
    };
    Draft {
        states: left.len(),
        q: set(draft.q),
        p: draft.p.iter().map(|p| set(*p)).collect(),
        u: draft.u.iter().map(relation).collect(),
        v: draft.v.iter().map(relation).collect(),
    }
}

/// The draft without row number `at` (of all `v_j`, then all `u_i`), and without each pair of it.
fn without_pairs(draft: &Draft, at: usize) -> Vec<Draft> {
    let (n, k) = (draft.states, draft.u.len());
    let (x, s) = (at / n, at % n);
    let row = if x < k { draft.v[x].row(s) } else { draft.u[x - k].row(s) };
    let cut = |left: States| {
        let mut new = draft.clone();
        if x < k {
            new.v[x].set_row(s, left);
        } else {
            new.u[x - k].set_row(s, left);
            if left == 0 {
                new.p[x - k] |= 1 << s;
            }
        }
        new
    };
    match row.count_ones() {
        0 => Vec::new(),
        1 => vec![cut(0)],
        _ => std::iter::once(0).chain(members(row).map(|t| row & !(1 << t))).map(cut).collect(),
    }
}
