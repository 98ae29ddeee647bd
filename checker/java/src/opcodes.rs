//! From the opcodes of a class file to [`Op`]s.

use std::sync::Arc;

use cafebabe::bytecode::{Opcode, PrimitiveArrayType};
use cafebabe::constant_pool::{Loadable, MemberRef, ObjectArrayType};
use reductio_programs::{BinaryOp, Conversion, FloatOp, IntOp, UnaryOp, Width};

use crate::descriptor::{Signature, Type};
use crate::desugar::Bootstraps;
use crate::literal::{double_bits, float_bits, literal};
use crate::op::{Access, Constant, Element, How, Member, Op, Shuffle, Test};

/// The tables to which opcodes refer.
pub(crate) struct Pool<'x, 'b, 'c> {
    pub(crate) bootstraps: &'x mut Bootstraps<'b, 'c>,
}

/// The opcodes of a method.
pub(crate) struct Opcodes<'x, 'b, 'c> {
    /// The place of each in the code, in bytes.
    pub(crate) places: &'x [usize],
    pub(crate) pool: Pool<'x, 'b, 'c>,
}

const I: Width = Width::W32;
const L: Width = Width::W64;

impl Opcodes<'_, '_, '_> {
    fn target(&self, number: usize, offset: i32) -> Result<usize, String> {
        let place = i64::try_from(self.places[number]).unwrap_or(0) + i64::from(offset);
        let place = usize::try_from(place).ok();
        let found = place.and_then(|place| self.places.binary_search(&place).ok());
        found.ok_or_else(|| "a jump leads into an instruction or out of the code".to_owned())
    }

    /// The operation that an opcode stands for. `number` is its number in the code.
    #[expect(clippy::too_many_lines, reason = "one line for each opcode")]
    pub(crate) fn op(&mut self, number: usize, opcode: &Opcode<'_>) -> Result<Op, String> {
        use BinaryOp as B;
        use Opcode as O;
        let int = |number: i64| Op::Push(Constant::Int(number));
        let wide = |number: i64| Op::Push(Constant::Wide(number));
        let ints = |op| Op::Binary(B::Int(op, I), false);
        let longs = |op| Op::Binary(B::Int(op, L), true);
        let floats = |op| Op::Binary(B::Float(op, I), false);
        let doubles = |op| Op::Binary(B::Float(op, L), true);
        let convert = |conversion, wide| Op::Unary(UnaryOp::Convert(conversion), wide);
        let jump =
            |test, offset: &i32| Ok::<Op, String>(Op::If(test, self.target(number, *offset)?));
        Ok(match opcode {
            O::Nop => Op::Nop,
            O::AconstNull | O::Iconst0 | O::Fconst0 => int(0),
            O::IconstM1 => int(-1),
            O::Iconst1 => int(1),
            O::Iconst2 => int(2),
            O::Iconst3 => int(3),
            O::Iconst4 => int(4),
            O::Iconst5 => int(5),
            O::Fconst1 => int(float_bits(1.0)),
            O::Fconst2 => int(float_bits(2.0)),
            O::Lconst0 | O::Dconst0 => wide(0),
            O::Lconst1 => wide(1),
            O::Dconst1 => wide(double_bits(1.0)),
            O::Bipush(value) => int((*value).into()),
            O::Sipush(value) => int((*value).into()),
            O::Ldc(value) | O::LdcW(value) | O::Ldc2W(value) => constant(value)?,
            O::Iload(n) | O::Fload(n) | O::Aload(n) => Op::Load(*n, false),
            O::Lload(n) | O::Dload(n) => Op::Load(*n, true),
            O::Istore(n) | O::Fstore(n) | O::Astore(n) => Op::Store(*n, false),
            O::Lstore(n) | O::Dstore(n) => Op::Store(*n, true),
            O::Iaload => Op::ArrayLoad(Element::Int),
            O::Faload => Op::ArrayLoad(Element::Float),
            O::Aaload => Op::ArrayLoad(Element::Reference),
            O::Baload => Op::ArrayLoad(Element::Byte),
            O::Caload => Op::ArrayLoad(Element::Char),
            O::Saload => Op::ArrayLoad(Element::Short),
            O::Laload => Op::ArrayLoad(Element::Long),
            O::Daload => Op::ArrayLoad(Element::Double),
            O::Iastore => Op::ArrayStore(Element::Int),
            O::Fastore => Op::ArrayStore(Element::Float),
            O::Lastore => Op::ArrayStore(Element::Long),
            O::Dastore => Op::ArrayStore(Element::Double),
            O::Aastore => Op::ArrayStore(Element::Reference),
            O::Bastore => Op::ArrayStore(Element::Byte),
            O::Castore => Op::ArrayStore(Element::Char),
            O::Sastore => Op::ArrayStore(Element::Short),
            O::Pop => Op::Shuffle(Shuffle::Pop),
            O::Pop2 => Op::Shuffle(Shuffle::Pop2),
            O::Dup => Op::Shuffle(Shuffle::Dup),
            O::DupX1 => Op::Shuffle(Shuffle::DupX1),
            O::DupX2 => Op::Shuffle(Shuffle::DupX2),
            O::Dup2 => Op::Shuffle(Shuffle::Dup2),
            O::Dup2X1 => Op::Shuffle(Shuffle::Dup2X1),
            O::Dup2X2 => Op::Shuffle(Shuffle::Dup2X2),
            O::Swap => Op::Shuffle(Shuffle::Swap),
            O::Iadd => ints(IntOp::Add),
            O::Ladd => longs(IntOp::Add),
            O::Fadd => floats(FloatOp::Add),
            O::Dadd => doubles(FloatOp::Add),
            O::Isub => ints(IntOp::Subtract),
            O::Lsub => longs(IntOp::Subtract),
            O::Fsub => floats(FloatOp::Subtract),
            O::Dsub => doubles(FloatOp::Subtract),
            O::Imul => ints(IntOp::Multiply),
            O::Lmul => longs(IntOp::Multiply),
            O::Fmul => floats(FloatOp::Multiply),
            O::Dmul => doubles(FloatOp::Multiply),
            O::Idiv => ints(IntOp::Divide),
            O::Ldiv => longs(IntOp::Divide),
            O::Fdiv => floats(FloatOp::Divide),
            O::Ddiv => doubles(FloatOp::Divide),
            O::Irem => ints(IntOp::Remainder),
            O::Lrem => longs(IntOp::Remainder),
            O::Frem => floats(FloatOp::Remainder),
            O::Drem => doubles(FloatOp::Remainder),
            O::Ineg => Op::Unary(UnaryOp::NegateInt(I), false),
            O::Lneg => Op::Unary(UnaryOp::NegateInt(L), true),
            O::Fneg => Op::Unary(UnaryOp::NegateFloat(I), false),
            O::Dneg => Op::Unary(UnaryOp::NegateFloat(L), true),
            O::Ishl => ints(IntOp::ShiftLeft),
            O::Lshl => longs(IntOp::ShiftLeft),
            O::Ishr => ints(IntOp::ShiftRight),
            O::Lshr => longs(IntOp::ShiftRight),
            O::Iushr => ints(IntOp::ShiftRightUnsigned),
            O::Lushr => longs(IntOp::ShiftRightUnsigned),
            O::Iand => ints(IntOp::And),
            O::Land => longs(IntOp::And),
            O::Ior => ints(IntOp::Or),
            O::Lor => longs(IntOp::Or),
            O::Ixor => ints(IntOp::Xor),
            O::Lxor => longs(IntOp::Xor),
            O::Iinc(n, by) => Op::Increase(*n, *by),
            O::I2l => Op::Unary(UnaryOp::Convert(Conversion::ToInt), true),
            O::L2i => convert(Conversion::ToInt, false),
            O::I2f | O::L2f => convert(Conversion::IntToFloat(I), false),
            O::I2d | O::L2d => convert(Conversion::IntToFloat(L), true),
            O::F2i => convert(Conversion::FloatToInt(I, I), false),
            O::F2l => convert(Conversion::FloatToInt(I, L), true),
            O::D2i => convert(Conversion::FloatToInt(L, I), false),
            O::D2l => convert(Conversion::FloatToInt(L, L), true),
            O::F2d => convert(Conversion::Widen, true),
            O::D2f => convert(Conversion::Narrow, false),
            O::I2b => convert(Conversion::ToByte, false),
            O::I2c => convert(Conversion::ToChar, false),
            O::I2s => convert(Conversion::ToShort, false),
            O::Lcmp => Op::Binary(B::Int(IntOp::Compare, L), false),
            O::Fcmpl => floats(FloatOp::CompareOrLess),
            O::Fcmpg => floats(FloatOp::CompareOrGreater),
            O::Dcmpl => Op::Binary(B::Float(FloatOp::CompareOrLess, L), false),
            O::Dcmpg => Op::Binary(B::Float(FloatOp::CompareOrGreater, L), false),
            O::Ifeq(to) => jump(Test::Zero(B::Equal), to)?,
            O::Ifne(to) => jump(Test::Zero(B::Different), to)?,
            O::Iflt(to) => jump(Test::Zero(B::Less), to)?,
            O::Ifge(to) => jump(Test::Zero(B::AtLeast), to)?,
            O::Ifgt(to) => jump(Test::Zero(B::Greater), to)?,
            O::Ifle(to) => jump(Test::Zero(B::AtMost), to)?,
            O::IfIcmpeq(to) => jump(Test::Numbers(B::Equal), to)?,
            O::IfIcmpne(to) => jump(Test::Numbers(B::Different), to)?,
            O::IfIcmplt(to) => jump(Test::Numbers(B::Less), to)?,
            O::IfIcmpge(to) => jump(Test::Numbers(B::AtLeast), to)?,
            O::IfIcmpgt(to) => jump(Test::Numbers(B::Greater), to)?,
            O::IfIcmple(to) => jump(Test::Numbers(B::AtMost), to)?,
            O::IfAcmpeq(to) => jump(Test::Same(true), to)?,
            O::IfAcmpne(to) => jump(Test::Same(false), to)?,
            O::Ifnull(to) => jump(Test::Null(true), to)?,
            O::Ifnonnull(to) => jump(Test::Null(false), to)?,
            O::Goto(to) => Op::Goto(self.target(number, *to)?),
            O::Jsr(_) => Op::Unsupported("the instruction `jsr`".to_owned(), 0, Some(false)),
            O::Ret(_) => Op::Unsupported("the instruction `ret`".to_owned(), 0, None),
            O::Tableswitch(table) => {
                let mut cases = Vec::with_capacity(table.jumps.len());
                for (at, to) in table.jumps.iter().enumerate() {
                    let value = i64::from(table.low) + i64::try_from(at).unwrap_or(i64::MAX);
                    let value = i32::try_from(value).map_err(|error| error.to_string())?;
                    cases.push((value, self.target(number, *to)?));
                }
                Op::Switch(self.target(number, table.default)?, cases)
            }
            O::Lookupswitch(table) => {
                let mut cases = Vec::with_capacity(table.match_offsets.len());
                for (value, to) in &table.match_offsets {
                    cases.push((*value, self.target(number, *to)?));
                }
                cases.sort_unstable();
                Op::Switch(self.target(number, table.default)?, cases)
            }
            O::Ireturn | O::Lreturn | O::Freturn | O::Dreturn | O::Areturn => Op::Return(true),
            O::Return => Op::Return(false),
            O::Getstatic(to) => field(Access::GetStatic, to)?,
            O::Putstatic(to) => field(Access::PutStatic, to)?,
            O::Getfield(to) => field(Access::Get, to)?,
            O::Putfield(to) => field(Access::Put, to)?,
            O::Invokevirtual(to) => invoke(How::Virtual, to)?,
            O::Invokespecial(to) => invoke(How::Special, to)?,
            O::Invokestatic(to) => invoke(How::Static, to)?,
            O::Invokeinterface(to, _) => invoke(How::Interface, to)?,
            O::Invokedynamic(found) => self.pool.bootstraps.dynamic(
                found.attr_index,
                &found.name_and_type.name,
                &found.name_and_type.descriptor,
            )?,
            O::New(class) => match Type::of_name(class) {
                Some(Type::Class(name)) => Op::New(name),
                _ => return Err("`new` of an array".to_owned()),
            },
            O::Newarray(of) => Op::NewArray(Type::Array(Box::new(match of {
                PrimitiveArrayType::Boolean => Type::Boolean,
                PrimitiveArrayType::Char => Type::Char,
                PrimitiveArrayType::Float => Type::Float,
                PrimitiveArrayType::Double => Type::Double,
                PrimitiveArrayType::Byte => Type::Byte,
                PrimitiveArrayType::Short => Type::Short,
                PrimitiveArrayType::Int => Type::Int,
                PrimitiveArrayType::Long => Type::Long,
            }))),
            O::Anewarray(of) => Op::NewArray(Type::Array(Box::new(object(of)?))),
            O::Multianewarray(of, dimensions) => {
                let of = object(of)?;
                let mut inner = &of;
                for _ in 0..*dimensions {
                    let Type::Array(element) = inner else {
                        return Err("an array has more dimensions than its type".to_owned());
                    };
                    inner = element;
                }
                if *dimensions == 0 {
                    return Err("an array has no dimensions".to_owned());
                }
                Op::MultiArray(of, *dimensions)
            }
            O::Arraylength => Op::Length,
            O::Athrow => Op::Throw,
            O::Checkcast(of) => Op::Cast(object(of)?),
            O::Instanceof(of) => Op::InstanceOf(object(of)?),
            O::Monitorenter => Op::Enter,
            O::Monitorexit => Op::Exit,
            O::Breakpoint | O::Impdep1 | O::Impdep2 => {
                return Err("it has an instruction that is for debuggers".to_owned());
            }
        })
    }
}

