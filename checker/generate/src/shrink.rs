//! Smaller sketches.

use super::predicates::{names_lock, value};
use super::sketch::{
    Action, ClassSketch, LockKind, LockRef, PredicateSketch, PropertySketch, Read, Sketch,
    StepSketch, ValueSketch, VariableRef,
};
use reductio_system::{Fairness, Shape, Subformula};

/// The sketches that come from `sketch` by leaving one thing out, large things first: a thread, a variable, a lock,
/// a semaphore, a control point, a step, a part of a step or of a predicate. Each has less of something, and more of
/// nothing, so shrinking comes to an end.
pub fn smaller(sketch: &Sketch) -> impl Iterator<Item = Sketch> + use<> {
    let mut all = Vec::new();
    let count = sketch.threads.len();
    all.extend((0..count).filter(|_| count > 1).map(|k| without_thread(sketch, k)));
    all.extend((0..sketch.objects.len()).map(|k| without_object(sketch, k)));
    all.extend((0..sketch.locks).map(|k| without_lock(sketch, k)));
    all.extend((0..sketch.semaphores.len()).map(|k| without_semaphore(sketch, k)));
    all.extend((0..sketch.flags).map(|k| without_flag(sketch, k)));
    all.extend(
        (0..sketch.invariants.len()).map(|k| with(sketch, |s| drop(s.invariants.remove(k)))),
    );
    all.extend((0..sketch.goals.len()).map(|k| with(sketch, |s| drop(s.goals.remove(k)))));
    all.extend(
        (0..sketch.properties.len()).map(|k| with(sketch, |s| drop(s.properties.remove(k)))),
    );
    for (k, property) in sketch.properties.iter().enumerate() {
        all.extend(simpler_formulas(property).map(|one| with(sketch, |s| s.properties[k] = one)));
    }
    for thread in 0..count {
        let own = &sketch.threads[thread];
        if own.fairness != Fairness::Unfair {
            all.push(with(sketch, |s| s.threads[thread].fairness = Fairness::Unfair));
        }
        if own.fairness == Fairness::Strong {
            all.push(with(sketch, |s| s.threads[thread].fairness = Fairness::Weak));
        }
        all.extend((0..own.locals).map(|k| without_local(sketch, thread, k)));
        all.extend((1..own.points).map(|k| without_point(sketch, thread, k)));
        all.extend(own.end.map(|_| with(sketch, |s| s.threads[thread].end = None)));
        for k in 0..own.steps.len() {
            all.push(with(sketch, |s| drop(s.threads[thread].steps.remove(k))));
            let simpler = simpler_actions(&own.steps[k].action);
            all.extend(
                simpler
                    .into_iter()
                    .map(|action| with(sketch, |s| s.threads[thread].steps[k].action = action)),
            );
        }
    }
    if sketch.lock_kind != LockKind::Plain
        && !sketch.threads.iter().any(|t| t.steps.iter().any(is_monitors))
    {
        all.push(with(sketch, |s| s.lock_kind = LockKind::Plain));
    }
    all.extend(
        (0..sketch.semaphores.len())
            .filter(|k| sketch.semaphores[*k] > 0)
            .map(|k| with(sketch, |s| s.semaphores[k] -= 1)),
    );
    for (k, class) in sketch.classes.iter().enumerate() {
        if let ClassSketch::Disciplined(Some(_)) = class {
            all.push(with(sketch, |s| s.classes[k] = ClassSketch::Disciplined(None)));
        }
    }
    for (k, predicates) in sketch.objects.iter().enumerate() {
        for (thread, predicate) in predicates.iter().enumerate() {
            let simpler = simpler_conditions(predicate);
            all.extend(simpler.map(|e| with(sketch, |s| s.objects[k][thread] = e)));
        }
    }
    for (k, claim) in sketch.invariants.iter().enumerate() {
        all.extend(simpler_conditions(claim).map(|e| with(sketch, |s| s.invariants[k] = e)));
    }
    for (k, claim) in sketch.goals.iter().enumerate() {
        all.extend(simpler_conditions(claim).map(|e| with(sketch, |s| s.goals[k] = e)));
    }
    for (k, property) in sketch.properties.iter().enumerate() {
        for (a, atom) in property.atoms.iter().enumerate() {
            let simpler = simpler_conditions(atom);
            all.extend(simpler.map(|e| with(sketch, |s| s.properties[k].atoms[a] = e)));
        }
    }
    all.into_iter()
}

