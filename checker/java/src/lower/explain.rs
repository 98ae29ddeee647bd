//! The messages of the Java virtual machine about a null reference: what could not be done, and what in the source is
//! null.

use super::{Body, Slot};
use crate::class::Code;
use crate::descriptor::{Signature, Type, dotted};
use crate::op::{Access, Constant, How, Member, Op};

/// The name of a class, as these messages write it.
fn class(name: &str) -> String {
    match name {
        "java/lang/Object" => "Object".to_owned(),
        "java/lang/String" => "String".to_owned(),
        _ => dotted(name),
    }
}

fn of_type(of: &Type) -> String {
    match of {
        Type::Class(name) => class(name),
        Type::Array(element) => format!("{}[]", of_type(element)),
        _ => of.told(),
    }
}

fn method(member: &Member, signature: &Signature) -> String {
    let parameters: Vec<String> = signature.parameters.iter().map(of_type).collect();
    format!("{}.{}({})", class(&member.class), member.name, parameters.join(", "))
}

impl Body<'_, '_> {
    /// Finds the message for the case that an operation finds null, and gives what its result is in the source. Within
    /// the library nothing is told: its sources are others.
    pub(super) fn explain(&mut self, at: usize, op: &Op, code: &Code) -> Option<String> {
        self.explanation = None;
        if self.is_library {
            return None;
        }
        let origin = |down: usize| {
            let place = self.stack.len().checked_sub(down + 1);
            place.and_then(|place| self.stack.get(place)).map(|slot: &Slot| slot.origin.clone())
        };
        // What cannot be done, and how far below the top of the stack the reference is.
        let (action, down) = match op {
            Op::Field(Access::Get, member, _) => (format!("read field \"{}\"", member.name), 0),
            Op::Field(Access::Put, member, _) => (format!("assign field \"{}\"", member.name), 1),
            Op::Invoke(how, member, signature) if *how != How::Static => {
                let called = method(member, signature);
                (format!("invoke \"{called}\""), signature.parameters.len())
            }
            Op::ArrayLoad(element) => (format!("load from {} array", element.told()), 1),
            Op::ArrayStore(element) => (format!("store to {} array", element.told()), 2),
            Op::Length => ("read the array length".to_owned(), 0),
            Op::Throw => ("throw exception".to_owned(), 0),
            Op::Enter => ("enter synchronized block".to_owned(), 0),
            Op::Exit => ("exit synchronized block".to_owned(), 0),
            _ => (String::new(), 0),
        };
        if !action.is_empty() {
            let cause = match origin(down).unwrap_or_default() {
                cause if cause.is_empty() => cause,
                cause if cause.starts_with("the return value of ") => {
                    format!(" because {cause} is null")
                }
                cause => format!(" because \"{cause}\" is null"),
            };
            self.explanation = Some(format!("Cannot {action}{cause}"));
        }
        let inner = |down: usize| {
            let found = origin(down).unwrap_or_default();
            // Within a longer name the name of the method alone is written.
            found
                .strip_prefix("the return value of \"")
                .map_or(found.clone(), |called| called.trim_end_matches('"').to_owned())
        };
        Some(match op {
            Op::Push(Constant::Int(0)) => "null".to_owned(),
            Op::Push(Constant::Int(number)) => number.to_string(),
            Op::Load(local, _) => {
                let variable = code.variables.iter().find(|variable| {
                    variable.number == *local && (variable.from..variable.to).contains(&at)
                });
                let name = variable.map(|variable| variable.name.to_string());
                name.unwrap_or_else(|| match local {
                    0 if self.has_this => "this".to_owned(),
                    _ => match self.parameters.iter().position(|slot| *slot == Some(*local)) {
                        Some(before) => format!("<parameter{}>", before + 1),
                        None => format!("<local{local}>"),
                    },
                })
            }
            Op::Field(Access::GetStatic, member, _) => {
                format!("{}.{}", class(&member.class), member.name)
            }
            Op::Field(Access::Get, member, _) => match inner(0) {
                object if object.is_empty() => member.name.to_string(),
                object => format!("{object}.{}", member.name),
            },
            Op::ArrayLoad(_) => {
                let array = inner(1);
                if array.is_empty() {
                    return None;
                }
                let number = match inner(0) {
                    number if number.is_empty() => "...".to_owned(),
                    number if number == "null" => "0".to_owned(),
                    number => number,
                };
                format!("{array}[{number}]")
            }
            Op::Invoke(_, member, signature) if signature.result.is_some() => {
                format!("the return value of \"{}\"", method(member, signature))
            }
            _ => return None,
        })
    }
}
