//! Classes for the variables of random sketches.

use super::random::Draw;
use super::shrink::without_thread;
use super::sketch::{
    Action, ClassSketch, PredicateSketch, Sketch, StepSketch, ValueSketch, VariableRef,
};

/// Gives the protected variables of a sketch classes.
pub(super) fn classes(mut sketch: Sketch, seed: u64) -> Sketch {
    let mut draw = Draw::new(seed ^ 0x5eed);
    let draw = &mut draw;
    while sketch.threads.len() > 1 && draw.happens(4) {
        sketch = without_thread(&sketch, sketch.threads.len() - 1);
    }
    let count = sketch.threads.len();
    for object in 0..sketch.objects.len() {
        let class = match draw.below(12) {
            0 => ClassSketch::Protected,
            1..3 => ClassSketch::Unshared,
            3..8 => ClassSketch::Disciplined(None),
            _ => ClassSketch::Disciplined(Some(draw.below(count))),
        };
        sketch.classes.push(class);
        let first = match class {
            ClassSketch::Disciplined(Some(first)) if draw.happens(60) => first,
            _ => continue,
        };
        // The thread begins with the variable, as threads that initialize something do.
        let own = &mut sketch.threads[first];
        let set = (VariableRef::Data(object), ValueSketch::Constant(draw.happens(50)));
        let begin = own.steps.iter_mut().find(|step| step.start == 0);
        if let Some(StepSketch { action, .. }) = begin {
            *action = Action::Plain { guard: Vec::new(), assignments: vec![set] };
        }
    }
    if draw.happens(6) {
        sketch.objects.push(vec![PredicateSketch::default(); count]);
        sketch.classes.push(ClassSketch::Disciplined(draw.happens(50).then_some(0)));
    }
    sketch
}
