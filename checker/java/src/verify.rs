//! The test whether code takes values for what they are, as the verifier of the virtual machine asks for (JVMS 4.10):
//! by what is known of each value on each way to an operation. Code to which no way leads is not looked at.

use reductio_programs::{BinaryOp, Conversion, FloatOp, IntOp, UnaryOp, Width};

use crate::class::{Class, Code, Method, Name};
use crate::descriptor::{Signature, Type};
use crate::hierarchy::{OBJECT, World};
use crate::name::actor;
use crate::op::{Access, Constant, Element, How, Member, Op, Piece, Test, shuffle};
use crate::verification_type::{FLOAT, INT, NULL, VerificationType};

/// The name of the method that compares records.
const RECORD_EQUALS: &str = "$record$equals";

/// The greatest number of looks at operations, for each operation.
const MAX_LOOKS: usize = 256;

type Found<T> = Result<T, &'static str>;

const OTHER: &str = "a value is taken for one of another kind";
const LOW: &str = "the stack is too low";

/// What is known before an operation.
#[derive(Clone, Debug, PartialEq)]
struct State {
    stack: Vec<VerificationType>,
    locals: Vec<VerificationType>,
    /// Whether the constructor of the superclass was called, in a constructor.
    is_ready: bool,
}

/// A look at the code of a method.
struct Look<'a, 'p> {
    world: &'a World<'p>,
    class: &'a Class,
    method: &'a Method,
    code: &'a Code,
    /// What is known before each operation; `None` if no way that was followed leads to it.
    states: Vec<Option<State>>,
    open: Vec<usize>,
}

/// Verifies the code of a method.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn verify(world: &World<'_>, class: &Class, method: &Method) -> Found<()> {
    let Some(code) = &method.code else { return Ok(()) };
    let mut locals = Vec::new();
    let is_constructor = &*method.name == "<init>" && class.name() != OBJECT;
    if !method.is_static {
        let this = VerificationType::of(&Type::class(class.name()));
        locals.push(if is_constructor { VerificationType::This } else { this });
    }
    for of in &method.signature.parameters {
        locals.push(VerificationType::of(of));
        if of.is_wide() {
            locals.push(VerificationType::Unknown);
        }
    }
    // The method that compares records is made here: it has looked before it reads.
    if &*method.name == RECORD_EQUALS && class.above.as_deref() == Some("java/lang/Record") {
        locals.truncate(1);
        locals.push(VerificationType::of(&Type::class(class.name())));
    }
    let states = vec![None; code.ops.len()];
    let mut look = Look { world, class, method, code, states, open: Vec::new() };
    look.reach(0, &State { stack: Vec::new(), locals, is_ready: !is_constructor })?;
    let mut left = MAX_LOOKS.saturating_mul(code.ops.len());
    while let Some(at) = look.open.pop() {
        left = left.checked_sub(1).ok_or("it has too many ways")?;
        let Some(before) = look.states[at].clone() else { continue };
        let mut after = before.clone();
        look.apply(at, &mut after)?;
        // A handler may be come to before the operation has done anything, or after.
        for catch in code.catches.iter().filter(|catch| (catch.from..catch.to).contains(&at)) {
            let class: Name = catch.class.clone().unwrap_or_else(|| "java/lang/Throwable".into());
            let stack = vec![VerificationType::of(&Type::Class(class))];
            look.reach(catch.target, &State { stack, ..before.clone() })?;
        }
        let op = &code.ops[at];
        for target in op.targets() {
            look.reach(target, &after)?;
        }
        if op.falls_through() {
            look.reach(at + 1, &after)?;
        }
    }
    Ok(())
}

impl Look<'_, '_> {
    fn reach(&mut self, at: usize, state: &State) -> Found<()> {
        let Some(place) = self.states.get_mut(at) else { return Err("it runs over its end") };
        let Some(known) = place else {
            *place = Some(state.clone());
            self.open.push(at);
            return Ok(());
        };
        if known.stack.len() != state.stack.len() {
            return Err("the stack differs between the ways to an instruction");
        }
        let join =
            |one: &Vec<VerificationType>, two: &Vec<VerificationType>| -> Vec<VerificationType> {
                one.iter().zip(two).map(|(one, two)| one.joined(two)).collect()
            };
        let stack = join(&known.stack, &state.stack);
        if stack.iter().zip(&known.stack).any(|(new, old)| {
            *new == VerificationType::Unknown && *old != VerificationType::Unknown
        }) {
            return Err("the stack differs between the ways to an instruction");
        }
        let locals = join(&known.locals, &state.locals);
        let joined = State { stack, locals, is_ready: known.is_ready && state.is_ready };
        if *known != joined {
            *known = joined;
            self.open.push(at);
        }
        Ok(())
    }

