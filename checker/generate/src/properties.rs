//! Formulas about the runs of random sketches, and fairness of their threads.

use reductio_system::{Fairness, Formula};

use super::predicates::table;
use super::random::{Draw, always};
use super::sketch::{Literal, PredicateSketch, PropertySketch, Read, Sketch};

/// Gives a sketch one property or two, and fair threads.
pub(super) fn properties(mut sketch: Sketch, seed: u64) -> Sketch {
    let mut draw = Draw::new(seed ^ 0x001e_adf7);
    let draw = &mut draw;
    let all_fair = draw.happens(30);
    for thread in &mut sketch.threads {
        thread.fairness = match draw.below(4) {
            0 | 1 if !all_fair => Fairness::Unfair,
            0..3 => Fairness::Weak,
            _ => Fairness::Strong,
        };
        // A thread that would end goes round.
        if draw.happens(50)
            && let Some(end) = thread.end
        {
            thread.end = None;
            thread.steps.iter_mut().filter(|step| step.end == end).for_each(|step| step.end = 0);
        }
    }
    for _ in 0..=draw.below(2) {
        let mut atoms = Vec::new();
        let depth = 1 + draw.below(4);
        let formula = formula(draw, &sketch, &mut atoms, depth);
        sketch.properties.push(PropertySketch { formula, atoms });
    }
    sketch
}

/// A random formula, in which most operators speak of several states. Atoms occur more than once.
fn formula(
    draw: &mut Draw,
    sketch: &Sketch,
    atoms: &mut Vec<PredicateSketch>,
    depth: usize,
) -> Formula<usize> {
    if depth == 0 || draw.happens(10) {
        return match draw.below(20) {
            0 => Formula::constant(draw.happens(50)),
            1..6 if !atoms.is_empty() => Formula::atom(draw.below(atoms.len())),
            _ => {
                atoms.push(atom(draw, sketch));
                Formula::atom(atoms.len() - 1)
            }
        };
    }
    let left = formula(draw, sketch, atoms, depth - 1);
    match draw.below(16) {
        0 => return left.not(),
        1..4 => return left.always(),
        4..8 => return left.eventually(),
        _ => {}
    }
    let right = formula(draw, sketch, atoms, depth - 1);
    match draw.below(12) {
        0 => left.and(right),
        1 => left.or(right),
        2..4 => left.implies(right),
        4..6 => left.until(right),
        6..8 => left.release(right),
        _ => left.leads_to(right),
    }
}

/// A condition: where a thread is, who owns a lock, the value of a variable; or an arbitrary table, and what is always
/// so or never.
fn atom(draw: &mut Draw, sketch: &Sketch) -> PredicateSketch {
    let thread = draw.below(sketch.threads.len());
    let value = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
    let read = match draw.below(16) {
        0 => return PredicateSketch::default(),
        1 => return always(),
        2..6 => return table(draw, sketch, thread),
        6..8 if sketch.locks > 0 => Read::Owner(draw.below(sketch.locks)),
        8..10 if sketch.flags > 0 => Read::Flag(draw.below(sketch.flags)),
        10..12 if !sketch.objects.is_empty() => Read::Data(draw.below(sketch.objects.len())),
        12 if !sketch.semaphores.is_empty() => Read::Semaphore(draw.below(sketch.semaphores.len())),
        _ => Read::Point(thread),
    };
    let values = match read {
        Read::Point(thread) => vec![value(draw.below(sketch.threads[thread].points))],
        Read::Owner(_) => vec![value(draw.below(sketch.threads.len() + 1))],
        _ => vec![value(draw.below(2))],
    };
    PredicateSketch(vec![vec![Literal { read, values }]])
}
