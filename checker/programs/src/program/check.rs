//! Checks of programs: whatever they refer to is there.

use thiserror::Error;

use super::{Caught, Class, Method};
use crate::ids::{ClassId, MethodId, Place, StaticId};
use crate::instruction::{Expression, Instruction};

/// The greatest nesting of an expression.
pub(crate) const MAX_DEPTH: usize = 1_000;

/// The greatest number of registers of a method.
const MAX_REGISTERS: u32 = 1 << 16;

/// The reason why a program cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// The entry is no method.
    #[error("the first thread runs a method, and {0:?} is none")]
    Entry(MethodId),
    /// A method has more parameters than registers, or more registers than can be worked on.
    #[error("method `{method}` has {parameters} parameters in {registers} registers")]
    Registers {
        /// The method.
        method: String,
        /// The number of its parameters.
        parameters: u32,
        /// The number of its registers.
        registers: u32,
    },
    /// A method has not as many lines as instructions.
    #[error("method `{method}` has {lines} lines for {instructions} instructions")]
    Lines {
        /// The method.
        method: String,
        /// The number of lines.
        lines: usize,
        /// The number of instructions.
        instructions: usize,
    },
    /// An instruction refers to something that is not there.
    #[error("instruction {} of method {} refers to {what} {number}, which is not there", place.at, place.method.0)]
    Missing {
        /// The place of the instruction.
        place: Place,
        /// The kind of thing.
        what: &'static str,
        /// The number of the thing.
        number: u32,
    },
    /// A method is called with the wrong number of arguments.
    #[error("instruction {} of method {} gives {given} arguments for {wanted} parameters", place.at, place.method.0)]
    Arguments {
        /// The place of the instruction.
        place: Place,
        /// The number of arguments.
        given: usize,
        /// The number of parameters.
        wanted: u32,
    },
    /// There is no such class, to which another one refers.
    #[error("there is no class {}, to which another one refers", .0.0)]
    Class(ClassId),
    /// There is no such variable, which should hold the object that stands for a class.
    #[error("there is no static variable {}, which should stand for a class", .0.0)]
    Mirror(StaticId),
    /// An expression is nested too deeply.
    #[error("an expression of instruction {} of method {} is nested more than {limit} levels deep", place.at, place.method.0)]
    TooDeep {
        /// The place of the instruction.
        place: Place,
        /// The limit.
        limit: usize,
    },
    /// The methods that classes have for one selector differ in their number of parameters from the arguments, or there
    /// is no argument.
    #[error("instruction {} of method {} calls no method with as many parameters as arguments", place.at, place.method.0)]
    Selector {
        /// The place of the instruction.
        place: Place,
    },
}

/// Checks an entry.
pub(super) fn entry(methods: &[Method], entry: MethodId) -> Result<(), ProgramError> {
    if entry.index() < methods.len() { Ok(()) } else { Err(ProgramError::Entry(entry)) }
}

/// Checks the methods. `most` are the numbers of fields, statics and texts.
pub(super) fn program(
    classes: &[Class],
    methods: &[Method],
    most: [usize; 3],
) -> Result<(), ProgramError> {
    for class in classes {
        let all = class.above.iter().chain(&class.element);
        let missing = all.copied().find(|other| other.index() >= classes.len());
        if let Some(missing) = missing {
            return Err(ProgramError::Class(missing));
        }
        if let Some(mirror) = class.mirror.filter(|found| found.index() >= most[1]) {
            return Err(ProgramError::Mirror(mirror));
        }
    }
    for (number, method) in methods.iter().enumerate() {
        let Method { name, parameters, registers, code, lines, .. } = method;
        if parameters > registers || *registers > MAX_REGISTERS {
            let (parameters, registers) = (*parameters, *registers);
            return Err(ProgramError::Registers { method: name.clone(), parameters, registers });
        }
        if lines.len() != code.len() {
            let (lines, instructions) = (lines.len(), code.len());
            return Err(ProgramError::Lines { method: name.clone(), lines, instructions });
        }
        let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let method_id = MethodId(small(number));
        for handler in &method.handlers {
            let place = Place { method: method_id, at: handler.from };
            let checked = Checked { classes, methods, most, method, place };
            checked.is_there("instruction", handler.target, code.len())?;
            checked.is_there("instruction", handler.to.saturating_sub(1), code.len().max(1))?;
            if let Some(register) = handler.register {
                checked.is_there("register", register.0, *registers as usize)?;
            }
            if let Caught::Class(class) = handler.caught {
                checked.is_there("class", class.0, classes.len())?;
            }
        }
        for (at, instruction) in code.iter().enumerate() {
            let place = Place { method: method_id, at: small(at) };
            Checked { classes, methods, most, method, place }.instruction(instruction)?;
        }
    }
    Ok(())
}

