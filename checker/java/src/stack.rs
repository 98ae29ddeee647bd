//! The height of the stack at each operation, and which of its values are of two words. What no way leads to is not
//! looked at.

use crate::class::Code;
use crate::op::{Access, Constant, How, Op, Piece, shuffle};

/// The greatest number of values of a stack.
const MAX_HEIGHT: usize = 4_096;
/// The greatest number of operations times handlers.
const MAX_COVERED: usize = 1 << 22;
/// The greatest number of values on the stacks of all operations together.
const MAX_VALUES: usize = 1 << 22;

/// For each operation, whether the values of the stack before it are of two words; `None` if no way leads to it.
pub(crate) type Shapes = Vec<Option<Vec<bool>>>;

/// Finds the shapes of the stack.
///
/// # Errors
/// What is wrong with the code.
pub(crate) fn shapes(code: &Code) -> Result<Shapes, &'static str> {
    if code.ops.len().saturating_mul(code.catches.len()) > MAX_COVERED {
        return Err("it has too many handlers");
    }
    let mut shapes: Shapes = vec![None; code.ops.len()];
    let mut open = Vec::new();
    reach(&mut shapes, &mut open, 0, &[])?;
    // Handlers by the operations that they cover, as a list of those that begin and end somewhere.
    let mut done = vec![false; code.catches.len()];
    let mut values = 0;
    while let Some(at) = open.pop() {
        let Some(mut stack) = shapes[at].clone() else { continue };
        for (catch, done) in code.catches.iter().zip(&mut done) {
            if !*done && (catch.from..catch.to).contains(&at) {
                *done = true;
                reach(&mut shapes, &mut open, catch.target, &[false])?;
            }
        }
        values += stack.len();
        if values > MAX_VALUES {
            return Err("the stack is too high for too long");
        }
        let op = &code.ops[at];
        apply(op, &mut stack)?;
        if stack.len() > MAX_HEIGHT {
            return Err("the stack grows too high");
        }
        for target in op.targets() {
            reach(&mut shapes, &mut open, target, &stack)?;
        }
        if op.falls_through() {
            reach(&mut shapes, &mut open, at + 1, &stack)?;
        }
    }
    Ok(shapes)
}

fn reach(
    shapes: &mut Shapes,
    open: &mut Vec<usize>,
    at: usize,
    stack: &[bool],
) -> Result<(), &'static str> {
    match shapes.get_mut(at) {
        None => Err("it runs over its end"),
        Some(Some(known)) if known == stack => Ok(()),
        Some(Some(_)) => Err("the stack differs between the ways to an instruction"),
        Some(place) => {
            *place = Some(stack.to_vec());
            open.push(at);
            Ok(())
        }
    }
}

/// Changes the shape of a stack as an operation does.
fn apply(op: &Op, stack: &mut Vec<bool>) -> Result<(), &'static str> {
    const LOW: &str = "the stack is too low";
    const TORN: &str = "a value of two words is taken for one of one";
    let mut pop = |wanted: &[bool]| {
        for wide in wanted.iter().rev() {
            match stack.pop() {
                None => return Err(LOW),
                Some(found) if found != *wide => return Err(TORN),
                Some(_) => {}
            }
        }
        Ok(())
    };
    match op {
        Op::Nop | Op::Increase(..) | Op::Goto(_) => {}
        Op::Push(constant) => stack.push(matches!(constant, Constant::Wide(_))),
        Op::Load(_, wide) => stack.push(*wide),
        Op::Store(_, wide) => pop(&[*wide])?,
        Op::ArrayLoad(element) => {
            pop(&[false, false])?;
            stack.push(element.is_wide());
        }
        Op::ArrayStore(element) => pop(&[false, false, element.is_wide()])?,
        Op::Shuffle(how) => shuffle(stack, *how, |wide| *wide).ok_or(TORN)?,
        Op::Binary(_, wide) => {
            // Shifts have a right side of one word, comparisons a result of one.
            let right = stack.pop().ok_or(LOW)?;
            stack.pop().ok_or(LOW)?;
            let _ = right;
            stack.push(*wide);
        }
        Op::Unary(_, wide) => {
            stack.pop().ok_or(LOW)?;
            stack.push(*wide);
        }
        Op::If(test, _) => match test {
            crate::op::Test::Zero(_) | crate::op::Test::Null(_) => pop(&[false])?,
            _ => pop(&[false, false])?,
        },
        Op::Switch(..) | Op::Throw | Op::Enter | Op::Exit | Op::CheckNull => pop(&[false])?,
        Op::Return(has) => {
            if *has {
                stack.pop().ok_or(LOW)?;
            }
        }
        Op::Field(access, _, of) => match access {
            Access::GetStatic => stack.push(of.is_wide()),
            Access::PutStatic => pop(&[of.is_wide()])?,
            Access::Get => {
                pop(&[false])?;
                stack.push(of.is_wide());
            }
            Access::Put => pop(&[false, of.is_wide()])?,
        },
        Op::Invoke(how, _, signature) => {
            let wides: Vec<bool> =
                signature.parameters.iter().map(super::descriptor::Type::is_wide).collect();
            pop(&wides)?;
            if *how != How::Static {
                pop(&[false])?;
            }
            stack.extend(signature.result.iter().map(super::descriptor::Type::is_wide));
        }
        Op::Concat(pieces) => {
            let wide = |piece: &Piece| match piece {
                Piece::Text(_) => None,
                Piece::Argument(of) => Some(of.is_wide()),
            };
            let wides: Vec<bool> = pieces.iter().filter_map(wide).collect();
            pop(&wides)?;
            stack.push(false);
        }
        Op::New(_) => stack.push(false),
        Op::NewArray(_) | Op::Length | Op::Cast(_) | Op::InstanceOf(_) | Op::ClassName => {
            pop(&[false])?;
            stack.push(false);
        }
        Op::MultiArray(_, dimensions) => {
            pop(&vec![false; usize::from(*dimensions)])?;
            stack.push(false);
        }
        Op::Unsupported(_, pops, push) => {
            for _ in 0..*pops {
                stack.pop().ok_or(LOW)?;
            }
            stack.extend(push);
        }
    }
    Ok(())
}