fn constant(value: &Loadable<'_>) -> Result<Op, String> {
    Ok(match value {
        Loadable::LiteralConstant(value) => match literal(value) {
            Ok(value) => Op::Push(value),
            Err(what) => Op::Unsupported(what, 0, Some(false)),
        },
        Loadable::ClassInfo(name) => {
            Op::Push(Constant::Class(Type::of_name(name).ok_or("a class has no name")?))
        }
        Loadable::MethodHandle(_) | Loadable::MethodType(_) => {
            Op::Unsupported("a constant that is a method handle".to_owned(), 0, Some(false))
        }
        Loadable::Dynamic(found) => {
            let of =
                Type::parse(&found.name_and_type.descriptor).ok_or("a constant has no type")?;
            Op::Unsupported("a computed constant".to_owned(), 0, Some(of.is_wide()))
        }
    })
}

fn member(to: &MemberRef<'_>) -> Arc<Member> {
    Arc::new(Member::new(&to.class_name, &to.name_and_type.name, &to.name_and_type.descriptor))
}

fn field(access: Access, to: &MemberRef<'_>) -> Result<Op, String> {
    let of = Type::parse(&to.name_and_type.descriptor).ok_or("a field has no type")?;
    if to.class_name.starts_with('[') {
        return Err("a field of an array".to_owned());
    }
    if &*to.name_and_type.name == "$assertionsDisabled" {
        // Assertions are on.
        return Ok(match access {
            Access::GetStatic => Op::Push(Constant::Int(0)),
            Access::PutStatic => Op::Shuffle(Shuffle::Pop),
            _ => Op::Field(access, member(to), of),
        });
    }
    Ok(Op::Field(access, member(to), of))
}

fn invoke(how: How, to: &MemberRef<'_>) -> Result<Op, String> {
    let signature = Signature::parse(&to.name_and_type.descriptor).ok_or("a method has no type")?;
    Ok(Op::Invoke(how, member(to), Arc::new(signature)))
}

fn object(of: &ObjectArrayType<'_>) -> Result<Type, String> {
    let found = match of {
        ObjectArrayType::ArrayType(descriptor) => Type::parse(&descriptor.to_string()),
        ObjectArrayType::BinaryName(name) => Type::of_name(name),
    };
    found.ok_or_else(|| "a class has no name".to_owned())
}