/// An instruction that is checked.
struct Checked<'a> {
    classes: &'a [Class],
    methods: &'a [Method],
    most: [usize; 3],
    method: &'a Method,
    place: Place,
}

impl Checked<'_> {
    fn is_there(&self, what: &'static str, number: u32, most: usize) -> Result<(), ProgramError> {
        if (number as usize) < most {
            Ok(())
        } else {
            Err(ProgramError::Missing { place: self.place, what, number })
        }
    }

    fn instruction(&self, instruction: &Instruction) -> Result<(), ProgramError> {
        use Instruction as I;
        let [fields, statics, texts] = self.most;
        let mut expressions = Vec::new();
        instruction.expressions(|expression| expressions.push(expression));
        for expression in expressions {
            self.expression(expression)?;
        }
        if let Some(to) = instruction.result() {
            self.is_there("register", to.0, self.method.registers as usize)?;
        }
        if let Some(target) = instruction.target() {
            self.is_there("instruction", target, self.method.code.len())?;
        }
        match instruction {
            I::New { class, .. } | I::NewArray { class, .. } => {
                self.is_there("class", class.0, self.classes.len())
            }
            I::Read { field, .. } | I::Write { field, .. } => {
                self.is_there("field", field.0, fields)
            }
            I::ReadStatic { from: to, .. } | I::WriteStatic { to, .. } => {
                self.is_there("static variable", to.0, statics)
            }
            I::Fail { text } | I::Unsupported { what: text } => {
                self.is_there("text", text.0, texts)
            }
            I::Choose { others: Some(text), .. } => self.is_there("text", text.0, texts),
            I::Update { field, .. } => self.is_there("field", field.0, fields),
            I::ReadConstant { from, .. } => self.is_there("static variable", from.0, statics),
            I::InstanceOf { class, .. } => self.is_there("class", class.0, self.classes.len()),
            I::Text { op, arguments, .. } => {
                let (given, wanted) = (arguments.len(), op.arguments());
                if given == wanted {
                    return Ok(());
                }
                let wanted = u32::try_from(wanted).unwrap_or(u32::MAX);
                Err(ProgramError::Arguments { place: self.place, given, wanted })
            }
            I::Fork { method, arguments, .. } | I::Call { method, arguments, .. } => {
                self.is_there("method", method.0, self.methods.len())?;
                let wanted = self.methods[method.index()].parameters;
                if arguments.len() == wanted as usize {
                    return Ok(());
                }
                Err(ProgramError::Arguments { place: self.place, given: arguments.len(), wanted })
            }
            I::CallVirtual { selector, arguments, .. } => {
                let fits = |class: &Class| {
                    class.methods.get(selector).is_none_or(|method| {
                        let method = self.methods.get(method.index());
                        method.is_some_and(|method| method.parameters as usize == arguments.len())
                    })
                };
                if arguments.is_empty() || !self.classes.iter().all(fits) {
                    return Err(ProgramError::Selector { place: self.place });
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn expression(&self, expression: &Expression) -> Result<(), ProgramError> {
        let mut open = vec![(expression, 0)];
        while let Some((expression, depth)) = open.pop() {
            if depth > MAX_DEPTH {
                return Err(ProgramError::TooDeep { place: self.place, limit: MAX_DEPTH });
            }
            match expression {
                Expression::Constant(_) => {}
                Expression::Text(text) => self.is_there("text", text.0, self.most[2])?,
                Expression::Boxed(class, of) => {
                    self.is_there("class", class.class().0, self.classes.len())?;
                    open.push((of, depth + 1));
                }
                Expression::Register(register) => {
                    self.is_there("register", register.0, self.method.registers as usize)?;
                }
                Expression::Unary(_, of) => open.push((of, depth + 1)),
                Expression::Binary(_, left, right) => {
                    open.extend([(&**left, depth + 1), (&**right, depth + 1)]);
                }
            }
        }
        Ok(())
    }
}
