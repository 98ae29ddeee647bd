//! Makes systems smaller: whatever can be left out is, as long as the system has what is looked for.

use super::syntax::{Clause, Expr, Global, Kind, Program, Stmt, Type};

/// Leaves things out of a system as long as `is_wanted` holds. A cut that is no proper system is not wanted, so it need
/// not be known which cuts are.
pub(crate) fn smallest(program: &Program, is_wanted: impl Fn(&Program) -> bool) -> Program {
    let mut best = program.clone();
    while let Some(next) = smaller(&best).into_iter().find(&is_wanted) {
        best = next;
    }
    best
}

/// The size of a system. Shrinking comes to an end because each cut makes this smaller.
pub(crate) fn weight(program: &Program) -> usize {
    program.text().len() + 2 * usize::from(program.n != 0)
}

/// All systems with one cut, those with the largest cuts first.
pub(crate) fn smaller(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    let mut with = |change: &dyn Fn(&mut Program)| {
        let mut next = program.clone();
        change(&mut next);
        next.number();
        if weight(&next) < weight(program) {
            all.push(next);
        }
    };
    (0..program.families.len()).for_each(|k| with(&|p| drop(p.families.remove(k))));
    (0..program.claims.len()).for_each(|k| with(&|p| drop(p.claims.remove(k))));
    (0..program.globals.len()).for_each(|k| with(&|p| drop(p.globals.remove(k))));
    for (k, family) in program.families.iter().enumerate() {
        with(&|p| p.families[k].range = None);
        if let Some((low, high)) = family.range {
            with(&|p| p.families[k].range = Some((low, high.min(low))));
            with(&|p| p.families[k].range = Some((low, low - 1)));
        }
        for body in blocks(&family.body) {
            with(&|p| p.families[k].body.clone_from(&body));
        }
        for l in 0..family.locals.len() {
            with(&|p| drop(p.families[k].locals.remove(l)));
            with(&|p| p.families[k].locals[l].2 = None);
        }
    }
    for (k, claim) in program.claims.iter().enumerate() {
        for condition in exprs(&claim.condition) {
            with(&|p| p.claims[k].condition.clone_from(&condition));
        }
    }
    for (k, global) in program.globals.iter().enumerate() {
        for simpler in globals(global) {
            with(&|p| p.globals[k] = simpler.clone());
        }
    }
    with(&|p| p.n = 0);
    all
}

fn globals(global: &Global) -> Vec<Global> {
    let mut all = Vec::new();
    let mut with = |change: &dyn Fn(&mut Global)| {
        let mut next = global.clone();
        change(&mut next);
        all.push(next);
    };
    with(&|g| match g {
        Global::Variable { index, .. } | Global::Lock { index, .. } => *index = None,
        Global::Semaphore { max, .. } => *max = 1,
        Global::Queue { capacity, .. } => *capacity = 1,
    });
    with(&|g| match g {
        Global::Variable { initial, .. } => *initial = None,
        Global::Lock { depth, .. } => *depth = 1,
        Global::Semaphore { initial, .. } => *initial = 0,
        Global::Queue { .. } => {}
    });
    if let Global::Variable { by, .. } = global {
        with(&|g| {
            if let Global::Variable { ty, .. } = g {
                *ty = Type::Bool;
            }
        });
        for k in 0..by.len() {
            with(&|g| {
                if let Global::Variable { by, .. } = g {
                    drop(by.remove(k));
                }
            });
            if let Clause::For { condition, .. } = &by[k] {
                for simpler in exprs(condition) {
                    with(&|g| {
                        if let Global::Variable { by, .. } = g
                            && let Clause::For { condition, .. } = &mut by[k]
                        {
                            condition.clone_from(&simpler);
                        }
                    });
                }
            }
        }
    }
    if let Global::Lock { .. } = global {
        with(&|g| {
            if let Global::Lock { is_monitor, .. } = g {
                *is_monitor = false;
            }
        });
    }
    all
}

/// The blocks with one thing less.
fn blocks(block: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut all = Vec::new();
    let replaced = |k: usize, by: Vec<Stmt>| {
        block[..k].iter().cloned().chain(by).chain(block[k + 1..].iter().cloned()).collect()
    };
    for (k, stmt) in block.iter().enumerate() {
        all.push(replaced(k, Vec::new()));
        for inner in stmt.kind.blocks() {
            all.push(replaced(k, inner.clone()));
        }
        let mut plain = stmt.clone();
        (plain.label, plain.is_idle) = (None, false);
        all.push(replaced(k, vec![plain]));
        for kind in kinds(&stmt.kind) {
            all.push(replaced(k, vec![Stmt { kind, ..stmt.clone() }]));
        }
    }
    all
}

