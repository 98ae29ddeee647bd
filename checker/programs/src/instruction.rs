//! The instructions of programs.

use crate::arithmetic::Width;
pub use crate::expression::{BinaryOp, Expression, UnaryOp};
use crate::ids::{ClassId, FieldId, MethodId, Register, SelectorId, StaticId, TextId};

/// An operation on texts. Texts are those of Java: their length and places count units of 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum TextOp {
    /// The length of a text.
    Length,
    /// The unit of a text at a place.
    CharAt,
    /// 1 if two texts have the same units, else 0.
    Equal,
    /// Two texts, one after the other.
    Concat,
    /// The part of a text from a place to another one, which it does not include.
    Part,
    /// The hash of a text, as Java defines it.
    Hash,
    /// A number in decimal.
    OfInt,
    /// The unit with a number, as a text.
    OfChar,
    /// `true` or `false`.
    OfBoolean,
    /// A floating-point number of a width in decimal.
    OfFloat(Width),
    /// The name of the class of an object.
    OfClass,
}

impl TextOp {
    /// The number of arguments.
    pub fn arguments(self) -> usize {
        match self {
            TextOp::CharAt | TextOp::Equal | TextOp::Concat => 2,
            TextOp::Part => 3,
            _ => 1,
        }
    }
}

/// An instruction. But for jumps, each is one step of its thread; see [`Machine`](crate::Machine).
///
/// `to` is a register that gets the result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Instruction {
    /// Computes a value.
    Compute {
        /// The register that gets the value.
        to: Register,
        /// The value.
        value: Expression,
    },
    /// Chooses a number from `low` to `high`, each of which may come.
    Choose {
        /// The register that gets the number.
        to: Register,
        /// The least number.
        low: Expression,
        /// The greatest number.
        high: Expression,
        /// If not all that may come is between `low` and `high`: a text that says what else. One more alternative halts
        /// the thread with it ([`Limit::Others`](crate::Limit::Others)).
        others: Option<TextId>,
    },
    /// Goes on elsewhere. It is no step.
    Jump {
        /// The number of the instruction at which it goes on.
        target: u32,
    },
    /// Goes on elsewhere if a condition is 0. It is no step.
    Branch {
        /// The condition.
        condition: Expression,
        /// The number of the instruction at which it goes on if the condition is 0.
        otherwise: u32,
    },
    /// Makes an object, whose fields are 0.
    New {
        /// The register that gets the reference.
        to: Register,
        /// The class of the object.
        class: ClassId,
    },
    /// Makes an array, whose elements are 0.
    NewArray {
        /// The register that gets the reference.
        to: Register,
        /// The class of the array.
        class: ClassId,
        /// The number of elements.
        length: Expression,
    },
    /// Makes an array of the class of another one, whose elements are 0. It counts as made where the other one was.
    NewLike {
        /// The register that gets the reference.
        to: Register,
        /// The other array.
        like: Expression,
        /// The number of elements.
        length: Expression,
    },
    /// Reads a field.
    Read {
        /// The register that gets the value.
        to: Register,
        /// The object.
        object: Expression,
        /// The field.
        field: FieldId,
    },
    /// Writes a field.
    Write {
        /// The object.
        object: Expression,
        /// The field.
        field: FieldId,
        /// The value.
        value: Expression,
    },
    /// Reads an element of an array.
    ReadElement {
        /// The register that gets the value.
        to: Register,
        /// The array.
        array: Expression,
        /// The number of the element, from 0 on.
        index: Expression,
    },
    /// Writes an element of an array.
    WriteElement {
        /// The array.
        array: Expression,
        /// The number of the element, from 0 on.
        index: Expression,
        /// The value.
        value: Expression,
    },
    /// Reads a variable that belongs to no object.
    ReadStatic {
        /// The register that gets the value.
        to: Register,
        /// The variable.
        from: StaticId,
    },
    /// Writes a variable that belongs to no object.
    WriteStatic {
        /// The variable.
        to: StaticId,
        /// The value.
        value: Expression,
    },
    /// Reads a variable that belongs to no object and that is written by the first thread alone, before it forks
    /// another one. Nobody checks this.
    ReadConstant {
        /// The register that gets the value.
        to: Register,
        /// The variable.
        from: StaticId,
    },
    /// Reads a field, and writes it at once: nothing comes between. As synchronization this is a read and then a write
    /// of a volatile variable, if the field is volatile.
    Update {
        /// The register that gets the old value.
        to: Register,
        /// The object.
        object: Expression,
        /// The field.
        field: FieldId,
        /// The value that the field has to have; if it has another one, it is read only.
        expected: Option<Expression>,
        /// The new value. The register `to` has the old one already.
        value: Expression,
    },
    /// Finds the length of an array, which never changes.
    Length {
        /// The register that gets the length.
        to: Register,
        /// The array.
        array: Expression,
    },
    /// Finds the number of the class of an object, which never changes.
    ClassOf {
        /// The register that gets the number of the class.
        to: Register,
        /// The object.
        object: Expression,
    },
    /// Finds out whether a value is an object of a class or of one below it; null is of none.
    InstanceOf {
        /// The register that gets 1 or 0.
        to: Register,
        /// The object.
        object: Expression,
        /// The class.
        class: ClassId,
    },
    /// Goes wrong if an array is of a class whose elements cannot be a value:
    /// [`Wrong::NotStorable`](crate::Wrong::NotStorable).
    CheckStore {
        /// The array.
        array: Expression,
        /// The value.
        value: Expression,
    },
    /// Finds the object that stands for the class of an object ([`Class::mirror`](crate::Class::mirror)).
    Mirror {
        /// The register that gets the object.
        to: Register,
        /// The object whose class is asked for.
        object: Expression,
    },
    /// Finds the first argument of the thread's outermost method. That method has to keep it, by reading it at its end.
    Own {
        /// The register that gets the value.
        to: Register,
    },
    /// Finds the identity of the thread itself, as a fork gives it.
    Identity {
        /// The register that gets the identity.
        to: Register,
    },
    /// Computes a text, or something of a text.
    Text {
        /// The register that gets the result.
        to: Register,
        /// The operation.
        op: TextOp,
        /// The arguments, as many as the operation takes.
        arguments: Box<[Expression]>,
    },
    /// Prints a text. States do not tell what was printed; events do.
    Print {
        /// The text.
        text: Expression,
    },
    /// Takes the lock of an object, once more if the thread owns it; waits while another thread owns it.
    Acquire {
        /// The object.
        object: Expression,
    },
    /// Takes the lock of an object if no other thread owns it.
    TryAcquire {
        /// The register that gets 1 if the lock was taken, else 0.
        to: Register,
        /// The object.
        object: Expression,
    },
    /// Finds how often the thread owns the lock of an object: 0 if it does not.
    Depth {
        /// The register that gets the number.
        to: Register,
        /// The object.
        object: Expression,
    },
    /// Gives the lock of an object back, once.
    Release {
        /// The object.
        object: Expression,
    },
    /// Gives the lock of an object back for good and joins the object's wait set; when it has been notified, takes the
    /// lock again as often as before. These are two steps (S1 3.3).
    Wait {
        /// The object.
        object: Expression,
        /// Tells whether the thread may stop waiting without being notified, at any time.
        timed: bool,
    },
    /// Lets one thread leave the wait set of an object, if there is one; each may be it.
    Notify {
        /// The object.
        object: Expression,
    },
    /// Lets all threads leave the wait set of an object.
    NotifyAll {
        /// The object.
        object: Expression,
    },
    /// Starts a thread.
    Fork {
        /// The register that gets the thread's identity, if it is wanted.
        to: Option<Register>,
        /// The method that the thread runs.
        method: MethodId,
        /// The values of the method's parameters.
        arguments: Box<[Expression]>,
    },
    /// Waits until a thread has ended.
    Join {
        /// The thread.
        thread: Expression,
    },
    /// Calls a method.
    Call {
        /// The register that gets the returned value, if it is wanted.
        to: Option<Register>,
        /// The method.
        method: MethodId,
        /// The values of the method's parameters.
        arguments: Box<[Expression]>,
    },
    /// Calls the method that the class of the first argument has for a selector.
    CallVirtual {
        /// The register that gets the returned value, if it is wanted.
        to: Option<Register>,
        /// The selector.
        selector: SelectorId,
        /// The values of the method's parameters; the first is the object whose class decides.
        arguments: Box<[Expression]>,
    },
    /// Ends the method, with a value for the caller. In the outermost method it ends the thread, and is no step.
    Return {
        /// The value.
        value: Expression,
    },
    /// Throws an object: the thread goes on at the innermost [`Handler`](crate::Handler) that catches it, and leaves
    /// the frames that have none. If no frame has one, the thread is over, and that is a failure
    /// ([`Wrong::Uncaught`](crate::Wrong::Uncaught)).
    Throw {
        /// The object.
        value: Expression,
    },
    /// Says that the thread need not end: where it waits for ever, that is no fault. So are Java's daemon threads.
    Background,
    /// Halts the thread: what comes here is not known ([`Limit::Unsupported`](crate::Limit::Unsupported)).
    Unsupported {
        /// The text that says what.
        what: TextId,
    },
    /// Goes wrong unless a condition holds.
    Assert {
        /// The condition.
        condition: Expression,
    },
    /// Goes wrong.
    Fail {
        /// The text that says why.
        text: TextId,
    },
    /// Does nothing.
    Skip,
    /// Does nothing; other threads may like to go on here.
    Yield,
    /// Ends the thread. It is no step.
    Stop,
}

