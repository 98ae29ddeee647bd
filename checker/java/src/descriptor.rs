//! Types, as descriptors write them.

use crate::name::Name;

/// The greatest number of dimensions of an array.
const MAX_DIMENSIONS: usize = 255;

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Type {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Class(Name),
    Array(Box<Type>),
}

/// The type of a method.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Signature {
    pub(crate) parameters: Vec<Type>,
    /// `None` for `void`.
    pub(crate) result: Option<Type>,
}

impl Type {
    /// Tells whether values take two words of the stack.
    pub(crate) fn is_wide(&self) -> bool {
        matches!(self, Type::Long | Type::Double)
    }

    pub(crate) fn is_reference(&self) -> bool {
        matches!(self, Type::Class(_) | Type::Array(_))
    }

    pub(crate) fn class(name: &str) -> Type {
        Type::Class(name.into())
    }

    /// The type that a descriptor tells.
    pub(crate) fn parse(descriptor: &str) -> Option<Type> {
        let (found, rest) = Type::first(descriptor)?;
        rest.is_empty().then_some(found)
    }

    /// The type that the name of a class in the constant pool tells: arrays are told by descriptors.
    pub(crate) fn of_name(name: &str) -> Option<Type> {
        if name.starts_with('[') { Type::parse(name) } else { Some(Type::class(name)) }
    }

    fn first(descriptor: &str) -> Option<(Type, &str)> {
        let dimensions = descriptor.bytes().take_while(|byte| *byte == b'[').count();
        if dimensions > MAX_DIMENSIONS {
            return None;
        }
        let rest = &descriptor[dimensions..];
        let plain = |found| Some((found, rest.get(1..)?));
        let (mut found, rest) = match rest.bytes().next()? {
            b'Z' => plain(Type::Boolean),
            b'B' => plain(Type::Byte),
            b'C' => plain(Type::Char),
            b'S' => plain(Type::Short),
            b'I' => plain(Type::Int),
            b'J' => plain(Type::Long),
            b'F' => plain(Type::Float),
            b'D' => plain(Type::Double),
            b'L' => {
                let (name, rest) = rest[1..].split_once(';')?;
                (!name.is_empty()).then(|| (Type::class(name), rest))
            }
            _ => None,
        }?;
        for _ in 0..dimensions {
            found = Type::Array(Box::new(found));
        }
        Some((found, rest))
    }

    /// The descriptor.
    pub(crate) fn descriptor(&self) -> String {
        match self {
            Type::Boolean => "Z".into(),
            Type::Byte => "B".into(),
            Type::Char => "C".into(),
            Type::Short => "S".into(),
            Type::Int => "I".into(),
            Type::Long => "J".into(),
            Type::Float => "F".into(),
            Type::Double => "D".into(),
            Type::Class(name) => format!("L{name};"),
            Type::Array(element) => format!("[{}", element.descriptor()),
        }
    }

    /// The type as sources write it.
    pub(crate) fn told(&self) -> String {
        match self {
            Type::Boolean => "boolean".into(),
            Type::Byte => "byte".into(),
            Type::Char => "char".into(),
            Type::Short => "short".into(),
            Type::Int => "int".into(),
            Type::Long => "long".into(),
            Type::Float => "float".into(),
            Type::Double => "double".into(),
            Type::Class(name) => dotted(name),
            Type::Array(element) => format!("{}[]", element.told()),
        }
    }

    /// The class whose objects hold values of a primitive type.
    pub(crate) fn wrapper(&self) -> Option<&'static str> {
        Some(match self {
            Type::Boolean => "java/lang/Boolean",
            Type::Byte => "java/lang/Byte",
            Type::Char => "java/lang/Character",
            Type::Short => "java/lang/Short",
            Type::Int => "java/lang/Integer",
            Type::Long => "java/lang/Long",
            Type::Float => "java/lang/Float",
            Type::Double => "java/lang/Double",
            Type::Class(_) | Type::Array(_) => return None,
        })
    }

    /// The primitive type whose values objects of a class hold.
    pub(crate) fn unwrapped(&self) -> Option<Type> {
        let Type::Class(name) = self else { return None };
        [
            Type::Boolean,
            Type::Byte,
            Type::Char,
            Type::Short,
            Type::Int,
            Type::Long,
            Type::Float,
            Type::Double,
        ]
        .into_iter()
        .find(|primitive| primitive.wrapper() == Some(&**name))
    }
}

impl Signature {
    /// The type that a descriptor of a method tells.
    pub(crate) fn parse(descriptor: &str) -> Option<Signature> {
        let (mut inner, result) = descriptor.strip_prefix('(')?.split_once(')')?;
        let mut parameters = Vec::new();
        while !inner.is_empty() {
            let (found, rest) = Type::first(inner)?;
            parameters.push(found);
            inner = rest;
        }
        let result = if result == "V" { None } else { Some(Type::parse(result)?) };
        (parameters.len() <= MAX_DIMENSIONS).then_some(Signature { parameters, result })
    }

    pub(crate) fn descriptor(&self) -> String {
        let parameters: String = self.parameters.iter().map(Type::descriptor).collect();
        let result = self.result.as_ref().map_or("V".into(), Type::descriptor);
        format!("({parameters}){result}")
    }

    /// The types of the parameters, as sources write them.
    pub(crate) fn told(&self) -> String {
        let parameters: Vec<String> = self.parameters.iter().map(Type::told).collect();
        format!("({})", parameters.join(", "))
    }
}

/// The name of a class with dots.
pub(crate) fn dotted(name: &str) -> String {
    name.replace('/', ".")
}

/// Decides whether objects of a class are values that never change, and no objects of the heap.
pub(crate) fn is_value(class: &str) -> bool {
    class == "java/lang/String" || Type::class(class).unwrapped().is_some()
}
