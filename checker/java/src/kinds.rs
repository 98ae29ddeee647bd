//! The kinds of the values of variables and of the arguments and results of methods: a program has numbers and
//! references only.

use reductio_programs::{FieldId, MethodId, StaticId, Width};
use rustc_hash::FxHashMap;

use crate::descriptor::{Signature, Type};

/// The way in which a value is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The value is told as a number.
    Number,
    /// The value is told as `true` or `false`.
    Truth,
    /// The value is told as a character.
    Character,
    /// The value is told as a floating-point number of a width, whose bits it has.
    Float(Width),
    /// The value is told as a reference, which may be null.
    Reference,
}

/// The kinds of the values of a program's variables, and of those that its methods take and give.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kinds {
    fields: FxHashMap<FieldId, Kind>,
    statics: FxHashMap<StaticId, Kind>,
    methods: FxHashMap<MethodId, (Vec<Kind>, Option<Kind>)>,
}

impl Kind {
    /// How the values of a type are told.
    fn of(of: &Type) -> Kind {
        match of {
            Type::Boolean => Kind::Truth,
            Type::Char => Kind::Character,
            Type::Float => Kind::Float(Width::W32),
            Type::Double => Kind::Float(Width::W64),
            Type::Class(_) | Type::Array(_) => Kind::Reference,
            Type::Byte | Type::Short | Type::Int | Type::Long => Kind::Number,
        }
    }
}

impl Kinds {
    /// The kind of the values of a field; `None` if no source has it.
    pub fn field(&self, field: FieldId) -> Option<Kind> {
        self.fields.get(&field).copied()
    }

    /// The kind of the values of a static variable; `None` if no source has it.
    pub fn static_variable(&self, variable: StaticId) -> Option<Kind> {
        self.statics.get(&variable).copied()
    }

    /// The kind of the elements of an array of the class with a name.
    pub fn element(array: &str) -> Kind {
        match array.strip_suffix("[]") {
            Some("boolean") => Kind::Truth,
            Some("char") => Kind::Character,
            Some("float") => Kind::Float(Width::W32),
            Some("double") => Kind::Float(Width::W64),
            Some("byte" | "short" | "int" | "long") => Kind::Number,
            _ => Kind::Reference,
        }
    }

    /// The kinds of the arguments of a method, without the object whose method it is, and of its result, if it has one.
    /// `None` if no source has the method.
    pub fn method(&self, method: MethodId) -> Option<(&[Kind], Option<Kind>)> {
        self.methods.get(&method).map(|(parameters, result)| (&**parameters, *result))
    }

    pub(crate) fn add_field(&mut self, field: FieldId, of: &Type) {
        self.fields.insert(field, Kind::of(of));
    }

    pub(crate) fn add_static(&mut self, variable: StaticId, of: &Type) {
        self.statics.insert(variable, Kind::of(of));
    }

    pub(crate) fn add_method(&mut self, method: MethodId, signature: &Signature) {
        let parameters = signature.parameters.iter().map(Kind::of).collect();
        self.methods.insert(method, (parameters, signature.result.as_ref().map(Kind::of)));
    }
}