/// The smallest sketch that the cuts of [`smaller`] lead to while `is_wanted` holds.
pub fn smallest(sketch: &Sketch, is_wanted: impl Fn(&Sketch) -> bool) -> Sketch {
    let mut best = sketch.clone();
    while let Some(next) = smaller(&best).find(&is_wanted) {
        best = next;
    }
    best
}

fn with(sketch: &Sketch, change: impl FnOnce(&mut Sketch)) -> Sketch {
    let mut new = sketch.clone();
    change(&mut new);
    new
}

fn is_monitors(step: &StepSketch) -> bool {
    matches!(
        step.action,
        Action::Wait(_)
            | Action::Notify(_)
            | Action::NotifyAll(_)
            | Action::Signal(_)
            | Action::Broadcast(_)
    )
}

/// A number after number `gone` has been left out: `None` for `gone` itself.
fn without(gone: usize, number: usize) -> Option<usize> {
    (number != gone).then(|| number - usize::from(number > gone))
}

/// Changes all conditions to the reads that are left; literals with another read are left out.
fn map_reads(sketch: &mut Sketch, map: impl Fn(Read) -> Option<Read>) {
    for cube in conditions(sketch).flat_map(|condition| &mut condition.0) {
        let kept = cube.drain(..).filter_map(|mut literal| {
            literal.read = map(literal.read)?;
            Some(literal)
        });
        *cube = kept.collect();
    }
}

/// Changes all steps to the actions that are left; steps with another action do nothing.
fn map_actions(sketch: &mut Sketch, map: impl Fn(usize, &Action) -> Option<Action>) {
    for (thread, own) in sketch.threads.iter_mut().enumerate() {
        for step in &mut own.steps {
            step.action = map(thread, &step.action).unwrap_or_else(Action::skip);
        }
    }
}

/// Changes all steps to the variables that are left; tests and assignments of others are left out.
fn map_variables(sketch: &mut Sketch, map: impl Fn(usize, VariableRef) -> Option<VariableRef>) {
    map_actions(sketch, |thread, action| {
        let map = |x| map(thread, x);
        Some(match action {
            Action::Assert(x, value) => Action::Assert(map(*x)?, *value),
            Action::Try(lock, into, other) => Action::Try(*lock, into.and_then(map), *other),
            Action::Plain { guard, assignments } => {
                let source = |source| {
                    Some(match source {
                        ValueSketch::Constant(value) => ValueSketch::Constant(value),
                        ValueSketch::Copy(x) => ValueSketch::Copy(map(x)?),
                        ValueSketch::Not(x) => ValueSketch::Not(map(x)?),
                        ValueSketch::Next(x) => ValueSketch::Next(map(x)?),
                    })
                };
                let guard = guard.iter().filter_map(|(x, value)| Some((map(*x)?, *value)));
                let kept = assignments.iter().filter_map(|(x, e)| Some((map(*x)?, source(*e)?)));
                Action::Plain { guard: guard.collect(), assignments: kept.collect() }
            }
            other => other.clone(),
        })
    });
}

pub(super) fn without_thread(sketch: &Sketch, gone: usize) -> Sketch {
    with(sketch, |s| {
        s.threads.remove(gone);
        s.objects.iter_mut().for_each(|predicates| drop(predicates.remove(gone)));
        for class in &mut s.classes {
            if let ClassSketch::Disciplined(first) = class {
                *first = first.and_then(|thread| without(gone, thread));
            }
        }
        // The owner of a lock is a thread plus one.
        for literal in conditions(s).flat_map(|e| &mut e.0).flatten() {
            if let Read::Owner(_) = literal.read {
                let gone = value(gone + 1);
                literal.values.retain(|value| *value != gone);
                literal.values.iter_mut().filter(|v| **v > gone).for_each(|v| *v -= 1);
            }
        }
        map_reads(s, |read| {
            Some(match read {
                Read::Point(thread) => Read::Point(without(gone, thread)?),
                Read::Local(thread, k) => Read::Local(without(gone, thread)?, k),
                other => other,
            })
        });
    })
}

