//! Places that wait for a notification outside of a loop: a thread that wakes up there without one, as Java allows,
//! goes on without looking for what it waited for.

use reductio_programs::{Instruction, Method, MethodId, Place, Program};
use rustc_hash::FxHashSet;

/// The method that waits for a condition of a lock.
const AWAIT: [&str; 2] = [
    "java.util.concurrent.locks.LockCondition.await",
    "java.util.concurrent.locks.LockCondition.awaitUninterruptibly",
];

/// The places of a program's own code that wait for a notification, without a limit on time, and to which the code does
/// not come back: neither in their own method nor by another call of it.
pub(crate) fn outside_of_loops(program: &Program) -> Vec<Place> {
    let places = |id: MethodId| {
        let method = program.method(id);
        let reached = after(method, 0);
        let most = u32::try_from(method.code.len()).unwrap_or(u32::MAX);
        let is_reached = move |at: &u32| *at == 0 || reached.contains(at);
        (0..most).filter(is_reached).map(move |at| Place { method: id, at })
    };
    let own = methods(program).filter(|method| !program.method(*method).is_library);
    let waits = own.flat_map(places).filter(|place| is_wait(program, *place));
    waits.filter(|place| !comes_again(program, *place, &mut FxHashSet::default())).collect()
}

fn methods(program: &Program) -> impl Iterator<Item = MethodId> + use<> {
    (0..u32::try_from(program.methods().len()).unwrap_or(u32::MAX)).map(MethodId)
}

/// Whether a place waits for a notification, by a monitor or a condition.
fn is_wait(program: &Program, place: Place) -> bool {
    if matches!(program.instruction(place), Instruction::Wait { timed: false, .. }) {
        return true;
    }
    called(program, place).iter().any(|called| {
        let called = program.method(*called);
        called.is_library && AWAIT.contains(&&*called.name) && called.parameters == 1
    })
}

/// The methods that the instruction at a place may call.
fn called(program: &Program, place: Place) -> Vec<MethodId> {
    match program.instruction(place) {
        Instruction::Call { method, .. } => vec![*method],
        Instruction::CallVirtual { selector, .. } => {
            let classes = program.classes().iter();
            classes.filter_map(|class| class.methods.get(selector).copied()).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a thread that goes on from a place may come to it again: in the same call, or by calling its method again.
/// `asked` are the methods of which that is being asked.
fn comes_again(program: &Program, place: Place, asked: &mut FxHashSet<MethodId>) -> bool {
    if is_in_loop(program, place) {
        return true;
    }
    if !asked.insert(place.method) {
        return false;
    }
    let mut callers = methods(program).flat_map(|method| {
        let code = (0..).zip(&program.method(method).code);
        code.filter_map(move |(at, instruction)| {
            let calls =
                matches!(instruction, Instruction::Call { .. } | Instruction::CallVirtual { .. });
            let caller = Place { method, at };
            (calls && called(program, caller).contains(&place.method)).then_some(caller)
        })
    });
    let mut any = false;
    callers.all(|caller| {
        any = true;
        comes_again(program, caller, asked)
    }) && any
}

/// Whether the code of a method leads from a place back to it.
fn is_in_loop(program: &Program, place: Place) -> bool {
    after(program.method(place.method), place.at).contains(&place.at)
}

/// The instructions to which the code of a method leads from one of them.
fn after(method: &Method, from: u32) -> FxHashSet<u32> {
    let mut seen = FxHashSet::default();
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        let mut next: Vec<u32> = Vec::new();
        match method.code.get(at as usize) {
            Some(Instruction::Jump { target }) => next.push(*target),
            Some(Instruction::Branch { otherwise, .. }) => next.extend([at + 1, *otherwise]),
            None
            | Some(
                Instruction::Return { .. }
                | Instruction::Throw { .. }
                | Instruction::Stop
                | Instruction::Unsupported { .. },
            ) => {}
            Some(_) => next.push(at + 1),
        }
        let handlers = method.handlers.iter().filter(|handler| handler.covers(at));
        next.extend(handlers.map(|handler| handler.target));
        open.extend(next.into_iter().filter(|at| seen.insert(*at)));
    }
    seen
}