    fn pop_any(state: &mut State) -> Found<VerificationType> {
        state.stack.pop().ok_or(LOW)
    }

    /// Pops a value of a type.
    fn pop(&self, state: &mut State, of: &Type) -> Found<VerificationType> {
        let found = Self::pop_any(state)?;
        if self.world.fits(&found, of) { Ok(found) } else { Err(OTHER) }
    }

    fn pop_int(&self, state: &mut State) -> Found<()> {
        self.pop(state, &Type::Int).map(drop)
    }

    fn pop_reference(state: &mut State) -> Found<VerificationType> {
        let found = Self::pop_any(state)?;
        if found.is_reference() { Ok(found) } else { Err("a reference is needed") }
    }

    /// Pops an array, and gives what its elements are.
    fn pop_array(
        &self,
        state: &mut State,
        fits: impl Fn(&Type) -> bool,
    ) -> Found<VerificationType> {
        match Self::pop_reference(state)? {
            VerificationType::Reference(types) => {
                let mut elements: Option<VerificationType> = None;
                for of in &types {
                    match of {
                        Type::Array(element) if fits(element) => {
                            let found = VerificationType::of(element);
                            elements =
                                Some(elements.map_or(found.clone(), |known| known.joined(&found)));
                        }
                        // Of what is not there, there are no objects.
                        Type::Class(name) if self.world.class(name).is_none() => {}
                        _ => return Err("an array of another kind is needed"),
                    }
                }
                Ok(elements.unwrap_or(VerificationType::Never(false)))
            }
            _ => Ok(VerificationType::Never(false)),
        }
    }

    #[expect(clippy::too_many_lines, reason = "one case for each operation")]
    fn apply(&self, at: usize, state: &mut State) -> Found<()> {
        let op = &self.code.ops[at];
        match op {
            Op::Nop | Op::Goto(_) => {}
            Op::Push(constant) => state.stack.push(match constant {
                Constant::Int(0) => VerificationType::Word(INT | FLOAT | NULL),
                Constant::Int(_) => VerificationType::Word(INT | FLOAT),
                Constant::Wide(_) => VerificationType::Words(INT | FLOAT),
                Constant::Text(_) => VerificationType::of(&Type::class("java/lang/String")),
                Constant::Class(_) => VerificationType::of(&Type::class("java/lang/Class")),
            }),
            Op::Load(local, wide) => {
                let found = state
                    .locals
                    .get(usize::from(*local))
                    .cloned()
                    .unwrap_or(VerificationType::Unknown);
                if found == VerificationType::Unknown || found.is_wide() != *wide {
                    return Err("a local variable has no value of that kind");
                }
                state.stack.push(found);
            }
            Op::Store(local, wide) => {
                let value = Self::pop_any(state)?;
                if value == VerificationType::Unknown || value.is_wide() != *wide {
                    return Err(OTHER);
                }
                store(&mut state.locals, usize::from(*local), value);
            }
            Op::Increase(local, _) => {
                let found = state.locals.get_mut(usize::from(*local));
                let found =
                    found.filter(|found| self.world.fits(found, &Type::Int)).ok_or(OTHER)?;
                *found = VerificationType::Word(INT);
            }
            Op::ArrayLoad(element) => {
                self.pop_int(state)?;
                let elements = self.pop_array(state, |of| is_element(*element, of))?;
                state.stack.push(match elements {
                    VerificationType::Never(_) => VerificationType::Never(element.is_wide()),
                    elements => elements,
                });
            }
            Op::ArrayStore(element) => {
                let value = Self::pop_any(state)?;
                let fits = match element {
                    Element::Reference => value.is_reference(),
                    Element::Float => self.world.fits(&value, &Type::Float),
                    Element::Long => self.world.fits(&value, &Type::Long),
                    Element::Double => self.world.fits(&value, &Type::Double),
                    _ => self.world.fits(&value, &Type::Int),
                };
                if !fits {
                    return Err(OTHER);
                }
                self.pop_int(state)?;
                self.pop_array(state, |of| is_element(*element, of))?;
            }
            Op::Shuffle(how) => {
                shuffle(&mut state.stack, *how, VerificationType::is_wide).ok_or(OTHER)?;
            }
            Op::Binary(op, _) => self.binary(*op, state)?,
            Op::Unary(op, wide) => self.unary(*op, *wide, state)?,
            Op::If(test, _) => match test {
                Test::Zero(_) => self.pop_int(state)?,
                Test::Numbers(_) => {
                    self.pop_int(state)?;
                    self.pop_int(state)?;
                }
                Test::Null(_) => drop(Self::pop_compared(state)?),
                Test::Same(_) => {
                    Self::pop_compared(state)?;
                    Self::pop_compared(state)?;
                }
            },
            Op::Switch(..) => self.pop_int(state)?,
            Op::Return(has) => {
                match (&self.method.signature.result, has) {
                    (Some(of), true) => drop(self.pop(state, of)?),
                    (None, false) => {}
                    _ => {
                        return Err(
                            "it returns a value where there is none, or none where there is one",
                        );
                    }
                }
                if !state.is_ready {
                    return Err("a constructor does not call the one of its superclass");
                }
            }
            Op::Field(access, member, of) => self.field(*access, member, of, state)?,
            Op::Invoke(how, member, signature) => self.invoke(*how, member, signature, state)?,
            Op::Concat(pieces) => {
                for piece in pieces.iter().rev() {
                    if let Piece::Argument(of) = piece {
                        self.pop(state, of)?;
                    }
                }
                state.stack.push(VerificationType::of(&Type::class("java/lang/String")));
            }
            // The class of a lambda expression has no constructor.
            Op::New(class) if **class == *self.class.name() && actor(class) != &**class => {
                state.stack.push(VerificationType::of(&Type::Class(class.clone())));
            }
            Op::New(class) => {
                let made = VerificationType::New(at, class.clone());
                // What an earlier turn has made here may not be used any more.
                if state.stack.contains(&made) {
                    return Err("an object is made anew before its constructor is called");
                }
                for local in state.locals.iter_mut().filter(|local| **local == made) {
                    *local = VerificationType::Unknown;
                }
                state.stack.push(made);
            }
            Op::NewArray(of) => {
                self.pop_int(state)?;
                state.stack.push(VerificationType::of(of));
            }
            Op::MultiArray(of, dimensions) => {
                for _ in 0..*dimensions {
                    self.pop_int(state)?;
                }
                state.stack.push(VerificationType::of(of));
            }
            Op::Length => {
                self.pop_array(state, |_| true)?;
                state.stack.push(VerificationType::Word(INT));
            }
            Op::Throw => drop(self.pop(state, &Type::class("java/lang/Throwable"))?),
            Op::Cast(of) => {
                Self::pop_reference(state)?;
                state.stack.push(VerificationType::of(of));
            }
            Op::InstanceOf(_) => {
                Self::pop_reference(state)?;
                state.stack.push(VerificationType::Word(INT));
            }
            Op::ClassName => {
                Self::pop_reference(state)?;
                state.stack.push(VerificationType::of(&Type::class("java/lang/String")));
            }
            Op::CheckNull => drop(Self::pop_reference(state)?),
            Op::Enter | Op::Exit => drop(Self::pop_compared(state)?),
            Op::Unsupported(_, pops, push) => {
                for _ in 0..*pops {
                    Self::pop_any(state)?;
                }
                state.stack.extend(push.map(VerificationType::Never));
            }
        }
        Ok(())
    }

