//! The variable that a thread is about to access.

use reductio_search::Access;

use crate::evaluate::{number, value};
use crate::event::Variable;
use crate::instruction::{Expression, Instruction};
use crate::state::State;
use crate::value::Value;

/// The variable that an instruction reads or writes, if it does not go wrong.
pub(crate) fn access(
    instruction: &Instruction,
    state: &State,
    registers: &[Value],
) -> Option<(Variable, Access)> {
    use Instruction as I;
    let address = |expression: &Expression| match value(expression, registers) {
        Ok(Value::Object(address)) => Some(address),
        _ => None,
    };
    let element = |array: &Expression, index: &Expression| {
        let index = number(value(index, registers).ok()?).ok()?;
        let array = address(array)?;
        let index = u32::try_from(index).ok()?;
        (state.object(array)?.length? > index).then_some(Variable::Element(array, index))
    };
    Some(match instruction {
        I::Read { object, field, .. } => (Variable::Field(address(object)?, *field), Access::Read),
        I::Write { object, field, .. } => {
            (Variable::Field(address(object)?, *field), Access::Write)
        }
        I::ReadElement { array, index, .. } => (element(array, index)?, Access::Read),
        I::WriteElement { array, index, .. } => (element(array, index)?, Access::Write),
        I::ReadStatic { from, .. } => (Variable::Static(*from), Access::Read),
        I::WriteStatic { to, .. } => (Variable::Static(*to), Access::Write),
        _ => return None,
    })
}