impl Instruction {
    /// Calls `visit` with each expression of the instruction.
    pub fn expressions<'a>(&'a self, mut visit: impl FnMut(&'a Expression)) {
        use Instruction as I;
        match self {
            I::Compute { value, .. } | I::WriteStatic { value, .. } | I::Return { value } => {
                visit(value);
            }
            I::Throw { value } | I::Print { text: value } => visit(value),
            I::NewLike { like, length, .. } => {
                visit(like);
                visit(length);
            }
            I::CheckStore { array, value } => {
                visit(array);
                visit(value);
            }
            I::Update { object, expected, value, .. } => {
                visit(object);
                expected.iter().for_each(&mut visit);
                visit(value);
            }
            I::Choose { low, high, .. } => {
                visit(low);
                visit(high);
            }
            I::Branch { condition, .. } | I::Assert { condition } => visit(condition),
            I::NewArray { length, .. } => visit(length),
            I::Read { object, .. }
            | I::ClassOf { object, .. }
            | I::InstanceOf { object, .. }
            | I::Mirror { object, .. }
            | I::Acquire { object }
            | I::TryAcquire { object, .. }
            | I::Depth { object, .. }
            | I::Release { object }
            | I::Wait { object, .. }
            | I::Notify { object }
            | I::NotifyAll { object } => visit(object),
            I::Write { object, value, .. } => {
                visit(object);
                visit(value);
            }
            I::ReadElement { array, index, .. } => {
                visit(array);
                visit(index);
            }
            I::WriteElement { array, index, value } => {
                visit(array);
                visit(index);
                visit(value);
            }
            I::Length { array, .. } => visit(array),
            I::Join { thread } => visit(thread),
            I::Fork { arguments, .. }
            | I::Text { arguments, .. }
            | I::Call { arguments, .. }
            | I::CallVirtual { arguments, .. } => arguments.iter().for_each(visit),
            I::Jump { .. }
            | I::New { .. }
            | I::ReadStatic { .. }
            | I::ReadConstant { .. }
            | I::Own { .. }
            | I::Identity { .. }
            | I::Background
            | I::Unsupported { .. }
            | I::Fail { .. }
            | I::Skip
            | I::Yield
            | I::Stop => {}
        }
    }

