//! Making objects, and what can be found out about a value without an access that others see.

use super::step::{Not, Step};
use crate::evaluate::number;
use crate::event::Action;
use crate::ids::{ClassId, Place, Register};
use crate::instruction::{Expression, Instruction};
use crate::names::Names;
use crate::part::Part;
use crate::state::Object;
use crate::value::Value;
use crate::wrong::{Limit, Wrong};

impl<N: Names> Step<'_, '_, N> {
    /// Performs an instruction that makes an object or asks about a value.
    pub(super) fn of_objects(&mut self) -> Result<Action, Not> {
        use Instruction as I;
        let program = self.program;
        let mut action = Action::Local;
        match program.instruction(self.place) {
            I::New { to, .. } => action = self.allocate(*to, self.place, None)?,
            I::NewLike { to, like, length } => {
                let (_, found) = self.object(like)?;
                let site = found.site;
                found.length.ok_or(Wrong::NoArray)?;
                let length = self.length(length)?;
                action = self.allocate(*to, site, Some(length))?;
            }
            I::NewArray { to, length, .. } => {
                let length = self.length(length)?;
                action = self.allocate(*to, self.place, Some(length))?;
            }
            I::ReadConstant { to, from } => {
                let value = self.state.static_value(*from);
                self.go_on(Some((*to, value)));
            }
            I::Length { to, array } => {
                let length = self.object(array)?.1.length.ok_or(Wrong::NoArray)?;
                self.go_on(Some((*to, Value::Int(length.into()))));
            }
            I::ClassOf { to, object } => {
                let class = self.class(object)?.map_or(0, |class| i64::from(class.0));
                self.go_on(Some((*to, Value::Int(class))));
            }
            I::InstanceOf { to, object, class } => {
                let found = self.state.class_of(program, self.value(object)?);
                let holds = found.is_some_and(|found| program.is_below(found, *class));
                self.go_on(Some((*to, Value::Int(holds.into()))));
            }
            I::CheckStore { array, value } => {
                let wanted =
                    self.class(array)?.and_then(|class| program.classes()[class.index()].element);
                let value = self.value(value)?;
                let fits = |wanted| {
                    let found = self.state.class_of(program, value);
                    found.is_some_and(|found| program.is_below(found, wanted))
                };
                if value.is_true() && !wanted.is_none_or(fits) {
                    return Err(Wrong::NotStorable.into());
                }
                self.go_on(None);
            }
            I::Mirror { to, object } => {
                let class = self.class(object)?;
                let mirror = class.and_then(|class| program.classes()[class.index()].mirror);
                let mirror = self.state.static_value(mirror.ok_or(Wrong::NoObject)?);
                self.go_on(Some((*to, mirror)));
            }
            I::Own { to } => {
                let own = self.own.frames.first().and_then(|frame| frame.registers.first());
                self.go_on(Some((*to, own.copied().unwrap_or_default())));
            }
            I::Identity { to } => self.go_on(Some((*to, Value::Thread(self.thread)))),
            I::Text { to, op, arguments } => {
                let result = self.text(*op, arguments)?;
                self.go_on(Some((*to, result)));
            }
            I::Print { text } => {
                let Value::Text { text, .. } = self.value(text)? else {
                    return Err(Wrong::NoObject.into());
                };
                self.go_on(None);
                action = Action::Print { text };
            }
            _ => return Err(Wrong::NoObject.into()),
        }
        Ok(action)
    }

    /// The class of what an expression refers to.
    pub(super) fn class(&self, expression: &Expression) -> Result<Option<ClassId>, Wrong> {
        let value = self.value(expression)?;
        match value {
            Value::Text { .. } | Value::Boxed(..) => Ok(self.state.class_of(self.program, value)),
            _ => Ok(self.program.class_at(self.object(expression)?.1.site)),
        }
    }

    /// The length of an array that is to be made.
    fn length(&self, expression: &Expression) -> Result<u32, Not> {
        let length = number(self.value(expression)?)?;
        if length < 0 {
            return Err(Wrong::NegativeLength.into());
        }
        let fits = |length: &u32| *length <= self.bounds.elements;
        Ok(u32::try_from(length).ok().filter(fits).ok_or(Limit::Elements)?)
    }

    fn allocate(&mut self, to: Register, site: Place, length: Option<u32>) -> Result<Action, Not> {
        if self.state.heap.len() >= self.bounds.objects as usize {
            return Err(Limit::Objects.into());
        }
        let name = self.names.object(self.state, self.thread, self.own.allocations);
        let address = name.ok_or(Limit::Objects)?;
        if self.names.counts() {
            self.own.allocations += 1;
        }
        let made = Object { site, length, cells: Vec::new(), owner: None, queue: None };
        let place = self.state.heap.partition_point(|(other, _)| *other < address);
        self.state.heap.insert(place, (address, Part::new(made)));
        self.go_on(Some((to, Value::Object(address))));
        Ok(Action::Allocate { object: address })
    }
}