fn conditions(sketch: &mut Sketch) -> impl Iterator<Item = &mut PredicateSketch> {
    let claims = sketch.invariants.iter_mut().chain(&mut sketch.goals);
    let atoms = sketch.properties.iter_mut().flat_map(|property| &mut property.atoms);
    sketch.objects.iter_mut().flatten().chain(claims).chain(atoms)
}

fn without_object(sketch: &Sketch, gone: usize) -> Sketch {
    with(sketch, |s| {
        s.objects.remove(gone);
        if gone < s.classes.len() {
            s.classes.remove(gone);
        }
        let is_last = s.objects.is_empty();
        map_variables(s, |_, x| match x {
            VariableRef::Data(k) => Some(VariableRef::Data(without(gone, k)?)),
            VariableRef::DataAt(_) if is_last => None,
            other => Some(other),
        });
        map_reads(s, |read| match read {
            Read::Data(k) => Some(Read::Data(without(gone, k)?)),
            other => Some(other),
        });
    })
}

fn without_flag(sketch: &Sketch, gone: usize) -> Sketch {
    with(sketch, |s| {
        s.flags -= 1;
        map_variables(s, |_, x| match x {
            VariableRef::Flag(k) => Some(VariableRef::Flag(without(gone, k)?)),
            other => Some(other),
        });
        map_reads(s, |read| match read {
            Read::Flag(k) => Some(Read::Flag(without(gone, k)?)),
            other => Some(other),
        });
    })
}

fn without_local(sketch: &Sketch, owner: usize, gone: usize) -> Sketch {
    with(sketch, |s| {
        s.threads[owner].locals -= 1;
        let local =
            move |thread: usize, k: usize| if thread == owner { without(gone, k) } else { Some(k) };
        map_variables(s, |thread, x| match x {
            VariableRef::Local(k) => Some(VariableRef::Local(local(thread, k)?)),
            VariableRef::DataAt(k) => Some(VariableRef::DataAt(local(thread, k)?)),
            other => Some(other),
        });
        map_actions(s, |thread, action| {
            map_lock(action, |lock| match lock {
                LockRef::At(k) => Some(LockRef::At(local(thread, k)?)),
                number @ LockRef::Number(_) => Some(number),
            })
        });
        map_reads(s, |read| match read {
            Read::Local(thread, k) => Some(Read::Local(thread, local(thread, k)?)),
            other => Some(other),
        });
    })
}

fn map_lock(action: &Action, map: impl Fn(LockRef) -> Option<LockRef>) -> Option<Action> {
    Some(match action {
        Action::Acquire(lock) => Action::Acquire(map(*lock)?),
        Action::Release(lock) => Action::Release(map(*lock)?),
        Action::Wait(lock) => Action::Wait(map(*lock)?),
        Action::Notify(lock) => Action::Notify(map(*lock)?),
        Action::NotifyAll(lock) => Action::NotifyAll(map(*lock)?),
        Action::Try(lock, into, other) => Action::Try(map(*lock)?, *into, *other),
        Action::Signal(lock) => Action::Signal(map(*lock)?),
        Action::Broadcast(lock) => Action::Broadcast(map(*lock)?),
        other => other.clone(),
    })
}

fn without_lock(sketch: &Sketch, gone: usize) -> Sketch {
    with(sketch, |s| {
        s.locks -= 1;
        let is_last = s.locks == 0;
        map_actions(s, |_, action| {
            if is_last && names_lock(action, gone) {
                return None;
            }
            map_lock(action, |lock| match lock {
                LockRef::Number(k) => Some(LockRef::Number(without(gone, k)?)),
                // With one lock left there is no choice.
                LockRef::At(_) => Some(LockRef::Number(0)),
            })
        });
        map_reads(s, |read| match read {
            Read::Owner(k) => Some(Read::Owner(without(gone, k)?)),
            other => Some(other),
        });
    })
}