fn kinds(kind: &Kind) -> Vec<Kind> {
    let mut all = vec![Kind::Skip];
    for k in 0..kind.blocks().len() {
        for simpler in blocks(kind.blocks()[k]) {
            let mut next = kind.clone();
            next.blocks_mut()[k].clone_from(&simpler);
            all.push(next);
        }
    }
    let one =
        |e: &Expr, make: &dyn Fn(Expr) -> Kind| exprs(e).into_iter().map(make).collect::<Vec<_>>();
    match kind {
        Kind::Assign(x, e) => {
            all.extend(one(e, &|e| Kind::Assign(x.clone(), e)));
            if let Some(index) = &x.index {
                let at = |index| {
                    Kind::Assign(
                        super::syntax::Target { index: Some(index), ..x.clone() },
                        e.clone(),
                    )
                };
                all.extend(one(index, &at));
            }
        }
        Kind::Await(e) => all.extend(one(e, &Kind::Await)),
        Kind::Assert(e) => all.extend(one(e, &Kind::Assert)),
        Kind::Send(q, e) => all.extend(one(e, &|e| Kind::Send(q.clone(), e))),
        Kind::While(e, body) => all.extend(one(e, &|e| Kind::While(e, body.clone()))),
        Kind::Atomic(guard, list) => {
            all.push(Kind::Atomic(None, list.clone()));
            if let Some(guard) = guard {
                all.extend(one(guard, &|e| Kind::Atomic(Some(e), list.clone())));
                all.push(Kind::Await(guard.clone()));
            }
            for (k, (x, e)) in list.iter().enumerate() {
                all.push(Kind::Assign(x.clone(), e.clone()));
                all.extend(one(e, &|e| {
                    let mut list = list.clone();
                    list[k].1 = e;
                    Kind::Atomic(guard.clone(), list)
                }));
            }
        }
        Kind::If(arms, other) => {
            for (k, (e, _)) in arms.iter().enumerate() {
                let mut fewer = arms.clone();
                fewer.remove(k);
                if !fewer.is_empty() {
                    all.push(Kind::If(fewer, other.clone()));
                }
                all.extend(one(e, &|e| {
                    let mut arms = arms.clone();
                    arms[k].0 = e;
                    Kind::If(arms, other.clone())
                }));
            }
        }
        Kind::Choose(branches) => {
            for (k, (when, _)) in branches.iter().enumerate() {
                let mut fewer = branches.clone();
                fewer.remove(k);
                if !fewer.is_empty() {
                    all.push(Kind::Choose(fewer));
                }
                for e in when.iter().flat_map(exprs) {
                    let mut branches = branches.clone();
                    branches[k].0 = Some(e);
                    all.push(Kind::Choose(branches));
                }
            }
        }
        _ => {}
    }
    all
}

/// Simpler expressions: a constant, a part, or one with a simpler part.
fn exprs(e: &Expr) -> Vec<Expr> {
    let mut all = vec![Expr::Bool(true), Expr::Bool(false), Expr::Int(0), Expr::Int(1)];
    match e {
        Expr::Not(inner) | Expr::Minus(inner) | Expr::Within(inner, _) | Expr::Among(inner, _) => {
            all.push((**inner).clone());
            for simpler in exprs(inner) {
                all.push(match e {
                    Expr::Not(_) => Expr::Not(simpler.into()),
                    Expr::Minus(_) => Expr::Minus(simpler.into()),
                    Expr::Within(_, range) => Expr::Within(simpler.into(), *range),
                    Expr::Among(_, values) => Expr::Among(simpler.into(), values.clone()),
                    _ => unreachable!(),
                });
            }
        }
        Expr::And(parts) | Expr::Or(parts) => {
            all.extend(parts.iter().cloned());
            for (k, part) in parts.iter().enumerate() {
                for simpler in exprs(part) {
                    let mut parts = parts.clone();
                    parts[k] = simpler;
                    all.push(if let Expr::And(_) = e { Expr::And(parts) } else { Expr::Or(parts) });
                }
            }
        }
        Expr::Binary(op, a, b) => {
            all.extend([(**a).clone(), (**b).clone()]);
            all.extend(exprs(a).into_iter().map(|a| Expr::Binary(op, a.into(), b.clone())));
            all.extend(exprs(b).into_iter().map(|b| Expr::Binary(op, a.clone(), b.into())));
        }
        Expr::If(c, a, b) => {
            all.extend([(**c).clone(), (**a).clone(), (**b).clone()]);
            all.extend(exprs(c).into_iter().map(|c| Expr::If(c.into(), a.clone(), b.clone())));
            all.extend(exprs(a).into_iter().map(|a| Expr::If(c.clone(), a.into(), b.clone())));
            all.extend(exprs(b).into_iter().map(|b| Expr::If(c.clone(), a.clone(), b.into())));
        }
        Expr::Quantified { is_forall, name, range, body } => {
            all.push((**body).clone());
            for simpler in exprs(body) {
                let (name, body) = (name.clone(), simpler.into());
                all.push(Expr::Quantified { is_forall: *is_forall, name, range: *range, body });
            }
        }
        Expr::Name(name, Some(index)) => {
            let at = |index: Expr| Expr::Name(name.clone(), Some(index.into()));
            all.extend(exprs(index).into_iter().map(at));
        }
        Expr::At(thread, labels) => {
            all.extend(labels.iter().map(|label| Expr::At(thread.clone(), vec![label.clone()])));
        }
        _ => {}
    }
    all
}