    /// Pops a reference, which may be to an object that is not ready.
    fn pop_compared(state: &mut State) -> Found<VerificationType> {
        match Self::pop_any(state)? {
            found @ (VerificationType::New(..) | VerificationType::This) => Ok(found),
            found if found.is_reference() => Ok(found),
            _ => Err("a reference is needed"),
        }
    }

    fn binary(&self, op: BinaryOp, state: &mut State) -> Found<()> {
        let (of, result) = match op {
            BinaryOp::Int(IntOp::Compare, _) => (Type::Long, Type::Int),
            BinaryOp::Int(_, Width::W32) => (Type::Int, Type::Int),
            BinaryOp::Int(
                IntOp::ShiftLeft | IntOp::ShiftRight | IntOp::ShiftRightUnsigned,
                Width::W64,
            ) => {
                self.pop_int(state)?;
                self.pop(state, &Type::Long)?;
                state.stack.push(VerificationType::of(&Type::Long));
                return Ok(());
            }
            BinaryOp::Int(_, Width::W64) => (Type::Long, Type::Long),
            BinaryOp::Float(op, width) => {
                let of = if width == Width::W32 { Type::Float } else { Type::Double };
                let compares = matches!(op, FloatOp::CompareOrLess | FloatOp::CompareOrGreater);
                (of.clone(), if compares { Type::Int } else { of })
            }
            _ => return Err(OTHER),
        };
        self.pop(state, &of)?;
        self.pop(state, &of)?;
        state.stack.push(VerificationType::of(&result));
        Ok(())
    }