fn without_semaphore(sketch: &Sketch, gone: usize) -> Sketch {
    with(sketch, |s| {
        s.semaphores.remove(gone);
        map_actions(s, |_, action| {
            Some(match action {
                Action::Down(k) => Action::Down(without(gone, *k)?),
                Action::Up(k) => Action::Up(without(gone, *k)?),
                other => other.clone(),
            })
        });
        map_reads(s, |read| match read {
            Read::Semaphore(k) => Some(Read::Semaphore(without(gone, k)?)),
            other => Some(other),
        });
    })
}

/// The sketch without a control point: steps to it lead where its first step leads, or to its neighbour.
fn without_point(sketch: &Sketch, thread: usize, gone: usize) -> Sketch {
    with(sketch, |s| {
        let own = &mut s.threads[thread];
        let ways_out = own.steps.iter().filter(|step| step.start == gone && step.end != gone);
        let next = ways_out.map(|step| step.end).next().unwrap_or(gone - 1);
        own.points -= 1;
        own.end = own.end.and_then(|end| without(gone, end));
        own.steps.retain(|step| step.start != gone);
        for step in &mut own.steps {
            let end = if step.end == gone { next } else { step.end };
            step.end = without(gone, end).unwrap_or(0);
            step.start = without(gone, step.start).unwrap_or(0);
            if let Action::Try(_, _, other) = &mut step.action {
                let end = if *other == gone { next } else { *other };
                *other = without(gone, end).unwrap_or(0);
            }
        }
        for literal in conditions(s).flat_map(|e| &mut e.0).flatten() {
            if literal.read == Read::Point(thread) {
                let gone = value(gone);
                literal.values.retain(|value| *value != gone);
                literal.values.iter_mut().filter(|v| **v > gone).for_each(|v| *v -= 1);
            }
        }
    })
}

/// The properties whose formula is an operand of this one, with the atoms that are left.
fn simpler_formulas(property: &PropertySketch) -> impl Iterator<Item = PropertySketch> + use<> {
    let operands = match property.formula.shape() {
        Shape::Unary(_, operand) => vec![operand],
        Shape::Binary(_, left, right) => vec![left, right],
        Shape::Constant(_) | Shape::Atom(_) => Vec::new(),
    };
    let of = |operand: Subformula<'_, usize>| {
        let formula = operand.to_formula();
        let kept: Vec<usize> = formula.atoms().into_iter().copied().collect();
        let atoms = kept.iter().map(|atom| property.atoms[*atom].clone()).collect();
        let number = |atom: &usize| kept.iter().position(|k| k == atom).unwrap_or(0);
        PropertySketch { formula: formula.map(number), atoms }
    };
    let all: Vec<PropertySketch> = operands.into_iter().map(of).collect();
    all.into_iter()
}

fn simpler_actions(action: &Action) -> Vec<Action> {
    let mut all = Vec::new();
    if *action == Action::skip() {
        return all;
    }
    all.push(Action::skip());
    let Action::Plain { guard, assignments } = action else { return all };
    for k in 0..guard.len() {
        let mut guard = guard.clone();
        guard.remove(k);
        all.push(Action::Plain { guard, assignments: assignments.clone() });
    }
    for (k, (_, source)) in assignments.iter().enumerate() {
        let (guard, mut fewer) = (guard.clone(), assignments.clone());
        fewer.remove(k);
        all.push(Action::Plain { guard: guard.clone(), assignments: fewer });
        if !matches!(source, ValueSketch::Constant(_)) {
            let mut simpler = assignments.clone();
            simpler[k].1 = ValueSketch::Constant(true);
            all.push(Action::Plain { guard, assignments: simpler });
        }
    }
    all
}

fn simpler_conditions(
    condition: &PredicateSketch,
) -> impl Iterator<Item = PredicateSketch> + use<> {
    let mut all = Vec::new();
    for (k, cube) in condition.0.iter().enumerate() {
        let mut fewer = condition.clone();
        fewer.0.remove(k);
        all.push(fewer);
        for (l, literal) in cube.iter().enumerate() {
            let mut shorter = condition.clone();
            shorter.0[k].remove(l);
            all.push(shorter);
            for v in 0..literal.values.len() {
                let mut narrower = condition.clone();
                narrower.0[k][l].values.remove(v);
                all.push(narrower);
            }
        }
    }
    all.into_iter()
}
