//! Classes, as this crate looks at them: decoded, and owned.

use std::sync::Arc;

use crate::descriptor::{Signature, Type, dotted};
pub(crate) use crate::name::Name;
use crate::op::{Constant, Member, Op};

/// A class or an interface.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "these are the flags of class files")]
pub(crate) struct Class {
    pub(crate) name: Option<Name>,
    /// The source file.
    pub(crate) file: Option<String>,
    pub(crate) above: Option<Name>,
    pub(crate) interfaces: Vec<Name>,
    /// The major version of its class file; 0 if it has none.
    pub(crate) version: u16,
    pub(crate) is_public: bool,
    pub(crate) is_final: bool,
    pub(crate) is_interface: bool,
    pub(crate) is_abstract: bool,
    pub(crate) is_enum: bool,
    /// The class that says who may access what is private in this one, if it is another one.
    pub(crate) host: Option<Name>,
    /// The classes that may access what is private in it, and it in them.
    pub(crate) mates: Vec<Name>,
    pub(crate) fields: Vec<Field>,
    pub(crate) methods: Vec<Arc<Method>>,
    /// The classes that stand for its lambda expressions.
    pub(crate) lambdas: Vec<Arc<Class>>,
}

/// The classes that may access a field or a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visibility {
    Public,
    Protected,
    /// All of its package.
    Package,
    Private,
}

/// A field.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: Name,
    pub(crate) of: Type,
    pub(crate) visibility: Visibility,
    pub(crate) is_static: bool,
    pub(crate) is_final: bool,
    pub(crate) is_volatile: bool,
    /// The value of a constant.
    pub(crate) value: Option<Constant>,
}

/// A method.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "these are the flags of class files")]
pub(crate) struct Method {
    pub(crate) class: Name,
    pub(crate) name: Name,
    pub(crate) descriptor: Name,
    pub(crate) signature: Arc<Signature>,
    pub(crate) visibility: Visibility,
    pub(crate) is_static: bool,
    pub(crate) is_final: bool,
    pub(crate) is_native: bool,
    pub(crate) is_abstract: bool,
    pub(crate) is_synchronized: bool,
    pub(crate) code: Option<Code>,
}

/// The code of a method.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    pub(crate) ops: Vec<Op>,
    /// The source line of each operation; 0 if there is none.
    pub(crate) lines: Vec<u32>,
    pub(crate) catches: Vec<Catch>,
    /// The names of local variables by number, as far as they have one.
    pub(crate) names: Vec<String>,
    /// The local variables that have a name.
    pub(crate) variables: Vec<Variable>,
}

/// A local variable that has a name, in the operations from one up to another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Variable {
    pub(crate) number: u16,
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) name: Name,
}

/// A handler of exceptions: operations from one up to another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Catch {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) target: usize,
    /// The class that is caught; `None` if all are.
    pub(crate) class: Option<Name>,
}

impl Class {
    pub(crate) fn name(&self) -> &str {
        self.name.as_deref().unwrap_or("")
    }

    pub(crate) fn method(&self, name: &str, descriptor: &str) -> Option<&Arc<Method>> {
        self.methods
            .iter()
            .find(|method| &*method.name == name && &*method.descriptor == descriptor)
    }

    pub(crate) fn field(&self, name: &str, of: &Type) -> Option<&Field> {
        self.fields.iter().find(|field| &*field.name == name && field.of == *of)
    }

    /// The code that initializes the class, if there is some.
    pub(crate) fn initializer(&self) -> Option<&Arc<Method>> {
        let method = self.method("<clinit>", "()V")?;
        let ops = method.code.as_ref().map_or(&[][..], |code| &code.ops[..]);
        (!ops.iter().all(|op| matches!(op, Op::Nop | Op::Return(_)))).then_some(method)
    }
}

impl Method {
    /// The name for people.
    pub(crate) fn told(&self) -> String {
        format!("{}.{}", dotted(&self.class), self.name)
    }

    /// Tells whether a call decides by the class of the object which method is meant.
    pub(crate) fn is_virtual(&self) -> bool {
        !self.is_static && !self.is_private() && !self.name.starts_with('<')
    }

    pub(crate) fn is_private(&self) -> bool {
        self.visibility == Visibility::Private
    }
}

/// The reference to a method.
pub(crate) fn member(method: &Method) -> Member {
    Member {
        class: method.class.clone(),
        name: method.name.clone(),
        descriptor: method.descriptor.clone(),
    }
}