    fn unary(&self, op: UnaryOp, wide: bool, state: &mut State) -> Found<()> {
        let value = Self::pop_any(state)?;
        let is = |of: &Type| self.world.fits(&value, of);
        let (fits, result) = match op {
            UnaryOp::NegateInt(Width::W32) => (is(&Type::Int), Type::Int),
            UnaryOp::NegateInt(Width::W64) => (is(&Type::Long), Type::Long),
            UnaryOp::NegateFloat(Width::W32) => (is(&Type::Float), Type::Float),
            UnaryOp::NegateFloat(Width::W64) => (is(&Type::Double), Type::Double),
            UnaryOp::Convert(to) => match to {
                Conversion::ToInt if wide => (is(&Type::Int), Type::Long),
                Conversion::ToInt => (is(&Type::Long), Type::Int),
                Conversion::ToByte | Conversion::ToChar | Conversion::ToShort => {
                    (is(&Type::Int), Type::Int)
                }
                Conversion::IntToFloat(width) => {
                    let fits = is(&Type::Int) || is(&Type::Long);
                    (fits, if width == Width::W32 { Type::Float } else { Type::Double })
                }
                Conversion::FloatToInt(from, to) => {
                    let from = if from == Width::W32 { Type::Float } else { Type::Double };
                    (is(&from), if to == Width::W32 { Type::Int } else { Type::Long })
                }
                Conversion::Widen => (is(&Type::Float), Type::Double),
                Conversion::Narrow => (is(&Type::Double), Type::Float),
            },
            _ => return Err(OTHER),
        };
        state.stack.push(VerificationType::of(&result));
        if fits { Ok(()) } else { Err(OTHER) }
    }

    fn field(&self, access: Access, member: &Member, of: &Type, state: &mut State) -> Found<()> {
        if matches!(access, Access::Put | Access::PutStatic) {
            self.pop(state, of)?;
        }
        if matches!(access, Access::Get | Access::Put) {
            let object = Self::pop_any(state)?;
            // A constructor may write fields of its own class before the object is ready.
            let is_own = object == VerificationType::This
                && access == Access::Put
                && *member.class == *self.class.name()
                && self.class.field(&member.name, of).is_some();
            if !is_own && !self.world.fits(&object, &Type::Class(member.class.clone())) {
                return Err(OTHER);
            }
        }
        if matches!(access, Access::Get | Access::GetStatic) {
            state.stack.push(VerificationType::of(of));
        }
        Ok(())
    }

    fn invoke(
        &self,
        how: How,
        called: &Member,
        signature: &Signature,
        state: &mut State,
    ) -> Found<()> {
        for of in signature.parameters.iter().rev() {
            self.pop(state, of)?;
        }
        if &*called.name == "<init>" {
            let object = Self::pop_any(state)?;
            let own = match &object {
                VerificationType::New(_, class) if *class == called.class => {
                    Type::Class(class.clone())
                }
                VerificationType::This
                    if *called.class == *self.class.name()
                        || self.class.above.as_ref() == Some(&called.class) =>
                {
                    state.is_ready = true;
                    Type::class(self.class.name())
                }
                VerificationType::Never(_) => return Ok(()),
                _ => return Err("a constructor is called for another object"),
            };
            for kind in state.stack.iter_mut().chain(&mut state.locals) {
                if *kind == object {
                    *kind = VerificationType::of(&own);
                }
            }
            return Ok(());
        }
        if how != How::Static {
            let of = Type::of_name(&called.class).ok_or(OTHER)?;
            let object = self.pop(state, &of)?;
            let own = Type::class(actor(self.class.name()));
            if how == How::Special && !self.world.fits(&object, &own) {
                return Err(OTHER);
            }
        }
        state.stack.extend(signature.result.iter().map(VerificationType::of));
        Ok(())
    }
}

/// Writes a local variable. One of two words takes the place of the next one too.
fn store(locals: &mut Vec<VerificationType>, at: usize, value: VerificationType) {
    let end = at + if value.is_wide() { 2 } else { 1 };
    if locals.len() < end {
        locals.resize(end, VerificationType::Unknown);
    }
    if at > 0 && locals[at - 1].is_wide() {
        locals[at - 1] = VerificationType::Unknown;
    }
    if value.is_wide() {
        locals[at + 1] = VerificationType::Unknown;
    }
    locals[at] = value;
}

/// Whether an operation on arrays is for those whose elements are of a type.
fn is_element(element: Element, of: &Type) -> bool {
    match element {
        Element::Byte => matches!(of, Type::Byte | Type::Boolean),
        Element::Char => *of == Type::Char,
        Element::Short => *of == Type::Short,
        Element::Int => *of == Type::Int,
        Element::Float => *of == Type::Float,
        Element::Long => *of == Type::Long,
        Element::Double => *of == Type::Double,
        Element::Reference => of.is_reference(),
    }
}