    /// The register that gets a result.
    pub fn result(&self) -> Option<Register> {
        use Instruction as I;
        match self {
            I::Compute { to, .. }
            | I::Choose { to, .. }
            | I::New { to, .. }
            | I::NewArray { to, .. }
            | I::Read { to, .. }
            | I::ReadElement { to, .. }
            | I::ReadStatic { to, .. }
            | I::Length { to, .. }
            | I::NewLike { to, .. }
            | I::ReadConstant { to, .. }
            | I::Update { to, .. }
            | I::InstanceOf { to, .. }
            | I::Mirror { to, .. }
            | I::Own { to }
            | I::Identity { to }
            | I::Text { to, .. }
            | I::TryAcquire { to, .. }
            | I::Depth { to, .. }
            | I::ClassOf { to, .. } => Some(*to),
            I::Fork { to, .. } | I::Call { to, .. } | I::CallVirtual { to, .. } => *to,
            _ => None,
        }
    }

    /// Tells whether the instruction decides only where its thread goes on, so that it is no step.
    pub fn is_jump(&self) -> bool {
        matches!(self, Instruction::Jump { .. } | Instruction::Branch { .. })
    }

    /// Tells whether the instruction can be taken at once whatever other threads do, has one result only, and touches
    /// nothing that other threads touch. Steps of such instructions can be put together with the step before.
    pub fn is_local(&self) -> bool {
        use Instruction as I;
        matches!(
            self,
            I::Compute { .. }
                | I::Jump { .. }
                | I::Branch { .. }
                | I::New { .. }
                | I::NewArray { .. }
                | I::NewLike { .. }
                | I::ReadConstant { .. }
                | I::InstanceOf { .. }
                | I::CheckStore { .. }
                | I::Mirror { .. }
                | I::Own { .. }
                | I::Identity { .. }
                | I::Text { .. }
                | I::Print { .. }
                | I::Depth { .. }
                | I::Throw { .. }
                | I::Background
                | I::Unsupported { .. }
                | I::Length { .. }
                | I::ClassOf { .. }
                | I::Call { .. }
                | I::CallVirtual { .. }
                | I::Return { .. }
                | I::Assert { .. }
                | I::Fail { .. }
                | I::Skip
                | I::Yield
                | I::Stop
        )
    }

    /// The number of the instruction at which the thread may go on instead of the next one.
    pub fn target(&self) -> Option<u32> {
        match self {
            Instruction::Jump { target } => Some(*target),
            Instruction::Branch { otherwise, .. } => Some(*otherwise),
            _ => None,
        }
    }

    /// Tells whether the thread may go on at the next instruction.
    pub fn falls_through(&self) -> bool {
        !matches!(
            self,
            Instruction::Jump { .. }
                | Instruction::Return { .. }
                | Instruction::Throw { .. }
                | Instruction::Unsupported { .. }
                | Instruction::Fail { .. }
                | Instruction::Stop
        )
    }
}
